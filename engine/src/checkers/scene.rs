//! What the pictures of all games on a draughts board share: the grid, pieces, paths, losses and counts.
use super::{Board, CheckersEnd, Color, Move, Moved, Piece, PieceKind, Rules, Square};
use crate::{
    game::{Game, empty_scene},
    scene::{self, Cell, Count, Grid, Ground, Item, Loss, Mark, Pick, Scene, Tally},
    seat::{Observer, Seat},
};

/// Returns the board of 8×8 squares as a scene has it, with White's home on rank 1.
fn grid(ground: Ground, numbered: bool) -> scene::Surface {
    let near = Color::White.into();
    scene::Surface::Squares(Grid { columns: 8, rows: 8, near, numbered, ground })
}

/// Begins the picture of a game on a draughts board: everything but what stands on the board.
pub(crate) fn begun<G: Game>(
    game: &G,
    turn: Color,
    (ground, numbered): (Ground, bool),
    last: &[G::Event],
    to: Observer<'_>,
) -> Scene {
    let scene = empty_scene(game, grid(ground, numbered), last, to);
    Scene { facing: to.facing(turn.into()), ..scene }
}

/// Counts each side's pieces, and its captures: what the other side `lost`.
pub(crate) fn tally(scene: &mut Scene, board: &Board, lost: impl Fn(Seat) -> u8) {
    for seat in Seat::BOTH {
        scene.sides.get_mut(seat).tallies = tallies(board, seat.into(), lost(seat.other()));
    }
}

/// Returns the square of the grid.
pub(crate) fn cell(square: Square) -> Cell {
    Cell { column: square.file() - 1, row: square.rank() - 1 }
}

/// Returns the rank as it is drawn.
pub(crate) fn rank(rank: PieceKind) -> scene::Rank {
    match rank {
        PieceKind::Man => scene::Rank::Man,
        PieceKind::King => scene::Rank::King,
    }
}

/// Shows a piece that was lost on a square.
pub(crate) fn lost(square: Square, piece: Piece, how: Loss) -> Item {
    Item::Lost { at: cell(square), seat: piece.color.into(), rank: rank(piece.rank), how }
}

/// Shows every piece on its square.
pub(crate) fn pieces(board: &Board) -> impl Iterator<Item = Item> {
    board.pieces().map(|(square, Piece { color, rank: high })| Item::Piece {
        at: cell(square),
        seat: color.into(),
        rank: rank(high),
    })
}

/// Shows and counts kings as queens.
pub(crate) fn call_queens(scene: &mut Scene) {
    for item in &mut scene.items {
        if let Item::Piece { rank, .. } | Item::Lost { rank, .. } = item
            && *rank == scene::Rank::King
        {
            *rank = scene::Rank::Queen;
        }
    }
    for seat in Seat::BOTH {
        for tally in &mut scene.sides.get_mut(seat).tallies {
            if tally.what == Count::Kings {
                tally.what = Count::Queens;
            }
        }
    }
}

/// Counts a side's pieces and its captures.
fn tallies(board: &Board, side: Color, captured: u8) -> Vec<Tally> {
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    vec![
        Tally { what: Count::Men, count: count(board.men(side).len()) },
        Tally { what: Count::Kings, count: count(board.kings(side).len()) },
        Tally { what: Count::Captured, count: captured.into() },
    ]
}

/// Returns the banner if a side has no piece left.
pub(crate) fn bare(board: &Board, fell: bool) -> Option<String> {
    let is_bare = [Color::Black, Color::White].into_iter().any(|color| board.count(color) == 0);
    is_bare.then(|| format!("LAST PIECE {}", if fell { "FELL" } else { "TAKEN" }))
}

impl Move {
    /// Says which piece it moves, and where to.
    pub(crate) fn pick(&self) -> Pick {
        Pick {
            captures: self.is_capture(),
            takes: self.captured.iter().map(cell).collect(),
            through: self.path.iter().rev().skip(1).rev().map(|at| cell(*at)).collect(),
            loses: self.falls.then(|| cell(self.to())).into_iter().collect(),
            ..Pick::from_to(cell(self.from), cell(self.to()))
        }
    }
}

impl Moved {
    /// Shows which way the piece went.
    pub(crate) fn path(&self) -> Item {
        let squares = [self.played.from].into_iter().chain(self.played.path.iter().copied());
        Item::Path { cells: squares.map(cell).collect() }
    }

    /// Returns the banner of a memorable move: the last piece of a side, or a new king, which may win.
    pub(crate) fn height(
        &self,
        board: &Board,
        rules: Rules,
        end: Option<CheckersEnd>,
    ) -> Option<String> {
        let said = match end {
            Some(CheckersEnd::Crowned(_)) => "BREAKTHROUGH",
            _ => &format!("NEW {}", rules.name(PieceKind::King).to_uppercase()),
        };
        let crown = || self.crowned.then(|| format!("{said}: {}", self.played.to()));
        bare(board, self.played.falls).or_else(crown)
    }

    /// Shows the results of a move: captures, a fall, a crown.
    pub(crate) fn news(&self) -> Vec<Item> {
        let Moved { piece, played, taken, crowned } = self;
        let victim = |rank| Piece { color: !piece.color, rank };
        let mut items: Vec<Item> =
            taken.iter().map(|&(at, kind)| lost(at, victim(kind), Loss::Captured)).collect();
        if played.falls {
            items.push(lost(played.to(), *piece, Loss::Fell));
        }
        if *crowned {
            items.push(Item::Mark { at: cell(played.to()), mark: Mark::Crowned });
        }
        items
    }
}
