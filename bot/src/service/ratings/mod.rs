//! Ratings: how matches change them, and how they are shown.
pub(super) mod leaders;
pub(super) mod profile;
pub(super) mod ranks;
pub(super) mod recount;
mod season;
pub(super) mod shared;
pub(super) mod standing;
mod words;
