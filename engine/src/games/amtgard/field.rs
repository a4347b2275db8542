//! The fighters on the field, and the ways open to them.
use serde::{Deserialize, Serialize};

use super::{
    body::{Body, is_usual},
    kits::Kit,
    names::first_name,
    options::Options,
};
use crate::checkers::{Color, Direction, Rank, Square, SquareSet, ways};

/// One of the pieces: somebody who fights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Fighter {
    pub(super) at: Square,
    pub(super) side: Color,
    pub(super) rank: Rank,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub(super) body: Body,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub(super) kit: Kit,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub(super) name: Option<String>,
}

/// All who stand on the field, no two on a square (E-R1).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Field(Vec<Fighter>);

/// An attack: the attacker's square, the defender's next to it, and the empty one beyond (E-R6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::games) struct Attack {
    pub(super) from: Square,
    pub(super) over: Square,
    pub(super) to: Square,
}

/// Who somebody was when something happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::games) struct Who {
    pub(super) side: Color,
    pub(super) at: Square,
    pub(super) rank: Rank,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub(super) name: Option<String>,
}

impl Field {
    /// Sets up the usual start, or the first rows of it (E-R26).
    pub(super) fn start(options: &Options) -> Field {
        let rows = options.pieces / 4;
        let mut field = Field::default();
        for side in Color::BOTH {
            let home = (!side).last_rank();
            let is_home = |it: &Square| it.rank().abs_diff(home) < rows;
            for (n, at) in Square::ALL.into_iter().filter(is_home).enumerate() {
                let name = if options.names { first_name(side, n) } else { None };
                let (rank, kit) = (Rank::Man, Kit::default());
                field.put(Fighter { at, side, rank, body: options.fresh(rank), kit, name });
            }
        }
        field
    }

    /// Puts a fighter down; who stood there is gone.
    pub(super) fn put(&mut self, fighter: Fighter) {
        self.take(fighter.at);
        let n = self.0.partition_point(|it| it.at < fighter.at);
        self.0.insert(n, fighter);
    }

    /// Takes a fighter up.
    pub(super) fn take(&mut self, at: Square) -> Option<Fighter> {
        let n = self.0.iter().position(|it| it.at == at)?;
        Some(self.0.remove(n))
    }

    pub(super) fn at(&self, at: Square) -> Option<&Fighter> {
        self.0.iter().find(|it| it.at == at)
    }

    pub(super) fn at_mut(&mut self, at: Square) -> Option<&mut Fighter> {
        self.0.iter_mut().find(|it| it.at == at)
    }

    /// Walks through all, by the number of their squares.
    pub(super) fn all(&self) -> impl Iterator<Item = &Fighter> {
        self.0.iter()
    }

    pub(super) fn all_mut(&mut self) -> impl Iterator<Item = &mut Fighter> {
        self.0.iter_mut()
    }

    pub(super) fn of(&self, side: Color) -> impl Iterator<Item = &Fighter> {
        self.0.iter().filter(move |it| it.side == side)
    }

    pub(super) fn count(&self, side: Color) -> usize {
        self.of(side).count()
    }

    /// Lists the steps open to a side.
    pub(super) fn steps(&self, side: Color) -> Vec<(Square, Square)> {
        let taken = self.taken();
        let of = |it: &Fighter| {
            let from = it.at;
            it.ways().filter_map(move |way| from.step(way)).map(move |to| (from, to))
        };
        self.of(side).flat_map(of).filter(|it| !taken.contains(it.1)).collect()
    }

    /// Lists the attacks open to a side.
    pub(super) fn attacks(&self, side: Color) -> Vec<Attack> {
        let (taken, enemies) = (self.taken(), self.squares(!side));
        self.of(side).flat_map(|it| attacks_from(it, taken, enemies)).collect()
    }

    /// Lists the attacks open to one fighter.
    pub(super) fn attacks_of(&self, fighter: &Fighter) -> Vec<Attack> {
        attacks_from(fighter, self.taken(), self.squares(!fighter.side)).collect()
    }

    fn squares(&self, side: Color) -> SquareSet {
        self.of(side).map(|it| it.at).collect()
    }

    fn taken(&self) -> SquareSet {
        self.0.iter().map(|it| it.at).collect()
    }
}

/// Lists the attacks open to a fighter, where these squares are taken and these are held by the other side.
fn attacks_from(
    fighter: &Fighter,
    taken: SquareSet,
    enemies: SquareSet,
) -> impl Iterator<Item = Attack> + use<> {
    let from = fighter.at;
    fighter.ways().filter_map(move |way| {
        let over = from.step(way).filter(|it| enemies.contains(*it))?;
        let to = over.step(way).filter(|it| !taken.contains(*it))?;
        Some(Attack { from, over, to })
    })
}

impl Fighter {
    /// Lists the directions in which the fighter steps and attacks (E-R9).
    pub(super) fn ways(&self) -> impl Iterator<Item = Direction> + use<> {
        ways(self.side, self.rank == Rank::King).iter().copied()
    }

    pub(super) fn who(&self) -> Who {
        Who { side: self.side, at: self.at, rank: self.rank, name: self.name.clone() }
    }
}

impl Who {
    /// Returns what the fighter is called: `c3`, or `Lark of c3`.
    pub(super) fn called(&self) -> String {
        match &self.name {
            Some(name) => format!("{name} of {}", self.at),
            None => self.at.to_string(),
        }
    }

    /// Returns what the fighter is called once it is known where they stand: `c3`, or `Lark`.
    pub(super) fn short(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.at.to_string())
    }
}
