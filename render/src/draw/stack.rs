//! Stacks with what they carry, walls between squares, and the home rims.
use engine::scene::{Cell, Ink, Rim};

use crate::{
    canvas::{Canvas, Rect},
    layout::{BoardLayout, FRAME},
    shape,
    sprite::Pieces,
    text::{Style, Type},
    theme::Hue,
};

/// A stack as an item has it.
pub(crate) struct StackDrawing {
    pub(crate) at: Cell,
    pub(crate) ink: Ink,
    pub(crate) height: u8,
    pub(crate) rings: u32,
    pub(crate) snookles: u32,
    pub(crate) hippo: bool,
    pub(crate) waits: bool,
}

/// Draws a stack with its tokens, and the number of equal ones.
pub(crate) fn stack(
    canvas: &mut Canvas,
    letters: &Type,
    pieces: &Pieces,
    field: &BoardLayout,
    drawing: &StackDrawing,
) {
    let Some(place) = field.place(drawing.at) else { return };
    let tokens = &pieces.tokens;
    tokens.stack(drawing.ink, drawing.height).put(canvas, place.x, place.y);
    if drawing.hippo {
        tokens.hippo.put(canvas, place.x, place.y);
    }
    if 0 < drawing.rings {
        tokens.ring.put(canvas, place.x, place.y);
        count(canvas, letters, drawing.rings, place, place.y + place.height * 6 / 100);
    }
    if 0 < drawing.snookles {
        tokens.snookle.put(canvas, place.x, place.y);
        count(canvas, letters, drawing.snookles, place, place.y + place.height * 72 / 100);
    }
    if drawing.waits {
        waits(canvas, place);
    }
}

/// Writes the number of several equal tokens, to the right of the token.
fn count(canvas: &mut Canvas, letters: &Type, count: u32, place: Rect, y: i32) {
    if count < 2 || place.width < 40 {
        return;
    }
    let text = count.to_string();
    let width = letters.width(Style::Number, &text) + 9;
    let plate = Rect::new(place.x + place.width * 40 / 100, y, width, 22);
    canvas.round(plate, 6, Hue::BadgeEdge);
    canvas.round(plate.inset(2), 5, Hue::Tag);
    letters.centre(canvas, Style::Number, &text, plate, Hue::Coal);
}

/// Draws three dots at the upper right: a pawn that waits for its crown.
fn waits(canvas: &mut Canvas, place: Rect) {
    let size = (place.width / 10).max(3);
    let plate = Rect::new(place.right() - 4 * size - 6, place.y + 3, 4 * size + 4, 2 * size + 2);
    canvas.round(plate, size, Hue::BadgeEdge);
    for n in 0..3 {
        let dot =
            Rect::new(plate.x + 3 + n * (size + size / 4), plate.y + size / 2 + 1, size, size);
        canvas.round(dot, size / 2, Hue::Badge);
    }
}

/// Draws a wall on the edge between two squares: bricks in the colour of its side.
pub(crate) fn wall(
    canvas: &mut Canvas,
    field: &BoardLayout,
    between: [Cell; 2],
    ink: Ink,
    fresh: bool,
) {
    let [Some(one), Some(other)] = between.map(|at| field.place(at)) else { return };
    let thick = (one.width / 6).max(4);
    let bar = if one.y == other.y {
        Rect::new(one.x.max(other.x) - thick / 2, one.y - 1, thick, one.height + 2)
    } else {
        Rect::new(one.x - 1, one.y.max(other.y) - thick / 2, one.width + 2, thick)
    };
    let (edge, face, line) = match ink {
        Ink::Dark => (Hue::SlabEdge, Hue::Coal, Hue::SlabEdge),
        Ink::Light => (Hue::Coal, Hue::LightFace, Hue::LightRim),
    };
    if fresh {
        canvas.round(bar.inset(-5), 6, Hue::PathEdge);
        canvas.round(bar.inset(-3), 5, Hue::Path);
    }
    canvas.round(bar.inset(-2), 4, edge);
    canvas.round(bar, 3, face);
    // Joints distinguish a wall from a line.
    let along = bar.width.max(bar.height);
    for nth in 1..5 {
        let at = along * nth / 5;
        let joint = if bar.width < bar.height {
            Rect::new(bar.x + 2, bar.y + at - 1, bar.width - 4, 3)
        } else {
            Rect::new(bar.x + at - 1, bar.y + 2, 3, bar.height - 4)
        };
        canvas.fill(joint, line);
    }
}

/// Draws arrowheads on the frame along a side's home, in the direction of its pawns.
pub(crate) fn home(canvas: &mut Canvas, field: &BoardLayout, rim: Rim, ink: Ink) {
    let squares = field.squares();
    // From the far side everything is turned by half.
    let rim = match (field.upright, rim) {
        (true, rim) => rim,
        (false, Rim::South) => Rim::North,
        (false, Rim::North) => Rim::South,
        (false, Rim::East) => Rim::West,
        (false, Rim::West) => Rim::East,
    };
    let (size, half) = (field.square(), FRAME / 2 - 4);
    let count = match rim {
        Rim::South | Rim::North => field.grid.columns,
        Rim::East | Rim::West => field.grid.rows,
    };
    let (face, edge) = match ink {
        Ink::Dark => (Hue::Coal, Hue::SlabEdge),
        Ink::Light => (Hue::LightFace, Hue::Coal),
    };
    for nth in 1..i32::from(count) {
        let along = nth * size;
        let (x, y) = match rim {
            Rim::South => (squares.x + along, squares.bottom() + FRAME / 2),
            Rim::North => (squares.x + along, squares.y - FRAME / 2),
            Rim::East => (squares.right() + FRAME / 2, squares.y + along),
            Rim::West => (squares.x - FRAME / 2, squares.y + along),
        };
        let (dx, dy) = match rim {
            Rim::South => (0, -1),
            Rim::North => (0, 1),
            Rim::East => (-1, 0),
            Rim::West => (1, 0),
        };
        let tip = (x + dx * half, y + dy * half);
        let from = (x - dx * 4 * half, y - dy * 4 * half);
        for (wide, hue) in [(2, edge), (0, face)] {
            shape::head(canvas, from, tip, 2 * half, wide, hue);
        }
    }
}
