//! Matches that rooms play by vote: who may vote and until when, votes, and how they are counted.
pub(super) mod ask;
pub(super) mod ballot;
pub(super) mod count;
mod listed;
pub(super) mod resign;
mod words;
