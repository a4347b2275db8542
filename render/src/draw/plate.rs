//! A side's plate: the player, counts, and whether it is to move.
use engine::{
    scene::{Count, Ink, Left, Rank, Side, Tally},
    seat::{BySeat, Seat},
};

use crate::{
    canvas::{Canvas, Rect},
    shape,
    sprite::Signs,
    text::{Style, Type, clean},
    theme::{Hue, Set},
};

/// Pixels a plate is high, with a row of counts and without.
const HEIGHTS: [i32; 2] = [104, 72];
/// Pixels the row of counts is high.
const COUNTS: i32 = 32;
/// How many pieces can be counted at a glance.
const GLANCE: u32 = 4;

/// Returns the height of both plates, in pixels: lower without counts.
pub(crate) fn height(sides: &BySeat<Side>) -> i32 {
    let counted = Seat::BOTH.iter().any(|it| sides.get(*it).tallies.iter().any(is_worth));
    HEIGHTS[usize::from(!counted)]
}

/// Tells whether something is shown in the row of counts: men always, anything else only if there are some.
fn is_worth(tally: &Tally) -> bool {
    match tally.what {
        Count::Men | Count::Pawns | Count::Pool => true,
        // Drawn large beside the name.
        Count::Goals => false,
        Count::Kings | Count::Emperors | Count::Captured | Count::Fallen | Count::Off => {
            0 < tally.count
        }
    }
}

/// Draws one side's plate.
pub(crate) fn draw(
    canvas: &mut Canvas,
    letters: &Type,
    signs: &Signs,
    sides: &BySeat<Side>,
    seat: Seat,
    place: Rect,
) {
    let Side { name, role, ink, to_move, tallies, clock, left } = sides.get(seat);
    let ground = if *to_move { Hue::PlateTurn } else { Hue::Plate };
    canvas.round(place, 10, if *to_move { Hue::Accent } else { Hue::Line });
    canvas.round(place.inset(if *to_move { 4 } else { 2 }), 8, ground);

    let chip = Rect::new(place.x + 8, place.y + 4, Signs::CHIP, Signs::CHIP);
    signs.chip(*ink).put(canvas, chip.x, chip.y);
    let mut words = Rect::new(chip.right() + 8, place.y + 8, place.right() - chip.right() - 18, 30);
    for tally in tallies.iter().filter(|it| it.what == Count::Goals) {
        let score = tally.count.to_string();
        let wide = letters.width(Style::Big, &score) + 10;
        let large = Rect { height: 40, ..words };
        letters.right(canvas, Style::Big, &score, large, Hue::Ink);
        words.width -= wide;
    }
    let mut first = words;
    if *to_move {
        // An arrow besides the frame shows the turn by shape.
        let (arrow, rest) = words.split(24);
        let (x, y) = (arrow.x as f32, (arrow.y + arrow.height / 2) as f32);
        shape::fill(canvas, &[(x, y - 10.0), (x + 17.0, y), (x, y + 10.0)], |_, _| Hue::Accent);
        first = rest;
    }
    let (name, role) = (clean(name), clean(role));
    let (style, lines) = letters.name(Style::Name, &name, first.width, 2);
    // Two lines are closer together, and the side is a little lower.
    let high = if lines.len() == 1 { first.height } else { 19 };
    for (line, y) in
        lines.iter().zip((first.y - 2 * lines.len() as i32 + 2..).step_by(high as usize))
    {
        letters.draw(canvas, style, line, Rect { y, height: high, ..first }, Hue::Ink);
    }

    let lower = if lines.len() == 1 { -2 } else { 1 };
    let mut second = Rect { y: words.bottom() + lower, height: 28, ..words };
    if let Some(clock) = clock {
        second.width -= time(canvas, letters, signs, clock, *left, second) + 8;
    }
    // If nobody has a name yet, the side isn't written twice.
    let role = if role == name { String::new() } else { role };
    let (style, role) = letters.shrink(Style::Body, &role, second.width);
    letters.draw(canvas, style, &role, second, Hue::Muted);

    let row = Rect { y: place.bottom() - COUNTS - 4, height: COUNTS, ..place };
    counts(canvas, letters, signs, sides, seat, row);
}

/// Draws the time left at the right end of a line, with a bar below it; returns how wide that is. Short time has a triangle
/// instead of the clock, and a bar with gaps.
pub(crate) fn time(
    canvas: &mut Canvas,
    letters: &Type,
    signs: &Signs,
    clock: &str,
    left: Option<Left>,
    line: Rect,
) -> i32 {
    let text = letters.fit(Style::Strong, &clean(clock), line.width * 6 / 10);
    let width = letters.width(Style::Strong, &text);
    letters.right(canvas, Style::Strong, &text, line, Hue::Ink);
    let all = width + Signs::CLOCK + 6;
    let sign = Rect::new(
        line.right() - all,
        line.y + (line.height - Signs::CLOCK) / 2,
        Signs::CLOCK,
        Signs::CLOCK,
    );
    let short = left.is_some_and(|it| it.short);
    match short {
        true => alarm(canvas, letters, sign),
        false => signs.clock.put(canvas, sign.x, sign.y),
    }
    if let Some(Left { percent, short: _ }) = left {
        bar(canvas, Rect::new(sign.x, line.bottom() - 2, all, 6), percent, short);
    }
    all
}

/// Draws a triangle with an exclamation mark.
fn alarm(canvas: &mut Canvas, letters: &Type, place: Rect) {
    let (x, y) = (place.x as f32, place.y as f32);
    let (wide, high) = (place.width as f32, place.height as f32);
    let corners = [(x + wide / 2.0, y - 1.0), (x + wide + 1.0, y + high), (x - 1.0, y + high)];
    shape::fill(canvas, &corners, |_, _| Hue::Accent);
    let mark = Rect { y: place.y + 3, ..place };
    letters.centre(canvas, Style::Strong, "!", mark, Hue::AccentInk);
}

/// Draws how much of the time is left, with gaps if it is short.
fn bar(canvas: &mut Canvas, place: Rect, percent: u8, short: bool) {
    canvas.fill(place, Hue::Line);
    let full = place.width * i32::from(percent.min(100)) / 100;
    let part = Rect { width: full.max(3), ..place };
    canvas.fill(part, if short { Hue::Accent } else { Hue::Ink });
    for x in (part.x + 5..part.right()).step_by(8).filter(|_| short) {
        canvas.fill(Rect { x, width: 3, ..part }.meet(part), Hue::Line);
    }
}

/// Draws a sign and a number for each count, from the left; those without room are left out. Captured pieces are drawn one by one.
fn counts(
    canvas: &mut Canvas,
    letters: &Type,
    signs: &Signs,
    sides: &BySeat<Side>,
    seat: Seat,
    row: Rect,
) {
    let side = sides.get(seat);
    let (_, mut free) = row.split(12);
    let fell = side.tallies.iter().any(|it| it.what == Count::Fallen && 0 < it.count);
    for Tally { what, count } in side.tallies.iter().filter(|it| is_worth(it)) {
        if let Some(word) = word(*what) {
            let text = match what {
                Count::Captured => word.to_owned(),
                _ => format!("{word} {count}"),
            };
            let wide = letters.width(Style::Number, &text);
            if wide > free.width - 8 {
                return;
            }
            letters.draw(canvas, Style::Number, &text, free, Hue::Ink);
            (_, free) = free.split(wide + if *what == Count::Captured { 4 } else { 14 });
            if *what == Count::Captured {
                let aside = if fell { 78 } else { 8 };
                let part = Rect { width: free.width - aside, ..free };
                let ink = sides.get(seat.other()).ink;
                let wide = taken(canvas, letters, signs, ink, *count, part);
                (_, free) = free.split(wide + 8);
            }
            continue;
        }
        let text = count.to_string();
        let wide = Signs::COUNT + 4 + letters.width(Style::Strong, &text);
        if wide > free.width - 8 {
            return;
        }
        let sign = match what {
            Count::Men | Count::Pawns => signs.piece(side.ink, Rank::Man),
            Count::Kings => signs.piece(side.ink, Rank::King),
            Count::Emperors => signs.emperor(side.ink),
            Count::Pool => &signs.pool,
            Count::Captured | Count::Fallen | Count::Goals | Count::Off => continue,
        };
        sign.put(canvas, free.x, free.y + (free.height - Signs::COUNT) / 2);
        let (_, words) = free.split(Signs::COUNT + 4);
        letters.draw(canvas, Style::Strong, &text, words, Hue::Ink);
        (_, free) = free.split(wide.max(52) + 8);
    }
}

/// Draws small overlapping pieces, and their number if it can't be seen at a glance; returns the
/// width.
fn taken(
    canvas: &mut Canvas,
    letters: &Type,
    signs: &Signs,
    ink: Ink,
    count: u32,
    free: Rect,
) -> i32 {
    let figure = if count <= GLANCE { String::new() } else { count.to_string() };
    let figure_wide = letters.width(Style::Number, &figure) + 4;
    let room = free.width - Signs::COUNT - figure_wide;
    // A crowd of people is drawn as one.
    let crowd = canvas.palette.set == Set::Meadow && GLANCE < count;
    let count = if crowd { 1 } else { i32::try_from(count).unwrap_or(i32::MAX).min(24) };
    let step = (room / (count - 1).max(1)).min(14);
    let mut x = free.x;
    if 4 <= step {
        for nth in 0..count {
            x = free.x + nth * step;
            signs.man(ink).put(canvas, x, free.y + (free.height - Signs::COUNT) / 2);
        }
        x += Signs::COUNT - 2 + if figure.is_empty() { 0 } else { 4 };
    }
    // Without room for pieces, the number says it.
    let figure = if step < 4 && figure.is_empty() { count.to_string() } else { figure };
    letters.draw(canvas, Style::Number, &figure, Rect { x, ..free }, Hue::Ink);
    x + figure_wide - free.x
}

/// Returns the word for what a small sign wouldn't say.
fn word(what: Count) -> Option<&'static str> {
    match what {
        Count::Captured => Some("taken"),
        Count::Fallen => Some("fell"),
        Count::Off => Some("fouled out"),
        Count::Men | Count::Kings | Count::Pawns | Count::Emperors | Count::Pool => None,
        Count::Goals => None,
    }
}
