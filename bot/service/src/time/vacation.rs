//! Vacations, immediate or planned, during which a person's time is stopped.
use engine::refusal::Refusal;

use crate::{Fault, RequestContext, Service, time::words};
use command::verbs;
use model::{
    ids::{PersonId, RoomId},
    reply::Reply,
    span,
    text::Text,
    time::{DAY, length},
};
use store::{StoreError, Vacation};

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
                |context| context.begin_planned(vacation),
            );
        }
        Ok(())
    }
}

impl RequestContext<'_> {
    pub(crate) fn vacation(&mut self, said: &verbs::Vacation) -> Result<(), Fault> {
        let said = said.length.trim().to_lowercase();
        match said.as_str() {
            "" => self.say_vacation(),
            "end" | "over" | "off" | "stop" | "back" => self.end_vacation(),
            "cancel" => self.cancel_vacation(),
            _ => self.take_vacation(&said),
        }
    }

    /// Returns how many seconds of vacation a person has left at a moment.
    fn vacation_left(&self, person: PersonId, from: i64) -> Result<i64, Fault> {
        let year = from - YEAR;
        let taken = self.tx.vacations(person, year)?;
        let taken: i64 = taken.iter().map(|it| it.until - it.from.max(year)).sum();
        Ok((ALLOWED - taken).max(0))
    }

    fn take_vacation(&mut self, said: &str) -> Result<(), Fault> {
        let (from, wanted) = self.read_vacation(said)?;
        if wanted < DAY {
            return Err(words::vacation_too_short().into());
        }
        let zone = self.me.settings.zone.clone();
        let until = from + wanted;
        for other in self.tx.vacations(self.me.id, self.now - BETWEEN)? {
            let refusal = match other {
                Vacation { from: begun, until } if begun <= self.now && self.now < until => {
                    if until + BETWEEN <= from {
                        continue;
                    }
                    words::already_on_vacation(until - self.now)
                }
                Vacation { from, .. } if self.now < from => words::already_planned(&zone.say(from)),
                Vacation { until, .. } if from < until + BETWEEN => {
                    words::vacation_too_soon(BETWEEN, &zone.say(until + BETWEEN))
                }
                _ => continue,
            };
            return Err(refusal.into());
        }
        let left = self.vacation_left(self.me.id, from)?;
        if left < wanted {
            let most = Some(left / DAY).filter(|it| 0 < *it && from <= self.now);
            return Err(words::vacation_too_long(wanted, left, ALLOWED / DAY, most).into());
        }
        let begun = from <= self.now;
        self.tx.add_vacation(self.me.id, Vacation { from, until }, begun)?;
        if begun {
            self.rest_everywhere(until, self.now)?;
            let text =
                span![words::vacation_begins(&self.me, wanted), " ", words::come_back_early()];
            self.say(Reply::room(text));
        } else {
            let now = self.away_until(&self.me)?.is_some();
            let text = words::vacation_planned(&zone.say(from), &zone, wanted, now);
            self.say(self.answer(text));
        }
        Ok(())
    }

    /// Reads `10 days`, `from 2026-07-01 10 days` or `10 days from tomorrow` as start and length.
    fn read_vacation(&self, said: &str) -> Result<(i64, i64), Refusal> {
        let Some((before, after)) = format!(" {said} ").split_once(" from ").map(own) else {
            return Ok((self.now, length(said).ok_or_else(|| words::no_length(said))?));
        };
        let (day, rest) = after.split_once(' ').unwrap_or((after.as_str(), ""));
        let rest = rest.trim().trim_start_matches("for ");
        let long = if rest.is_empty() { before.as_str() } else { rest };
        let zone = &self.me.settings.zone;
        let from = zone.day(day, self.now).ok_or_else(|| words::no_date(day))?;
        let long = match long {
            "" => return Err(words::how_long()),
            long => length(long).ok_or_else(|| words::no_length(long))?,
        };
        // Today has already started.
        let today = from + DAY > self.now;
        match from.max(self.now) {
            _ if !today => Err(words::in_the_past(day)),
            from if self.now + YEAR < from => Err(words::over_a_year_ahead()),
            from => Ok((from, long)),
        }
    }

    fn begin_planned(&mut self, Vacation { from, until }: Vacation) -> Result<(), Fault> {
        self.rest_everywhere(until, from)?;
        let mut rooms: Vec<RoomId> =
            self.tx.running_of(self.me.id)?.into_iter().map(|it| it.room).collect();
        rooms.sort();
        rooms.dedup();
        for room in rooms {
            let me = self.tx.person_in(self.tx.room(room)?.chat, self.me.id)?;
            let says = words::vacation_begins(&me, until - self.now);
            self.say_in(room, Reply::room(says))?;
        }
        Ok(())
    }

    fn end_vacation(&mut self) -> Result<(), Fault> {
        if self.away_until(&self.me)?.is_some() {
            self.tx.end_vacation(self.me.id, self.now)?;
            self.rest_everywhere(self.now, self.now)?;
            self.say(Reply::room(words::back_from_vacation(&self.me)));
            return Ok(());
        }
        match self.strike_planned()? {
            true => Ok(()),
            false => Err(words::not_on_vacation().into()),
        }
    }

    /// Cancels a planned vacation, even during another one.
    fn cancel_vacation(&mut self) -> Result<(), Fault> {
        if self.strike_planned()? {
            return Ok(());
        }
        Err(match self.away_until(&self.me)? {
            Some(_) => words::none_planned_but_one_now(),
            None => words::none_planned(),
        }
        .into())
    }

    fn strike_planned(&mut self) -> Result<bool, Fault> {
        let struck = self.tx.cancel_vacation(self.me.id, self.now)?;
        if struck {
            self.say(self.answer(words::vacation_cancelled()));
        }
        Ok(struck)
    }

    /// Stops the asker's time in all their matches from one moment until another.
    pub(crate) fn rest_everywhere(&mut self, until: i64, from: i64) -> Result<(), Fault> {
        for mut row in self.tx.running_of(self.me.id)? {
            let Some(seat) = row.seats.find(|&it| it == self.me.id) else { continue };
            row.timer.rest(seat, until, from);
            self.begin_nudging(&mut row, seat);
            self.schedule(&mut row)?;
            self.tx.update_match(&row)?;
        }
        Ok(())
    }

    fn say_vacation(&mut self) -> Result<(), Fault> {
        let zone = self.me.settings.zone.clone();
        let mut lines = Vec::new();
        for Vacation { from, until } in self.tx.vacations(self.me.id, self.now)? {
            lines.push(match from <= self.now {
                true => words::you_are_on_vacation(until, until - self.now),
                false => words::you_planned_vacation(&zone.say(from), until - from),
            });
        }
        let left = self.vacation_left(self.me.id, self.now)?;
        lines.push(words::vacation_left(left, ALLOWED / DAY));
        self.say(self.answer(Text::Lines(lines)));
        Ok(())
    }
}

fn own((before, after): (&str, &str)) -> (String, String) {
    (before.trim().to_owned(), after.trim().to_owned())
}
