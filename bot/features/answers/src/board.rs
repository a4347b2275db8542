//! What stands where on a board, as its picture shows it.
use engine::{
    scene::{Cell, Item, Scene, Surface},
    seat::Seat,
};
use service::matches::attempt::squares_in;

/// Returns the size of a board of squares, or of a pitch with its border; none of a court.
fn size(scene: &Scene) -> Option<[u8; 2]> {
    match &scene.board {
        Surface::Squares(grid) => Some([grid.columns, grid.rows]),
        Surface::Pitch(pitch) => Some([pitch.turf.files + 2, pitch.turf.ranks + 2]),
        Surface::Court(_) => None,
    }
}

/// Returns the name that players use for a square.
pub(super) fn name(scene: &Scene, cell: Cell) -> String {
    match &scene.board {
        Surface::Pitch(pitch) => pitch.turf.name(cell),
        Surface::Squares(_) | Surface::Court(_) => cell.to_string(),
    }
}

/// Lists all squares, from the left and from rank 1.
pub(super) fn cells(scene: &Scene) -> impl Iterator<Item = Cell> {
    let [columns, rows] = size(scene).unwrap_or([0, 0]);
    (0..rows).flat_map(move |row| (0..columns).map(move |column| Cell { column, row }))
}

/// Finds a square by its name.
pub(super) fn cell(scene: &Scene, called: &str) -> Option<Cell> {
    cells(scene).find(|cell| name(scene, *cell).eq_ignore_ascii_case(called))
}

/// Lists what stands on the squares of a part of the board, which knows them by their names, too; none if it has no square.
pub(super) fn part(
    scene: &Scene,
    is_in: impl Fn(Cell, &str) -> bool,
) -> Option<Vec<(String, String)>> {
    let each = cells(scene).map(|cell| (cell, name(scene, cell)));
    let mut on = each.filter(|(cell, name)| is_in(*cell, name)).peekable();
    on.peek()?;
    let on = on.map(|(cell, name)| (name, scene.standing(cell)));
    Some(on.filter(|it| !it.1.is_empty()).collect())
}

/// Tells whether two squares are next to each other.
pub(super) fn are_beside(one: Cell, other: Cell) -> bool {
    one != other && one.column.abs_diff(other.column) <= 1 && one.row.abs_diff(other.row) <= 1
}

/// Returns the side whose piece stands on a square.
pub(super) fn owner(scene: &Scene, at: Cell) -> Option<Seat> {
    scene.items.iter().find_map(|item| match item {
        Item::Piece { at: here, seat, .. } | Item::Stack { at: here, seat, .. } if *here == at => {
            Some(*seat)
        }
        Item::Fighter(fighter) if fighter.at == at => Some(fighter.seat),
        _ => None,
    })
}

/// Tells whether a board is one of squares, where pieces capture.
pub(super) fn is_of_squares(scene: &Scene) -> bool {
    matches!(scene.board, Surface::Squares(_))
}

/// Tells whether a word is a square: `c3`, and on a pitch `L4` and `f16`.
pub(super) fn is_square(word: &str) -> bool {
    let digits = word.trim_start_matches(|sign: char| sign.is_ascii_alphabetic());
    word.len() - digits.len() == 1
        && (1..=2).contains(&digits.len())
        && digits.bytes().all(|sign| sign.is_ascii_digit())
}

/// Tells whether a word joins two squares: `b6-a5`.
pub(super) fn is_move(word: &str) -> bool {
    1 < squares_in(word).len()
}
