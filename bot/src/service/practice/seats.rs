//! Who sits where in a match that the bot may play in.
use engine::{
    mind::Level,
    seat::Seat,
    table::{Saved, Table},
};

use crate::{
    service::{Fault, find::LoadedMatch},
    store::StepRow,
};

impl LoadedMatch {
    /// Returns at which level the bot plays a seat; nothing where a person does.
    pub(in crate::service) fn level(&self, seat: Seat) -> Option<Level> {
        self.people.get(seat).level
    }

    /// Tells whether the bot plays in it.
    pub(in crate::service) fn is_practice(&self) -> bool {
        Seat::BOTH.into_iter().any(|it| self.level(it).is_some())
    }

    /// Returns whose view of the board is for a seat: where the bot plays it, its opponent's.
    pub(in crate::service) fn view_for(&self, seat: Seat) -> Seat {
        match (self.level(seat), self.level(seat.other())) {
            (Some(_), None) => seat.other(),
            (Some(_), Some(_)) => Seat::First,
            (None, _) => seat,
        }
    }

    /// Takes the position up once more, for others to work with.
    pub(in crate::service) fn again(&self) -> Result<Box<dyn Table>, Fault> {
        let StepRow { rules, state, news, .. } = &self.step;
        let saved = Saved { rules: *rules, state: state.clone(), last: news.clone() };
        self.game().resume(saved).map_err(Fault::Broken)
    }
}
