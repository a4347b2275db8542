//! Draw counts: repeated positions, and turns without progress.
use serde::{Deserialize, Serialize};

use super::board::Color;
use crate::seat::BySeat;

/// How often a position must occur for a draw.
pub const REPEATS: usize = 3;

/// How many turns in a row each side may take without progress.
pub const QUIET_TURNS: u8 = 40;

/// Why a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Draw {
    /// The same position occurred [`REPEATS`] times.
    Repetition,
    /// Each side took [`QUIET_TURNS`] turns without progress.
    Quiet,
}

/// What has happened since the last progress. `K` identifies a position: the board, the side to
/// move, and whatever else moves in the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draws<K> {
    seen: Vec<K>,
    black: u8,
    white: u8,
}

/// What a match counts from its first turn on: `L` is what one side has lost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Counts<K, L> {
    /// What leads to a draw.
    pub draws: Draws<K>,
    /// The pieces that each side has lost.
    pub lost: BySeat<L>,
}

impl<K: PartialEq, L: Default> Counts<K, L> {
    /// Starts counting with the first position.
    pub fn new(start: K) -> Counts<K, L> {
        Counts { draws: Draws::new(start), lost: BySeat::default() }
    }
}

impl<K: PartialEq> Draws<K> {
    /// Starts counting with the first position.
    pub fn new(start: K) -> Draws<K> {
        Draws { seen: vec![start], black: 0, white: 0 }
    }

    /// Returns how many turns in a row each side has taken without progress, Black's first.
    pub fn quiet(&self) -> [u8; 2] {
        [self.black, self.white]
    }

    /// Counts how often a position has occurred since the last progress.
    pub fn times(&self, position: &K) -> usize {
        self.seen.iter().filter(|it| *it == position).count()
    }

    /// Returns the positions since the last progress with the present one, oldest first.
    pub(crate) fn seen(&self) -> &[K] {
        &self.seen
    }

    /// Warns of a draw by repetition, if the next time would be one.
    pub fn warning(&self, now: &K) -> Option<String> {
        let says = "This position has come up twice. The third time is a draw.";
        (REPEATS <= self.times(now) + 1).then(|| says.to_owned())
    }

    /// Continues as if each side had already taken so many turns without progress, Black's first.
    pub fn set_quiet(&mut self, [black, white]: [u8; 2]) {
        (self.black, self.white) = (black, white);
    }

    /// Counts a turn of `side` without progress that leads to no new position, so that it repeats none.
    pub fn idle(&mut self, side: Color) -> Option<Draw> {
        let turns = match side {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        };
        *turns = turns.saturating_add(1);
        self.is_quiet().then_some(Draw::Quiet)
    }

    /// Counts a turn of `side` that led to `now`. `progress` says that it took a piece, advanced a
    /// man or did something else that can never be undone: then no earlier position can come back,
    /// and all counts start again.
    pub fn turn(&mut self, side: Color, progress: bool, now: K) -> Option<Draw> {
        let quiet = if progress {
            self.seen.clear();
            (self.black, self.white) = (0, 0);
            None
        } else {
            self.idle(side)
        };
        self.seen.push(now);
        let repeated = REPEATS <= self.times(self.seen.last()?);
        if repeated { Some(Draw::Repetition) } else { quiet }
    }

    fn is_quiet(&self) -> bool {
        QUIET_TURNS <= self.black.min(self.white)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tf11_a_position_that_stands_the_third_time_draws() {
        let mut draws = Draws::new('a');
        let walk = [('b', None), ('c', None), ('d', None), ('a', None), ('b', None), ('c', None)];
        let mut side = Color::Black;
        for (key, draw) in walk {
            assert_eq!(draws.turn(side, false, key), draw);
            side = !side;
        }
        assert_eq!(draws.turn(side, false, 'd'), None);
        assert_eq!(['a', 'd', 'e'].map(|letter| draws.times(&letter)), [2, 2, 0]);
        assert!(draws.warning(&'d').is_some_and(|it| it.contains("The third time is a draw")));
        assert_eq!(draws.warning(&'e'), None);
        assert_eq!(draws.turn(!side, false, 'a'), Some(Draw::Repetition));
    }

    #[test]
    fn tf12_forty_quiet_turns_of_each_side_draw() {
        let mut draws = Draws::new(0);
        for n in 1..80 {
            let side = if n % 2 == 1 { Color::Black } else { Color::White };
            assert_eq!(draws.turn(side, false, n), None, "turn {n}");
        }
        assert_eq!(draws.clone().turn(Color::White, true, 80), None, "progress");
        assert_eq!(draws.turn(Color::White, false, 80), Some(Draw::Quiet));
    }
}
