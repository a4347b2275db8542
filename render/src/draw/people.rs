//! Fighters on the board, and where two of them fight.
use engine::scene::{Cell, FighterItem, Ink};

use crate::{
    canvas::{Canvas, Rect},
    layout::BoardLayout,
    people::{People, clash_width},
    shape,
    text::{Style, Type, clean, is_drawn},
    theme::Hue,
};

/// The narrowest square, in pixels, that has room for a name.
const ROOMY: i32 = 60;

/// Draws a fighter on a square.
pub(crate) fn standing(
    canvas: &mut Canvas,
    people: &People,
    field: &BoardLayout,
    fighter: &FighterItem,
    ink: Ink,
) {
    let Some(place) = field.place(fighter.at) else { return };
    for sprite in people.standing(fighter, ink) {
        sprite.put(canvas, place.x, place.y);
    }
}

/// Writes a fighter's name below, over every sword.
pub(crate) fn name(
    canvas: &mut Canvas,
    letters: &Type,
    field: &BoardLayout,
    fighter: &FighterItem,
) {
    let Some(place) = field.place(fighter.at) else { return };
    let drawn = |name: &&String| place.width >= ROOMY && is_drawn(name);
    let Some(name) = fighter.name.as_ref().filter(drawn) else { return };
    let name = letters.fit(Style::Number, &clean(name), place.width - 4);
    let wide = letters.width(Style::Number, &name) + 6;
    let plate = Rect::new(place.x + (place.width - wide) / 2, place.bottom() - 19, wide, 19);
    canvas.round(plate, 4, Hue::Gap);
    letters.centre(canvas, Style::Number, &name, plate, Hue::Tag);
}

/// Draws an arrow from the attacker to the defender, with crossed blades on top.
pub(crate) fn clash(
    canvas: &mut Canvas,
    people: &People,
    field: &BoardLayout,
    from: Cell,
    over: Cell,
) {
    let (Some(one), Some(other)) = (field.place(from), field.place(over)) else { return };
    if let (Some(start), Some(end)) = (field.middle(from), field.middle(over)) {
        let (clear, long) = (field.square() * 30 / 100, (field.square() * 24 / 100).max(6));
        let (start, tip) = (shape::short_of(end, start, clear), shape::short_of(start, end, clear));
        let foot = shape::short_of(start, tip, long - 2);
        for (edge, hue) in [(2, Hue::CrossEdge), (0, Hue::Cross)] {
            shape::line(canvas, &[start, foot], 7 + 2 * edge, hue);
            shape::head(canvas, start, tip, long, edge, hue);
        }
    }
    let half = |a: i32, b: i32| (a + b) / 2 + (field.square() - clash_width(field.square())) / 2;
    people.clash.put(canvas, half(one.x, other.x), half(one.y, other.y));
}
