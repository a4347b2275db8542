//! Vacations, immediate or planned, during which a person's time is stopped.
use command::{
    say,
    verbs::{self, SubstituteWord},
};
use engine::refusal::Refusal;
use model::{
    ids::{PersonId, RoomId},
    reply::Reply,
    span,
    text::Text,
    time::{DAY, length},
};
use store::{Person, Vacation, VacationSubstitute, ZONE};

use crate::{
    RequestError, Service,
    context::seam::DueJob,
    context::{self, RequestContext},
    matches, rate_limit, substitutes,
    time::words,
    timing,
};

/// What comes before the name of somebody who plays during a vacation.
const SUBSTITUTE: &str = "substitute ";

/// How much vacation a person may take within [`YEAR`], in seconds.
pub(crate) const ALLOWED: i64 = 30 * DAY;
pub const YEAR: i64 = 365 * DAY;

/// The least time between two vacations, in seconds, because each is announced.
const BETWEEN: i64 = 3 * DAY;

/// Starts planned vacations: clocks stop, and the rooms are told.
pub const VACATIONS: DueJob = DueJob {
    name: "vacations",
    due: |tx, now| Ok(tx.planned_vacations(now)?.into_iter().map(|it| it.0.0).collect()),
    next: Some(|tx, now| tx.next_vacation(now)),
    act: |service, number, now| begin_planned(service, PersonId(number), now),
};

/// Starts the vacations that a person planned for now.
pub(crate) fn begin_planned(
    service: &mut Service,
    person: PersonId,
    now: i64,
) -> Result<(), RequestError> {
    let planned = service.store.transaction(|tx| tx.planned_vacations(now))?;
    for (_, vacation) in planned.into_iter().filter(|it| it.0 == person) {
        service.unasked_and_told(
            now,
            |tx| {
                tx.begin_vacation(person, now)?;
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

pub fn vacation(cx: &mut RequestContext<'_>, said: &verbs::Vacation) -> Result<(), RequestError> {
    let (said, named) = match split_name(&said.length) {
        Some((length, name)) => (length.to_lowercase(), Some(name)),
        None => (said.length.trim().to_lowercase(), None),
    };
    if let Some(name) = named {
        let substitute = matches::find::find_person(cx, name)?;
        if substitute.id == cx.me.id || !substitute.is_person() {
            return Err(words::late::not_for_oneself().into());
        }
        rate_limit::check_pings(cx, &substitute)?;
        rate_limit::call_room(cx, &cx.room.clone())?;
        let from = take_vacation(cx, &said)?;
        return ask_substitute(cx, &substitute, from);
    }
    match said.as_str() {
        "" => say_vacation(cx),
        "end" | "over" | "off" | "stop" | "back" => end_vacation(cx),
        "cancel" => cancel_vacation(cx),
        _ => take_vacation(cx, &said).map(|_| ()),
    }
}

/// Comes back: to seats that others play, or from a vacation.
pub fn back(cx: &mut RequestContext<'_>, said: &verbs::Back) -> Result<(), RequestError> {
    if said.of.is_none() && timing::away_until(cx, &cx.me)?.is_some() {
        end_vacation(cx)?;
        return substitutes::back::come_back(cx, None).map(|_| ());
    }
    match substitutes::back::come_back(cx, said.of)? {
        true => Ok(()),
        false => Err(words::late::nobody_plays_for_you(said.of).into()),
    }
}

/// Splits `10 days substitute @carol` into the length and the name.
fn split_name(said: &str) -> Option<(&str, &str)> {
    let lower = said.to_ascii_lowercase();
    let at = lower.find(SUBSTITUTE)?;
    Some((said[..at].trim(), said[at + SUBSTITUTE.len()..].trim()))
}

/// Asks a person to play for the asker during a vacation.
fn ask_substitute(
    cx: &mut RequestContext<'_>,
    whom: &Person,
    from: i64,
) -> Result<(), RequestError> {
    let (person, substitute) = (cx.me.id, whom.id);
    cx.tx.put_substitute(&VacationSubstitute { person, substitute, from, agreed: false })?;
    let [yes, no] =
        [SubstituteWord::Take, SubstituteWord::Decline].map(|how| say!(Substitute { how }));
    context::questions::await_answer(cx, whom.id, yes, Some(no))?;
    let reply = Reply::room(words::late::asks_substitute(&cx.me, whom)).mention(whom.id);
    cx.say(reply.choices(words::late::substitute_buttons()));
    Ok(())
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

/// Takes a vacation, and returns when it begins.
fn take_vacation(cx: &mut RequestContext<'_>, said: &str) -> Result<i64, RequestError> {
    let (from, wanted) = read_vacation(cx, said)?;
    if wanted < DAY {
        return Err(words::vacation_too_short().into());
    }
    let zone = cx.me.settings.get(&ZONE);
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
    Ok(from)
}

/// Reads `10 days`, `from 2026-07-01 10 days` or `10 days from tomorrow` as start and length.
fn read_vacation(cx: &RequestContext<'_>, said: &str) -> Result<(i64, i64), Refusal> {
    let Some((before, after)) = format!(" {said} ").split_once(" from ").map(own) else {
        return Ok((cx.now, length(said).ok_or_else(|| words::no_length(said))?));
    };
    let (day, rest) = after.split_once(' ').unwrap_or((after.as_str(), ""));
    let rest = rest.trim().trim_start_matches("for ");
    let long = if rest.is_empty() { before.as_str() } else { rest };
    let zone = &cx.me.settings.get(&ZONE);
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

fn go_on_vacation(
    cx: &mut RequestContext<'_>,
    Vacation { from, until }: Vacation,
) -> Result<(), RequestError> {
    let person = cx.me.id;
    let mut rooms: Vec<RoomId> =
        cx.tx.running_of(cx.me.id)?.into_iter().map(|it| it.room).collect();
    substitutes::back::hand_all(cx, person)?;
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
        cx.tx.end_vacation(cx.me.id, cx.now)?;
        substitutes::back::end_vacation(cx)?;
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
        let planned = cx.tx.substitute_of(cx.me.id)?.filter(|it| cx.now < it.from);
        if planned.is_some() {
            cx.tx.drop_substitute(cx.me.id)?;
        }
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
    let zone = cx.me.settings.get(&ZONE);
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
