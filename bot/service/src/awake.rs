//! When and where a person is told something that they didn't ask for, and what waits for them.
use engine::seat::Seat;
use model::{
    ids::{MatchId, PersonId},
    time::Owes,
};
use store::{MatchRow, Person, QUIET, REMINDERS_IN, Room, ZONE};

use crate::{RequestError, context::RequestContext};

/// Returns the earliest moment to notify a person: then, now, or after their quiet hours.
pub fn awake(cx: &RequestContext<'_>, person: PersonId, from: i64) -> Result<i64, RequestError> {
    let settings = cx.tx.person(person)?.settings;
    let at = from.max(cx.now);
    Ok(settings
        .get(&QUIET)
        .and_then(|it| it.around(&settings.get(&ZONE), at))
        .map_or(at, |(_, to)| to))
}

/// Returns the earliest moment to notify one of the others in a match.
pub(crate) fn others_awake(
    cx: &RequestContext<'_>,
    row: &MatchRow,
    seat: Seat,
    from: i64,
) -> Result<i64, RequestError> {
    let mut earliest = i64::MAX;
    for &other in row.seats.others(seat) {
        earliest = earliest.min(awake(cx, other, from)?);
    }
    Ok(earliest)
}

/// Returns the matches that wait for a person, with their seats, except those whose time is
/// stopped.
pub fn waiting_for(
    cx: &RequestContext<'_>,
    person: PersonId,
) -> Result<Vec<(MatchRow, Seat)>, RequestError> {
    let mut rows = cx.tx.running_of(person)?;
    // The bot waits for nobody.
    let practised: Vec<MatchId> = cx.tx.practising(person)?.into_iter().map(|it| it.id).collect();
    rows.retain(|row| !practised.contains(&row.id));
    let mine = rows.into_iter().filter_map(|row| {
        let seat = row.seats.find(|&it| it == person)?;
        let rests = row.timer.rests_until(seat, cx.now).is_some();
        let waits = row.timer.owes(seat) != Owes::Nothing && row.timer.paused().is_none();
        (waits && !rests).then_some((row, seat))
    });
    Ok(mine.collect())
}

/// Returns where to tell a person who is in several chats: where they chose, or where they
/// last spoke.
pub fn told_in(cx: &RequestContext<'_>, person: &Person) -> Result<Option<Room>, RequestError> {
    let rooms = cx.tx.last_rooms(person.id)?;
    if rooms.len() < 2 {
        return Ok(None);
    }
    let chosen = rooms.iter().find(|room| Some(room.chat) == person.settings.get(&REMINDERS_IN));
    Ok(chosen.or(rooms.first()).cloned())
}
