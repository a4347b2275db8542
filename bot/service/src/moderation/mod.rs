//! Moderators' decisions, and limits on pings.
pub mod admin;
pub mod pair;
pub mod rulings_and_bans;
pub mod words;
