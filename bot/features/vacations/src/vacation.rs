//! Vacations, immediate or planned, during which a person's time is stopped.
use command::{Command, say};
use engine::refusal::Refusal;
use model::{
    ids::{PersonId, RoomId},
    reply::Reply,
    span,
    text::Text,
    time::{DAY, length},
};
use service::{
    DueJob, HeardWords, RequestError, Rest, RestChange, RestWords, Service,
    context::{RequestContext, seam},
    timing::{self, rest_everywhere},
};
use store::ZONE;

use super::{
    commands,
    rows::{self, Vacation},
    words,
};

/// How much vacation a person may take within [`YEAR`], in seconds.
const ALLOWED: i64 = 30 * DAY;
const YEAR: i64 = 365 * DAY;

/// The least time between two vacations, in seconds, because each is announced.
const BETWEEN: i64 = 3 * DAY;

/// Starts planned vacations: clocks stop, and the rooms are told.
pub(crate) const VACATIONS: DueJob = DueJob {
    name: "vacations",
    due: |tx, now| Ok(rows::planned_vacations(tx, now)?.into_iter().map(|it| it.0.0).collect()),
    next: Some(rows::next_vacation),
    act: |service, number, now| begin_planned(service, PersonId(number), now),
};

/// Starts the vacations that a person planned for now.
fn begin_planned(service: &mut Service, person: PersonId, now: i64) -> Result<(), RequestError> {
    let planned = service.keep(|tx| rows::planned_vacations(tx, now))?;
    for (_, vacation) in planned.into_iter().filter(|it| it.0 == person) {
        service.unasked_and_told(
            now,
            |tx| {
                rows::begin_vacation(tx, person, now)?;
                match tx.running_of(person)?.first() {
                    Some(row) => Ok(Some((tx.room(row.room)?, tx.person(person)?))),
                    None => Ok(None),
                }
            },
            |context| go_on_vacation(context, vacation),
        )?;
    }
    Ok(())
}

pub(crate) fn vacation(
    cx: &mut RequestContext<'_>,
    said: &commands::Vacation,
) -> Result<(), RequestError> {
    let heard = RestWords { words: &said.length, command: written, take: take_vacation };
    if seam::heard(cx, HeardWords::Rest(heard))? {
        return Ok(());
    }
    let said = said.length.trim().to_lowercase();
    match said.as_str() {
        "" => say_vacation(cx),
        "end" | "over" | "off" | "stop" | "back" => end_vacation(cx),
        "cancel" => cancel_vacation(cx),
        _ => take_vacation(cx, &said).map(|_| ()),
    }
}

/// Writes the command with a length.
fn written(length: &str) -> Command {
    say!(commands::Vacation { length })
}

/// Ends the vacation of somebody who is back. Tells whether they were on one.
pub(crate) fn hear(
    cx: &mut RequestContext<'_>,
    heard: HeardWords<'_>,
) -> Result<bool, RequestError> {
    let HeardWords::Back = heard else { return Ok(false) };
    let is_away = timing::away_until(cx, &cx.me)?.is_some();
    if is_away {
        end_vacation(cx)?;
    }
    Ok(is_away)
}

/// Returns the vacation that a person is on.
pub(crate) fn rest_of(
    cx: &RequestContext<'_>,
    person: PersonId,
) -> Result<Option<Rest>, RequestError> {
    let vacations = rows::vacations(cx.tx, person, cx.now)?;
    let current = vacations.into_iter().find(|it| it.from <= cx.now);
    Ok(current.map(|Vacation { from, until }| Rest { from, until }))
}

/// Returns how many seconds of vacation a person has left at a moment.
fn vacation_left(
    cx: &RequestContext<'_>,
    person: PersonId,
    from: i64,
) -> Result<i64, RequestError> {
    let year = from - YEAR;
    let taken = rows::vacations(cx.tx, person, year)?;
    let taken: i64 = taken.iter().map(|vacation| vacation.until - vacation.from.max(year)).sum();
    Ok((ALLOWED - taken).max(0))
}

/// Takes a vacation of a length, said in lower case, and returns when it begins.
fn take_vacation(cx: &mut RequestContext<'_>, said: &str) -> Result<i64, RequestError> {
    let (from, wanted) = read_vacation(cx, said)?;
    if wanted < DAY {
        return Err(words::vacation_too_short().into());
    }
    let zone = cx.me.settings.get(&ZONE);
    let until = from + wanted;
    for other in rows::vacations(cx.tx, cx.me.id, cx.now - BETWEEN)? {
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
        return Err(words::vacation_too_long(wanted, left, most).into());
    }
    let begun = from <= cx.now;
    rows::add_vacation(cx.tx, cx.me.id, Vacation { from, until }, begun)?;
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
    Ok(from)
}

/// Reads `10 days`, `from 2026-07-01 10 days` or `10 days from tomorrow` as start and length.
fn read_vacation(cx: &RequestContext<'_>, said: &str) -> Result<(i64, i64), Refusal> {
    let Some((before, after)) = format!(" {said} ").split_once(" from ").map(own) else {
        return Ok((cx.now, length(said).ok_or_else(|| words::no_length(said))?));
    };
    let zone = &cx.me.settings.get(&ZONE);
    let said = after.split(' ').next().unwrap_or("");
    let (from, rest) = zone.leading_day(&after, cx.now).ok_or_else(|| words::no_date(said))?;
    let day = after[..after.len() - rest.len()].trim();
    let rest = rest.trim_start_matches("for ");
    let long = if rest.is_empty() { before.as_str() } else { rest };
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

fn go_on_vacation(
    cx: &mut RequestContext<'_>,
    Vacation { from, until }: Vacation,
) -> Result<(), RequestError> {
    let mut rooms: Vec<RoomId> =
        cx.tx.running_of(cx.me.id)?.into_iter().map(|it| it.room).collect();
    seam::rest_changes(cx, RestChange::Begins)?;
    rest_everywhere(cx, until, from)?;
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
        rows::end_vacation(cx.tx, cx.me.id, cx.now)?;
        seam::rest_changes(cx, RestChange::Ends)?;
        let now = cx.now;
        let from = cx.now;
        rest_everywhere(cx, now, from)?;
        cx.say(Reply::room(words::back_from_vacation(&cx.me)));
        return Ok(());
    }
    if strike_planned(cx)? { Ok(()) } else { Err(words::not_on_vacation().into()) }
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
    let struck = rows::cancel_vacation(cx.tx, cx.me.id, cx.now)?;
    if struck {
        seam::rest_changes(cx, RestChange::Struck)?;
        cx.say(cx.answer(words::vacation_cancelled()));
    }
    Ok(struck)
}

fn say_vacation(cx: &mut RequestContext<'_>) -> Result<(), RequestError> {
    let zone = cx.me.settings.get(&ZONE);
    let mut lines = Vec::new();
    for Vacation { from, until } in rows::vacations(cx.tx, cx.me.id, cx.now)? {
        lines.push(if from <= cx.now {
            words::you_are_on_vacation(until, until - cx.now)
        } else {
            words::you_planned_vacation(&zone.say(from), until - from)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_the_rules_are_those_of_the_code() {
        let rules = include_str!("../rules.md");
        let [allowed, year, between] = [ALLOWED, YEAR, BETWEEN].map(|seconds| seconds / DAY);
        for says in [
            format!("You have {allowed} days in any {year};"),
            format!("must be at least {between} days apart"),
        ] {
            assert!(rules.contains(&says), "the rules don't say: {says}");
        }
    }
}
