//! A ribbon over the board with what the picture is about.
use crate::{
    canvas::{Canvas, Rect},
    text::{Style, Type, clean},
    theme::Hue,
};

/// Pixels a ribbon is high.
const HIGH: i32 = 62;

/// Draws a ribbon near the upper edge of a board `width` pixels wide.
pub(crate) fn draw(canvas: &mut Canvas, letters: &Type, text: &str, width: i32) {
    let (style, text) = letters.shrink(Style::Big, &clean(text), width - 120);
    let wide = letters.width(style, &text) + 72;
    let ribbon = Rect::new((width - wide) / 2, 42, wide, HIGH);
    canvas.round(ribbon.inset(-4), 14, Hue::PathEdge);
    canvas.round(ribbon, 11, Hue::AccentInk);
    canvas.round(ribbon.inset(3), 9, Hue::Accent);
    letters.centre(canvas, style, &text, ribbon, Hue::AccentInk);
}
