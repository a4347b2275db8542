//! Snoozing reminders for a while, for one match or all, and the wording of reminder settings.
use engine::{
    quote::short,
    refusal::{Code, Refusal},
    seat::Seat,
};

use crate::service::{Fault, RequestContext};
use crate::{
    reply::{Privacy, Reply},
    span,
    store::{MatchId, MatchRow, Settings},
    text::Text,
    time::{DAY, HOUR, MOST, Nudging, duration, length},
};

/// How long a snooze lasts by default, if there is enough time, in seconds.
const LATER: i64 = 12 * HOUR;

/// The longest snooze, in seconds.
const LONGEST: i64 = 30 * DAY;

const FORMS: [&str; 3] = ["remind snooze 12h", "remind #12 snooze 2d", "remind snooze off"];

impl RequestContext<'_> {
    /// Starts or ends a snooze, for one match or all.
    pub(in crate::service) fn snooze(
        &mut self,
        of: Option<MatchId>,
        said: &str,
    ) -> Result<(), Fault> {
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
            said => {
                Some(length(said).filter(|it| (1..=LONGEST).contains(it)).ok_or_else(|| {
                    let says =
                        format!("`{}` isn't a time to snooze. The limit is 30 days.", short(said));
                    Refusal::unreadable(says).instead(FORMS)
                })?)
            }
        };
        let Some(length) = length else {
            let says = "Little time is left; say how long to snooze.";
            return Err(Refusal::new(Code::NotNow, says).instead(FORMS).into());
        };
        let until = self.now + length;
        let of = match one {
            Some((mut row, seat)) => {
                row.nudges.get_mut(seat).snooze(until);
                self.schedule(&mut row)?;
                self.tx.update_match(&row)?;
                format!(" in match #{}", row.id)
            }
            None => {
                self.keep_settings(Settings { snoozed: until, ..self.me.settings.clone() })?;
                String::new()
            }
        };
        let zone = &self.me.settings.zone;
        let mut says = format!("No reminders{of} until {}.", zone.say(until));
        // Warns if the snooze lasts longer than the asker's time.
        let flags = about.iter().filter_map(|(row, seat)| Some((row.timer.over(*seat)?, row.id)));
        let more = match flags.filter(|it| self.now < it.0).min() {
            Some((over, id)) => format!(
                " Your clock keeps running: your time in match #{id} is up at {}, in {}.",
                zone.say(over),
                duration(over - self.now)
            ),
            None => " Clocks keep running.".to_owned(),
        };
        says.push_str(&more);
        self.say(Reply::only(self.me.id, says).private(Privacy::Personal));
        Ok(())
    }

    /// Returns how long reminders of some matches may wait, in seconds: never into the last eighth
    /// of the time of a match that isn't in it yet. None if all are.
    pub(in crate::service) fn later(&self, about: &[(MatchRow, Seat)]) -> Option<i64> {
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
            let says = "No reminders are snoozed there.";
            return Err(Refusal::new(Code::NotNow, says).instead(["remind"]).into());
        }
        if all {
            self.keep_settings(Settings { snoozed: 0, ..self.me.settings.clone() })?;
        }
        self.say_reminding()
    }

    /// Says how the asker is reminded, and what is snoozed.
    pub(in crate::service) fn say_reminding(&mut self) -> Result<(), Fault> {
        let Settings { nudging, snoozed, quiet, zone, .. } = self.me.settings.clone();
        let how = match nudging {
            Nudging::Usual => "reminded when half and one eighth of your time is left".to_owned(),
            Nudging::Every(interval) => format!(
                "reminded every {} while it's your turn, at most {MOST} times a turn",
                duration(interval)
            ),
            Nudging::Off => "not reminded".to_owned(),
        };
        let mut lines = vec![Text::plain(format!("You are {how}."))];
        if self.now < snoozed {
            lines.push(Text::plain(format!("No reminders until {}.", zone.say(snoozed))));
        }
        for row in self.tx.running_of(self.me.id)? {
            let Some(seat) = row.seats.find(|&it| it == self.me.id) else { continue };
            let (id, nudge) = (row.id, row.nudges.get(seat));
            if let Some(until) = nudge.snoozed_until(self.now) {
                let until = zone.say(until);
                lines.push(Text::plain(format!("No reminders in match #{id} until {until}.")));
            }
            if nudge.is_spent() && matches!(nudging, Nudging::Every(_)) && *row.waiting.get(seat) {
                let says = format!("Match #{id} has had its {MOST} reminders for this turn.");
                lines.push(Text::plain(says));
            }
        }
        if let Some(quiet) = quiet {
            lines.push(Text::plain(format!("Quiet hours: {quiet} ({zone}).")));
        }
        let ways = ["remind usual", "remind every 6h", "remind off", "remind snooze 12h"];
        lines.push(span!["Change it with ", Text::codes(ways, ways.len()), "."]);
        self.say(Reply::only(self.me.id, Text::Lines(lines)).private(Privacy::Personal));
        Ok(())
    }
}
