//! The numbers of choices, each where its choice leads, or at the piece that it is about.
use engine::scene::{At, Pick};

use crate::{
    canvas::{Canvas, Rect},
    shape::PixelPoint,
    text::{Style, Type},
    theme::Hue,
};

/// The most numbers on one plate; of more of them the first ones are shown.
const MOST: usize = 3;

/// Draws all numbers. `place` returns the box of something, if it is on the board.
pub(super) fn draw(
    canvas: &mut Canvas,
    letters: &Type,
    numbers: &[(usize, Pick)],
    place: impl Fn(At) -> Option<Rect>,
) {
    let mut plates: Vec<(PixelPoint, i32, Vec<usize>)> = Vec::new();
    for (number, pick) in numbers {
        let Some((middle, size)) = spot(pick, &place) else { continue };
        match plates.iter_mut().find(|plate| plate.0 == middle) {
            Some(plate) => plate.2.push(*number),
            None => plates.push((middle, size, vec![*number])),
        }
    }
    for (middle, size, numbers) in plates {
        plate(canvas, letters, middle, size, &numbers);
    }
}

/// Returns the middle of a number, and how wide the square or coin is where it stands. A target has
/// it on the side from which the piece comes, so that it tells two pieces apart.
fn spot(pick: &Pick, place: &impl Fn(At) -> Option<Rect>) -> Option<(PixelPoint, i32)> {
    let from = pick.from.and_then(place);
    let targets: Vec<Rect> = pick.to.iter().filter_map(|at| place(*at)).collect();
    let Some((first, others)) = targets.split_first() else {
        // On a corner of the piece, which stays visible.
        let Rect { x, y, width, .. } = from?;
        return Some(((x + width * 4 / 5, y + width / 5), width));
    };
    let whole = others.iter().fold(*first, |all, one| {
        let (x, y) = (all.x.min(one.x), all.y.min(one.y));
        let (right, bottom) = (all.right().max(one.right()), all.bottom().max(one.bottom()));
        Rect::new(x, y, right - x, bottom - y)
    });
    let (x, y) = middle(whole);
    let Some((from_x, from_y)) = from.map(middle) else { return Some(((x, y), first.width)) };
    let (dx, dy) = ((from_x - x) as f32, (from_y - y) as f32);
    // To the border of the square, and a little inward.
    let far = dx.abs().max(dy.abs()).max(1.0);
    let back = first.width as f32 * 0.32;
    let toward = |way: f32| (way / far * back).round() as i32;
    Some(((x + toward(dx), y + toward(dy)), first.width))
}

fn middle(place: Rect) -> PixelPoint {
    (place.x + place.width / 2, place.y + place.height / 2)
}

/// Draws a plate like a key, unlike the round ones of moves.
fn plate(canvas: &mut Canvas, letters: &Type, (x, y): PixelPoint, size: i32, numbers: &[usize]) {
    let shown: Vec<String> = numbers.iter().take(MOST).map(usize::to_string).collect();
    let more = if MOST < numbers.len() { ".." } else { "" };
    let text = shown.join(",") + more;
    let tall = (size / 3).clamp(20, 28);
    let wide = (letters.width(Style::Number, &text) + 10).max(tall);
    let plate = Rect::new(x - wide / 2, y - tall / 2, wide, tall);
    canvas.round(plate, 6, Hue::Pick);
    canvas.round(plate.inset(2), 4, Hue::PickEdge);
    letters.centre(canvas, Style::Number, &text, plate, Hue::Pick);
}
