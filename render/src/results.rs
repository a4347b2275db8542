//! Draws a person's year or season: results in large figures, a bar for each game, and what stood out.

use crate::{
    canvas::{Canvas, Rect},
    chart::{HEAD, HEADING, MARGIN, ROW, WIDTH, head},
    text::{Style, Type, clean, is_drawn},
    theme::Hue,
};
use charts::ResultsCard;

/// The least height of the name, in pixels.
const NAME: i32 = 68;
/// The height of the plates with the results, in pixels.
const RESULTS: i32 = 104;
/// The space between parts, in pixels.
const GAP: i32 = 14;
/// The height of the bar below the results, in pixels.
const SHARES: i32 = 22;
/// The left edge and width of a game's title, its bar and its count, in pixels.
const GAMES: [(i32, i32); 3] = [(0, 290), (306, 450), (768, 76)];
/// The width of what a fact is about, in pixels.
const ABOUT: i32 = 290;
/// The space between that and its words, in pixels.
const BESIDE: i32 = 16;
/// The least height of a fact, in pixels.
const FACT: i32 = 54;
/// The height of each of several lines, and the space around them, in pixels.
const LINE: (i32, i32) = (26, 8);
/// The most lines of a name or a fact: so many has a name of 64 wide letters.
const LINES: usize = 5;
/// The most games and the most facts that are drawn.
const MOST: usize = 8;

/// How a part of the bar is filled.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BarFilling {
    /// A win: full.
    Full,
    /// A draw: striped.
    Striped,
    /// A loss: empty.
    Empty,
}

/// Returns the height of the card in pixels.
pub(crate) fn height(letters: &Type, results: &ResultsCard) -> i32 {
    let ResultsCard { games, facts, .. } = results;
    let wide = WIDTH - 2 * MARGIN;
    let name = high(&letters.name(Style::Big, &called(results), wide, LINES), NAME);
    let games = match shown(games).len() as i32 {
        0 => HEADING,
        count => ROW * count,
    };
    let each = shown(facts).iter().map(|(_, says)| high(&told(letters, says, wide), FACT));
    let facts = GAP + each.sum::<i32>();
    HEAD + name + RESULTS + GAP + SHARES + GAP + games + facts + MARGIN
}

/// Returns the name. One without a single letter that can be drawn is replaced.
fn called(results: &ResultsCard) -> String {
    if is_drawn(&results.name) { clean(&results.name) } else { "A player".to_owned() }
}

/// Sets the words of a fact beside what it is about.
fn told(letters: &Type, says: &str, wide: i32) -> (Style, Vec<String>) {
    letters.name(Style::Name, &clean(says), wide - ABOUT - BESIDE, LINES)
}

/// Returns the height of a part with some lines.
fn high((_, lines): &(Style, Vec<String>), least: i32) -> i32 {
    least.max(LINE.0 * lines.len() as i32 + LINE.1)
}

fn shown<T>(rows: &[T]) -> &[T] {
    &rows[..rows.len().min(MOST)]
}

/// Draws the card.
pub(crate) fn draw(canvas: &mut Canvas, letters: &Type, results: &ResultsCard) {
    let ResultsCard { title, name: _, games, won, drawn, lost, facts } = results;
    let free = head(canvas, letters, title);
    let name = letters.name(Style::Big, &called(results), free.width, LINES);
    let line = Rect { height: high(&name, NAME), ..free };
    several(canvas, letters, &name, Rect { y: line.y + 4, height: line.height - 8, ..line });
    let line = Rect { y: line.bottom(), height: RESULTS, ..free };
    let parts =
        [(*won, BarFilling::Full), (*drawn, BarFilling::Striped), (*lost, BarFilling::Empty)];
    figures(canvas, letters, results, line);
    let line = Rect { y: line.bottom() + GAP, height: SHARES, ..free };
    shares(canvas, parts, line);
    let mut y = line.bottom() + GAP;
    if games.is_empty() {
        let line = Rect { y, height: HEADING, ..free };
        letters.draw(canvas, Style::Body, "No match yet", line, Hue::Muted);
        y += HEADING;
    }
    let most = games.iter().map(|it| it.1).max().unwrap_or(0).max(1);
    for (game, count) in shown(games) {
        let line = plate(canvas, Rect { y, height: ROW, ..free });
        let [title, bar, number] =
            GAMES.map(|(left, width)| Rect { x: line.x + left, width, ..line });
        let (style, text) = letters.shrink(Style::Heading, &clean(game), title.width);
        letters.draw(canvas, style, &text, title, Hue::Ink);
        let long = i64::from(bar.width) * i64::from(*count) / i64::from(most);
        let bar = Rect { y: bar.y + 9, height: bar.height - 18, width: long.max(8) as i32, ..bar };
        canvas.round(bar, 6, Hue::Accent);
        letters.right(canvas, Style::Strong, &count.to_string(), number, Hue::Ink);
        y += ROW;
    }
    y += GAP;
    for (about, says) in shown(facts) {
        let words = told(letters, says, free.width);
        let height = high(&words, FACT);
        let line = plate(canvas, Rect { y, height, ..free });
        let (label, rest) = line.split(ABOUT);
        let (style, text) = letters.shrink(Style::Body, &clean(about), label.width);
        letters.draw(canvas, style, &text, label, Hue::Muted);
        let (_, rest) = rest.split(BESIDE);
        several(canvas, letters, &words, Rect { y: rest.y + 3, height: rest.height - 6, ..rest });
        y += height;
    }
}

/// Draws the ground of a line; returns the part where words stand.
fn plate(canvas: &mut Canvas, line: Rect) -> Rect {
    let plate = Rect { x: line.x - 8, width: line.width + 16, height: line.height - 4, ..line };
    canvas.round(plate, 8, Hue::Plate);
    canvas.fill(Rect { y: plate.bottom() + 1, height: 1, ..plate }, Hue::Line);
    Rect { height: plate.height, ..line }
}

/// Draws lines below each other that fill a box.
fn several(
    canvas: &mut Canvas,
    letters: &Type,
    (style, lines): &(Style, Vec<String>),
    place: Rect,
) {
    let each = place.height / lines.len().max(1) as i32;
    for (line, y) in lines.iter().zip((place.y..).step_by(each.max(1) as usize)) {
        letters.draw(canvas, *style, line, Rect { y, height: each, ..place }, Hue::Ink);
    }
}

/// Draws how many matches there were, and how they ended, in large figures.
fn figures(canvas: &mut Canvas, letters: &Type, results: &ResultsCard, line: Rect) {
    let ResultsCard { won, drawn, lost, .. } = results;
    let played = results.played();
    let all = [
        (played, if played == 1 { "match" } else { "matches" }, None),
        (*won, "won", Some(BarFilling::Full)),
        (*drawn, "drawn", Some(BarFilling::Striped)),
        (*lost, "lost", Some(BarFilling::Empty)),
    ];
    let wide = (line.width - 3 * GAP) / 4;
    for ((count, word, filling), n) in all.into_iter().zip(0..) {
        let place = Rect { x: line.x + n * (wide + GAP), width: wide, ..line };
        canvas.round(place, 10, Hue::Line);
        canvas.round(
            place.inset(2),
            9,
            if filling.is_none() { Hue::PlateTurn } else { Hue::Plate },
        );
        let number = Rect { y: place.y + 10, height: 50, ..place };
        letters.centre(canvas, Style::Big, &count.to_string(), number, Hue::Ink);
        let says = Rect { y: number.bottom() + 2, height: 30, ..place };
        // The filling of its share in the bar below.
        let sample = 16;
        let left = (wide - letters.width(Style::Body, word) - sample - 8) / 2;
        match filling {
            None => letters.centre(canvas, Style::Body, word, says, Hue::Ink),
            Some(filling) => {
                let (_, rest) = says.split(left);
                let y = says.y + (says.height - sample) / 2;
                share(canvas, Rect::new(rest.x, y, sample, sample), filling);
                let (_, rest) = rest.split(sample + 8);
                letters.draw(canvas, Style::Body, word, rest, Hue::Ink);
            }
        }
    }
}

/// Draws a bar that is divided as the results are.
fn shares(canvas: &mut Canvas, parts: [(u32, BarFilling); 3], line: Rect) {
    let all: i64 = parts.iter().map(|it| i64::from(it.0)).sum();
    if all == 0 {
        return share(canvas, line, BarFilling::Empty);
    }
    let mut before = 0;
    for (count, filling) in parts {
        let at = |count: i64| line.x + (i64::from(line.width) * count / all) as i32;
        let (from, to) = (at(before), at(before + i64::from(count)));
        if from < to {
            share(canvas, Rect { x: from, width: to - from, ..line }, filling);
        }
        before += i64::from(count);
    }
}

/// Draws a part of the bar so that it needs no colours.
fn share(canvas: &mut Canvas, place: Rect, filling: BarFilling) {
    canvas.fill(place, Hue::Ink);
    let inner = place.inset(2);
    canvas.fill(inner, if filling == BarFilling::Full { Hue::Accent } else { Hue::Plate });
    if filling == BarFilling::Striped {
        for x in (inner.x..inner.right()).step_by(6) {
            canvas.fill(Rect { x, width: 2, ..inner }.meet(inner), Hue::Ink);
        }
    }
}
