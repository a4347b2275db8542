//! From what was said to the function that does it.
pub mod asks;
pub mod commands;
pub mod moves;
pub mod next;
pub mod numbered;
pub mod other_words;
mod talk;
pub mod yes_no;
