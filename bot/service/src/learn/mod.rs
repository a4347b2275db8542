//! Lessons and puzzles: positions with tasks, answered in private.
pub(crate) mod answer;
pub(crate) mod daily;
pub(crate) mod lesson;
pub(crate) mod newcomers;
mod next_puzzle;
pub(crate) mod own;
mod place;
pub(crate) mod puzzle;
mod puzzle_place;
mod rating;
pub(crate) mod room_puzzle;
pub(crate) mod solution;
pub(crate) mod words;
