//! Moderators' decisions, and limits on pings.
pub(super) mod admin;
pub(super) mod brake;
pub(super) mod pair;
pub(super) mod stuck;
mod words;
