//! Why a move can't be played: the rule broken, and what would work.
use std::fmt;

use super::{
    board::{PieceKind, Position},
    moves::{BoardRules, Move, Rules},
    notation::{Naming, fitting, starts, write},
    square::Square,
};

/// Why some words are no legal move. Its text is for the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyNot {
    /// The words don't look like a move.
    Unreadable,
    /// The named square is light; all pieces stand on dark ones.
    Light(String),
    /// The named square doesn't exist.
    Off(String),
    /// The square is empty.
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
    /// Several captures are open, none of them to the piece named.
    MustCaptureOne {
        /// How to write each of them.
        examples: Vec<String>,
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
    /// The two squares don't share a diagonal.
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
    /// A piece stands in between that can't be jumped here.
    InTheWay(Square),
    /// The move would continue after a square where it ends.
    GoesOn {
        /// Where it ends.
        at: Square,
        /// What ends it there.
        by: MoveEnd,
    },
    /// A man would capture backward.
    BackwardCapture {
        /// Where it would jump from.
        at: Square,
        /// How to write a capture that is open, one of its own if it has any.
        example: String,
    },
    /// The capture begins well and then leaves its way.
    OffTheWay {
        /// The last right square.
        at: Square,
        /// How to write a capture that comes there.
        example: String,
    },
    /// The start is the landing.
    Still(Square),
    /// A fall was written where the piece would stand safely.
    NoFall(Square),
}

/// What ends a move on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveEnd {
    /// The piece falls there.
    Fall,
    /// A man is crowned there.
    Crown,
    /// A step is over, or nothing more can be captured from there.
    Done,
}

/// How many captures are named one by one.
const NAMED: usize = 4;

/// Finds the rule that forbids going through `squares` (two or more), which are no legal move.
pub(super) fn why_not(
    law: &BoardRules,
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
    if let Some(why) = goes_on(position, legal, squares) {
        return why;
    }
    let man = piece.rank == PieceKind::Man;
    if any.is_capture() {
        return not_that_capture(law, position, legal, squares);
    }
    let between = from.between(to);
    let flying = !man && law.rules == Rules::Continental;
    match from.towards(to) {
        None if from == to => WhyNot::Still(from),
        None => WhyNot::NotDiagonal { from, to },
        Some(_) if !flying && 1 < between.len() => WhyNot::TooFar { from, to },
        Some(_) if board.piece_at(to).is_some() => WhyNot::Occupied(to),
        Some(way) if man && !turn.forward().contains(&way) => WhyNot::Backward(from),
        Some(_) => match (between & board.occupied()).first() {
            Some(over) => WhyNot::InTheWay(over),
            None => WhyNot::TooFar { from, to },
        },
    }
}

/// Finds a legal move that `squares` follow to its end and beyond.
fn goes_on(position: &Position, legal: &[Move], squares: &[Square]) -> Option<WhyNot> {
    let fits = |end: usize| fitting(&squares[..end], legal).first().copied();
    let played = (2..squares.len()).rev().find_map(fits)?;
    let by = if played.falls {
        MoveEnd::Fall
    } else if position.board.crowns(&played) {
        MoveEnd::Crown
    } else {
        MoveEnd::Done
    };
    Some(WhyNot::GoesOn { at: played.to(), by })
}

/// Finds why going through `squares` isn't one of the captures, when one is due.
fn not_that_capture(
    law: &BoardRules,
    position: &Position,
    legal: &[Move],
    squares: &[Square],
) -> WhyNot {
    let Position { turn, board } = position;
    let from = squares[0];
    let begins = |end: usize| legal.iter().find(|it| starts(&squares[..end], it));
    let right = (2..squares.len()).rev().find_map(|end| Some((end, begins(end)?)));
    let (at, to) = right.map_or((from, squares[1]), |(end, _)| (squares[end - 1], squares[end]));
    let own = |it: &&Move| it.from == from;
    let first = |played: &&Move| played.legs().next().and_then(|leg| leg.1) == Some(to);
    let example = legal.iter().filter(own).find(first).or_else(|| legal.iter().find(own));
    let Some(example) = right.map(|it| it.1).or(example).or(legal.first()) else {
        return WhyNot::NoMoves;
    };
    let written = write(example, legal, Naming::Coordinates);
    let man = board.men(*turn).contains(from);
    let between = at.between(to);
    let vacant = board.piece_at(to).is_none() || to == from;
    // One enemy alone between the squares, and a landing behind it.
    let takes = between.len() == 1 || (!man && law.rules == Rules::Continental);
    let takes = takes && vacant && {
        let enemies = between & board.of(!*turn);
        enemies.len() == 1 && enemies == between & board.occupied()
    };
    let backward = at.towards(to).is_some_and(|way| !turn.forward().contains(&way));
    match right {
        _ if takes && man && backward && law.rules == Rules::English => {
            WhyNot::BackwardCapture { at, example: written }
        }
        Some(_) => WhyNot::OffTheWay { at, example: written },
        _ if takes && law.rules == Rules::Continental => {
            WhyNot::MustCaptureMore { most: example.captured.len(), example: written }
        }
        _ if example.from == from => {
            let victim = example.legs().find_map(|(_, over, _)| over);
            WhyNot::MustCapture {
                by: from,
                victim: victim.unwrap_or(example.to()),
                example: written,
            }
        }
        _ => capture_due(legal),
    }
}

/// Says which captures are due; `legal` are all moves of a position.
pub fn capture_due(legal: &[Move]) -> WhyNot {
    let written = |it: &Move| write(it, legal, Naming::Coordinates);
    let captures =
        || legal.iter().filter_map(|played| Some((played, played.legs().find_map(|leg| leg.1)?)));
    let mut all = captures();
    match (all.next(), all.next()) {
        (None, _) => WhyNot::NoMoves,
        (Some((only, victim)), None) => {
            WhyNot::MustCapture { by: only.from, victim, example: written(only) }
        }
        _ => WhyNot::MustCaptureOne { examples: captures().map(|it| written(it.0)).collect() },
    }
}

/// Finds why the piece on a square has no legal move.
pub(super) fn why_stuck(position: &Position, legal: &[Move], from: Square) -> WhyNot {
    match (position.board.piece_at(from), legal.first()) {
        (None, _) => WhyNot::Nobody(from),
        (Some(piece), _) if piece.color != position.turn => WhyNot::NotYours(from),
        (_, None) => WhyNot::NoMoves,
        (_, Some(any)) if any.is_capture() => capture_due(legal),
        _ => WhyNot::Stuck(from),
    }
}

impl fmt::Display for WhyNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WhyNot::Unreadable => {
                f.write_str("Write a move like c3-d4 or 22-18, and a capture like c3xe5.")
            }
            WhyNot::Light(name) => {
                write!(f, "{name} is a light square; pieces stand on dark ones.")
            }
            WhyNot::Off(name) => write!(f, "There is no square {name}."),
            WhyNot::Nobody(square) => write!(f, "Nothing stands on {square}."),
            WhyNot::NotYours(square) => write!(f, "The piece on {square} isn't yours."),
            WhyNot::MustCapture { by, victim, example } => {
                write!(f, "{by} must capture {victim} first: {example}.")
            }
            WhyNot::MustCaptureOne { examples } => {
                write!(f, "You must capture first: {}.", either(examples))
            }
            WhyNot::MustCaptureMore { most, example } => {
                write!(f, "You must capture as many as you can, here {most}: {example}.")
            }
            WhyNot::NoMoves => f.write_str("There is no legal move."),
            WhyNot::Stuck(square) => write!(f, "{square} can't move now."),
            WhyNot::Occupied(square) => write!(f, "{square} is occupied."),
            WhyNot::Backward(square) => {
                write!(f, "The man on {square} can't move backward; only crowned pieces can.")
            }
            WhyNot::NotDiagonal { from, to } => {
                write!(f, "{from} and {to} aren't on the same diagonal.")
            }
            WhyNot::TooFar { from, to } => {
                write!(f, "{to} is too far from {from} with no piece to jump.")
            }
            WhyNot::InTheWay(square) => write!(f, "The piece on {square} is in the way."),
            WhyNot::GoesOn { at, by: MoveEnd::Fall } => {
                write!(f, "The move ends on {at}: that square is open, and the piece falls.")
            }
            WhyNot::GoesOn { at, by: MoveEnd::Crown } => {
                write!(f, "The move ends on {at}: crowning ends it.")
            }
            WhyNot::GoesOn { at, by: MoveEnd::Done } => write!(f, "The move ends on {at}."),
            WhyNot::BackwardCapture { at, example } => {
                write!(f, "A man captures only forward, so not backward from {at}: {example}.")
            }
            WhyNot::OffTheWay { at, example } => {
                write!(f, "From {at} the capture continues differently: {example}.")
            }
            WhyNot::Still(square) => write!(f, "{square} to {square} isn't a move."),
            WhyNot::NoFall(square) => write!(f, "Nothing falls on {square}."),
        }
    }
}

/// Lists words of which one must be chosen: `c3xe5 or g3xe5`. Of many it names the first ones.
fn either(words: &[String]) -> String {
    match words {
        [before @ .., last] if words.len() <= NAMED => format!("{} or {last}", before.join(", ")),
        _ => format!("{} or another", words[..NAMED.min(words.len())].join(", ")),
    }
}
