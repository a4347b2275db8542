//! What the tests and the fuzz targets share: matches to try things on, which of them a run tries, and the functions that are fuzzed.
pub mod matches;
pub mod sample;
pub mod targets;
