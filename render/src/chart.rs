//! Tables and curves: who plays best, and how a rating has gone.
use engine::scene::{Chart, Curve, Estimate, Ranking, Row};

use crate::{
    Painter,
    canvas::{Canvas, Rect},
    encode,
    shape::{self, Point},
    text::{Style, Type, clean},
    theme::{Hue, Set, Theme},
};

/// Pixels a chart is wide: small enough to stay readable on a phone.
const WIDTH: i32 = 900;
/// Pixels a curve is high.
const HEIGHT: i32 = 560;
/// Pixels left free at the sides.
const MARGIN: i32 = 24;
/// Pixels the title takes.
const HEAD: i32 = 64;
/// Pixels one row of a table takes.
const ROW: i32 = 44;
/// Pixels the line of a heading takes.
const HEADING: i32 = 46;

/// Where the columns of a table begin, from its left edge, and how wide they are: place, name, rating, won, lost, drawn, streak.
const COLUMNS: [(i32, i32); 7] =
    [(0, 50), (56, 300), (366, 190), (566, 60), (630, 60), (694, 70), (772, 80)];

/// The most points of a curve that are drawn; of more, some are left out.
const MOST_POINTS: usize = 200;
/// The most lines across a curve.
const MOST_LINES: i32 = 6;

impl Painter {
    /// Draws a chart as a PNG 900 pixels wide: the same bytes for the same chart on every machine.
    pub fn chart(&self, chart: &Chart, theme: Theme) -> Vec<u8> {
        // Charts have the colours that pictures of every board have.
        let palette = &self.kit(theme, Set::ALL[0]).palette;
        let height = match chart {
            Chart::Ranking(ranking) => table_height(ranking),
            Chart::Curve(_) => HEIGHT,
        };
        let mut canvas = Canvas::new(palette, WIDTH, height);
        match chart {
            Chart::Ranking(ranking) => table(&mut canvas, &self.letters, ranking),
            Chart::Curve(it) => curve(&mut canvas, &self.letters, it),
        }
        encode::png(&canvas.into_pixels(), palette)
    }
}

/// Draws the band with the title; returns what is free below it.
fn head(canvas: &mut Canvas, letters: &Type, title: &str) -> Rect {
    let all = canvas.bounds();
    let band = Rect { height: HEAD, ..all };
    canvas.fill(band, Hue::Accent);
    let inner = Rect { x: MARGIN, width: all.width - 2 * MARGIN, ..band };
    let title = letters.fit(Style::Big, &clean(title), inner.width);
    letters.draw(canvas, Style::Big, &title, inner, Hue::AccentInk);
    Rect::new(MARGIN, HEAD, inner.width, all.height - HEAD)
}

fn table_height(ranking: &Ranking) -> i32 {
    let parts = ranking.parts.iter().filter(|it| !it.rows.is_empty());
    let title = |it: &str| if it.is_empty() { 0 } else { HEADING };
    let parts = parts.map(|it| title(&it.title) + ROW * it.rows.len() as i32).sum::<i32>();
    let more = if ranking.more.is_empty() { 0 } else { HEADING };
    HEAD + HEADING + parts + more + MARGIN
}

fn table(canvas: &mut Canvas, letters: &Type, ranking: &Ranking) {
    let free = head(canvas, letters, &ranking.title);
    let line = Rect { y: free.y, height: HEADING, ..free };
    if ranking.parts.iter().all(|it| it.rows.is_empty()) {
        letters.draw(canvas, Style::Body, "Nobody yet", line, Hue::Muted);
        return;
    }
    for (at, word) in [(2, "rating"), (3, "won"), (4, "lost"), (5, "drawn"), (6, "streak")] {
        let (place, _) = column(line, at);
        letters.right(canvas, Style::Body, word, place, Hue::Muted);
    }
    let mut y = line.bottom();
    for part in ranking.parts.iter().filter(|it| !it.rows.is_empty()) {
        if !part.title.is_empty() {
            let line = Rect { y, height: HEADING, ..free };
            let title = letters.fit(Style::Body, &clean(&part.title), line.width);
            letters.draw(canvas, Style::Body, &title, line, Hue::Muted);
            y += HEADING;
        }
        for row in &part.rows {
            draw_row(canvas, letters, row, Rect { y, height: ROW, ..free });
            y += ROW;
        }
    }
    let line = Rect { y, height: HEADING, ..free };
    letters.draw(canvas, Style::Body, &clean(&ranking.more), line, Hue::Muted);
}

/// Returns where a column of a line lies, and what is right of it.
fn column(line: Rect, at: usize) -> (Rect, Rect) {
    let (left, width) = COLUMNS[at];
    let (_, rest) = line.split(left);
    rest.split(width)
}

fn draw_row(canvas: &mut Canvas, letters: &Type, row: &Row, line: Rect) {
    let Row { place, name, rating: Estimate { rating, give }, won, lost, drawn, streak } = row;
    let plate = Rect { x: line.x - 8, width: line.width + 16, height: ROW - 4, ..line };
    let first = *place == Some(1);
    // Who is not ranked stands back.
    let ink = if place.is_some() { Hue::Ink } else { Hue::Muted };
    canvas.round(plate, 8, if first { Hue::PlateTurn } else { Hue::Plate });
    canvas.fill(Rect { y: plate.bottom() + 1, height: 1, ..plate }, Hue::Line);
    let line = Rect { height: plate.height, ..line };
    if let Some(place) = place {
        let (cell, _) = column(line, 0);
        letters.centre(canvas, Style::Strong, &place.to_string(), cell, Hue::Ink);
    }
    let (cell, _) = column(line, 1);
    let name = letters.fit(Style::Name, &clean(name), cell.width);
    letters.draw(canvas, Style::Name, &name, cell, ink);
    let (cell, _) = column(line, 2);
    let (whole, after) = cell.split(cell.width - 84);
    letters.right(canvas, Style::Name, &rating.to_string(), whole, ink);
    letters.right(canvas, Style::Body, &format!("± {give}"), after, Hue::Muted);
    let streak = match streak {
        2.. => format!("↑{streak}"),
        ..=-2 => format!("↓{}", streak.unsigned_abs()),
        _ => "–".to_owned(),
    };
    let counts = [won, lost, drawn].map(u32::to_string);
    for (text, at) in counts.iter().chain([&streak]).zip(3..) {
        let (cell, _) = column(line, at);
        letters.right(canvas, Style::Body, &letters.fit(Style::Body, text, cell.width), cell, ink);
    }
}

fn curve(canvas: &mut Canvas, letters: &Type, curve: &Curve) {
    let free = head(canvas, letters, &curve.title);
    let ([.., last], Some((low, high))) = (&curve.points[..], curve.reach()) else {
        let line = Rect { height: HEADING, ..free };
        return letters.draw(canvas, Style::Body, "No match yet", line, Hue::Muted);
    };
    let Scale { low, high, step } = Scale::about(low, high);
    let plot = Rect::new(free.x + 66, free.y + 20, free.width - 66 - 150, free.height - 76);
    let level = |rating: i32| {
        let up = i64::from(rating.clamp(low, high) - low) * i64::from(plot.height)
            / i64::from(high - low);
        plot.bottom() - up as i32
    };
    for rating in (low..=high).step_by(step as usize) {
        let y = level(rating);
        canvas.fill(Rect::new(plot.x, y, plot.width, 1), Hue::Line);
        let label = Rect::new(free.x, y - 14, 56, 28);
        letters.right(canvas, Style::Body, &rating.to_string(), label, Hue::Muted);
    }
    let points = thinned(&curve.points);
    let across = |nth: usize| {
        let last = points.len().saturating_sub(1).max(1);
        plot.x + 8 + (nth * (plot.width - 16) as usize / last) as i32
    };
    band(canvas, &points, across, level);
    let line: Vec<Point> =
        points.iter().enumerate().map(|(n, it)| (across(n), level(it.rating))).collect();
    shape::line(canvas, &line, 4, Hue::Accent);
    if points.len() <= 40 {
        for &(x, y) in &line {
            canvas.round(Rect::new(x - 6, y - 6, 12, 12), 6, Hue::Accent);
            canvas.round(Rect::new(x - 3, y - 3, 6, 6), 3, Hue::Paper);
        }
    }
    let (x, y) = line.last().copied().unwrap_or((plot.right(), plot.y));
    let y = y.clamp(plot.y + 26, plot.bottom() - 30);
    let label = Rect::new(x + 16, y - 30, WIDTH - MARGIN - x - 16, 40);
    letters.draw(canvas, Style::Big, &last.rating.to_string(), label, Hue::Ink);
    let below = Rect { y: y + 6, height: 28, ..label };
    letters.draw(canvas, Style::Body, &format!("± {}", last.give), below, Hue::Muted);
    let foot = Rect::new(plot.x, plot.bottom() + 14, plot.width, 30);
    letters.draw(canvas, Style::Body, &clean(&curve.from), foot, Hue::Muted);
    letters.right(canvas, Style::Body, &clean(&curve.to), foot, Hue::Muted);
    let count = match curve.points.len() {
        1 => "1 match".to_owned(),
        count => format!("{count} matches"),
    };
    letters.centre(canvas, Style::Body, &count, foot, Hue::Muted);
}

/// Fills what lies between the likely highest and the likely lowest.
fn band(
    canvas: &mut Canvas,
    points: &[Estimate],
    across: impl Fn(usize) -> i32,
    level: impl Fn(i32) -> i32,
) {
    let edge = |(n, rating): (usize, i32)| (across(n) as f32, level(rating) as f32);
    let upper =
        points.iter().enumerate().map(|(n, it)| edge((n, it.rating.saturating_add(it.give))));
    let lower =
        points.iter().enumerate().map(|(n, it)| edge((n, it.rating.saturating_sub(it.give))));
    let outline: Vec<(f32, f32)> = upper.chain(lower.rev()).collect();
    // Stripes, so that the lines across stay to be seen and no colour is needed to tell it apart.
    shape::fill(canvas, &outline, |x, y| if (x + y) % 8 < 2 { Hue::Line } else { Hue::Plate });
}

/// Leaves out points where there are too many, never the first and the last.
fn thinned(points: &[Estimate]) -> Vec<Estimate> {
    let last = points.len().saturating_sub(1);
    let kept = points.len().min(MOST_POINTS);
    (0..kept).map(|n| points[n * last / (kept - 1).max(1)]).collect()
}

/// Round ratings between which everything lies.
struct Scale {
    low: i32,
    high: i32,
    step: i32,
}

impl Scale {
    fn about(low: i32, high: i32) -> Scale {
        // Whatever a file from outside says, a picture has bounds.
        let [low, high] = [low, high].map(|it| it.clamp(-10_000, 20_000));
        let steps = [50, 100, 200, 500, 1000, 2000, 5000, 10_000];
        let down = |step: i32| low.div_euclid(step) * step;
        let up = |step: i32| high.div_euclid(step) * step + step;
        let fits = |step: &i32| (up(*step) - down(*step)) / step <= MOST_LINES;
        let step = steps.into_iter().find(fits).unwrap_or(10_000);
        Scale { low: down(step), high: up(step), step }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_has_few_round_lines_and_holds_everything() {
        for (low, high) in
            [(1200, 1900), (1500, 1500), (-50, 3000), (i32::MIN, i32::MAX), (1499, 1501)]
        {
            let scale = Scale::about(low, high);
            assert!((scale.high - scale.low) / scale.step <= MOST_LINES, "{low} {high}");
            assert!(scale.low % scale.step == 0 && scale.low < scale.high);
            assert!(scale.low <= low.max(-10_000) && high.min(20_000) <= scale.high);
        }
    }

    #[test]
    fn a_long_curve_keeps_its_ends() {
        let points: Vec<Estimate> = (0..5000).map(|rating| Estimate { rating, give: 1 }).collect();
        let thin = thinned(&points);
        assert_eq!(thin.len(), MOST_POINTS);
        assert_eq!((thin[0], thin[MOST_POINTS - 1]), (points[0], points[4999]));
        assert_eq!(thinned(&points[..1]).len(), 1);
        assert!(thinned(&[]).is_empty());
    }
}
