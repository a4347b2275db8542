//! Reminders: when they are sent, their wording, and their settings.
use engine::{game::Status, refusal::Refusal, seat::Seat};

use crate::{
    Fault, RequestContext, deliver::Addressed, time::words, timing::DIGEST, words::board_button,
};
use command::verbs;
use model::{
    ids::{MatchId, PersonId},
    reply::{Privacy, Reply},
    span,
    text::Text,
    time::{self, INTERVALS, MINUTE, Nudging, Owes, Reminder, SILENCE, length},
};
use store::{MatchRow, Person, Room, Settings};

/// How many matches a list of reminders names.
const LISTED: usize = 10;

/// How long before quiet hours a person is warned of what would time out during them, in seconds.
const EVENING: i64 = 10 * MINUTE;

impl RequestContext<'_> {
    pub(crate) fn remind(&mut self, said: &verbs::Remind) -> Result<(), Fault> {
        let verbs::Remind { of, how } = said;
        let how = how.trim().to_lowercase();
        let (word, rest) = how.split_once(' ').unwrap_or((how.as_str(), ""));
        if word == "snooze" {
            return self.snooze(*of, rest.trim());
        }
        if of.is_some() {
            return Err(words::one_match_only_snoozes().into());
        }
        let nudging = match (word, rest) {
            ("", _) => return self.say_reminding(),
            ("usual" | "on", "") => Nudging::Usual,
            ("off" | "never" | "none", "") => Nudging::Off,
            ("every", interval) => Nudging::Every(interval_read(interval)?),
            _ => Nudging::Every(interval_read(&how)?),
        };
        let settings = Settings { nudging, snoozed: 0, ..self.me.settings.clone() };
        self.keep_settings(settings)?;
        self.say_reminding()
    }

    /// Stores the asker's settings, and reschedules their reminders.
    pub(crate) fn keep_settings(&mut self, settings: Settings) -> Result<(), Fault> {
        let before = std::mem::replace(&mut self.me.settings, settings);
        let settings = &self.me.settings;
        if before == *settings {
            return Ok(());
        }
        self.tx.set_settings(self.me.id, settings)?;
        let other_way = before.nudging != settings.nudging;
        for mut row in self.tx.running_of(self.me.id)? {
            // A person who just changed their reminders knows what is waiting.
            if let (Some(seat), true) = (row.seats.find(|&it| it == self.me.id), other_way) {
                row.nudges.get_mut(seat).skip(self.now);
            }
            self.schedule(&mut row)?;
            self.tx.update_match(&row)?;
        }
        Ok(())
    }

    /// Returns when a seat is next reminded; never in the past, during a pause, or too late.
    pub(crate) fn reminder(
        &self,
        row: &MatchRow,
        seat: Seat,
        person: &Person,
    ) -> Result<Option<Reminder>, Fault> {
        let Settings { nudging, snoozed, quiet, zone, .. } = &person.settings;
        let timer = &row.timer;
        if timer.owes(seat) == Owes::Nothing || timer.paused().is_some() {
            return Ok(None);
        }
        let Some(mut next) = row.nudges.get(seat).next(*nudging) else { return Ok(None) };
        let rests = timer.rests_until(seat, self.now).unwrap_or(self.now);
        next.at = next.at.max(*snoozed).max(rests).max(self.now);
        let over = timer.over(seat);
        let last = self.last_digest(person.id)?;
        if let Some(again) = last.map(|it| it + DIGEST).filter(|&it| self.now < it)
            && 1 < self.waiting_for(person.id)?.len()
        {
            // A match that would time out before the next list gets its own reminder.
            if over.is_some_and(|it| it < again) {
                let Some(last) = row.nudges.get(seat).last(*nudging) else { return Ok(None) };
                next.at = next.at.max(last.at);
            } else {
                next.at = next.at.max(again);
            }
        }
        if let Some((from, to)) = quiet.and_then(|it| it.around(zone, next.at)) {
            // A match that would time out by morning is announced in the evening.
            let evening = self.now.max(from - EVENING).max(row.nudges.get(seat).free_from());
            let before = over.is_some_and(|it| it <= to) && evening < from;
            next.at = if before { evening } else { to };
        }
        Ok(Some(next).filter(|it| over.is_none_or(|over| it.at < over)))
    }

    /// Returns the earliest moment to notify a person: then, now, or after their quiet hours.
    pub(crate) fn awake(&self, person: PersonId, from: i64) -> Result<i64, Fault> {
        let Settings { quiet, zone, .. } = self.tx.person(person)?.settings;
        let at = from.max(self.now);
        Ok(quiet.and_then(|it| it.around(&zone, at)).map_or(at, |(_, to)| to))
    }

    /// Returns the earliest moment to notify one of the others in a match.
    pub(crate) fn others_awake(&self, row: &MatchRow, seat: Seat, from: i64) -> Result<i64, Fault> {
        let mut earliest = i64::MAX;
        for &other in row.seats.others(seat) {
            earliest = earliest.min(self.awake(other, from)?);
        }
        Ok(earliest)
    }

    /// Reminds a person of what is due, in one message, and reschedules the rest.
    pub(crate) fn nudge(&mut self, person: &Person) -> Result<(), Fault> {
        let waiting = self.waiting_for(person.id)?;
        let mut due = Vec::new();
        for (row, seat) in &waiting {
            let next = self.reminder(row, *seat, person)?;
            if next.is_some_and(|it| it.at <= self.now) {
                due.push((row.clone(), *seat));
            }
        }
        if due.is_empty() {
            return Ok(());
        }
        let last = self.last_digest(person.id)?;
        let is_digest = 1 < waiting.len() && last.is_none_or(|it| it + DIGEST <= self.now);
        let on_time: Vec<MatchId> = due.iter().map(|(row, _)| row.id).collect();
        let mut told = if is_digest { waiting } else { due };
        if is_digest {
            self.tx.set_moment(&digest_of(person.id), self.now)?;
        }
        told.sort_by_key(|(row, seat)| row.timer.over(*seat).unwrap_or(i64::MAX));
        let reply = self.reminder_of(person, &told)?;
        let room = match self.reminded_in(person)? {
            Some(room) => room,
            None => self.tx.room(told[0].0.room)?,
        };
        let about = Some(format!("nudge/{}", person.id));
        self.replies.push(Addressed { room, reply, about });
        for (mut row, seat) in told {
            let nudge = row.nudges.get_mut(seat);
            // An early reminder before quiet hours replaces the one within them.
            let ahead = nudge.next(person.settings.nudging).filter(|_| on_time.contains(&row.id));
            nudge.dealt_with(ahead.map_or(self.now, |it| it.at), self.now);
            self.schedule(&mut row)?;
            self.tx.update_match(&row)?;
        }
        Ok(())
    }

    /// Returns where to remind a person who is in several chats: where they chose, or where they
    /// last spoke.
    fn reminded_in(&self, person: &Person) -> Result<Option<Room>, Fault> {
        let rooms = self.tx.last_rooms(person.id)?;
        if rooms.len() < 2 {
            return Ok(None);
        }
        let chosen = rooms.iter().find(|it| Some(it.chat) == person.settings.reminded_in);
        Ok(chosen.or(rooms.first()).cloned())
    }

    /// Tells a player once that they may claim a match.
    pub(crate) fn tell_of_late(&mut self, row: &mut MatchRow, late: Seat) -> Result<(), Fault> {
        row.nudges.get_mut(late).tell();
        let chat = self.tx.room(row.room)?.chat;
        let name = self.tx.person_in(chat, *row.seats.get(late))?.name;
        let says = match row.timer.is_timed() {
            true => words::ran_out(&name, row.id),
            false => words::was_silent(&name, row.id, SILENCE),
        };
        let choices = || [words::claim_button(row.id)];
        for &to in row.seats.others(late) {
            let reply = Reply::only(to, says.clone()).private(Privacy::Personal);
            self.say_in(row.room, reply.choices(choices()))?;
        }
        Ok(())
    }

    /// Words a reminder of one match, or a list of several.
    fn reminder_of(&self, person: &Person, told: &[(MatchRow, Seat)]) -> Result<Reply, Fault> {
        let mut choices = Vec::new();
        let mut lines = Vec::new();
        for (row, seat) in told.iter().take(LISTED) {
            let id = row.id;
            let loaded = self.sit_down(row.clone())?;
            let asks = match loaded.table.status() {
                Status::Waiting(prompts) => {
                    let mine = prompts.into_iter().filter(|it| it.seat == *seat);
                    let asks: Vec<String> = mine.map(|it| it.ask).collect();
                    words::both_asked(&asks)
                }
                Status::Over(_) => String::new(),
            };
            let other = loaded.names.get(seat.other());
            let time = match row.timer.over(*seat).map(|it| it - self.now) {
                Some(left) if row.timer.is_timed() || left <= 0 => {
                    span![" ", self.runs_out(&loaded, *seat, left, time::left(left))]
                }
                Some(left) => {
                    span![" ", words::can_be_claimed(other, self.now + left, left)]
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
        choices.extend(self.later(told).map(|_| words::later_button(of)));
        let text = match (of, lines.pop()) {
            (Some(_), Some(line)) => line,
            (_, last) => {
                lines.extend(last);
                words::your_turns(lines, told.len().saturating_sub(LISTED))
            }
        };
        Ok(Reply::only(person.id, text).private(Privacy::Personal).choices(choices))
    }

    /// Returns the matches that wait for a person, with their seats, except those whose time is
    /// stopped.
    pub(crate) fn waiting_for(&self, person: PersonId) -> Result<Vec<(MatchRow, Seat)>, Fault> {
        let mut rows = self.tx.running_of(person)?;
        // The bot waits for nobody.
        let practised: Vec<MatchId> =
            self.tx.practising(person)?.into_iter().map(|it| it.id).collect();
        rows.retain(|it| !practised.contains(&it.id));
        let mine = rows.into_iter().filter_map(|row| {
            let seat = row.seats.find(|&it| it == person)?;
            let rests = row.timer.rests_until(seat, self.now).is_some();
            let waits = row.timer.owes(seat) != Owes::Nothing && row.timer.paused().is_none();
            (waits && !rests).then_some((row, seat))
        });
        Ok(mine.collect())
    }

    /// Returns when a person last got a list; none if that is in the future.
    fn last_digest(&self, person: PersonId) -> Result<Option<i64>, Fault> {
        let last = self.tx.moment(&digest_of(person))?;
        Ok(last.filter(|&it| it <= self.now))
    }
}

/// The key for when a person last got a list.
pub(crate) fn digest_of(person: PersonId) -> String {
    format!("digest/{person}")
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
        Some(it) if !INTERVALS.contains(&it) => Err(words::interval_out_of_range()),
        Some(it) => Ok(it),
    }
}
