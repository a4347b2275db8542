//! The real program, run as a host and as players run it: by its arguments, through pipes, and killed without warning.
mod commands;
mod json;
mod kill;
mod program;
mod room;
#[cfg(feature = "web")]
mod web;
