//! What moderators decide, and how often people may disturb each other.
pub(super) mod admin;
pub(super) mod brake;
pub(super) mod stuck;
