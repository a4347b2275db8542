//! Marks for choosing: rings around movable pieces, a frame around the chosen one, dots on its
//! targets.
use engine::scene::{At, Highlight, Item};

use crate::{
    canvas::{Canvas, Rect},
    shape::{self, PixelPoint, SPOKES},
    theme::Hue,
};

/// Pixels of dark edge round a sign.
const EDGE: i32 = 2;
/// The parts of a broken ring; each is half line, half gap.
const DASHES: usize = 12;

/// Draws the rings around the pieces that may move, where `here` says so.
pub(super) fn rings(
    canvas: &mut Canvas,
    items: &[Item],
    place: impl Fn(At) -> Option<Rect>,
    here: impl Fn(At) -> bool,
) {
    for (wanted, forced) in [(Highlight::Movable, false), (Highlight::Forced, true)] {
        for at in all(items, wanted).filter(|at| here(*at)) {
            if let Some(place) = place(at) {
                ring(canvas, place, forced);
            }
        }
    }
}

/// Draws all marks over the pieces. `place` returns the box of something, if it is on the board; `is_free` tells whether it is
/// empty.
pub(super) fn draw(
    canvas: &mut Canvas,
    items: &[Item],
    place: impl Fn(At) -> Option<Rect> + Copy,
    is_free: impl Fn(At) -> bool,
) {
    choice(canvas, items, place, is_free);
    rings(canvas, items, place, |_| true);
}

/// Draws the frame of what is chosen, and its targets.
pub(super) fn choice(
    canvas: &mut Canvas,
    items: &[Item],
    place: impl Fn(At) -> Option<Rect>,
    is_free: impl Fn(At) -> bool,
) {
    for at in all(items, Highlight::Chosen) {
        let Some(place) = place(at) else { continue };
        let thick = (place.width / 11).max(3);
        frame(canvas, place, thick + EDGE, Hue::PickEdge);
        frame(canvas, place, thick, Hue::Pick);
    }
    for at in all(items, Highlight::Target) {
        let Some(place) = place(at) else { continue };
        if is_free(at) { dot(canvas, place) } else { corners(canvas, place) }
    }
}

fn all(items: &[Item], wanted: Highlight) -> impl Iterator<Item = At> + '_ {
    items.iter().filter_map(move |item| match item {
        Item::Highlight { at, highlight } if *highlight == wanted => Some(*at),
        _ => None,
    })
}

fn frame(canvas: &mut Canvas, place: Rect, thick: i32, hue: Hue) {
    for y in [place.y, place.bottom() - thick] {
        canvas.fill(Rect { y, height: thick, ..place }, hue);
    }
    for x in [place.x, place.right() - thick] {
        canvas.fill(Rect { x, width: thick, ..place }, hue);
    }
}

fn dot(canvas: &mut Canvas, place: Rect) {
    let (x, y) = middle(place);
    let radius = (place.width * 17 / 100).max(6);
    for (radius, hue) in [(radius + EDGE, Hue::PickEdge), (radius, Hue::Pick)] {
        canvas.round(Rect::new(x - radius, y - radius, 2 * radius, 2 * radius), radius, hue);
    }
}

/// Draws the four corners of a box, round something that is attacked.
fn corners(canvas: &mut Canvas, place: Rect) {
    let (long, thick) = (place.width * 28 / 100, (place.width / 12).max(3));
    for (edge, hue) in [(EDGE, Hue::PickEdge), (0, Hue::Pick)] {
        for right in [false, true] {
            for down in [false, true] {
                let x = |wide: i32| if right { place.right() - wide } else { place.x };
                let y = |high: i32| if down { place.bottom() - high } else { place.y };
                let (long, thick) = (long + edge, thick + edge);
                canvas.fill(Rect::new(x(long), y(thick), long, thick), hue);
                canvas.fill(Rect::new(x(thick), y(long), thick, long), hue);
            }
        }
    }
}

/// Draws a ring round a piece: a thick one if it or another marked piece must move, otherwise a broken one.
fn ring(canvas: &mut Canvas, place: Rect, forced: bool) {
    let (x, y) = middle(place);
    let thick = if forced { (place.width / 11).max(4) } else { (place.width / 16).max(3) };
    let radius = place.width * 48 / 100 - (thick + 1) / 2 - EDGE;
    let around = shape::spokes(radius).map(|(dx, dy)| (x as f32 + dx, y as f32 + dy));
    for (edge, hue) in [(2 * EDGE, Hue::PickEdge), (0, Hue::Pick)] {
        if forced {
            shape::outline(canvas, &around, thick + edge, hue);
            continue;
        }
        let dash = SPOKES / DASHES;
        for start in (0..SPOKES).step_by(dash) {
            let arc: Vec<PixelPoint> = around[start..start + dash / 2]
                .iter()
                .map(|&(right, down)| (right.round() as i32, down.round() as i32))
                .collect();
            shape::line(canvas, &arc, thick + edge, hue);
        }
    }
}

fn middle(place: Rect) -> PixelPoint {
    (place.x + place.width / 2, place.y + place.height / 2)
}
