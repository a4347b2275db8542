//! The board: squares, frame and coordinates, and everything that lies on the squares.
use engine::{
    scene::{At, Cell, Grid, Ground, Highlight, Item, Loss, Pick, Side, Tint},
    seat::BySeat,
};

use super::{highlight, move_path, people, stack};
use crate::{
    canvas::{Canvas, Rect},
    layout::{BoardLayout, FRAME, HEIGHT},
    sprite::{Pieces, Sprite, tint_hues},
    text::{Style, Type, clean},
    theme::Hue,
};

/// The narrowest square, in pixels, that still has room for a number and a door's name.
const ROOMY: i32 = 60;

/// Draws the empty board, with the names of its squares or without.
pub(crate) fn empty(canvas: &mut Canvas, letters: &Type, field: &BoardLayout, labelled: bool) {
    let grid = Grid { numbered: labelled && field.grid.numbered, ..field.grid };
    let all = Rect::new(0, 0, HEIGHT, HEIGHT);
    canvas.fill(all, look(field.grid.ground).frame);
    if field.grid.ground == Ground::Moon {
        stars(canvas, all);
    }
    let squares = field.squares();
    canvas.fill(squares.inset(-3), Hue::FrameEdge);
    for at in field.cells() {
        if let Some(place) = field.place(at) {
            square(canvas, letters, &grid, at, place);
        }
    }
    if labelled {
        coordinates(canvas, letters, field);
    }
}

/// The colours of a ground.
struct Look {
    frame: Hue,
    dark: Hue,
    dark_grain: Option<Hue>,
    light: Hue,
    light_grain: Option<Hue>,
    /// What shows between squares.
    joint: Option<Hue>,
}

fn look(ground: Ground) -> Look {
    match ground {
        Ground::Parlour => Look {
            frame: Hue::Frame,
            dark: Hue::Dark,
            dark_grain: None,
            light: Hue::Light,
            light_grain: Some(Hue::LightGrain),
            joint: None,
        },
        Ground::Moon => Look {
            frame: Hue::MoonFrame,
            dark: Hue::MoonDark,
            dark_grain: None,
            light: Hue::MoonLight,
            light_grain: Some(Hue::MoonDust),
            joint: None,
        },
        // Grass, mown the other way on every other square, with chalk between.
        Ground::Meadow => Look {
            frame: Hue::Frame,
            dark: Hue::Lawn,
            dark_grain: Some(Hue::LawnBlade),
            light: Hue::Mown,
            light_grain: Some(Hue::MownBlade),
            joint: Some(Hue::Lime),
        },
    }
}

/// Strews stars over the space round a board.
fn stars(canvas: &mut Canvas, place: Rect) {
    let mut seed = 5u32;
    let mut next = |below: i32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((seed >> 8) % below.max(1) as u32) as i32
    };
    for _ in 0..900 {
        let (x, y, size) = (next(place.width), next(place.height), 1 + next(12) / 9);
        let hue = if size == 1 { Hue::Stone } else { Hue::Star };
        canvas.fill(Rect::new(place.x + x, place.y + y, size, size), hue);
    }
}

/// Draws one bare square.
fn square(canvas: &mut Canvas, letters: &Type, board: &Grid, at: Cell, place: Rect) {
    let dark = board.is_dark(at);
    let look = look(board.ground);
    let (floor, hue) =
        if dark { (look.dark, look.dark_grain) } else { (look.light, look.light_grain) };
    canvas.fill(place, look.joint.unwrap_or(floor));
    let place = if look.joint.is_some() { place.inset(1) } else { place };
    canvas.fill(place, floor);
    if let Some(hue) = hue {
        grain(canvas, place, hue);
    }
    if let Some(number) = board.number(at).filter(|_| place.width >= ROOMY) {
        let corner = Rect::new(place.x + 3, place.y + 1, 40, 19);
        letters.draw(canvas, Style::Number, &number.to_string(), corner, Hue::Number);
    }
}

/// Draws the grain of a square: irregular vertical bands, the same for every square, so that rows
/// repeat and pack well.
fn grain(canvas: &mut Canvas, place: Rect, hue: Hue) {
    let (mut seed, mut x) = (11u32, place.x);
    while x < place.right() {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let (gap, band) = ((seed >> 24) % 13 + 3, (seed >> 16) % 5 + 1);
        x += gap as i32;
        canvas.fill(Rect { x, width: band as i32, ..place }.meet(place), hue);
        x += band as i32;
    }
}

/// Writes the files along the top and bottom of the frame, the ranks along its sides.
fn coordinates(canvas: &mut Canvas, letters: &Type, field: &BoardLayout) {
    let Grid { columns, rows, near: _, numbered: _, ground: _ } = field.grid;
    let squares = field.squares();
    for column in 0..columns {
        let Some(place) = field.place(Cell { column, row: 0 }) else { continue };
        let name = char::from(b'a' + column % 26).to_string();
        for y in [squares.y - FRAME, squares.bottom()] {
            let within = Rect { y, height: FRAME, ..place };
            letters.centre(canvas, Style::Strong, &name, within, Hue::FrameInk);
        }
    }
    for row in 0..rows {
        let Some(place) = field.place(Cell { column: 0, row }) else { continue };
        let name = (row + 1).to_string();
        for x in [squares.x - FRAME, squares.right()] {
            let within = Rect { x, width: FRAME, ..place };
            letters.centre(canvas, Style::Strong, &name, within, Hue::FrameInk);
        }
    }
}

/// Draws everything on the board, the lowest first; [`labels`] come on top.
pub(crate) fn items(
    canvas: &mut Canvas,
    letters: &Type,
    pieces: &Pieces,
    field: &BoardLayout,
    sides: &BySeat<Side>,
    items: &[Item],
) {
    let taken = |cell: Cell| items.iter().any(|it| stands(it, cell));
    let place = |at: At| match at {
        At::Cell(cell) => field.place(cell),
        At::Spot(_) => None,
    };
    // A fighter stands in its ring, which would cover its crown.
    let is_fighter = |at: At| {
        items
            .iter()
            .any(|item| matches!(item, Item::Fighter(fighter) if At::Cell(fighter.at) == at))
    };
    highlight::rings(canvas, items, place, is_fighter);
    for item in items {
        match item {
            Item::Hatch { at, open, tint, knob: _ } => {
                put(canvas, field, *at, pieces.hatch(*tint, *open));
            }
            Item::Path { cells } | Item::Arrow { cells } => {
                move_path::line(canvas, pieces, field, cells);
            }
            Item::Piece { at, seat, rank } => {
                put(canvas, field, *at, pieces.piece(sides.get(*seat).ink, *rank));
            }
            Item::Lost { at, seat, rank: _, how: Loss::Slain } => {
                put(canvas, field, *at, pieces.people.felled(sides.get(*seat).ink));
            }
            Item::Lost { at, seat, rank, how } => {
                if let Some(place) = field.place(*at) {
                    let lost = pieces.lost(sides.get(*seat).ink, *rank, *how);
                    lost.put(canvas, place, taken(*at));
                }
            }
            Item::Mark { at, mark } => put(canvas, field, *at, pieces.mark(*mark)),
            Item::Fighter(fighter) => {
                let ink = sides.get(fighter.seat).ink;
                people::standing(canvas, &pieces.people, field, fighter, ink);
            }
            Item::Clash { from, over } => {
                people::clash(canvas, &pieces.people, field, *from, *over);
            }
            // Nothing in inches lies on squares.
            Item::Court(_) => {}
            Item::Stack { at, seat, height, rings, snookles, hippo, waits } => {
                let (ink, height) = (sides.get(*seat).ink, *height);
                let (rings, snookles, hippo, waits) = (*rings, *snookles, *hippo, *waits);
                let drawing =
                    stack::StackDrawing { at: *at, ink, height, rings, snookles, hippo, waits };
                stack::stack(canvas, letters, pieces, field, &drawing);
            }
            Item::Toppled { at, seat, height } => {
                if let Some(place) = field.place(*at) {
                    let lost = pieces.tokens.toppled(sides.get(*seat).ink, *height);
                    lost.put(canvas, place, taken(*at));
                }
            }
            Item::Patch { at, patch } => {
                put(canvas, field, *at, pieces.tokens.patch(*patch));
            }
            Item::Block { at } => block(canvas, field, *at, &pieces.tokens.monolith),
            Item::Home { seat, rim } => {
                stack::home(canvas, field, *rim, sides.get(*seat).ink);
            }
            Item::Bound { at } => {
                put(canvas, field, *at, &pieces.tokens.bound);
            }
            Item::Fresh { at, block: true } => {
                block(canvas, field, *at, &pieces.tokens.fresh_block);
            }
            Item::Fresh { at, block: false } => {
                put(canvas, field, *at, &pieces.tokens.fresh);
            }
            Item::Wall { between, seat, fresh } => {
                stack::wall(canvas, field, *between, sides.get(*seat).ink, *fresh);
            }
            // Drawn below, over the whole board.
            Item::Highlight { .. } | Item::Banner(_) => {}
        }
    }
    highlight::rings(canvas, items, place, |at| !is_fighter(at));
    highlight::choice(canvas, items, place, |at| matches!(at, At::Cell(cell) if !taken(cell)));
    for item in items {
        if let Item::Path { cells } | Item::Arrow { cells } = item {
            move_path::head(canvas, field, cells);
        }
    }
}

/// Writes the names of doors and fighters, and the numbers that marks would cover.
pub(crate) fn labels(canvas: &mut Canvas, letters: &Type, field: &BoardLayout, items: &[Item]) {
    let paths = items.iter().filter_map(|item| match item {
        Item::Path { cells } => Some(cells),
        _ => None,
    });
    // Several moves are numbered.
    let several = 1 < paths.clone().count();
    for (n, cells) in (1..).zip(paths).filter(|_| several) {
        move_path::number(canvas, letters, field, cells, n);
    }
    for item in items {
        match item {
            Item::Hatch { at, open: _, tint, knob } => {
                let number = field.grid.number(*at);
                if let Some(place) = field.place(*at).filter(|it| it.width >= ROOMY) {
                    tags(canvas, letters, place, number, knob, *tint);
                }
            }
            Item::Fighter(it) => people::name(canvas, letters, field, it),
            Item::Highlight { at: At::Cell(at), highlight: Highlight::Chosen } => {
                // A door has its number on a plate already.
                let number =
                    field.grid.number(*at).filter(|_| !items.iter().any(|it| is_hatch(it, *at)));
                if let Some(place) = field.place(*at).filter(|it| it.width >= ROOMY) {
                    numbered(canvas, letters, place, number);
                }
            }
            _ => {}
        }
    }
}

/// Writes the numbers of choices on the squares they lead to.
pub(crate) fn numbers(
    canvas: &mut Canvas,
    letters: &Type,
    field: &BoardLayout,
    numbers: &[(usize, Pick)],
) {
    let place = |at: At| match at {
        At::Cell(cell) => field.place(cell),
        At::Spot(_) => None,
    };
    super::numbers::draw(canvas, letters, numbers, place);
}

fn is_hatch(item: &Item, cell: Cell) -> bool {
    matches!(item, Item::Hatch { at, .. } if *at == cell)
}

/// Tells whether an item is someone standing on a square.
fn stands(item: &Item, cell: Cell) -> bool {
    match item {
        Item::Piece { at, .. } | Item::Stack { at, .. } => *at == cell,
        Item::Fighter(it) => it.at == cell,
        _ => false,
    }
}

/// Draws something over four squares; what would leave the board isn't drawn.
fn block(canvas: &mut Canvas, field: &BoardLayout, at: Cell, sprite: &Sprite) {
    let across = Cell { column: at.column.saturating_add(1), row: at.row.saturating_add(1) };
    if let (Some(one), Some(other)) = (field.place(at), field.place(across)) {
        let (x, y) = (one.x.min(other.x), one.y.min(other.y));
        sprite.put(canvas, x, y);
    }
}

fn put(canvas: &mut Canvas, field: &BoardLayout, at: Cell, sprite: &Sprite) {
    if let Some(place) = field.place(at) {
        sprite.put(canvas, place.x, place.y);
    }
}

/// Writes the number of a square on a plate of its own.
fn numbered(canvas: &mut Canvas, letters: &Type, place: Rect, number: Option<u16>) {
    if let Some(number) = number.map(|it| it.to_string()) {
        let width = letters.width(Style::Number, &number) + 5;
        let plate = Rect::new(place.x + 1, place.y + 1, width, 19);
        canvas.round(plate, 4, Hue::Gap);
        letters.centre(canvas, Style::Number, &number, plate, Hue::Tag);
    }
}

/// Writes what a door hides, the number of its square, and the door's name, in opposite corners over any piece.
fn tags(
    canvas: &mut Canvas,
    letters: &Type,
    place: Rect,
    number: Option<u16>,
    name: &str,
    tint: Tint,
) {
    numbered(canvas, letters, place, number);
    let name = letters.fit(Style::Strong, &clean(name), place.width - 16);
    if !name.is_empty() {
        let width = letters.width(Style::Strong, &name) + 9;
        let plate = Rect::new(place.right() - width - 1, place.bottom() - 25, width, 24);
        let (hue, _) = tint_hues(tint);
        canvas.round(plate, 5, hue);
        canvas.round(plate.inset(2), 4, Hue::Gap);
        letters.centre(canvas, Style::Strong, &name, plate, Hue::Tag);
    }
}
