//! A second generator, slow and plain, that shares no code with the first: the board is an
//! 8x8 array of letters, captures are tried by making them.
use std::collections::BTreeSet;

use crate::checkers::{BoardRules, Color, Move, PieceKind, Position, Rules, Square};

type Grid = [[u8; 8]; 8];
type Spot = (i8, i8);

const WAYS: [Spot; 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

struct Mailbox {
    grid: Grid,
    black: bool,
    flying: bool,
    pits: Vec<Spot>,
}

/// A move as the list of all landings, the start in front, and the sorted captured squares.
type Plain = (Vec<u8>, Vec<u8>, bool);

fn number((x, y): Spot) -> u8 {
    // y counts from rank 8 down.
    4 * y as u8 + (x as u8) / 2 + 1
}

impl Mailbox {
    fn new(law: &BoardRules, position: &Position) -> Mailbox {
        let mut grid = [[b'.'; 8]; 8];
        let spot = |square: Square| (square.file() as i8 - 1, 8 - square.rank() as i8);
        for (square, piece) in position.board.pieces() {
            let (x, y) = spot(square);
            grid[y as usize][x as usize] = match (piece.color, piece.rank) {
                (Color::Black, PieceKind::Man) => b'b',
                (Color::Black, PieceKind::King) => b'B',
                (Color::White, PieceKind::Man) => b'w',
                (Color::White, PieceKind::King) => b'W',
            };
        }
        Mailbox {
            grid,
            black: position.turn == Color::Black,
            flying: law.rules == Rules::Continental,
            pits: law.pits.iter().map(spot).collect(),
        }
    }

    fn at(&self, (x, y): Spot) -> Option<u8> {
        ((0..8).contains(&x) && (0..8).contains(&y)).then(|| self.grid[y as usize][x as usize])
    }

    fn set(&mut self, (x, y): Spot, letter: u8) {
        self.grid[y as usize][x as usize] = letter;
    }

    fn own(&self, letter: u8) -> bool {
        letter.eq_ignore_ascii_case(if self.black { &b'b' } else { &b'w' })
    }

    fn enemy(&self, letter: u8) -> bool {
        letter.eq_ignore_ascii_case(if self.black { &b'w' } else { &b'b' })
    }

    fn forward(&self, (_, dy): Spot) -> bool {
        (0 < dy) == self.black
    }

    fn moves(&mut self) -> BTreeSet<Plain> {
        let mut captures = BTreeSet::new();
        let mut plain = BTreeSet::new();
        for y in 0..8 {
            for x in 0..8 {
                let at = (x, y);
                let letter = self.at(at).unwrap();
                if !self.own(letter) {
                    continue;
                }
                self.set(at, b'.');
                self.jump(at, letter, &mut vec![at], &mut Vec::new(), &mut captures);
                self.set(at, letter);
                for way in WAYS {
                    if letter.is_ascii_lowercase() && !self.forward(way) {
                        continue;
                    }
                    let far = if letter.is_ascii_uppercase() && self.flying { 7 } else { 1 };
                    for n in 1..=far {
                        let to = (x + n * way.0, y + n * way.1);
                        if self.at(to) != Some(b'.') {
                            break;
                        }
                        let falls = self.pits.contains(&to);
                        plain.insert((vec![number(at), number(to)], Vec::new(), falls));
                    }
                }
            }
        }
        if self.flying {
            let most = captures.iter().map(|it: &Plain| it.1.len()).max().unwrap_or(0);
            captures.retain(|capture| capture.1.len() == most);
        }
        if captures.is_empty() { plain } else { captures }
    }

    fn jump(
        &mut self,
        at: Spot,
        letter: u8,
        path: &mut Vec<Spot>,
        taken: &mut Vec<Spot>,
        found: &mut BTreeSet<Plain>,
    ) {
        let falls = 1 < path.len() && self.pits.contains(&at);
        let last_row = if self.black { 7 } else { 0 };
        let crowned = letter.is_ascii_lowercase() && at.1 == last_row && !self.flying;
        let mut stuck = true;
        if !falls && !crowned {
            for way in WAYS {
                if letter.is_ascii_lowercase() && !self.flying && !self.forward(way) {
                    continue;
                }
                let king_flies = letter.is_ascii_uppercase() && self.flying;
                let mut over = (at.0 + way.0, at.1 + way.1);
                while king_flies && self.at(over) == Some(b'.') {
                    over = (over.0 + way.0, over.1 + way.1);
                }
                // A piece already jumped is marked `x` and blocks the way.
                if !self.at(over).is_some_and(|piece| self.enemy(piece)) {
                    continue;
                }
                let victim = self.at(over).unwrap();
                let mut to = (over.0 + way.0, over.1 + way.1);
                while self.at(to) == Some(b'.') {
                    stuck = false;
                    self.set(over, b'x');
                    path.push(to);
                    taken.push(over);
                    self.jump(to, letter, path, taken, found);
                    taken.pop();
                    path.pop();
                    self.set(over, victim);
                    if !king_flies {
                        break;
                    }
                    to = (to.0 + way.0, to.1 + way.1);
                }
            }
        }
        if stuck && 1 < path.len() {
            let mut captured: Vec<u8> = taken.iter().map(|&it| number(it)).collect();
            captured.sort_unstable();
            found.insert((self.spell(path, taken), captured, falls));
        }
    }

    /// Returns the landings, a touch-down between two pieces jumped in one line being moved right
    /// behind the first of them (past the pits): those are one way.
    fn spell(&self, path: &[Spot], taken: &[Spot]) -> Vec<u8> {
        let way = |a: Spot, b: Spot| ((b.0 - a.0).signum(), (b.1 - a.1).signum());
        let mut spots = path.to_vec();
        for n in 1..path.len() - 1 {
            let ahead = way(path[n], path[n + 1]);
            if way(path[n - 1], path[n]) == ahead {
                let mut near = (taken[n - 1].0 + ahead.0, taken[n - 1].1 + ahead.1);
                while self.pits.contains(&near) {
                    near = (near.0 + ahead.0, near.1 + ahead.1);
                }
                spots[n] = near;
            }
        }
        spots.into_iter().map(number).collect()
    }
}

/// Lists the legal moves of a position.
pub(super) fn moves(law: &BoardRules, position: &Position) -> BTreeSet<Plain> {
    Mailbox::new(law, position).moves()
}

/// Spells a move of the other generator like this one's.
pub(super) fn plain(played: &Move) -> Plain {
    let squares = std::iter::once(&played.from).chain(played.path.iter());
    (
        squares.map(|square| square.number()).collect(),
        played.captured.iter().map(Square::number).collect(),
        played.falls,
    )
}
