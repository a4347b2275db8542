//! The sides that rooms play: who votes for them, and until when.
use std::cmp::Reverse;

use engine::{game::Status, seat::Seat};
use model::{text::Text, time::later_vote};
use store::{Ballot, MatchRow, Room, RoomSide, Vote};

use crate::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
    matches::{self, find::PositionOrigin},
    seats,
};

/// Refuses several actions in one line where a room votes.
pub(crate) fn check_one_vote(loaded: &LoadedMatch, seat: Seat) -> Result<(), RequestError> {
    match loaded.is_voted(seat) {
        true => Err(matches::words::one_choice_at_a_time().into()),
        false => Ok(()),
    }
}

/// Refuses to claim a match from a room, whose time is that of its vote.
pub(crate) fn check_not_voted(loaded: &LoadedMatch, late: Seat) -> Result<(), RequestError> {
    match loaded.is_voted(late) {
        true => Err(matches::words::room_is_never_late(loaded.row.id).into()),
        false => Ok(()),
    }
}

/// Refuses what would need the consent of a room.
pub(crate) fn check_no_room_plays(loaded: &LoadedMatch) -> Result<(), RequestError> {
    match loaded.row.terms.vote {
        Some(_) => Err(matches::words::not_by_vote(loaded.row.id).into()),
        None => Ok(()),
    }
}

/// Names a room as a player.
pub fn called(cx: &RequestContext<'_>, room: &Room) -> Result<String, RequestError> {
    Ok(cx.tx.room_person(room)?.name)
}

/// Returns the seat that the asker votes for.
///
/// # Errors
/// In the room of the other side, if they have voted for this one before.
pub(crate) fn voters_seat(
    cx: &RequestContext<'_>,
    row: &MatchRow,
) -> Result<Option<Seat>, RequestError> {
    let Some(side) = seats::voting_side(cx, row)? else { return Ok(None) };
    let sides = cx.tx.room_sides(row.id)?;
    let of_other = sides.iter().any(|other| other.room == cx.room.id && other.seat != side.seat);
    if of_other {
        let own = cx.tx.room(side.room)?;
        return Err(matches::words::votes_for_other_room(row.id, &called(cx, &own)?).into());
    }
    Ok(Some(side.seat))
}

/// Returns the running matches that this room plays and the asker votes in.
pub(crate) fn voted_here(cx: &RequestContext<'_>) -> Result<Vec<MatchRow>, RequestError> {
    let mut rows = Vec::new();
    for row in cx.tx.voted_in(cx.room.id)? {
        if seats::voting_side(cx, &row)?.is_some_and(|it| it.room == cx.room.id) {
            rows.push(row);
        }
    }
    Ok(rows)
}

/// Returns the running matches where words of the asker can be a move here: their own, and
/// those that this room plays.
pub fn playable_here(cx: &RequestContext<'_>) -> Result<Vec<MatchRow>, RequestError> {
    let own = matches::find::mine_here(cx)?;
    let voted = voted_here(cx)?;
    if voted.is_empty() {
        return Ok(own);
    }
    let mut rows = Vec::new();
    for row in own {
        if seats::is_played_here(cx, &row)? {
            rows.push(row);
        }
    }
    rows.extend(voted);
    Ok(rows)
}

/// Returns the matches that the asker can play here, the likeliest to be asked about first: those that wait
/// for them, and then those where something happened last.
pub(crate) fn asked_about_here(cx: &RequestContext<'_>) -> Result<Vec<MatchRow>, RequestError> {
    let mut rows = playable_here(cx)?;
    let waits = |row: &MatchRow| {
        Seat::BOTH
            .into_iter()
            .any(|seat| *row.seats.get(seat) == cx.me.id && *row.waiting.get(seat))
    };
    rows.sort_by_key(|row| (Reverse(waits(row)), Reverse(row.touched_at), row.id));
    Ok(rows)
}

/// Opens and closes the votes of a match's rooms for a new position.
pub(crate) fn open_ballots(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    status: &Status,
    came: &PositionOrigin,
) -> Result<(), RequestError> {
    let Some(time) = loaded.row.terms.vote else { return Ok(()) };
    let at = loaded.step_key();
    let voted = cx.tx.is_tallied(loaded.row.id, at)?;
    for side in cx.tx.room_sides(loaded.row.id)? {
        let stepped = matches!(came, PositionOrigin::Stepped(by) if *by == side.seat);
        let goes_on = stepped && !loaded.step.ended_turn;
        let ends_at = match side.ballot {
            _ if goes_on && voted => cx.now + later_vote(time),
            // A step without a choice takes none of the time.
            Some(before) if goes_on => before.ends_at,
            Some(_) | None => cx.now + time,
        };
        let asked = status.waits_for(side.seat);
        let ballot = asked.then_some(Ballot { at, ends_at });
        // The first vote is shown at once.
        let (silent, show_at, shown_at) = (0, None, 0);
        cx.tx.put_room_side(&RoomSide { ballot, silent, show_at, shown_at, ..side })?;
    }
    Ok(())
}

/// Returns when something is due for the votes of a match.
pub(crate) fn ballots_due(
    cx: &RequestContext<'_>,
    row: &MatchRow,
) -> Result<Vec<i64>, RequestError> {
    if row.terms.vote.is_none() {
        return Ok(Vec::new());
    }
    let sides = cx.tx.room_sides(row.id)?.into_iter();
    let due = sides.flat_map(|side| {
        let show_at = side.show_at.filter(|_| side.ballot.is_some());
        [side.ballot.map(|it| it.ends_at), show_at, side.resign_at]
    });
    Ok(due.flatten().collect())
}

/// Says in a board that a room is asked, how many have voted, and until when they can.
pub(crate) fn room_is_asked(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
    asks: &str,
) -> Result<Text, RequestError> {
    let sides = cx.tx.room_sides(loaded.row.id)?;
    let side = sides.iter().find(|it| it.seat == seat);
    let ballot = side.and_then(|it| it.ballot);
    let role = loaded.game().sides()[seat.index()];
    let voted = votes_for_moves(cx, loaded, seat)?.len();
    let left = |at: i64| (at, at - cx.now);
    let until = ballot.map(|it| left(it.ends_at));
    let resign = side.and_then(|it| it.resign_at).map(left);
    Ok(matches::words::room_is_asked(loaded.names.get(seat), role, asks, voted, until, resign))
}

/// Returns the votes of a seat for moves in this position, oldest first.
pub(crate) fn votes_for_moves(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
) -> Result<Vec<Vote>, RequestError> {
    let mut votes = cx.tx.votes_on(loaded.row.id, seat, loaded.step_key())?;
    votes.retain(|it| !it.resigns());
    Ok(votes)
}
