//! What every match has: draws, resigning, calling off, claiming on time.
use engine::{
    house::{DrawAnswer, Early, Ending, House, StepMark},
    refusal::Refusal,
    seat::Seat,
};

use crate::{
    Fault, RequestContext,
    find::LoadedMatch,
    play::{news::TurnNews, step::lot, words},
};
use command::{
    Said,
    verbs::{self, Answer, DrawWord},
};
use model::{
    ids::{MatchId, PersonId},
    reply::Reply,
    text::Text,
    time::{DAY, SILENCE},
};
use store::{MatchEnd, MatchRow, Person};

/// How many matches a person may call off in [`ALLOWED_DAYS`]; the next one counts as resigned.
const ALLOWED: u32 = 3;
/// For how many days a called-off match counts against a person.
const ALLOWED_DAYS: i64 = 30;

/// How many matches a person has called off recently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Allowance {
    spent: u32,
}

impl Allowance {
    /// Returns what leaving a match in its first turns means for them.
    pub(crate) fn early(self) -> Early {
        if self.spent < ALLOWED { Early::CallsOff } else { Early::Forfeits }
    }
}

impl RequestContext<'_> {
    pub(crate) fn draw(&mut self, said: &verbs::Draw) -> Result<(), Fault> {
        let offered =
            |row: &MatchRow, seat: Seat| row.house.draw_offered_by() == Some(seat.other());
        let answers = matches!(said.answer, Some(DrawWord::Accept | DrawWord::Decline));
        let (mut loaded, seat) =
            self.mine_running(said.of, |row, seat| answers && offered(row, seat))?;
        self.check_no_room_plays(&loaded)?;
        let on_turn = loaded.table.status().waits_for(seat);
        let house = &mut loaded.row.house;
        let answer = match said.answer {
            Some(DrawWord::Accept) if house.draw_offered_by() != Some(seat.other()) => {
                return Err(words::no_draw_offer().into());
            }
            Some(DrawWord::Decline) => house.decline_draw(seat)?,
            _ => house.draw(seat, on_turn)?,
        };
        let me = loaded.names.get(seat).clone();
        match answer {
            DrawAnswer::Agreed => self.end_by_house(loaded),
            DrawAnswer::Offered if loaded.is_practice() => {
                self.tx.update_match(&loaded.row)?;
                self.calls.push(loaded.row.id);
                self.say_at(&loaded, Reply::room(words::offers_draw(&me)))
            }
            DrawAnswer::Offered => {
                self.tx.update_match(&loaded.row)?;
                self.drop_orders_of(&loaded, seat.other(), words::dropped_by_question())?;
                self.ask_other(
                    &loaded,
                    seat,
                    |_, other, answers| Ok(words::asks_for_draw(&me, other, answers)),
                    |of, it| {
                        let answer = Some(match it {
                            Answer::Accept => DrawWord::Accept,
                            Answer::Decline => DrawWord::Decline,
                        });
                        verbs::Draw { of, answer }.into()
                    },
                )
            }
            DrawAnswer::Declined => {
                self.tx.update_match(&loaded.row)?;
                self.say_at(&loaded, Reply::room(words::declines_draw(&me)))
            }
        }
    }

    pub(crate) fn resign(&mut self, said: &verbs::Resign) -> Result<(), Fault> {
        if self.resign_by_vote(said.of)? {
            return Ok(());
        }
        let series = said.series;
        self.leave_match(said.of, said.sure, series, House::resign, |of| {
            verbs::Resign { of, series, sure: true }.into()
        })
    }

    pub(crate) fn abort(&mut self, said: &verbs::Abort) -> Result<(), Fault> {
        self.leave_match(said.of, said.sure, false, House::abort, |of| {
            verbs::Abort { of, sure: true }.into()
        })
    }

    pub(crate) fn claim(&mut self, said: &verbs::Claim) -> Result<(), Fault> {
        let now = self.now;
        let late = |row: &MatchRow, seat: Seat| row.timer.is_late(seat.other(), now);
        let (mut loaded, seat) = self.mine_running(said.of, late)?;
        let late = seat.other();
        self.check_not_voted(&loaded, late)?;
        let MatchRow { id, terms, timer, .. } = &loaded.row;
        let other = loaded.names.get(late);
        let refusal = match timer.ends(late) {
            Some(ends) if ends <= now => return self.run_out(loaded, late),
            Some(_) if self.is_left_alone(&loaded, late)? => {
                loaded.row.house.time_out(late)?;
                let lead = words::left_and_silent(loaded.names.get(late));
                return self.end_by_house_after(loaded, vec![lead], None);
            }
            _ if timer.paused().is_some() => words::paused_no_clock(*id),
            None if terms.clock.is_none() => words::your_own_turn(),
            None => words::your_own_time(),
            Some(ends) => match timer.rests_until(late, now) {
                Some(until) => words::vacation_no_clock(other, until - now),
                None if let Some(aside) = timer.aside(late, now) => {
                    let lot = &mut lot(&loaded);
                    match loaded.table.default_for(late, lot) {
                        Some(_) => words::default_comes(other, aside),
                        None => words::own_time_comes(other, aside, ends - now - aside),
                    }
                }
                None if terms.clock.is_some() => words::still_has(other, ends - now),
                None => words::silent_for(other, SILENCE, ends - now),
            },
        };
        Err(refusal.into())
    }

    /// Ends a match because a seat has run out of time.
    pub(crate) fn run_out(&mut self, mut loaded: LoadedMatch, late: Seat) -> Result<(), Fault> {
        match self.is_shut_out(&loaded.row, &[late])? {
            true => loaded.row.house.shut_out()?,
            false => loaded.row.house.time_out(late)?,
        }
        self.end_by_house(loaded)
    }

    /// Ends a match outside the game's rules.
    pub(crate) fn end_by_house(&mut self, loaded: LoadedMatch) -> Result<(), Fault> {
        self.end_by_house_after(loaded, Vec::new(), None)
    }

    /// Ends a match outside the game's rules, by a moderator if one is named, and tells it below
    /// some first lines.
    pub(crate) fn end_by_house_after(
        &mut self,
        mut loaded: LoadedMatch,
        lead: Vec<Text>,
        ruled_by: Option<&Person>,
    ) -> Result<(), Fault> {
        let Some(ending) = loaded.row.house.ending() else {
            return Err(Fault::Broken(format!("match {} hasn't ended", loaded.row.id)));
        };
        loaded.row.touched_at = self.now;
        let end = MatchEnd::new(self.now, ending.outcome(), Some(ending));
        loaded.row.end = Some(MatchEnd { ruled_by: ruled_by.map(|it| it.id), ..end });
        loaded.moderator = ruled_by.map(|it| it.name.clone());
        let changes = self.close(&mut loaded)?;
        self.result(&loaded, TurnNews::of(None, lead), &changes)
    }

    /// Returns how many matches a person may still call off before the next one counts as resigned.
    pub(crate) fn allowance(&self, person: PersonId) -> Result<Allowance, Fault> {
        let since = self.now - ALLOWED_DAYS * DAY;
        Ok(Allowance { spent: self.tx.called_off_since(person, since)? })
    }

    /// Tells whether one of these sides couldn't play because it is banned.
    pub(crate) fn is_shut_out(&self, row: &MatchRow, late: &[Seat]) -> Result<bool, Fault> {
        let room = self.tx.room(row.room)?;
        for seat in late {
            let person = self.tx.person(*row.seats.get(*seat))?;
            if self.is_banned(&person, &room)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Takes the asker out of a match after they confirm, and out of its whole series if they want
    /// that; before that, says what it will mean.
    fn leave_match(
        &mut self,
        of: Option<MatchId>,
        sure: bool,
        series: bool,
        act: impl FnOnce(&mut House, Seat, &[StepMark], Early) -> Result<(), Refusal>,
        confirm: impl FnOnce(Option<MatchId>) -> Said,
    ) -> Result<(), Fault> {
        let (mut loaded, seat) = self.mine_running(of, |_, _| false)?;
        let log = self.tx.marks(loaded.row.id)?;
        let allowance = self.allowance(self.me.id)?;
        // Tried before asking, so that nobody confirms what is refused anyway. Nobody may call off
        // a match that the other side could claim.
        let late = loaded.row.timer.is_late(seat, self.now);
        let practice = loaded.is_practice();
        let in_league = self.is_in_league(loaded.row.id)?;
        let early = match (practice, late || in_league) {
            // Leaving a match against the bot is never held against anyone.
            (true, _) => Early::CallsOff,
            (false, true) => Early::Resigns,
            (false, false) => allowance.early(),
        };
        let late = late && !practice;
        let braked = !in_league && !loaded.row.house.has_begun(&log) && early != Early::CallsOff;
        act(&mut loaded.row.house, seat, &log, early)?;
        let id = loaded.row.id;
        let (me, other) = (loaded.names.get(seat), loaded.names.get(seat.other()));
        let spent = allowance.spent;
        if sure {
            let lead = match late {
                true => words::late_resigns(me),
                false => words::often_resigns(me, spent, ALLOWED_DAYS, other),
            };
            let given_up = series.then(|| self.give_up_series(&loaded, seat)).transpose()?;
            let lead = given_up.into_iter().chain(braked.then_some(lead)).collect();
            return self.end_by_house_after(loaded, lead, None);
        }
        if series {
            self.check_series(id)?;
        }
        let confirm = confirm(Some(id));
        let line = confirm.line();
        let resign = words::resign_button;
        let (asks, button) = match loaded.row.house.ending() {
            Some(Ending::CalledOff { .. }) => {
                let asks = match practice {
                    true => words::call_off_practice(id, other),
                    false => words::call_off(id, other, spent, ALLOWED, ALLOWED_DAYS),
                };
                (asks, words::call_off_button(line.clone()))
            }
            _ if braked && late => (words::resign_late(id, other), resign(line.clone())),
            _ if braked => {
                (words::resign_often(id, other, spent, ALLOWED_DAYS), resign(line.clone()))
            }
            _ => (words::resign(id, other), resign(line.clone())),
        };
        let asks = if series { words::gives_up_all(&asks) } else { asks };
        let text = words::confirm(&asks, &line);
        self.await_answer(self.me.id, confirm, None)?;
        self.say(self.answer(text).choices([button]));
        Ok(())
    }

    pub(crate) fn ask_other(
        &mut self,
        loaded: &LoadedMatch,
        seat: Seat,
        says: impl FnOnce(&Self, &Person, Text) -> Result<Text, Fault>,
        answers: impl Fn(Option<MatchId>, Answer) -> Said,
    ) -> Result<(), Fault> {
        let other = loaded.people.get(seat.other());
        self.check_pings(other)?;
        let id = loaded.row.id;
        let [yes, no] = [Answer::Accept, Answer::Decline].map(|it| answers(Some(id), it));
        let lines = [yes.line(), no.line()];
        let text = says(self, other, Text::codes(lines.iter().cloned(), 2))?;
        self.await_answer(other.id, yes, Some(no))?;
        let choices = words::answer_buttons(lines);
        self.say_at(loaded, Reply::room(text).mention(other.id).choices(choices))
    }

    pub(crate) fn mine_running(
        &self,
        of: Option<MatchId>,
        prefers: impl Fn(&MatchRow, Seat) -> bool,
    ) -> Result<(LoadedMatch, Seat), Fault> {
        let loaded = self.my_match(of, prefers)?;
        let seat = self.seat_in(&loaded)?;
        Ok((loaded, seat))
    }
}
