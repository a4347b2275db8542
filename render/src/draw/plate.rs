//! A side's plate: the player, counts, and whether it is to move.
use engine::{
    scene::{Count, Ink, Left, Rank, Side, Tally},
    seat::{BySeat, Seat},
};

use crate::{
    canvas::{Canvas, Rect},
    shape,
    signs::Signs,
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
    let counted = Seat::BOTH.iter().any(|seat| sides.get(*seat).tallies.iter().any(is_worth));
    HEIGHTS[usize::from(!counted)]
}

/// Tells whether something is shown in the row of counts: men always, anything else only if there are some.
fn is_worth(tally: &Tally) -> bool {
    match tally.what {
        Count::Men | Count::Pawns | Count::Pool => true,
        // Drawn large beside the name.
        Count::Goals => false,
        Count::Kings
        | Count::Queens
        | Count::Emperors
        | Count::Captured
        | Count::Fallen
        | Count::Off => 0 < tally.count,
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

/// Writes a time with the signs of its units, for the little room beside a name: `2 d 4 h`.
fn with_signs(clock: &str) -> String {
    let signs = [("day", "d"), ("hour", "h"), ("minute", "min")];
    let short = |word: &str| {
        let sign = signs.iter().find(|it| word.strip_suffix('s').unwrap_or(word) == it.0);
        sign.map_or_else(|| word.to_owned(), |it| it.1.to_owned())
    };
    if clock.starts_with(|it: char| it.is_ascii_digit()) {
        clock.split(' ').map(short).collect::<Vec<_>>().join(" ")
    } else {
        clock.to_owned()
    }
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
    let text = letters.fit(Style::Strong, &clean(&with_signs(clock)), line.width * 6 / 10);
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
    if short {
        alarm(canvas, letters, sign)
    } else {
        signs.clock.put(canvas, sign.x, sign.y)
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
    let taken_as = TakenForm::of(letters, sides, free.width, canvas.palette.set == Set::Meadow);
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
                let ink = sides.get(seat.other()).ink;
                let wide = taken(canvas, letters, signs, (ink, *count), taken_as, free);
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
            Count::Kings | Count::Queens => signs.piece(side.ink, Rank::King),
            Count::Emperors => signs.emperor(side.ink),
            Count::Pool => &signs.pool,
            Count::Captured | Count::Fallen | Count::Goals | Count::Off => continue,
        };
        sign.put(canvas, free.x, free.y + (free.height - Signs::COUNT) / 2);
        let (_, words) = free.split(Signs::COUNT + 4);
        letters.draw(canvas, Style::Strong, &text, words, Hue::Ink);
        (_, free) = free.split(sign_width(letters, *count));
    }
}

/// Returns how wide the pieces may be that a side has taken, in a row so wide.
fn room_for_taken(letters: &Type, tallies: &[Tally], width: i32) -> Option<i32> {
    let mut left = width;
    for Tally { what, count } in tallies.iter().filter(|it| is_worth(it)) {
        left -= match word(*what) {
            Some(word) if *what == Count::Captured => {
                let fell = |tally: &Tally| tally.what == Count::Fallen && 0 < tally.count;
                let aside = if tallies.iter().any(fell) { 78 } else { 8 };
                return Some(left - letters.width(Style::Number, word) - 4 - aside);
            }
            Some(word) => letters.width(Style::Number, &format!("{word} {count}")) + 14,
            None => sign_width(letters, *count),
        };
    }
    None
}

/// Returns how wide a sign with its number is, and the gap after it.
fn sign_width(letters: &Type, count: u32) -> i32 {
    let wide = Signs::COUNT + 4 + letters.width(Style::Strong, &count.to_string());
    wide.max(52) + 8
}

/// How the pieces that were taken are shown, the same for both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TakenForm {
    /// How far apart small overlapping pieces are; none if there is no room for pieces.
    step: Option<i32>,
    /// Whether one piece stands for all.
    crowd: bool,
    /// Whether a number says how many there are.
    figure: bool,
}

impl TakenForm {
    /// Chooses the form for rows so wide. A crowd of people is drawn as one.
    fn of(letters: &Type, sides: &BySeat<Side>, width: i32, people: bool) -> TakenForm {
        let both = Seat::BOTH.map(|seat| &sides.get(seat).tallies);
        let taken = both.into_iter().flatten().filter(|it| it.what == Count::Captured);
        let most = taken.map(|it| it.count).max().unwrap_or(0);
        let rooms = both.into_iter().filter_map(|it| room_for_taken(letters, it, width));
        let figure = GLANCE < most;
        let crowd = people && figure;
        let number = if figure { letters.width(Style::Number, &most.to_string()) } else { 0 };
        let room = rooms.min().unwrap_or(width) - Signs::COUNT - number - 4;
        let gaps = if crowd { 1 } else { drawn(most).max(2) - 1 };
        let step = (room / gaps).min(14);
        let step = (4 <= step).then_some(step);
        TakenForm { step, crowd, figure: figure || step.is_none() }
    }
}

/// Returns how many pieces are drawn of so many.
fn drawn(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX).min(24)
}

/// Draws small overlapping pieces, or their number, or both; returns the width.
fn taken(
    canvas: &mut Canvas,
    letters: &Type,
    signs: &Signs,
    (ink, count): (Ink, u32),
    form: TakenForm,
    free: Rect,
) -> i32 {
    let figure = if form.figure { count.to_string() } else { String::new() };
    let mut x = free.x;
    if let Some(step) = form.step {
        for nth in 0..if form.crowd { 1 } else { drawn(count) } {
            x = free.x + nth * step;
            signs.man(ink).put(canvas, x, free.y + (free.height - Signs::COUNT) / 2);
        }
        x += Signs::COUNT - 2 + if figure.is_empty() { 0 } else { 4 };
    }
    letters.draw(canvas, Style::Number, &figure, Rect { x, ..free }, Hue::Ink);
    x + letters.width(Style::Number, &figure) + 4 - free.x
}

/// Returns the word for what a small sign wouldn't say.
fn word(what: Count) -> Option<&'static str> {
    match what {
        Count::Captured => Some("taken"),
        Count::Fallen => Some("fell"),
        Count::Off => Some("fouled out"),
        Count::Men
        | Count::Kings
        | Count::Queens
        | Count::Pawns
        | Count::Emperors
        | Count::Pool => None,
        Count::Goals => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_both_sides_have_taken_is_shown_in_the_same_way() {
        let letters = Type::new();
        let side = |tallies: &[(Count, u32)]| Side {
            name: String::new(),
            role: String::new(),
            ink: Ink::Dark,
            to_move: false,
            tallies: tallies.iter().map(|&(what, count)| Tally { what, count }).collect(),
            clock: None,
            left: None,
        };
        let form = |own: u32, other: u32, fell: u32, people: bool| {
            let own = [(Count::Men, 8), (Count::Captured, own)];
            let other = [(Count::Men, 8), (Count::Captured, other), (Count::Fallen, fell)];
            let sides = BySeat { first: side(&own), second: side(&other) };
            TakenForm::of(&letters, &sides, 300, people)
        };
        let few = form(2, 4, 0, true);
        assert_eq!((few.step.is_some(), few.crowd, few.figure), (true, false, false));
        // One with many makes both count.
        let crowd = form(2, 7, 0, true);
        assert_eq!((crowd.step.is_some(), crowd.crowd, crowd.figure), (true, true, true));
        let pieces = form(1, 7, 0, false);
        assert_eq!((pieces.step.is_some(), pieces.crowd, pieces.figure), (true, false, true));
        // One without room for pieces leaves both without.
        let none = form(1, 24, 3, false);
        assert_eq!((none.step, none.figure), (None, true));
    }
}
