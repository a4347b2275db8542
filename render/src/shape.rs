//! Shapes that differ from picture to picture: lines, arrows and sectors.
//!
//! `tiny-skia` fills paths in integers once it has the points; the points are computed only by
//! addition, multiplication, division and square roots, which every machine rounds alike. No sines
//! are used.
use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use resvg::tiny_skia::{FillRule, LineCap, LineJoin, Mask, Path, PathBuilder, Stroke, Transform};

use crate::{
    canvas::{Canvas, Rect},
    palette::{SOLID, Shade},
    theme::Hue,
};

/// A point of the picture, in pixels.
pub(crate) type PixelPoint = (i32, i32);

/// Parts a full turn is cut into.
pub(crate) const SPOKES: usize = 240;

/// The pixels checked together.
const BAND: usize = 32;

/// The most shapes that are cached; beyond that the cache is emptied.
const KEPT: usize = 400;

/// One in the numbers of [`spokes`].
const UNIT: i64 = 1 << 30;

/// Cosine and sine of one part of a turn, in units of [`UNIT`].
const STEP: (i64, i64) = (1_073_373_879, 28_107_284);

/// Returns the points of a circle round (0, 0), clockwise from the top, one for each part of a turn.
pub(crate) fn spokes(radius: i32) -> [(f32, f32); SPOKES] {
    let (mut x, mut y) = (0, -UNIT);
    std::array::from_fn(|_| {
        let here = (x, y);
        (x, y) = ((x * STEP.0 - y * STEP.1) / UNIT, (x * STEP.1 + y * STEP.0) / UNIT);
        let scale = |part: i64| (part * i64::from(radius) / (UNIT >> 8)) as f32 / 256.0;
        (scale(here.0), scale(here.1))
    })
}

/// Fills the outline through some points, asking `hue` for each pixel's colour.
pub(crate) fn fill(canvas: &mut Canvas, points: &[(f32, f32)], hue: impl Fn(i32, i32) -> Hue) {
    let (key, from) = Outlined::new(points, true, 0);
    cover(canvas, key, from, |it| through(it, true), hue);
}

/// Draws a line through some points, `thick` pixels wide, with round ends.
pub(crate) fn line(canvas: &mut Canvas, points: &[PixelPoint], thick: i32, hue: Hue) {
    let points: Vec<(f32, f32)> = points.iter().map(|&(x, y)| (x as f32, y as f32)).collect();
    stroke(canvas, &points, false, thick, hue);
}

/// Draws a dashed line: a dash of `long` pixels every `every` pixels.
pub(crate) fn dotted(canvas: &mut Canvas, points: &[PixelPoint], every: i32, long: i32, hue: Hue) {
    let mut rest = 0;
    for pair in points.windows(2) {
        let [(x, y), (u, v)] = [pair[0], pair[1]];
        let (dx, dy) = (i64::from(u - x), i64::from(v - y));
        let length = (dx * dx + dy * dy).isqrt() as i32;
        let at = |far: i32| {
            let share = |part: i64| (part * i64::from(far) / i64::from(length.max(1))) as i32;
            (x + share(dx), y + share(dy))
        };
        let mut far = rest;
        while far < length {
            let end = (far + long).min(length);
            line(canvas, &[at(far), at(end)], if long == 1 { 5 } else { 3 }, hue);
            far += every;
        }
        rest = far - length;
    }
}

/// Draws the closed outline through some points, `thick` pixels wide.
pub(crate) fn outline(canvas: &mut Canvas, points: &[(f32, f32)], thick: i32, hue: Hue) {
    stroke(canvas, points, true, thick, hue);
}

/// Draws the head of an arrow from `from`, with its tip at `tip`: `long` pixels long and wide, with an edge of `edge`
/// pixels.
pub(crate) fn head(
    canvas: &mut Canvas,
    from: PixelPoint,
    tip: PixelPoint,
    long: i32,
    edge: i32,
    hue: Hue,
) {
    let Some((x, y)) = towards(from, tip) else { return };
    let (tip, long) = ((tip.0 as f32, tip.1 as f32), long as f32);
    let foot = (tip.0 - x * long, tip.1 - y * long);
    let half = long / 2.0;
    let corners =
        [tip, (foot.0 - y * half, foot.1 + x * half), (foot.0 + y * half, foot.1 - x * half)];
    fill(canvas, &corners, |_, _| hue);
    if edge > 0 {
        stroke(canvas, &corners, true, 2 * edge, hue);
    }
}

fn stroke(canvas: &mut Canvas, points: &[(f32, f32)], close: bool, thick: i32, hue: Hue) {
    let stroke = Stroke {
        width: thick as f32,
        line_cap: LineCap::Round,
        line_join: LineJoin::Round,
        ..Stroke::default()
    };
    let (key, from) = Outlined::new(points, close, thick);
    cover(canvas, key, from, |points| through(points, close)?.stroke(&stroke, 1.0), |_, _| hue);
}

/// Returns the point `back` pixels before `to` on the way from `from`, but never before `from`.
pub(crate) fn short_of(from: PixelPoint, to: PixelPoint, back: i32) -> PixelPoint {
    let (x, y) = (i64::from(to.0 - from.0), i64::from(to.1 - from.1));
    let long = (x * x + y * y).isqrt();
    if long <= i64::from(back) {
        return from;
    }
    let shorter = |part: i64| (part * i64::from(back) / long) as i32;
    (to.0 - shorter(x), to.1 - shorter(y))
}

/// Returns the direction from one point to another, as a vector of length 1.
fn towards(from: PixelPoint, to: PixelPoint) -> Option<(f32, f32)> {
    let (x, y) = ((to.0 - from.0) as f32, (to.1 - from.1) as f32);
    let long = (x * x + y * y).sqrt();
    (long > 0.0).then(|| (x / long, y / long))
}

fn through(points: &[(f32, f32)], close: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    let (&(x, y), rest) = points.split_first()?;
    path.move_to(x, y);
    for &(x, y) in rest {
        path.line_to(x, y);
    }
    if close {
        path.close();
    }
    path.finish()
}

/// The key of a shape, wherever it is: its points relative to the first one's pixel, to the last bit; whether it is closed; the
/// thickness of its line.
#[derive(PartialEq, Eq, Hash)]
struct Outlined {
    points: Vec<(u32, u32)>,
    close: bool,
    thick: i32,
}

impl Outlined {
    /// Returns the key of a shape, and the pixel of its first point.
    fn new(points: &[(f32, f32)], close: bool, thick: i32) -> (Outlined, PixelPoint) {
        let (x, y) = points.first().map_or((0.0, 0.0), |&(left, top)| (left.floor(), top.floor()));
        let points =
            points.iter().map(|&(right, down)| ((right - x).to_bits(), (down - y).to_bits()));
        (Outlined { points: points.collect(), close, thick }, (x as i32, y as i32))
    }

    fn points(&self) -> Vec<(f32, f32)> {
        self.points.iter().map(|&(x, y)| (f32::from_bits(x), f32::from_bits(y))).collect()
    }
}

/// The pixels that a shape covers, relative to the pixel of its first point.
#[derive(Default)]
struct Covered {
    /// Where a row of wholly covered pixels begins, and how many they are.
    solid: Vec<(PixelPoint, i32)>,
    /// Those at the edge.
    soft: Vec<(PixelPoint, Shade)>,
}

/// Colours the pixels that a path covers. The same shapes recur, so they are cached.
fn cover(
    canvas: &mut Canvas,
    key: Outlined,
    from: PixelPoint,
    path: impl FnOnce(&[(f32, f32)]) -> Option<Path>,
    hue: impl Fn(i32, i32) -> Hue,
) {
    static SHAPES: LazyLock<Mutex<HashMap<Outlined, Arc<Covered>>>> = LazyLock::new(Mutex::default);
    // A shape is cached whole or not at all, even if another thread panicked.
    let shapes = || SHAPES.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = shapes().get(&key).map(Arc::clone);
    let shape = kept.unwrap_or_else(|| {
        let path = path(&key.points());
        let Rect { x, y, width, height } = canvas.bounds();
        let seen = Rect::new(x - from.0, y - from.1, width, height);
        let (made, whole) = path.map(|it| Covered::by(&it, seen)).unwrap_or_default();
        let made = Arc::new(made);
        // A clipped shape would be different elsewhere.
        if whole {
            let mut shapes = shapes();
            if KEPT <= shapes.len() {
                shapes.clear();
            }
            shapes.insert(key, Arc::clone(&made));
        }
        made
    });
    let palette = canvas.palette;
    let at = |(x, y): PixelPoint| (x + from.0, y + from.1);
    for &(start, length) in &shape.solid {
        let (x, y) = at(start);
        for (pixel, x) in canvas.row(x, y, length).iter_mut().zip(x.max(0)..) {
            *pixel = palette.entry(hue(x, y));
        }
    }
    for &(place, level) in &shape.soft {
        let (x, y) = at(place);
        canvas.dab(x, y, palette.entry(hue(x, y)), level);
    }
}

impl Covered {
    /// Finds the visible part of a path, and tells whether that is all.
    fn by(path: &Path, seen: Rect) -> (Covered, bool) {
        let mut out = Covered::default();
        let around = path.bounds();
        let (x, y) = (around.left().floor() as i32 - 1, around.top().floor() as i32 - 1);
        let all = Rect::new(x, y, around.right() as i32 + 2 - x, around.bottom() as i32 + 2 - y);
        let part = all.meet(seen);
        let Some(mut mask) = Mask::new(part.width as u32, part.height as u32) else {
            return (out, false);
        };
        let place = Transform::from_translate(-part.x as f32, -part.y as f32);
        mask.fill_path(path, FillRule::Winding, true, place);
        for (row, y) in mask.data().chunks_exact(part.width as usize).zip(part.y..) {
            // A diagonal line leaves most of its box free, so free pixels are skipped many at a time.
            for (some, x) in row.chunks(BAND).zip((part.x..).step_by(BAND)) {
                if some.iter().fold(0, |all, bits| all | bits) != 0 {
                    some.iter().zip(x..).for_each(|(&covered, x)| out.add((x, y), covered));
                }
            }
        }
        (out, part == all)
    }

    fn add(&mut self, (x, y): PixelPoint, covered: u8) {
        let level = ((u32::from(covered) * u32::from(SOLID) + 127) / 255) as Shade;
        match (level, self.solid.last_mut()) {
            (0, _) => {}
            (SOLID.., Some(((start, row), length))) if *row == y && *start + *length == x => {
                *length += 1;
            }
            (SOLID.., _) => self.solid.push(((x, y), 1)),
            _ => self.soft.push(((x, y), level)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_of_steps_comes_back_to_the_top() {
        let spokes = spokes(100);
        for (at, wanted) in
            [(0, (0.0, -100.0)), (60, (100.0, 0.0)), (120, (0.0, 100.0)), (180, (-100.0, 0.0))]
        {
            let (x, y) = spokes[at];
            assert!((x - wanted.0).abs() < 0.05 && (y - wanted.1).abs() < 0.05, "{at}: {x} {y}");
        }
    }

    #[test]
    fn a_shortened_way_ends_before_its_end_and_not_before_its_start() {
        assert_eq!(short_of((0, 0), (100, 0), 30), (70, 0));
        assert_eq!(short_of((0, 0), (30, 40), 10), (24, 32));
        assert_eq!(short_of((5, 5), (6, 6), 30), (5, 5));
    }
}
