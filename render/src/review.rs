//! The review of a match: how likely each side was to win, step by step.
use engine::scene::ReviewChart;

use crate::{
    canvas::{Canvas, Rect},
    chart::{HEAD, HEADING, MARGIN, WIDTH, head},
    shape::{self, Point},
    text::{Style, Type, clean},
    theme::Hue,
};

/// The height of a review, in pixels.
const CHANCES: i32 = 320;
/// The most marks of a review.
const MARKS: usize = 4;
/// The height of a mark's words, in pixels.
const MARK: i32 = 32;

/// Returns the height of a review with its marks, in pixels.
pub(crate) fn height(letters: &Type, review: &ReviewChart) -> i32 {
    let marks = review.marks.len().min(MARKS).div_ceil(across(letters, review)) as i32;
    HEAD + 46 + CHANCES + 14 + MARK * marks + MARGIN - if marks == 0 { 14 } else { 0 }
}

/// Returns how many marks are described beside each other: two if they fit.
fn across(letters: &Type, review: &ReviewChart) -> usize {
    let room = WIDTH / 2 - 2 * MARGIN;
    let mut marks = (1..).zip(review.marks.iter().take(MARKS));
    let fit = marks.all(|(n, it)| letters.width(Style::Body, &told(n, it)) <= room);
    if fit && 1 < review.marks.len() { 2 } else { 1 }
}

/// Describes a mark.
fn told(n: usize, (step, says): &(u32, String)) -> String {
    clean(&format!("{n}  step {step}: {says}"))
}

/// Draws the course of a match: the first side's chances above the middle, the other's below, and what happened where much changed.
pub(crate) fn draw(canvas: &mut Canvas, letters: &Type, review: &ReviewChart) {
    let ReviewChart { title, sides: [first, second], chances, marks } = review;
    let free = head(canvas, letters, title);
    let [_, ..] = &chances[..] else {
        let line = Rect { height: HEADING, ..free };
        return letters.draw(canvas, Style::Body, "No step yet", line, Hue::Muted);
    };
    let plot = Rect::new(free.x, free.y + 46, free.width, CHANCES);
    let last = chances.len().saturating_sub(1).max(1);
    let across = |nth: usize| plot.x + (nth.min(last) * plot.width as usize / last) as i32;
    let level = |chance: u8| plot.bottom() - i32::from(chance.min(100)) * plot.height / 100;
    canvas.fill(plot, Hue::DarkFace);
    let mut points: Vec<(f32, f32)> = Vec::new();
    points.push((plot.x as f32, plot.bottom() as f32));
    points.extend(chances.iter().enumerate().map(|(n, it)| (across(n) as f32, level(*it) as f32)));
    points.push((across(chances.len() - 1) as f32, plot.bottom() as f32));
    shape::fill(canvas, &points, |_, _| Hue::LightFace);
    canvas.fill(Rect { y: level(50) - 1, height: 2, ..plot }, Hue::Accent);
    let line: Vec<Point> =
        chances.iter().enumerate().map(|(n, it)| (across(n), level(*it))).collect();
    shape::line(canvas, &line, 3, Hue::Accent);
    // The light side is as light as the paper may be.
    for edge in [Rect { height: 2, ..plot }, Rect { y: plot.bottom() - 2, height: 2, ..plot }] {
        canvas.fill(edge, Hue::Line);
    }
    for edge in [Rect { width: 2, ..plot }, Rect { x: plot.right() - 2, width: 2, ..plot }] {
        canvas.fill(edge, Hue::Line);
    }
    let above = Rect { y: free.y + 8, height: 34, ..free };
    let end = chances.last().copied().unwrap_or(50).min(100);
    letters.draw(canvas, Style::Strong, &clean(&format!("{first} {end}%")), above, Hue::Ink);
    let other = clean(&format!("{second} {}%", 100 - end));
    letters.right(canvas, Style::Strong, &other, above, Hue::Ink);
    let columns = self::across(letters, review);
    let foot = Rect {
        y: plot.bottom() + 14,
        width: free.width / columns as i32 - if columns == 1 { 0 } else { MARGIN },
        height: MARK,
        ..free
    };
    for (n, mark) in (1..).zip(marks.iter().take(MARKS)) {
        let (step, _) = mark;
        let x = across(*step as usize);
        let y = chances.get(*step as usize).map_or(level(50), |it| level(*it));
        canvas.round(Rect::new(x - 14, y - 14, 28, 28), 14, Hue::PathEdge);
        canvas.round(Rect::new(x - 12, y - 12, 24, 24), 12, Hue::Path);
        let place = Rect::new(x - 14, y - 14, 28, 28);
        letters.centre(canvas, Style::Number, &n.to_string(), place, Hue::PathEdge);
        let says = letters.fit(Style::Body, &told(n, mark), foot.width);
        let (row, column) = ((n - 1) / columns, (n - 1) % columns);
        let (x, y) = (column as i32 * free.width / 2, row as i32 * MARK);
        let line = Rect { x: foot.x + x, y: foot.y + y, ..foot };
        letters.draw(canvas, Style::Body, &says, line, Hue::Ink);
    }
}
