//! Who sits where and decides: from which room a seat is played, and for which side a room votes.
use engine::{
    mind::Level,
    seat::{BySeat, Seat},
};
use model::ids::{PersonId, RoomId};
use store::{HandedTo, MatchRow, Person, RoomSide, Tx};

use crate::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
};

/// Who decides for a seat of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decider {
    /// The person whose seat it is.
    Owner,
    /// Another person, who plays for the owner.
    Substitute(HandedTo),
    /// The bot, as an opponent or for the owner.
    Bot(Level),
    /// A room, by vote.
    Room(RoomId),
}

impl Decider {
    /// Tells who decides for a seat from who plays it.
    pub fn of(row: &MatchRow, seat: Seat, player: &Person) -> Decider {
        match (player.level, player.room, row.handed_now(seat)) {
            (Some(level), _, _) => Decider::Bot(level),
            (None, Some(room), _) => Decider::Room(room),
            (None, None, Some(handed)) => Decider::Substitute(handed.kind),
            (None, None, None) => Decider::Owner,
        }
    }

    /// Tells whether one person does.
    pub fn is_person(self) -> bool {
        match self {
            Decider::Owner | Decider::Substitute(_) => true,
            Decider::Bot(_) | Decider::Room(_) => false,
        }
    }
}

impl LoadedMatch {
    /// Returns who decides for a seat.
    pub(crate) fn decider(&self, seat: Seat) -> Decider {
        Decider::of(&self.row, seat, self.people.get(seat))
    }

    /// Returns the bot's level in a seat, if it decides there.
    pub fn level(&self, seat: Seat) -> Option<Level> {
        match self.decider(seat) {
            Decider::Bot(level) => Some(level),
            Decider::Owner | Decider::Substitute(_) | Decider::Room(_) => None,
        }
    }

    /// Tells whether a room plays this seat by vote.
    pub(crate) fn is_voted(&self, seat: Seat) -> bool {
        matches!(self.decider(seat), Decider::Room(_))
    }
}

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
pub fn out_of_reach(tx: &Tx<'_>, row: &MatchRow) -> Result<BySeat<bool>, store::StoreError> {
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
