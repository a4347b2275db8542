//! What stands beside a board: wheels, sliders, cards, notes, duels.
use super::{Cell, Duel, Emblem, FighterItem, Tint};
use crate::seat::Seat;

/// Something beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Panel {
    /// A spinning wheel; `at` is the sector it stopped on for the turn in hand.
    Wheel { sectors: Vec<Sector>, at: Option<usize> },
    /// Sliders that each stand left, in the centre or right.
    Knobs(Vec<Knob>),
    /// Cards face up, and how many lie in the pile and with those used.
    Cards { faces: Vec<CardFace>, pile: u32, used: u32 },
    /// A card that only the onlooker may see, with how much of what it asks for is there.
    Own { face: CardFace, now: u32, goal: u32 },
    /// The cards of a pile that only the onlooker knows, from its top, with the words that players type.
    Pile(Vec<(Emblem, String)>),
    /// Short lines of text.
    Notes(Vec<String>),
    /// The moves before those that are told, the oldest first.
    Moves(Vec<Made>),
    // People on a field.
    /// A duel, pass by pass.
    Duel(Duel),
    /// Who is hurt, as their [`Item::Fighter`] says too.
    Hurt(Vec<FighterItem>),
}

/// A move that was made a while ago.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    pub seat: Seat,
    /// What the player is called.
    pub who: String,
    /// The move as it is typed.
    pub words: String,
}

/// A card that can be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardFace {
    pub emblem: Emblem,
    pub name: String,
    /// What it does, in one sentence.
    pub effect: String,
    /// Whether it was turned up just now.
    pub fresh: bool,
}

/// A field of a wheel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sector {
    pub tint: Tint,
    /// How many parts of the wheel it takes; at least 1.
    pub weight: u32,
}

/// A slider that works one door on its left and one on its right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Knob {
    pub name: String,
    pub tint: Tint,
    pub at: Notch,
    /// The square of the door that opens at [`Notch::Left`].
    pub left: Cell,
    /// The square of the door that opens at [`Notch::Right`].
    pub right: Cell,
    /// Whether it was moved just now.
    pub moved: bool,
}

/// Where a slider stands. Left is towards file a, the one who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notch {
    Left,
    Centre,
    Right,
}

impl Notch {
    /// Returns the word for the position.
    pub fn name(self) -> &'static str {
        match self {
            Notch::Left => "left",
            Notch::Centre => "centre",
            Notch::Right => "right",
        }
    }
}
