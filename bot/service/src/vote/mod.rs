//! Matches that rooms play by vote: who may vote and until when, votes, and how they are counted.
pub mod cast;
pub mod count;
pub mod resign;
pub mod words;

use crate::context::seam::Feature;

pub static FEATURE: Feature = Feature {
    ended: Some(|cx, loaded| {
        if loaded.row.terms.vote.is_some() {
            cx.tx.end_votes(loaded.row.id)?;
        }
        Ok(Vec::new())
    }),
    ..Feature::named("votes")
};
