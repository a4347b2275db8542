//! Keeps everything in one SQLite file.
mod rows;

pub use rows::*;
