//! Letters: cleaned, measured, cut, wrapped and drawn.
use ab_glyph::FontRef;

pub(crate) use crate::font::{clean, is_drawn};
use crate::{
    canvas::{Canvas, Rect},
    font, legible,
    theme::Hue,
    typeface::Typeface,
};

/// What stands for the rest of a line that is too long.
const ELLIPSIS: &str = "…";

/// A size and weight of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// The draughts number in the corner of a square.
    Number,
    Body,
    Strong,
    /// Texts that have much room.
    Lead,
    /// Names and headings that have little room.
    Minor,
    Heading,
    Name,
    Big,
}

impl Style {
    const ALL: [Style; 8] = [
        Style::Number,
        Style::Body,
        Style::Strong,
        Style::Lead,
        Style::Minor,
        Style::Heading,
        Style::Name,
        Style::Big,
    ];

    /// Pixels from the top of the highest letter to the bottom of the lowest. A chat shows pictures about 350 pixels high,
    /// so half of that is left.
    fn size(self) -> i32 {
        match self {
            Style::Number | Style::Minor => 21,
            Style::Body | Style::Strong => 24,
            Style::Lead | Style::Heading => 28,
            Style::Name => 32,
            Style::Big => 42,
        }
    }

    /// Returns the typeface: names and headings have their own.
    fn font(self) -> &'static FontRef<'static> {
        match self {
            Style::Number | Style::Body | Style::Lead => font::plain(false),
            Style::Strong => font::plain(true),
            Style::Minor | Style::Heading | Style::Name | Style::Big => font::display(),
        }
    }

    /// Lists the styles a line may be set in to save room, this one first: all of the same typeface.
    fn smaller(self) -> &'static [Style] {
        match self {
            Style::Big => &[Style::Big, Style::Name, Style::Heading, Style::Minor],
            Style::Name => &[Style::Name, Style::Heading, Style::Minor],
            Style::Heading => &[Style::Heading, Style::Minor],
            Style::Minor => &[Style::Minor],
            Style::Lead => &[Style::Lead, Style::Body, Style::Number],
            Style::Strong => &[Style::Strong, Style::Number],
            Style::Body => &[Style::Body, Style::Number],
            Style::Number => &[Style::Number],
        }
    }

    /// Pixels from one line to the next.
    pub(crate) fn line(self) -> i32 {
        match self {
            Style::Number | Style::Body | Style::Strong | Style::Lead => self.size() + 2,
            // Its size includes room for marks above and below, which names hardly need.
            Style::Minor | Style::Heading | Style::Name | Style::Big => self.size() - 3,
        }
    }
}

/// All letters, ready to draw.
pub(crate) struct Type {
    faces: [Typeface; Style::ALL.len()],
}

impl Type {
    /// Prepares the letters of English in every style.
    pub(crate) fn new() -> Type {
        Type { faces: Style::ALL.map(|style| Typeface::new(style.font().clone(), style.size())) }
    }

    fn face(&self, style: Style) -> &Typeface {
        &self.faces[style as usize]
    }

    /// Returns how many pixels wide a line is.
    pub(crate) fn width(&self, style: Style, text: &str) -> i32 {
        let face = self.face(style);
        face.walk(text).map(|(at, glyph)| at + glyph.advance).last().unwrap_or(0) / 64 + 1
    }

    /// Shortens a line with an ellipsis until it is no wider than `width` pixels.
    pub(crate) fn fit(&self, style: Style, text: &str, width: i32) -> String {
        if self.width(style, text) <= width {
            return text.to_owned();
        }
        let room = width - self.width(style, ELLIPSIS);
        if room < 0 {
            return String::new();
        }
        let ends = text.char_indices().map(|(at, letter)| at + letter.len_utf8());
        let reaches = self.face(style).walk(text).map(|(at, glyph)| (at + glyph.advance) / 64 + 1);
        let kept = ends.zip(reaches).take_while(|&(_, reach)| reach <= room).last();
        let kept = kept.map_or("", |(end, _)| &text[..end]);
        kept.trim_end().to_owned() + ELLIPSIS
    }

    /// Sets a line as large as it fits, at most in `style`; it is cut if it is too long even in the smallest style.
    pub(crate) fn shrink(&self, style: Style, text: &str, width: i32) -> (Style, String) {
        let fits = |style: &&Style| self.width(**style, text) <= width;
        let all = style.smaller();
        let style = all.iter().find(fits).or(all.last()).copied().unwrap_or(style);
        (style, self.fit(style, text, width))
    }

    /// Sets a name in one line, smaller if needed; otherwise in two, broken between words or within
    /// one; otherwise in `most` lines. If that isn't enough, it is cut.
    pub(crate) fn name(
        &self,
        style: Style,
        text: &str,
        width: i32,
        most: usize,
    ) -> (Style, Vec<String>) {
        let (small, line) = self.shrink(style, text, width);
        if self.width(small, text) <= width {
            return (small, vec![line]);
        }
        let ends = text.char_indices().map(|it| it.0).filter(|it| *it != 0);
        let parts = |at: usize| [text[..at].trim_end(), text[at..].trim_start()];
        let fits = |at: &usize| parts(*at).iter().all(|part| self.width(small, part) <= width);
        // As even as possible, and between words rather than within one.
        let uneven = |at: &usize| {
            let [one, other] = parts(*at).map(|part| self.width(small, part));
            (!text[..*at].ends_with(' '), one.abs_diff(other))
        };
        let split = ends.filter(fits).min_by_key(uneven);
        let is_between = |at: &usize| text[..*at].ends_with(' ') || !text.contains(' ');
        let mut lines = match split.filter(|at| most == 2 || is_between(at)) {
            Some(at) => parts(at).map(str::to_owned).to_vec(),
            None => self.wrap(small, text, width, most),
        };
        // Right-to-left text begins at its right end.
        if text.chars().any(font::runs_left) {
            lines.reverse();
        }
        (small, lines)
    }

    /// Breaks a text into at most `lines` lines of `width` pixels, between words; the last is shortened if need be.
    pub(crate) fn wrap(&self, style: Style, text: &str, width: i32, lines: usize) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        // Where each letter begins and ends, so that no part is measured twice.
        let walked = self.face(style).walk(text).map(|(at, glyph)| (at, at + glyph.advance));
        let letters: Vec<(usize, (i32, i32))> =
            text.char_indices().map(|it| it.0).zip(walked).collect();
        let place = |at: usize| letters.partition_point(|it| it.0 < at);
        let wide = |from: usize, to: usize| {
            let (first, next) = (place(from), place(to));
            let ends = if first < next { letters[next - 1].1.1 - letters[first].1.0 } else { 0 };
            ends / 64 + 1
        };
        let breaks = || text.match_indices(' ').map(|it| it.0).chain([text.len()]);
        let mut from = 0;
        while from <= text.len() && out.len() < lines {
            let mut ends = breaks().filter(|it| from <= *it);
            let mut to = ends.next().unwrap_or(text.len());
            if out.len() + 1 == lines {
                to = text.len();
            } else if width < wide(from, to) {
                // A word longer than a line continues in the next one, if at least one letter fits.
                let within = letters.iter().map(|it| it.0).filter(|at| from < *at && *at < to);
                if let Some(last) = within.take_while(|end| wide(from, *end) <= width).last() {
                    out.push(text[from..last].to_owned());
                    from = last;
                    continue;
                }
            } else {
                ends.take_while(|end| wide(from, *end) <= width).for_each(|end| to = end);
            }
            out.push(self.fit(style, &text[from..to], width));
            from = to + 1;
        }
        out
    }

    /// Draws a line of cleaned text from the left edge of a box, in the middle of its height; nothing leaves the box.
    pub(crate) fn draw(
        &self,
        canvas: &mut Canvas,
        style: Style,
        text: &str,
        within: Rect,
        hue: Hue,
    ) {
        let (face, colour) = (self.face(style), canvas.palette.entry(hue));
        let foot = within.y + (within.height + face.capital + 1) / 2;
        if legible::is_looked_at() {
            let (y, width) = (foot - face.capital, self.width(style, text));
            let place = Rect { y, height: face.capital, width, ..within };
            legible::look(canvas, text, place, within.width, hue);
        }
        let within = within.meet(canvas.bounds());
        for (at, glyph) in face.walk(text) {
            let left = within.x + glyph.left + (at + 32) / 64;
            let rows = glyph.levels.chunks_exact(glyph.width.max(1));
            let wide = glyph.width as i32;
            let part = Rect::new(left, foot + glyph.top, wide, rows.len() as i32).meet(within);
            if part.width == 0 {
                continue;
            }
            let laid = canvas.palette.laid(colour);
            let (x, y) = ((part.x - left) as usize, (part.y - foot - glyph.top) as usize);
            for (row, pixels) in rows.skip(y).zip(canvas.rows(part)) {
                for (&level, pixel) in row[x..].iter().zip(pixels) {
                    *pixel = laid[usize::from(level)][usize::from(*pixel)];
                }
            }
        }
    }

    /// Draws a line in the middle of a box.
    pub(crate) fn centre(
        &self,
        canvas: &mut Canvas,
        style: Style,
        text: &str,
        within: Rect,
        hue: Hue,
    ) {
        let spare = (within.width - self.width(style, text)).max(0);
        let (_, rest) = within.split(spare / 2);
        self.draw(canvas, style, text, rest, hue);
    }

    /// Draws a line at the right edge of a box.
    pub(crate) fn right(
        &self,
        canvas: &mut Canvas,
        style: Style,
        text: &str,
        within: Rect,
        hue: Hue,
    ) {
        let spare = (within.width - self.width(style, text)).max(0);
        let (_, rest) = within.split(spare);
        self.draw(canvas, style, text, rest, hue);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_line_is_no_wider_than_asked() {
        let letters = Type::new();
        let long = "Wolfeschlegelsteinhausenbergerdorff".repeat(20);
        for width in [0, 5, 20, 100, 300] {
            let cut = letters.fit(Style::Name, &long, width);
            assert!(cut.is_empty() || letters.width(Style::Name, &cut) <= width);
        }
        assert!(letters.fit(Style::Name, &long, 300).ends_with('…'));
        assert_eq!(letters.fit(Style::Name, "Ann", 300), "Ann");
    }

    #[test]
    fn a_text_is_broken_between_words() {
        let letters = Type::new();
        let lines = letters.wrap(Style::Body, "Ann spins the wheel and it stops on green", 160, 3);
        assert_eq!(lines.join(" "), "Ann spins the wheel and it stops on green");
        assert!(
            lines.len() > 1 && lines.iter().all(|line| letters.width(Style::Body, line) <= 160)
        );
        let lines = letters.wrap(Style::Body, &"word ".repeat(90), 160, 2);
        assert!(lines.len() == 2 && lines[1].ends_with('…'));
    }

    #[test]
    fn a_long_name_shrinks_before_it_is_cut() {
        let letters = Type::new();
        let (style, whole) = letters.shrink(Style::Name, "Alexander", 300);
        assert_eq!((style, whole.as_str()), (Style::Name, "Alexander"));
        let tight = letters.width(Style::Name, "Alexander") - 4;
        let (style, whole) = letters.shrink(Style::Name, "Alexander", tight);
        assert_eq!((style, whole.as_str()), (Style::Heading, "Alexander"));
        let (style, cut) = letters.shrink(Style::Name, "Alexander", 60);
        assert!(style == Style::Minor && cut.ends_with('…'));
    }

    #[test]
    fn a_name_of_any_script_wraps_before_it_is_cut() {
        let letters = Type::new();
        let names = [
            "Maximilian Bartholomew Smith-Jo",
            "Wolfeschlegelsteinhausenberger",
            "山田太郎山田太郎山田太郎",
            "محمد عبد الرحمن الهاشمي القرشي",
            "Γεώργιος Παπαδόπουλος ο Νεότερος",
            "🎲🎲🎲🎲🎲🎲 Ann 🎲🎲🎲🎲🎲🎲",
            "ישראל ישראלי בן ציון הכהן",
        ];
        // The room beside the piece on a plate, less the arrow of the side to move.
        let width = 218;
        for name in names.map(clean) {
            let (style, lines) = letters.name(Style::Name, &name, width, 2);
            let whole = |line: &str| line.chars().filter(|it| *it != ' ').count();
            let shown: usize = lines.iter().map(|it| whole(it)).sum();
            assert_eq!(shown, whole(&name), "{name} is cut: {lines:?}");
            assert!(lines.iter().all(|line| letters.width(style, line) <= width), "{lines:?}");
        }
        let (_, lines) = letters.name(Style::Name, &"W".repeat(90), width, 2);
        assert!(lines.iter().any(|it| it.ends_with('…')));
    }

    #[test]
    fn letters_of_other_typefaces_have_a_width_of_their_own() {
        let letters = Type::new();
        let unknown = letters.width(Style::Name, "▯");
        for letter in ["漢", "한", "ש", "🎲", "ﻢ"] {
            let width = letters.width(Style::Name, letter);
            assert!(8 < width && width != unknown, "{letter} {width}");
        }
    }
}
