//! What every match has: draws, resigning, calling off, claiming on time.
use engine::{
    game::Emphasis,
    house::{DrawAnswer, Early, Ending, House, Mark},
    refusal::{Code, Refusal},
    seat::Seat,
};

use crate::service::{
    Fault, RequestContext, find::LoadedMatch, names::person, play::news::News, play::step::lot,
};
use crate::{
    command::{
        Said, verbs,
        verbs::{Answer, DrawWord},
    },
    reply::{Choice, Reply},
    span,
    store::{End, MatchId, MatchRow, Person, PersonId},
    text::Text,
    time::{DAY, SILENCE, duration},
};

/// How many matches a person may call off in [`ALLOWED_DAYS`]; the next one counts as resigned.
const ALLOWED: u32 = 3;
/// For how many days a called-off match counts against a person.
const ALLOWED_DAYS: i64 = 30;

/// How many matches a person has called off recently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::service) struct Allowance {
    spent: u32,
}

impl Allowance {
    /// Returns what leaving a match in its first turns means for them.
    pub(in crate::service) fn early(self) -> Early {
        if self.spent < ALLOWED { Early::CallsOff } else { Early::Forfeits }
    }

    /// Says how many are left after calling off another.
    fn in_words(self) -> String {
        format!(
            "It's number {} of the {ALLOWED} you may call off in {ALLOWED_DAYS} days; after \
             those, it counts as resigning.",
            self.spent + 1
        )
    }
}

impl RequestContext<'_> {
    pub(in crate::service) fn draw(&mut self, said: &verbs::Draw) -> Result<(), Fault> {
        let offered =
            |row: &MatchRow, seat: Seat| row.house.draw_offered_by() == Some(seat.other());
        let answers = matches!(said.answer, Some(DrawWord::Accept | DrawWord::Decline));
        let (mut loaded, seat) =
            self.mine_running(said.of, |row, seat| answers && offered(row, seat))?;
        let on_turn = loaded.table.status().waits_for(seat);
        let house = &mut loaded.row.house;
        let answer = match said.answer {
            Some(DrawWord::Accept) if house.draw_offered_by() != Some(seat.other()) => {
                return Err(Refusal::new(Code::NotNow, "You have no draw offer to answer.")
                    .instead(["draw"])
                    .into());
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
                self.say_at(&loaded, Reply::room(format!("{me} offers a draw.")))
            }
            DrawAnswer::Offered => {
                self.tx.update_match(&loaded.row)?;
                self.ask_other(
                    &loaded,
                    seat,
                    Text::plain(format!("{me} offers a draw. Do you accept, ")),
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
                self.say_at(&loaded, Reply::room(format!("{me} declines the draw.")))
            }
        }
    }

    pub(in crate::service) fn resign(&mut self, said: &verbs::Resign) -> Result<(), Fault> {
        self.leave_match(said.of, said.sure, House::resign, |of| {
            verbs::Resign { of, sure: true }.into()
        })
    }

    pub(in crate::service) fn abort(&mut self, said: &verbs::Abort) -> Result<(), Fault> {
        self.leave_match(said.of, said.sure, House::abort, |of| {
            verbs::Abort { of, sure: true }.into()
        })
    }

    pub(in crate::service) fn claim(&mut self, said: &verbs::Claim) -> Result<(), Fault> {
        let now = self.now;
        let late = |row: &MatchRow, seat: Seat| row.timer.is_late(seat.other(), now);
        let (mut loaded, seat) = self.mine_running(said.of, late)?;
        let late = seat.other();
        let MatchRow { id, terms, timer, .. } = &loaded.row;
        let other = loaded.names.get(late);
        let says = match timer.ends(late) {
            Some(ends) if ends <= now => return self.run_out(loaded, late),
            Some(_) if self.is_left_alone(&loaded, late)? => {
                loaded.row.house.time_out(late)?;
                let lead = format!("{} has left and didn't reply in time.", loaded.names.get(late));
                return self.end_by_house_after(loaded, vec![Text::plain(lead)], None);
            }
            _ if timer.paused().is_some() => format!("Match #{id} is paused, so no clock runs."),
            None => "It's your turn, so your own time is running.".to_owned(),
            Some(ends) => match timer.rests_until(late, now) {
                Some(until) => {
                    let left = duration(until - now);
                    format!("{other} is on vacation for another {left}, so no clock runs.")
                }
                None if let Some(aside) = timer.aside(late, now) => {
                    let lot = &mut lot(&loaded);
                    let left = duration(aside);
                    match loaded.table.default_for(late, lot) {
                        Some(_) => format!(
                            "{other} still has {left} for this choice. After that the default is played."
                        ),
                        None => format!(
                            "{other} still has {left} for this choice, then {} of their own time.",
                            duration(ends - now - aside)
                        ),
                    }
                }
                None if terms.clock.is_some() => {
                    format!("{other} still has {}.", duration(ends - now))
                }
                None => format!(
                    "Without a clock you can claim once {other} has been silent for {}, which is \
                     in {}.",
                    duration(SILENCE),
                    duration(ends - now)
                ),
            },
        };
        Err(Refusal::new(Code::NotNow, says).into())
    }

    /// Ends a match because a seat has run out of time.
    pub(in crate::service) fn run_out(
        &mut self,
        mut loaded: LoadedMatch,
        late: Seat,
    ) -> Result<(), Fault> {
        match self.is_shut_out(&loaded.row, &[late])? {
            true => loaded.row.house.shut_out()?,
            false => loaded.row.house.time_out(late)?,
        }
        self.end_by_house(loaded)
    }

    /// Ends a match outside the game's rules.
    pub(in crate::service) fn end_by_house(&mut self, loaded: LoadedMatch) -> Result<(), Fault> {
        self.end_by_house_after(loaded, Vec::new(), None)
    }

    /// Ends a match outside the game's rules, by a moderator if one is named, and tells it below
    /// some first lines.
    pub(in crate::service) fn end_by_house_after(
        &mut self,
        mut loaded: LoadedMatch,
        lead: Vec<Text>,
        ruled_by: Option<&Person>,
    ) -> Result<(), Fault> {
        let Some(ending) = loaded.row.house.ending() else {
            return Err(Fault::Broken(format!("match {} has not ended", loaded.row.id)));
        };
        loaded.row.touched_at = self.now;
        let end = End::new(self.now, ending.outcome(), Some(ending));
        loaded.row.end = Some(End { ruled_by: ruled_by.map(|it| it.id), ..end });
        loaded.moderator = ruled_by.map(|it| it.name.clone());
        let changes = self.close(&mut loaded)?;
        self.result(&loaded, News::of(None, lead), &changes)
    }

    /// Returns how many matches a person may still call off before the next one counts as resigned.
    pub(in crate::service) fn allowance(&self, person: PersonId) -> Result<Allowance, Fault> {
        let since = self.now - ALLOWED_DAYS * DAY;
        Ok(Allowance { spent: self.tx.called_off_since(person, since)? })
    }

    /// Tells whether one of these sides couldn't play because it is banned.
    pub(in crate::service) fn is_shut_out(
        &self,
        row: &MatchRow,
        late: &[Seat],
    ) -> Result<bool, Fault> {
        let room = self.tx.room(row.room)?;
        for seat in late {
            let person = self.tx.person(*row.seats.get(*seat))?;
            if self.is_banned(&person, &room)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Takes the asker out of a match after they confirm; before that, says what it will mean.
    fn leave_match(
        &mut self,
        of: Option<MatchId>,
        sure: bool,
        act: impl FnOnce(&mut House, Seat, &[Mark], Early) -> Result<(), Refusal>,
        confirm: impl FnOnce(Option<MatchId>) -> Said,
    ) -> Result<(), Fault> {
        let (mut loaded, seat) = self.mine_running(of, |_, _| false)?;
        let log = self.tx.marks(loaded.row.id)?;
        let allowance = self.allowance(self.me.id)?;
        // Tried before asking, so that nobody confirms what is refused anyway. Nobody may call off
        // a match that the other side could claim.
        let late = loaded.row.timer.is_late(seat, self.now);
        let practice = loaded.is_practice();
        let early = match (practice, late) {
            // Leaving a match against the bot is never held against anyone.
            (true, _) => Early::CallsOff,
            (false, true) => Early::Resigns,
            (false, false) => allowance.early(),
        };
        let late = late && !practice;
        let braked = !loaded.row.house.has_begun(&log) && early != Early::CallsOff;
        act(&mut loaded.row.house, seat, &log, early)?;
        let id = loaded.row.id;
        let (me, other) = (loaded.names.get(seat), loaded.names.get(seat.other()));
        let spent = allowance.spent;
        if sure {
            let lead = match late {
                true => format!("{me} has run out of time, so this counts as resigning."),
                false => format!(
                    "{me} has called off {spent} matches in the last {ALLOWED_DAYS} days, so this counts as resigning. {other}'s \
                     rating stays the same."
                ),
            };
            let lead = braked.then_some(Text::Plain(lead)).into_iter().collect();
            return self.end_by_house_after(loaded, lead, None);
        }
        let (asks, label) = match loaded.row.house.ending() {
            Some(Ending::CalledOff { .. }) => (
                format!(
                    "Call off match #{id} against {other}? It won't count. {}",
                    if practice { String::new() } else { allowance.in_words() }
                ),
                "Yes, call it off",
            ),
            _ if braked && late => (
                format!("Resign match #{id}? You've run out of time, so {other} wins."),
                "Yes, resign",
            ),
            _ if braked => (
                format!(
                    "Resign match #{id}? You've called off {spent} matches in the last {ALLOWED_DAYS} days, so {other} wins, but {other}'s rating \
                     stays the same."
                ),
                "Yes, resign",
            ),
            _ => (format!("Resign match #{id} against {other}?"), "Yes, resign"),
        };
        let confirm = confirm(Some(id));
        let line = confirm.line();
        let text = span![format!("{asks} To confirm, say "), Text::code(line.as_str()), "."];
        self.await_answer(self.me.id, confirm, None);
        self.say(self.answer(text).choices([Choice::new(label, line).with(Emphasis::Grave)]));
        Ok(())
    }

    pub(in crate::service) fn ask_other(
        &mut self,
        loaded: &LoadedMatch,
        seat: Seat,
        says: Text,
        answers: impl Fn(Option<MatchId>, Answer) -> Said,
    ) -> Result<(), Fault> {
        let other = loaded.people.get(seat.other());
        self.check_pings(other)?;
        let id = loaded.row.id;
        let [yes, no] = [Answer::Accept, Answer::Decline].map(|it| answers(Some(id), it));
        let lines = [yes.line(), no.line()];
        let text = span![says, person(other), "? ", Text::codes(lines.iter().cloned(), 2)];
        self.await_answer(other.id, yes, Some(no));
        let [yes, no] = lines;
        let choices = [
            Choice::new("Agree", yes).with(Emphasis::Good),
            Choice::new("Decline", no).with(Emphasis::Grave),
        ];
        self.say_at(loaded, Reply::room(text).mention(other.id).choices(choices))
    }

    pub(in crate::service) fn mine_running(
        &self,
        of: Option<MatchId>,
        prefers: impl Fn(&MatchRow, Seat) -> bool,
    ) -> Result<(LoadedMatch, Seat), Fault> {
        let loaded = self.my_match(of, prefers)?;
        let seat = self.seat_in(&loaded)?;
        Ok((loaded, seat))
    }
}
