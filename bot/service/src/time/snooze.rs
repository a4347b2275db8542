//! Snoozing reminders for a while, for one match or all, and the wording of reminder settings.
use engine::seat::Seat;

use crate::{Fault, RequestContext, time::words};
use model::{
    ids::MatchId,
    reply::{Privacy, Reply},
    text::Text,
    time::{DAY, HOUR, Nudging, length},
};
use store::{MatchRow, Settings};

/// How long a snooze lasts by default, if there is enough time, in seconds.
const LATER: i64 = 12 * HOUR;

/// The longest snooze, in seconds.
const LONGEST: i64 = 30 * DAY;

impl RequestContext<'_> {
    /// Starts or ends a snooze, for one match or all.
    pub(crate) fn snooze(&mut self, of: Option<MatchId>, said: &str) -> Result<(), Fault> {
        let one = match of {
            Some(_) => {
                let loaded = self.my_match(of, |_, _| false)?;
                let seat = self.seat_in(&loaded)?;
                Some((loaded.row, seat))
            }
            None => None,
        };
        if ["off", "end", "over", "stop"].contains(&said) {
            return self.end_snooze(one);
        }
        let about = match &one {
            Some(one) => vec![one.clone()],
            None => self.waiting_for(self.me.id)?,
        };
        let length = match said {
            "" => self.later(&about),
            said => Some(
                length(said)
                    .filter(|it| (1..=LONGEST).contains(it))
                    .ok_or_else(|| words::no_snooze(said))?,
            ),
        };
        let Some(length) = length else {
            return Err(words::how_long_to_snooze().into());
        };
        let until = self.now + length;
        let of = match one {
            Some((mut row, seat)) => {
                row.nudges.get_mut(seat).snooze(until);
                self.schedule(&mut row)?;
                self.tx.update_match(&row)?;
                Some(row.id)
            }
            None => {
                self.keep_settings(Settings { snoozed: until, ..self.me.settings.clone() })?;
                None
            }
        };
        let zone = &self.me.settings.zone;
        let snoozed = words::snoozed(of, &zone.say(until));
        // Warns if the snooze lasts longer than the asker's time.
        let flags = about.iter().filter_map(|(row, seat)| Some((row.timer.over(*seat)?, row.id)));
        let first = flags.filter(|it| self.now < it.0).min();
        let first = first.map(|(over, id)| (id, zone.say(over), over - self.now));
        let says = format!("{snoozed} {}", words::clocks_keep_running(first));
        self.say(Reply::only(self.me.id, says).private(Privacy::Personal));
        Ok(())
    }

    /// Returns how long reminders of some matches may wait, in seconds: never into the last eighth
    /// of the time of a match that isn't in it yet. None if all are.
    pub(crate) fn later(&self, about: &[(MatchRow, Seat)]) -> Option<i64> {
        let presses = about.iter().map(|(row, seat)| row.nudges.get(*seat).presses_at());
        let ahead = |it: &Option<i64>| it.is_none_or(|it| self.now < it);
        let ahead: Vec<Option<i64>> = presses.filter(ahead).collect();
        if ahead.is_empty() && !about.is_empty() {
            return None;
        }
        let first = ahead.into_iter().flatten().min();
        Some(first.map_or(LATER, |it| LATER.min(it - self.now)))
    }

    fn end_snooze(&mut self, one: Option<(MatchRow, Seat)>) -> Result<(), Fault> {
        let all = one.is_none();
        let rows = match one {
            Some(one) => vec![one],
            None => {
                let rows = self.tx.running_of(self.me.id)?.into_iter();
                let me = self.me.id;
                rows.filter_map(|it| Some((it.seats.find(|&it| it == me)?, it)))
                    .map(|(seat, row)| (row, seat))
                    .collect()
            }
        };
        let mut ended = all && self.now < self.me.settings.snoozed;
        for (mut row, seat) in rows {
            if row.nudges.get(seat).snoozed_until(self.now).is_some() {
                ended = true;
                row.nudges.get_mut(seat).snooze(0);
                self.schedule(&mut row)?;
                self.tx.update_match(&row)?;
            }
        }
        if !ended {
            return Err(words::nothing_snoozed().into());
        }
        if all {
            self.keep_settings(Settings { snoozed: 0, ..self.me.settings.clone() })?;
        }
        self.say_reminding()
    }

    /// Says how the asker is reminded, and what is snoozed.
    pub(crate) fn say_reminding(&mut self) -> Result<(), Fault> {
        let Settings { nudging, snoozed, quiet, zone, .. } = self.me.settings.clone();
        let mut lines = vec![words::reminded(nudging)];
        if self.now < snoozed {
            lines.push(Text::plain(words::snoozed(None, &zone.say(snoozed))));
        }
        for row in self.tx.running_of(self.me.id)? {
            let Some(seat) = row.seats.find(|&it| it == self.me.id) else { continue };
            let (id, nudge) = (row.id, row.nudges.get(seat));
            if let Some(until) = nudge.snoozed_until(self.now) {
                lines.push(Text::plain(words::snoozed(Some(id), &zone.say(until))));
            }
            if nudge.is_spent() && matches!(nudging, Nudging::Every(_)) && *row.waiting.get(seat) {
                lines.push(words::reminders_used_up(id));
            }
        }
        lines.extend(quiet.map(|it| words::quiet_hours(&it, &zone)));
        lines.push(words::change_reminders());
        self.say(Reply::only(self.me.id, Text::Lines(lines)).private(Privacy::Personal));
        Ok(())
    }
}
