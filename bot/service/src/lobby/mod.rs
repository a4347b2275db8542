//! Challenges: made, answered, imported, repeated.
pub(crate) mod across;
pub(crate) mod against_bot;
pub(crate) mod answer;
pub(super) mod challenge;
pub(super) mod import;
pub(super) mod offer;
pub(crate) mod open_match;
pub(super) mod rematch;
pub(super) mod rooms;
pub(super) mod series;
pub(super) mod which_challenge;
pub(crate) mod which_game;
pub(crate) mod words;
