//! Snoozing reminders for a while, for one match or all, and the wording of reminder settings.
use engine::seat::Seat;
use model::{
    ids::MatchId,
    reply::{Privacy, Reply},
    text::Text,
    time::{DAY, HOUR, ReminderSetting, length},
};
use service::{
    RequestError, awake, context::RequestContext, matches, people::settings::keep_settings, timing,
};
use store::{MatchRow, QUIET, SNOOZED, ZONE};

use super::{
    setting_rows::{NUDGING, WARNINGS},
    words,
};

/// How long a snooze lasts by default, if there is enough time, in seconds.
const LATER: i64 = 12 * HOUR;

/// The longest snooze, in seconds.
const LONGEST: i64 = 30 * DAY;

/// Starts or ends a snooze, for one match or all.
pub(crate) fn snooze(
    cx: &mut RequestContext<'_>,
    of: Option<MatchId>,
    said: &str,
) -> Result<(), RequestError> {
    let one = match of {
        Some(_) => {
            let loaded = matches::find::my_match(cx, of, |_, _| false)?;
            let seat = matches::seat::seat_in(cx, &loaded)?;
            Some((loaded.row, seat))
        }
        None => None,
    };
    if ["off", "end", "over", "stop"].contains(&said) {
        return end_snooze(cx, one);
    }
    let about = match &one {
        Some(one) => vec![one.clone()],
        None => awake::waiting_for(cx, cx.me.id)?,
    };
    let length = match said {
        "" => later(cx, &about),
        said => Some(
            length(said)
                .filter(|length| (1..=LONGEST).contains(length))
                .ok_or_else(|| words::no_snooze(said))?,
        ),
    };
    let Some(length) = length else {
        return Err(words::how_long_to_snooze().into());
    };
    let until = cx.now + length;
    let of = match one {
        Some((mut row, seat)) => {
            row.nudges.get_mut(seat).snooze(until);
            timing::schedule(cx, &mut row)?;
            cx.tx.update_match(&row)?;
            Some(row.id)
        }
        None => {
            let settings = cx.me.settings.clone().with(&SNOOZED, until);
            keep_settings(cx, settings)?;
            None
        }
    };
    let zone = &cx.me.settings.get(&ZONE);
    let snoozed = words::snoozed(of, &zone.say(until));
    // Warns if the snooze lasts longer than the asker's time.
    let flags = about.iter().filter_map(|(row, seat)| Some((row.timer.over(*seat)?, row.id)));
    let first = flags.filter(|it| cx.now < it.0).min();
    let first = first.map(|(over, id)| (id, zone.say(over), over - cx.now));
    let says = format!("{snoozed} {}", words::clocks_keep_running(first));
    cx.say(Reply::only(cx.me.id, says).private(Privacy::Personal));
    Ok(())
}

/// Returns how long reminders of some matches may wait, in seconds: never into the last eighth
/// of the time of a match that isn't in it yet. None if all are.
pub(crate) fn later(cx: &RequestContext<'_>, about: &[(MatchRow, Seat)]) -> Option<i64> {
    let presses = about.iter().map(|(row, seat)| row.nudges.get(*seat).presses_at());
    let ahead = |at: &Option<i64>| at.is_none_or(|it| cx.now < it);
    let ahead: Vec<Option<i64>> = presses.filter(ahead).collect();
    if ahead.is_empty() && !about.is_empty() {
        return None;
    }
    let first = ahead.into_iter().flatten().min();
    Some(first.map_or(LATER, |first| LATER.min(first - cx.now)))
}

fn end_snooze(
    cx: &mut RequestContext<'_>,
    one: Option<(MatchRow, Seat)>,
) -> Result<(), RequestError> {
    let all = one.is_none();
    let rows = match one {
        Some(one) => vec![one],
        None => {
            let rows = cx.tx.running_of(cx.me.id)?.into_iter();
            let me = cx.me.id;
            rows.filter_map(|row| Some((row.seats.find(|&it| it == me)?, row)))
                .map(|(seat, row)| (row, seat))
                .collect()
        }
    };
    let mut ended = all && cx.now < cx.me.settings.get(&SNOOZED);
    for (mut row, seat) in rows {
        if row.nudges.get(seat).snoozed_until(cx.now).is_some() {
            ended = true;
            row.nudges.get_mut(seat).snooze(0);
            timing::schedule(cx, &mut row)?;
            cx.tx.update_match(&row)?;
        }
    }
    if !ended {
        return Err(words::nothing_snoozed().into());
    }
    if all {
        let settings = cx.me.settings.clone().with(&SNOOZED, 0);
        keep_settings(cx, settings)?;
    }
    say_reminding(cx)
}

/// Says how the asker is reminded, and what is snoozed.
pub(crate) fn say_reminding(cx: &mut RequestContext<'_>) -> Result<(), RequestError> {
    let settings = &cx.me.settings;
    let (nudging, snoozed, zone) =
        (settings.get(&NUDGING), settings.get(&SNOOZED), settings.get(&ZONE));
    let mut lines = vec![words::reminded(nudging, &settings.get(&WARNINGS))];
    if cx.now < snoozed {
        lines.push(Text::plain(words::snoozed(None, &zone.say(snoozed))));
    }
    for row in cx.tx.running_of(cx.me.id)? {
        let Some(seat) = row.seats.find(|&it| it == cx.me.id) else { continue };
        let (id, nudge) = (row.id, row.nudges.get(seat));
        if let Some(until) = nudge.snoozed_until(cx.now) {
            lines.push(Text::plain(words::snoozed(Some(id), &zone.say(until))));
        }
        if nudge.is_spent()
            && matches!(nudging, ReminderSetting::Every(_))
            && *row.waiting.get(seat)
        {
            lines.push(words::reminders_used_up(id));
        }
    }
    lines.extend(settings.get(&QUIET).map(|it| words::quiet_hours(&it, &zone)));
    lines.push(words::change_reminders());
    cx.say(Reply::only(cx.me.id, Text::Lines(lines)).private(Privacy::Personal));
    Ok(())
}

#[cfg(test)]
mod tests {
    use engine::quote::counted;
    use model::time::MOST;

    use super::*;

    #[test]
    fn the_numbers_of_the_rules_are_those_of_the_code() {
        let rules = include_str!("../rules.md");
        for says in [
            format!("at most {} times for one turn", counted(MOST)),
            format!("it lasts {} hours, but never", LATER / HOUR),
        ] {
            assert!(rules.contains(&says), "the rules don't say: {says}");
        }
    }
}
