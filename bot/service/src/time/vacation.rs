//! Vacations, immediate or planned, during which a person's time is stopped.
use command::verbs;
use engine::refusal::Refusal;
use model::{
    ids::{PersonId, RoomId},
    reply::Reply,
    span,
    text::Text,
    time::{DAY, length},
};
use store::{StoreError, Vacation};

use crate::{RequestError, Service, context::RequestContext, time::words, timing};

/// How much vacation a person may take within [`YEAR`], in seconds.
pub(crate) const ALLOWED: i64 = 30 * DAY;
pub(crate) const YEAR: i64 = 365 * DAY;

/// The least time between two vacations, in seconds, because each is announced.
const BETWEEN: i64 = 3 * DAY;

impl Service {
    /// Starts the vacations planned for now: clocks stop, and the rooms are notified.
    pub(crate) fn begin_vacations(&mut self, now: i64) -> Result<(), StoreError> {
        let due = self.store.transaction(|tx| tx.planned_vacations(now))?;
        for (person, vacation) in due {
            self.of_its_own(
                now,
                |tx| {
                    tx.begin_vacation(person, now)?;
                    match tx.running_of(person)?.first() {
                        Some(row) => Ok(Some((tx.room(row.room)?, tx.person(person)?))),
                        None => Ok(None),
                    }
                },
                |context| begin_planned(context, vacation),
            );
        }
        Ok(())
    }
}

pub(crate) fn vacation(
    cx: &mut RequestContext<'_>,
    said: &verbs::Vacation,
) -> Result<(), RequestError> {
    let said = said.length.trim().to_lowercase();
    match said.as_str() {
        "" => say_vacation(cx),
        "end" | "over" | "off" | "stop" | "back" => end_vacation(cx),
        "cancel" => cancel_vacation(cx),
        _ => take_vacation(cx, &said),
    }
}

/// Returns how many seconds of vacation a person has left at a moment.
fn vacation_left(
    cx: &RequestContext<'_>,
    person: PersonId,
    from: i64,
) -> Result<i64, RequestError> {
    let year = from - YEAR;
    let taken = cx.tx.vacations(person, year)?;
    let taken: i64 = taken.iter().map(|vacation| vacation.until - vacation.from.max(year)).sum();
    Ok((ALLOWED - taken).max(0))
}

fn take_vacation(cx: &mut RequestContext<'_>, said: &str) -> Result<(), RequestError> {
    let (from, wanted) = read_vacation(cx, said)?;
    if wanted < DAY {
        return Err(words::vacation_too_short().into());
    }
    let zone = cx.me.settings.zone.clone();
    let until = from + wanted;
    for other in cx.tx.vacations(cx.me.id, cx.now - BETWEEN)? {
        let refusal = match other {
            Vacation { from: begun, until } if begun <= cx.now && cx.now < until => {
                if until + BETWEEN <= from {
                    continue;
                }
                words::already_on_vacation(until - cx.now)
            }
            Vacation { from, .. } if cx.now < from => words::already_planned(&zone.say(from)),
            Vacation { until, .. } if from < until + BETWEEN => {
                words::vacation_too_soon(BETWEEN, &zone.say(until + BETWEEN))
            }
            _ => continue,
        };
        return Err(refusal.into());
    }
    let left = vacation_left(cx, cx.me.id, from)?;
    if left < wanted {
        let most = Some(left / DAY).filter(|days| 0 < *days && from <= cx.now);
        return Err(words::vacation_too_long(wanted, left, ALLOWED / DAY, most).into());
    }
    let begun = from <= cx.now;
    cx.tx.add_vacation(cx.me.id, Vacation { from, until }, begun)?;
    if begun {
        let from_now = cx.now;
        rest_everywhere(cx, until, from_now)?;
        let text = span![words::vacation_begins(&cx.me, wanted), " ", words::come_back_early()];
        cx.say(Reply::room(text));
    } else {
        let now = timing::away_until(cx, &cx.me)?.is_some();
        let text = words::vacation_planned(&zone.say(from), &zone, wanted, now);
        cx.say(cx.answer(text));
    }
    Ok(())
}

/// Reads `10 days`, `from 2026-07-01 10 days` or `10 days from tomorrow` as start and length.
fn read_vacation(cx: &RequestContext<'_>, said: &str) -> Result<(i64, i64), Refusal> {
    let Some((before, after)) = format!(" {said} ").split_once(" from ").map(own) else {
        return Ok((cx.now, length(said).ok_or_else(|| words::no_length(said))?));
    };
    let (day, rest) = after.split_once(' ').unwrap_or((after.as_str(), ""));
    let rest = rest.trim().trim_start_matches("for ");
    let long = if rest.is_empty() { before.as_str() } else { rest };
    let zone = &cx.me.settings.zone;
    let from = zone.day(day, cx.now).ok_or_else(|| words::no_date(day))?;
    let long = match long {
        "" => return Err(words::how_long()),
        long => length(long).ok_or_else(|| words::no_length(long))?,
    };
    // Today has already started.
    let today = from + DAY > cx.now;
    match from.max(cx.now) {
        _ if !today => Err(words::in_the_past(day)),
        from if cx.now + YEAR < from => Err(words::over_a_year_ahead()),
        from => Ok((from, long)),
    }
}

fn begin_planned(
    cx: &mut RequestContext<'_>,
    Vacation { from, until }: Vacation,
) -> Result<(), RequestError> {
    rest_everywhere(cx, until, from)?;
    let mut rooms: Vec<RoomId> =
        cx.tx.running_of(cx.me.id)?.into_iter().map(|it| it.room).collect();
    rooms.sort();
    rooms.dedup();
    for room in rooms {
        let me = cx.tx.person_in(cx.tx.room(room)?.chat, cx.me.id)?;
        let says = words::vacation_begins(&me, until - cx.now);
        cx.say_in(room, Reply::room(says))?;
    }
    Ok(())
}

fn end_vacation(cx: &mut RequestContext<'_>) -> Result<(), RequestError> {
    if timing::away_until(cx, &cx.me)?.is_some() {
        cx.tx.end_vacation(cx.me.id, cx.now)?;
        let now = cx.now;
        let from = cx.now;
        rest_everywhere(cx, now, from)?;
        cx.say(Reply::room(words::back_from_vacation(&cx.me)));
        return Ok(());
    }
    match strike_planned(cx)? {
        true => Ok(()),
        false => Err(words::not_on_vacation().into()),
    }
}

/// Cancels a planned vacation, even during another one.
fn cancel_vacation(cx: &mut RequestContext<'_>) -> Result<(), RequestError> {
    if strike_planned(cx)? {
        return Ok(());
    }
    Err(match timing::away_until(cx, &cx.me)? {
        Some(_) => words::none_planned_but_one_now(),
        None => words::none_planned(),
    }
    .into())
}

fn strike_planned(cx: &mut RequestContext<'_>) -> Result<bool, RequestError> {
    let struck = cx.tx.cancel_vacation(cx.me.id, cx.now)?;
    if struck {
        cx.say(cx.answer(words::vacation_cancelled()));
    }
    Ok(struck)
}

/// Stops the asker's time in all their matches from one moment until another.
pub(crate) fn rest_everywhere(
    cx: &mut RequestContext<'_>,
    until: i64,
    from: i64,
) -> Result<(), RequestError> {
    for mut row in cx.tx.running_of(cx.me.id)? {
        let Some(seat) = row.seats.find(|&it| it == cx.me.id) else { continue };
        row.timer.rest(seat, until, from);
        timing::begin_nudging(cx, &mut row, seat);
        timing::schedule(cx, &mut row)?;
        cx.tx.update_match(&row)?;
    }
    Ok(())
}

fn say_vacation(cx: &mut RequestContext<'_>) -> Result<(), RequestError> {
    let zone = cx.me.settings.zone.clone();
    let mut lines = Vec::new();
    for Vacation { from, until } in cx.tx.vacations(cx.me.id, cx.now)? {
        lines.push(match from <= cx.now {
            true => words::you_are_on_vacation(until, until - cx.now),
            false => words::you_planned_vacation(&zone.say(from), until - from),
        });
    }
    let left = vacation_left(cx, cx.me.id, cx.now)?;
    lines.push(words::vacation_left(left, ALLOWED / DAY));
    cx.say(cx.answer(Text::Lines(lines)));
    Ok(())
}

fn own((before, after): (&str, &str)) -> (String, String) {
    (before.trim().to_owned(), after.trim().to_owned())
}
