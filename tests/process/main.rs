//! The real program as hosts and players run it: by arguments, through pipes, and killed without warning.
mod at_one_screen;
mod commands;
mod encrypted;
mod json;
mod kill;
mod program;
#[cfg(feature = "web")]
mod reopened;
mod room;
mod upgrades;
#[cfg(feature = "web")]
mod web;
#[cfg(feature = "web")]
mod web_access;
