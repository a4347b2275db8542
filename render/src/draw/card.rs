//! Cards beside the board: those face up, the onlooker's own, a known pile, and notes.
use engine::scene::{CardFace, Emblem, Panel};

use super::duel::Tools;
use crate::{
    canvas::{Canvas, Rect},
    emblem::Emblems,
    text::{Style, Type, clean},
    theme::Hue,
};

/// The most lines of what a card does.
const MOST_OF_CARD: usize = 4;
/// Pixels of a card that are neither drawing nor words.
const BESIDE: i32 = 20;
/// Pixels above notes.
const ABOVE: i32 = 8;
/// Pixels between two cards.
const GAP: i32 = 6;
/// The most lines of notes; the free space usually has room for fewer.
const LINES: usize = 30;
/// Pixels from one small card of a pile to the next.
const TINY: i32 = Emblems::TINY + 4;

/// How large cards are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// A large drawing, the name and three lines of what it does.
    Large,
    /// A small drawing, the name and what it does.
    Middle,
    /// The name alone.
    Small,
}

impl Size {
    /// Picks the largest size with which panels fit into the free space; otherwise the smallest.
    pub(crate) fn fitting(letters: &Type, panels: &[Panel], free: Rect) -> Size {
        let fits = |size: &Size| {
            let all: i32 = panels.iter().map(|it| height(letters, it, *size, free.width)).sum();
            all <= free.height
        };
        [Size::Large, Size::Middle].into_iter().find(fits).unwrap_or(Size::Small)
    }

    /// Returns the height of a card with its whole text, in pixels.
    fn height(self, letters: &Type, face: &CardFace, width: i32) -> i32 {
        let drawing = match self {
            Size::Large => Emblems::LARGE,
            Size::Middle => Emblems::SMALL,
            Size::Small => return Style::Strong.line() + 10,
        };
        let width = width - drawing - BESIDE;
        let lines = letters.wrap(Style::Number, &clean(&face.effect), width, MOST_OF_CARD).len();
        let words = Style::Strong.line() + Style::Number.line() * lines as i32 + 8;
        words.max(drawing + 12)
    }
}

/// Groups equal cards, with their number.
fn alike(faces: &[CardFace]) -> Vec<(&CardFace, usize)> {
    let mut each: Vec<(&CardFace, usize)> = Vec::new();
    for face in faces {
        match each.iter_mut().find(|it| it.0 == face) {
            Some((_, count)) => *count += 1,
            None => each.push((face, 1)),
        }
    }
    each
}

/// Returns the height a panel wants with cards of a size; none for panels without cards, which take
/// the rest.
fn height(letters: &Type, panel: &Panel, size: Size, width: i32) -> i32 {
    match panel {
        Panel::Cards { faces, .. } => {
            let each =
                alike(faces).into_iter().map(|(card, _)| size.height(letters, card, width) + GAP);
            each.sum::<i32>() + Style::Body.line()
        }
        Panel::Own { face, .. } => size.height(letters, face, width) + GAP,
        Panel::Pile(cards) => {
            let across = (width / TINY).max(1) as usize;
            Style::Strong.line() + cards.len().div_ceil(across) as i32 * TINY
        }
        Panel::Notes(notes) => notes_height(letters, notes, width),
        Panel::Wheel { .. }
        | Panel::Knobs(_)
        | Panel::Moves(_)
        | Panel::About { .. }
        | Panel::Duel(_)
        | Panel::Hurt(_) => 0,
    }
}

/// Returns the pixels that notes are high.
pub(crate) fn notes_height(letters: &Type, notes: &[String], width: i32) -> i32 {
    let lines =
        notes.iter().map(|note| letters.wrap(Style::Body, &clean(note), width, LINES).len());
    ABOVE + Style::Body.line() * lines.sum::<usize>() as i32
}

/// Draws the cards face up, and a line that counts the others; returns the height.
pub(crate) fn cards(
    canvas: &mut Canvas,
    tools: &Tools,
    (faces, pile, used): (&[CardFace], u32, u32),
    free: Rect,
) -> i32 {
    let line = Style::Body.line();
    let mut y = free.y;
    for (face, count) in alike(faces) {
        let high = tools.cards.height(tools.letters, face, free.width);
        if free.bottom() < y + high {
            break;
        }
        let name = match count {
            1 => face.name.clone(),
            _ => format!("{} ({count})", face.name),
        };
        card(canvas, tools, &CardFace { name, ..face.clone() }, Rect { y, height: high, ..free });
        y += high + GAP;
    }
    if y + line <= free.bottom() {
        let text = format!("Pile {pile}, used {used}");
        tools.letters.draw(
            canvas,
            Style::Body,
            &text,
            Rect { y, height: line, ..free },
            Hue::Muted,
        );
        y += line;
    }
    y - free.y
}

/// Draws the card that only the onlooker sees; returns its height, or none if it has no room.
pub(crate) fn own(
    canvas: &mut Canvas,
    tools: &Tools,
    (face, now, goal): (&CardFace, u32, u32),
    free: Rect,
) -> i32 {
    let high = tools.cards.height(tools.letters, face, free.width);
    if free.height < high {
        return 0;
    }
    let name = format!("Your {}: {now} of {goal}", face.name);
    let told = CardFace { name, ..face.clone() };
    card(canvas, tools, &told, Rect { height: high, ..free });
    high + GAP
}

/// Draws the cards of a pile from its top as small ones, as many as fit, and how many more there are; returns the
/// height.
pub(crate) fn pile(
    canvas: &mut Canvas,
    tools: &Tools,
    cards: &[(Emblem, String)],
    free: Rect,
) -> i32 {
    let head = Style::Strong.line();
    let rows = ((free.height - head) / TINY).max(0) as usize;
    if rows == 0 {
        return 0;
    }
    let across = (free.width / TINY).max(1) as usize;
    // The last place says how many more there are.
    let shown = if cards.len() <= rows * across { cards.len() } else { rows * across - 1 };
    let title = Rect { height: head, ..free };
    tools.letters.draw(canvas, Style::Strong, "The pile from its top:", title, Hue::Ink);
    let place = |n: usize| {
        let (x, y) = ((n % across) as i32 * TINY, (n / across) as i32 * TINY);
        Rect::new(free.x + x, title.bottom() + y, TINY, TINY)
    };
    let art = &tools.signs.emblems;
    for (n, (emblem, _)) in cards[..shown].iter().enumerate() {
        let place = place(n);
        art.get(*emblem).tiny.put(canvas, place.x, place.y);
    }
    if shown < cards.len() {
        let more = format!("+{}", cards.len() - shown);
        tools.letters.centre(canvas, Style::Number, &more, place(shown), Hue::Muted);
    }
    head + cards.len().div_ceil(across).min(rows) as i32 * TINY
}

/// Writes notes; returns how high they are.
pub(crate) fn notes(canvas: &mut Canvas, letters: &Type, notes: &[String], free: Rect) -> i32 {
    let line = Style::Body.line();
    let mut y = free.y + ABOVE;
    for note in notes {
        for text in letters.wrap(Style::Body, &clean(note), free.width, LINES) {
            if free.bottom() < y + line {
                return y - free.y;
            }
            letters.draw(canvas, Style::Body, &text, Rect { y, height: line, ..free }, Hue::Ink);
            y += line;
        }
    }
    y - free.y
}

/// Draws one card: its drawing at the left, its name and what it does beside.
fn card(canvas: &mut Canvas, tools: &Tools, face: &CardFace, place: Rect) {
    let Tools { letters, signs, cards, .. } = tools;
    let CardFace { emblem, name, effect, fresh } = face;
    canvas.round(place, 10, if *fresh { Hue::Accent } else { Hue::Line });
    canvas.round(place.inset(if *fresh { 4 } else { 2 }), 8, Hue::Plate);
    let art = signs.emblems.get(*emblem);
    let drawing = match cards {
        Size::Large => Some((&art.large, Emblems::LARGE)),
        Size::Middle => Some((&art.small, Emblems::SMALL)),
        Size::Small => None,
    };
    let size = drawing.map_or(0, |it| it.1);
    if let Some((sprite, size)) = drawing {
        sprite.put(canvas, place.x + 5, place.y + (place.height - size) / 2);
    }
    let words = Rect {
        x: place.x + size + 12,
        width: place.width - size - BESIDE,
        y: place.y + 4,
        height: place.height - 6,
    };
    let (style, title) = letters.shrink(Style::Strong, &clean(name), words.width);
    let line = Style::Strong.line();
    letters.draw(canvas, style, &title, Rect { height: line, ..words }, Hue::Ink);
    let rest = Rect { y: words.y + line, height: words.height - line, ..words };
    let each = Style::Number.line();
    let lines = (rest.height / each).max(0) as usize;
    let wrapped = letters.wrap(Style::Number, &clean(effect), rest.width, lines);
    for (text, y) in wrapped.iter().zip((rest.y..).step_by(each as usize)) {
        letters.draw(canvas, Style::Number, text, Rect { y, height: each, ..rest }, Hue::Ink);
    }
}
