//! The bot's seats in a match.
use engine::{seat::Seat, table::Table};

use crate::{RequestError, context::loaded::LoadedMatch, matches::find::table_after};

impl LoadedMatch {
    /// Tells whether the bot plays in a match.
    pub fn is_practice(&self) -> bool {
        Seat::BOTH.into_iter().any(|seat| self.level(seat).is_some())
    }

    /// Returns the view for a seat: the opponent's if the bot plays it.
    pub(crate) fn view_for(&self, seat: Seat) -> Seat {
        match (self.level(seat), self.level(seat.other())) {
            (Some(_), None) => seat.other(),
            (Some(_), Some(_)) => Seat::First,
            (None, _) => seat,
        }
    }

    /// Loads the position again, for another thread.
    pub fn again(&self) -> Result<Box<dyn Table>, RequestError> {
        table_after(self.game(), &self.step)
    }
}
