//! Sets of dark squares, one bit each.
use std::{fmt, iter::FusedIterator, ops, str::FromStr};

use serde::{Deserialize, Serialize};

use super::square::{Direction, Square, SquareError};

/// A set of dark squares: bit n stands for the square numbered n + 1.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct SquareSet(u32);

/// The squares of a [`SquareSet`] from the lowest number up.
#[derive(Clone, Debug)]
pub struct SquareIter(u32);

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet(0);
    /// All 32 squares.
    pub const ALL: SquareSet = SquareSet(!0);

    // Ranks 8, 6, 4, 2 hold the files b d f h, the others a c e g, so the same step
    // is another shift on each of the two kinds of ranks.
    const EVEN_RANKS: u32 = 0x0F0F_0F0F;
    const ODD_RANKS: u32 = 0xF0F0_F0F0;
    const FILE_A: u32 = 0x1010_1010;
    const FILE_H: u32 = 0x0808_0808;

    const RAYS: [[SquareSet; 32]; 4] = {
        let mut rays = [[SquareSet::EMPTY; 32]; 4];
        let mut way = 0;
        while way < 4 {
            let mut square = 0;
            while square < 32 {
                let mut at = SquareSet(1 << square).step(Direction::ALL[way]);
                while at.0 != 0 {
                    rays[way][square].0 |= at.0;
                    at = at.step(Direction::ALL[way]);
                }
                square += 1;
            }
            way += 1;
        }
        rays
    };

    /// Returns the set with these bits, bit n being the square numbered n + 1.
    #[inline]
    pub const fn from_bits(bits: u32) -> SquareSet {
        SquareSet(bits)
    }

    /// Returns the bits, bit n being the square numbered n + 1.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Returns a set of one square.
    #[inline]
    pub const fn of(square: Square) -> SquareSet {
        SquareSet(1 << square.index())
    }

    /// Lists the squares of a rank, 1 to 8.
    pub const fn rank(rank: u8) -> SquareSet {
        SquareSet(0xF << (4 * (8 - rank)))
    }

    /// Lists the squares beyond `from` in one direction, up to the rim.
    #[inline]
    pub const fn ray(from: Square, way: Direction) -> SquareSet {
        SquareSet::RAYS[way as usize][from.index()]
    }

    /// Tells whether no square is in the set.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// Counts the squares.
    #[inline]
    pub const fn len(&self) -> usize {
        self.0.count_ones() as usize
    }

    /// Counts the squares of two sets, one that is in both twice; quicker than counting each.
    #[inline]
    pub(super) const fn len_of_both(one: SquareSet, other: SquareSet) -> usize {
        ((one.0 as u64) << 32 | other.0 as u64).count_ones() as usize
    }

    /// Tells whether a square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & (1 << square.index()) != 0
    }

    /// Adds a square.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.index();
    }

    /// Removes a square.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0 &= !(1 << square.index());
    }

    /// Returns the square with the lowest number.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Square::new(self.0.trailing_zeros() as u8 + 1) }
    }

    /// Returns the square with the highest number.
    #[inline]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Square::new(32 - self.0.leading_zeros() as u8) }
    }

    /// Moves the whole set one step; what would leave the board is lost.
    #[inline]
    pub const fn step(self, way: Direction) -> SquareSet {
        let even = self.0 & SquareSet::EVEN_RANKS;
        let odd = self.0 & SquareSet::ODD_RANKS;
        SquareSet(match way {
            Direction::NorthWest => even >> 4 | (odd & !SquareSet::FILE_A) >> 5,
            Direction::NorthEast => (even & !SquareSet::FILE_H) >> 3 | odd >> 4,
            Direction::SouthWest => even << 4 | (odd & !SquareSet::FILE_A) << 3,
            Direction::SouthEast => (even & !SquareSet::FILE_H) << 5 | odd << 4,
        })
    }

    /// Iterates over the squares from the lowest number up.
    #[inline]
    pub const fn iter(self) -> SquareIter {
        SquareIter(self.0)
    }
}

impl From<Square> for SquareSet {
    #[inline]
    fn from(square: Square) -> SquareSet {
        SquareSet::of(square)
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        squares.into_iter().fold(SquareSet::EMPTY, |set, square| set | square.into())
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = SquareIter;

    #[inline]
    fn into_iter(self) -> SquareIter {
        self.iter()
    }
}

impl Iterator for SquareIter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let first = SquareSet(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for SquareIter {}
impl FusedIterator for SquareIter {}

impl ops::BitOr for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn bitor(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 | other.0)
    }
}

impl ops::BitAnd for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn bitand(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & other.0)
    }
}

impl ops::BitXor for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn bitxor(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 ^ other.0)
    }
}

impl ops::Sub for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn sub(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & !other.0)
    }
}

impl ops::Not for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn not(self) -> SquareSet {
        SquareSet(!self.0)
    }
}

impl fmt::Display for SquareSet {
    /// Names the squares with blanks between, lowest number first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, square) in self.iter().enumerate() {
            write!(f, "{}{square}", if n == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

impl FromStr for SquareSet {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<SquareSet, SquareError> {
        text.split_ascii_whitespace().map(Square::from_str).collect()
    }
}

impl From<SquareSet> for String {
    fn from(set: SquareSet) -> String {
        set.to_string()
    }
}

impl TryFrom<String> for SquareSet {
    type Error = SquareError;

    fn try_from(text: String) -> Result<SquareSet, SquareError> {
        text.parse()
    }
}
