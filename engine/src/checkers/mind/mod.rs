//! How computer players see a draughts board: what its pieces are worth, and what a search keeps of a match.
mod plain;

use super::{
    Board, BoardRules, CheckersEnd, Color, Goal, Move, Position, Rules, Square, SquareSet,
    draws::{Draw, QUIET_TURNS},
};
use crate::{mind::Gain, seat::Seat};

/// What a search keeps of a match on a draughts board; each game adds its own.
#[derive(Clone, Copy)]
pub(crate) struct SearchPosition {
    pub(crate) rules: Rules,
    pub(crate) goal: Goal,
    pub(crate) position: Position,
    /// Turns without progress, of both sides together.
    pub(crate) quiet: u8,
}

/// The value of a man. All other values are relative to it.
const MAN: f64 = 1.0;
/// A king that steps, and one that flies.
const KINGS: [f64; 2] = [1.5, 2.8];
/// What each rank forward is worth to a man.
const RANK: f64 = 0.03;
/// What a man on his back rank is worth as a guard.
const GUARD: f64 = 0.08;
/// How much more a lead counts when few pieces are left.
const TRADE: f64 = 0.8;
/// The lead in men at which a match is nearly decided.
const SWAY: f64 = 3.5;

/// What the leading side gains for each step that brings a king closer to the last enemies.
const HUNT: f64 = 0.04;
/// How many enemies are left when the hunt begins.
const HUNTED: usize = 4;

/// Turns without progress, of both sides, that draw.
const DRAWN: u8 = 2 * QUIET_TURNS;

impl SearchPosition {
    /// Counts turns without progress as one number.
    pub(crate) fn quiet([black, white]: [u8; 2]) -> u8 {
        black.saturating_add(white)
    }

    /// Plays a move, and tells whether it makes progress. The turn is not passed yet.
    pub(crate) fn play(&mut self, played: &Move) -> bool {
        let men = self.position.board.men(self.position.turn);
        let progress = played.is_capture() || played.falls || men.contains(played.from);
        self.position.board.play(played);
        progress
    }

    /// Passes the turn, and says how the match ended if it did, unless the next side can't move.
    pub(crate) fn pass(&mut self, progress: bool) -> Option<CheckersEnd> {
        let mover = self.position.turn;
        self.position.turn = !mover;
        self.quiet = if progress { 0 } else { self.quiet.saturating_add(1) };
        let bare = CheckersEnd::of_bare(&self.position.board, mover);
        let king = CheckersEnd::of_king(&self.position.board, self.goal);
        let quiet = DRAWN <= self.quiet;
        bare.or(king).or(quiet.then_some(CheckersEnd::Drawn(Draw::Quiet)))
    }

    /// Returns the result for the first seat.
    pub(crate) fn result(&self, end: CheckersEnd) -> f64 {
        match end.loser() {
            Some(Color::White) => self.aim(),
            Some(Color::Black) => -self.aim(),
            None => 0.0,
        }
    }

    /// Returns 1, or -1 if losing wins.
    fn aim(&self) -> f64 {
        if self.goal == Goal::Giveaway { -1.0 } else { 1.0 }
    }

    /// Lists the moves, the most promising first.
    pub(crate) fn moves(&self, law: BoardRules) -> Vec<Move> {
        let mut moves = Vec::with_capacity(16);
        law.moves(&self.position, &mut moves);
        moves.sort_by_key(|played| {
            let captured = std::cmp::Reverse(played.captured.len());
            (captured, played.falls, !self.position.board.crowns(played))
        });
        moves
    }

    /// Estimates the position, less what it costs each side that the board doesn't show.
    pub(crate) fn evaluate(&self, costs: [f64; 2]) -> f64 {
        let [black_cost, white_cost] = costs;
        let black = self.holds(Color::Black) - black_cost;
        let white = self.holds(Color::White) - white_cost;
        let mut lead = black - white;
        if 0.5 < lead.abs() {
            let leader = if 0.0 < lead { Color::Black } else { Color::White };
            lead += lead.signum() * self.hunt(leader);
        }
        let all = (black + white).max(1.0);
        let lead = lead * (1.0 + TRADE * (1.0 - all / 24.0).max(0.0)) / SWAY;
        let value = lead / (1.0 + lead * lead).sqrt();
        // The lead may come to nothing.
        self.aim() * value * (1.0 - 0.5 * f64::from(self.quiet.min(DRAWN)) / f64::from(DRAWN))
    }

    /// What a side has, in men.
    fn holds(&self, color: Color) -> f64 {
        let board = &self.position.board;
        let (men, kings) = (board.men(color), board.kings(color));
        let king = KINGS[usize::from(self.rules == Rules::Continental)];
        let home = (!color).last_rank();
        let forward: u32 = men.iter().map(|man| u32::from(man.rank().abs_diff(home))).sum();
        let guards = (men & SquareSet::rank(home)).len();
        MAN * men.len() as f64
            + king * kings.len() as f64
            + RANK * f64::from(forward)
            + GUARD * guards as f64
    }

    /// What a side gains when its kings are close to the last enemies; without this, a won ending would drift into a draw.
    fn hunt(&self, hunter: Color) -> f64 {
        let board = &self.position.board;
        let hunted = board.of(!hunter);
        if HUNTED < hunted.len() {
            return 0.0;
        }
        let steps = |one: Square, other: Square| {
            one.file().abs_diff(other.file()).max(one.rank().abs_diff(other.rank()))
        };
        let nearest = |king: Square| hunted.iter().map(|enemy| steps(king, enemy)).min();
        let gain = |king: Square| HUNT * f64::from(7 - nearest(king).unwrap_or(0));
        board.kings(hunter).iter().map(gain).sum()
    }

    /// Returns a hash of the board, whose turn it is, and the rest of the position, which the game numbers.
    pub(crate) fn key(&self, rest: u16) -> u64 {
        let board = &self.position.board;
        let bits = |squares: SquareSet| u64::from(squares.bits());
        let kings = board.kings(Color::Black) | board.kings(Color::White);
        let turn = u64::from(self.position.turn == Color::White);
        let small = bits(kings) << 16 | u64::from(rest) << 4 | turn;
        let pieces = bits(board.of(Color::Black)) << 32 | bits(board.of(Color::White));
        let mixed = pieces.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
            ^ small.wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed ^ mixed >> 32).wrapping_mul(0x94D0_49BB_1331_11EB)
    }
}

/// Tells whether a match on a board has hardly begun.
pub(crate) fn is_opening(board: &Board) -> bool {
    let kings = board.kings(Color::Black) | board.kings(Color::White);
    OPENING <= board.occupied().len() && kings.is_empty()
}

/// With so many pieces and no king, a match has hardly begun.
const OPENING: usize = 20;

/// Counts the pieces that a side has taken, and its kings.
pub(crate) fn gains(board: &Board, seat: Seat) -> [Gain; 2] {
    let (own, other) = (Color::from(seat), Color::from(seat.other()));
    let left = board.men(other).len() + board.kings(other).len();
    let taken = MOST_PIECES.saturating_sub(left);
    [
        Gain { count: taken, does: "takes", one: "a piece", many: "pieces", taken: true },
        Gain {
            count: board.kings(own).len(),
            does: "crowns",
            one: "a man",
            many: "men",
            taken: false,
        },
    ]
}

/// Says that a man comes near the row where it is crowned; none if it doesn't.
pub(crate) fn near_crown(side: Color, to: Square) -> Option<String> {
    match side.last_rank().abs_diff(to.rank()) {
        1 => Some("brings a man to 1 row from the far row".to_owned()),
        2 => Some("brings a man to 2 rows from the far row".to_owned()),
        _ => None,
    }
}

/// Tells whether a side has fewer pieces on another board than on one.
pub(crate) fn loses(before: &Board, after: &Board, side: Color) -> bool {
    let count = |board: &Board| board.of(side).len();
    count(after) < count(before)
}

/// The most pieces of a side.
const MOST_PIECES: usize = 32;

/// Returns Black's lead on the board in men: a king counts two.
pub(crate) fn lead(board: &Board) -> f64 {
    let of = |color| board.men(color).len() as f64 + 2.0 * board.kings(color).len() as f64;
    of(Color::Black) - of(Color::White)
}
