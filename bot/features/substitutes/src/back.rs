//! Comes back to seats that somebody else plays.
use engine::seat::Seat;
use model::ids::{MatchId, PersonId};
use service::{RequestError, context::RequestContext};
use store::{HandedSeat, MatchRow};

use super::{
    hand_over::{give_back, taken_back},
    words,
};

/// Gives the asker their seat in one match, or in all. Returns whether there was any.
pub(crate) fn come_back(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
) -> Result<bool, RequestError> {
    let me = cx.me.id;
    let mut any = false;
    for played in cx.tx.played_for(me)? {
        if of.is_some_and(|of| of != played) {
            continue;
        }
        let Some(row) = cx.tx.match_row(played)? else { continue };
        let Some(seat) = row.owners().find(|&it| it == me) else { continue };
        any = true;
        let line = words::is_back(&cx.me);
        give_back(cx, played, seat, line)?;
    }
    Ok(any)
}

/// Returns when seats that were handed over go back by themselves, and which.
pub(crate) fn ends_of(row: &MatchRow) -> impl Iterator<Item = (i64, Seat)> {
    let now = row.handed.iter().filter(|handed| handed.ended.is_none());
    now.filter_map(|handed| Some((handed.until?, handed.seat)))
}

/// Gives a seat back to its owner once the agreed time is over. Tells whether there was one.
pub(crate) fn give_back_in_time(
    cx: &mut RequestContext<'_>,
    row: &MatchRow,
) -> Result<bool, RequestError> {
    let Some((_, seat)) = ends_of(row).find(|(until, _)| *until <= cx.now) else {
        return Ok(false);
    };
    let owner = cx.tx.person_in(cx.tx.room(row.room)?.chat, *row.owners().get(seat))?;
    give_back(cx, row.id, seat, words::is_back(&owner))?;
    Ok(true)
}

/// Gives back each seat that a person plays for somebody, and each that somebody plays for them,
/// because they have deleted their data.
pub(crate) fn forget(cx: &mut RequestContext<'_>, person: PersonId) -> Result<(), RequestError> {
    let held = cx.tx.played_by(person)?;
    for of in held.into_iter().chain(cx.tx.played_for(person)?) {
        let Some(row) = cx.tx.match_row(of)? else { continue };
        let is_theirs = |handed: &HandedSeat| {
            handed.ended.is_none() && [handed.owner, handed.holder].contains(&person)
        };
        let Some(seat) = row.handed.iter().find(|it| is_theirs(it)).map(|it| it.seat) else {
            continue;
        };
        if *row.owners().get(seat) == person {
            taken_back(cx, of, seat)?;
        } else {
            let owner = cx.tx.person_in(cx.tx.room(row.room)?.chat, *row.owners().get(seat))?;
            give_back(cx, of, seat, words::needs_another(&owner))?;
        }
    }
    Ok(())
}
