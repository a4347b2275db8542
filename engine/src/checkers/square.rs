//! The 32 dark squares, and the directions between them.
use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::set::SquareSet;

/// One of the 32 dark squares of an 8x8 board whose a1 is dark.
///
/// Ordered by draughts number: b8 is 1, h8 is 4, a7 is 5, g1 is 32.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Square(u8);

/// Why some text names no dark square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SquareError {
    /// It is a square of the board, but nothing ever stands on it.
    #[error("that is a light square")]
    Light,
    /// It has the form of a square and lies off the board.
    #[error("that is not on the board")]
    Off,
    /// It doesn't look like a square.
    #[error("a square looks like c3 or 22")]
    Unreadable,
}

/// One of the four ways a piece may step. North is towards rank 8, west towards file a.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards a8.
    NorthWest,
    /// Towards h8.
    NorthEast,
    /// Towards a1.
    SouthWest,
    /// Towards h1.
    SouthEast,
}

impl Square {
    /// Every square, by number.
    pub const ALL: [Square; 32] = {
        let mut all = [Square(0); 32];
        let mut n = 0;
        while n < 32 {
            all[n] = Square(n as u8);
            n += 1;
        }
        all
    };

    /// Returns the square with a draughts number of 1 to 32.
    #[inline]
    pub const fn new(number: u8) -> Option<Square> {
        match number {
            1..=32 => Some(Square(number - 1)),
            _ => None,
        }
    }

    /// Returns the dark square on a file (a is 1) and a rank, both 1 to 8.
    #[inline]
    pub const fn at(file: u8, rank: u8) -> Option<Square> {
        if file < 1 || 8 < file || rank < 1 || 8 < rank || (file + rank) % 2 == 1 {
            return None;
        }
        Some(Square(4 * (8 - rank) + (file - 1) / 2))
    }

    /// Returns the draughts number, 1 to 32.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// Returns the index in an array of 32, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the file, a being 1.
    #[inline]
    pub const fn file(self) -> u8 {
        2 * (self.0 % 4) + 1 + (self.rank() + 1) % 2
    }

    /// Returns the rank, 1 to 8.
    #[inline]
    pub const fn rank(self) -> u8 {
        8 - self.0 / 4
    }

    /// Returns the square one step away, if the board continues there.
    #[inline]
    pub const fn step(self, way: Direction) -> Option<Square> {
        SquareSet::of(self).step(way).first()
    }

    /// Returns the direction in which `other` lies on a common diagonal.
    pub fn towards(self, other: Square) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&way| SquareSet::ray(self, way).contains(other))
    }

    /// Lists the squares strictly between two squares of one diagonal; none if they share none.
    pub fn between(self, other: Square) -> SquareSet {
        match self.towards(other) {
            Some(way) => SquareSet::ray(self, way) - SquareSet::ray(other, way) - other.into(),
            None => SquareSet::EMPTY,
        }
    }
}

impl Direction {
    /// All four, west before east, north before south.
    pub const ALL: [Direction; 4] =
        [Direction::NorthWest, Direction::NorthEast, Direction::SouthWest, Direction::SouthEast];

    /// Returns the way back.
    #[inline]
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::NorthWest => Direction::SouthEast,
            Direction::NorthEast => Direction::SouthWest,
            Direction::SouthWest => Direction::NorthEast,
            Direction::SouthEast => Direction::NorthWest,
        }
    }

    /// Tells whether it leads towards higher ranks.
    #[inline]
    pub const fn is_north(self) -> bool {
        matches!(self, Direction::NorthWest | Direction::NorthEast)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file() - 1), self.rank())
    }
}

impl FromStr for Square {
    type Err = SquareError;

    /// Reads both `c3` and `22`, also in upper case or with a leading zero.
    ///
    /// # Errors
    /// Tells whether the text is no square, off the board or a light square.
    fn from_str(text: &str) -> Result<Square, SquareError> {
        match *text.as_bytes() {
            [file, rank] if file.is_ascii_alphabetic() && rank.is_ascii_digit() => {
                let (file, rank) = (file.to_ascii_lowercase() - b'a' + 1, rank - b'0');
                match Square::at(file, rank) {
                    Some(square) => Ok(square),
                    None if (1..=8).contains(&file) && (1..=8).contains(&rank) => {
                        Err(SquareError::Light)
                    }
                    None => Err(SquareError::Off),
                }
            }
            [.., _] if text.len() <= 2 && text.bytes().all(|it| it.is_ascii_digit()) => {
                text.parse().ok().and_then(Square::new).ok_or(SquareError::Off)
            }
            _ => Err(SquareError::Unreadable),
        }
    }
}

impl From<Square> for String {
    fn from(square: Square) -> String {
        square.to_string()
    }
}

impl TryFrom<String> for Square {
    type Error = SquareError;

    fn try_from(text: String) -> Result<Square, SquareError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tf3_numbers_and_coordinates_name_the_same_squares() {
        for (name, number) in [("c3", 22), ("e5", 15), ("h8", 4), ("a1", 29), ("b8", 1), ("g1", 32)]
        {
            let square: Square = name.parse().unwrap();
            assert_eq!(square.number(), number);
            assert_eq!(square.to_string(), name);
            assert_eq!(number.to_string().parse(), Ok(square));
            assert_eq!(Square::new(number), Some(square));
        }
        for square in Square::ALL {
            assert_eq!(Square::at(square.file(), square.rank()), Some(square));
        }
    }

    #[test]
    fn names_off_the_dark_squares_are_refused_with_the_reason() {
        assert_eq!("c4".parse::<Square>(), Err(SquareError::Light));
        for off in ["i1", "a9", "a0", "0", "33", "99"] {
            assert_eq!(off.parse::<Square>(), Err(SquareError::Off), "{off}");
        }
        for odd in ["", "c", "c33", "3c", "c-", "123", "é", "-1"] {
            assert_eq!(odd.parse::<Square>(), Err(SquareError::Unreadable), "{odd}");
        }
    }

    #[test]
    fn a_step_goes_to_the_diagonal_neighbour() {
        for square in Square::ALL {
            for way in Direction::ALL {
                let file = match way {
                    Direction::NorthWest | Direction::SouthWest => square.file() - 1,
                    Direction::NorthEast | Direction::SouthEast => square.file() + 1,
                };
                let rank = if way.is_north() { square.rank() + 1 } else { square.rank() - 1 };
                assert_eq!(square.step(way), Square::at(file, rank), "{square} {way:?}");
            }
        }
    }

    #[test]
    fn squares_between_lie_on_the_common_diagonal() {
        let square = |name: &str| name.parse::<Square>().unwrap();
        assert_eq!(square("a1").between(square("e5")).to_string(), "d4 c3 b2");
        assert_eq!(square("e5").between(square("a1")).to_string(), "d4 c3 b2");
        assert_eq!(square("a1").between(square("b2")), SquareSet::EMPTY);
        assert_eq!(square("a1").between(square("c1")), SquareSet::EMPTY);
    }
}
