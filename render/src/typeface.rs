//! The letters of one size and weight, as masks: those of English are ready from the start, the others when they are first wanted.
use std::{
    collections::BTreeMap,
    ops::Deref,
    sync::{Arc, Mutex, PoisonError},
};

use ab_glyph::{Font, FontRef, GlyphId, PxScale, ScaleFont};

use crate::{
    font::{self, LetterSource},
    palette::{SOLID, Shade},
};

/// What stands for a character the letters don't have.
const UNKNOWN: char = '▯';

/// The most glyphs of other languages that are kept; beyond that they are made again.
const KEPT: usize = 2000;

/// One style's letters.
pub(crate) struct Typeface {
    font: FontRef<'static>,
    size: i32,
    /// The letters of English, from the space on.
    plain: Vec<Glyph>,
    /// How far each letter of English moves to each other one before it, in 64ths of a pixel.
    kerns: Vec<i32>,
    /// The newest of all other letters.
    made: Mutex<BTreeMap<char, Arc<Glyph>>>,
    /// Pixels a capital is high.
    pub(crate) capital: i32,
}

/// A glyph that was made ready at the start, or when it was first wanted.
pub(crate) enum ReadyGlyph<'a> {
    Kept(&'a Glyph),
    Made(Arc<Glyph>),
}

impl Deref for ReadyGlyph<'_> {
    type Target = Glyph;

    fn deref(&self) -> &Glyph {
        match self {
            ReadyGlyph::Kept(glyph) => glyph,
            ReadyGlyph::Made(glyph) => glyph,
        }
    }
}

/// A letter as it is drawn.
pub(crate) struct Glyph {
    /// Its glyph id in the style's typeface; none if it comes from another one.
    id: Option<GlyphId>,
    /// In 64ths of a pixel.
    pub(crate) advance: i32,
    pub(crate) left: i32,
    /// From the line the letter stands on, downwards.
    pub(crate) top: i32,
    pub(crate) width: usize,
    pub(crate) levels: Vec<Shade>,
}

impl Typeface {
    pub(crate) fn new(font: FontRef<'static>, size: i32) -> Typeface {
        let (plain, kerns, made) = Default::default();
        let mut face = Typeface { font, size, plain, kerns, made, capital: 0 };
        face.capital = -face.make('H').top;
        face.plain = (' '..='~').map(|letter| face.make(letter)).collect();
        let pairs =
            face.plain.iter().flat_map(|one| face.plain.iter().map(move |glyph| (one, glyph)));
        face.kerns = pairs.map(|(one, other)| face.kern(one.id, other.id)).collect();
        face
    }

    /// Walks along a line: each letter with the place where it begins, in 64ths of a pixel.
    pub(crate) fn walk(&self, text: &str) -> impl Iterator<Item = (i32, ReadyGlyph<'_>)> {
        let mut at = 0;
        let mut before: Option<(Option<usize>, Option<GlyphId>)> = None;
        text.chars().map(move |letter| {
            let nth = (letter as usize).checked_sub(' ' as usize);
            let nth = nth.filter(|it| *it < self.plain.len());
            let glyph = match nth {
                Some(nth) => ReadyGlyph::Kept(&self.plain[nth]),
                None => ReadyGlyph::Made(self.made(letter)),
            };
            at += match (before.replace((nth, glyph.id)), nth) {
                (Some((Some(before), _)), Some(nth)) => self.kerns[before * self.plain.len() + nth],
                (Some((_, before)), _) => self.kern(before, glyph.id),
                (None, _) => 0,
            };
            let here = at;
            at += glyph.advance;
            (here, glyph)
        })
    }

    /// Returns how far a letter moves to the one before it, in 64ths of a pixel.
    fn kern(&self, before: Option<GlyphId>, own: Option<GlyphId>) -> i32 {
        let scaled = self.font.as_scaled(PxScale::from(self.size as f32));
        before.zip(own).map_or(0, |(before, own)| (scaled.kern(before, own) * 64.0) as i32)
    }

    /// Returns a glyph that isn't ready from the start; the newest ones are kept.
    fn made(&self, letter: char) -> Arc<Glyph> {
        // A glyph is kept whole or not at all, also when another thread panicked.
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(glyph) = made.get(&letter) {
            return Arc::clone(glyph);
        }
        if KEPT <= made.len() {
            made.clear();
        }
        let glyph = Arc::new(self.make(letter));
        made.insert(letter, Arc::clone(&glyph));
        glyph
    }

    fn make(&self, letter: char) -> Glyph {
        let own = self.font.glyph_id(letter);
        if own.0 != 0 {
            let scale = PxScale::from(self.size as f32);
            return Glyph { id: Some(own), ..outlined(&self.font, own, scale) };
        }
        match font::source(letter).or_else(|| font::source(UNKNOWN)) {
            Some(LetterSource::Outline(font, id)) => {
                // The typefaces differ in how much of their height letters take.
                let scale = PxScale::from(self.size as f32 * 0.9);
                outlined(font, id, scale)
            }
            Some(LetterSource::Bitmap(rows)) => self.smoothed(&rows),
            None => Glyph { id: None, advance: 0, left: 0, top: 0, width: 0, levels: Vec::new() },
        }
    }

    /// Makes a glyph of a drawing of 16 by 16 dots, in the middle of the height of capitals.
    fn smoothed(&self, dots: &font::Dots) -> Glyph {
        let high = self.size;
        let width = (high * dots.wide as i32 / 16) as usize;
        let levels = dots.smoothed(width, high as usize);
        let top = -(self.capital + high) / 2;
        Glyph { id: None, advance: width as i32 * 64, left: 0, top, width, levels }
    }
}

/// Makes a glyph of an outline.
fn outlined(font: &FontRef<'static>, id: GlyphId, scale: PxScale) -> Glyph {
    let scaled = font.as_scaled(scale);
    let advance = (scaled.h_advance(id) * 64.0) as i32;
    let mut glyph = Glyph { id: None, advance, left: 0, top: 0, width: 0, levels: Vec::new() };
    if let Some(outline) = scaled.outline_glyph(id.with_scale(scaled.scale())) {
        let around = outline.px_bounds();
        (glyph.left, glyph.top) = (around.min.x as i32, around.min.y as i32);
        glyph.width = around.width() as usize;
        glyph.levels = vec![0; glyph.width * around.height() as usize];
        outline.draw(|x, y, covered| {
            let level = (covered.clamp(0.0, 1.0) * f32::from(SOLID) + 0.5) as Shade;
            glyph.levels[y as usize * glyph.width + x as usize] = level;
        });
    }
    glyph
}
