//! What follows a step, and the end of a match in its one order: first what its message tells, then
//! what comes after that message.
use model::text::Text;
use store::CompetitionRules;

use crate::{
    RequestError, calls,
    context::{RequestContext, loaded::LoadedMatch},
    ladder, league, lobby, ratings, reliability, substitutes, telling,
};

/// Decides what was called of the turns of a match.
pub(crate) fn stepped(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
) -> Result<(), RequestError> {
    calls::turns::follow_turn_calls(cx, loaded)
}

/// Stores the end of a match and what follows before it is told: who let time run out, orders in
/// advance, votes, calls, ratings and seasons. Returns what is said about ratings and calls.
pub(crate) fn match_ends(
    cx: &mut RequestContext<'_>,
    loaded: &mut LoadedMatch,
) -> Result<Vec<Text>, RequestError> {
    reliability::turn_ran_out(cx, loaded)?;
    // Who votes is forgotten below.
    let called = calls::settle::settle_calls(cx, loaded)?;
    let mut told = substitutes::hand_over::at_the_end(cx, loaded)?;
    cx.tx.end_orders(loaded.row.id)?;
    if loaded.row.terms.vote.is_some() {
        cx.tx.end_votes(loaded.row.id)?;
    }
    cx.tx.update_match(&loaded.row)?;
    told.extend(ratings::ranks::rate(cx, loaded)?);
    told.extend(called);
    Ok(told)
}

/// Goes on with the competition of a match whose end was told by the replies from `told` on: the
/// next match of a series, the next round of a league, the places of a ladder. Then the pings.
pub(crate) fn end_was_told(
    cx: &mut RequestContext<'_>,
    loaded: &LoadedMatch,
    told: usize,
) -> Result<(), RequestError> {
    if let Some((competition, round)) = cx.tx.competition_of(loaded.row.id)?
        && competition.ended_at.is_none()
    {
        match competition.rules {
            CompetitionRules::Series { .. } => {
                lobby::series::go_on_in_series(cx, loaded, &competition, round)?;
            }
            CompetitionRules::League { league, season, .. } => {
                league::rounds::go_on_in_league(cx, league, season, round)?;
            }
            CompetitionRules::Ladder { .. } => ladder::climb(cx, loaded, competition.id)?,
        }
    }
    // Those whose next match begins at once are pinged by its board alone.
    telling::rooms::ping_once(cx, told);
    Ok(())
}
