//! Draws the board with its pieces, and the strip next to it.
pub(crate) mod banner;
pub(crate) mod board;
mod card;
pub(crate) mod court;
mod duel;
mod highlight;
mod move_path;
mod numbers;
mod panel;
mod people;
pub(crate) mod pitch;
mod plate;
mod stack;
mod story;
pub(crate) mod strip;
