//! The chances in a match: how likely each side was to win, step by step.

use crate::{
    canvas::{Canvas, Rect},
    chart::{HEAD, HEADING, MARGIN, WIDTH, head},
    shape::{self, PixelPoint},
    text::{Style, Type, clean},
    theme::Hue,
};
use charts::ChancesChart;

/// The height of such a chart, in pixels.
const CHANCES: i32 = 320;
/// The most marks of such a chart.
const MARKS: usize = 4;
/// The least height of each side's area, so that its colour is seen when it has no chance.
const LEAST: i32 = 10;
/// The width and height of a side's colour beside its name, in pixels.
const SAMPLE: i32 = 28;
/// The height of a mark's words, in pixels.
const MARK: i32 = 32;

/// Returns the height of such a chart with its marks, in pixels.
pub(crate) fn height(letters: &Type, chart: &ChancesChart) -> i32 {
    let marks = chart.marks.len().min(MARKS).div_ceil(across(letters, chart)) as i32;
    HEAD + 46 + CHANCES + 14 + MARK * marks + MARGIN - if marks == 0 { 14 } else { 0 }
}

/// Returns how many marks are described beside each other: two if they fit.
fn across(letters: &Type, chart: &ChancesChart) -> usize {
    let room = WIDTH / 2 - 2 * MARGIN;
    let mut marks = (1..).zip(chart.marks.iter().take(MARKS));
    let fit = marks.all(|(n, says)| letters.width(Style::Body, &told(n, says)) <= room);
    if fit && 1 < chart.marks.len() { 2 } else { 1 }
}

/// Describes a mark.
fn told(n: usize, (step, says): &(u32, String)) -> String {
    clean(&format!("{n}  step {step}: {says}"))
}

/// Draws the course of a match: the first side's share of the chances from below, the other's from above, each in
/// the colour of its pieces, and what happened where much changed.
pub(crate) fn draw(canvas: &mut Canvas, letters: &Type, chart: &ChancesChart) {
    let ChancesChart { title, sides, first_is_light, chances, marks } = chart;
    let free = head(canvas, letters, title);
    let [_, ..] = &chances[..] else {
        let line = Rect { height: HEADING, ..free };
        return letters.draw(canvas, Style::Body, "No step yet", line, Hue::Muted);
    };
    let plot = Rect::new(free.x, free.y + 46, free.width, CHANCES);
    let last = chances.len().saturating_sub(1).max(1);
    let across = |nth: usize| plot.x + (nth.min(last) * plot.width as usize / last) as i32;
    let level = |chance: u8| {
        let up = i32::from(chance.min(100)) * plot.height / 100;
        plot.bottom() - up.clamp(LEAST, plot.height - LEAST)
    };
    let [own, other] = if *first_is_light {
        [Hue::LightFace, Hue::DarkFace]
    } else {
        [Hue::DarkFace, Hue::LightFace]
    };
    canvas.fill(plot, other);
    let mut points: Vec<(f32, f32)> = Vec::new();
    points.push((plot.x as f32, plot.bottom() as f32));
    points.extend(
        chances.iter().enumerate().map(|(n, chance)| (across(n) as f32, level(*chance) as f32)),
    );
    points.push((across(chances.len() - 1) as f32, plot.bottom() as f32));
    shape::fill(canvas, &points, |_, _| own);
    canvas.fill(Rect { y: level(50) - 1, height: 2, ..plot }, Hue::Accent);
    let line: Vec<PixelPoint> =
        chances.iter().enumerate().map(|(n, chance)| (across(n), level(*chance))).collect();
    shape::line(canvas, &line, 3, Hue::Accent);
    frame(canvas, plot);
    let end = chances.last().copied().unwrap_or(50).min(100);
    for (n, (hue, chance)) in [(own, end), (other, 100 - end)].into_iter().enumerate() {
        let half = (free.width - MARGIN) / 2;
        let x = free.x + n as i32 * (half + MARGIN);
        let sample = Rect::new(x, free.y + 10, SAMPLE, SAMPLE);
        canvas.fill(sample, hue);
        frame(canvas, sample);
        let words = Rect::new(sample.right() + 10, free.y + 8, half - SAMPLE - 10, 34);
        let percent = format!(" {chance}%");
        let room = words.width - letters.width(Style::Strong, &percent);
        let name = letters.fit(Style::Strong, &clean(&sides[n]), room);
        letters.draw(canvas, Style::Strong, &format!("{name}{percent}"), words, Hue::Ink);
    }
    let columns = self::across(letters, chart);
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

/// Draws an edge round something whose colour may be that of the paper.
fn frame(canvas: &mut Canvas, place: Rect) {
    for y in [place.y, place.bottom() - 2] {
        canvas.fill(Rect { y, height: 2, ..place }, Hue::Muted);
    }
    for x in [place.x, place.right() - 2] {
        canvas.fill(Rect { x, width: 2, ..place }, Hue::Muted);
    }
}
