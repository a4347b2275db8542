//! The path of the last move: its start, every landing, and an arrow.
use engine::scene::Cell;

use crate::{
    canvas::{Canvas, Rect},
    layout::BoardLayout,
    shape::{self, PixelPoint},
    sprite::Pieces,
    text::{Style, Type},
    theme::Hue,
};

/// Pixels of dark edge around the path.
const EDGE: i32 = 2;

/// Draws the line of a path, without the arrow's head. A path that leaves the board is drawn up to
/// the edge.
pub(crate) fn line(canvas: &mut Canvas, pieces: &Pieces, field: &BoardLayout, cells: &[Cell]) {
    let mut stops = stops(field, cells);
    let size = field.square();
    if let Some(place) = cells.first().and_then(|&at| field.place(at)) {
        pieces.start.put(canvas, place.x, place.y);
    }
    let [before, last] = match stops[..] {
        [.., before, last] => [before, last],
        _ => return,
    };
    let landings: Vec<PixelPoint> = stops[1..stops.len() - 1].to_vec();
    // The line ends inside the head, and starts clear of the mark on the first square.
    if let Some(end) = stops.last_mut() {
        *end = shape::short_of(before, tip(field, before, last), long(field) - 2);
    }
    stops[0] = shape::short_of(stops[1], stops[0], size * 22 / 100);
    let thick = (size / 9).max(3);
    for (edge, hue) in [(EDGE, Hue::PathEdge), (0, Hue::Path)] {
        shape::line(canvas, &stops, thick + 2 * edge, hue);
        for &(x, y) in &landings {
            let half = size / 8 + edge;
            canvas.round(Rect::new(x - half, y - half, 2 * half, 2 * half), half, hue);
        }
    }
}

/// Draws the arrowhead at the end of the path.
pub(crate) fn head(canvas: &mut Canvas, field: &BoardLayout, cells: &[Cell]) {
    let [.., before, last] = stops(field, cells)[..] else { return };
    let tip = tip(field, before, last);
    for (edge, hue) in [(EDGE, Hue::PathEdge), (0, Hue::Path)] {
        shape::head(canvas, before, tip, long(field), edge, hue);
    }
}

/// Writes which of several moves a path is, in the middle of its first leg.
pub(crate) fn number(
    canvas: &mut Canvas,
    letters: &Type,
    field: &BoardLayout,
    cells: &[Cell],
    n: usize,
) {
    let [(x, y), (to_x, to_y), ..] = stops(field, cells)[..] else { return };
    let text = n.to_string();
    let tall = (field.square() / 3).clamp(18, 26);
    let wide = (letters.width(Style::Number, &text) + 10).max(tall);
    let plate = Rect::new((x + to_x - wide) / 2, (y + to_y - tall) / 2, wide, tall);
    canvas.round(plate, tall / 2, Hue::PathEdge);
    canvas.round(plate.inset(2), tall / 2 - 2, Hue::Path);
    letters.centre(canvas, Style::Number, &text, plate, Hue::PathEdge);
}

fn stops(field: &BoardLayout, cells: &[Cell]) -> Vec<PixelPoint> {
    cells.iter().map_while(|&at| field.middle(at)).collect()
}

/// Returns where the arrow ends: clear of the piece on the last square.
fn tip(field: &BoardLayout, before: PixelPoint, last: PixelPoint) -> PixelPoint {
    shape::short_of(before, last, field.square() * 48 / 100)
}

/// Returns how many pixels the head of the arrow is long.
fn long(field: &BoardLayout) -> i32 {
    (field.square() * 30 / 100).max(6)
}
