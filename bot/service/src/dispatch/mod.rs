//! From what was said to the function that does it.
pub mod commands;
pub mod moves;
pub mod named_moves;
pub mod next;
pub mod numbered;
pub mod other_words;
pub mod question;
pub mod two_questions;
pub mod yes_no;
