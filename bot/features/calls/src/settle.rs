//! What calls have earned, once a match is over.
use engine::match_rules::Ending;
use model::text::Text;
use service::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
    ratings::season::Season,
};
use store::{HIDDEN, MatchEnd, Room};

use super::{
    callable::{channel, is_unwanted, takes_part},
    rows::{self, WinnerCall},
    score::{points, rounded},
    turn_rows, words,
};

/// How many matches between the same two count for a caller in a season: two friends could resign to
/// each other as a third foresees it.
const MOST_ON_A_PAIR: u32 = 5;

/// How many people with the most points are named.
const NAMED: usize = 3;

/// Gives the calls on a match that has ended their points, and returns what its room is told about
/// them. Calls count for nothing if the match wasn't played out by its players, or one of them
/// doesn't want calls; and neither do those of people who took part later, or made them after a step
/// that was taken back.
pub(super) fn settle_calls(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
) -> Result<Option<Text>, RequestError> {
    let row = &loaded.row;
    let (calls, turns) = (rows::calls_on(cx.tx, row.id)?, turn_rows::turn_calls_on(cx.tx, row.id)?);
    let is_called = !calls.is_empty() || !turns.is_empty();
    let Some(end) = row.end.as_ref().filter(|_| is_called) else { return Ok(None) };
    let Some(outcome) = end.outcome.as_ref().filter(|_| is_played(end)) else {
        rows::drop_calls(cx.tx, row.id)?;
        return Ok(None);
    };
    if is_unwanted(cx.tx, row)? {
        rows::drop_calls(cx.tx, row.id)?;
        return Ok(None);
    }
    // Where the match ended before a turn was over, nothing is known of that turn.
    for call in turns {
        if call.points.is_none() || takes_part(cx, row, call.person)? {
            turn_rows::drop_turn_call(cx.tx, &call)?;
        }
    }
    let season = Season::of(end.at).number();
    let home = channel(cx.tx, &cx.tx.room(row.room)?)?;
    let mut here = Vec::new();
    for call in calls {
        let counted = rows::count_calls_on_pair(cx.tx, call.person, season, &row.owners())?;
        if takes_part(cx, row, call.person)?
            || !cx.tx.is_kept(call.of, call.on)?
            || MOST_ON_A_PAIR <= counted
        {
            rows::drop_call(cx.tx, row.id, call.person)?;
            continue;
        }
        let won = outcome.winner.map(|winner| winner == call.seat);
        let earned = points(call.percent, call.chance, won);
        rows::settle_call(cx.tx, row.id, call.person, season, earned)?;
        if call.room == home.id {
            here.push(WinnerCall { points: Some(earned), ..call });
        }
    }
    if here.is_empty() {
        return Ok(None);
    }
    let (best, names) = best_of(cx, loaded, &home, &here)?;
    Ok(Some(words::were_called(here.len(), best, &names)))
}

/// Tells whether a result is that of the match itself, not of a moderator, a league or the bot.
fn is_played(end: &MatchEnd) -> bool {
    !matches!(
        end.ending,
        Some(
            Ending::Ruled(_)
                | Ending::Adjudicated(_)
                | Ending::Settled(_)
                | Ending::CalledOff { .. }
                | Ending::Aborted
        )
    )
}

/// Returns the most points of the calls in a room, and who has them; no names if there are many, or
/// where people of other rooms would read them.
fn best_of(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    home: &Room,
    here: &[WinnerCall],
) -> Result<(i64, Vec<String>), RequestError> {
    let mut best = 0;
    let mut names = Vec::new();
    if is_read_elsewhere(cx, loaded, home)? {
        return Ok((best, names));
    }
    for call in here {
        let person = cx.tx.person_in(home.chat, call.person)?;
        let earned = call.points.map_or(0, rounded);
        if person.settings.get(&HIDDEN) || person.gone || earned < best.max(1) {
            continue;
        }
        if best < earned {
            names.clear();
        }
        best = earned;
        names.push(person.name);
    }
    if NAMED < names.len() {
        names.clear();
    }
    Ok((best, names))
}

/// Tells whether the end of a match is told to people whom its room doesn't know.
fn is_read_elsewhere(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    home: &Room,
) -> Result<bool, RequestError> {
    let row = &loaded.row;
    if !cx.tx.away_rooms(row.id)?.is_empty() || cx.tx.paired_with(row.room)?.is_some() {
        return Ok(true);
    }
    for watch in cx.tx.watches(row.id)? {
        let is_known = if watch.openly {
            cx.tx.room(watch.room)?.is_beside(home)
        } else {
            rows::visited_since(cx.tx, home.id, watch.person)?.is_some()
        };
        if !is_known {
            return Ok(true);
        }
    }
    Ok(false)
}
