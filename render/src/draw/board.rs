//! The board: squares, frame and coordinates, and everything that lies on the squares.
use engine::{
    scene::{Cell, Grid, Item, Side, Tint},
    seat::BySeat,
};

use super::way;
use crate::{
    canvas::{Canvas, Rect},
    layout::{FRAME, Field, HEIGHT},
    sprite::{Pieces, tint_hues},
    text::{Style, Type, clean},
    theme::Hue,
};

/// The narrowest square, in pixels, that still has room for a number and a door's name.
const ROOMY: i32 = 60;

/// Draws the board without anything on it.
pub(crate) fn empty(canvas: &mut Canvas, letters: &Type, field: &Field) {
    canvas.fill(Rect::new(0, 0, HEIGHT, HEIGHT), Hue::Frame);
    let squares = field.squares();
    canvas.fill(squares.inset(-3), Hue::FrameEdge);
    for at in field.cells() {
        if let Some(place) = field.place(at) {
            square(canvas, letters, &field.grid, at, place);
        }
    }
    coordinates(canvas, letters, field);
}

/// Draws one bare square.
fn square(canvas: &mut Canvas, letters: &Type, board: &Grid, at: Cell, place: Rect) {
    let dark = board.is_dark(at);
    canvas.fill(place, if dark { Hue::Dark } else { Hue::Light });
    if !dark {
        grain(canvas, place);
    }
    if let Some(number) = board.number(at).filter(|_| place.width >= ROOMY) {
        let corner = Rect::new(place.x + 3, place.y + 1, 40, 19);
        letters.draw(canvas, Style::Number, &number.to_string(), corner, Hue::Number);
    }
}

/// Draws the grain of a light square: upright bands that look strewn. They are the same for every square, so that a row
/// repeats the one above, and itself too.
fn grain(canvas: &mut Canvas, place: Rect) {
    let (mut seed, mut x) = (11u32, place.x);
    while x < place.right() {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let (gap, band) = ((seed >> 24) % 13 + 3, (seed >> 16) % 5 + 1);
        x += gap as i32;
        canvas.fill(Rect { x, width: band as i32, ..place }.meet(place), Hue::LightGrain);
        x += band as i32;
    }
}

/// Writes the files along the top and bottom of the frame, the ranks along its sides.
fn coordinates(canvas: &mut Canvas, letters: &Type, field: &Field) {
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

/// Draws what lies on the board, the lowest first; over it all the doors' names, and the head of an arrow.
pub(crate) fn items(
    canvas: &mut Canvas,
    letters: &Type,
    pieces: &Pieces,
    field: &Field,
    sides: &BySeat<Side>,
    items: &[Item],
) {
    for item in items {
        match item {
            Item::Hatch { at, open, tint, knob: _ } => {
                put(canvas, field, *at, pieces.hatch(*tint, *open));
            }
            Item::Path { cells } => way::line(canvas, pieces, field, cells),
            Item::Piece { at, seat, rank } => {
                put(canvas, field, *at, pieces.piece(sides.get(*seat).ink, *rank));
            }
            Item::Lost { at, seat, rank, how } => {
                put(canvas, field, *at, pieces.lost(sides.get(*seat).ink, *rank, *how));
            }
            Item::Mark { at, mark } => put(canvas, field, *at, pieces.mark(*mark)),
            // Nothing in inches lies on squares.
            Item::Pitch(_) => {}
        }
    }
    let mut heads = Vec::new();
    for item in items {
        match item {
            Item::Hatch { at, open: _, tint, knob } => {
                let number = field.grid.number(*at);
                if let Some(place) = field.place(*at).filter(|it| it.width >= ROOMY) {
                    tags(canvas, letters, place, number, knob, *tint);
                }
            }
            Item::Path { cells } => heads.push(cells),
            Item::Piece { .. } | Item::Lost { .. } | Item::Mark { .. } | Item::Pitch(_) => {}
        }
    }
    for cells in heads {
        way::head(canvas, field, cells);
    }
}

fn put(canvas: &mut Canvas, field: &Field, at: Cell, sprite: &crate::sprite::Sprite) {
    if let Some(place) = field.place(at) {
        sprite.put(canvas, place.x, place.y);
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
    if let Some(number) = number.map(|it| it.to_string()) {
        let width = letters.width(Style::Number, &number) + 5;
        let plate = Rect::new(place.x + 1, place.y + 1, width, 19);
        canvas.round(plate, 4, Hue::Gap);
        letters.centre(canvas, Style::Number, &number, plate, Hue::Tag);
    }
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
