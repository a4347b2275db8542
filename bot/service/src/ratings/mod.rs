//! Ratings: how matches change them, and how they are shown.
pub(crate) mod champion;
pub(super) mod leaders;
pub(super) mod profile;
pub(super) mod ranks;
pub(super) mod recount;
pub(crate) mod season;
pub(crate) mod skill;
pub(super) mod standing;
pub(crate) mod words;
