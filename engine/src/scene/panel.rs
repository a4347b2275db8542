//! What is shown beside a board: wheels, sliders, cards, notes, duels.
use super::{Cell, Duel, Emblem, FighterItem, Tint};
use crate::seat::Seat;

/// Something beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Panel {
    /// A wheel; `at` is the sector it stopped on in the current turn.
    Wheel { sectors: Vec<Sector>, at: Option<usize> },
    /// Sliders, each left, centre or right.
    Knobs(Vec<Slider>),
    /// Cards face up, and how many are in the pile and used.
    Cards { faces: Vec<CardFace>, pile: u32, used: u32 },
    /// A card that only the onlooker may see, with the progress of its goal.
    Own { face: CardFace, now: u32, goal: u32 },
    /// The cards of a pile that only the onlooker knows, from its top, with the words that players type.
    Pile(Vec<(Emblem, String)>),
    /// Short lines of text.
    Notes(Vec<String>),
    /// What the game is, before the first move, and as many of its rules as there is room for.
    About { says: Option<String>, rules: Vec<String> },
    /// Earlier moves, the oldest first.
    Moves(Vec<Made>),
    // Fighters.
    /// A duel, pass by pass.
    Duel(Duel),
    /// The hurt fighters, as in their [`Item::Fighter`].
    Hurt(Vec<FighterItem>),
}

/// A move that was made a while ago.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    pub seat: Seat,
    /// The player's name.
    pub who: String,
    /// The move as it is typed.
    pub words: String,
}

/// A visible card.
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

/// A slider that moves one door on its left and one on its right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slider {
    pub name: String,
    pub tint: Tint,
    pub at: SliderPosition,
    /// The square of the door that opens at [`SliderPosition::Left`].
    pub left: Cell,
    /// The square of the door that opens at [`SliderPosition::Right`].
    pub right: Cell,
    /// Whether it was moved just now.
    pub moved: bool,
}

/// A slider's position. Left is towards file a.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SliderPosition {
    Left,
    Centre,
    Right,
}

impl SliderPosition {
    /// Returns the word for the position.
    pub fn name(self) -> &'static str {
        match self {
            SliderPosition::Left => "left",
            SliderPosition::Centre => "centre",
            SliderPosition::Right => "right",
        }
    }
}
