//! What proves a match: what its commitment binds, exported files, and how they are checked.
pub(crate) mod check;
pub(crate) mod commitment;
pub(crate) mod exported;
pub(crate) mod replay;
pub(crate) mod words;
