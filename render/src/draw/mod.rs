//! Drawing: the board and what lies on it, the strip and what stands in it.
pub(crate) mod board;
mod panel;
pub(crate) mod pitch;
mod plate;
pub(crate) mod strip;
mod way;
