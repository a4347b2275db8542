//! How a match ends outside the rules of its game, and when that calls it off.
use serde::{Deserialize, Serialize};

use super::{EARLY_TURNS, StepMark};
use crate::{
    game::{Outcome, Why},
    seat::Seat,
};

/// How a match ended outside its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// This seat resigned.
    Resigned(Seat),
    /// This seat left in the first turns once too often: it loses, and the other side's rating stays the same.
    Left(Seat),
    /// Both agreed on a draw.
    Agreed,
    /// This seat ran out of time and the other claimed the match.
    TimedOut(Seat),
    /// Moderators decided: for this seat, or for a draw.
    Ruled(Option<Seat>),
    /// The days of a league's round ran out: for this seat, or a draw.
    Adjudicated(Option<Seat>),
    /// The other side was absent and the computer players were sure of the position: for this seat.
    Settled(Seat),
    /// Called off; it doesn't count.
    CalledOff {
        /// The side that caused it; none if neither alone did.
        by: Option<Seat>,
        rule: CallOff,
    },
    /// Called off, in files that don't say by whom.
    Aborted,
}

/// By which rule a match was called off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CallOff {
    /// A side aborted it before each side had ended [`EARLY_TURNS`] turns.
    Aborted,
    /// A side resigned before each side had ended [`EARLY_TURNS`] turns.
    Resigned,
    /// Both sides had run out of time.
    Expired,
    /// A side banned by moderators had run out of time.
    ShutOut,
    /// Nobody of a room that plays said what to do.
    #[serde(rename = "unvoted")]
    NobodyDecided,
    /// A match against a computer player stood still, and another one was begun.
    Idle,
    /// Moderators called it off.
    Moderated,
}

/// What leaving a match in its first turns means for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Early {
    /// The match is called off.
    CallsOff,
    /// The side has called off too many matches lately: it loses.
    Forfeits,
    /// The side's time is up: it resigns, as the other side could have claimed.
    Resigns,
}

impl Ending {
    /// Returns how the match counts; none when it was called off.
    pub fn outcome(self) -> Option<Outcome> {
        let winner = match self {
            Ending::Resigned(seat) | Ending::Left(seat) | Ending::TimedOut(seat) => {
                Some(seat.other())
            }
            Ending::Agreed => None,
            Ending::Ruled(winner) | Ending::Adjudicated(winner) => winner,
            Ending::Settled(winner) => Some(winner),
            Ending::CalledOff { .. } | Ending::Aborted => return None,
        };
        Some(Outcome { winner, why: Why::House(self) })
    }

    /// Says why the match ended, as the end of a sentence. `sides` are what the two sides are called.
    pub fn why(self, sides: [&str; 2]) -> String {
        match self {
            Ending::Resigned(seat) => format!("{} resigned", sides[seat.index()]),
            Ending::Left(seat) => format!("{} resigned early", sides[seat.index()]),
            Ending::Agreed => "both agreed".to_owned(),
            Ending::TimedOut(seat) => format!("{} ran out of time", sides[seat.index()]),
            Ending::Ruled(_) => "the moderators decided it".to_owned(),
            Ending::Adjudicated(Some(seat)) => {
                format!("the round is over, and {} took much longer", sides[seat.other().index()])
            }
            Ending::Adjudicated(None) => "the round is over".to_owned(),
            Ending::Settled(_) => "the position was as good as decided".to_owned(),
            Ending::CalledOff { .. } | Ending::Aborted => "it was called off".to_owned(),
        }
    }
}

/// Tells whether each side has ended [`EARLY_TURNS`] turns; `log` holds all steps so far.
pub(super) fn has_begun(log: &[StepMark]) -> bool {
    let turns = |seat| log.iter().filter(|mark| mark.seat == seat && mark.ended_turn).count();
    EARLY_TURNS <= turns(Seat::First).min(turns(Seat::Second))
}
