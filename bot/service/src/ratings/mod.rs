//! Ratings: how matches change them, and how they are shown.
pub mod profile;
pub mod ranks;
pub mod recount;
pub mod season;
pub mod skill;
pub mod standing;
pub mod words;
