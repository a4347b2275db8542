//! Why a move cannot be played: the rule broken, and what would work.
use std::fmt;

use super::{
    board::{Position, Rank},
    moves::{Law, Move, Rules},
    notation::{Style, write},
    square::Square,
};

/// Why some words are no legal move. Its text is for the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyNot {
    /// The words have not the form of a move.
    Unreadable,
    /// The named square is light; all pieces stand on dark ones.
    Light(String),
    /// The named square does not exist.
    Off(String),
    /// Nothing stands there.
    Nobody(Square),
    /// The piece there belongs to the other side.
    NotYours(Square),
    /// A capture comes before any other move.
    MustCapture {
        /// A piece that can capture; the one named, if it can.
        by: Square,
        /// What it can take first.
        victim: Square,
        /// How to write that capture.
        example: String,
    },
    /// A capture that takes more comes first.
    MustCaptureMore {
        /// How many the best captures take.
        most: usize,
        /// How to write one of them.
        example: String,
    },
    /// The side to move has no legal move at all.
    NoMoves,
    /// This piece has no legal move.
    Stuck(Square),
    /// Something stands where the piece should land.
    Occupied(Square),
    /// Men move only forward.
    Backward(Square),
    /// The two squares do not share a diagonal.
    NotDiagonal {
        /// The start.
        from: Square,
        /// The landing wanted.
        to: Square,
    },
    /// One step, or one jump over a neighbour, is all that this piece can do.
    TooFar {
        /// The start.
        from: Square,
        /// The landing wanted.
        to: Square,
    },
    /// A piece stands in between that cannot be jumped here.
    InTheWay(Square),
    /// The move would go on after a square where it ends.
    GoesOn(Square),
    /// A fall was written where the piece would stand safely.
    NoFall(Square),
}

/// Finds the rule that forbids going through `squares` (two or more), which are no legal move.
pub(super) fn why_not(
    law: &Law,
    position: &Position,
    legal: &[Move],
    squares: &[Square],
) -> WhyNot {
    let (from, to) = (squares[0], squares[1]);
    let Position { turn, board } = position;
    let piece = match board.piece_at(from) {
        None => return WhyNot::Nobody(from),
        Some(piece) if piece.color != *turn => return WhyNot::NotYours(from),
        Some(piece) => piece,
    };
    let Some(any) = legal.first() else { return WhyNot::NoMoves };
    let between = from.between(to);
    let enemies = between & board.of(!*turn);
    let lands = board.piece_at(to).is_none() || to == from;
    let king = piece.rank == Rank::King;
    let flying = king && law.rules == Rules::Continental;
    let near = between.len() == 1 || flying;
    if any.is_capture() {
        let own = legal.iter().find(|it| it.from == from);
        let example = own.unwrap_or(any);
        let takes = near && lands && enemies.len() == 1 && enemies == between & board.occupied();
        let written = write(example, legal, Style::Coordinates);
        if takes && law.rules == Rules::Continental {
            return WhyNot::MustCaptureMore { most: any.captured.len(), example: written };
        }
        let victim = example.legs().find_map(|(_, over, _)| over);
        return WhyNot::MustCapture {
            by: example.from,
            victim: victim.unwrap_or(example.to()),
            example: written,
        };
    }
    if legal.iter().any(|it| it.from == from && it.to() == to) {
        return WhyNot::GoesOn(to);
    }
    match from.towards(to) {
        None => WhyNot::NotDiagonal { from, to },
        Some(_) if !lands => WhyNot::Occupied(to),
        Some(way) if !king && !turn.forward().contains(&way) => WhyNot::Backward(from),
        Some(_) => match (between & board.occupied()).first() {
            Some(over) if near => WhyNot::InTheWay(over),
            _ => WhyNot::TooFar { from, to },
        },
    }
}

/// Finds why the piece on a square has no legal move.
pub(super) fn why_stuck(position: &Position, legal: &[Move], from: Square) -> WhyNot {
    match (position.board.piece_at(from), legal.first()) {
        (None, _) => WhyNot::Nobody(from),
        (Some(piece), _) if piece.color != position.turn => WhyNot::NotYours(from),
        (_, None) => WhyNot::NoMoves,
        (_, Some(any)) => match any.legs().find_map(|(_, over, _)| over) {
            Some(victim) => WhyNot::MustCapture {
                by: any.from,
                victim,
                example: write(any, legal, Style::Coordinates),
            },
            None => WhyNot::Stuck(from),
        },
    }
}

impl fmt::Display for WhyNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WhyNot::Unreadable => {
                f.write_str("A move is written like c3-d4 or 22-18, a capture like c3xe5.")
            }
            WhyNot::Light(name) => {
                write!(f, "{name} is a light square; pieces stand on dark ones.")
            }
            WhyNot::Off(name) => write!(f, "There is no square {name}."),
            WhyNot::Nobody(square) => write!(f, "Nothing stands on {square}."),
            WhyNot::NotYours(square) => write!(f, "The piece on {square} is not yours."),
            WhyNot::MustCapture { by, victim, example } => {
                write!(f, "{by} must capture {victim} first: {example}.")
            }
            WhyNot::MustCaptureMore { most, example } => {
                write!(f, "The capture that takes most comes first, here {most}: {example}.")
            }
            WhyNot::NoMoves => f.write_str("There is no legal move."),
            WhyNot::Stuck(square) => write!(f, "{square} cannot move now."),
            WhyNot::Occupied(square) => write!(f, "{square} is occupied."),
            WhyNot::Backward(square) => {
                write!(f, "The man on {square} cannot go backward; only kings can.")
            }
            WhyNot::NotDiagonal { from, to } => {
                write!(f, "{from} and {to} are on no common diagonal.")
            }
            WhyNot::TooFar { from, to } => {
                write!(f, "{to} is too far from {from} without a piece to jump.")
            }
            WhyNot::InTheWay(square) => write!(f, "The piece on {square} is in the way."),
            WhyNot::GoesOn(square) => write!(f, "The move ends on {square}."),
            WhyNot::NoFall(square) => write!(f, "Nothing falls on {square}."),
        }
    }
}
