//! A ribbon over the board with the banner.
use image::GrayImage;

use crate::{
    canvas::{Canvas, Rect},
    text::{Style, Type, clean},
    theme::Hue,
};

/// Pixels a ribbon is high.
const HIGH: i32 = 62;
/// Pixels between the edge of the board and a ribbon, at least.
const EDGE: i32 = 42;
/// Pixels from one place a ribbon may have to the next below.
const STEP: usize = 8;
/// How many covered pixels each pixel further down counts: at most one piece over the whole board.
const DOWN: usize = 4;
/// How many covered pixels a pixel of an arrow or path counts: they are thin but important.
const WAY: usize = 6;
/// The ribbon moves down only if it then covers at most this percentage of what it covers at the top.
const SAVES: usize = 75;

/// Draws a ribbon over a board where it covers least, as far up as possible.
pub(crate) fn draw(
    canvas: &mut Canvas,
    letters: &Type,
    text: &str,
    (width, height): (i32, i32),
    empty: &GrayImage,
) {
    let (style, text) = letters.shrink(Style::Big, &clean(text), width - 120);
    let wide = letters.width(style, &text) + 72;
    let at = |y: i32| Rect::new((width - wide) / 2, y, wide, HIGH);
    let ways = WAYS.map(|hue| canvas.palette.entry(hue));
    let covered = |y: &i32| {
        let place = at(*y).inset(-4);
        let rows = (place.y..place.bottom()).map(|y| Rect { y, ..place });
        let below: usize = rows.map(|it| lies(canvas, empty, it, &ways)).sum();
        if *y == EDGE { below * SAVES / 100 } else { below + (*y - EDGE) as usize * DOWN }
    };
    let places = (EDGE..=(height - EDGE - HIGH).max(EDGE)).step_by(STEP);
    let ribbon = at(places.min_by_key(covered).unwrap_or(EDGE));
    canvas.round(ribbon.inset(-4), 14, Hue::PathEdge);
    canvas.round(ribbon, 11, Hue::AccentInk);
    canvas.round(ribbon.inset(3), 9, Hue::Accent);
    letters.centre(canvas, style, &text, ribbon, Hue::AccentInk);
}

/// The colours of arrows and paths.
const WAYS: [Hue; 5] = [Hue::Path, Hue::Trail, Hue::TrackSun, Hue::TrackArms, Hue::TrackCrowns];

/// Counts the pixels of a row where something lies on the empty board.
fn lies(canvas: &Canvas, empty: &GrayImage, part: Rect, ways: &[u8]) -> usize {
    let bare = empty.as_raw();
    let start = (part.y * empty.width() as i32 + part.x) as usize;
    let row = start..start + part.width as usize;
    match (canvas.pixels().get(row.clone()), bare.get(row)) {
        (Some(now), Some(bare)) => {
            let lies = now.iter().zip(bare).filter(|&(new, old)| new != old);
            lies.map(|(ink, _)| if ways.contains(ink) { WAY } else { 1 }).sum()
        }
        _ => 0,
    }
}
