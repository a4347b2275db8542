//! What is beside the board: wheels, knobs and cards; duels have their own file.
use engine::scene::{Panel, Sector, Slider, SliderPosition, Tint};

use super::{
    card,
    duel::{self, Tools},
};
use crate::{
    canvas::{Canvas, Rect},
    shape::{self, SPOKES},
    sprite::tint_hues,
    text::{Style, Type, clean},
    theme::Hue,
};

/// Pixels a wheel takes from top to bottom.
const WHEEL: i32 = 134;
/// Pixels one knob takes from top to bottom.
const KNOB: i32 = 36;
/// Pixels the name of either end of a knob's rail takes.
const END: i32 = 66;

/// Draws a panel at the top of the free space and returns what stays free. A panel without room is left out.
pub(crate) fn draw(canvas: &mut Canvas, tools: &Tools, panel: &Panel, free: Rect) -> Rect {
    let letters = tools.letters;
    let high = match panel {
        Panel::Wheel { sectors, at } if free.height >= WHEEL => {
            let place = Rect { height: WHEEL, ..free };
            wheel(canvas, letters, sectors, at.filter(|&it| it < sectors.len()), place);
            WHEEL
        }
        Panel::Wheel { .. } => 0,
        Panel::Knobs(knobs) => {
            let room = (free.height / KNOB).max(0) as usize;
            for (each, y) in knobs.iter().take(room).zip((free.y..).step_by(KNOB as usize)) {
                knob(canvas, tools, each, Rect { y, height: KNOB, ..free });
            }
            KNOB * knobs.len().min(room) as i32
        }
        Panel::Cards { faces, pile, used } => {
            card::cards(canvas, tools, (faces, *pile, *used), free)
        }
        Panel::Own { face, now, goal } => card::own(canvas, tools, (face, *now, *goal), free),
        Panel::Pile(cards) => card::pile(canvas, tools, cards, free),
        Panel::Notes(lines) => card::notes(canvas, letters, lines, free),
        // They are drawn with the last events.
        Panel::Moves(_) | Panel::About { .. } => 0,
        Panel::Duel(it) => duel::duel(canvas, tools, it, free),
        Panel::Hurt(all) => duel::hurt(canvas, tools, all, free),
    };
    Rect { y: free.y + high, height: free.height - high, ..free }
}

/// Draws a wheel turned so that the sector it stopped on is under the pointer at the top, and says which that is.
fn wheel(canvas: &mut Canvas, letters: &Type, sectors: &[Sector], at: Option<usize>, place: Rect) {
    let radius = 54;
    let (x, y) = (place.x + radius + 4, place.y + place.height / 2 + 5);
    let rim = shape::spokes(radius);
    disc(canvas, (x, y), radius + 3, Hue::Gap);

    let total: u64 = sectors.iter().map(|it| u64::from(it.weight)).sum();
    let part = |weight: u64| (weight * 2 * SPOKES as u64 / total.max(1)) as usize;
    // In half spokes, so that the middle of a sector is one too.
    let mut ends = vec![0];
    let mut sum = 0;
    for Sector { tint: _, weight } in sectors {
        sum += u64::from(*weight);
        ends.push(part(sum));
    }
    let turned = at.map_or(0, |nth| (ends[nth] + ends[nth + 1]) / 2);
    let spoke = |half: usize| ((half + 4 * SPOKES - turned) / 2) % SPOKES;
    for (sector, end) in sectors.iter().zip(ends.windows(2)) {
        let (hue, mark) = tint_hues(sector.tint);
        let mut corners = vec![(x as f32, y as f32)];
        let arc = (end[0]..=end[1]).step_by(2).map(|half| rim[spoke(half)]);
        corners.extend(arc.map(|(dx, dy)| (x as f32 + dx, y as f32 + dy)));
        shape::fill(canvas, &corners, |x, y| if woven(sector.tint, x, y) { mark } else { hue });
    }
    let inner = shape::spokes(radius * 58 / 100);
    for (sector, end) in sectors.iter().zip(ends.windows(2)) {
        if sectors.len() > 1 {
            let (dx, dy) = rim[spoke(end[0])];
            let edge = (x + dx as i32, y + dy as i32);
            shape::line(canvas, &[(x, y), edge], 3, Hue::Gap);
        }
        // A sector too narrow for its letter has only its colour and pattern.
        if end[1] - end[0] >= SPOKES / 6 {
            let (dx, dy) = inner[spoke((end[0] + end[1]) / 2)];
            badge(canvas, letters, sector.tint, x + dx as i32, y + dy as i32);
        }
    }
    disc(canvas, (x, y), 7, Hue::Gap);

    let (_, words) = place.split(2 * radius + 24);
    let middle = place.y + place.height / 2;
    let upper = Rect { y: middle - 34, height: 28, ..words };
    let lower = Rect { y: middle - 6, height: 40, ..words };
    match at.map(|nth| sectors[nth].tint) {
        Some(tint) => {
            let (tip, top) = ((x, y - radius + 10), y - radius - 13);
            let pointer = [(x - 10, top), (x + 10, top), tip, (x - 10, top)];
            shape::line(canvas, &pointer, 7, Hue::PathEdge);
            let pointer = pointer.map(|(x, y)| (x as f32, y as f32));
            shape::fill(canvas, &pointer, |_, _| Hue::Path);
            letters.draw(canvas, Style::Body, "Wheel", upper, Hue::Muted);
            let said = letters.fit(Style::Big, tint.name(), lower.width);
            letters.draw(canvas, Style::Big, &said, lower, Hue::Ink);
        }
        None => {
            letters.draw(canvas, Style::Body, "Wheel", upper, Hue::Muted);
            letters.draw(canvas, Style::Body, "not spun", lower, Hue::Muted);
        }
    }
}

fn disc(canvas: &mut Canvas, (x, y): shape::PixelPoint, radius: i32, hue: Hue) {
    canvas.round(Rect::new(x - radius, y - radius, 2 * radius, 2 * radius), radius, hue);
}

/// Draws a tint's letter on a dark disc.
fn badge(canvas: &mut Canvas, letters: &Type, tint: Tint, x: i32, y: i32) {
    disc(canvas, (x, y), 14, Hue::Gap);
    let letter = tint.name()[..1].to_uppercase();
    letters.centre(canvas, Style::Strong, &letter, Rect::new(x - 14, y - 14, 28, 28), Hue::Tag);
}

/// Tells whether a pixel belongs to a tint's pattern: stripes for green, dots for orange, nothing for black.
fn woven(tint: Tint, x: i32, y: i32) -> bool {
    match tint {
        Tint::Black => false,
        Tint::Green => (x + y).rem_euclid(10) < 4,
        Tint::Orange => {
            let (x, y) = (x.rem_euclid(12) - 5, y.rem_euclid(12) - 5);
            x * x + y * y <= 9
        }
    }
}

/// Draws a knob: its name, the square it opens at either end, and the rail it slides on. It is oriented like the board: on a turned board, left is
/// at the right.
fn knob(canvas: &mut Canvas, tools: &Tools, knob: &Slider, place: Rect) {
    let letters = tools.letters;
    let Slider { name, tint, at, left, right, moved } = knob;
    let (hue, mark) = tint_hues(*tint);
    if *moved {
        canvas.round(place, 8, Hue::Accent);
        canvas.round(place.inset(3), 6, Hue::PlateTurn);
    }
    let plate = Rect::new(place.x + 6, place.y + 4, 50, KNOB - 8);
    canvas.round(plate, 6, hue);
    canvas.round(plate.inset(3), 4, Hue::Gap);
    let name = letters.fit(Style::Strong, &clean(name), plate.width - 8);
    letters.centre(canvas, Style::Strong, &name, plate, Hue::Tag);

    let (near, far) = (plate.right() + 4, place.right() - END - 4);
    let (x_left, x_right) = if tools.turned { (far, near) } else { (near, far) };
    let ends =
        [(left, SliderPosition::Left, "L", x_left), (right, SliderPosition::Right, "R", x_right)];
    for (cell, notch, letter, x) in ends {
        let end = Rect::new(x, place.y + 4, END, KNOB - 8);
        let open = notch == *at;
        if open {
            canvas.round(end, 6, hue);
            canvas.round(end.inset(3), 4, Hue::Pit);
        }
        let ink = if open { Hue::Tag } else { Hue::Muted };
        // The letter is at the outer end, as typed: `G1>L`.
        let (outer, inner) = if x == near {
            end.split(24)
        } else {
            let (inner, outer) = end.split(END - 24);
            (outer, inner)
        };
        letters.centre(canvas, Style::Number, letter, outer, ink);
        let square = letters.fit(Style::Strong, &cell.to_string(), inner.width);
        letters.centre(canvas, Style::Strong, &square, inner, ink);
    }
    let rail = Rect::new(
        plate.right() + END + 14,
        place.y + KNOB / 2 - 4,
        place.right() - plate.right() - 2 * END - 28,
        8,
    );
    canvas.round(rail, 4, Hue::Rail);
    let half = 15;
    let x = match (at, tools.turned) {
        (SliderPosition::Left, false) | (SliderPosition::Right, true) => rail.x + half,
        (SliderPosition::Centre, _) => rail.x + rail.width / 2,
        (SliderPosition::Right, false) | (SliderPosition::Left, true) => rail.right() - half,
    };
    for stop in [rail.x + half, rail.x + rail.width / 2, rail.right() - half] {
        canvas.fill(Rect::new(stop - 1, rail.y - 5, 3, 18), Hue::Rail);
    }
    let handle = Rect::new(x - half, place.y + 5, 2 * half, KNOB - 10);
    canvas.round(handle, 7, Hue::Gap);
    let face = handle.inset(3);
    canvas.round(face, 5, hue);
    for y in face.y + 2..face.bottom() - 2 {
        for x in face.x + 2..face.right() - 2 {
            if woven(*tint, x, y) {
                canvas.fill(Rect::new(x, y, 1, 1), mark);
            }
        }
    }
}
