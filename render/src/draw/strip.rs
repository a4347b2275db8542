//! The strip beside the board: title, the two sides, panels, the last lines and the caption.
use engine::{
    scene::{Panel, Side},
    seat::{BySeat, Seat},
};

use super::{card, duel::Tools, panel, plate, story};
use crate::{
    canvas::{Canvas, Rect},
    layout::STRIP,
    signs::Signs,
    text::{Style, Type, clean},
    theme::Hue,
};

/// Pixels left free at the sides of the strip.
const MARGIN: i32 = 14;
/// Pixels between one thing and the next.
const GAP: i32 = 10;
/// The most lines of last events for which cards make room.
const LAST_LINES: usize = 4;
/// The most lines of the caption.
const CAPTION_LINES: usize = 4;

/// The most lines of the title.
const TITLE_LINES: usize = 2;

/// The contents of the strip.
pub(crate) struct Strip<'a> {
    pub(crate) title: &'a str,
    pub(crate) sides: &'a BySeat<Side>,
    pub(crate) facing: Seat,
    /// Whether the board is seen from its far side.
    pub(crate) turned: bool,
    pub(crate) panels: &'a [Panel],
    pub(crate) last: &'a [String],
    pub(crate) caption: &'a str,
}

/// Draws the strip.
pub(crate) fn draw(canvas: &mut Canvas, letters: &Type, signs: &Signs, strip: &Strip) {
    let Strip { title, sides, facing, turned, panels, last, caption } = *strip;
    let inner = Rect { x: STRIP.x + MARGIN, width: STRIP.width - 2 * MARGIN, ..STRIP };

    let head = head(canvas, letters, title, inner);
    let high = plate::height(sides);
    let far = Rect { y: head, height: high, ..inner };
    plate::draw(canvas, letters, signs, sides, facing.other(), far);

    let foot = foot(canvas, letters, caption, inner);
    let near = Rect { y: foot - GAP - high, height: high, ..inner };
    plate::draw(canvas, letters, signs, sides, facing, near);

    let top = far.bottom() + GAP;
    let between = Rect { y: top, height: near.y - GAP - top, ..inner };
    let told =
        last.iter().map(|words| letters.wrap(Style::Body, &clean(words), inner.width, LAST_LINES));
    let told = told.map(|it| it.len()).sum::<usize>().min(LAST_LINES);
    let for_panels = between.height - told as i32 * Style::Body.line();
    let cards = card::Size::fitting(letters, panels, Rect { height: for_panels, ..between });
    let tools = Tools { letters, signs, sides, cards, turned };
    // A single note is centred.
    let alone = match (panels, last) {
        ([Panel::Notes(notes)], []) => {
            (between.height - card::notes_height(letters, notes, inner.width)).max(0) / 2
        }
        _ => 0,
    };
    let between = Rect { y: between.y + alone, height: between.height - alone, ..between };
    let rest = panels.iter().fold(between, |free, it| panel::draw(canvas, &tools, it, free));
    let pens = story::Pens { letters, signs, sides };
    story::draw(canvas, &pens, panels, last, rest);
}

/// Draws only what lies beside the board, from the top of the strip: wheel, knobs, cards, dice and duel. Returns where that ends.
pub(crate) fn panels(
    canvas: &mut Canvas,
    letters: &Type,
    signs: &Signs,
    sides: &BySeat<Side>,
    turned: bool,
    panels: &[Panel],
) -> i32 {
    let free = STRIP.inset(MARGIN);
    let cards = card::Size::fitting(letters, panels, free);
    let tools = Tools { letters, signs, sides, cards, turned };
    panels.iter().fold(free, |free, it| panel::draw(canvas, &tools, it, free)).y
}

/// Tells whether a panel is drawn beside the board; the others are part of what happened.
pub(crate) fn lies_beside(panel: &Panel) -> bool {
    match panel {
        Panel::Moves(_) | Panel::About { .. } => false,
        Panel::Wheel { .. }
        | Panel::Knobs(_)
        | Panel::Cards { .. }
        | Panel::Own { .. }
        | Panel::Pile(_)
        | Panel::Notes(_)
        | Panel::Duel(_)
        | Panel::Hurt(_) => true,
    }
}

/// Draws the title, smaller or in two lines if it is long; returns the lower edge.
fn head(canvas: &mut Canvas, letters: &Type, title: &str, inner: Rect) -> i32 {
    let title = clean(title);
    let (style, short) = letters.shrink(Style::Name, &title, inner.width);
    let lines = if short == title {
        vec![title]
    } else {
        letters.wrap(style, &title, inner.width, TITLE_LINES)
    };
    let mut line = Rect { y: 8, height: style.line(), ..inner };
    for text in lines {
        letters.draw(canvas, style, &text, line, Hue::Ink);
        line.y = line.bottom();
    }
    line.y + 7
}

/// Draws the caption at the bottom of the strip; returns where it begins.
fn foot(canvas: &mut Canvas, letters: &Type, caption: &str, inner: Rect) -> i32 {
    let lines = letters.wrap(Style::Strong, &clean(caption), inner.width, CAPTION_LINES);
    let line = Style::Strong.line();
    let height = line * lines.len() as i32 + 14;
    let band = Rect { y: STRIP.bottom() - height, height, ..STRIP };
    canvas.fill(band, Hue::Accent);
    for (text, y) in lines.iter().zip((band.y + 7..).step_by(line as usize)) {
        let within = Rect { y, height: line, ..inner };
        letters.draw(canvas, Style::Strong, text, within, Hue::AccentInk);
    }
    band.y
}
