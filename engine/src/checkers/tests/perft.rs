//! Counts of the move tree against published ones, and against the mailbox generator.
use super::mailbox;
use crate::checkers::{
    Board, BoardRules, Color, Move, Piece, PieceKind, Position, Rules, Square, SquareSet,
    perft::{cases, perft},
};

/// The most leaves a debug test counts for one row; the bench counts the rest.
const NODES: u64 = 200_000;

/// A small repeatable source of numbers; how good they are doesn't matter.
pub(super) struct Numbers(u64);

impl Numbers {
    pub(super) fn new(seed: u64) -> Numbers {
        Numbers(seed)
    }

    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % n
    }
}

fn check(rules: Rules, file: &str) {
    let law = BoardRules { rules, pits: SquareSet::EMPTY };
    let cases = cases(file).unwrap();
    assert!(5 <= cases.len(), "cases were lost");
    for case in cases {
        for row in case.rows.iter().filter(|row| row.leaves <= NODES) {
            let leaves = perft(&law, &case.position, row.depth, row.counting);
            assert_eq!(leaves, row.leaves, "{} {row:?}", case.name);
        }
    }
}

#[test]
fn english_counts_are_the_published_ones() {
    check(Rules::English, include_str!("../../../../tests/perft/english.txt"));
}

#[test]
fn brazilian_counts_are_the_published_ones() {
    check(Rules::Continental, include_str!("../../../../tests/perft/brazilian.txt"));
}

/// Compares both generators on a position and gives the legal moves.
fn compare(law: &BoardRules, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    law.moves(position, &mut moves);
    let mut spelled: Vec<_> = moves.iter().map(mailbox::plain).collect();
    spelled.sort();
    let wanted: Vec<_> = mailbox::moves(law, position).into_iter().collect();
    assert_eq!(spelled, wanted, "{position} {law:?}");
    assert_eq!(law.count(position), moves.len() as u64, "{position}");
    assert_eq!(law.must_capture(position), moves.first().is_some_and(Move::is_capture));
    moves
}

/// Strews pieces over the board, so that long captures turn up which games hardly reach.
pub(super) fn strew(numbers: &mut Numbers, most: usize) -> Position {
    let mut board = Board::EMPTY;
    for _ in 0..=numbers.below(most) {
        let color = Color::BOTH[numbers.below(2)];
        let square = Square::ALL[numbers.below(32)];
        let king = square.rank() == color.last_rank() || numbers.below(3) == 0;
        board.put(
            square,
            Piece { color, rank: if king { PieceKind::King } else { PieceKind::Man } },
        );
    }
    Position { turn: Color::BOTH[numbers.below(2)], board }
}

/// Returns both rule sets, without pits and with some.
pub(super) fn laws(numbers: &mut Numbers) -> [BoardRules; 4] {
    // Pits in the four middle ranks, a different handful each time.
    let middle = (9..=24).filter_map(Square::new);
    let pits: SquareSet = middle.filter(|_| numbers.below(4) == 0).collect();
    [
        BoardRules::ENGLISH,
        BoardRules::CONTINENTAL,
        BoardRules { pits, ..BoardRules::ENGLISH },
        BoardRules { pits, ..BoardRules::CONTINENTAL },
    ]
}

#[test]
fn both_generators_agree_over_random_games() {
    let mut numbers = Numbers::new(1);
    for _ in 0..40 {
        for law in laws(&mut numbers) {
            let mut position = Position::ENGLISH;
            for _ in 0..150 {
                let moves = compare(&law, &position);
                if moves.is_empty() {
                    break;
                }
                position = law.play(&position, &moves[numbers.below(moves.len())]);
                position.board.clear(law.pits);
            }
        }
    }
}

#[test]
fn both_generators_agree_on_strewn_pieces() {
    let mut numbers = Numbers::new(2);
    for _ in 0..1500 {
        let mut position = strew(&mut numbers, 18);
        for law in laws(&mut numbers) {
            position.board.clear(law.pits);
            compare(&law, &position);
        }
    }
}
