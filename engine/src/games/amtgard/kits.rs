//! What the pieces carry in Open play (E.6), and the stances of a duel under `stance` (E.4).
use serde::{Deserialize, Serialize};

use super::body::Location;
use crate::checkers::Square;

/// What a fighter carries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::games) enum Kit {
    /// A short sword: what everyone carries unless `open` was agreed.
    #[default]
    Sword,
    /// A short sword and a shield on the off arm.
    Shield,
    /// A sword in each hand.
    Pair,
    /// A great weapon or a spear, in both hands.
    Great,
}

/// How a fighter goes into a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::games) enum Stance {
    Bold,
    Guard,
    Steady,
}

/// How a kit or a stance changes chances, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Factors {
    /// The factor for the fighter's own chance to land a blow.
    pub(super) own: u32,
    /// The factor for the enemy's chance.
    pub(super) enemy: u32,
}

/// The kits one side has chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::games) struct Kits {
    /// What everyone else carries.
    pub(super) all: Kit,
    /// Fighters with another kit, by square number.
    pub(super) own: Vec<(Square, Kit)>,
}

impl Kit {
    pub(super) const ALL: [Kit; 4] = [Kit::Sword, Kit::Shield, Kit::Pair, Kit::Great];

    /// Returns the word players type.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Kit::Sword => "sword",
            Kit::Shield => "shield",
            Kit::Pair => "pair",
            Kit::Great => "great",
        }
    }

    /// Returns the words for what is carried.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Kit::Sword => "short sword",
            Kit::Shield => "sword and shield",
            Kit::Pair => "two swords",
            Kit::Great => "great weapon",
        }
    }

    /// Reads [`Kit::word`] and other names.
    pub(super) fn named(word: &str) -> Option<Kit> {
        match word {
            "sword" | "short" | "single" => Some(Kit::Sword),
            "shield" | "sword+shield" | "board" => Some(Kit::Shield),
            "pair" | "two" | "twin" | "double" => Some(Kit::Pair),
            "great" | "spear" | "greatsword" => Some(Kit::Great),
            _ => None,
        }
    }

    /// Returns the factors of the kit in a pass. A wounded arm may have cost a part of the kit.
    pub(super) fn factors(self, wound: Option<Location>, first_pass: bool) -> Factors {
        let arm = wound.is_some_and(Location::is_arm);
        let (own, enemy) = match self {
            Kit::Sword => (100, 100),
            Kit::Shield if wound == Some(Location::OffArm) => (100, 100),
            Kit::Shield => (95, 65),
            Kit::Pair if arm => (100, 100),
            Kit::Pair => (125, 95),
            // A dagger is left.
            Kit::Great if arm => (60, 100),
            Kit::Great if first_pass => (150, 80),
            Kit::Great => (120, 100),
        };
        Factors { own, enemy }
    }

    /// Tells whether a wounded weapon arm weakens the blows: not with a sword left in the other hand, nor if the dagger's factor
    /// already includes it.
    pub(super) const fn misses_the_arm(self) -> bool {
        matches!(self, Kit::Sword | Kit::Shield)
    }
}

impl Stance {
    pub(super) const ALL: [Stance; 3] = [Stance::Bold, Stance::Guard, Stance::Steady];

    /// Returns the word players type and read.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Stance::Bold => "bold",
            Stance::Guard => "guard",
            Stance::Steady => "steady",
        }
    }

    /// Returns the adverb.
    pub(super) const fn adverb(self) -> &'static str {
        match self {
            Stance::Bold => "boldly",
            Stance::Guard => "guardedly",
            Stance::Steady => "steadily",
        }
    }

    pub(super) fn named(word: &str) -> Option<Stance> {
        Stance::ALL.into_iter().find(|stance| stance.name() == word)
    }

    /// Returns the factors of the stance, the same in every pass.
    pub(super) const fn factors(self) -> Factors {
        match self {
            Stance::Bold => Factors { own: 115, enemy: 110 },
            Stance::Guard => Factors { own: 85, enemy: 80 },
            Stance::Steady => Factors { own: 100, enemy: 100 },
        }
    }
}

impl Kits {
    /// Gives everyone the same kit.
    pub(super) fn all(kit: Kit) -> Kits {
        Kits { all: kit, own: Vec::new() }
    }

    /// Normalises a choice: squares by number, without fighters who carry the usual kit.
    pub(super) fn new(all: Kit, mut own: Vec<(Square, Kit)>) -> Kits {
        own.retain(|it| it.1 != all);
        own.sort_by_key(|it| it.0);
        Kits { all, own }
    }

    /// Returns what the fighter who starts on a square carries.
    pub(super) fn of(&self, square: Square) -> Kit {
        self.own.iter().find(|it| it.0 == square).map_or(self.all, |it| it.1)
    }

    /// Writes the choice as typed: `shield`, or `shield a3 great c3 pair`.
    pub(super) fn in_words(&self) -> String {
        let own: String =
            self.own.iter().map(|(square, kit)| format!(" {square} {}", kit.word())).collect();
        format!("{}{own}", self.all.word())
    }
}
