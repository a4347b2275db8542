//! Typefaces and the source of each letter; cleaning of foreign texts.
use std::sync::OnceLock;

use ab_glyph::{Font, FontRef, GlyphId};
use engine::scene::is_unseen;

use crate::palette::{SOLID, Shade};

/// The most characters of a foreign text; no picture has room for more.
const LOOKED_AT: usize = 400;

/// Marks that may sit on one letter; more would be noise.
const MARKS_EACH: usize = 2;

/// The source of a letter.
pub(crate) enum LetterSource {
    Outline(&'static FontRef<'static>, GlyphId),
    Bitmap(Dots),
}

/// A letter as black and white dots, 16 rows of them.
pub(crate) struct Dots {
    /// Dots in a row: 8 or 16.
    pub(crate) wide: usize,
    glyph: &'static unifont::Glyph,
}

/// Returns the typeface of texts: narrow, and plain at small sizes.
pub(crate) fn plain(bold: bool) -> &'static FontRef<'static> {
    static FONTS: OnceLock<[FontRef<'static>; 2]> = OnceLock::new();
    let data = || [dejavu::sans_condensed::regular(), dejavu::sans_condensed::bold()];
    &FONTS.get_or_init(|| data().map(read))[usize::from(bold)]
}

/// Returns the typeface of names and headings.
pub(crate) fn display() -> &'static FontRef<'static> {
    static FONT: OnceLock<FontRef<'static>> = OnceLock::new();
    FONT.get_or_init(|| {
        // The second file of the list is Libertinus Serif Bold; a test looks at its name.
        read(typst_assets::fonts().nth(1).unwrap_or(dejavu::sans_condensed::bold()))
    })
}

/// Returns the typeface of emoji, in one colour.
fn emoji() -> &'static FontRef<'static> {
    static FONT: OnceLock<FontRef<'static>> = OnceLock::new();
    let data = include_bytes!("../../data/fonts/NotoEmoji-Medium.ttf");
    FONT.get_or_init(|| read(data))
}

fn read(data: &'static [u8]) -> FontRef<'static> {
    FontRef::try_from_slice(data).expect("the built-in font is sound: a test reads it")
}

/// Looks for a letter that the typeface of a style doesn't have.
pub(crate) fn source(letter: char) -> Option<LetterSource> {
    let outline = |font: &'static FontRef<'static>| {
        let id = font.glyph_id(letter);
        (id.0 != 0).then_some(LetterSource::Outline(font, id))
    };
    let dots = || {
        let glyph = unifont::get_glyph(letter).filter(|_| is_square(letter))?;
        Some(LetterSource::Bitmap(Dots { wide: glyph.get_width(), glyph }))
    };
    if is_shaped(letter) {
        return None;
    }
    let texts = || [plain(true), plain(false)].into_iter().find_map(outline);
    let pictures = || outline(emoji());
    let found = if is_pictogram(letter) { pictures().or_else(texts) } else { texts() };
    found.or_else(dots)
}

/// Tells whether a script puts each letter in a box: only there do the bitmaps of Unifont fit. Chinese, Japanese, Korean, Yi and
/// the Ethiopic and Canadian syllables do.
fn is_square(letter: char) -> bool {
    matches!(letter,
        '\u{1100}'..='\u{11ff}' | '\u{1200}'..='\u{139f}' | '\u{13a0}'..='\u{167f}' | '\u{2e80}'..='\u{2fdf}'
        | '\u{3000}'..='\u{9fff}' | '\u{a000}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}'
        | '\u{ff00}'..='\u{ffef}')
}

/// Tells whether a letter needs shaping that isn't implemented here: uncommon Arabic letters, and everything from Syriac to the
/// scripts of India and South-East Asia, Mongolian and Tibetan.
fn is_shaped(letter: char) -> bool {
    matches!(letter,
        '\u{600}'..='\u{620}' | '\u{63b}'..='\u{63f}' | '\u{64b}'..='\u{65f}' | '\u{66e}'..='\u{6ff}' | '\u{700}'..='\u{109f}'
        | '\u{1700}'..='\u{1aaf}' | '\u{1b00}'..='\u{1c7f}' | '\u{a800}'..='\u{abff}' | '\u{10800}'..='\u{11fff}')
}

/// Tells whether every letter of a text can be drawn. A player whose name can't be drawn is called
/// by their side.
pub(crate) fn is_drawn(text: &str) -> bool {
    let seen = || text.chars().filter(|letter| !is_dropped(*letter) && !is_pictogram(*letter));
    let drawn = |letter: char| letter.is_whitespace() || is_mark(letter) || has_glyph(letter);
    seen().any(|it| !it.is_whitespace()) && seen().all(drawn)
        || (seen().all(char::is_whitespace) && !clean(text).is_empty())
}

/// Prepares a foreign text for a picture: one line, single spaces, no invisible characters, few marks on a letter, letters in drawing
/// order and form. Characters without a letter here are dropped.
pub(crate) fn clean(text: &str) -> String {
    let mut out = String::new();
    let mut marks = 0;
    for letter in text.chars().take(LOOKED_AT) {
        let letter = if letter.is_whitespace() { ' ' } else { letter };
        marks = if is_mark(letter) { marks + 1 } else { 0 };
        let doubled = letter == ' ' && (out.is_empty() || out.ends_with(' '));
        if doubled
            || is_dropped(letter)
            || MARKS_EACH < marks
            || !(letter == ' ' || has_glyph(letter))
        {
            continue;
        }
        out.push(letter);
    }
    out.truncate(out.trim_end().len());
    if out.chars().any(runs_left) { turned(&unifont::i18n::preprocess_text(&out)) } else { out }
}

/// Reverses right-to-left runs into drawing order.
fn turned(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let (mut out, mut at) = (String::new(), 0);
    while let Some(&letter) = letters.get(at) {
        let rest = &letters[at..];
        // A run ends with the last letter of its kind before a letter of another kind.
        let run = rest.iter().position(|letter| !runs_left(*letter) && letter.is_alphanumeric());
        let run = rest[..run.unwrap_or(rest.len())].iter().rposition(|it| runs_left(*it));
        match run.filter(|_| runs_left(letter)) {
            Some(last) => {
                out.extend(rest[..=last].iter().rev());
                at += last + 1;
            }
            None => {
                out.push(letter);
                at += 1;
            }
        }
    }
    out
}

/// Tells whether a letter is of a script that runs from the right.
pub(crate) fn runs_left(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{6ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

fn has_glyph(letter: char) -> bool {
    source(letter).is_some()
}

/// Tells whether a letter can be dropped: invisible characters, vowel signs of Hebrew and Arabic, and
/// colours of the emoji before.
fn is_dropped(letter: char) -> bool {
    is_unseen(letter)
        || matches!(letter, '\u{591}'..='\u{5c7}' | '\u{610}'..='\u{61a}' | '\u{640}' | '\u{64b}'..='\u{65f}'
            | '\u{670}' | '\u{fe00}'..='\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}')
}

/// Tells whether a character is a picture rather than a letter, so that a name can do without it.
fn is_pictogram(letter: char) -> bool {
    matches!(letter, '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

/// Tells whether a character sits on the letter before it.
fn is_mark(letter: char) -> bool {
    matches!(letter,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

impl Dots {
    /// Draws the dots smoothly in another size: corners are rounded twice, then the dots are averaged.
    pub(crate) fn smoothed(&self, width: usize, height: usize) -> Vec<Shade> {
        let row = |y: usize| (0..self.wide).map(|x| self.glyph.get_pixel(x, y)).collect();
        let dots: Vec<Vec<bool>> = (0..16).map(row).collect();
        let dots = doubled(&doubled(&dots));
        let across = dots.first().map_or(0, Vec::len);
        let mut out = Vec::with_capacity(width * height);
        for y in 0..height {
            for x in 0..width {
                let span = |at: usize, of: usize, all: usize| {
                    let (from, to) = (at * all / of, ((at + 1) * all / of).max(at * all / of + 1));
                    from..to.min(all)
                };
                let (rows, columns) = (span(y, height, dots.len()), span(x, width, across));
                let all = rows.len() * columns.len();
                let set = rows.map(|y| dots[y][columns.clone()].iter().filter(|it| **it).count());
                let level = set.sum::<usize>() * usize::from(SOLID) / all.max(1);
                out.push(level as Shade);
            }
        }
        out
    }
}

/// Doubles a drawing of dots and rounds its corners.
fn doubled(dots: &[Vec<bool>]) -> Vec<Vec<bool>> {
    let at = |x: usize, y: usize, dx: isize, dy: isize| {
        let (x, y) = (x.checked_add_signed(dx), y.checked_add_signed(dy));
        x.zip(y).and_then(|(x, y)| dots.get(y)?.get(x)).copied().unwrap_or(false)
    };
    let mut out = vec![vec![false; 2 * dots.first().map_or(0, Vec::len)]; 2 * dots.len()];
    for (y, row) in dots.iter().enumerate() {
        for (x, &own) in row.iter().enumerate() {
            let [up, right, down, left] =
                [(0, -1), (1, 0), (0, 1), (-1, 0)].map(|(dx, dy)| at(x, y, dx, dy));
            let corner = |one: bool, other: bool, far: bool, beside: bool| {
                if one == other && one != far && other != beside { one } else { own }
            };
            out[2 * y][2 * x] = corner(left, up, down, right);
            out[2 * y][2 * x + 1] = corner(up, right, left, down);
            out[2 * y + 1][2 * x] = corner(down, left, right, up);
            out[2 * y + 1][2 * x + 1] = corner(right, down, up, left);
        }
    }
    out
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
    fn letters_are_drawn_as_they_are_or_not_at_all() {
        for whole in ["王小明", "さくら", "김민준", "Ωmega Жук Łódź ♔→", "ኣበበ", "Zoë", "🎲 Ann 😀"]
        {
            assert_eq!(clean(whole), whole);
            assert!(is_drawn(whole), "{whole}");
        }
        // Thai, Hindi, Persian and private letters.
        for other in ["สมชาย", "आरव", "پرویز", "\u{e000}", "Anna आरव", "", " \u{200b}"]
        {
            assert!(!is_drawn(other), "{other}");
        }
        assert_eq!(clean("Ann\u{e000} आरव!"), "Ann !");
        assert_eq!(clean("Ann\u{1faff}"), "Ann", "an emoji without a drawing is left out");
        assert!(is_drawn("Ann\u{1faff}") && is_drawn("🎲"));
    }

    #[test]
    fn what_runs_from_the_right_is_turned_and_joined() {
        assert_eq!(clean("שלום"), "םולש");
        assert_eq!(clean("Ann שלום לך 12"), "Ann ךל םולש 12");
        // meem, hah, meem, dal: initial, medial, medial, final.
        assert_eq!(clean("محمد"), "\u{feaa}\u{fee4}\u{fea4}\u{fee3}");
        assert!(is_drawn("محمد") && is_drawn("مُحَمَّد") && is_drawn("שָׁלוֹם"));
    }

    #[test]
    fn any_three_arabic_letters_can_be_joined() {
        let letters = || '\u{621}'..='\u{64a}';
        for one in letters() {
            for other in letters() {
                for third in letters() {
                    clean(&String::from_iter([one, other, third]));
                }
            }
        }
    }

    #[test]
    fn headings_have_the_typeface_that_is_meant_and_figures_of_one_width() {
        use ab_glyph::ScaleFont;
        for font in [display(), plain(false), plain(true)] {
            let scaled = font.as_scaled(100.0);
            let widths = ('0'..='9').map(|letter| scaled.h_advance(font.glyph_id(letter)));
            let widths: Vec<f32> = widths.collect();
            assert!(widths.iter().all(|it| *it == widths[0]), "{widths:?}");
        }
        // Only this file of the list has both this weight and these digits.
        let bold = display().as_scaled(1140.0);
        assert_eq!(bold.h_advance(display().glyph_id('0')), 514.0);
    }
}
