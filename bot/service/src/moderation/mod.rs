//! Moderators' decisions, and limits on pings.
pub(super) mod admin;
pub(super) mod pair;
pub(super) mod rulings_and_bans;
pub(crate) mod words;
