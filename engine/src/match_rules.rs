//! What players may do in every game, whatever its rules: resign, agree a draw, abort, take back, claim on time.
//!
//! The house knows nothing about the game: it is told who moved and what was decided, and keeps the open offers.
mod draws;
mod ending;

use serde::{Deserialize, Serialize};

use crate::{
    refusal::{Code, Refusal},
    seat::{BySeat, Seat},
};

use self::ending::has_begun;
pub use self::ending::{CallOff, Early, Ending};

/// The turns each side must end before a match counts: until then, resigning also calls it off.
pub const EARLY_TURNS: usize = 2;

/// How often a side may be refused taking back the same step.
pub const UNDO_ASKS: u32 = 2;

/// How often a side may be refused taking back in one match.
pub const UNDO_ASKS_IN_ALL: u32 = 5;

/// How often a side may be refused a draw, or a pause, before the end of its next turn.
pub const OFFERS: u32 = 2;

/// The open offers in a match, and how the house ended it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MatchRules {
    draw: Option<DrawOffer>,
    undo: Option<UndoOffer>,
    /// Who has asked for a pause.
    pause: Option<Seat>,
    nagged: BySeat<Nagged>,
    /// Grows with every undo, so that the dice of a step taken back never fall again (0.7).
    take: u32,
    /// Whether each side had ended [`EARLY_TURNS`] turns before something was taken back.
    begun: bool,
    ending: Option<Ending>,
}

/// What a seat was refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Nagged {
    /// To take back, since the last step.
    undo: u32,
    /// To take back, in the whole match; requests that lapsed unanswered also count.
    undo_in_all: u32,
    /// A draw, since its last turn ended.
    draw: u32,
    /// A pause, since its last turn ended.
    pause: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct DrawOffer {
    by: Seat,
    /// Whether the offerer's turn was under way when they offered: that turn's end doesn't count (0.2).
    in_turn: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct UndoOffer {
    by: Seat,
    /// The number of steps that stay.
    keep: u32,
}

/// The result of a word about a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawAnswer {
    Offered,
    Agreed,
    Declined,
    Withdrawn,
}

/// The result of a word about a pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PauseAnswer {
    Asked,
    /// Both want it; the caller stops the clock.
    Agreed,
    Declined,
    Withdrawn,
}

/// What the house needs to know about a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepMark {
    pub seat: Seat,
    /// Whether it revealed something: chance, a secret, where a shot went.
    pub fixed: bool,
    /// Whether the seat had something to decide.
    pub decided: bool,
    /// Whether it ended the seat's turn.
    pub ended_turn: bool,
}

/// The result of a word about taking back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UndoAnswer {
    /// Taken back.
    Done {
        keep: u32,
    },
    /// The other side is asked for consent.
    Asked {
        keep: u32,
    },
    Declined,
    Withdrawn,
}

impl MatchRules {
    /// Returns how the house ended the match, if it did.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Returns who has an open draw offer.
    pub fn draw_offered_by(&self) -> Option<Seat> {
        self.draw.as_ref().map(|it| it.by)
    }

    /// Returns who waits for consent to take back.
    pub fn undo_asked_by(&self) -> Option<Seat> {
        self.undo.as_ref().map(|it| it.by)
    }

    /// Returns who waits for consent to pause.
    pub fn pause_asked_by(&self) -> Option<Seat> {
        self.pause
    }

    /// Returns the take of the next step; see [`StepKey`](crate::chance::Ply).
    pub fn take(&self) -> u32 {
        self.take
    }

    /// Notes that `seat` played a step, and whether that ended its turn. A step declines any request to
    /// take back; a draw offer lapses when the offerer's next turn ends (0.2).
    pub fn stepped(&mut self, seat: Seat, turn_ended: bool) {
        if let Some(offer) = self.undo.take() {
            self.nagged.get_mut(offer.by).undo_in_all += 1;
        }
        for seat in Seat::BOTH {
            self.nagged.get_mut(seat).undo = 0;
        }
        if !turn_ended {
            return;
        }
        let nagged = self.nagged.get_mut(seat);
        (nagged.draw, nagged.pause) = (0, 0);
        if let Some(offer) = self.draw.as_mut().filter(|it| it.by == seat) {
            if offer.in_turn {
                offer.in_turn = false;
            } else {
                self.draw = None;
            }
        }
    }

    /// Resigns (0.2: at any time, on either side's turn). In the first turns that calls the match off, unless `early` says
    /// otherwise; `log` holds all steps so far.
    ///
    /// # Errors
    /// When the match has ended.
    pub fn resign(&mut self, seat: Seat, log: &[StepMark], early: Early) -> Result<(), Refusal> {
        self.end(match early {
            _ if self.has_begun(log) => Ending::Resigned(seat),
            Early::CallsOff => Ending::CalledOff { by: Some(seat), rule: CallOff::Resigned },
            Early::Forfeits => Ending::Left(seat),
            Early::Resigns => Ending::Resigned(seat),
        })
    }

    /// Tells whether each side has ended [`EARLY_TURNS`] turns, even if some were taken back; `log` holds all steps so far.
    pub fn has_begun(&self, log: &[StepMark]) -> bool {
        self.begun || has_begun(log)
    }

    /// Ends the match because `late` ran out of time, which the caller checks.
    ///
    /// # Errors
    /// When the match has ended.
    pub fn time_out(&mut self, late: Seat) -> Result<(), Refusal> {
        self.end(Ending::TimedOut(late))
    }

    /// Calls the match off because both sides ran out of time.
    ///
    /// # Errors
    /// When the match has ended.
    pub fn expire(&mut self) -> Result<(), Refusal> {
        self.end(Ending::CalledOff { by: None, rule: CallOff::Expired })
    }

    /// Calls the match off because a side that moderators had banned ran out of time.
    ///
    /// # Errors
    /// When the match has ended.
    pub fn shut_out(&mut self) -> Result<(), Refusal> {
        self.end(Ending::CalledOff { by: None, rule: CallOff::ShutOut })
    }

    /// Calls the match off because nobody of a room that plays said what to do; an error as above.
    pub fn nobody_decided(&mut self) -> Result<(), Refusal> {
        self.end(Ending::CalledOff { by: None, rule: CallOff::NobodyDecided })
    }

    /// Calls off a match against a computer player that stands still, because another one is begun; an error as above.
    pub fn make_way(&mut self) -> Result<(), Refusal> {
        self.end(Ending::CalledOff { by: None, rule: CallOff::Idle })
    }

    /// Calls the match off, so that it doesn't count, unless `early` says otherwise; `log` holds all steps so far.
    ///
    /// # Errors
    /// When the match has ended, or each side has ended [`EARLY_TURNS`] turns.
    pub fn abort(&mut self, seat: Seat, log: &[StepMark], early: Early) -> Result<(), Refusal> {
        self.running()?;
        if self.has_begun(log) {
            return Err(Refusal::new(
                Code::NotNow,
                format!(
                    "A match can be called off only until both sides have played {EARLY_TURNS} \
                     turns."
                ),
            )
            .instead(["draw", "resign"]));
        }
        self.end(match early {
            Early::CallsOff => Ending::CalledOff { by: Some(seat), rule: CallOff::Aborted },
            Early::Forfeits => Ending::Left(seat),
            Early::Resigns => Ending::Resigned(seat),
        })
    }

    /// Ends the match with a winner or as a draw at any time; for moderators.
    ///
    /// # Errors
    /// When the match has ended.
    pub fn rule(&mut self, winner: Option<Seat>) -> Result<(), Refusal> {
        self.end(Ending::Ruled(winner))
    }

    /// Ends the match because the days of its round in a league are over.
    ///
    /// # Errors
    /// When the match has ended.
    pub fn adjudicate(&mut self, winner: Option<Seat>) -> Result<(), Refusal> {
        self.end(Ending::Adjudicated(winner))
    }

    /// Ends the match by its position, because one side is absent and the computer players are sure who wins.
    ///
    /// # Errors
    /// When the match has ended.
    pub fn settle(&mut self, winner: Seat) -> Result<(), Refusal> {
        self.end(Ending::Settled(winner))
    }

    /// Calls the match off at any time; for moderators.
    ///
    /// # Errors
    /// When the match has ended.
    pub fn annul(&mut self) -> Result<(), Refusal> {
        self.end(Ending::CalledOff { by: None, rule: CallOff::Moderated })
    }

    /// Takes back the last thing `seat` decided, with everything since; `log` holds all steps so far.
    ///
    /// At once during the player's own turn if nothing was revealed, otherwise by consent. Chance
    /// alone isn't a decision and isn't taken back by itself (0.7).
    ///
    /// # Errors
    /// If the match has ended, nothing was decided yet, or the request is open or was declined too often.
    pub fn undo(&mut self, seat: Seat, log: &[StepMark]) -> Result<UndoAnswer, Refusal> {
        self.running()?;
        if self.undo_asked_by() == Some(seat.other()) {
            return self.accept_undo(seat, log);
        }
        if self.undo_asked_by() == Some(seat) {
            return Err(Refusal::new(
                Code::NotNow,
                "You've already asked; your opponent hasn't answered yet.",
            ));
        }
        let Some(keep) = log.iter().rposition(|mark| mark.seat == seat && mark.decided) else {
            return Err(Refusal::new(
                Code::NotNow,
                "You have no decision to take back. Chance and forced steps can't be undone on \
                 their own.",
            ));
        };
        let gone = &log[keep..];
        let keep = u32::try_from(keep).unwrap_or(u32::MAX);
        if gone.iter().all(|mark| mark.seat == seat && !mark.fixed && !mark.ended_turn) {
            return Ok(self.take_back(keep, log));
        }
        let nagged = self.nagged.get(seat);
        if UNDO_ASKS_IN_ALL <= nagged.undo_in_all {
            let says = format!(
                "You've been refused {UNDO_ASKS_IN_ALL} times, so you can't ask again in this \
                 match."
            );
            return Err(Refusal::new(Code::TooMuch, says));
        }
        if UNDO_ASKS <= nagged.undo {
            return Err(Refusal::new(
                Code::TooMuch,
                "Your opponent said no. Ask again after the next step.",
            ));
        }
        self.undo = Some(UndoOffer { by: seat, keep });
        Ok(UndoAnswer::Asked { keep })
    }

    /// Agrees that the other side takes back what it asked for. `log` is the same as at the request.
    ///
    /// # Errors
    /// When the other side hasn't asked.
    pub fn accept_undo(&mut self, seat: Seat, log: &[StepMark]) -> Result<UndoAnswer, Refusal> {
        self.running()?;
        match self.undo.take() {
            Some(offer) if offer.by == seat.other() => Ok(self.take_back(offer.keep, log)),
            other => {
                self.undo = other;
                Err(Refusal::new(Code::NotNow, "You have no undo request to answer."))
            }
        }
    }

    /// Declines the other side's request to take back.
    ///
    /// # Errors
    /// When the other side hasn't asked.
    pub fn decline_undo(&mut self, seat: Seat) -> Result<UndoAnswer, Refusal> {
        self.running()?;
        if self.undo_asked_by() != Some(seat.other()) {
            return Err(Refusal::new(Code::NotNow, "You have no undo request to answer."));
        }
        self.undo = None;
        let nagged = self.nagged.get_mut(seat.other());
        nagged.undo += 1;
        nagged.undo_in_all += 1;
        Ok(UndoAnswer::Declined)
    }

    /// Withdraws the request of `seat` to take back, which counts like one that was declined.
    ///
    /// # Errors
    /// When the match has ended, or there is no such request.
    pub fn withdraw_undo(&mut self, seat: Seat) -> Result<UndoAnswer, Refusal> {
        self.running()?;
        if self.undo_asked_by() != Some(seat) {
            return Err(Refusal::new(Code::NotNow, "You have no undo request to withdraw."));
        }
        self.undo = None;
        let nagged = self.nagged.get_mut(seat);
        nagged.undo += 1;
        nagged.undo_in_all += 1;
        Ok(UndoAnswer::Withdrawn)
    }

    /// Asks for a pause, or agrees to the one that the other side asked for.
    ///
    /// # Errors
    /// If the match has ended, or the request is open or was declined too often.
    pub fn pause(&mut self, seat: Seat) -> Result<PauseAnswer, Refusal> {
        self.running()?;
        match self.pause {
            Some(by) if by == seat => Err(Refusal::new(
                Code::NotNow,
                "You've already asked; your opponent hasn't answered yet.",
            )),
            Some(_) => {
                self.pause = None;
                Ok(PauseAnswer::Agreed)
            }
            None if OFFERS <= self.nagged.get(seat).pause => Err(Refusal::new(
                Code::TooMuch,
                "Your opponent doesn't want a pause now. Ask again after your next turn.",
            )),
            None => {
                self.pause = Some(seat);
                Ok(PauseAnswer::Asked)
            }
        }
    }

    /// Declines the pause that the other side asked for.
    ///
    /// # Errors
    /// When the other side hasn't asked.
    pub fn decline_pause(&mut self, seat: Seat) -> Result<PauseAnswer, Refusal> {
        self.running()?;
        if self.pause != Some(seat.other()) {
            return Err(Refusal::new(Code::NotNow, "You have no pause request to answer."));
        }
        self.pause = None;
        self.nagged.get_mut(seat.other()).pause += 1;
        Ok(PauseAnswer::Declined)
    }

    /// Withdraws the request of `seat` for a pause, which counts like one that was declined.
    ///
    /// # Errors
    /// When the match has ended, or there is no such request.
    pub fn withdraw_pause(&mut self, seat: Seat) -> Result<PauseAnswer, Refusal> {
        self.running()?;
        if self.pause != Some(seat) {
            return Err(Refusal::new(Code::NotNow, "You have no pause request to withdraw."));
        }
        self.pause = None;
        self.nagged.get_mut(seat).pause += 1;
        Ok(PauseAnswer::Withdrawn)
    }

    /// Replaces a secret choice, before the other side has chosen. Later dice belong to another take,
    /// as after an undo. Offers stay open.
    pub fn choose_again(&mut self) {
        self.take += 1;
    }

    fn take_back(&mut self, keep: u32, log: &[StepMark]) -> UndoAnswer {
        self.begun = self.has_begun(log);
        self.take += 1;
        self.draw = None;
        UndoAnswer::Done { keep }
    }

    fn end(&mut self, ending: Ending) -> Result<(), Refusal> {
        self.running()?;
        self.draw = None;
        self.undo = None;
        self.pause = None;
        self.ending = Some(ending);
        Ok(())
    }

    fn running(&self) -> Result<(), Refusal> {
        match self.ending {
            None => Ok(()),
            Some(_) => Err(Refusal::over()),
        }
    }
}

#[cfg(test)]
mod tests;
