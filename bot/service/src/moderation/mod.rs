//! Moderators' decisions, and limits on pings.
pub(super) mod admin;
pub(super) mod pair;
pub(super) mod stuck;
pub(crate) mod words;
