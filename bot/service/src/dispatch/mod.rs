//! From what was said to the function that does it.
pub(crate) mod commands;
pub(crate) mod moves;
mod named_moves;
pub(crate) mod next;
pub(crate) mod numbered;
pub(crate) mod other_words;
pub(crate) mod question;
mod two_questions;
pub(crate) mod yes_no;
