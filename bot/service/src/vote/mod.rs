//! Matches that rooms play by vote: who may vote and until when, votes, and how they are counted.
pub(super) mod cast;
pub(super) mod count;
pub(super) mod resign;
pub(crate) mod words;
