//! Whether the text in a picture can be read: not cut, within its box, and with enough contrast.
use std::cell::RefCell;

use crate::{
    canvas::{Canvas, Rect},
    theme::{Hue, parts},
};

/// The contrast that accessibility guidelines (WCAG) ask for large letters, in hundredths.
const WANTED: u32 = 300;

thread_local! {
    /// The findings while a picture is checked; none while pictures are only drawn.
    static FOUND: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

/// Lists what can't be read in the pictures drawn meanwhile on this thread, and why; for tests.
///
/// ```
/// let painter = render::Painter::new();
/// let found = render::unreadable(|| painter.sheet(&[], render::Theme::Light));
/// assert!(found.is_empty());
/// ```
pub fn unreadable<T>(draw: impl FnOnce() -> T) -> Vec<String> {
    FOUND.set(Some(Vec::new()));
    draw();
    FOUND.take().unwrap_or_default()
}

/// Tells whether the picture being drawn is checked.
pub(crate) fn is_looked_at() -> bool {
    FOUND.with_borrow(Option::is_some)
}

/// Checks a text before it is drawn: its width, the height of its capitals, and the width of its room.
pub(crate) fn look(canvas: &mut Canvas, text: &str, place: Rect, room: i32, hue: Hue) {
    FOUND.with_borrow_mut(|found| {
        let Some(found) = found else { return };
        if text.ends_with('…') {
            found.push(format!("cut: {text}"));
        }
        if room + 1 < place.width {
            found.push(format!("{} pixels in {room}: {text}", place.width));
        }
        let part = Rect { width: place.width.min(room), ..place }.meet(canvas.bounds());
        let mut counts = [0; 256];
        for y in part.y..part.bottom() {
            canvas
                .row(part.x, y, part.width)
                .iter()
                .for_each(|pixel| counts[usize::from(*pixel)] += 1);
        }
        let own = parts(hue.rgb(canvas.palette.theme));
        let (colours, _) = canvas.palette.bytes().as_chunks::<3>();
        // The most frequent colour is the ground.
        let Some((ground, _)) = colours.iter().zip(counts).max_by_key(|it| it.1) else { return };
        let apart = contrast(own, *ground);
        if apart < WANTED && !text.is_empty() {
            let (whole, rest) = (apart / 100, apart % 100);
            found.push(format!("{whole}.{rest:02} to 1, {hue:?} on {ground:?}: {text}"));
        }
    });
}

/// Returns the contrast of two colours in hundredths.
pub(crate) fn contrast(one: [u8; 3], other: [u8; 3]) -> u32 {
    let part = |level: u8| match f64::from(level) / 255.0 {
        share if share <= 0.040_45 => share / 12.92,
        share => ((share + 0.055) / 1.055).powf(2.4),
    };
    let light = |colour: [u8; 3]| {
        0.2126 * part(colour[0]) + 0.7152 * part(colour[1]) + 0.0722 * part(colour[2]) + 0.05
    };
    let (one, other) = (light(one), light(other));
    (one.max(other) / one.min(other) * 100.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_on_white_is_twenty_one_to_one() {
        assert_eq!(contrast([0; 3], [255; 3]), 2100);
        assert_eq!(contrast([90; 3], [90; 3]), 100);
    }
}
