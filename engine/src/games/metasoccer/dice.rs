//! The dice: faces, how they are named, and throwing them.
use serde::{Deserialize, Serialize};

use super::Event;
use crate::{
    game::Step,
    refusal::Refusal,
    seat::{BySeat, Seat},
};

/// A face of the Chess die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::games) enum Chess {
    King,
    Queen,
    Bishop,
    Knight,
    Rook,
    Pawn,
}

/// A face of the RISK die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::games) enum Risk {
    Joker,
    Double,
    Pass,
    Boot,
    Turnover,
    Penalty,
}

/// A roll of the turn: one of the two special dice and a Numbers die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::games) enum Roll {
    Chess(Chess, u8),
    Risk(Risk, u8),
    /// Two Numbers dice of a goalie kick.
    Numbers(u8, u8),
}

/// Which dice a coach takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::games) enum DiceTaken {
    Chess,
    Risk,
    /// Two Numbers dice, for a goalie kick.
    Numbers,
}

impl Chess {
    pub(super) const ALL: [Chess; 6] =
        [Chess::King, Chess::Queen, Chess::Bishop, Chess::Knight, Chess::Rook, Chess::Pawn];

    pub(super) fn name(self) -> &'static str {
        match self {
            Chess::King => "King",
            Chess::Queen => "Queen",
            Chess::Bishop => "Bishop",
            Chess::Knight => "Knight",
            Chess::Rook => "Rook",
            Chess::Pawn => "Pawn",
        }
    }
}

impl Risk {
    pub(super) const ALL: [Risk; 6] =
        [Risk::Joker, Risk::Double, Risk::Pass, Risk::Boot, Risk::Turnover, Risk::Penalty];

    pub(super) fn name(self) -> &'static str {
        match self {
            Risk::Joker => "Joker",
            Risk::Double => "Double Knight",
            Risk::Pass => "Pass",
            Risk::Boot => "Boot",
            Risk::Turnover => "Turnover",
            Risk::Penalty => "Penalty",
        }
    }

    /// Returns the word scripts use.
    pub(super) fn word(self) -> &'static str {
        match self {
            Risk::Joker => "joker",
            Risk::Double => "double",
            Risk::Pass => "pass",
            Risk::Boot => "boot",
            Risk::Turnover => "turnover",
            Risk::Penalty => "penalty",
        }
    }
}

impl Roll {
    /// Writes the roll for people: `Rook 4`.
    pub(super) fn name(self) -> String {
        match self {
            Roll::Chess(face, number) => format!("{} {number}", face.name()),
            Roll::Risk(face, number) => format!("{} {number}", face.name()),
            Roll::Numbers(one, other) => format!("{one} and {other}"),
        }
    }
}

/// Throws the Chess die and a Numbers die.
pub(super) fn chess(step: &mut Step<'_, Event>) -> Result<Roll, Refusal> {
    let faces = Chess::ALL.map(|chess| (word_of(chess), 1));
    let face = Chess::ALL[step.spin("the Chess die", &faces)?];
    Ok(Roll::Chess(face, number(step, "the Numbers die")?))
}

/// Throws the RISK die and a Numbers die.
pub(super) fn risk(step: &mut Step<'_, Event>) -> Result<Roll, Refusal> {
    let faces = Risk::ALL.map(|risk| (risk.word(), 1));
    let face = Risk::ALL[step.spin("the RISK die", &faces)?];
    Ok(Roll::Risk(face, number(step, "the Numbers die")?))
}

/// Throws one Numbers die.
pub(super) fn number(step: &mut Step<'_, Event>, what: &str) -> Result<u8, Refusal> {
    Ok(u8::try_from(step.roll(what, 6)?).unwrap_or(6))
}

/// Lets both sides throw until one is higher; returns every pair of throws and the winner.
pub(super) fn roll_off(step: &mut Step<'_, Event>) -> Result<(Vec<BySeat<u8>>, Seat), Refusal> {
    let mut rolls = Vec::new();
    loop {
        let first = number(step, "South's Numbers die")?;
        let second = number(step, "North's Numbers die")?;
        rolls.push(BySeat { first, second });
        if first != second {
            let winner = if second < first { Seat::First } else { Seat::Second };
            return Ok((rolls, winner));
        }
    }
}

/// Returns the word scripts use for a face.
pub(super) fn word_of(face: Chess) -> &'static str {
    match face {
        Chess::King => "king",
        Chess::Queen => "queen",
        Chess::Bishop => "bishop",
        Chess::Knight => "knight",
        Chess::Rook => "rook",
        Chess::Pawn => "pawn",
    }
}
