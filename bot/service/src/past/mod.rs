//! Past and running matches as they are looked at: lists, steps in words, pages and files.
pub mod board;
pub mod cards;
pub mod file;
pub mod games;
pub mod match_data;
pub mod page;
pub mod told;
mod words;
