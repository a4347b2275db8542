//! Questions about a position: what is asked, and of which things.
use std::fmt::Display;

use crate::{
    quote::sentence_case,
    seat::{BySeat, Seat},
};

/// Something on the board that a question names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thing {
    /// By its name on the board, in small letters.
    Square(String),
    Number(u16),
    /// A piece by the name that its picture has, in small letters: `n3`, `s4`, `spearman`.
    Name(String),
    Ball,
    /// Of a side, if one is named.
    Goal(Option<Seat>),
    /// All that a side has: mine, his, a player's name.
    Side(Seat),
    /// A move or another choice, as it is typed.
    Move(String),
    /// A kind of thing, as a single word in small letters: king, man, goalie, door, card.
    Kind(String),
}

/// What is asked of the things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// Whether something can go, and how.
    Reach,
    /// Why something can't be done.
    WhyNot,
    Take,
    Pass,
    Hit,
    Steal,
    Offside,
    InTheWay,
    Stuck,
    Wounded,
    Safe,
    Distance,
    Chance,
    /// What stands or lies there, and where something stands.
    Stands,
    Count,
    /// How close to winning.
    Progress,
    Happened,
    /// What a roll, a card or a sign does.
    Meaning,
    /// What a move would bring, beyond what it does by itself.
    Bring,
}

/// A question about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub relation: Relation,
    /// The seat of who asks; none for those who watch.
    pub asker: Option<Seat>,
    /// Who or what does it.
    pub by: Vec<Thing>,
    /// To whom or where.
    pub to: Vec<Thing>,
    /// Whether it is about what has been.
    pub past: bool,
    /// All its words, in small letters and without slips.
    pub words: Vec<String>,
}

impl Question {
    /// Tells whether one of some words is in it.
    pub fn has(&self, any: &[&str]) -> bool {
        self.words.iter().any(|word| any.contains(&word.as_str()))
    }

    /// Returns the move that it names.
    pub fn moved(&self) -> Option<&str> {
        self.by.iter().chain(&self.to).find_map(|thing| match thing {
            Thing::Move(typed) => Some(typed.as_str()),
            _ => None,
        })
    }

    /// Lists the squares that it names, those of who does it first.
    pub fn squares(&self) -> impl Iterator<Item = &str> {
        self.by.iter().chain(&self.to).filter_map(|thing| match thing {
            Thing::Square(at) => Some(at.as_str()),
            _ => None,
        })
    }
}

/// Says how many goals each side has, by what the sides are called.
pub(crate) fn goals(score: &BySeat<impl Display>, side: impl Fn(Seat) -> String) -> String {
    let each = Seat::BOTH.map(|seat| format!("{} {}", sentence_case(&side(seat)), score.get(seat)));
    format!("Goals: {}.", each.join(", "))
}
