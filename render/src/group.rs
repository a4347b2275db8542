//! Draws the table of a group: place, change of place, name, matches, points, and who is promoted or relegated.

use crate::{
    canvas::{Canvas, Rect},
    chart::{HEAD, HEADING, MARGIN, MOST_ROWS, ROW, head},
    shape,
    text::{Style, Type, clean, is_drawn},
    theme::Hue,
};
use charts::{GroupRow, GroupTable};

/// The left edge and width of each column in pixels: place, change, name, played, won, drawn, lost, tie-break, points, skill.
const COLUMNS: [(i32, i32); 10] = [
    (0, 48),
    (54, 56),
    (120, 296),
    (422, 60),
    (486, 60),
    (550, 60),
    (614, 60),
    (680, 84),
    (770, 82),
    (852, 0),
];
/// The same where a player's skill is known.
const COLUMNS_WITH_SKILL: [(i32, i32); 10] = [
    (0, 48),
    (54, 56),
    (120, 214),
    (336, 56),
    (394, 56),
    (452, 56),
    (510, 56),
    (690, 78),
    (770, 82),
    (572, 112),
];

fn columns(group: &GroupTable) -> &'static [(i32, i32); 10] {
    let known = group.rows.iter().any(|row| row.skill.is_some());
    if known { &COLUMNS_WITH_SKILL } else { &COLUMNS }
}

/// The height in pixels of the line below the promoted and above the relegated rows.
const LINE: i32 = 32;

/// Returns how many rows are drawn.
fn shown(group: &GroupTable) -> usize {
    group.rows.len().min(MOST_ROWS)
}

/// Returns the label of the line above a row, if there is one: below the promoted rows, or above the relegated ones.
fn line_above(group: &GroupTable, nth: usize) -> Option<&'static str> {
    let before = nth.checked_sub(1)?;
    if group.goes_down(nth) && !group.goes_down(before) {
        return Some("↓ go down");
    }
    (group.goes_up(before) && !group.goes_up(nth)).then_some("↑ go up")
}

/// Returns the height of the table in pixels.
pub(crate) fn height(group: &GroupTable) -> i32 {
    let rows = shown(group);
    let lines = (0..rows).filter(|row| line_above(group, *row).is_some()).count() as i32;
    let notes = notes(group).len() as i32 * (ROW - 8);
    HEAD + HEADING + ROW * rows as i32 + LINE * lines + notes + MARGIN
}

/// Lists the notes below the table.
fn notes(group: &GroupTable) -> Vec<String> {
    let cut = group.rows.len() - shown(group);
    let more = (0 < cut).then(|| format!("And {cut} more."));
    more.into_iter().chain(group.notes.iter().cloned()).collect()
}

/// Draws the table.
pub(crate) fn draw(canvas: &mut Canvas, letters: &Type, group: &GroupTable) {
    let free = head(canvas, letters, &group.title);
    let line = Rect { height: HEADING, ..free };
    let mut y = line.bottom();
    if group.rows.is_empty() {
        letters.draw(canvas, Style::Body, "Nobody yet", line, Hue::Muted)
    } else {
        headings(canvas, letters, group, line)
    }
    for (nth, row) in group.rows.iter().take(shown(group)).enumerate() {
        if let Some(says) = line_above(group, nth) {
            border(canvas, letters, says, Rect { y, height: LINE, ..free });
            y += LINE;
        }
        draw_row(canvas, letters, group, nth, row, Rect { y, height: ROW, ..free });
        y += ROW;
    }
    for note in notes(group) {
        let line = Rect { y: y + 8, height: ROW - 8, ..free };
        let (style, note) = letters.shrink(Style::Body, &clean(&note), line.width);
        letters.draw(canvas, style, &note, line, Hue::Ink);
        y += ROW - 8;
    }
}

fn headings(canvas: &mut Canvas, letters: &Type, group: &GroupTable, line: Rect) {
    let tie = clean(&group.tie);
    let words = ["", "", "", "played", "won", "drawn", "lost", &tie, "points", "skill"];
    for (word, &(left, width)) in words.into_iter().zip(columns(group)).filter(|it| 0 < it.1.1) {
        let cell = Rect { x: line.x + left, width, ..line };
        let (style, word) = letters.shrink(Style::Number, word, cell.width);
        letters.right(canvas, style, &word, cell, Hue::Muted);
    }
}

/// Draws the line that separates promoted or relegated rows from the others.
fn border(canvas: &mut Canvas, letters: &Type, says: &str, place: Rect) {
    let wide = letters.width(Style::Number, says) + 24;
    let y = place.y + place.height / 2 - 3;
    canvas.fill(Rect { y, height: 3, width: place.width - wide, ..place }, Hue::Accent);
    let words = Rect { y: place.y - 2, height: place.height - 2, ..place };
    letters.right(canvas, Style::Number, says, words, Hue::Ink);
}

fn draw_row(
    canvas: &mut Canvas,
    letters: &Type,
    group: &GroupTable,
    nth: usize,
    row: &GroupRow,
    line: Rect,
) {
    let GroupRow { place, name, won, drawn, lost, points, tie, moved, skill } = row;
    let plate = Rect { x: line.x - 8, width: line.width + 16, height: ROW - 4, ..line };
    canvas.round(plate, 8, if *place == 1 { Hue::PlateTurn } else { Hue::Plate });
    canvas.fill(Rect { y: plate.bottom() + 1, height: 1, ..plate }, Hue::Line);
    let line = Rect { height: plate.height, ..line };
    let columns = columns(group);
    let cell = |nth: usize| {
        let (left, width) = columns[nth];
        Rect { x: line.x + left, width, ..line }
    };
    let own = cell(0);
    if group.goes_up(nth) {
        canvas.round(own.inset(3), 8, Hue::Accent);
    } else if group.goes_down(nth) {
        canvas.round(own.inset(3), 8, Hue::Ink);
        canvas.round(own.inset(5), 6, Hue::Plate);
    }
    let ink = if group.goes_up(nth) { Hue::AccentInk } else { Hue::Ink };
    letters.centre(canvas, Style::Strong, &place.to_string(), own, ink);
    change(canvas, letters, *moved, cell(1));
    // A name without a single letter that can be drawn is replaced.
    let name = if is_drawn(name) { clean(name) } else { "a player".to_owned() };
    let cell_of_name = cell(2);
    let (style, lines) = letters.name(Style::Name, &name, cell_of_name.width, 2);
    let each = cell_of_name.height / lines.len().max(1) as i32;
    for (name, y) in lines.iter().zip((cell_of_name.y..).step_by(each as usize)) {
        let within = Rect { y, height: each, ..cell_of_name };
        letters.draw(canvas, style, name, within, Hue::Ink);
    }
    let counts = [row.played(), *won, *drawn, *lost].map(|it| it.to_string());
    for (text, at) in counts.iter().zip(3..) {
        let (style, text) = letters.shrink(Style::Body, text, cell(at).width);
        letters.right(canvas, style, &text, cell(at), Hue::Ink);
    }
    let (style, tie) = letters.shrink(Style::Body, &clean(tie), cell(7).width);
    letters.right(canvas, style, &tie, cell(7), Hue::Muted);
    if let Some(skill) = skill {
        let (style, skill) = letters.shrink(Style::Body, &skill.to_string(), cell(9).width);
        letters.right(canvas, style, &skill, cell(9), Hue::Ink);
    }
    let (style, points) = letters.shrink(Style::Name, &clean(points), cell(8).width);
    letters.right(canvas, style, &points, cell(8), Hue::Ink);
}

/// Draws how many places a person has gone up or down.
fn change(canvas: &mut Canvas, letters: &Type, moved: Option<i32>, cell: Rect) {
    let middle = cell.y + cell.height / 2;
    let (from, tip) = match moved {
        Some(1..) => (middle + 8, middle - 8),
        Some(..=-1) => (middle - 8, middle + 8),
        Some(0) => return letters.centre(canvas, Style::Number, "–", cell, Hue::Muted),
        None => return letters.centre(canvas, Style::Number, "new", cell, Hue::Muted),
    };
    let x = cell.x + 14;
    shape::head(canvas, (x, from), (x, tip), 16, 0, Hue::Ink);
    let places = moved.unwrap_or(0).unsigned_abs().to_string();
    let (_, rest) = cell.split(28);
    let (style, places) = letters.shrink(Style::Number, &places, rest.width);
    letters.draw(canvas, style, &places, rest, Hue::Muted);
}
