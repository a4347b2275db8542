//! Matches that were played: lists, history, films, files and the proof of the dice.
pub(super) mod again;
pub(super) mod album;
pub(super) mod commitment;
pub(super) mod exported;
pub(super) mod facts;
pub(super) mod history;
pub(super) mod page;
pub(super) mod proof;
pub(super) mod replay;
pub(super) mod share;
