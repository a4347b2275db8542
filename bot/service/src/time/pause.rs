//! Pauses: both players have to agree, and nobody's time resumes without notice.
use engine::{house::PauseAnswer, seat::Seat};

use crate::{Fault, RequestContext, find::LoadedMatch, play::news::TurnNews, time::words};
use command::verbs::{self, Answer};
use model::{
    reply::Reply,
    text::Text,
    time::{Clock, DAY, Notice, Owes},
};
use store::{MatchRow, Person};

impl RequestContext<'_> {
    pub(crate) fn pause(&mut self, said: &verbs::Pause) -> Result<(), Fault> {
        let answers = said.answer.is_some();
        let asked = |row: &MatchRow, seat: Seat| row.house.pause_asked_by() == Some(seat.other());
        let mut loaded = self.my_match(said.of, |row, seat| answers && asked(row, seat))?;
        let seat = self.seat_in(&loaded)?;
        let id = loaded.row.id;
        self.check_against_people(&loaded, words::bot_is_patient())?;
        self.check_no_room_plays(&loaded)?;
        if loaded.row.timer.paused().is_some() {
            return Err(words::already_paused(id).into());
        }
        let house = &mut loaded.row.house;
        let answer = match said.answer {
            Some(Answer::Accept) if house.pause_asked_by() != Some(seat.other()) => {
                return Err(words::no_pause_request().into());
            }
            Some(Answer::Decline) => house.decline_pause(seat)?,
            _ => house.pause(seat)?,
        };
        let me = loaded.names.get(seat).clone();
        match answer {
            PauseAnswer::Asked => {
                self.tx.update_match(&loaded.row)?;
                let says = |_: &Self, other: &Person, answers| {
                    Ok(words::asks_for_pause(&me, other, answers))
                };
                self.ask_other(&loaded, seat, says, |of, it| {
                    verbs::Pause { of, answer: Some(it) }.into()
                })
            }
            PauseAnswer::Declined => {
                self.tx.update_match(&loaded.row)?;
                self.say_at(&loaded, Reply::room(words::declines_pause(&me)))
            }
            PauseAnswer::Agreed => {
                loaded.row.timer.pause(self.now);
                self.schedule(&mut loaded.row)?;
                self.tx.update_match(&loaded.row)?;
                self.say_at(&loaded, Reply::room(words::is_paused(id)))
            }
        }
    }

    pub(crate) fn resume(&mut self, said: &verbs::Resume) -> Result<(), Fault> {
        let mut loaded = self.my_match(said.of, |row, _| row.timer.paused().is_some())?;
        if loaded.row.timer.paused().is_none() {
            return Err(words::not_paused(loaded.row.id).into());
        }
        let (seat, id) = (self.seat_in(&loaded)?, loaded.row.id);
        let me = loaded.names.get(seat).clone();
        let timer = &loaded.row.timer;
        let notice = timer.notice();
        let agreed = notice.is_some_and(|it| it.by != seat);
        if timer.owes(seat.other()) == Owes::Nothing || agreed {
            return self.go_on(loaded.row, self.now, words::ends_pause(&me));
        }
        if let Some(Notice { at, .. }) = notice {
            return Err(words::already_asked_to_resume(id, at - self.now).into());
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
        let id = loaded.row.id;
        let me = loaded.names.get(self.seat_in(loaded)?);
        let text = words::wants_to_resume(me, id, at - self.now, other);
        let reply = Reply::room(text).mention(other.id).choices([words::resume_button(id)]);
        self.say_at(loaded, reply)
    }

    /// Ends a pause at a moment, and shows the board to the player to move.
    pub(crate) fn go_on(&mut self, mut row: MatchRow, at: i64, lead: String) -> Result<(), Fault> {
        row.timer.resume(at);
        for seat in Seat::BOTH {
            self.begin_nudging(&mut row, seat);
        }
        self.schedule(&mut row)?;
        self.tx.update_match(&row)?;
        let loaded = self.sit_down(row)?;
        self.next_turn(&loaded, TurnNews::of(None, vec![Text::plain(lead)]), &[])
    }
}
