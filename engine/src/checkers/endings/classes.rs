//! Numbers for the positions with the same pieces. The side to move is always Black: otherwise the board is turned round.
use crate::checkers::{Board, Color, Piece, PieceKind, Position, SquareSet};

/// How many men and kings the side to move has, and how many the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Class(pub(super) [u8; 4]);

/// Where the men and kings of the side to move stand, and those of the other, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EndingPieces(pub(super) [u32; 4]);

/// The pieces in the order of a class.
const ORDER: [Piece; 4] = [
    Piece { color: Color::Black, rank: PieceKind::Man },
    Piece { color: Color::Black, rank: PieceKind::King },
    Piece { color: Color::White, rank: PieceKind::Man },
    Piece { color: Color::White, rank: PieceKind::King },
];

/// On how many squares a man can stand, and a king.
const SQUARES: [usize; 4] = [28, 32, 28, 32];

/// How far the squares of a man begin from the first: White's men are never on the far rank.
const BEGINS: [u32; 4] = [0, 0, 4, 0];

/// The most pieces of one kind.
const MOST: usize = 4;

/// `CHOICES[n][k]` is the number of ways to choose k of n squares.
const CHOICES: [[u32; MOST + 1]; 33] = {
    let mut all = [[0; MOST + 1]; 33];
    let mut n = 0;
    while n <= 32 {
        all[n][0] = 1;
        let mut k = 1;
        while 0 < n && k <= MOST {
            all[n][k] = all[n - 1][k - 1] + all[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    all
};

impl Class {
    /// Lists every class of a table, those first that others lead to.
    pub(super) fn all() -> Vec<Class> {
        let counts = 0..=MOST as u8;
        let mut all = Vec::new();
        for men in counts.clone() {
            for kings in counts.clone() {
                for other_men in counts.clone() {
                    for other_kings in counts.clone() {
                        all.push(Class([men, kings, other_men, other_kings]));
                    }
                }
            }
        }
        all.retain(|class| class.is_known());
        all.sort_by_key(|class| (class.pieces(), class.0[0] + class.0[2], *class));
        all
    }

    fn is_known(&self) -> bool {
        let [men, kings, other_men, other_kings] = self.0;
        let both = 0 < men + kings && 0 < other_men + other_kings;
        both && (usize::from(self.pieces()) <= MOST
            || [[0, 2, 0, 3], [0, 3, 0, 2]].contains(&self.0))
    }

    fn pieces(&self) -> u8 {
        self.0.iter().sum()
    }

    /// Returns the class of the other side.
    pub(super) fn turned(&self) -> Class {
        let [men, kings, other_men, other_kings] = self.0;
        Class([other_men, other_kings, men, kings])
    }

    /// Returns how many numbers its positions have. Some stand for no position.
    pub(super) fn size(&self) -> usize {
        (0..4).map(|kind| self.ways(kind)).product()
    }

    fn ways(&self, kind: usize) -> usize {
        CHOICES[SQUARES[kind]][usize::from(self.0[kind])] as usize
    }

    /// Lists the ways in which the pieces of one kind can stand, in the order of their numbers.
    fn places(&self, kind: usize) -> Vec<u32> {
        let mut all = vec![0];
        for _ in 0..self.0[kind] {
            let longer = all.iter().flat_map(|bits: &u32| {
                let next = 32 - bits.leading_zeros();
                (next..SQUARES[kind] as u32).map(move |square| bits | 1 << square)
            });
            all = longer.collect();
        }
        all.sort_by_key(|bits| rank(*bits));
        all.into_iter().map(|bits| bits << BEGINS[kind]).collect()
    }

    /// Calls `visit` with the number and the pieces of every position.
    pub(super) fn each(&self, mut visit: impl FnMut(usize, EndingPieces)) {
        let [men, kings, other_men, other_kings] = [0, 1, 2, 3].map(|kind| self.places(kind));
        let mut number = 0;
        for men in &men {
            for other_men in &other_men {
                for kings in &kings {
                    for other_kings in &other_kings {
                        let pieces = [*men, *kings, *other_men, *other_kings];
                        let apart = pieces.iter().fold(0, |sum, bits| sum + bits.count_ones());
                        if apart == pieces.iter().fold(0, |all, bits| all | bits).count_ones() {
                            visit(number, EndingPieces(pieces));
                        }
                        number += 1;
                    }
                }
            }
        }
    }
}

impl EndingPieces {
    /// Returns the pieces of a position, turned round if White is to move.
    pub(super) fn of(position: &Position) -> EndingPieces {
        let (own, other) = (position.turn, !position.turn);
        let board = &position.board;
        let all = [board.men(own), board.kings(own), board.men(other), board.kings(other)];
        let bits = all.map(SquareSet::bits);
        EndingPieces(if own == Color::Black { bits } else { bits.map(u32::reverse_bits) })
    }

    /// Returns the position, with Black to move.
    pub(super) fn position(&self) -> Position {
        let mut board = Board::EMPTY;
        for (bits, piece) in self.0.into_iter().zip(ORDER) {
            SquareSet::from_bits(bits).iter().for_each(|square| board.put(square, piece));
        }
        Position { turn: Color::Black, board }
    }

    pub(super) fn class(&self) -> Class {
        Class(self.0.map(|bits| bits.count_ones() as u8))
    }

    /// Returns the number of the position within its class.
    pub(super) fn index(&self) -> usize {
        let class = self.class();
        [0, 2, 1, 3]
            .into_iter()
            .fold(0, |number, kind| number * class.ways(kind) + rank(self.0[kind] >> BEGINS[kind]))
    }
}

/// Numbers the ways to choose so many squares.
fn rank(mut bits: u32) -> usize {
    let (mut rank, mut nth) = (0, 1);
    while bits != 0 {
        rank += CHOICES[bits.trailing_zeros() as usize][nth];
        bits &= bits - 1;
        nth += 1;
    }
    rank as usize
}
