//! All 64 squares, the directions between them, the edges that hold walls, and the rims where the sides sit.
use std::{fmt, str::FromStr, sync::LazyLock};

use serde::{Deserialize, Serialize};

use crate::checkers;

/// One of the 64 squares, dark or light; a1 is the first, b1 the second. Saved like `c3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub(in crate::games) struct AlienSquare(pub(super) u8);

/// Why some text names no square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(in crate::games) enum AlienSquareError {
    /// It has the form of a square and lies off the board.
    #[error("that is not on the board")]
    Off,
    /// It doesn't look like a square.
    #[error("a square looks like c3")]
    Unreadable,
}

/// A ray of squares: one of the eight directions. Up is towards rank 8, left towards file a.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::games) enum Ray {
    Up,
    Right,
    Down,
    Left,
    UpLeft,
    UpRight,
    DownLeft,
    DownRight,
}

/// One of the four rims of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::games) enum BoardRim {
    South,
    East,
    North,
    West,
}

/// The edge between two squares that touch along a side. Saved like `e4/e5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub(in crate::games) struct Edge {
    /// Whether it lies between two files; such edges come after the others.
    upright: bool,
    /// The lower or the left one of its two squares.
    at: AlienSquare,
}

impl AlienSquare {
    pub(super) fn all() -> impl Iterator<Item = AlienSquare> {
        (0..64).map(AlienSquare)
    }

    #[inline]
    pub(super) const fn at(file: u8, rank: u8) -> Option<AlienSquare> {
        if file < 8 && rank < 8 { Some(AlienSquare(8 * rank + file)) } else { None }
    }

    #[inline]
    pub(super) const fn file(self) -> u8 {
        self.0 % 8
    }

    #[inline]
    pub(super) const fn rank(self) -> u8 {
        self.0 / 8
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Tells whether the men of ordinary checkers would stand here; a1 is dark.
    #[inline]
    pub(super) const fn is_dark(self) -> bool {
        (self.file() + self.rank()).is_multiple_of(2)
    }

    #[inline]
    pub(super) const fn step(self, way: Ray) -> Option<AlienSquare> {
        let (right, up) = way.delta();
        let file = self.file().wrapping_add_signed(right);
        AlienSquare::at(file, self.rank().wrapping_add_signed(up))
    }

    /// Returns the direction to a square that touches this one, at a side or a corner.
    pub(super) fn way_to(self, next: AlienSquare) -> Option<Ray> {
        Ray::ALL.into_iter().find(|way| self.step(*way) == Some(next))
    }

    pub(super) const fn between(self, to: AlienSquare) -> AlienSquare {
        AlienSquare((self.rank() + to.rank()) / 2 * 8 + (self.file() + to.file()) / 2)
    }

    #[inline]
    pub(super) const fn rows_from(self, rim: BoardRim) -> u8 {
        match rim {
            BoardRim::South => self.rank(),
            BoardRim::North => 7 - self.rank(),
            BoardRim::West => self.file(),
            BoardRim::East => 7 - self.file(),
        }
    }

    /// Lists the four squares of the block whose lower left one this is; none on the top rank and the last file.
    pub(super) fn block(self) -> Option<[AlienSquare; 4]> {
        let up = self.step(Ray::Up)?;
        Some([self, self.step(Ray::Right)?, up, up.step(Ray::Right)?])
    }
}

impl Ray {
    pub(super) const ALL: [Ray; 8] = [
        Ray::Up,
        Ray::Right,
        Ray::Down,
        Ray::Left,
        Ray::UpLeft,
        Ray::UpRight,
        Ray::DownLeft,
        Ray::DownRight,
    ];

    pub(super) const STRAIGHT: [Ray; 4] = [Ray::Up, Ray::Right, Ray::Down, Ray::Left];

    /// The four along diagonals.
    pub(super) const SLANTED: [Ray; 4] = [Ray::UpLeft, Ray::UpRight, Ray::DownLeft, Ray::DownRight];

    /// Returns the two along diagonals that lead away from a rim.
    pub(super) const fn slanted_from(rim: BoardRim) -> &'static [Ray; 2] {
        match rim {
            BoardRim::South => &[Ray::UpLeft, Ray::UpRight],
            BoardRim::North => &[Ray::DownLeft, Ray::DownRight],
            BoardRim::West => &[Ray::UpRight, Ray::DownRight],
            BoardRim::East => &[Ray::UpLeft, Ray::DownLeft],
        }
    }

    pub(super) const fn delta(self) -> (i8, i8) {
        match self {
            Ray::Up => (0, 1),
            Ray::Right => (1, 0),
            Ray::Down => (0, -1),
            Ray::Left => (-1, 0),
            Ray::UpLeft => (-1, 1),
            Ray::UpRight => (1, 1),
            Ray::DownLeft => (-1, -1),
            Ray::DownRight => (1, -1),
        }
    }

    /// Tells whether it leads away from a rim, straight or diagonally.
    #[inline]
    pub(super) const fn leaves(self, rim: BoardRim) -> bool {
        let (right, up) = self.delta();
        match rim {
            BoardRim::South => 0 < up,
            BoardRim::North => up < 0,
            BoardRim::West => 0 < right,
            BoardRim::East => right < 0,
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Ray::Up => "up",
            Ray::Right => "right",
            Ray::Down => "down",
            Ray::Left => "left",
            Ray::UpLeft => "up left",
            Ray::UpRight => "up right",
            Ray::DownLeft => "down left",
            Ray::DownRight => "down right",
        }
    }
}

impl BoardRim {
    /// All four, counter-clockwise from the south.
    pub(super) const ALL: [BoardRim; 4] =
        [BoardRim::South, BoardRim::East, BoardRim::North, BoardRim::West];

    pub(super) const fn opposite(self) -> BoardRim {
        BoardRim::ALL[(self as usize + 2) % 4]
    }

    /// Returns the rim that comes here when the board is turned by a quarter, clockwise or not.
    pub(super) const fn turned(self, clockwise: bool) -> BoardRim {
        BoardRim::ALL[(self as usize + if clockwise { 1 } else { 3 }) % 4]
    }

    pub(super) const fn row(self) -> &'static str {
        match self {
            BoardRim::South => "rank 1",
            BoardRim::East => "file h",
            BoardRim::North => "rank 8",
            BoardRim::West => "file a",
        }
    }

    /// Reads what [`BoardRim::row`] writes, or a point of the compass.
    pub(super) fn named(text: &str) -> Option<BoardRim> {
        let compass = |rim: &BoardRim| match rim {
            BoardRim::South => "south",
            BoardRim::East => "east",
            BoardRim::North => "north",
            BoardRim::West => "west",
        };
        BoardRim::ALL.into_iter().find(|rim| rim.row() == text || compass(rim) == text)
    }
}

impl Edge {
    /// Lists all 112, those between ranks first.
    pub(super) fn all() -> impl Iterator<Item = Edge> {
        let every = |upright| {
            AlienSquare::all()
                .map(move |at| Edge { upright, at })
                .filter(|edge| edge.ends().is_some())
        };
        every(false).chain(every(true))
    }

    /// Lists the pairs of edges that meet at a corner: six at each of 49 corners (B.4).
    pub(super) fn pairs() -> &'static [[Edge; 2]] {
        static PAIRS: LazyLock<Vec<[Edge; 2]>> = LazyLock::new(|| {
            let all: Vec<Edge> = Edge::all().collect();
            let with = |n: usize| {
                let (one, rest) = (all[n], &all[n + 1..]);
                rest.iter().filter(move |other| one.meets(**other)).map(move |other| [one, *other])
            };
            (0..all.len()).flat_map(with).collect()
        });
        &PAIRS
    }

    /// Returns the edge between two squares, in either order; none if they don't touch along a side.
    pub(super) fn between(one: AlienSquare, other: AlienSquare) -> Option<Edge> {
        let at = one.min(other);
        match at.way_to(one.max(other))? {
            Ray::Up => Some(Edge { upright: false, at }),
            Ray::Right => Some(Edge { upright: true, at }),
            _ => None,
        }
    }

    fn ends(self) -> Option<[AlienSquare; 2]> {
        let way = if self.upright { Ray::Right } else { Ray::Up };
        Some([self.at, self.at.step(way)?])
    }

    pub(super) const fn is_upright(self) -> bool {
        self.upright
    }

    pub(super) const fn square(self) -> AlienSquare {
        self.at
    }

    /// Lists the corners at its two ends, as files and ranks of grid lines, 0 to 8.
    fn corners(self) -> [(u8, u8); 2] {
        let (file, rank) = (self.at.file(), self.at.rank());
        if self.upright {
            [(file + 1, rank), (file + 1, rank + 1)]
        } else {
            [(file, rank + 1), (file + 1, rank + 1)]
        }
    }

    pub(super) fn meets(self, other: Edge) -> bool {
        self != other && self.corners().iter().any(|corner| other.corners().contains(corner))
    }

    /// Returns the walls, as a set of 128, that together bar the way from a square to the next: one from each of two sets is needed. Along a
    /// rank or a file both hold the one edge; across a corner each holds the two edges of one way round it (B.4).
    pub(super) fn barring(from: AlienSquare, way: Ray) -> [u128; 2] {
        static BARRING: LazyLock<Vec<[u128; 2]>> = LazyLock::new(|| {
            let bit = |one: Option<AlienSquare>, other: Option<AlienSquare>| {
                let edge = one.zip(other).and_then(|(one, other)| Edge::between(one, other));
                edge.map_or(0, |edge| 1 << edge.index())
            };
            let of = |from: AlienSquare, way: Ray| {
                let to = from.step(way);
                let round = |side: Ray| {
                    let corner = from.step(side);
                    bit(Some(from), corner) | bit(corner, to)
                };
                match way {
                    Ray::Up | Ray::Right | Ray::Down | Ray::Left => [bit(Some(from), to); 2],
                    Ray::UpLeft => [round(Ray::Up), round(Ray::Left)],
                    Ray::UpRight => [round(Ray::Up), round(Ray::Right)],
                    Ray::DownLeft => [round(Ray::Down), round(Ray::Left)],
                    Ray::DownRight => [round(Ray::Down), round(Ray::Right)],
                }
            };
            AlienSquare::all().flat_map(|from| Ray::ALL.map(|way| of(from, way))).collect()
        });
        BARRING[8 * from.index() + way as usize]
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        self.at.index() + if self.upright { 64 } else { 0 }
    }
}

impl fmt::Display for AlienSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

impl FromStr for AlienSquare {
    type Err = AlienSquareError;

    /// Reads `c3` in either case, and the draughts number of a dark square.
    ///
    /// # Errors
    /// Tells whether the text is no square or off the board.
    fn from_str(text: &str) -> Result<AlienSquare, AlienSquareError> {
        match *text.as_bytes() {
            [file, rank] if file.is_ascii_alphabetic() && rank.is_ascii_digit() => {
                let file = file.to_ascii_lowercase() - b'a';
                AlienSquare::at(file, rank.wrapping_sub(b'1')).ok_or(AlienSquareError::Off)
            }
            _ => match text.parse::<checkers::Square>() {
                Ok(dark) => {
                    AlienSquare::at(dark.file() - 1, dark.rank() - 1).ok_or(AlienSquareError::Off)
                }
                Err(checkers::SquareError::Unreadable) => Err(AlienSquareError::Unreadable),
                Err(_) => Err(AlienSquareError::Off),
            },
        }
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ends() {
            Some([one, other]) => write!(f, "{one}/{other}"),
            None => write!(f, "{}/", self.at),
        }
    }
}

impl FromStr for Edge {
    type Err = String;

    fn from_str(text: &str) -> Result<Edge, String> {
        let squares = text.split_once('/').and_then(|(one, other)| {
            Edge::between(one.trim().parse().ok()?, other.trim().parse().ok()?)
        });
        squares.ok_or_else(|| "a wall lies between two neighbouring squares, like e4/e5".to_owned())
    }
}

impl From<AlienSquare> for String {
    fn from(square: AlienSquare) -> String {
        square.to_string()
    }
}

impl TryFrom<String> for AlienSquare {
    type Error = AlienSquareError;

    fn try_from(text: String) -> Result<AlienSquare, AlienSquareError> {
        text.parse()
    }
}

impl From<Edge> for String {
    fn from(edge: Edge) -> String {
        edge.to_string()
    }
}

impl TryFrom<String> for Edge {
    type Error = String;

    fn try_from(text: String) -> Result<Edge, String> {
        text.parse()
    }
}
