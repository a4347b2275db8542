//! The way of the last move: where it began, every landing, and an arrow to its end.
use engine::scene::Cell;

use crate::{
    canvas::{Canvas, Rect},
    layout::Field,
    shape::{self, Point},
    sprite::Pieces,
    theme::Hue,
};

/// Draws the way through some squares. A way that leaves the board is drawn as far as it is on it.
pub(crate) fn draw(canvas: &mut Canvas, pieces: &Pieces, field: &Field, cells: &[Cell]) {
    let stops: Vec<Point> = cells.iter().map_while(|&at| field.middle(at)).collect();
    let size = field.square();
    if let Some(place) = cells.first().and_then(|&at| field.place(at)) {
        pieces.start.put(canvas, place.x, place.y);
    }
    let [.., before, last] = stops[..] else { return };
    // The tip stays clear of the piece on the last square; the line starts clear of the sign on the first.
    let tip = shape::short_of(before, last, size * 37 / 100);
    let long = (size * 30 / 100).max(6);
    let neck = shape::short_of(before, tip, long - 2);
    let mut line = stops.clone();
    line.pop();
    line.push(neck);
    line[0] = shape::short_of(line[1], line[0], size * 22 / 100);
    let thick = (size / 9).max(3);
    for (edge, hue) in [(2, Hue::PathEdge), (0, Hue::Path)] {
        shape::line(canvas, &line, thick + 2 * edge, hue);
        shape::head(canvas, before, tip, long, edge, hue);
        for &(x, y) in stops.iter().skip(1).rev().skip(1) {
            let half = size / 8 + edge;
            canvas.round(Rect::new(x - half, y - half, 2 * half, 2 * half), half, hue);
        }
    }
}
