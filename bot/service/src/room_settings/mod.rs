//! Settings of a room and its server, which moderators choose.
pub mod admin;
pub mod words;
