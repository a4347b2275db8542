//! What is read about matches: which one is meant, who plays it, and to which competition it belongs.
pub mod attempt;
pub mod competition;
pub mod find;
pub mod here;
pub mod listed;
pub mod no_advice;
pub mod seat;
pub mod words;
