//! What stands where on a board, as its picture shows it.
use engine::{
    scene::{Cell, Item, Rank, Scene, Surface, court::Thing},
    seat::Seat,
};

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
fn cells(scene: &Scene) -> impl Iterator<Item = Cell> {
    let [columns, rows] = size(scene).unwrap_or([0, 0]);
    (0..rows).flat_map(move |row| (0..columns).map(move |column| Cell { column, row }))
}

/// Finds a square by its name.
pub(super) fn cell(scene: &Scene, called: &str) -> Option<Cell> {
    cells(scene).find(|cell| name(scene, *cell).eq_ignore_ascii_case(called))
}

/// Lists what stands on the squares of a rank, as the players number it; none if there is no such
/// rank.
pub(super) fn rank(scene: &Scene, number: u8) -> Option<Vec<String>> {
    let row = match &scene.board {
        Surface::Pitch(_) => number,
        Surface::Squares(_) | Surface::Court(_) => number.checked_sub(1)?,
    };
    let [_, rows] = size(scene)?;
    (row < rows).then(|| standing(scene, cells(scene).filter(|it| it.row == row)))
}

/// Lists what stands on the squares of a file; none if there is no such file.
pub(super) fn file(scene: &Scene, letter: char) -> Option<Vec<String>> {
    let is_on = |cell: &Cell| name(scene, *cell).to_ascii_lowercase().starts_with(letter);
    let on: Vec<Cell> = cells(scene).filter(is_on).collect();
    (!on.is_empty()).then(|| standing(scene, on.into_iter()))
}

/// Lists what a side has on the board, with its squares.
pub(super) fn pieces(scene: &Scene, of: Seat) -> Vec<String> {
    let own = |item: &Item| match item {
        Item::Piece { at, seat, .. } | Item::Stack { at, seat, .. } if *seat == of => Some(*at),
        Item::Fighter(fighter) if fighter.seat == of => Some(fighter.at),
        _ => None,
    };
    let on_board = scene.items.iter().filter_map(own);
    let on_pitch = match &scene.board {
        Surface::Pitch(pitch) => {
            pitch.players.iter().filter(|it| it.seat == of).map(|it| it.at).collect()
        }
        Surface::Squares(_) | Surface::Court(_) => Vec::new(),
    };
    let mut all: Vec<Cell> = on_board.chain(on_pitch).collect();
    all.sort_by_key(|cell| (std::cmp::Reverse(cell.row), cell.column));
    let role = scene.sides.get(of).role.to_lowercase();
    let said = |cell: Cell| {
        let what = scene.standing(cell).to_lowercase();
        let what = what.split(", ").find(|it| it.starts_with(&role)).unwrap_or_default().to_owned();
        format!("{} {}", what.trim_start_matches(&role).trim_start(), name(scene, cell))
    };
    all.into_iter().map(said).collect()
}

/// Returns the number of a side's coin that is nearest to the ball, and how far they are apart, in thousandths of an inch; none where
/// there is no ball to flick.
pub(super) fn nearest_to_ball(scene: &Scene, of: Seat) -> Option<(u8, i32)> {
    let coins = || {
        scene.items.iter().filter_map(|item| match item.on_court()? {
            Thing::Coin { coin, at } => Some((coin.of, *at)),
            _ => None,
        })
    };
    let (_, ball) = coins().find(|(of, _)| of.is_none())?;
    let own = coins().filter_map(|(owner, at)| {
        let (_, number) = owner.filter(|(seat, _)| *seat == of)?;
        let [x, y] = [at.x - ball.x, at.y - ball.y].map(f64::from);
        Some((number, x.hypot(y).round() as i32))
    });
    own.min_by_key(|(_, way)| *way)
}

/// Lists what stands on the squares next to one.
pub(super) fn around(scene: &Scene, at: Cell) -> Vec<String> {
    standing(scene, neighbours(scene, at))
}

/// Returns the square behind another one, as seen from a third beside it; none off the board.
pub(super) fn behind(scene: &Scene, from: Cell, over: Cell) -> Option<Cell> {
    let beyond = |from: u8, over: u8| u8::try_from(2 * i16::from(over) - i16::from(from)).ok();
    let at = Cell { column: beyond(from.column, over.column)?, row: beyond(from.row, over.row)? };
    cells(scene).find(|cell| *cell == at)
}

pub(super) fn neighbours(scene: &Scene, at: Cell) -> impl Iterator<Item = Cell> {
    cells(scene).filter(move |cell| {
        *cell != at && cell.column.abs_diff(at.column) <= 1 && cell.row.abs_diff(at.row) <= 1
    })
}

/// Names the squares next to one, also across a corner.
pub(super) fn next_to(scene: &Scene, at: Cell) -> Vec<String> {
    neighbours(scene, at).map(|cell| name(scene, cell)).collect()
}

fn standing(scene: &Scene, cells: impl Iterator<Item = Cell>) -> Vec<String> {
    let each = cells.map(|cell| (cell, scene.standing(cell)));
    let taken = each.filter(|it| !it.1.is_empty());
    taken.map(|(cell, what)| format!("{} {what}", name(scene, cell))).collect()
}

/// Lists the squares of a side's kings, and of its emperors.
pub(super) fn kings(scene: &Scene, of: Seat) -> Vec<String> {
    let king = |item: &Item| match item {
        Item::Piece { at, seat, rank: Rank::King } if *seat == of => Some(*at),
        Item::Fighter(fighter) if fighter.seat == of && fighter.rank == Rank::King => {
            Some(fighter.at)
        }
        Item::Stack { at, seat, height: 2.., .. } if *seat == of => Some(*at),
        _ => None,
    };
    scene.items.iter().filter_map(king).map(|at| name(scene, at)).collect()
}

/// Writes the checkers of a pitch that words name as the picture does, such as `n11`, by their squares.
pub(super) fn with_checkers_placed(scene: &Scene, words: &str) -> String {
    let Surface::Pitch(pitch) = &scene.board else { return words.to_owned() };
    let placed = words.split_inclusive(|sign: char| !sign.is_ascii_alphanumeric()).map(|part| {
        let word = part.trim_end_matches(|sign: char| !sign.is_ascii_alphanumeric());
        let named = pitch.players.iter().find(|player| {
            let role = scene.sides.get(player.seat).role.chars().next();
            let called: String = role.into_iter().chain(player.shirt.chars()).collect();
            word.eq_ignore_ascii_case(&called)
        });
        let named = named.map_or_else(|| word.to_owned(), |player| name(scene, player.at));
        named + &part[word.len()..]
    });
    placed.collect()
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
    let parts = word.split(['-', 'x', '>']);
    1 < parts.clone().count() && parts.clone().all(is_square)
}

/// Tells whether a choice in notation is a capture or an attack: `c3xd4`.
pub(super) fn is_capture(words: &str) -> bool {
    words.split_once('x').is_some_and(|(from, to)| {
        is_square(from) && to.starts_with(|sign: char| sign.is_ascii_alphanumeric())
    })
}
