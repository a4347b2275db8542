//! What the tests and the fuzz targets share: matches to try things on, and the functions that are fuzzed.
pub mod matches;
pub mod targets;
