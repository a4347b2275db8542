//! Leagues: round robins in a room, in groups, season after season.
pub(crate) mod command;
mod gather;
pub(crate) mod overdue;
pub(crate) mod rounds;
pub(crate) mod schedule;
mod show;
mod standing;
pub(crate) mod withdrawn;
pub(crate) mod words;
