//! A side's plate: who plays it, what there is to count, and whether it is to move.
use engine::scene::{Count, Rank, Side, Tally};

use crate::{
    canvas::{Canvas, Rect},
    shape,
    sprite::Signs,
    text::{Style, Type, clean},
    theme::Hue,
};

/// Pixels a plate is high.
pub(crate) const HEIGHT: i32 = 104;

/// Draws one side's plate.
pub(crate) fn draw(canvas: &mut Canvas, letters: &Type, signs: &Signs, side: &Side, place: Rect) {
    let Side { name, role, ink, to_move, tallies, clock } = side;
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
        // An arrow besides the frame, so that the turn is told by shape.
        let (arrow, rest) = words.split(24);
        let (x, y) = (arrow.x as f32, (arrow.y + arrow.height / 2) as f32);
        shape::fill(canvas, &[(x, y - 10.0), (x + 17.0, y), (x, y + 10.0)], |_, _| Hue::Accent);
        first = rest;
    }
    let (name, role) = (clean(name), clean(role));
    let (style, shown) = letters.shrink(Style::Name, &name, first.width);
    letters.draw(canvas, style, &shown, first, Hue::Ink);

    let mut second = Rect { y: words.bottom() - 2, height: 28, ..words };
    if let Some(clock) = clock {
        let time = letters.fit(Style::Strong, &clean(clock), second.width * 6 / 10);
        let width = letters.width(Style::Strong, &time);
        letters.right(canvas, Style::Strong, &time, second, Hue::Ink);
        second.width -= width + Signs::CLOCK + 6;
        signs.clock.put(canvas, second.right(), second.y + (second.height - Signs::CLOCK) / 2);
        second.width -= 8;
    }
    // Where nobody has a name yet, the side is not said twice.
    let role = if role == name { String::new() } else { role };
    let what = match (*to_move, role.is_empty()) {
        (true, true) => "to move".to_owned(),
        (true, false) => format!("{role}, to move"),
        (false, _) => role.clone(),
    };
    let fits = letters.width(Style::Body, &what) <= second.width;
    let what = letters.fit(Style::Body, if fits { &what } else { &role }, second.width);
    letters.draw(canvas, Style::Body, &what, second, Hue::Muted);

    counts(
        canvas,
        letters,
        signs,
        side,
        Rect { y: place.bottom() - 38, height: 32, ..place },
        tallies,
    );
}

/// Draws a sign and a number for each count, from the left; those without room are left out.
fn counts(
    canvas: &mut Canvas,
    letters: &Type,
    signs: &Signs,
    side: &Side,
    row: Rect,
    tallies: &[Tally],
) {
    let (_, mut free) = row.split(12);
    // The men are always counted; of anything else nothing is not worth a place.
    let worth = |it: &&Tally| match it.what {
        Count::Men | Count::Pawns | Count::Pool => true,
        // Drawn large beside the name.
        Count::Goals => false,
        Count::Kings | Count::Emperors | Count::Captured | Count::Fallen | Count::Off => {
            0 < it.count
        }
    };
    for Tally { what, count } in tallies.iter().filter(worth) {
        if let Some(word) = word(*what) {
            let text = format!("{word} {count}");
            let wide = letters.width(Style::Number, &text);
            if wide > free.width - 8 {
                return;
            }
            letters.draw(canvas, Style::Number, &text, free, Hue::Ink);
            (_, free) = free.split(wide + 16);
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
        (_, free) = free.split(wide.max(56) + 12);
    }
}

/// Returns the word for what a small sign would not say.
fn word(what: Count) -> Option<&'static str> {
    match what {
        Count::Captured => Some("taken"),
        Count::Fallen => Some("fell"),
        Count::Off => Some("fouled out"),
        Count::Men | Count::Kings | Count::Pawns | Count::Emperors | Count::Pool => None,
        Count::Goals => None,
    }
}
