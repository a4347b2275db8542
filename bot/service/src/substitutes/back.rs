//! Comes back to seats that somebody else plays, and hands all of one's seats over for a vacation.
use engine::seat::Seat;
use model::{
    ids::{MatchId, PersonId},
    reply::Reply,
    text::Text,
};
use store::{HandedSeat, HandedTo, MatchRow, Person, Vacation};

use super::{
    ask::check_may_play,
    hand_over::{give_back, hand_over, hand_quietly, taken_back},
    words,
};
use crate::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
    matches, seats, telling, timing,
};

/// Gives the asker their seat in one match, or in all, and stops what was to end one by its
/// position. Returns whether there was any.
pub fn come_back(cx: &mut RequestContext<'_>, of: Option<MatchId>) -> Result<bool, RequestError> {
    let me = cx.me.id;
    let mut any = strike_settlements(cx, of)?;
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

/// Keeps matches running that were to end by their position because the asker was away.
fn strike_settlements(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
) -> Result<bool, RequestError> {
    let me = cx.me.id;
    let mut any = false;
    for mut row in cx.tx.running_of(me)? {
        if of.is_some_and(|of| of != row.id) || row.settles_at.is_none() {
            continue;
        }
        let Some(seat) = row.seats.find(|&it| it == me) else { continue };
        if cx.tx.settlement(row.id)?.is_none_or(|it| it.by == seat) {
            continue;
        }
        cx.tx.drop_settlement(row.id)?;
        row.settles_at = None;
        timing::schedule(cx, &mut row)?;
        cx.tx.update_match(&row)?;
        let loaded = matches::find::load(cx, row)?;
        let text = words::is_here_so_it_goes_on(loaded.names.get(seat));
        let other = *loaded.row.seats.get(seat.other());
        telling::turn::say_at(cx, &loaded, Reply::room(text).mention(other))?;
        any = true;
    }
    Ok(any)
}

/// Gives a seat back to its owner because the agreed time is over.
pub fn is_over(cx: &mut RequestContext<'_>, of: MatchId, seat: Seat) -> Result<(), RequestError> {
    let Some(row) = cx.tx.match_row(of)? else { return Ok(()) };
    let owner = cx.tx.person_in(cx.tx.room(row.room)?.chat, *row.owners().get(seat))?;
    give_back(cx, of, seat, words::is_back(&owner))
}

/// Gives the asker those seats back that were handed over for a vacation.
pub fn end_vacation(cx: &mut RequestContext<'_>) -> Result<(), RequestError> {
    let me = cx.me.id;
    cx.tx.drop_substitute(me)?;
    for of in cx.tx.played_for(me)? {
        let Some(row) = cx.tx.match_row(of)? else { continue };
        let Some(seat) = row.owners().find(|&it| it == me) else { continue };
        if row.handed_now(seat).is_some_and(|it| it.kind == HandedTo::Vacation) {
            give_back(cx, of, seat, words::is_back(&cx.me))?;
        }
    }
    Ok(())
}

/// Gives back each seat that a person plays for somebody, and each that somebody plays for them,
/// because they have deleted their data.
pub fn forget(cx: &mut RequestContext<'_>, person: PersonId) -> Result<(), RequestError> {
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

/// Hands a person's seats to whom they named, if that one has agreed and can play there, until their
/// vacation ends. Seats in private matches stay theirs.
pub(crate) fn hand_all(cx: &mut RequestContext<'_>, person: PersonId) -> Result<(), RequestError> {
    for row in cx.tx.running_of(person)? {
        let Some(seat) = row.seats.find(|&it| it == person) else { continue };
        if let Some((loaded, holder, until)) = stand_in(cx, row, seat)? {
            hand_over(cx, loaded, seat, &holder, HandedTo::Vacation, Some(until))?;
        }
    }
    Ok(())
}

/// Hands the seats of a match that begins by itself to those who play during a vacation. Returns the
/// lines that say so.
pub(crate) fn hand_new(
    cx: &mut RequestContext<'_>,
    of: MatchId,
) -> Result<Vec<Text>, RequestError> {
    let mut lines = Vec::new();
    for seat in Seat::BOTH {
        let Some(row) = cx.tx.match_row(of)? else { continue };
        if let Some((loaded, holder, until)) = stand_in(cx, row, seat)? {
            let kind = HandedTo::Vacation;
            lines.push(hand_quietly(cx, loaded, seat, &holder, kind, Some(until))?);
        }
    }
    Ok(lines)
}

/// Returns who plays a seat during the vacation of its owner, and until when.
fn stand_in(
    cx: &RequestContext<'_>,
    row: MatchRow,
    seat: Seat,
) -> Result<Option<(LoadedMatch, Person, i64)>, RequestError> {
    let person = *row.owners().get(seat);
    let Some(named) = cx.tx.substitute_of(person)?.filter(|it| it.agreed) else { return Ok(None) };
    // Who was named for an earlier vacation isn't asked again.
    let current = |vacation: &Vacation| vacation.from <= cx.now.min(named.from);
    let vacations = cx.tx.vacations(person, cx.now)?;
    let Some(Vacation { until, .. }) = vacations.into_iter().find(current) else { return Ok(None) };
    let room = cx.tx.room(seats::room_of_seat(cx.tx, &row, seat)?)?;
    let holder = cx.tx.person_in(room.chat, named.substitute)?;
    let handed_on = *row.seats.get(seat) != person;
    if handed_on || row.terms.private || check_may_play(cx, &row, seat, &holder).is_err() {
        return Ok(None);
    }
    let loaded = matches::find::load(cx, row)?;
    if loaded.is_practice() || loaded.row.terms.vote.is_some() {
        return Ok(None);
    }
    Ok(Some((loaded, holder, until)))
}
