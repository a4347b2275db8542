//! Men and kings on the 32 dark squares, and whose turn it is.
use std::ops;

use serde::{Deserialize, Serialize};

use crate::seat::Seat;

use super::{
    moves::Rules,
    set::SquareSet,
    square::{Direction, Square},
};

/// One of the two sides of a draughts board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// The dark pieces: they start on 1-12 and go down the board, towards rank 1.
    Black,
    /// The light pieces: they start on 21-32 and go up, towards rank 8.
    White,
}

/// What a piece may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PieceKind {
    /// A piece not crowned yet.
    Man,
    /// A crowned piece, whatever a rule set calls it.
    King,
}

/// A piece of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// Whether it was crowned.
    pub rank: PieceKind,
}

/// The pieces on a board. Saved as the placement part of a FEN, like `W21-32:B1-12`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(into = "String", try_from = "String")]
pub struct Board {
    // The two sides never overlap, and every king is in one of them.
    black: SquareSet,
    white: SquareSet,
    kings: SquareSet,
}

/// A board and the side to move. Saved as a FEN, like `B:W21-32:B1-12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Position {
    /// The side to move.
    pub turn: Color,
    /// What stands where.
    pub board: Board,
}

impl Color {
    /// Black, then White.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    /// Returns the rank on which men of this side are crowned.
    pub const fn last_rank(self) -> u8 {
        match self {
            Color::Black => 1,
            Color::White => 8,
        }
    }

    /// Returns the two directions in which men of this side move.
    pub const fn forward(self) -> [Direction; 2] {
        match self {
            Color::Black => [Direction::SouthWest, Direction::SouthEast],
            Color::White => [Direction::NorthWest, Direction::NorthEast],
        }
    }

    /// Returns the name with a capital letter.
    pub const fn name(self) -> &'static str {
        match self {
            Color::Black => "Black",
            Color::White => "White",
        }
    }

    /// Reads a name, in either case.
    pub(crate) fn named(word: &str) -> Option<Color> {
        Color::BOTH.into_iter().find(|color| color.name().eq_ignore_ascii_case(word))
    }
}

impl PieceKind {
    /// Returns the name in lower case, where no rules give it another.
    pub const fn name(self) -> &'static str {
        match self {
            PieceKind::Man => "man",
            PieceKind::King => "king",
        }
    }

    /// Reads a name; kings of Continental draughts are queens.
    pub(crate) fn named(word: &str) -> Option<PieceKind> {
        match word {
            "man" => Some(PieceKind::Man),
            "king" | "queen" => Some(PieceKind::King),
            _ => None,
        }
    }
}

impl Piece {
    /// Says what it is: `white king`.
    pub fn in_words(self, rules: Rules) -> String {
        format!("{} {}", self.color.name().to_lowercase(), rules.name(self.rank))
    }
}

impl ops::Not for Color {
    type Output = Color;

    /// Returns the other side.
    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl From<Seat> for Color {
    /// Black sits first, the player who begins.
    fn from(seat: Seat) -> Color {
        match seat {
            Seat::First => Color::Black,
            Seat::Second => Color::White,
        }
    }
}

impl From<Color> for Seat {
    fn from(color: Color) -> Seat {
        match color {
            Color::Black => Seat::First,
            Color::White => Seat::Second,
        }
    }
}

impl Board {
    /// An empty board.
    pub const EMPTY: Board =
        Board { black: SquareSet::EMPTY, white: SquareSet::EMPTY, kings: SquareSet::EMPTY };

    /// Twelve men a side on the three ranks nearest to each.
    pub const START: Board = Board {
        black: SquareSet::from_bits(0x0000_0FFF),
        white: SquareSet::from_bits(0xFFF0_0000),
        kings: SquareSet::EMPTY,
    };

    /// Puts a piece on a square, in place of what stood there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.take(square);
        match piece.color {
            Color::Black => self.black.insert(square),
            Color::White => self.white.insert(square),
        }
        if piece.rank == PieceKind::King {
            self.kings.insert(square);
        }
    }

    /// Removes and returns the piece on a square.
    pub fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square);
        self.clear(square.into());
        piece
    }

    /// Empties these squares.
    pub fn clear(&mut self, squares: SquareSet) {
        self.black = self.black - squares;
        self.white = self.white - squares;
        self.kings = self.kings - squares;
    }

    /// Moves a piece of a side to a square that is vacant or its own: crowned on the last rank, and gone if it falls.
    #[inline]
    pub(super) fn relocate(&mut self, color: Color, from: Square, to: Square, falls: bool) {
        let from = SquareSet::of(from);
        let to = if falls { SquareSet::EMPTY } else { SquareSet::of(to) };
        let king = !(self.kings & from).is_empty();
        let crowned = if king { to } else { to & SquareSet::rank(color.last_rank()) };
        let side = match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        };
        *side = (*side - from) | to;
        self.kings = (self.kings - from) | crowned;
    }

    /// Returns the piece on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = if self.black.contains(square) {
            Color::Black
        } else if self.white.contains(square) {
            Color::White
        } else {
            return None;
        };
        let rank = if self.kings.contains(square) { PieceKind::King } else { PieceKind::Man };
        Some(Piece { color, rank })
    }

    /// Lists where the pieces of a side stand.
    pub const fn of(&self, color: Color) -> SquareSet {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    /// Lists where the men of a side stand.
    pub fn men(&self, color: Color) -> SquareSet {
        self.of(color) - self.kings
    }

    /// Lists where the kings of a side stand.
    pub fn kings(&self, color: Color) -> SquareSet {
        self.of(color) & self.kings
    }

    /// Lists all squares with a piece.
    pub fn occupied(&self) -> SquareSet {
        self.black | self.white
    }

    /// Counts the pieces of a side.
    pub const fn count(&self, color: Color) -> usize {
        self.of(color).len()
    }

    /// Iterates over all pieces, lowest square number first.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.occupied().iter().filter_map(|square| Some((square, self.piece_at(square)?)))
    }
}

impl Position {
    /// The start of an English game: Black moves first.
    pub const ENGLISH: Position = Position { turn: Color::Black, board: Board::START };
    /// The start of a Continental game: White moves first.
    pub const CONTINENTAL: Position = Position { turn: Color::White, board: Board::START };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_can_be_taken() {
        let mut board = Board::EMPTY;
        let square = Square::new(22).unwrap();
        let king = Piece { color: Color::White, rank: PieceKind::King };
        let man = Piece { color: Color::Black, rank: PieceKind::Man };
        board.put(square, king);
        assert_eq!(board.piece_at(square), Some(king));
        board.put(square, man);
        assert_eq!(board.piece_at(square), Some(man));
        assert_eq!(board.kings(Color::White), SquareSet::EMPTY);
        assert_eq!(board.take(square), Some(man));
        assert_eq!(board.take(square), None);
        assert_eq!(board, Board::EMPTY);
    }

    #[test]
    fn the_start_has_twelve_men_on_three_ranks_a_side() {
        for color in Color::BOTH {
            assert_eq!(Board::START.count(color), 12);
            let home = if color == Color::Black { [6, 7, 8] } else { [1, 2, 3] };
            let ranks = home.into_iter().fold(SquareSet::EMPTY, |all, n| all | SquareSet::rank(n));
            assert_eq!(Board::START.men(color), ranks);
        }
    }
}
