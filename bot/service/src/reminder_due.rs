//! When a person is reminded of a match.
use engine::seat::Seat;
use model::{
    ids::{MatchId, PersonId},
    time::{DAY, MINUTE, Owes, Reminder, ReminderPlan},
};
use store::{MatchRow, NUDGING, Person, QUIET, SNOOZED, TimeMark, WARNINGS, ZONE};

use crate::{RequestError, context::RequestContext};

/// How long before quiet hours a person is warned of what would time out during them, in seconds.
pub(crate) const EVENING: i64 = 10 * MINUTE;

/// Returns when a seat is next reminded; never in the past, during a pause, or too late.
pub fn reminder(
    cx: &RequestContext<'_>,
    row: &MatchRow,
    seat: Seat,
    person: &Person,
) -> Result<Option<Reminder>, RequestError> {
    let (settings, warnings) = (&person.settings, person.settings.get(&WARNINGS));
    let plan = ReminderPlan { setting: settings.get(&NUDGING), warnings: &warnings };
    let timer = &row.timer;
    if timer.owes(seat) == Owes::Nothing || timer.paused().is_some() {
        return Ok(None);
    }
    let Some(mut next) = row.nudges.get(seat).next(plan) else { return Ok(None) };
    let rests = timer.rests_until(seat, cx.now).unwrap_or(cx.now);
    next.at = next.at.max(settings.get(&SNOOZED)).max(rests).max(cx.now);
    let over = timer.over(seat);
    let last = last_digest(cx, person.id)?;
    if let Some(again) = last.map(|last| last + DIGEST).filter(|&it| cx.now < it)
        && 1 < waiting_for(cx, person.id)?.len()
    {
        // A match that would time out before the next list gets its own reminder.
        if over.is_some_and(|it| it < again) {
            let Some(last) = row.nudges.get(seat).last(plan) else { return Ok(None) };
            next.at = next.at.max(last.at);
        } else {
            next.at = next.at.max(again);
        }
    }
    if let Some((from, to)) =
        settings.get(&QUIET).and_then(|it| it.around(&settings.get(&ZONE), next.at))
    {
        // A match that would time out by morning is announced in the evening.
        let evening = cx.now.max(from - EVENING).max(row.nudges.get(seat).free_from());
        let before = over.is_some_and(|it| it <= to) && evening < from;
        next.at = if before { evening } else { to };
    }
    Ok(Some(next).filter(|next| over.is_none_or(|over| next.at < over)))
}

/// Returns the earliest moment to notify a person: then, now, or after their quiet hours.
pub(crate) fn awake(
    cx: &RequestContext<'_>,
    person: PersonId,
    from: i64,
) -> Result<i64, RequestError> {
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

/// Returns when a person last got a list; none if that is in the future.
pub(crate) fn last_digest(
    cx: &RequestContext<'_>,
    person: PersonId,
) -> Result<Option<i64>, RequestError> {
    let last = cx.tx.moment(TimeMark::DIGEST.of(person))?;
    Ok(last.filter(|&it| it <= cx.now))
}

/// The shortest time between two lists to the same person, in seconds.
pub const DIGEST: i64 = DAY;
