//! Positions as PDN writes them: `B:W18,24,27,K10:B12,16,K22`.
use std::{fmt, str::FromStr};

use super::{
    board::{Board, Color, Piece, PieceKind, Position},
    square::{Square, SquareError},
};

/// The longest text that is read, in bytes. Every position fits in a third of that.
pub const MAX_BYTES: usize = 512;

/// Why a text isn't a position, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fault} (character {})", at + 1)]
pub struct FenError {
    /// The byte at which the fault was seen, from 0.
    pub at: usize,
    /// What is wrong there.
    pub fault: FenFault,
}

/// What can be wrong with a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenFault {
    /// Longer than [`MAX_BYTES`].
    #[error("that's too long for a position")]
    TooLong,
    /// No W or B where the side to move belongs.
    #[error("a position starts with W or B, the side to move")]
    NoTurn,
    /// A part that doesn't start with W or B.
    #[error("each list of pieces starts with W or B")]
    NoColor,
    /// The same side twice.
    #[error("that side is listed twice")]
    ColorTwice,
    /// One side is missing altogether.
    #[error("both sides must be listed; write an empty side as W or B alone")]
    ColorMissing,
    /// A number, a square name or a range was expected.
    #[error("a square goes here, such as 22, K22 or 21-32")]
    NoSquare,
    /// A square that is light or off the board.
    #[error("the dark squares are numbered 1 to 32")]
    OffBoard,
    /// A range that runs backwards.
    #[error("a range goes from the lower to the higher number")]
    Backwards,
    /// Two pieces on one square.
    #[error("two pieces can't share a square")]
    Twice,
    /// A man where it would have been crowned.
    #[error("a man on its last rank is already a king; write K before the number")]
    Uncrowned,
}

/// Reads one text from its start.
struct FenReader<'a> {
    text: &'a [u8],
    at: usize,
}

impl FenReader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).map(u8::to_ascii_uppercase)
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|it| it.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Skips blanks, and `wanted` if it comes next.
    fn eat(&mut self, wanted: u8) -> bool {
        self.skip_blanks();
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn fault(&self, fault: FenFault) -> FenError {
        FenError { at: self.at, fault }
    }

    fn color(&mut self, otherwise: FenFault) -> Result<Color, FenError> {
        if self.eat(b'B') {
            Ok(Color::Black)
        } else if self.eat(b'W') {
            Ok(Color::White)
        } else {
            Err(self.fault(otherwise))
        }
    }

    fn square(&mut self) -> Result<Square, FenError> {
        self.skip_blanks();
        let start = self.at;
        while self.peek().is_some_and(|it| it.is_ascii_alphanumeric()) {
            self.at += 1;
        }
        let word = std::str::from_utf8(&self.text[start..self.at]).unwrap_or_default();
        let fault = |fault| FenError { at: start, fault };
        match word.parse() {
            Ok(square) => Ok(square),
            Err(_) if word.is_empty() => Err(fault(FenFault::NoSquare)),
            Err(SquareError::Unreadable) if !word.bytes().all(|it| it.is_ascii_digit()) => {
                Err(fault(FenFault::NoSquare))
            }
            Err(_) => Err(fault(FenFault::OffBoard)),
        }
    }

    /// Reads `22`, `K22`, `21-32` or `K1-4` onto the board.
    fn entry(&mut self, color: Color, board: &mut Board) -> Result<(), FenError> {
        self.skip_blanks();
        let start = self.at;
        let rank = if self.eat(b'K') { PieceKind::King } else { PieceKind::Man };
        let first = self.square()?;
        let last = if self.eat(b'-') { self.square()? } else { first };
        let fault = |fault| Err(FenError { at: start, fault });
        if last < first {
            return fault(FenFault::Backwards);
        }
        for square in &Square::ALL[first.index()..=last.index()] {
            if board.piece_at(*square).is_some() {
                return fault(FenFault::Twice);
            }
            if rank == PieceKind::Man && square.rank() == color.last_rank() {
                return fault(FenFault::Uncrowned);
            }
            board.put(*square, Piece { color, rank });
        }
        Ok(())
    }

    /// Reads the counters of moves that some programs add, such as `:H0:F12`: they aren't kept.
    fn counters(&mut self) {
        while matches!(self.peek(), Some(b':' | b'.'))
            && matches!(self.text.get(self.at + 1), Some(b'H' | b'F' | b'h' | b'f'))
        {
            self.at += 2;
            while self.peek().is_some_and(|it| it.is_ascii_digit()) {
                self.at += 1;
            }
        }
    }

    /// Reads both sides, in any order, to the end of the text. A side may be named once more without pieces, as the side to move is
    /// where it is written twice.
    fn placement(&mut self) -> Result<Board, FenError> {
        let mut board = Board::EMPTY;
        let mut seen = Vec::new();
        loop {
            self.skip_blanks();
            let start = self.at;
            let color = self.color(FenFault::NoColor)?;
            self.skip_blanks();
            if !matches!(self.peek(), None | Some(b':' | b'.')) {
                if 0 < board.count(color) {
                    return Err(FenError { at: start, fault: FenFault::ColorTwice });
                }
                self.entry(color, &mut board)?;
                while self.eat(b',') {
                    self.entry(color, &mut board)?;
                }
            }
            seen.push(color);
            self.counters();
            if seen.len() == 3 || !self.eat(b':') {
                break;
            }
        }
        self.eat(b'.');
        self.skip_blanks();
        match self.peek() {
            Some(_) => Err(self.fault(FenFault::NoSquare)),
            None if Color::BOTH.iter().all(|color| seen.contains(color)) => Ok(board),
            None => Err(self.fault(FenFault::ColorMissing)),
        }
    }
}

fn reader(text: &str) -> Result<FenReader<'_>, FenError> {
    if MAX_BYTES < text.len() {
        return Err(FenError { at: MAX_BYTES, fault: FenFault::TooLong });
    }
    Ok(FenReader { text: text.as_bytes(), at: 0 })
}

fn write_side(f: &mut fmt::Formatter<'_>, board: &Board, color: Color) -> fmt::Result {
    f.write_str(&color.name()[..1])?;
    let mut comma = "";
    for (set, king) in [(board.men(color), ""), (board.kings(color), "K")] {
        let mut left = set;
        while let Some(first) = left.first() {
            // A run of three or more is a range; kings are listed one by one, as the standard does.
            let run = (!(left.bits() >> first.index())).trailing_zeros().max(1) as usize;
            let run = if king.is_empty() && 3 <= run { run } else { 1 };
            let last = Square::ALL[first.index() + run - 1];
            write!(f, "{comma}{king}{}", first.number())?;
            if first < last {
                write!(f, "-{}", last.number())?;
            }
            for square in &Square::ALL[first.index()..=last.index()] {
                left.remove(*square);
            }
            comma = ",";
        }
    }
    Ok(())
}

impl fmt::Display for Board {
    /// Writes the placement part of a FEN: White, Black; men, then kings.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_side(f, self, Color::White)?;
        f.write_str(":")?;
        write_side(f, self, Color::Black)
    }
}

impl FromStr for Board {
    type Err = FenError;

    /// Reads the placement part of a FEN, liberally like [`Position`]'s.
    ///
    /// # Errors
    /// Says what is wrong and where.
    fn from_str(text: &str) -> Result<Board, FenError> {
        reader(text)?.placement()
    }
}

impl fmt::Display for Position {
    /// Writes a FEN as the standard has it: no blanks, no final dot.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", &self.turn.name()[..1], self.board)
    }
}

impl FromStr for Position {
    type Err = FenError;

    /// Reads a FEN: either case, blanks, the sides in any order, an empty side, ranges,
    /// square names for numbers and a final dot are all accepted.
    ///
    /// # Errors
    /// Says what is wrong and where.
    fn from_str(text: &str) -> Result<Position, FenError> {
        let mut reader = reader(text)?;
        let turn = reader.color(FenFault::NoTurn)?;
        if !reader.eat(b':') {
            return Err(reader.fault(FenFault::NoColor));
        }
        let board = reader.placement()?;
        Ok(Position { turn, board })
    }
}

impl From<Board> for String {
    fn from(board: Board) -> String {
        board.to_string()
    }
}

impl TryFrom<String> for Board {
    type Error = FenError;

    fn try_from(text: String) -> Result<Board, FenError> {
        text.parse()
    }
}

impl From<Position> for String {
    fn from(position: Position) -> String {
        position.to_string()
    }
}

impl TryFrom<String> for Position {
    type Error = FenError;

    fn try_from(text: String) -> Result<Position, FenError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> (usize, FenFault) {
        let error = text.parse::<Position>().unwrap_err();
        (error.at, error.fault)
    }

    #[test]
    fn tf4_the_start_is_written_with_ranges_and_read_in_full() {
        assert_eq!(Position::ENGLISH.to_string(), "B:W21-32:B1-12");
        assert_eq!("B:W21-32:B1-12".parse(), Ok(Position::ENGLISH));
        let list = |from: u8, to: u8| -> String {
            (from..=to).map(|it| it.to_string()).collect::<Vec<_>>().join(",")
        };
        let full = format!("B:W{}:B{}", list(21, 32), list(1, 12));
        assert_eq!(full.parse(), Ok(Position::ENGLISH));
    }

    #[test]
    fn a_position_is_read_however_it_is_spelled() {
        let wanted: Position = "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29".parse().unwrap();
        for text in [
            "B:B12,16,20,K22,K25,K29:W18,24,27,28,K10,K15.",
            "B:B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29",
            "B:W:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29:H0:F12",
            "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29.H0.F12",
            " b : w k10, 18,24 , 27-28,K15 : b12,16,20,k22,K25,K29 . ",
            "B:Wd4,24,27,28,Kd6,KE5:B12,16,20,K22,K25,K29",
        ] {
            assert_eq!(text.parse(), Ok(wanted), "{text}");
        }
        assert_eq!(wanted.to_string(), "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29");
        for empty in ["W:W:B1", "W:B1:W"] {
            assert_eq!(empty.parse::<Position>().unwrap().to_string(), "W:W:B1");
        }
    }

    #[test]
    fn a_fault_is_named_with_its_place() {
        assert_eq!(fault(""), (0, FenFault::NoTurn));
        assert_eq!(fault("X:W1:B2"), (0, FenFault::NoTurn));
        assert_eq!(fault("B"), (1, FenFault::NoColor));
        assert_eq!(fault("B:W21"), (5, FenFault::ColorMissing));
        assert_eq!(fault("B:W21:W22"), (6, FenFault::ColorTwice));
        assert_eq!(fault("B:W21:W"), (7, FenFault::ColorMissing));
        assert_eq!(fault("B:W21,:B1"), (6, FenFault::NoSquare));
        assert_eq!(fault("B:W21,33:B1"), (6, FenFault::OffBoard));
        assert_eq!(fault("B:W21,c4:B1"), (6, FenFault::OffBoard));
        assert_eq!(fault("B:W25-22:B1"), (3, FenFault::Backwards));
        assert_eq!(fault("B:W21:B21"), (7, FenFault::Twice));
        assert_eq!(fault("B:W21:B29"), (7, FenFault::Uncrowned));
        assert_eq!(fault("B:W21:B1 x"), (9, FenFault::NoSquare));
        assert_eq!(fault("B:W21:B1:W2"), (9, FenFault::ColorTwice));
        assert_eq!(fault("B:W21:B1:W:B2"), (10, FenFault::NoSquare));
        assert_eq!(fault("B:W22ü:B1").1, FenFault::NoSquare);
        assert_eq!(fault(&"B".repeat(MAX_BYTES + 1)), (MAX_BYTES, FenFault::TooLong));
    }
}
