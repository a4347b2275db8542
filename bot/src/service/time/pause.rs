//! Pauses: both players have to agree, and nobody's time resumes without notice.
use engine::{
    house::PauseAnswer,
    refusal::{Code, Refusal},
    seat::Seat,
};

use crate::service::{Fault, RequestContext, find::LoadedMatch, names::person, play::news::News};
use crate::{
    command::{verbs, verbs::Answer},
    reply::{Choice, Reply},
    span,
    store::{MatchRow, Person},
    text::Text,
    time::{Clock, DAY, Notice, Owes, duration},
};

impl RequestContext<'_> {
    pub(in crate::service) fn pause(&mut self, said: &verbs::Pause) -> Result<(), Fault> {
        let answers = said.answer.is_some();
        let asked = |row: &MatchRow, seat: Seat| row.house.pause_asked_by() == Some(seat.other());
        let mut loaded = self.my_match(said.of, |row, seat| answers && asked(row, seat))?;
        let seat = self.seat_in(&loaded)?;
        let id = loaded.row.id;
        self.check_against_people(
            &loaded,
            "I wait as long as you like: no clock runs against me.",
        )?;
        if loaded.row.timer.paused().is_some() {
            let says = format!("Match #{id} is already paused.");
            return Err(Refusal::new(Code::NotNow, says).instead([format!("resume #{id}")]).into());
        }
        let house = &mut loaded.row.house;
        let answer = match said.answer {
            Some(Answer::Accept) if house.pause_asked_by() != Some(seat.other()) => {
                let says = "You have no pause request to answer.";
                return Err(Refusal::new(Code::NotNow, says).instead(["pause"]).into());
            }
            Some(Answer::Decline) => house.decline_pause(seat)?,
            _ => house.pause(seat)?,
        };
        let me = loaded.names.get(seat).clone();
        match answer {
            PauseAnswer::Asked => {
                self.tx.update_match(&loaded.row)?;
                let says = format!("{me} asks for a pause. Do you agree, ");
                self.ask_other(&loaded, seat, Text::plain(says), |of, it| {
                    verbs::Pause { of, answer: Some(it) }.into()
                })
            }
            PauseAnswer::Declined => {
                self.tx.update_match(&loaded.row)?;
                let says = format!("{me} declines the pause.");
                self.say_at(&loaded, Reply::room(says))
            }
            PauseAnswer::Agreed => {
                loaded.row.timer.pause(self.now);
                self.schedule(&mut loaded.row)?;
                self.tx.update_match(&loaded.row)?;
                let text = span![
                    format!("Match #{id} is paused: no clocks or reminders until one of you says "),
                    Text::code(format!("resume #{id}")),
                    "."
                ];
                self.say_at(&loaded, Reply::room(text))
            }
        }
    }

    pub(in crate::service) fn resume(&mut self, said: &verbs::Resume) -> Result<(), Fault> {
        let mut loaded = self.my_match(said.of, |row, _| row.timer.paused().is_some())?;
        if loaded.row.timer.paused().is_none() {
            let says = format!("Match #{} isn't paused.", loaded.row.id);
            return Err(Refusal::new(Code::NotNow, says).instead(["pause"]).into());
        }
        let (seat, id) = (self.seat_in(&loaded)?, loaded.row.id);
        let me = loaded.names.get(seat).clone();
        let timer = &loaded.row.timer;
        let notice = timer.notice();
        let agreed = notice.is_some_and(|it| it.by != seat);
        if timer.owes(seat.other()) == Owes::Nothing || agreed {
            return self.go_on(loaded.row, self.now, format!("{me} ends the pause."));
        }
        if let Some(Notice { at, .. }) = notice {
            let left = duration(at - self.now);
            let says =
                format!("You've asked already: match #{id} resumes in {left} at the latest.");
            return Err(Refusal::new(Code::NotNow, says).instead([format!("board #{id}")]).into());
        }
        // The other side's time would run, so it gets as long as for a choice out of turn, outside
        // its quiet hours.
        let other = loaded.people.get(seat.other()).clone();
        let wait = loaded.row.terms.clock.as_ref().map_or(DAY, Clock::aside);
        let at = self.awake(other.id, self.now + wait)?;
        loaded.row.timer.give_notice(Notice { by: seat, at });
        self.schedule(&mut loaded.row)?;
        self.tx.update_match(&loaded.row)?;
        self.tell_of_notice(&loaded, &other, at)
    }

    fn tell_of_notice(
        &mut self,
        loaded: &LoadedMatch,
        other: &Person,
        at: i64,
    ) -> Result<(), Fault> {
        let resume = format!("resume #{}", loaded.row.id);
        let text = span![
            format!(
                "{} wants to resume match #{}. The pause ends in {}, or as soon as ",
                loaded.names.get(self.seat_in(loaded)?),
                loaded.row.id,
                duration(at - self.now)
            ),
            person(other),
            " says ",
            Text::code(resume.as_str()),
            "."
        ];
        let reply = Reply::room(text).mention(other.id).choices([Choice::new("Resume", resume)]);
        self.say_at(loaded, reply)
    }

    /// Ends a pause at a moment, and shows the board to the player to move.
    pub(in crate::service) fn go_on(
        &mut self,
        mut row: MatchRow,
        at: i64,
        lead: String,
    ) -> Result<(), Fault> {
        row.timer.resume(at);
        for seat in Seat::BOTH {
            self.begin_nudging(&mut row, seat);
        }
        self.schedule(&mut row)?;
        self.tx.update_match(&row)?;
        let loaded = self.sit_down(row)?;
        self.next_turn(&loaded, News::of(None, vec![Text::plain(lead)]), &[])
    }
}
