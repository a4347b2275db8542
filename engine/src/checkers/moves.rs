//! Legal moves, and playing them.
use std::{fmt, ops};

use serde::{Deserialize, Serialize};

use super::{
    board::{Board, Color, PieceKind, Position},
    captures,
    notation::Naming,
    set::SquareSet,
    square::{Direction, Square},
};

/// Which rules of draughts are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rules {
    /// Men capture forward, kings step, any capture may be chosen, crowning ends the move.
    #[default]
    English,
    /// Brazilian draughts: men capture backward too, kings fly, the most pieces must be taken,
    /// jumped pieces come off when the capture is over, and only a capture that ends on the
    /// last rank crowns.
    Continental,
}

impl Rules {
    /// Names a kind of piece; crowned, it's a queen in Continental draughts.
    pub const fn name(self, kind: PieceKind) -> &'static str {
        match (self, kind) {
            (Rules::Continental, PieceKind::King) => "queen",
            _ => kind.name(),
        }
    }
}

/// The rules of draughts together with the squares on which a piece is lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardRules {
    /// Which rules of draughts are played.
    pub rules: Rules,
    /// Squares without a floor. They count as vacant, kings fly over them, and a piece that
    /// lands on one is lost, and its move ends. Empty in the plain game.
    pub pits: SquareSet,
}

/// The squares a move lands on, in order; never empty in a move.
///
/// Every landing but a plain move's stands for a captured piece. Only the 18 squares off the
/// rim can be jumped and none is jumped twice, so 18 landings are enough on any board.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(into = "Vec<Square>", try_from = "Vec<Square>")]
pub struct Path {
    squares: [Square; Path::MOST],
    len: u8,
}

/// One whole move: a step, or a capture with all its jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    /// Where the piece stands before.
    pub from: Square,
    /// Where it lands, in order.
    pub path: Path,
    /// The squares of the captured pieces.
    #[serde(default, skip_serializing_if = "SquareSet::is_empty")]
    pub captured: SquareSet,
    /// Whether the last landing is a pit, so that the piece is lost.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub falls: bool,
}

impl Rules {
    /// Returns the number of these rules in PDN's `GameType`.
    pub const fn game_type(self) -> u16 {
        match self {
            Rules::English => 21,
            Rules::Continental => 26,
        }
    }

    /// Returns the starting position: Black moves first, or White in Continental draughts.
    pub const fn start(self) -> Position {
        match self {
            Rules::English => Position::ENGLISH,
            Rules::Continental => Position::CONTINENTAL,
        }
    }

    /// Returns how records of these rules name squares.
    pub const fn style(self) -> Naming {
        match self {
            Rules::English => Naming::Numbers,
            Rules::Continental => Naming::Coordinates,
        }
    }
}

impl BoardRules {
    /// English draughts without pits.
    pub const ENGLISH: BoardRules = BoardRules { rules: Rules::English, pits: SquareSet::EMPTY };
    /// Continental draughts without pits.
    pub const CONTINENTAL: BoardRules =
        BoardRules { rules: Rules::Continental, pits: SquareSet::EMPTY };

    /// Lists the moves of the side to move: only captures, if there are any.
    pub fn legal(&self, position: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves
    }

    /// Lists every legal move into `moves`, which is emptied first.
    ///
    /// Captures with different paths are listed separately. A flying king that jumps several pieces
    /// in a straight line has one path: it lands right behind each (behind the pits, if need be).
    /// The order depends only on the position.
    pub fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        self.captures(position, moves);
        if moves.is_empty() {
            self.plain_moves(position, moves);
        }
    }

    /// Lists the legal captures into `moves`, which is emptied first.
    pub fn captures(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        captures::collect(self, position, moves);
    }

    /// Tells whether the side to move has a capture, so that it must take one.
    pub fn must_capture(&self, position: &Position) -> bool {
        captures::exist(self.rules, position)
    }

    /// Counts the legal moves, faster than listing them.
    pub fn count(&self, position: &Position) -> u64 {
        if self.must_capture(position) {
            captures::count(self, position)
        } else {
            self.count_plain(position)
        }
    }

    /// Returns the position after a move of [`BoardRules::moves`].
    #[must_use]
    pub fn play(&self, position: &Position, played: &Move) -> Position {
        let mut board = position.board;
        board.play(played);
        Position { turn: !position.turn, board }
    }

    /// Calls `visit` with each position after a step, where no capture is possible; quicker than listing the moves.
    ///
    /// The steps come in the order of [`BoardRules::moves`].
    pub fn each_step(&self, position: &Position, mut visit: impl FnMut(Position)) {
        let Position { turn, board } = *position;
        self.plain_steps(position, |from, to| {
            let mut board = board;
            board.relocate(turn, from, to, self.pits.contains(to));
            visit(Position { turn: !turn, board });
        });
    }

    fn plain_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        self.plain_steps(position, |from, to| {
            moves.push(Move {
                from,
                path: Path::of(to),
                captured: SquareSet::EMPTY,
                falls: self.pits.contains(to),
            });
        });
    }

    #[inline(always)]
    fn plain_steps(&self, position: &Position, add: impl FnMut(Square, Square)) {
        match position.turn {
            Color::Black => self.plain_steps_of::<true>(&position.board, add),
            Color::White => self.plain_steps_of::<false>(&position.board, add),
        }
    }

    #[inline(always)]
    fn plain_steps_of<const BLACK: bool>(
        &self,
        board: &Board,
        mut add: impl FnMut(Square, Square),
    ) {
        let color = if BLACK { Color::Black } else { Color::White };
        let vacant = !board.occupied();
        let kings = board.kings(color);
        for from in board.of(color) {
            if !kings.contains(from) {
                for way in captures::ways(color, false) {
                    let next = SquareSet::of(from).step(*way) & vacant;
                    next.first().into_iter().for_each(|to| add(from, to));
                }
                continue;
            }
            for way in captures::ways(color, true) {
                let next = SquareSet::of(from).step(*way) & vacant;
                let Some(to) = next.first() else { continue };
                if self.rules == Rules::Continental {
                    let ray = SquareSet::ray(from, *way);
                    let reach = captures::until(ray, *way, !vacant);
                    if way.is_north() {
                        // Nearest first in every direction.
                        let mut left = reach;
                        while let Some(to) = left.last() {
                            add(from, to);
                            left.remove(to);
                        }
                    } else {
                        reach.iter().for_each(|to| add(from, to));
                    }
                } else {
                    add(from, to);
                }
            }
        }
    }

    fn count_plain(&self, position: &Position) -> u64 {
        match position.turn {
            Color::Black => self.count_plain_of::<true>(&position.board),
            Color::White => self.count_plain_of::<false>(&position.board),
        }
    }

    #[inline(always)]
    fn count_plain_of<const BLACK: bool>(&self, board: &Board) -> u64 {
        let color = if BLACK { Color::Black } else { Color::White };
        let vacant = !board.occupied();
        let (men, kings) = (board.men(color), board.kings(color));
        let steps = |set: SquareSet, [one, other]: [Direction; 2]| {
            SquareSet::len_of_both(set.step(one) & vacant, set.step(other) & vacant)
        };
        let mut count = steps(men, color.forward());
        if !kings.is_empty() {
            count += match self.rules {
                Rules::English => steps(kings, color.forward()) + steps(kings, (!color).forward()),
                Rules::Continental => Direction::ALL
                    .iter()
                    .flat_map(|way| kings.iter().map(|from| (SquareSet::ray(from, *way), *way)))
                    .map(|(ray, way)| captures::until(ray, way, !vacant).len())
                    .sum(),
            };
        }
        count as u64
    }
}

impl Path {
    /// The most landings one move can have.
    pub const MOST: usize = 18;

    /// A path of one landing.
    pub const fn of(to: Square) -> Path {
        Path { squares: [to; Path::MOST], len: 1 }
    }

    pub(super) const fn empty(from: Square) -> Path {
        Path { squares: [from; Path::MOST], len: 0 }
    }

    pub(super) fn push(&mut self, to: Square) {
        self.squares[usize::from(self.len)] = to;
        self.len += 1;
    }

    pub(super) fn pop(&mut self) {
        self.len -= 1;
    }
}

impl Move {
    /// Returns the last landing.
    pub fn to(&self) -> Square {
        self.path[self.path.len() - 1]
    }

    /// Tells whether it captures anything.
    pub const fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }

    /// Tells whether two moves lead to the same board: same ends, same captured pieces.
    pub fn same_result(&self, other: &Move) -> bool {
        (self.from, self.to(), self.captured) == (other.from, other.to(), other.captured)
    }

    /// Lists each jump or step as its start, the captured square if any, and its landing.
    pub fn legs(&self) -> impl Iterator<Item = (Square, Option<Square>, Square)> + '_ {
        let starts = std::iter::once(self.from).chain(self.path.iter().copied());
        starts.zip(self.path.iter().copied()).map(|(from, to)| {
            // Exactly one piece stands between: a second one would have stopped the jump.
            (from, (from.between(to) & self.captured).first(), to)
        })
    }
}

impl Board {
    /// Plays a move: removes what it captures, crowns a man that ends on its last rank,
    /// and loses the piece if it falls. A move from a vacant square does nothing.
    pub fn play(&mut self, played: &Move) {
        let Some(piece) = self.piece_at(played.from) else { return };
        self.clear(played.captured);
        self.relocate(piece.color, played.from, played.to(), played.falls);
    }

    /// Tells whether a move on this board crowns a man.
    pub fn crowns(&self, played: &Move) -> bool {
        let man = |color: Color| self.men(color).contains(played.from);
        let last = |color: Color| played.to().rank() == color.last_rank();
        !played.falls && Color::BOTH.into_iter().any(|color| man(color) && last(color))
    }
}

impl ops::Deref for Path {
    type Target = [Square];

    fn deref(&self) -> &[Square] {
        &self.squares[..usize::from(self.len)]
    }
}

impl PartialEq for Path {
    fn eq(&self, other: &Path) -> bool {
        self[..] == other[..]
    }
}

impl Eq for Path {}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(ToString::to_string)).finish()
    }
}

impl From<Path> for Vec<Square> {
    fn from(path: Path) -> Vec<Square> {
        path.to_vec()
    }
}

impl TryFrom<Vec<Square>> for Path {
    type Error = String;

    fn try_from(squares: Vec<Square>) -> Result<Path, String> {
        match squares[..] {
            [first, ..] if squares.len() <= Path::MOST => {
                let mut path = Path::empty(first);
                squares.into_iter().for_each(|square| path.push(square));
                Ok(path)
            }
            _ => Err(format!("a path has 1 to {} landings, not {}", Path::MOST, squares.len())),
        }
    }
}
