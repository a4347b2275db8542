//! The strip of a pitch: title, score, timer, dice, the last lines, and whose turn it is.
use engine::{
    scene::{
        Ink, Scene, Side,
        pitch::{Face, Pitch, Restart, TimerItem},
    },
    seat::Seat,
};

use super::{CAPTION, CHIP, DIE, GROUND, PitchArt, SMALL_DIE, STRIP};
use crate::draw::{plate::time, story};
use crate::{
    canvas::{Canvas, Rect},
    layout::HEIGHT,
    shape,
    signs::Signs,
    text::{Style, Type, clean},
    theme::Hue,
};

/// Where the strip lies.
const PLACE: Rect = Rect::new(GROUND.width, 0, STRIP, HEIGHT);
/// Pixels left free at its sides.
const MARGIN: i32 = 9;
/// Pixels a side's plate is high.
const PLATE: i32 = 82;
/// Pixels between the pitch and the caption below it.
pub(super) const SPACE: i32 = 8;
/// The most lines of what a roll allows.
const ALLOWS: usize = 3;
/// The most lines of title.
const TITLE: usize = 3;

/// Draws the strip.
pub(super) fn draw(
    canvas: &mut Canvas,
    (letters, signs): (&Type, &Signs),
    art: &PitchArt,
    scene: &Scene,
    pitch: &Pitch,
) {
    let inner = Rect { x: PLACE.x + MARGIN, width: PLACE.width - 2 * MARGIN, ..PLACE };
    let mut y = 6;
    let title = clean(&scene.title);
    let fits = |style: &&Style| {
        let lines = letters.wrap(**style, &title, inner.width, 2);
        lines.join(" ") == title
            && lines.iter().all(|line| letters.width(**style, line) <= inner.width)
    };
    let style = [Style::Name, Style::Heading].iter().find(fits).copied().unwrap_or(Style::Minor);
    for line in letters.wrap(style, &title, inner.width, TITLE) {
        let height = style.line();
        letters.draw(canvas, style, &line, Rect { y, height, ..inner }, Hue::Ink);
        y += height;
    }
    y += 6;
    for seat in [scene.facing.other(), scene.facing] {
        let place = Rect { y, height: PLATE, ..inner };
        plate(
            canvas,
            (letters, signs),
            art,
            scene.sides.get(seat),
            place,
            (*pitch.goals.get(seat), *pitch.sent_off.get(seat)),
        );
        y += PLATE + 6;
    }
    y = roll(canvas, letters, art, scene, pitch, y);
    let pens = story::Pens { letters, signs, sides: &scene.sides };
    let rest = Rect { y, height: HEIGHT - 6 - y, ..inner };
    story::draw(canvas, &pens, &scene.panels, &scene.last, rest);
}

/// Draws the plays left, the restart and the dice; returns where that ends.
pub(super) fn roll(
    canvas: &mut Canvas,
    letters: &Type,
    art: &PitchArt,
    scene: &Scene,
    pitch: &Pitch,
    y: i32,
) -> i32 {
    let inner = Rect { x: PLACE.x + MARGIN, width: PLACE.width - 2 * MARGIN, ..PLACE };
    let mut y = timer(canvas, letters, &pitch.timer, Rect { y, ..inner });
    if let Some(due) = &pitch.restart {
        y = restart(canvas, letters, scene, due, Rect { y: y + 8, ..inner });
    }
    dice(canvas, letters, art, scene, pitch, Rect { y: y + 8, ..inner })
}

/// Draws a side: its chip, who plays it, goals, who was sent off, and whether it is to move.
fn plate(
    canvas: &mut Canvas,
    (letters, signs): (&Type, &Signs),
    art: &PitchArt,
    side: &Side,
    place: Rect,
    (goals, sent_off): (u32, u32),
) {
    let Side { name, role, ink, to_move, tallies: _, clock, left } = side;
    let turn = *to_move;
    canvas.round(place, 10, if turn { Hue::Accent } else { Hue::Line });
    canvas.round(
        place.inset(if turn { 4 } else { 2 }),
        8,
        if turn { Hue::PlateTurn } else { Hue::Plate },
    );
    let kind = match ink {
        Ink::Dark => 0,
        Ink::Light => 1,
    };
    art.chips[kind].put(canvas, place.x + 8, place.y + 8);
    let score = goals.to_string();
    let wide = letters.width(Style::Big, &score);
    let right = Rect::new(place.right() - wide - 12, place.y + 5, wide + 4, 44);
    letters.draw(canvas, Style::Big, &score, right, Hue::Ink);
    let first = Rect::new(place.x + 8 + CHIP + 6, place.y + 10, right.x - place.x - CHIP - 20, 34);
    let (name, role) = (clean(name), clean(role));
    let (style, lines) = letters.name(Style::Heading, &name, first.width, 3);
    // Several lines are closer together, in the same place.
    let high = match lines.len() {
        1 => first.height,
        2 => first.height / 2 + 4,
        _ => first.height / 2,
    };
    let top = first.y + (first.height - high * lines.len() as i32) / 2;
    for (line, y) in lines.iter().zip((top..).step_by(high as usize)) {
        letters.draw(canvas, style, line, Rect { y, height: high, ..first }, Hue::Ink);
    }
    let mut second = Rect::new(place.x + 12, place.y + 48, place.width - 24, 28);
    if turn {
        // An arrow besides the frame shows the turn by shape.
        let (x, y) = (second.x as f32, (second.y + second.height / 2) as f32);
        shape::fill(canvas, &[(x, y - 10.0), (x + 15.0, y), (x, y + 10.0)], |_, _| Hue::Accent);
        (_, second) = second.split(22);
    }
    if 0 < sent_off {
        let text = sent_off.to_string();
        let width = letters.width(Style::Body, &text);
        letters.right(canvas, Style::Body, &text, second, Hue::Ink);
        art.sent_off.put(canvas, second.right() - width - 30, second.y);
        second.width -= width + 34;
    }
    if let Some(clock) = clock {
        second.width -= time(canvas, letters, signs, clock, *left, second) + 6;
    }
    let says = if role == name { String::new() } else { role };
    let (style, says) = letters.shrink(Style::Body, &says, second.width);
    letters.draw(canvas, style, &says, second, Hue::Muted);
}

/// Draws how many plays are left, in words and as a bar, or which play it is; returns where that ends.
fn timer(canvas: &mut Canvas, letters: &Type, timer: &TimerItem, free: Rect) -> i32 {
    let TimerItem { done, of, at: _ } = *timer;
    let line = Rect { height: Style::Body.line(), ..free };
    let mut say = |says: &str| {
        let says = letters.fit(Style::Body, says, line.width);
        letters.draw(canvas, Style::Body, &says, line, Hue::Ink);
    };
    let Some(of) = of else {
        say(&format!("Play {}", done + 1));
        return line.bottom();
    };
    let left = of.saturating_sub(done);
    say(&format!("{left} of {of} plays left"));
    let bar = Rect { y: line.bottom() + 2, height: 12, ..free };
    canvas.round(bar, 6, Hue::Rail);
    let part = i64::from(bar.width - 4) * i64::from(left.min(of)) / i64::from(of.max(1));
    canvas.round(Rect { width: part as i32, ..bar.inset(2) }, 4, Hue::KitLight);
    bar.bottom()
}

/// Draws the kick or throw, its side and its rule; returns the lower edge.
fn restart(
    canvas: &mut Canvas,
    letters: &Type,
    scene: &Scene,
    restart: &Restart,
    free: Rect,
) -> i32 {
    let Restart { seat, name, rule } = restart;
    let head = Rect { height: Style::Strong.line() + 4, ..free };
    canvas.round(head, 6, Hue::Accent);
    let mut rest = name.chars();
    let name =
        rest.next().map_or(String::new(), |letter| letter.to_uppercase().chain(rest).collect());
    let name = clean(&name);
    letters.centre(
        canvas,
        Style::Strong,
        &letters.fit(Style::Strong, &name, head.width - 8),
        head,
        Hue::AccentInk,
    );
    let mut y = head.bottom() + 2;
    let says = format!("{}: {rule}", scene.sides.get(*seat).role);
    for says in letters.wrap(Style::Body, &clean(&says), free.width, ALLOWS) {
        let line = Rect { y, height: Style::Body.line(), ..free };
        letters.draw(canvas, Style::Body, &says, line, Hue::Ink);
        y = line.bottom();
    }
    y
}

/// Draws the dice; returns where that ends.
fn dice(
    canvas: &mut Canvas,
    letters: &Type,
    art: &PitchArt,
    scene: &Scene,
    pitch: &Pitch,
    free: Rect,
) -> i32 {
    let line = Rect { height: Style::Body.line(), ..free };
    let Some((seat, faces)) = &pitch.dice else {
        letters.draw(canvas, Style::Body, "not rolled yet", line, Hue::Muted);
        return line.bottom() + 6;
    };
    if pitch.stale {
        letters.draw(canvas, Style::Strong, "not rolled yet", line, Hue::Ink);
        let y = line.bottom() + 4;
        let mut rest = Rect { y, height: SMALL_DIE, ..free };
        for face in faces.iter().take(2) {
            art.face(*face).1.put(canvas, rest.x, y);
            (_, rest) = rest.split(SMALL_DIE + 6);
        }
        letters.draw(canvas, Style::Body, "last roll", rest, Hue::Muted);
        return rest.bottom() + 6;
    }
    let gap = free.width - 2 * DIE;
    for (at, face) in (0..).zip(faces.iter().take(2)) {
        art.face(*face).0.put(canvas, free.x + at * (DIE + gap), free.y);
    }
    let seat: Seat = *seat;
    let names: Vec<&str> = faces.iter().map(|it: &Face| it.name()).collect();
    let roll = names.join(" ");
    let says = format!("{}: {roll}", clean(&scene.sides.get(seat).role));
    // Drops the owner of the dice before cutting the roll.
    let says = if letters.width(Style::Strong, &says) <= free.width { says } else { roll };
    let line = Rect { y: free.y + DIE + 2, ..line };
    letters.centre(
        canvas,
        Style::Strong,
        &letters.fit(Style::Strong, &says, line.width),
        line,
        Hue::Ink,
    );
    let mut y = line.bottom();
    // If nothing is allowed, there is more room for what happened.
    let allows = letters.wrap(Style::Body, &clean(&pitch.allows), free.width, ALLOWS);
    for says in allows.into_iter().filter(|it| !it.is_empty()) {
        letters.draw(canvas, Style::Body, &says, Rect { y, ..line }, Hue::Ink);
        y += Style::Body.line();
    }
    y + 6
}

/// Draws the caption below the pitch.
pub(super) fn caption(canvas: &mut Canvas, letters: &Type, caption: &str) {
    let all = Rect::new(0, HEIGHT - CAPTION, GROUND.width, CAPTION);
    let band = Rect { y: all.y + SPACE, height: CAPTION - SPACE, ..all };
    canvas.fill(band, Hue::Accent);
    let lines = letters.wrap(Style::Strong, &clean(caption), band.width - 24, 2);
    let height = Style::Strong.line();
    let top = band.y + (band.height - height * lines.len() as i32) / 2;
    for (text, y) in lines.iter().zip((top..).step_by(height as usize)) {
        let within = Rect::new(band.x + 12, y, band.width - 24, height);
        letters.draw(canvas, Style::Strong, text, within, Hue::AccentInk);
    }
}
