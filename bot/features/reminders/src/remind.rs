//! Reminders: the command, and what is sent.
use engine::{game::Status, refusal::Refusal, seat::Seat};
use model::{
    ids::{MatchId, PersonId},
    reply::{Privacy, Reply},
    span,
    text::Text,
    time::{INTERVALS, ReminderPlan, ReminderSetting, length},
};
use service::{
    DueJob, RequestError, Service, awake,
    context::{RequestContext, outgoing::Addressed},
    matches,
    people::settings::keep_settings,
    timing,
    words::board_button,
};
use store::{MatchRow, OutboxTopic, Person, SNOOZED, Tx};

use super::{
    commands,
    due::{self, BETWEEN_LISTS, LISTED_AT},
    setting_rows::{NUDGING, WARNINGS},
    snooze, words,
};

/// How many matches a list of reminders names.
const LISTED: usize = 10;

/// Reminds the players of matches where nothing else is due.
pub(crate) const REMINDERS: DueJob = DueJob {
    name: "reminders",
    due: |tx, now| Ok(tx.players_of_due(now)?.into_iter().map(|it| it.0).collect()),
    next: None,
    act: |service, number, now| remind_one(service, PersonId(number), now),
};

pub(crate) fn remind(
    cx: &mut RequestContext<'_>,
    said: &commands::Remind,
) -> Result<(), RequestError> {
    let commands::Remind { of, how } = said;
    let how = how.trim().to_lowercase();
    let (word, rest) = how.split_once(' ').unwrap_or((how.as_str(), ""));
    if word == "snooze" {
        return snooze::snooze(cx, *of, rest.trim());
    }
    if of.is_some() {
        return Err(words::one_match_only_snoozes().into());
    }
    let nudging = match (word, rest) {
        ("", _) => return snooze::say_reminding(cx),
        ("usual" | "on", "") => ReminderSetting::Usual,
        ("off" | "never" | "none", "") => ReminderSetting::Off,
        ("every", interval) => ReminderSetting::Every(interval_read(interval)?),
        _ => ReminderSetting::Every(interval_read(&how)?),
    };
    let settings = cx.me.settings.clone().with(&NUDGING, nudging).with(&SNOOZED, 0);
    keep_settings(cx, settings)?;
    snooze::say_reminding(cx)
}

/// Skips the reminders that are due. A person who just changed their reminders knows what is waiting.
pub(crate) fn skip_due(cx: &mut RequestContext<'_>) -> Result<(), RequestError> {
    for mut row in cx.tx.running_of(cx.me.id)? {
        if let Some(seat) = row.seats.find(|&it| it == cx.me.id) {
            row.nudges.get_mut(seat).skip(cx.now);
            cx.tx.update_match(&row)?;
        }
    }
    Ok(())
}

/// Reminds a person of what waits for them.
fn remind_one(service: &mut Service, person: PersonId, now: i64) -> Result<(), RequestError> {
    let whence = |tx: &Tx<'_>| match tx.running_of(person)?.first() {
        // Nobody reminds a room.
        Some(row) => {
            let person = tx.person(person)?;
            let room = tx.room(row.room)?;
            Ok(person.is_person().then_some((room, person)))
        }
        None => Ok(None),
    };
    service.unasked_and_told(now, whence, |context| {
        let person = context.me.clone();
        nudge(context, &person)
    })?;
    Ok(())
}

/// Reminds a person of what is due, in one message, and reschedules the rest.
fn nudge(cx: &mut RequestContext<'_>, person: &Person) -> Result<(), RequestError> {
    let waiting = awake::waiting_for(cx, person.id)?;
    let mut late = Vec::new();
    for (row, seat) in &waiting {
        let next = due::reminder(cx, row, *seat, person)?;
        if next.is_some_and(|it| it.at <= cx.now) {
            late.push((row.clone(), *seat));
        }
    }
    if late.is_empty() {
        return Ok(());
    }
    let last = due::last_list(cx, person.id)?;
    let is_digest = 1 < waiting.len() && last.is_none_or(|last| last + BETWEEN_LISTS <= cx.now);
    let on_time: Vec<MatchId> = late.iter().map(|(row, _)| row.id).collect();
    let mut told = if is_digest { waiting } else { late };
    if is_digest {
        cx.tx.set_moment(LISTED_AT.of(person.id), cx.now)?;
    }
    told.sort_by_key(|(row, seat)| row.timer.over(*seat).unwrap_or(i64::MAX));
    let reply = reminder_of(cx, person, &told)?;
    let room = match awake::told_in(cx, person)? {
        Some(room) => room,
        None => cx.tx.room(told[0].0.room)?,
    };
    let about = Some(OutboxTopic::Reminder(person.id));
    cx.replies.push(Addressed { room, reply, about });
    let warnings = person.settings.get(&WARNINGS);
    let plan = ReminderPlan { setting: person.settings.get(&NUDGING), warnings: &warnings };
    for (mut row, seat) in told {
        let nudge = row.nudges.get_mut(seat);
        // An early reminder before quiet hours replaces the one within them.
        let ahead = nudge.next(plan).filter(|_| on_time.contains(&row.id));
        nudge.dealt_with(ahead.map_or(cx.now, |it| it.at), cx.now);
        timing::schedule(cx, &mut row)?;
        cx.tx.update_match(&row)?;
    }
    Ok(())
}

/// Words a reminder of one match, or a list of several.
fn reminder_of(
    cx: &RequestContext<'_>,
    person: &Person,
    told: &[(MatchRow, Seat)],
) -> Result<Reply, RequestError> {
    let mut choices = Vec::new();
    let mut lines = Vec::new();
    for (row, seat) in told.iter().take(LISTED) {
        let id = row.id;
        let loaded = matches::find::load(cx, row.clone())?;
        let asks = match loaded.table.status() {
            Status::Waiting(prompts) => {
                let mine = prompts.into_iter().filter(|it| it.seat == *seat);
                let asks: Vec<String> = mine.map(|it| it.ask).collect();
                words::both_asked(&asks)
            }
            Status::Over(_) => String::new(),
        };
        let other = loaded.names.get(seat.other());
        let time = match row.timer.over(*seat).map(|over| over - cx.now) {
            Some(left) if row.timer.is_timed() || left <= 0 => {
                span![" ", timing::runs_out(cx, &loaded, *seat, left, model::time::left(left))]
            }
            Some(left) => {
                span![" ", words::can_be_claimed(other, cx.now + left, left)]
            }
            None => Text::plain(""),
        };
        let (game, other) = (loaded.game(), other.as_str());
        lines.push(match told.len() {
            1 => words::your_turn(id, game, other, &asks, time),
            _ => words::turn_in_list(id, game, other, &asks, time),
        });
        choices.push(board_button(id));
    }
    let of = if let [(row, _)] = told { Some(row.id) } else { None };
    choices.extend(of.map(words::moves_button));
    choices.extend(snooze::later(cx, told).map(|_| words::later_button(of)));
    let text = match (of, lines.pop()) {
        (Some(_), Some(line)) => line,
        (_, last) => {
            lines.extend(last);
            words::your_turns(lines, told.len().saturating_sub(LISTED))
        }
    };
    Ok(Reply::only(person.id, text).private(Privacy::Personal).choices(choices))
}

fn interval_read(said: &str) -> Result<i64, Refusal> {
    let said = match said {
        "daily" => "day",
        "hourly" => "hour",
        "weekly" => "week",
        said => said,
    };
    // `every day` is the same as every one day.
    match length(said).or_else(|| length(&format!("1 {said}"))) {
        None if said.is_empty() => Err(words::how_often()),
        None => Err(words::no_interval(said)),
        Some(interval) if !INTERVALS.contains(&interval) => Err(words::interval_out_of_range()),
        Some(it) => Ok(it),
    }
}
