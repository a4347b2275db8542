//! The gazette: what happened in a room, told once a week.
mod look;
pub(crate) mod post;
pub(super) mod show;
mod tell;
pub(super) mod turn_on;
mod week;
mod words;
