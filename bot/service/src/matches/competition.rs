//! The competition of a match.
use model::{ids::MatchId, text::Text};

use crate::{
    RequestError,
    context::{RequestContext, seam},
};

/// Says what a match is played for, if it is for a competition.
pub fn line(cx: &RequestContext<'_>, of: MatchId) -> Result<Option<Text>, RequestError> {
    let Some((competition, round)) = cx.tx.competition_of(of)? else { return Ok(None) };
    match seam::kind_of(cx, &competition) {
        Some(kind) => (kind.line)(cx, &competition, round),
        None => Ok(None),
    }
}

/// Tells whether a match belongs to a competition whose others count on it. It can't be called off: a player who leaves it early loses it.
pub fn is_bound(cx: &RequestContext<'_>, of: MatchId) -> Result<bool, RequestError> {
    let Some((competition, _)) = cx.tx.competition_of(of)? else { return Ok(false) };
    match seam::kind_of(cx, &competition) {
        Some(kind) if competition.ended_at.is_none() => (kind.is_binding)(cx, &competition),
        Some(_) | None => Ok(false),
    }
}

/// Tells whether a match counts in a competition that goes on.
pub fn is_in_competition(cx: &RequestContext<'_>, of: MatchId) -> Result<bool, RequestError> {
    Ok(cx.tx.competition_of(of)?.is_some_and(|(competition, _)| competition.ended_at.is_none()))
}
