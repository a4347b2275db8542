//! What is read about matches: which one is meant, who plays and votes in it, and to which competition it belongs.
pub(crate) mod attempt;
pub(crate) mod calls;
pub(crate) mod competition;
pub(crate) mod find;
pub(crate) mod listed;
pub(crate) mod no_advice;
pub(crate) mod seat;
pub(crate) mod votes;
pub(crate) mod votes_listed;
pub(crate) mod words;
