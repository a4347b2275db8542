//! Challenges: made, answered, imported, repeated.
pub(super) mod answer;
pub(super) mod challenge;
pub(super) mod import;
pub(super) mod meant;
pub(super) mod meet;
pub(super) mod offer;
pub(super) mod rematch;
pub(super) mod series;
mod words;
