//! Challenges: made, answered, imported, repeated.
pub mod against_bot;
pub mod challenge;
pub mod challenge_card;
pub mod challenge_codes;
mod commitment;
pub mod decline_and_counter;
pub mod invite;
pub mod open_match;
pub mod rematch;
pub mod rooms;
pub mod unasked;
pub mod which_challenge;
pub mod which_game;
pub mod words;
