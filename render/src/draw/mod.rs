//! Drawing: the board and what lies on it, the strip and what stands in it.
pub(crate) mod board;
mod card;
mod panel;
mod plate;
mod stack;
pub(crate) mod strip;
mod way;
