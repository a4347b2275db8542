//! Time that does not count: vacations of a person, and pauses of a match that both agree on.
use engine::{
    house::PauseAnswer,
    quote::short,
    refusal::{Code, Refusal},
    seat::Seat,
};

use super::{Asking, Fault};
use crate::{
    command::Args,
    reply::Reply,
    span,
    store::{MatchRow, Person, Vacation},
    text::Text,
    time::{DAY, duration, length},
};

/// How long somebody may be on vacation within [`YEAR`], in seconds.
const ALLOWED: i64 = 30 * DAY;
const YEAR: i64 = 365 * DAY;

impl Asking<'_> {
    pub(super) fn vacation(&mut self, args: &Args) -> Result<(), Fault> {
        let said = args.text("length").trim().to_lowercase();
        match said.as_str() {
            "" => self.say_vacation(),
            "end" | "over" | "off" | "stop" => self.end_vacation(),
            _ => self.begin_vacation(&said),
        }
    }

    pub(super) fn pause(&mut self, args: &Args) -> Result<(), Fault> {
        let answers = args.get("answer").is_some();
        let asked = |row: &MatchRow, seat: Seat| row.house.pause_asked_by() == Some(seat.other());
        let mut sitting = self.my_match(args, |row, seat| answers && asked(row, seat))?;
        let seat = self.seat_in(&sitting)?;
        let id = sitting.row.id;
        if sitting.row.timer.paused().is_some() {
            let says = format!("Match #{id} is paused already.");
            return Err(Refusal::new(Code::NotNow, says).instead([format!("resume #{id}")]).into());
        }
        let house = &mut sitting.row.house;
        let answer = match args.get("answer") {
            Some("accept") if house.pause_asked_by() != Some(seat.other()) => {
                let says = "Nobody asked you for a pause.";
                return Err(Refusal::new(Code::NotNow, says).instead(["pause"]).into());
            }
            Some("decline") => house.decline_pause(seat)?,
            _ => house.pause(seat)?,
        };
        let me = self.me.name.clone();
        match answer {
            PauseAnswer::Asked => {
                self.tx.update_match(&sitting.row)?;
                let says = format!("{me} would like to pause. Does that suit you, ");
                self.ask_other(&sitting, seat, says, "pause")
            }
            PauseAnswer::Declined => {
                self.tx.update_match(&sitting.row)?;
                let says = format!("{me} would rather go on without a pause.");
                self.say_at(&sitting, Reply::room(says))
            }
            PauseAnswer::Agreed => {
                sitting.row.timer.pause(self.now);
                self.schedule(&mut sitting.row)?;
                self.tx.update_match(&sitting.row)?;
                let text = span![
                    format!(
                        "Match #{id} is paused: no clock runs and nobody is reminded, until one of you says "
                    ),
                    Text::code(format!("resume #{id}")),
                    "."
                ];
                self.say_at(&sitting, Reply::room(text))
            }
        }
    }

    pub(super) fn resume(&mut self, args: &Args) -> Result<(), Fault> {
        let mut sitting = self.my_match(args, |row, _| row.timer.paused().is_some())?;
        if sitting.row.timer.paused().is_none() {
            let says = format!("Match #{} is not paused.", sitting.row.id);
            return Err(Refusal::new(Code::NotNow, says).instead(["pause"]).into());
        }
        sitting.row.timer.resume(self.now);
        for seat in Seat::BOTH {
            self.begin_nudging(&mut sitting.row, seat);
        }
        self.schedule(&mut sitting.row)?;
        self.tx.update_match(&sitting.row)?;
        let lead = format!("{} ends the pause.", self.me.name);
        self.next_turn(&sitting, vec![Text::plain(lead)], &[])
    }

    /// Returns the seconds of vacation that somebody may still take.
    pub(super) fn vacation_left(&self, person: &Person) -> Result<i64, Fault> {
        let year = self.now - YEAR;
        let taken = self.tx.vacations(person.id, year)?;
        let taken: i64 = taken.iter().map(|it| it.until - it.from.max(year)).sum();
        Ok((ALLOWED - taken).max(0))
    }

    fn begin_vacation(&mut self, said: &str) -> Result<(), Fault> {
        if let Some(until) = self.away_until(&self.me)? {
            let left = duration(until - self.now);
            let says = format!("You are on vacation for another {left}; end that one first.");
            return Err(Refusal::new(Code::NotNow, says).instead(["vacation end"]).into());
        }
        let left = self.vacation_left(&self.me)?;
        let wanted = length(said).ok_or_else(|| {
            Refusal::unreadable(format!("`{}` is no length for a vacation.", short(said)))
                .instead(["vacation 10 days", "vacation end"])
        })?;
        if wanted < DAY {
            let says = "A vacation is a day at least.";
            return Err(Refusal::unreadable(says).instead(["vacation 1 day"]).into());
        }
        if left < wanted {
            let says = format!(
                "You have {} of vacation left; in any 365 days there are {} days of it.",
                duration(left),
                ALLOWED / DAY
            );
            return Err(Refusal::new(Code::TooMuch, says).instead(["vacation"]).into());
        }
        let until = self.now + wanted;
        self.tx.add_vacation(self.me.id, Vacation { from: self.now, until })?;
        self.rest_everywhere(until)?;
        let (me, wanted) = (self.me.name.as_str(), duration(wanted));
        let text = span![
            format!("{me} is on vacation for {wanted}. Until then no clock of theirs runs; "),
            Text::code("vacation end"),
            " comes back early."
        ];
        self.say(Reply::room(text));
        Ok(())
    }

    fn end_vacation(&mut self) -> Result<(), Fault> {
        if self.away_until(&self.me)?.is_none() {
            let says = "You are not on vacation.";
            return Err(Refusal::new(Code::NotNow, says).instead(["vacation 10 days"]).into());
        }
        self.tx.end_vacation(self.me.id, self.now)?;
        self.rest_everywhere(self.now)?;
        self.say(Reply::room(format!("{} is back from vacation.", self.me.name)));
        Ok(())
    }

    /// Lets the asker's time stand still in all their matches until a moment.
    fn rest_everywhere(&mut self, until: i64) -> Result<(), Fault> {
        for mut row in self.tx.running_of(self.me.id)? {
            let Some(seat) = row.seats.find(|&it| it == self.me.id) else { continue };
            row.timer.rest(seat, until, self.now);
            self.begin_nudging(&mut row, seat);
            self.schedule(&mut row)?;
            self.tx.update_match(&row)?;
        }
        Ok(())
    }

    fn say_vacation(&mut self) -> Result<(), Fault> {
        let left = duration(self.vacation_left(&self.me)?);
        let now = match self.away_until(&self.me)? {
            Some(until) => {
                format!("You are on vacation for another {}. ", duration(until - self.now))
            }
            None => String::new(),
        };
        let text = span![
            format!(
                "{now}You may take {left} more; in any 365 days there are {} days. ",
                ALLOWED / DAY
            ),
            Text::codes(["vacation 10 days", "vacation end"], 2),
        ];
        self.say(Reply::only(self.me.id, text));
        Ok(())
    }
}
