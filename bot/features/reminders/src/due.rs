//! When a person is reminded of a match.
use engine::seat::Seat;
use model::{
    ids::PersonId,
    time::{DAY, MINUTE, Owes, Reminder, ReminderPlan},
};
use service::{RequestError, awake, context::RequestContext, timing};
use store::{MatchRow, Person, QUIET, SNOOZED, TimeMark, ZONE};

use super::setting_rows::{NUDGING, WARNINGS};

/// How long before quiet hours a person is warned of what would time out during them, in seconds.
const EVENING: i64 = 10 * MINUTE;

/// The shortest time between two lists to the same person, in seconds.
pub(crate) const BETWEEN_LISTS: i64 = DAY;

/// A person got the list of their matches.
pub(crate) const LISTED_AT: TimeMark = TimeMark::new("digest");

/// Returns when the players of a match are next reminded.
pub(crate) fn due_in_match(
    cx: &RequestContext<'_>,
    row: &MatchRow,
) -> Result<Vec<i64>, RequestError> {
    let mut due = Vec::new();
    for seat in timing::waited_for(cx, row)? {
        let person = cx.tx.person(*row.seats.get(seat))?;
        due.extend(reminder(cx, row, seat, &person)?.map(|it| it.at));
    }
    Ok(due)
}

/// Returns when a seat is next reminded; never in the past, during a pause, or too late.
pub(crate) fn reminder(
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
    let last = last_list(cx, person.id)?;
    if let Some(again) = last.map(|last| last + BETWEEN_LISTS).filter(|&it| cx.now < it)
        && 1 < awake::waiting_for(cx, person.id)?.len()
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

/// Returns when a person last got a list; none if that is in the future.
pub(crate) fn last_list(
    cx: &RequestContext<'_>,
    person: PersonId,
) -> Result<Option<i64>, RequestError> {
    let last = cx.tx.moment(LISTED_AT.of(person))?;
    Ok(last.filter(|&it| it <= cx.now))
}
