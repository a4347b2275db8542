//! The count that decides a match without a winner on the field, if both sides agreed on one.
use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::{End, options::Options};
use crate::checkers::{Color, PieceKind, Square, draws::QUIET_TURNS};

/// Why a match goes no further.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::games) enum Stop {
    /// Neither side could give an order (E-R17).
    Blocked,
    /// Nothing happened for too long (E-R18).
    Quiet,
    /// Each side took so many turns.
    Turns(u8),
}

/// What a count compares, in this order: more wins, of wounds fewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::games) enum Measure {
    Fighters,
    Kings,
    /// Fighters with a wound; there are some only under Attrition.
    Wounds,
    /// The rows that all men have come forward.
    Rows,
}

/// The result of a count: the side ahead, in what, and by which numbers, Black's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::games) struct Lead {
    pub(super) side: Color,
    pub(super) by: Measure,
    pub(super) counts: [u8; 2],
}

/// What one side has on the field.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Muster {
    fighters: u8,
    kings: u8,
    wounds: u8,
    rows: u8,
}

impl Muster {
    /// Counts a side's fighters; each is a square, a rank, and whether there is a wound.
    pub(super) fn of(
        side: Color,
        fighters: impl Iterator<Item = (Square, PieceKind, bool)>,
    ) -> Muster {
        let home = (!side).last_rank();
        fighters.fold(Muster::default(), |sum, (at, rank, wounded)| {
            let king = rank == PieceKind::King;
            Muster {
                fighters: sum.fighters + 1,
                kings: sum.kings + u8::from(king),
                wounds: sum.wounds + u8::from(wounded),
                rows: sum.rows + if king { 0 } else { at.rank().abs_diff(home) },
            }
        })
    }

    fn in_order(self) -> [(Measure, u8); 4] {
        let Muster { fighters, kings, wounds, rows } = self;
        [
            (Measure::Fighters, fighters),
            (Measure::Kings, kings),
            (Measure::Wounds, wounds),
            (Measure::Rows, rows),
        ]
    }
}

/// Returns the side ahead; none if everything is level.
pub(super) fn lead(all: [Muster; 2]) -> Option<Lead> {
    let [black, white] = all.map(Muster::in_order);
    black.into_iter().zip(white).find_map(|((by, black), (_, white))| {
        let ahead = match by {
            Measure::Wounds => white.cmp(&black),
            Measure::Fighters | Measure::Kings | Measure::Rows => black.cmp(&white),
        };
        let side = match ahead {
            Ordering::Greater => Color::Black,
            Ordering::Less => Color::White,
            Ordering::Equal => return None,
        };
        Some(Lead { side, by, counts: [black, white] })
    })
}

impl Options {
    /// Says why a match stops after a turn, from the turns that both sides have taken, and those in a row that each has taken
    /// without an attack or a crown.
    pub(super) fn stop(&self, turns: u16, quiet: [u8; 2]) -> Option<Stop> {
        let last = self.turns.filter(|most| 2 * u16::from(*most) <= turns).map(Stop::Turns);
        let is_quiet = !self.endless && QUIET_TURNS <= quiet[0].min(quiet[1]);
        last.or(is_quiet.then_some(Stop::Quiet))
    }

    /// Tells whether a match that stops without a winner is decided by a count.
    pub(super) fn counts(&self) -> bool {
        self.count || self.turns.is_some()
    }

    /// Returns how a match ends that stops with these fighters on the field, Black's first.
    pub(super) fn end(&self, stop: Stop, all: [Muster; 2]) -> End {
        match stop {
            _ if self.counts() => End::Counted { stop, lead: lead(all) },
            Stop::Blocked => End::Blocked,
            Stop::Quiet | Stop::Turns(_) => End::Quiet,
        }
    }
}

impl End {
    /// Returns the side that won; none in a draw.
    pub(super) fn winner(self) -> Option<Color> {
        match self {
            End::Bare(loser) => Some(!loser),
            End::Blocked | End::Quiet => None,
            End::Counted { stop: _, lead } => lead.map(|it| it.side),
        }
    }
}
