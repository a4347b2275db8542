//! Challenges: made, answered, imported, repeated.
pub(crate) mod against_bot;
pub(super) mod challenge;
pub(super) mod challenge_card;
pub(crate) mod challenge_codes;
pub(crate) mod decline_and_counter;
pub(super) mod import;
pub(super) mod invite;
pub(crate) mod open_match;
pub(super) mod rematch;
pub(super) mod rooms;
pub(super) mod series;
pub(super) mod which_challenge;
pub(crate) mod which_game;
pub(crate) mod words;
