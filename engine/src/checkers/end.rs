//! How a game of draughts ends by its rules.
use serde::{Deserialize, Serialize};

use super::{
    board::{Board, Color},
    draws::{Draw, QUIET_TURNS, REPEATS},
    goal::Goal,
};
use crate::{
    game::Outcome,
    quote::{counted, ordinal},
    seat::Seat,
};

/// Why a match is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CheckersEnd {
    /// This side has no pieces left.
    Bare(Color),
    /// This side had to move and couldn't.
    Blocked(Color),
    /// This side crowned the first man, and that wins here.
    Crowned(Color),
    /// Nobody won.
    Drawn(Draw),
}

impl CheckersEnd {
    /// Finds a side without pieces. If neither side has any, it is the opponent of `mover`, who lost
    /// theirs first.
    pub fn of_bare(board: &Board, mover: Color) -> Option<CheckersEnd> {
        [!mover, mover].into_iter().find(|color| board.count(*color) == 0).map(CheckersEnd::Bare)
    }

    /// Finds a side with a king, where the first one wins.
    pub(crate) fn of_king(board: &Board, goal: Goal) -> Option<CheckersEnd> {
        let side = || Color::BOTH.into_iter().find(|color| !board.kings(*color).is_empty());
        if goal == Goal::Breakthrough { side().map(CheckersEnd::Crowned) } else { None }
    }

    /// Returns the side that lost, if losing doesn't win; none in a draw.
    pub fn loser(self) -> Option<Color> {
        match self {
            CheckersEnd::Bare(side) | CheckersEnd::Blocked(side) => Some(side),
            CheckersEnd::Crowned(side) => Some(!side),
            CheckersEnd::Drawn(_) => None,
        }
    }

    /// Returns the result.
    pub(crate) fn outcome(self, goal: Goal) -> Outcome<CheckersEnd> {
        let gives_away = goal == Goal::Giveaway;
        let winner = self.loser().map(|color| Seat::from(if gives_away { color } else { !color }));
        Outcome { winner, why: self }
    }

    /// Says why, as the end of a sentence. `progress` names what ends the count of quiet turns, such as `capture or advance`.
    pub fn why(self, progress: &str) -> String {
        match self {
            CheckersEnd::Bare(side) => format!("{} has no pieces left", side.name()),
            CheckersEnd::Blocked(side) => format!("{} can't move", side.name()),
            CheckersEnd::Crowned(side) => format!("{} has crowned the first man", side.name()),
            CheckersEnd::Drawn(Draw::Repetition) => {
                format!("the same position occurred for the {} time", ordinal(REPEATS))
            }
            CheckersEnd::Drawn(Draw::Quiet) => {
                let turns = counted(QUIET_TURNS.into());
                format!("{turns} turns by each side without {progress}")
            }
        }
    }
}
