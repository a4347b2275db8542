//! The end of a match in its one order: what its message tells, then what comes after that message.
use model::text::Text;

use crate::{
    RequestError,
    context::{
        RequestContext,
        loaded::LoadedMatch,
        seam::{self, MatchMoment},
    },
    ratings, reliability,
};

/// Stores the end of a match and what follows before it is told: who let time run out, what features do, and ratings. Returns what is said
/// about it.
pub(crate) fn match_ends(
    cx: &mut RequestContext<'_>,
    loaded: &mut LoadedMatch,
) -> Result<Vec<Text>, RequestError> {
    reliability::turn_ran_out(cx, loaded)?;
    if loaded.row.settles_at.take().is_some() {
        cx.tx.drop_settlement(loaded.row.id)?;
    }
    let mut told = seam::follow(cx, MatchMoment::Ends(loaded))?;
    cx.tx.update_match(&loaded.row)?;
    told.extend(ratings::ranks::rate(cx, loaded)?);
    told.extend(seam::follow(cx, MatchMoment::Ended(loaded))?);
    Ok(told)
}
