//! Past matches: lists, histories, films, files and proofs.
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
mod words;
