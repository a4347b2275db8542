//! Running matches: steps, their results, and what may be said about a match.
pub(super) mod choose;
pub(super) mod ending;
pub(super) mod notes;
pub(super) mod orders;
pub(super) mod position_questions;
pub(crate) mod repost;
pub(super) mod sealed;
pub(super) mod several;
pub(super) mod step;
mod try_order;
pub(super) mod undo;
pub(super) mod watch;
pub(crate) mod words;
