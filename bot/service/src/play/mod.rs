//! Running matches: steps, their results, and what may be said about a match.
pub mod absent;
pub mod choose;
pub mod ending;
pub mod position_questions;
pub mod repost;
pub mod sealed;
pub mod several;
pub mod step;
pub mod undo;
pub mod words;
