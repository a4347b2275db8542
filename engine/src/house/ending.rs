//! How a match ends outside the rules of its game, and when that calls it off.
use serde::{Deserialize, Serialize};

use super::{EARLY_TURNS, Mark};
use crate::{game::Outcome, seat::Seat};

/// How a match ended outside its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// This seat gave up.
    Resigned(Seat),
    /// This seat left in the first turns, as it had done too often: it loses, and the other side's rating gains nothing by that.
    Left(Seat),
    /// Both agreed on a draw.
    Agreed,
    /// This seat ran out of time and the other claimed the match.
    TimedOut(Seat),
    /// Those who keep order decided: for this seat, or for a draw.
    Ruled(Option<Seat>),
    /// Called off; it counts for nobody.
    CalledOff {
        /// The side whose doing it was; nothing where it was neither's alone.
        by: Option<Seat>,
        rule: CallOff,
    },
    /// Called off, in files from before it was kept by whom.
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
    /// A side had run out of time that its moderators had kept from playing.
    ShutOut,
    /// Its moderators called it off.
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
    /// Returns how the match counts; nothing when it was called off. `sides` are what the two sides are called.
    pub fn outcome(self, sides: [&str; 2]) -> Option<Outcome> {
        let side = |seat: Seat| sides[seat.index()];
        match self {
            Ending::Resigned(seat) => Some(Outcome {
                winner: Some(seat.other()),
                why: format!("{} resigned", side(seat)),
            }),
            Ending::Left(seat) => Some(Outcome {
                winner: Some(seat.other()),
                why: format!("{} resigned early", side(seat)),
            }),
            Ending::Agreed => Some(Outcome { winner: None, why: "both agreed".to_owned() }),
            Ending::TimedOut(seat) => Some(Outcome {
                winner: Some(seat.other()),
                why: format!("{} ran out of time", side(seat)),
            }),
            Ending::Ruled(winner) => {
                Some(Outcome { winner, why: "the moderators decided so".to_owned() })
            }
            Ending::CalledOff { .. } | Ending::Aborted => None,
        }
    }
}

/// Tells whether each side has ended [`EARLY_TURNS`] turns; `log` holds all steps so far.
pub(super) fn has_begun(log: &[Mark]) -> bool {
    let turns = |seat| log.iter().filter(|it| it.seat == seat && it.ended_turn).count();
    EARLY_TURNS <= turns(Seat::First).min(turns(Seat::Second))
}
