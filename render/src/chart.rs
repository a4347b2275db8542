//! Tables and curves: rankings, and the course of ratings.

use crate::{
    Painter,
    canvas::{Canvas, Rect},
    chances, encode, group, podium, results,
    shape::{self, PixelPoint},
    text::{Style, Type, clean, is_drawn},
    theme::{Hue, Set, Theme},
};
use charts::{Chart, Curve, Estimate, Profile, Ranking, Row};

/// Pixels a chart is wide: small enough to stay readable on a phone.
pub(crate) const WIDTH: i32 = 900;
/// Pixels a curve is high.
const HEIGHT: i32 = 560;
/// Pixels a curve below other things is high.
const CURVE: i32 = 300;
/// Pixels left free at the sides.
pub(crate) const MARGIN: i32 = 24;
/// Pixels the title takes.
pub(crate) const HEAD: i32 = 64;
/// Pixels one row of a table takes.
pub(crate) const ROW: i32 = 44;
/// Pixels the line of a heading takes.
pub(crate) const HEADING: i32 = 46;

/// Where the columns of a table begin, from its left edge, and how wide they are: place, name, rating, its bar, results, streak,
/// skill.
const COLUMNS: [(i32, i32); 7] =
    [(0, 46), (50, 262), (318, 176), (506, 150), (668, 118), (790, 60), (850, 0)];
/// The same where a player's skill is known.
const COLUMNS_WITH_SKILL: [(i32, i32); 7] =
    [(0, 46), (50, 226), (276, 174), (462, 80), (680, 112), (796, 54), (550, 112)];
/// The most lines of notes.
const MOST_OF_NOTES: usize = 12;

/// The most rows of a table: more can't be read on a phone.
pub(crate) const MOST_ROWS: usize = 15;

/// The most points of a curve that are drawn; of more, some are left out.
const MOST_POINTS: usize = 200;
/// The most lines across a curve.
const MOST_LINES: i32 = 6;

impl Painter {
    /// Draws a chart as a PNG 900 pixels wide: the same bytes for the same chart on every machine.
    pub fn chart(&self, chart: &Chart, theme: Theme) -> Vec<u8> {
        // Charts use the colours shared by all boards.
        let palette = &self.kit(theme, Set::ALL[0]).palette;
        let height = match chart {
            Chart::Ranking(ranking) => table_height(ranking),
            Chart::Curve(_) => HEIGHT,
            Chart::Chances(it) => chances::height(&self.letters, it),
            Chart::Group(it) => group::height(it),
            Chart::Profile(profile) => profile_height(&self.letters, profile),
            Chart::Results(it) => results::height(&self.letters, it),
        };
        let mut canvas = Canvas::new(palette, WIDTH, height);
        match chart {
            Chart::Ranking(ranking) => table(&mut canvas, &self.letters, ranking),
            Chart::Curve(it) => curve(&mut canvas, &self.letters, it),
            Chart::Profile(it) => profile(&mut canvas, &self.letters, it),
            Chart::Chances(it) => chances::draw(&mut canvas, &self.letters, it),
            Chart::Group(it) => group::draw(&mut canvas, &self.letters, it),
            Chart::Results(it) => results::draw(&mut canvas, &self.letters, it),
        }
        encode::png(&canvas.into_pixels(), palette)
    }
}

/// Draws the band with the title; returns the free part below.
pub(crate) fn head(canvas: &mut Canvas, letters: &Type, title: &str) -> Rect {
    let all = canvas.bounds();
    let band = Rect { height: HEAD, ..all };
    canvas.fill(band, Hue::Accent);
    let inner = Rect { x: MARGIN, width: all.width - 2 * MARGIN, ..band };
    let title = letters.fit(Style::Big, &clean(title), inner.width);
    letters.draw(canvas, Style::Big, &title, inner, Hue::AccentInk);
    Rect::new(MARGIN, HEAD, inner.width, all.height - HEAD)
}

fn table_height(ranking: &Ranking) -> i32 {
    let title = |text: &str| if text.is_empty() { 0 } else { HEADING };
    let parts =
        shown(ranking).map(|(heading, rows)| title(heading) + ROW * rows.len() as i32).sum::<i32>();
    let more = if more(ranking).is_empty() { 0 } else { HEADING };
    HEAD + HEADING + parts + more + MARGIN + podium::height(best(ranking))
}

/// Returns the rows of those on the podium, if there is one: one alone needs none.
fn best(ranking: &Ranking) -> &[Row] {
    let first = ranking.parts.first().filter(|part| ranking.podium && part.title.is_empty());
    let rows = first.map_or(&[][..], |part| &part.rows[..part.rows.len().min(podium::STEPS)]);
    if rows.len() < 2 { &[] } else { rows }
}

/// Lists the parts of a table that are drawn, with as many rows as there is room for.
fn shown(ranking: &Ranking) -> impl Iterator<Item = (&str, &[Row])> {
    let mut left = MOST_ROWS;
    let best = best(ranking).len();
    let parts = ranking.parts.iter().enumerate().map(move |(n, part)| {
        // Players on the podium have no row.
        let rows = if n == 0 { &part.rows[best..] } else { &part.rows[..] };
        let kept = rows.len().min(left);
        left -= kept;
        (part.title.as_str(), &rows[..kept])
    });
    parts.filter(|it| !it.1.is_empty())
}

/// Says what is left out.
fn more(ranking: &Ranking) -> String {
    let rows = ranking.parts.iter().map(|it| it.rows.len()).sum::<usize>();
    match rows.checked_sub(MOST_ROWS) {
        Some(cut @ 1..) => format!("And {cut} more here. {}", ranking.more).trim_end().to_owned(),
        _ => ranking.more.clone(),
    }
}

fn table(canvas: &mut Canvas, letters: &Type, ranking: &Ranking) {
    let free = head(canvas, letters, &ranking.title);
    let line = Rect { y: free.y, height: HEADING, ..free };
    if ranking.parts.iter().all(|it| it.rows.is_empty()) {
        letters.draw(canvas, Style::Body, "Nobody yet", line, Hue::Muted);
        return;
    }
    let best = best(ranking);
    let high = podium::height(best);
    podium::draw(canvas, letters, best, Rect { height: high, ..free });
    let line = Rect { y: free.y + high, ..line };
    let rows = || shown(ranking).flat_map(|it| it.1);
    let (reach, columns) = (reach(rows()), columns(rows()));
    if rows().next().is_some() {
        headings(canvas, letters, line, columns);
    }
    let mut y = line.bottom();
    for (title, rows) in shown(ranking) {
        if !title.is_empty() {
            let line = Rect { y, height: HEADING, ..free };
            let title = letters.fit(Style::Body, &clean(title), line.width);
            letters.draw(canvas, Style::Body, &title, line, Hue::Muted);
            y += HEADING;
        }
        for row in rows {
            draw_row(canvas, letters, row, reach, columns, Rect { y, height: ROW, ..free });
            y += ROW;
        }
    }
    let line = Rect { y, height: HEADING, ..free };
    letters.centre(canvas, Style::Body, &clean(&more(ranking)), line, Hue::Muted);
}

/// Names the columns.
fn headings(canvas: &mut Canvas, letters: &Type, line: Rect, columns: &Columns) {
    let skill = if has_skill(columns) { "skill" } else { "" };
    for (at, word) in [(2, "score"), (4, "won-lost-drawn"), (5, "streak"), (6, skill)] {
        let place = column(line, columns, at);
        let place = Rect { x: place.x - 60, width: place.width + 60, ..place };
        letters.right(canvas, Style::Number, word, place, Hue::Muted);
    }
}

type Columns = [(i32, i32); 7];

fn has_skill(columns: &Columns) -> bool {
    0 < columns[6].1
}

/// Returns the columns that some rows need.
fn columns<'a>(mut rows: impl Iterator<Item = &'a Row>) -> &'static Columns {
    if rows.any(|row| row.skill.is_some()) { &COLUMNS_WITH_SKILL } else { &COLUMNS }
}

/// Returns the lowest and the highest rating that the bars of some rows have room for.
fn reach<'a>(rows: impl Iterator<Item = &'a Row>) -> (i32, i32) {
    rows.fold((i32::MAX, i32::MIN), |(low, high), row| {
        let Estimate { rating, give } = row.rating;
        (low.min(rating.saturating_sub(give)), high.max(rating.saturating_add(give)))
    })
}

/// Draws a person with their ratings by game.
fn profile(canvas: &mut Canvas, letters: &Type, profile: &Profile) {
    let Profile { name, games, notes, curve } = profile;
    let free = head(canvas, letters, if is_drawn(name) { name } else { "Profile" });
    let line = Rect { y: free.y, height: HEADING, ..free };
    let mut y = line.bottom();
    let columns = columns(games.iter());
    if games.is_empty() {
        letters.draw(canvas, Style::Body, "No match yet", line, Hue::Muted)
    } else {
        headings(canvas, letters, line, columns)
    }
    for row in games {
        let place = Rect { y, height: ROW, ..free };
        draw_row(canvas, letters, row, reach(games.iter()), columns, place);
        y += ROW;
    }
    for note in paragraph(letters, notes) {
        let line = Rect { y: y + 8, height: ROW - 8, ..free };
        letters.draw(canvas, Style::Lead, &note, line, Hue::Ink);
        y += ROW - 8;
    }
    if let Some(curve) = curve {
        let line = Rect { y: y + 8, height: HEADING - 8, ..free };
        letters.draw(
            canvas,
            Style::Name,
            &letters.fit(Style::Name, &clean(&curve.title), line.width),
            line,
            Hue::Muted,
        );
        plot(canvas, letters, curve, Rect { y: line.bottom(), height: CURVE, ..free });
    }
}

/// Sets notes one after the other, in as few lines as they fit.
fn paragraph(letters: &Type, notes: &[String]) -> Vec<String> {
    let notes = clean(&notes.join(" "));
    let lines = letters.wrap(Style::Lead, &notes, WIDTH - 2 * MARGIN, MOST_OF_NOTES);
    lines.into_iter().filter(|it| !it.is_empty()).collect()
}

fn profile_height(letters: &Type, profile: &Profile) -> i32 {
    let notes = (ROW - 8) * paragraph(letters, &profile.notes).len() as i32;
    let curve = if profile.curve.is_some() { HEADING + CURVE } else { 0 };
    HEAD + HEADING + ROW * profile.games.len() as i32 + notes + curve + MARGIN
}

/// Returns a column of a line, and the rest to its right.
fn column(line: Rect, columns: &Columns, at: usize) -> Rect {
    let (left, width) = columns[at];
    Rect { x: line.x + left, width, ..line }
}

fn draw_row(
    canvas: &mut Canvas,
    letters: &Type,
    row: &Row,
    reach: (i32, i32),
    columns: &Columns,
    line: Rect,
) {
    let Row { place, name, rating: Estimate { rating, give }, won, lost, drawn, streak, skill } =
        row;
    let plate = Rect { x: line.x - 8, width: line.width + 16, height: ROW - 4, ..line };
    let first = *place == Some(1);
    // Unranked people are greyed out.
    let ink = if place.is_some() { Hue::Ink } else { Hue::Muted };
    canvas.round(plate, 8, if first { Hue::PlateTurn } else { Hue::Plate });
    canvas.fill(Rect { y: plate.bottom() + 1, height: 1, ..plate }, Hue::Line);
    let line = Rect { height: plate.height, ..line };
    if let Some(place) = place {
        let cell = column(line, columns, 0);
        letters.centre(canvas, Style::Strong, &place.to_string(), cell, Hue::Ink);
    }
    let cell = column(line, columns, 1);
    // A name that can't be drawn is replaced.
    let name = if is_drawn(name) { clean(name) } else { "a player".to_owned() };
    let (style, lines) = letters.name(Style::Name, &name, cell.width, 2);
    // Two lines share the row.
    let each = cell.height / lines.len().max(1) as i32;
    for (name, y) in lines.iter().zip((cell.y..).step_by(each as usize)) {
        letters.draw(canvas, style, name, Rect { y, height: each, ..cell }, ink);
    }
    let cell = column(line, columns, 2);
    let (whole, after) = cell.split(cell.width - 84);
    letters.right(canvas, Style::Strong, &rating.to_string(), whole, ink);
    letters.right(canvas, Style::Body, &format!("± {give}"), after, Hue::Muted);
    let cell = column(line, columns, 3);
    bar(canvas, row.rating, reach, cell, place.is_some());
    let streak = match streak {
        2.. => format!("↑{streak}"),
        ..=-2 => format!("↓{}", streak.unsigned_abs()),
        _ => "–".to_owned(),
    };
    let skill = skill.map_or(String::new(), |skill| skill.to_string());
    for (text, at) in [(format!("{won}-{lost}-{drawn}"), 4), (streak, 5), (skill, 6)] {
        let cell = column(line, columns, at);
        let (style, text) = letters.shrink(Style::Body, &text, cell.width);
        letters.right(canvas, style, &text, cell, ink);
    }
}

/// Draws a rating with its interval, between the lowest and the highest of all.
fn bar(canvas: &mut Canvas, of: Estimate, (low, high): (i32, i32), cell: Rect, ranked: bool) {
    let Estimate { rating, give } = of;
    let span = i64::from(high) - i64::from(low);
    let at = |rating: i32| {
        let from_low = i64::from(rating.clamp(low, high)) - i64::from(low);
        cell.x + (from_low * i64::from(cell.width) / span.max(1)) as i32
    };
    let y = cell.y + cell.height / 2;
    let (left, right) = (at(rating.saturating_sub(give)), at(rating.saturating_add(give)));
    canvas.fill(Rect::new(cell.x, y - 1, cell.width, 2), Hue::Line);
    let hue = if ranked { Hue::Accent } else { Hue::Muted };
    canvas.round(Rect::new(left, y - 5, (right - left).max(6), 10), 5, hue);
    canvas.round(Rect::new(at(rating) - 8, y - 8, 16, 16), 8, Hue::Paper);
    canvas.round(Rect::new(at(rating) - 6, y - 6, 12, 12), 6, Hue::Ink);
}

fn curve(canvas: &mut Canvas, letters: &Type, curve: &Curve) {
    let free = head(canvas, letters, &curve.title);
    plot(canvas, letters, curve, free);
}

/// Draws a curve with its scale and its ends.
fn plot(canvas: &mut Canvas, letters: &Type, curve: &Curve, free: Rect) {
    let ([.., last], Some((low, high))) = (&curve.points[..], curve.reach()) else {
        let line = Rect { height: HEADING, ..free };
        return letters.draw(canvas, Style::Body, "No match yet", line, Hue::Muted);
    };
    let Scale { low, high, step } = Scale::about(low, high);
    let end = last.rating.to_string();
    let aside = 66 + 16 + letters.width(Style::Big, &end);
    let plot = Rect::new(free.x + 66, free.y + 20, free.width - aside, free.height - 76);
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
    let line: Vec<PixelPoint> = points
        .iter()
        .enumerate()
        .map(|(n, estimate)| (across(n), level(estimate.rating)))
        .collect();
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
    letters.draw(canvas, Style::Big, &end, label, Hue::Ink);
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
    let upper = points
        .iter()
        .enumerate()
        .map(|(n, estimate)| edge((n, estimate.rating.saturating_add(estimate.give))));
    let lower = points
        .iter()
        .enumerate()
        .map(|(n, estimate)| edge((n, estimate.rating.saturating_sub(estimate.give))));
    let outline: Vec<(f32, f32)> = upper.chain(lower.rev()).collect();
    // Stripes keep the grid lines visible, and need no colour of their own.
    shape::fill(canvas, &outline, |x, y| if (x + y) % 8 < 2 { Hue::Line } else { Hue::Plate });
}

/// Drops points if there are too many, never the first or the last.
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
        // Values from a foreign file are clamped, so that the picture stays bounded.
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
