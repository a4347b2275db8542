//! Cards beside the board: those face up, the one that is only the onlooker's, and notes.
use engine::scene::CardFace;

use crate::{
    canvas::{Canvas, Rect},
    emblem::Emblems,
    sprite::Signs,
    text::{Style, Type, clean},
    theme::Hue,
};

/// Pixels between two cards.
const GAP: i32 = 6;
/// The most lines of one note.
const NOTE_LINES: usize = 5;

/// Draws the cards face up, and a line that counts the others; returns how high all that is.
pub(crate) fn cards(
    canvas: &mut Canvas,
    letters: &Type,
    signs: &Signs,
    (faces, pile, used): (&[CardFace], u32, u32),
    free: Rect,
) -> i32 {
    let line = Style::Body.line();
    // Two cards have room enough; with more decks there may be more of them.
    let large = faces.len() <= 2;
    let mut y = free.y;
    for it in faces {
        let high = height(large);
        if free.bottom() < y + high {
            break;
        }
        card(canvas, letters, signs, it, large, Rect { y, height: high, ..free });
        y += high + GAP;
    }
    if y + line <= free.bottom() {
        let text = format!("Pile {pile}, used {used}");
        letters.draw(canvas, Style::Body, &text, Rect { y, height: line, ..free }, Hue::Muted);
        y += line;
    }
    y - free.y
}

/// Draws the card that only the onlooker sees; returns how high it is, nothing where it has no room.
pub(crate) fn own(
    canvas: &mut Canvas,
    letters: &Type,
    signs: &Signs,
    (face, now, goal): (&CardFace, u32, u32),
    free: Rect,
) -> i32 {
    let large = height(true) <= free.height;
    let high = height(large);
    if free.height < high {
        return 0;
    }
    let name = format!("Your {}: {now} of {goal}", face.name);
    let told = CardFace { name, ..face.clone() };
    card(canvas, letters, signs, &told, large, Rect { height: high, ..free });
    high + GAP
}

/// Writes notes; returns how high they are.
pub(crate) fn notes(canvas: &mut Canvas, letters: &Type, notes: &[String], free: Rect) -> i32 {
    let line = Style::Body.line();
    let mut y = free.y;
    for note in notes {
        for text in letters.wrap(Style::Body, &clean(note), free.width, NOTE_LINES) {
            if free.bottom() < y + line {
                return y - free.y;
            }
            letters.draw(canvas, Style::Body, &text, Rect { y, height: line, ..free }, Hue::Ink);
            y += line;
        }
    }
    y - free.y
}

fn height(large: bool) -> i32 {
    if large { Emblems::LARGE + 12 } else { Emblems::SMALL + 8 }
}

/// Draws one card: its drawing at the left, its name and what it does beside.
fn card(
    canvas: &mut Canvas,
    letters: &Type,
    signs: &Signs,
    face: &CardFace,
    large: bool,
    place: Rect,
) {
    let CardFace { emblem, name, effect, fresh } = face;
    canvas.round(place, 10, if *fresh { Hue::Accent } else { Hue::Line });
    canvas.round(place.inset(if *fresh { 4 } else { 2 }), 8, Hue::Plate);
    let art = signs.emblems(canvas.palette).get(*emblem);
    let (sprite, size) = match large {
        true => (&art.large, Emblems::LARGE),
        false => (&art.small, Emblems::SMALL),
    };
    sprite.put(canvas, place.x + 5, place.y + (place.height - size) / 2);
    let words = Rect {
        x: place.x + size + 12,
        width: place.width - size - 20,
        y: place.y + 4,
        height: place.height - 6,
    };
    let title = letters.fit(Style::Strong, &clean(name), words.width);
    let line = Style::Strong.line();
    letters.draw(canvas, Style::Strong, &title, Rect { height: line, ..words }, Hue::Ink);
    let rest = Rect { y: words.y + line, height: words.height - line, ..words };
    let each = Style::Number.line();
    let lines = (rest.height / each).max(1) as usize;
    let wrapped = letters.wrap(Style::Number, &clean(effect), rest.width, lines);
    for (text, y) in wrapped.iter().zip((rest.y..).step_by(each as usize)) {
        letters.draw(canvas, Style::Number, text, Rect { y, height: each, ..rest }, Hue::Ink);
    }
}
