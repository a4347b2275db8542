//! A person's year or season as a picture, for themselves or for a room.
mod figures;
mod known;
pub(super) mod show;
mod span;
mod words;
