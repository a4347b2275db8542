//! Which matches can be called by people who don't play them, where, and by whom not.
use model::{
    ids::{PersonId, RoomId},
    reply::Choice,
};
use service::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
    seats,
};
use store::{MatchRow, Person, Room, StoreError, Tx};

use super::{
    rows,
    turn_on::{ON_IN_ROOM, OPEN_TO_OTHERS},
    words,
};

/// Up to which step a match with something hidden can be called, because later a friend of a player
/// could know more than the board shows.
pub(super) const LAST_HIDDEN_STEP: u32 = 10;

/// Why nobody can call a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoCalls {
    Over,
    Private,
    /// A player doesn't want it.
    Unwanted,
    /// Something is hidden, and it has gone on for too long.
    Hidden,
}

/// Returns the channel of a room, which has the settings and the table of its threads; the room itself
/// if it isn't a thread.
pub(super) fn channel(tx: &Tx<'_>, room: &Room) -> Result<Room, StoreError> {
    if room.parent.is_empty() {
        return Ok(room.clone());
    }
    let channel = tx.room_by_handle(room.chat, &room.parent)?.filter(|it| it.is_beside(room));
    Ok(channel.unwrap_or_else(|| room.clone()))
}

/// Returns the channel of a room if calls are on there.
pub(super) fn calls_room(tx: &Tx<'_>, room: RoomId) -> Result<Option<Room>, StoreError> {
    Ok(Some(channel(tx, &tx.room(room)?)?).filter(|it| it.settings.get(&ON_IN_ROOM)))
}

/// Notes that somebody is in a room where calls are on.
pub(super) fn note_visit(
    tx: &Tx<'_>,
    room: &Room,
    me: &Person,
    now: i64,
) -> Result<(), StoreError> {
    let channel = channel(tx, room)?;
    if channel.settings.get(&ON_IN_ROOM) && (room.parent.is_empty() || channel.id != room.id) {
        rows::note_visit(tx, channel.id, me.id, now)?;
    }
    Ok(())
}

/// Makes the button for people who don't play, where they can call who wins.
pub(super) fn call_button(
    cx: &RequestContext<'_>,
    loaded: &LoadedMatch,
    room: RoomId,
) -> Result<Vec<Choice>, RequestError> {
    let can = calls_room(cx.tx, room)?.is_some() && no_calls(cx.tx, loaded)?.is_none();
    Ok(can.then(|| words::call_button(loaded.row.id)).into_iter().collect())
}

/// Returns why a match can't be called; none if it can.
pub(super) fn no_calls(tx: &Tx<'_>, loaded: &LoadedMatch) -> Result<Option<NoCalls>, StoreError> {
    let row = &loaded.row;
    Ok(if row.end.is_some() {
        Some(NoCalls::Over)
    } else if row.terms.private {
        Some(NoCalls::Private)
    } else if is_unwanted(tx, row)? {
        Some(NoCalls::Unwanted)
    } else if LAST_HIDDEN_STEP < loaded.step.step && loaded.has_secrets() {
        Some(NoCalls::Hidden)
    } else {
        None
    })
}

/// Tells whether one of those who play or played a match doesn't want it to be called.
pub(super) fn is_unwanted(tx: &Tx<'_>, row: &MatchRow) -> Result<bool, StoreError> {
    for person in players(row) {
        if !tx.person(person)?.settings.get(&OPEN_TO_OTHERS) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Tells whether a person plays a match, played it for somebody else, or decides in it with others.
pub(super) fn takes_part(
    cx: &RequestContext<'_>,
    row: &MatchRow,
    person: PersonId,
) -> Result<bool, StoreError> {
    if players(row).any(|it| it == person) {
        return Ok(true);
    }
    seats::took_part(cx, row, person)
}

/// Returns everyone who has or had a seat of a match.
fn players(row: &MatchRow) -> impl Iterator<Item = PersonId> {
    let handed = row.handed.iter().flat_map(|handed| [handed.owner, handed.holder]);
    [row.seats.first, row.seats.second].into_iter().chain(handed)
}
