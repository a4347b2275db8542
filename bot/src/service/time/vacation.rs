//! Vacations, immediate or planned, during which a person's time stands still.
use engine::{
    quote::{sentence, short},
    refusal::{Code, Refusal},
};

use crate::service::{Fault, RequestContext, Service};
use crate::{
    command::verbs,
    reply::Reply,
    span,
    store::{Person, PersonId, RoomId, StoreError, Vacation},
    text::Text,
    time::{DAY, duration, length},
};

/// How much vacation a person may take within [`YEAR`], in seconds.
pub(in crate::service) const ALLOWED: i64 = 30 * DAY;
pub(in crate::service) const YEAR: i64 = 365 * DAY;

/// The least time between two vacations, in seconds, because each is announced.
const BETWEEN: i64 = 3 * DAY;

/// Examples of vacation commands.
const FORMS: [&str; 4] =
    ["vacation 10 days", "vacation from 2026-07-01 10 days", "vacation end", "vacation cancel"];

impl Service {
    /// Starts the vacations planned for now: clocks stop, and the rooms are told.
    pub(in crate::service) fn begin_vacations(&mut self, now: i64) -> Result<(), StoreError> {
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
    pub(in crate::service) fn vacation(&mut self, said: &verbs::Vacation) -> Result<(), Fault> {
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
            let says = "A vacation lasts at least a day.";
            return Err(Refusal::unreadable(says).instead(["vacation 1 day"]).into());
        }
        let zone = self.me.settings.zone.clone();
        let until = from + wanted;
        for other in self.tx.vacations(self.me.id, self.now - BETWEEN)? {
            let says = match other {
                Vacation { from: begun, until } if begun <= self.now && self.now < until => {
                    if until + BETWEEN <= from {
                        continue;
                    }
                    let left = duration(until - self.now);
                    format!("You're on vacation for another {left}; end that one first.")
                }
                Vacation { from, .. } if self.now < from => {
                    format!("You've planned a vacation from {}; cancel it first.", zone.say(from))
                }
                Vacation { until, .. } if from < until + BETWEEN => format!(
                    "There must be {} between vacations; the next can begin at {}.",
                    duration(BETWEEN),
                    zone.say(until + BETWEEN)
                ),
                _ => continue,
            };
            let instead = if other.from <= self.now { "vacation end" } else { "vacation cancel" };
            return Err(Refusal::new(Code::NotNow, says).instead([instead, "vacation"]).into());
        }
        let left = self.vacation_left(self.me.id, from)?;
        if left < wanted {
            let says = format!(
                "{} is too long: you have {} of vacation left, out of {} days in any 365.",
                sentence(duration(wanted)).trim_end_matches('.'),
                duration(left),
                ALLOWED / DAY
            );
            let most = left / DAY;
            let most = (0 < most && from <= self.now).then(|| format!("vacation {most} days"));
            let instead = most.into_iter().chain(["vacation".to_owned()]);
            return Err(Refusal::new(Code::TooMuch, says).instead(instead).into());
        }
        let begun = from <= self.now;
        self.tx.add_vacation(self.me.id, Vacation { from, until }, begun)?;
        if begun {
            self.rest_everywhere(until, self.now)?;
            let text = span![
                on_vacation(&self.me, wanted),
                " ",
                Text::code("vacation end"),
                " comes back early."
            ];
            self.say(Reply::room(text));
        } else {
            let until = match self.away_until(&self.me)? {
                Some(_) => "Between your present vacation and that one, your clocks run.",
                None => "Your clocks run until then.",
            };
            let text = span![
                format!(
                    "Your vacation begins at {} ({zone}) and lasts {}. {until} To cancel it: ",
                    zone.say(from),
                    duration(wanted)
                ),
                Text::code("vacation cancel"),
                "."
            ];
            self.say(self.answer(text));
        }
        Ok(())
    }

    /// Reads `10 days`, `from 2026-07-01 10 days` or `10 days from tomorrow` as start and length.
    fn read_vacation(&self, said: &str) -> Result<(i64, i64), Refusal> {
        let unreadable = |says: String| Refusal::unreadable(says).instead(FORMS);
        let no_length =
            |said: &str| unreadable(format!("`{}` isn't a length of time.", short(said)));
        let Some((before, after)) = format!(" {said} ").split_once(" from ").map(own) else {
            return Ok((self.now, length(said).ok_or_else(|| no_length(said))?));
        };
        let (day, rest) = after.split_once(' ').unwrap_or((after.as_str(), ""));
        let rest = rest.trim().trim_start_matches("for ");
        let long = if rest.is_empty() { before.as_str() } else { rest };
        let zone = &self.me.settings.zone;
        let from = zone.day(day, self.now).ok_or_else(|| {
            unreadable(format!("`{}` isn't a date. Write `2026-07-01` or `tomorrow`.", short(day)))
        })?;
        let long = match long {
            "" => return Err(unreadable("Say how long the vacation lasts.".to_owned())),
            long => length(long).ok_or_else(|| no_length(long))?,
        };
        // Today has already started.
        let today = from + DAY > self.now;
        match from.max(self.now) {
            _ if !today => {
                Err(unreadable(format!("`{}` is in the past. Give a later date.", short(day))))
            }
            from if self.now + YEAR < from => {
                Err(unreadable("You can plan a vacation up to a year ahead.".to_owned()))
            }
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
            let says = on_vacation(&me, until - self.now);
            self.say_in(room, Reply::room(says))?;
        }
        Ok(())
    }

    fn end_vacation(&mut self) -> Result<(), Fault> {
        if self.away_until(&self.me)?.is_some() {
            self.tx.end_vacation(self.me.id, self.now)?;
            self.rest_everywhere(self.now, self.now)?;
            self.say(Reply::room(format!("{} is back from vacation.", self.me.name)));
            return Ok(());
        }
        match self.strike_planned()? {
            true => Ok(()),
            false => Err(Refusal::new(Code::NotNow, "You aren't on vacation.")
                .instead(["vacation 10 days"])
                .into()),
        }
    }

    /// Cancels a planned vacation, even during another one.
    fn cancel_vacation(&mut self) -> Result<(), Fault> {
        if self.strike_planned()? {
            return Ok(());
        }
        let (says, instead) = match self.away_until(&self.me)? {
            Some(_) => {
                ("You have no vacation planned, but you can end the present one.", "vacation end")
            }
            None => ("You have no vacation planned.", "vacation 10 days"),
        };
        Err(Refusal::new(Code::NotNow, says).instead([instead]).into())
    }

    fn strike_planned(&mut self) -> Result<bool, Fault> {
        let struck = self.tx.cancel_vacation(self.me.id, self.now)?;
        if struck {
            self.say(self.answer("Your planned vacation is cancelled."));
        }
        Ok(struck)
    }

    /// Stops the asker's time in all their matches from one moment until another.
    pub(in crate::service) fn rest_everywhere(
        &mut self,
        until: i64,
        from: i64,
    ) -> Result<(), Fault> {
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
                true => {
                    let left = format!("for another {}", duration(until - self.now));
                    let until = Text::time(until, left, "and come back ");
                    span!["You're on vacation ", until, "."]
                }
                false => Text::plain(format!(
                    "You've planned a vacation from {}, for {}.",
                    zone.say(from),
                    duration(until - from)
                )),
            });
        }
        let left = duration(self.vacation_left(self.me.id, self.now)?);
        let days = ALLOWED / DAY;
        lines.push(span![
            format!("You have {left} of vacation left ({days} days in any 365). "),
            Text::codes(FORMS, FORMS.len()),
        ]);
        self.say(self.answer(Text::Lines(lines)));
        Ok(())
    }
}

/// Says that a person is away.
fn on_vacation(who: &Person, left: i64) -> String {
    format!("{} is on vacation for {}: their clocks stand still.", who.name, duration(left))
}

fn own((before, after): (&str, &str)) -> (String, String) {
    (before.trim().to_owned(), after.trim().to_owned())
}
