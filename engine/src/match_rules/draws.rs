//! Draws by agreement: offered, answered, and withdrawn.
use super::{DrawAnswer, DrawOffer, Ending, MatchRules, OFFERS};
use crate::{
    refusal::{Code, Refusal},
    seat::Seat,
};

impl MatchRules {
    /// Offers a draw, or accepts the one the other side offered. `on_turn` tells whether `seat` owes a decision now.
    ///
    /// # Errors
    /// If the match has ended, or `seat` has already offered.
    pub fn draw(&mut self, seat: Seat, on_turn: bool) -> Result<DrawAnswer, Refusal> {
        self.running()?;
        match &self.draw {
            Some(offer) if offer.by == seat => Err(Refusal::new(
                Code::NotNow,
                "You've already offered a draw; the offer expires when your next turn ends.",
            )),
            Some(_) => {
                self.end(Ending::Agreed)?;
                Ok(DrawAnswer::Agreed)
            }
            None if OFFERS <= self.nagged.get(seat).draw => Err(Refusal::new(
                Code::TooMuch,
                "Your opponent doesn't want a draw now. Offer it again after your next turn.",
            )),
            None => {
                self.draw = Some(DrawOffer { by: seat, in_turn: on_turn });
                Ok(DrawAnswer::Offered)
            }
        }
    }

    /// Declines the other side's draw offer.
    ///
    /// # Errors
    /// If the match has ended, or the other side has no open offer.
    pub fn decline_draw(&mut self, seat: Seat) -> Result<DrawAnswer, Refusal> {
        self.running()?;
        if self.draw_offered_by() != Some(seat.other()) {
            return Err(Refusal::new(Code::NotNow, "You have no draw offer to answer."));
        }
        self.draw = None;
        self.nagged.get_mut(seat.other()).draw += 1;
        Ok(DrawAnswer::Declined)
    }

    /// Withdraws the draw offer of `seat`. It counts like one that was declined, so that nobody is
    /// asked again and again.
    ///
    /// # Errors
    /// When the match has ended, or there is no such offer.
    pub fn withdraw_draw(&mut self, seat: Seat) -> Result<DrawAnswer, Refusal> {
        self.running()?;
        if self.draw_offered_by() != Some(seat) {
            return Err(Refusal::new(Code::NotNow, "You have no draw offer to withdraw."));
        }
        self.draw = None;
        self.nagged.get_mut(seat).draw += 1;
        Ok(DrawAnswer::Withdrawn)
    }
}
