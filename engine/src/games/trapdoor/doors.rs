//! The eight doors, the four knobs that move them, and the wheel.
use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::{
    checkers::{Board, Square, SquareSet},
    quote::short,
    scene,
};

/// What the wheel can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::games) enum Spin {
    /// Move a piece.
    Black,
    /// Turn a green knob.
    Green,
    /// Turn an orange knob.
    Orange,
}

/// One of the four knobs, named for its colour and numbered from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::games) enum Knob {
    G1,
    O1,
    O2,
    G2,
}

/// A knob's setting. Left is towards file a for both players (D-R30).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::games) enum Notch {
    /// The left door of the row is open.
    Left,
    /// Both doors are closed.
    #[default]
    Centre,
    /// The right door of the row is open.
    Right,
}

/// The settings of all four knobs. Saved like `G1C O1L O2C G2R`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub(in crate::games) struct Knobs([Notch; 4]);

/// The doors of one knob (D-R1, D-R2): the middle four ranks, symmetric when the board is turned around, colours too.
struct DoorRow {
    spin: Spin,
    /// Draughts numbers of the door squares.
    left: u8,
    right: u8,
}

/// In the order of [`Knob::ALL`]. The places of the doors are defined only here.
const ROWS: [DoorRow; 4] = [
    DoorRow { spin: Spin::Green, left: 22, right: 24 },
    DoorRow { spin: Spin::Orange, left: 17, right: 19 },
    DoorRow { spin: Spin::Orange, left: 14, right: 16 },
    DoorRow { spin: Spin::Green, left: 9, right: 11 },
];

impl Spin {
    pub(super) const ALL: [Spin; 3] = [Spin::Black, Spin::Green, Spin::Orange];

    /// Returns the word for it, also used in scripts and the tags of a record.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Spin::Black => "black",
            Spin::Green => "green",
            Spin::Orange => "orange",
        }
    }

    /// Returns the letter of a record: `B`, `G` or `O`.
    pub(super) const fn letter(self) -> &'static str {
        match self {
            Spin::Black => "B",
            Spin::Green => "G",
            Spin::Orange => "O",
        }
    }

    /// Reads a name or a letter, in either case.
    pub(super) fn named(text: &str) -> Option<Spin> {
        Spin::ALL.into_iter().find(|spin| {
            text.eq_ignore_ascii_case(spin.name()) || text.eq_ignore_ascii_case(spin.letter())
        })
    }

    pub(super) const fn tint(self) -> scene::Tint {
        match self {
            Spin::Black => scene::Tint::Black,
            Spin::Green => scene::Tint::Green,
            Spin::Orange => scene::Tint::Orange,
        }
    }
}

impl Knob {
    /// From White's side up.
    pub(super) const ALL: [Knob; 4] = [Knob::G1, Knob::O1, Knob::O2, Knob::G2];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Knob::G1 => "G1",
            Knob::O1 => "O1",
            Knob::O2 => "O2",
            Knob::G2 => "G2",
        }
    }

    /// Reads a name, in either case.
    pub(super) fn named(text: &str) -> Option<Knob> {
        Knob::ALL.into_iter().find(|knob| knob.name().eq_ignore_ascii_case(text))
    }

    /// Returns the spin that allows turning it (D-R2).
    pub(super) const fn spin(self) -> Spin {
        ROWS[self as usize].spin
    }

    /// Returns the square of the door that is open at that setting of the knob.
    pub(super) const fn door(self, at: Notch) -> Option<Square> {
        match at {
            Notch::Left => Square::new(ROWS[self as usize].left),
            Notch::Centre => None,
            Notch::Right => Square::new(ROWS[self as usize].right),
        }
    }
}

impl Notch {
    pub(super) const ALL: [Notch; 3] = [Notch::Left, Notch::Centre, Notch::Right];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Notch::Left => "left",
            Notch::Centre => "centre",
            Notch::Right => "right",
        }
    }

    pub(super) const fn letter(self) -> &'static str {
        match self {
            Notch::Left => "L",
            Notch::Centre => "C",
            Notch::Right => "R",
        }
    }

    /// Reads a word or a letter, in either case.
    pub(super) fn named(text: &str) -> Option<Notch> {
        match text.to_ascii_lowercase().as_str() {
            "l" | "left" => Some(Notch::Left),
            "c" | "centre" | "center" | "middle" => Some(Notch::Centre),
            "r" | "right" => Some(Notch::Right),
            _ => None,
        }
    }

    /// Tells whether one click leads there (D-R3).
    pub(super) fn is_next_to(self, other: Notch) -> bool {
        self != other && (self == Notch::Centre || other == Notch::Centre)
    }

    pub(super) const fn shown(self) -> scene::SliderPosition {
        match self {
            Notch::Left => scene::SliderPosition::Left,
            Notch::Centre => scene::SliderPosition::Centre,
            Notch::Right => scene::SliderPosition::Right,
        }
    }
}

impl Knobs {
    /// Returns a knob's setting.
    pub(super) const fn at(&self, knob: Knob) -> Notch {
        self.0[knob as usize]
    }

    pub(super) fn set(&mut self, knob: Knob, to: Notch) {
        self.0[knob as usize] = to;
    }

    /// Lists the squares of the open doors, at most one of each knob.
    pub(super) fn open_doors(&self) -> SquareSet {
        Knob::ALL.into_iter().filter_map(|knob| knob.door(self.at(knob))).collect()
    }

    /// Says what is wrong if a piece stands on an open door.
    pub(super) fn fault(&self, board: &Board) -> Option<String> {
        let square = (board.occupied() & self.open_doors()).first()?;
        Some(format!("nothing can stand on {square}, because its door is open"))
    }
}

impl fmt::Display for Knobs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, knob) in Knob::ALL.into_iter().enumerate() {
            let gap = if n == 0 { "" } else { " " };
            write!(f, "{gap}{}{}", knob.name(), self.at(knob).letter())?;
        }
        Ok(())
    }
}

impl FromStr for Knobs {
    type Err = String;

    /// Reads `G1C O1L`, `G1>R` or `g1=left`, with blanks or commas between; unnamed knobs are in the centre.
    fn from_str(text: &str) -> Result<Knobs, String> {
        let mut knobs = Knobs::default();
        let mut seen = Vec::new();
        for word in text.split([' ', ',', '\t', '\n']).filter(|it| !it.is_empty()) {
            let fault =
                || format!("`{}` isn't a knob setting such as G1L, G1C or G1R", short(word));
            let (name, rest) = word.split_at_checked(2).ok_or_else(fault)?;
            let knob = Knob::named(name).ok_or_else(fault)?;
            let at = Notch::named(rest.trim_start_matches(['>', '=', ':'])).ok_or_else(fault)?;
            if seen.contains(&knob) {
                return Err(format!("{} is given twice", knob.name()));
            }
            seen.push(knob);
            knobs.set(knob, at);
        }
        Ok(knobs)
    }
}

impl From<Knobs> for String {
    fn from(knobs: Knobs) -> String {
        knobs.to_string()
    }
}

impl TryFrom<String> for Knobs {
    type Error = String;

    fn try_from(text: String) -> Result<Knobs, String> {
        text.parse()
    }
}
