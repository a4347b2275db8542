//! A move that was played, as a game stores, tells and shows it.
use serde::{Deserialize, Serialize};

use super::{
    board::{Board, Piece, PieceKind},
    moves::{Move, Rules},
    notation::{Naming, write_whole},
    square::Square,
};

/// A move, what it captured, and whether a man was crowned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moved {
    /// The piece as it was before the move.
    pub piece: Piece,
    /// Where it went.
    pub played: Move,
    /// What it captured, lowest square number first.
    pub taken: Vec<(Square, PieceKind)>,
    /// Whether a man became a king.
    pub crowned: bool,
}

impl Board {
    /// Plays a move and returns the result; none if no piece stands at its start.
    pub fn carry_out(&mut self, played: &Move) -> Option<Moved> {
        let piece = self.piece_at(played.from)?;
        let victim = |at: Square| Some((at, self.piece_at(at)?.rank));
        let taken = played.captured.iter().filter_map(victim).collect();
        let crowned = self.crowns(played);
        self.play(played);
        Some(Moved { piece, played: *played, taken, crowned })
    }
}

impl Moved {
    /// Tells whether no earlier position can recur: a piece was captured or fell, or a man moved.
    pub fn is_progress(&self) -> bool {
        self.played.is_capture() || self.played.falls || self.piece.rank == PieceKind::Man
    }

    /// Words the move, without a full stop: `Ann plays c3xe5 and captures d4; the man is crowned`.
    pub fn tell(&self, name: &str, rules: Rules) -> String {
        let Moved { piece, played, taken, crowned } = self;
        // A fall is told at the end, in words.
        let words = write_whole(&Move { falls: false, ..*played }, Naming::Coordinates);
        let mut line = match taken[..] {
            [] => format!("{name} moves {words}"),
            [(square, _)] => format!("{name} plays {words} and captures {square}"),
            _ => format!("{name} plays {words} and captures {} pieces", taken.len()),
        };
        if *crowned {
            line.push_str("; the man is crowned");
        }
        if played.falls {
            line.push_str(&format!(
                "; the {} falls through {}",
                rules.name(piece.rank),
                played.to()
            ));
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::super::{board::Position, moves::Rules};

    #[test]
    fn a_move_that_was_carried_out_tells_what_it_took_and_crowned() {
        let mut position: Position = "B:W25,26:BK15,22,9".parse().unwrap();
        let mut moves = Vec::new();
        super::super::BoardRules::ENGLISH.moves(&position, &mut moves);
        let played = moves.iter().find(|played| played.to().number() == 31).unwrap();
        let moved = position.board.carry_out(played).unwrap();
        assert_eq!(
            moved.tell("Ann", Rules::English),
            "Ann plays c3xe1 and captures d2; the man is crowned"
        );
        assert!(moved.is_progress());
        assert_eq!(position.board.carry_out(played), None, "nothing stands there any more");
        assert_eq!(position.to_string(), "B:W25:B9,K15,K31");
    }
}
