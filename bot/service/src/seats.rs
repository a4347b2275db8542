//! Who sits where: from which room a seat is played, and for which side a room votes.
use engine::seat::{BySeat, Seat};
use model::ids::{PersonId, RoomId};
use store::{MatchRow, RoomSide, Tx};

use crate::{RequestError, context::RequestContext};

/// Returns the room where a player of a match is told what only they may know.
pub(crate) fn room_of_player(
    cx: &RequestContext<'_>,
    row: &MatchRow,
    player: PersonId,
) -> Result<RoomId, RequestError> {
    let seat = row.seats.find(|&it| it == player);
    Ok(seat.map_or(Ok(row.room), |seat| room_of_seat(cx.tx, row, seat))?)
}

/// Tells whether a match is played here: in this room, or from it.
pub(crate) fn is_played_here(
    cx: &RequestContext<'_>,
    row: &MatchRow,
) -> Result<bool, RequestError> {
    let here = cx.room.id;
    Ok(row.room == here || cx.tx.is_away_room(row.id, here)?)
}

/// Returns the room from which a seat of a match is played.
pub(crate) fn room_of_seat(
    tx: &Tx<'_>,
    row: &MatchRow,
    seat: Seat,
) -> Result<RoomId, store::StoreError> {
    let away = tx.away_rooms(row.id)?.into_iter().find(|it| it.0 == seat);
    Ok(away.map_or(row.room, |it| it.1))
}

/// Tells of each seat whether the bot can't tell its player anything: it lost the room they play from,
/// and they take no private messages.
pub(crate) fn out_of_reach(tx: &Tx<'_>, row: &MatchRow) -> Result<BySeat<bool>, store::StoreError> {
    let away = tx.away_rooms(row.id)?;
    let mut out = BySeat::default();
    for seat in Seat::BOTH {
        let room = away.iter().find(|it| it.0 == seat).map_or(row.room, |it| it.1);
        if tx.room(room)?.lost.is_some() {
            let person = tx.person(*row.seats.get(seat))?;
            *out.get_mut(seat) = person.is_person() && !person.gone;
        }
    }
    Ok(out)
}

/// Returns the side of a match that the asker votes for: the one they have voted for before,
/// else the one of this room. None for players, and in matches between people.
pub(crate) fn voting_side(
    cx: &RequestContext<'_>,
    row: &MatchRow,
) -> Result<Option<RoomSide>, RequestError> {
    let plays = row.seats.find(|&it| it == cx.me.id).is_some();
    if row.terms.vote.is_none() || plays || cx.asker().is_none() {
        return Ok(None);
    }
    let own = cx.tx.vote_of(row.id, cx.me.id)?.map(|it| it.seat);
    let is_theirs = |side: &RoomSide| match own {
        Some(seat) => side.seat == seat,
        None => side.room == cx.room.id,
    };
    Ok(cx.tx.room_sides(row.id)?.into_iter().find(is_theirs))
}
