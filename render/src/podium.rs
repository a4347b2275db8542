//! The podium of a season: the first, second and third on steps of different height.

use crate::{
    canvas::{Canvas, Rect},
    text::{Style, Type, clean, is_drawn},
    theme::Hue,
};
use charts::{Estimate, Row};

/// How many have a step.
pub(crate) const STEPS: usize = 3;
/// Pixels the highest step is high.
const HIGHEST: i32 = 160;
/// Pixels each step is lower than the one before.
const LOWER: i32 = 34;
/// Pixels for the name and the score above a step.
const WORDS: i32 = 92;
/// Pixels between two steps.
const GAP: i32 = 12;

/// Returns the height of a podium in pixels; 0 if nobody is on it.
pub(crate) fn height(rows: &[Row]) -> i32 {
    if rows.is_empty() { 0 } else { WORDS + HIGHEST + GAP }
}

/// Draws the steps, the second to the left of the first, the third to the right.
pub(crate) fn draw(canvas: &mut Canvas, letters: &Type, rows: &[Row], free: Rect) {
    let wide = (free.width - 2 * GAP) / STEPS as i32;
    for ((row, column), nth) in rows.iter().zip([1, 0, 2]).zip(0..) {
        let high = HIGHEST - nth * LOWER;
        let x = free.x + column * (wide + GAP);
        let step = Rect::new(x, free.bottom() - high, wide, high);
        canvas.round(step, 10, Hue::Line);
        canvas.round(step.inset(2), 9, if nth == 0 { Hue::PlateTurn } else { Hue::Plate });
        let place = Rect { y: step.y + 4, height: 48, ..step };
        letters.centre(canvas, Style::Big, &(nth + 1).to_string(), place, Hue::Ink);
        let counts = Rect { y: step.bottom() - 38, height: 34, ..step };
        let Row { place: _, name, rating: Estimate { rating, give }, won, lost, drawn, .. } = row;
        let says = format!("{won}-{lost}-{drawn}");
        letters.centre(canvas, Style::Body, &says, counts, Hue::Muted);
        let name = if is_drawn(name) { clean(name) } else { "a player".to_owned() };
        let (style, lines) = letters.name(Style::Name, &name, wide, 2);
        let line = if lines.len() == 1 { 34 } else { 24 };
        let top = step.y - 34 - line * lines.len() as i32;
        for (text, y) in lines.iter().zip((top..).step_by(line as usize)) {
            let within = Rect { y, height: line, ..step };
            letters.centre(canvas, style, text, within, Hue::Ink);
        }
        let score = Rect { y: step.y - 34, height: 32, ..step };
        letters.centre(canvas, Style::Strong, &format!("{rating} ± {give}"), score, Hue::Ink);
    }
}
