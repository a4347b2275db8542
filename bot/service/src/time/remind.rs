//! Reminders: when they are sent, their wording, and their settings.
use command::verbs;
use engine::{game::Status, refusal::Refusal, seat::Seat};
use model::{
    ids::MatchId,
    reply::{Choice, Privacy, Reply},
    span,
    text::Text,
    time::{INTERVALS, ReminderPlan, ReminderSetting, SILENCE, SILENT_WEEK, length},
};
use store::{
    MatchRow, NUDGING, OutboxTopic, Person, REMINDERS_IN, Room, SNOOZED, Settings, TimeMark,
    WARNINGS,
};

use crate::{
    RequestError,
    context::{RequestContext, outgoing::Addressed},
    matches,
    reminder_due::{self, DIGEST},
    time::{self, words},
    timing,
    words::board_button,
};

/// How many matches a list of reminders names.
const LISTED: usize = 10;

pub(crate) fn remind(
    cx: &mut RequestContext<'_>,
    said: &verbs::Remind,
) -> Result<(), RequestError> {
    let verbs::Remind { of, how } = said;
    let how = how.trim().to_lowercase();
    let (word, rest) = how.split_once(' ').unwrap_or((how.as_str(), ""));
    if word == "snooze" {
        return time::snooze::snooze(cx, *of, rest.trim());
    }
    if of.is_some() {
        return Err(words::one_match_only_snoozes().into());
    }
    let nudging = match (word, rest) {
        ("", _) => return time::snooze::say_reminding(cx),
        ("usual" | "on", "") => ReminderSetting::Usual,
        ("off" | "never" | "none", "") => ReminderSetting::Off,
        ("every", interval) => ReminderSetting::Every(interval_read(interval)?),
        _ => ReminderSetting::Every(interval_read(&how)?),
    };
    let settings = cx.me.settings.clone().with(&NUDGING, nudging).with(&SNOOZED, 0);
    keep_settings(cx, settings)?;
    time::snooze::say_reminding(cx)
}

/// Stores the asker's settings, and reschedules their reminders.
pub(crate) fn keep_settings(
    cx: &mut RequestContext<'_>,
    settings: Settings,
) -> Result<(), RequestError> {
    let before = std::mem::replace(&mut cx.me.settings, settings);
    if before == cx.me.settings {
        return Ok(());
    }
    cx.tx.set_settings(cx.me.id, &cx.me.settings)?;
    for row in cx.memory.settings.clone() {
        if let Some(changed) = row.changed
            && before.stored(row.key) != cx.me.settings.stored(row.key)
        {
            changed(cx)?;
        }
    }
    for mut row in cx.tx.running_of(cx.me.id)? {
        timing::schedule(cx, &mut row)?;
        cx.tx.update_match(&row)?;
    }
    Ok(())
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

/// Reminds a person of what is due, in one message, and reschedules the rest.
pub fn nudge(cx: &mut RequestContext<'_>, person: &Person) -> Result<(), RequestError> {
    let waiting = reminder_due::waiting_for(cx, person.id)?;
    let mut due = Vec::new();
    for (row, seat) in &waiting {
        let next = reminder_due::reminder(cx, row, *seat, person)?;
        if next.is_some_and(|it| it.at <= cx.now) {
            due.push((row.clone(), *seat));
        }
    }
    if due.is_empty() {
        return Ok(());
    }
    let last = reminder_due::last_digest(cx, person.id)?;
    let is_digest = 1 < waiting.len() && last.is_none_or(|last| last + DIGEST <= cx.now);
    let on_time: Vec<MatchId> = due.iter().map(|(row, _)| row.id).collect();
    let mut told = if is_digest { waiting } else { due };
    if is_digest {
        cx.tx.set_moment(TimeMark::DIGEST.of(person.id), cx.now)?;
    }
    told.sort_by_key(|(row, seat)| row.timer.over(*seat).unwrap_or(i64::MAX));
    let reply = reminder_of(cx, person, &told)?;
    let room = match reminded_in(cx, person)? {
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

/// Returns where to remind a person who is in several chats: where they chose, or where they
/// last spoke.
pub(super) fn reminded_in(
    cx: &RequestContext<'_>,
    person: &Person,
) -> Result<Option<Room>, RequestError> {
    let rooms = cx.tx.last_rooms(person.id)?;
    if rooms.len() < 2 {
        return Ok(None);
    }
    let chosen = rooms.iter().find(|room| Some(room.chat) == person.settings.get(&REMINDERS_IN));
    Ok(chosen.or(rooms.first()).cloned())
}

/// Tells people, unless in their quiet hours, that they may claim a match.
pub(super) fn tell_who_may_claim(
    cx: &mut RequestContext<'_>,
    id: MatchId,
) -> Result<(), RequestError> {
    let Some(mut row) = cx.tx.match_row(id)? else { return Ok(()) };
    let now = cx.now;
    for seat in time::attend::late_in(&row, now) {
        let awake = reminder_due::others_awake(cx, &row, seat, now)? <= now;
        if awake && !row.nudges.get(seat).is_told() {
            tell_of_late(cx, &mut row, seat)?;
            cx.tx.update_match(&row)?;
        }
    }
    for seat in Seat::BOTH {
        let silent =
            time::attend::is_due(row.timer.silent_from(seat), now) && !row.timer.is_late(seat, now);
        if silent
            && !row.nudges.get(seat).is_week_told()
            && reminder_due::others_awake(cx, &row, seat, now)? <= now
        {
            tell_of_week(cx, &mut row, seat)?;
            cx.tx.update_match(&row)?;
        }
    }
    Ok(())
}

/// Tells a player once that they may claim a match.
fn tell_of_late(
    cx: &mut RequestContext<'_>,
    row: &mut MatchRow,
    late: Seat,
) -> Result<(), RequestError> {
    row.nudges.get_mut(late).tell();
    let chat = cx.tx.room(row.room)?.chat;
    let name = cx.tx.person_in(chat, *row.seats.get(late))?.name;
    let says = match row.timer.is_timed() {
        true => words::late::ran_out(&name, row.id),
        false => words::late::was_silent(&name, row.id, SILENCE),
    };
    let mut choices = vec![words::late::claim_button(row.id)];
    choices.extend(helping_buttons(cx, row)?);
    tell_others(cx, row, late, &says, &choices)
}

/// Tells a player once that they may find somebody who plays on for a silent one.
fn tell_of_week(
    cx: &mut RequestContext<'_>,
    row: &mut MatchRow,
    late: Seat,
) -> Result<(), RequestError> {
    row.nudges.get_mut(late).tell_of_week();
    let chat = cx.tx.room(row.room)?.chat;
    let name = cx.tx.person_in(chat, *row.seats.get(late))?.name;
    let says = words::late::was_silent_for_a_week(&name, row.id, SILENT_WEEK);
    let mut choices = helping_buttons(cx, row)?;
    // Nothing can be claimed or settled yet.
    choices.truncate(2);
    choices.push(words::late::wait_button(row.id));
    tell_others(cx, row, late, &says, &choices)
}

fn tell_others(
    cx: &mut RequestContext<'_>,
    row: &MatchRow,
    late: Seat,
    says: &Text,
    choices: &[Choice],
) -> Result<(), RequestError> {
    for &to in row.seats.others(late) {
        let reply = Reply::only(to, says.clone()).private(Privacy::Personal);
        cx.say_in(row.room, reply.choices(choices.iter().cloned()))?;
    }
    Ok(())
}

/// Returns the buttons for what can be done besides claiming, at most three.
fn helping_buttons(cx: &RequestContext<'_>, row: &MatchRow) -> Result<Vec<Choice>, RequestError> {
    let of = row.id;
    let mut choices = vec![words::late::substitute_button(of)];
    if !matches::competition::is_in_competition(cx, of)? {
        choices.push(words::late::bot_button(of));
    }
    let loaded = matches::find::load(cx, row.clone())?;
    choices.push(if loaded.has_secrets() {
        words::late::wait_button(of)
    } else {
        words::late::settle_button(of)
    });
    Ok(choices)
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
    choices.extend(time::snooze::later(cx, told).map(|_| words::later_button(of)));
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
