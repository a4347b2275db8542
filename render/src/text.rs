//! Letters: cleaned, measured, cut, wrapped and drawn.
use std::{collections::BTreeMap, sync::OnceLock};

use ab_glyph::{Font, FontRef, GlyphId, PxScale, ScaleFont};
use any_ascii::any_ascii_char;
use engine::scene::is_unseen;

use crate::{
    canvas::{Canvas, Rect},
    palette::{Level, SOLID},
    theme::Hue,
};

/// What stands for a character the letters do not have.
const UNKNOWN: char = '▯';

/// What stands for the rest of a line that is too long.
const ELLIPSIS: &str = "…";

/// The last of the Latin, Greek and Cyrillic letters that are made ready at the start.
const LAST_PREPARED: char = '\u{52f}';

/// Characters of a text from outside that are looked at; no picture has room for more.
const LOOKED_AT: usize = 400;

/// Marks that may sit on one letter; more would be noise.
const MARKS_EACH: usize = 2;

/// A size and weight of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// The draughts number in the corner of a square.
    Number,
    Body,
    Strong,
    Name,
    Big,
}

impl Style {
    const ALL: [Style; 5] = [Style::Number, Style::Body, Style::Strong, Style::Name, Style::Big];

    /// Pixels from the top of the highest letter to the bottom of the lowest. At a height of 350 pixels, which is what a
    /// chat shows of a picture, half of it is left.
    fn size(self) -> i32 {
        match self {
            Style::Number => 21,
            Style::Body | Style::Strong => 24,
            Style::Name => 27,
            Style::Big => 36,
        }
    }

    fn bold(self) -> bool {
        match self {
            Style::Number | Style::Body => false,
            Style::Strong | Style::Name | Style::Big => true,
        }
    }

    /// Pixels from one line to the next.
    pub(crate) fn line(self) -> i32 {
        self.size() + 2
    }
}

/// All letters, ready to be put.
pub(crate) struct Type {
    faces: [Face; 5],
}

struct Face {
    font: FontRef<'static>,
    size: i32,
    glyphs: BTreeMap<char, Glyph>,
    /// Pixels a capital is high.
    capital: i32,
}

#[derive(Clone)]
struct Glyph {
    id: GlyphId,
    /// In 64ths of a pixel.
    advance: i32,
    left: i32,
    /// From the line the letter stands on, downwards.
    top: i32,
    width: usize,
    levels: Vec<Level>,
}

impl Type {
    /// Prepares Latin, Greek and Cyrillic letters in every style.
    pub(crate) fn new() -> Type {
        Type { faces: Style::ALL.map(Face::new) }
    }

    fn face(&self, style: Style) -> &Face {
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

    /// Breaks a text into at most `lines` lines of `width` pixels, between words; the last is shortened if need be.
    pub(crate) fn wrap(&self, style: Style, text: &str, width: i32, lines: usize) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        let mut words = text.split(' ').peekable();
        while words.peek().is_some() && out.len() < lines {
            let mut line = String::new();
            if out.len() + 1 == lines {
                line = words.by_ref().collect::<Vec<_>>().join(" ");
            }
            while let Some(word) = words.peek() {
                let longer =
                    if line.is_empty() { (*word).to_owned() } else { format!("{line} {word}") };
                if !line.is_empty() && self.width(style, &longer) > width {
                    break;
                }
                line = longer;
                words.next();
            }
            out.push(self.fit(style, &line, width));
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
        let within = within.meet(canvas.bounds());
        for (at, glyph) in face.walk(text) {
            let left = within.x + glyph.left + (at + 32) / 64;
            let rows = glyph.levels.chunks_exact(glyph.width.max(1));
            for (row, y) in rows.zip(foot + glyph.top..) {
                if !(within.y..within.bottom()).contains(&y) {
                    continue;
                }
                for (&level, x) in row.iter().zip(left..) {
                    if level > 0 && (within.x..within.right()).contains(&x) {
                        canvas.dab(x, y, colour, level);
                    }
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

impl Face {
    fn new(style: Style) -> Face {
        let font = font(style.bold()).clone();
        let mut face = Face { font, size: style.size(), glyphs: BTreeMap::new(), capital: 0 };
        for letter in (' '..='~').chain('\u{a0}'..=LAST_PREPARED).chain("–—‘’“”•…←↑→↓−×▯".chars())
        {
            let glyph = face.make(letter);
            face.glyphs.insert(letter, glyph);
        }
        face.capital = -face.glyphs[&'H'].top;
        face
    }

    /// Walks along a line: each letter with the place where it begins, in 64ths of a pixel.
    fn walk(&self, text: &str) -> impl Iterator<Item = (i32, std::borrow::Cow<'_, Glyph>)> {
        use std::borrow::Cow;
        let scaled = self.font.as_scaled(PxScale::from(self.size as f32));
        let (mut at, mut before) = (0, None);
        text.chars().map(move |letter| {
            let glyph = match self.glyphs.get(&letter) {
                Some(glyph) => Cow::Borrowed(glyph),
                None => Cow::Owned(self.make(letter)),
            };
            if let Some(before) = before.replace(glyph.id) {
                at += (scaled.kern(before, glyph.id) * 64.0) as i32;
            }
            let here = at;
            at += glyph.advance;
            (here, glyph)
        })
    }

    fn make(&self, letter: char) -> Glyph {
        let scaled = self.font.as_scaled(PxScale::from(self.size as f32));
        let known = |it: char| Some(self.font.glyph_id(it)).filter(|it| it.0 != 0);
        let id = known(letter).or_else(|| known(UNKNOWN)).unwrap_or_default();
        let advance = (scaled.h_advance(id) * 64.0) as i32;
        let mut glyph = Glyph { id, advance, left: 0, top: 0, width: 0, levels: Vec::new() };
        if let Some(outline) = scaled.outline_glyph(id.with_scale(scaled.scale())) {
            let around = outline.px_bounds();
            (glyph.left, glyph.top) = (around.min.x as i32, around.min.y as i32);
            glyph.width = around.width() as usize;
            glyph.levels = vec![0; glyph.width * around.height() as usize];
            outline.draw(|x, y, covered| {
                let level = (covered.clamp(0.0, 1.0) * f32::from(SOLID) + 0.5) as Level;
                glyph.levels[y as usize * glyph.width + x as usize] = level;
            });
        }
        glyph
    }
}

/// Makes a text from outside fit for a picture: one line, single spaces, nothing unseen, few marks on a letter.
pub(crate) fn clean(text: &str) -> String {
    let mut out = String::new();
    let mut marks = 0;
    for letter in text.chars().take(LOOKED_AT) {
        let letter = if letter.is_whitespace() { ' ' } else { letter };
        marks = if is_mark(letter) { marks + 1 } else { 0 };
        let doubled = letter == ' ' && (out.is_empty() || out.ends_with(' '));
        if doubled || is_unseen(letter) || MARKS_EACH < marks {
            continue;
        }
        match any_ascii_char(letter) {
            // There is no Latin for it either: what stands for an unknown letter is drawn.
            latin if is_drawn(letter) || latin.is_empty() => out.push(letter),
            latin => out.push_str(latin),
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// Tells whether a letter can be drawn by itself, one after the other from the left; others are written in Latin.
fn is_drawn(letter: char) -> bool {
    let from_the_right = matches!(letter,
        '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}');
    letter <= LAST_PREPARED || !from_the_right && font(false).glyph_id(letter).0 != 0
}

/// Returns the built-in font.
fn font(bold: bool) -> &'static FontRef<'static> {
    static FONTS: OnceLock<[FontRef<'static>; 2]> = OnceLock::new();
    let fonts = FONTS.get_or_init(|| {
        let data = [dejavu::sans_condensed::regular(), dejavu::sans_condensed::bold()];
        data.map(|it| {
            FontRef::try_from_slice(it).expect("the built-in font is sound: a test reads it")
        })
    });
    &fonts[usize::from(bold)]
}

/// Tells whether a character sits on the letter before it.
fn is_mark(letter: char) -> bool {
    matches!(letter,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5c7}' | '\u{610}'..='\u{61a}'
        | '\u{64b}'..='\u{65f}' | '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}'
        | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_dropped() {
        assert_eq!(
            clean(" An\u{202e}n\u{200b}\n\n of \u{0}\tthe\u{feff} isle "),
            "Ann of the isle"
        );
        assert_eq!(clean("Z\u{301}\u{301}\u{301}\u{301}oe"), "Z\u{301}\u{301}oe");
        assert_eq!(clean("\u{2066}\u{3164} \u{e0041}\u{1d173}"), "");
    }

    #[test]
    fn letters_beyond_the_font_are_written_in_latin() {
        assert_eq!(clean("王小明"), "WangXiaoMing");
        assert_eq!(clean("さくら 🎲"), "sakura :game_die:");
        assert_eq!(clean("שלום مرحب"), "slvm mrhb");
        assert_eq!(clean("Ωmega Жук Łódź ♔→"), "Ωmega Жук Łódź ♔→");
        assert_eq!(clean("\u{e000}"), "\u{e000}", "nobody knows it: a box is drawn");
    }

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
        assert!(lines.len() > 1 && lines.iter().all(|it| letters.width(Style::Body, it) <= 160));
        let lines = letters.wrap(Style::Body, &"word ".repeat(90), 160, 2);
        assert!(lines.len() == 2 && lines[1].ends_with('…'));
    }

    #[test]
    fn a_letter_the_font_lacks_is_seen_all_the_same() {
        let letters = Type::new();
        assert!(letters.width(Style::Name, "漢🙂") > 10);
        assert_eq!(letters.width(Style::Name, "漢"), letters.width(Style::Name, "▯"));
    }
}
