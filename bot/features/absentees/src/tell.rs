//! Finds people who have long been away, and tells them what waits for them.
use model::{
    ids::PersonId,
    reply::{Choice, Privacy, Reply},
    text::Text,
    time::{DAY, HOUR},
};
use service::{
    DueJob, RequestError, awake,
    context::{RequestContext, outgoing::Addressed, seam},
    due::is_over,
    lobby::challenge_card::challenge_line,
    timing,
    words::board_button,
};
use store::{Challenge, Person, Room, SNOOZED, StoreError, TimeMark, Tx};

use super::{rows, words};

/// After how long an absence a person is told.
const ABSENCE: i64 = 21 * DAY;

/// How often it is looked for them.
const EVERY: i64 = HOUR;

/// It was looked for them.
const LOOKED: TimeMark = TimeMark::new("looked-for-absent");

/// How many matches and challenges are listed of each.
const LISTED: usize = 5;

/// Tells people who have long been away what waits for them.
pub(crate) const ABSENT: DueJob = DueJob {
    name: "absent",
    due: |tx, now| {
        if !is_over(tx, LOOKED, EVERY, now)? {
            return Ok(Vec::new());
        }
        tx.set_moment(LOOKED, now)?;
        Ok(untold(tx, now - ABSENCE)?.into_iter().map(|it| it.0).collect())
    },
    next: None,
    act: |service, number, now| {
        let whence = |tx: &Tx<'_>| {
            let person = PersonId(number);
            let room = tx.last_rooms(person)?.into_iter().next();
            Ok(room.zip(Some(tx.person(person)?)))
        };
        service.unasked_and_told(now, whence, |context| {
            let person = context.me.clone();
            tell_what_waits(context, &person)
        })?;
        Ok(())
    },
};

/// Returns who wants to be told, has been away since a moment, and wasn't told in this absence.
fn untold(tx: &Tx<'_>, since: i64) -> Result<Vec<PersonId>, StoreError> {
    let mut people = Vec::new();
    for (person, spoke_at) in rows::absent_since(tx, since)? {
        if tx.moment(TimeMark::NEWS.of(person))?.is_none_or(|told| told <= spoke_at) {
            people.push(person);
        }
    }
    Ok(people)
}

/// Tells a person what waits for them; not in their quiet hours, a snooze or a rest.
fn tell_what_waits(cx: &mut RequestContext<'_>, person: &Person) -> Result<(), RequestError> {
    let rests = cx.now < person.settings.get(&SNOOZED) || timing::away_until(cx, person)?.is_some();
    if rests || cx.now < awake::awake(cx, person.id, cx.now)? {
        return Ok(());
    }
    cx.tx.set_moment(TimeMark::NEWS.of(person.id), cx.now)?;
    let room = awake::told_in(cx, person)?.unwrap_or_else(|| cx.room.clone());
    let mut buttons = Vec::new();
    let mut lines = matches_waiting(cx, person, &room, &mut buttons)?;
    lines.extend(challenges_waiting(cx, person)?);
    lines.extend(seam::news(cx, person)?);
    if lines.is_empty() {
        return Ok(());
    }
    let reply = Reply::only(person.id, words::waits(lines)).private(Privacy::Personal);
    buttons.push(words::games_button());
    let reply = reply.choices(buttons);
    cx.replies.push(Addressed { room, reply, about: None });
    Ok(())
}

fn matches_waiting(
    cx: &RequestContext<'_>,
    person: &Person,
    room: &Room,
    buttons: &mut Vec<Choice>,
) -> Result<Vec<Text>, RequestError> {
    let waiting = awake::waiting_for(cx, person.id)?;
    let mut lines = Vec::new();
    for (row, seat) in waiting.iter().take(LISTED) {
        let other = cx.tx.person_in(room.chat, *row.seats.get(seat.other()))?;
        lines.push(words::your_turn(row.id, row.terms.game, &other.name));
        buttons.push(board_button(row.id));
    }
    lines.extend(words::more_matches(waiting.len().saturating_sub(LISTED)));
    Ok(lines)
}

fn challenges_waiting(cx: &RequestContext<'_>, person: &Person) -> Result<Vec<Text>, RequestError> {
    let mut open = cx.tx.open_challenges_to(person.id)?;
    open.retain(|challenge| cx.now < challenge.lapses_at);
    let line = |challenge: &Challenge| {
        Ok(words::challenge(challenge.id, challenge_line(cx.tx, challenge)?))
    };
    open.iter().take(LISTED).map(line).collect()
}
