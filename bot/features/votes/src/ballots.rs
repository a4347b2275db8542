//! Votes under way: when they open and close, and what a board says of them.
use engine::{game::Status, seat::Seat};
use model::{text::Text, time::later_step};
use service::{
    RequestError,
    context::{
        RequestContext,
        loaded::{LoadedMatch, PositionOrigin},
    },
};
use store::MatchRow;

use crate::{
    rows::{self, Ballot, CastVote, RoomSide},
    words,
};

/// Opens and closes the votes of a match's rooms for a new position.
pub(crate) fn open(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    status: &Status,
    came: &PositionOrigin,
) -> Result<(), RequestError> {
    let Some(time) = loaded.row.terms.room_time else { return Ok(()) };
    let at = loaded.step_key();
    let voted = cx.tx.is_tallied(loaded.row.id, at)?;
    for side in rows::room_sides(cx.tx, loaded.row.id)? {
        let stepped = matches!(came, PositionOrigin::Stepped(by) if *by == side.seat);
        let goes_on = stepped && !loaded.step.ended_turn;
        let ends_at = match side.ballot {
            _ if goes_on && voted => cx.now + later_step(time),
            // A step without a choice takes none of the time.
            Some(before) if goes_on => before.ends_at,
            Some(_) | None => cx.now + time,
        };
        let asked = status.waits_for(side.seat);
        let ballot = asked.then_some(Ballot { at, ends_at });
        // The first vote is shown at once.
        let (silent, show_at, shown_at) = (0, None, 0);
        rows::put_room_side(cx.tx, &RoomSide { ballot, silent, show_at, shown_at, ..side })?;
    }
    Ok(())
}

/// Returns when something is due for the votes of a match.
pub(crate) fn due(cx: &RequestContext<'_>, row: &MatchRow) -> Result<Vec<i64>, RequestError> {
    if row.terms.room_time.is_none() {
        return Ok(Vec::new());
    }
    let sides = rows::room_sides(cx.tx, row.id)?.into_iter();
    let due = sides.flat_map(|side| {
        let show_at = side.show_at.filter(|_| side.ballot.is_some());
        [side.ballot.map(|it| it.ends_at), show_at, side.resign_at]
    });
    Ok(due.flatten().collect())
}

/// Says in a board that a room is asked, how many have voted, and until when they can.
pub(crate) fn asks(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
    asks: &str,
) -> Result<Text, RequestError> {
    let sides = rows::room_sides(cx.tx, loaded.row.id)?;
    let side = sides.iter().find(|it| it.seat == seat);
    let ballot = side.and_then(|it| it.ballot);
    let role = loaded.game().sides()[seat.index()];
    let voted = votes_for_moves(cx, loaded, seat)?.len();
    let left = |at: i64| (at, at - cx.now);
    let until = ballot.map(|it| left(it.ends_at));
    let resign = side.and_then(|it| it.resign_at).map(left);
    Ok(words::room_is_asked(loaded.names.get(seat), role, asks, voted, until, resign))
}

/// Returns the votes of a seat for moves in this position, oldest first.
pub(crate) fn votes_for_moves(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    seat: Seat,
) -> Result<Vec<CastVote>, RequestError> {
    let mut votes = rows::votes_on(cx.tx, loaded.row.id, seat, loaded.step_key())?;
    votes.retain(|it| !it.resigns());
    Ok(votes)
}
