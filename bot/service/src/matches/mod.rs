//! What is read about matches: which one is meant, who plays and votes in it, and to which competition it belongs.
pub mod attempt;
pub mod competition;
pub mod find;
pub mod listed;
pub mod no_advice;
pub mod seat;
pub mod votes;
pub mod votes_listed;
pub mod words;
