//! Ratings: how matches change them, and how they are shown.
mod champion;
pub(super) mod leaders;
pub(super) mod profile;
pub(super) mod ranks;
pub(super) mod recount;
pub(super) mod reliability;
mod season;
pub(super) mod shared;
pub(super) mod standing;
mod words;
