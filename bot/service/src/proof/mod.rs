//! What proves a match: what its commitment binds, exported files, and how they are checked.
pub mod check;
pub mod commitment;
pub mod exported;
pub mod replay;
pub mod words;
