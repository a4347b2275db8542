//! Sets of squares.
use serde::{Deserialize, Serialize};

use super::square::AlienSquare;

/// A set of squares. Saved as a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Vec<AlienSquare>", from = "Vec<AlienSquare>")]
pub(in crate::games) struct Area(u64);

impl Area {
    pub(super) const NONE: Area = Area(0);

    pub(super) const fn contains(self, at: AlienSquare) -> bool {
        self.0 & (1 << at.0) != 0
    }

    pub(super) fn insert(&mut self, at: AlienSquare) {
        self.0 |= 1 << at.0;
    }

    pub(super) fn remove(&mut self, at: AlienSquare) -> bool {
        let was = self.contains(at);
        self.0 &= !(1 << at.0);
        was
    }

    pub(super) const fn or(self, other: Area) -> Area {
        Area(self.0 | other.0)
    }

    pub(super) const fn and(self, other: Area) -> Area {
        Area(self.0 & other.0)
    }

    /// Lists the lower left squares of the 2x2 blocks that hold some of these squares.
    pub(super) const fn blocks(self) -> Area {
        // No block begins on the last file or the top rank; this also drops bits that wrapped around.
        const BEGIN: u64 = 0x007f_7f7f_7f7f_7f7f;
        Area((self.0 | self.0 >> 1 | self.0 >> 8 | self.0 >> 9) & BEGIN)
    }

    pub(super) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub(super) fn squares(self) -> impl Iterator<Item = AlienSquare> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            // A set of 64 has no square beyond the 63rd bit.
            let at = (left != 0).then(|| AlienSquare(left.trailing_zeros() as u8))?;
            left &= left - 1;
            Some(at)
        })
    }
}

impl FromIterator<AlienSquare> for Area {
    fn from_iter<T: IntoIterator<Item = AlienSquare>>(squares: T) -> Area {
        let mut area = Area::default();
        squares.into_iter().for_each(|square| area.insert(square));
        area
    }
}

impl From<Vec<AlienSquare>> for Area {
    fn from(squares: Vec<AlienSquare>) -> Area {
        squares.into_iter().collect()
    }
}

impl From<Area> for Vec<AlienSquare> {
    fn from(area: Area) -> Vec<AlienSquare> {
        area.squares().collect()
    }
}
