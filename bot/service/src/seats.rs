//! Who sits where and decides: from which room a seat is played, and who decides for a room that plays.
use engine::{
    mind::Level,
    seat::{BySeat, Seat},
};
use model::ids::{PersonId, RoomId};
use store::{HandedTo, MatchRow, Person, StoreError, Tx};

use crate::{
    RequestError,
    context::{
        RequestContext,
        loaded::LoadedMatch,
        room_play::{RoomPlay, RoomRefusal, SharedSeat, refusal_of_room},
        seam::Features,
    },
};

/// Who decides for a seat of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decider {
    /// The person whose seat it is.
    Owner,
    /// Another person, who plays for the owner.
    Holder(HandedTo),
    /// The bot, as an opponent or for the owner.
    Bot(Level),
    /// The people of a room together.
    Room(RoomId),
}

impl Decider {
    /// Tells who decides for a seat from who plays it.
    pub fn of(row: &MatchRow, seat: Seat, player: &Person) -> Decider {
        match (player.level, player.room, row.handed_now(seat)) {
            (Some(level), _, _) => Decider::Bot(level),
            (None, Some(room), _) => Decider::Room(room),
            (None, None, Some(handed)) => Decider::Holder(handed.kind),
            (None, None, None) => Decider::Owner,
        }
    }

    /// Tells whether one person does.
    pub fn is_person(self) -> bool {
        match self {
            Decider::Owner | Decider::Holder(_) => true,
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
            Decider::Owner | Decider::Holder(_) | Decider::Room(_) => None,
        }
    }

    /// Tells whether a room plays this seat.
    pub(crate) fn is_of_room(&self, seat: Seat) -> bool {
        matches!(self.decider(seat), Decider::Room(_))
    }
}

/// Returns the room where a player of a match is told what only they may know.
pub fn room_of_player(
    cx: &RequestContext<'_>,
    row: &MatchRow,
    player: PersonId,
) -> Result<RoomId, RequestError> {
    let seat = row.seats.find(|&it| it == player);
    Ok(seat.map_or(Ok(row.room), |seat| room_of_seat(cx.tx, row, seat))?)
}

/// Tells whether a match is played here: in this room, or from it.
pub fn is_played_here(cx: &RequestContext<'_>, row: &MatchRow) -> Result<bool, RequestError> {
    let here = cx.room.id;
    Ok(row.room == here || cx.tx.is_away_room(row.id, here)?)
}

/// Returns the room from which a seat of a match is played.
pub fn room_of_seat(tx: &Tx<'_>, row: &MatchRow, seat: Seat) -> Result<RoomId, StoreError> {
    let away = tx.away_rooms(row.id)?.into_iter().find(|it| it.0 == seat);
    Ok(away.map_or(row.room, |it| it.1))
}

/// Tells of each seat whether the bot can't tell its player anything: it lost the room they play from,
/// and they take no private messages.
pub fn out_of_reach(tx: &Tx<'_>, row: &MatchRow) -> Result<BySeat<bool>, StoreError> {
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

/// Returns the seat that the asker, who isn't one of the players, decides for with others.
pub fn shared_seat(
    cx: &RequestContext<'_>,
    row: &MatchRow,
) -> Result<Option<SharedSeat>, RequestError> {
    match cx.asker() {
        Some(me) => Ok(seat_shared_by(cx.tx, cx.memory.features, row, me, cx.room.id)?),
        None => Ok(None),
    }
}

/// Returns the seat that a person, who isn't one of the players, decides for with others from a room.
pub(crate) fn seat_shared_by(
    tx: &Tx<'_>,
    features: &Features,
    row: &MatchRow,
    person: PersonId,
    from: RoomId,
) -> Result<Option<SharedSeat>, StoreError> {
    let plays = row.seats.find(|&it| it == person).is_some();
    match features.room_play() {
        Some(RoomPlay { shared, .. }) if row.terms.room_time.is_some() && !plays => {
            shared(tx, row, person, from)
        }
        Some(_) | None => Ok(None),
    }
}

/// Tells whether a person had a part in what a room played in a match.
pub fn took_part(
    cx: &RequestContext<'_>,
    row: &MatchRow,
    person: PersonId,
) -> Result<bool, StoreError> {
    match cx.memory.features.room_play() {
        Some(RoomPlay { took_part, .. }) if row.terms.room_time.is_some() => {
            took_part(cx.tx, row.id, person)
        }
        Some(_) | None => Ok(false),
    }
}

/// Refuses what would need the consent of a room.
pub fn check_no_room_plays(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
) -> Result<(), RequestError> {
    match loaded.row.terms.room_time {
        Some(_) => Err(refusal_of_room(cx, RoomRefusal::Consent(loaded.row.id)).into()),
        None => Ok(()),
    }
}
