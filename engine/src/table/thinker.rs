//! Computer players and analyses, for a match of any game.
use super::Match;
use crate::{
    games::Listed,
    mind::{self, Gain, Judged, Outlook, Player, Thought, TurnOdds},
    refusal::Refusal,
    seat::Seat,
};

/// The part of a [`Table`](super::Table) that thinks.
pub trait Thinker {
    /// Thinks for `seat`; none if the seat has nothing to decide. The same seed gives the same
    /// thought on every machine. Neither secrets of others nor the match's dice play a part.
    ///
    /// # Errors
    /// If computer players can't play this match; the refusal says what could be agreed instead.
    fn think(&self, seat: Seat, player: Player, seed: u64) -> Result<Option<Thought>, Refusal>;
    /// Tells whether two words of `seat` differ by no more than people can measure, such as shots that are aimed a little apart.
    ///
    /// # Errors
    /// When the words can't be read.
    fn near(&self, seat: Seat, one: &str, other: &str) -> Result<bool, Refusal>;
    /// Tells whether two words of `seat` mean the same action; not if one can't be read.
    fn is_same(&self, seat: Seat, one: &str, other: &str) -> bool;
    /// Says what the words of `seat` gain and lose once both sides have answered, and the moves that they probably play up to the first
    /// throw.
    ///
    /// # Errors
    /// As [`Thinker::think`], or when the words can't be read.
    fn outlook(&self, seat: Seat, text: &str, seed: u64) -> Result<Outlook, Refusal>;
    /// Estimates the first seat's chance to win, a draw counting half, with all secrets known.
    ///
    /// # Errors
    /// As [`Thinker::think`].
    fn estimate(&self, seed: u64) -> Result<f64, Refusal>;
    /// Compares what `seat` typed with its best choice.
    ///
    /// # Errors
    /// As [`Thinker::think`], or when the words can't be read.
    fn judge(&self, seat: Seat, text: &str, seed: u64) -> Result<Judged, Refusal>;
    /// Compares what `seat` might type with its best choice, by what it knows.
    ///
    /// # Errors
    /// As [`Thinker::judge`].
    fn compare(&self, seat: Seat, text: &str, seed: u64) -> Result<Judged, Refusal>;
    /// Tells whether `seat` would agree to a draw, by what it knows. It need not be its turn.
    ///
    /// # Errors
    /// As [`Thinker::think`].
    fn agrees(&self, seat: Seat, seed: u64) -> Result<bool, Refusal>;
    /// Counts what `seat` gains by, the most important first: goals, pieces taken, kings. All can see it.
    fn gains(&self, seat: Seat) -> Vec<Gain>;
    /// Finds something undecided that this turn or the next may bring, by what the room knows; none if there is nothing.
    ///
    /// # Errors
    /// As [`Thinker::think`].
    fn upcoming(&self, seed: u64) -> Result<Option<TurnOdds>, Refusal>;
    /// Judges the match quickly, to tell what chance gave: the first seat's chance, from 0 to 1.
    fn glance(&self, seed: u64) -> f64;
    /// Returns the mean of [`Thinker::glance`] after the words of `seat`, over everything that chance might have brought; none if it has
    /// no say.
    ///
    /// # Errors
    /// When the words can't be read or aren't possible.
    fn before_throw(&self, seat: Seat, text: &str, seed: u64) -> Result<Option<f64>, Refusal>;
}

impl<G: Listed> Thinker for Match<G> {
    fn think(&self, seat: Seat, player: Player, seed: u64) -> Result<Option<Thought>, Refusal> {
        mind::think(&self.game, seat, player, seed)
    }

    fn near(&self, seat: Seat, one: &str, other: &str) -> Result<bool, Refusal> {
        let (one, other) = (self.game.read(seat, one)?, self.game.read(seat, other)?);
        Ok(mind::near(&self.game, seat, &one, &other))
    }

    fn is_same(&self, seat: Seat, one: &str, other: &str) -> bool {
        let read = |text| self.game.read(seat, text).ok();
        read(one).is_some_and(|one| read(other) == Some(one))
    }

    fn outlook(&self, seat: Seat, text: &str, seed: u64) -> Result<Outlook, Refusal> {
        mind::outlook(&self.game, seat, self.game.read(seat, text)?, seed)
    }

    fn estimate(&self, seed: u64) -> Result<f64, Refusal> {
        mind::estimate(&self.game, seed)
    }

    fn judge(&self, seat: Seat, text: &str, seed: u64) -> Result<Judged, Refusal> {
        mind::judge(&self.game, seat, &self.game.read(seat, text)?, seed)
    }

    fn compare(&self, seat: Seat, text: &str, seed: u64) -> Result<Judged, Refusal> {
        mind::compare(&self.game, seat, &self.game.read(seat, text)?, seed)
    }

    fn agrees(&self, seat: Seat, seed: u64) -> Result<bool, Refusal> {
        mind::agrees(&self.game, seat, seed)
    }

    fn gains(&self, seat: Seat) -> Vec<Gain> {
        self.game.gains(seat)
    }

    fn upcoming(&self, seed: u64) -> Result<Option<TurnOdds>, Refusal> {
        mind::upcoming(&self.game, seed)
    }

    fn glance(&self, seed: u64) -> f64 {
        mind::glance(&self.game, seed)
    }

    fn before_throw(&self, seat: Seat, text: &str, seed: u64) -> Result<Option<f64>, Refusal> {
        mind::before_throw(&self.game, seat, &self.game.read(seat, text)?, seed)
    }
}
