//! The strip beside the board: title, the two sides, panels, the last lines and the caption.
use engine::{
    scene::{Made, Panel, Side},
    seat::{BySeat, Seat},
};

use super::{card, duel::Tools, panel, plate};
use crate::{
    canvas::{Canvas, Rect},
    layout::STRIP,
    sprite::Signs,
    text::{Style, Type, clean},
    theme::Hue,
};

/// Pixels left free at the sides of the strip.
const MARGIN: i32 = 14;
/// Pixels between one thing and the next.
const GAP: i32 = 10;
/// The most lines of last events for which cards make room.
const LAST_LINES: usize = 4;
/// The most lines of one event before everything is written in smaller letters.
const MOST_OF_ONE: usize = 30;
/// The most lines of the caption.
const CAPTION_LINES: usize = 4;

/// Pixels an earlier move takes.
const MOVE: i32 = 32;

/// Pixels between the earlier moves and the last events, and above both.
const APART: i32 = 6;

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
    let told = last.iter().map(|it| letters.wrap(Style::Body, &clean(it), inner.width, LAST_LINES));
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
    let moves = panels.iter().find_map(|it| match it {
        Panel::Moves(moves) => Some(&moves[..]),
        _ => None,
    });
    lines(canvas, &tools, moves.unwrap_or_default(), last, rest);
}

/// Draws the title, in two smaller lines if it is long; returns the lower edge.
fn head(canvas: &mut Canvas, letters: &Type, title: &str, inner: Rect) -> i32 {
    let title = clean(title);
    let (style, lines) = match letters.width(Style::Name, &title) <= inner.width {
        true => (Style::Name, vec![title]),
        false => (Style::Strong, letters.wrap(Style::Strong, &title, inner.width, TITLE_LINES)),
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

/// Draws the last events in the lower part of the free space: as many of the newest lines as fit, and above them the earlier
/// moves. With much room, everything is under a heading, in the middle.
fn lines(canvas: &mut Canvas, tools: &Tools, moves: &[Made], last: &[String], free: Rect) {
    let letters = tools.letters;
    let said: Vec<String> = last.iter().map(|it| clean(it)).collect();
    let all = |style: Style| {
        let lines = |it: &String| letters.wrap(style, it, free.width, MOST_OF_ONE).len() as i32;
        style.line() * said.iter().map(lines).sum::<i32>()
    };
    // Everything in smaller letters rather than a part.
    let (style, apart) = match all(Style::Body) + APART <= free.height {
        true => (Style::Body, APART),
        false => (Style::Number, 0),
    };
    let line = style.line();
    let free = Rect { y: free.y + apart, height: free.height - apart, ..free };
    let room = (free.height / line).max(0) as usize;
    let mut shown: Vec<String> = Vec::new();
    for text in said.iter().rev() {
        let mut wrapped = letters.wrap(style, text, free.width, room - shown.len());
        wrapped.append(&mut shown);
        shown = wrapped;
        if shown.len() >= room {
            break;
        }
    }
    let told = line * shown.len() as i32;
    let head = Style::Name.line() + GAP;
    let titled = !shown.is_empty() && told + head + 2 * GAP < free.height;
    let left = free.height - told - APART - if titled { head + GAP } else { GAP };
    // Short moves are in two columns.
    let column = free.width / 2;
    let room_for = column - Signs::COUNT - 8;
    let across =
        match moves.iter().all(|it| letters.width(Style::Body, &clean(&it.words)) <= room_for) {
            true => 2,
            false => 1,
        };
    let narrow = free.width - Signs::COUNT - 8;
    let is_long = |it: &Made| narrow < letters.width(Style::Number, &clean(&it.words));
    let high = if moves.iter().any(is_long) { 2 * Style::Number.line() } else { MOVE };
    let fitting = moves.len().min((left / high).max(0) as usize * across);
    // Without a heading, they couldn't be told from the last events.
    let moves = if titled { &moves[moves.len() - fitting..] } else { &[] };
    let apart = if moves.is_empty() { 0 } else { APART };
    let rows = high * moves.len().div_ceil(across) as i32;
    let all = told + apart + rows + if titled { head } else { 0 };
    let mut y = free.y + (free.height - all) / 2;
    if titled {
        let title = Rect { y, height: head - GAP, ..free };
        letters.draw(canvas, Style::Name, "What happened", title, Hue::Muted);
        canvas.fill(Rect { y: title.bottom() + 2, height: 2, ..free }, Hue::Line);
        y += head;
    }
    for (nth, Made { seat, who: _, words }) in moves.iter().enumerate() {
        let x = free.x + column * (nth % across) as i32;
        let row = Rect { x, y, width: free.width / across as i32, height: high };
        let (sign, words_at) = row.split(Signs::COUNT + 8);
        let sign_y = sign.y + (sign.height - Signs::COUNT) / 2;
        tools.signs.man(tools.sides.get(*seat).ink).put(canvas, sign.x, sign_y);
        let (style, lines) = letters.name(Style::Body, &clean(words), words_at.width);
        let each = words_at.height / lines.len().max(1) as i32;
        for (text, y) in lines.iter().zip((y..).step_by(each as usize)) {
            letters.draw(canvas, style, text, Rect { y, height: each, ..words_at }, Hue::Muted);
        }
        if (nth + 1).is_multiple_of(across) || nth + 1 == moves.len() {
            y += high;
        }
    }
    y += apart;
    for text in &shown {
        letters.draw(canvas, style, text, Rect { y, height: line, ..free }, Hue::Ink);
        y += line;
    }
}
