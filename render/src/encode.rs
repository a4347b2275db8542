//! Palette entries to PNG bytes.
//!
//! A picture is packed in tiles: strips of a few rows, cut into columns. The packed tiles are joined row by row. Two pictures of
//! a match have most tiles in common, so the newest ones are kept. What a tile is packed to depends on its own pixels and those
//! at its left edge alone: a picture has the same bytes whatever was drawn before.
use std::{
    cmp::Reverse,
    collections::HashMap,
    ops::Range,
    sync::{Arc, Mutex, PoisonError},
};

use image::{GrayImage, RgbImage};

use crate::{
    pack::{self, PackedRows, PackingCode},
    palette::Palette,
};

/// Rows of a strip.
pub(crate) const ROWS: usize = 40;
/// Columns of a strip.
const COLUMNS: usize = 3;
/// Colours of small boards.
const FEW: usize = 200;
/// Tiles kept for each place: a match shows its board from two sides, as it is and as it was.
const KEPT: usize = 4;

/// A part of a strip, and what it is packed to.
struct StripPart {
    /// Its pixels row by row, with the one to the left of each row, from which the next is foretold.
    pixels: Vec<u8>,
    packed: PackedRows,
}

/// The newest tiles, by their place from the top left.
#[derive(Default)]
pub(crate) struct Strips(Mutex<Vec<Vec<Arc<StripPart>>>>);

impl Strips {
    /// Returns the tiles of a picture, packed: those that are kept as they are.
    fn of(&self, rows: &[u8], wide: usize, code: &PackingCode) -> Vec<Arc<StripPart>> {
        let strips = || rows.chunks(wide * ROWS);
        let places: Vec<(&[u8], Range<usize>)> =
            strips().flat_map(|strip| columns(wide).map(move |range| (strip, range))).collect();
        let mut found: Vec<Option<Arc<StripPart>>> = {
            // A tile is kept whole or not at all, also when another thread panicked.
            let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let find = |(nth, (strip, columns)): (usize, &(&[u8], Range<usize>))| {
                let is = |it: &&Arc<StripPart>| it.is(strip, wide, columns.clone());
                kept.get(nth)?.iter().find(is).map(Arc::clone)
            };
            places.iter().enumerate().map(find).collect()
        };
        for ((strip, columns), found) in places.into_iter().zip(&mut found) {
            found.get_or_insert_with(|| Arc::new(StripPart::new(strip, wide, columns, code)));
        }
        let found: Vec<Arc<StripPart>> = found.into_iter().flatten().collect();
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let places = found.len().max(kept.len());
        kept.resize_with(places, Vec::new);
        for (tile, kept) in found.iter().zip(kept.iter_mut()) {
            kept.retain(|it| !Arc::ptr_eq(it, tile));
            kept.insert(0, Arc::clone(tile));
            kept.truncate(KEPT);
        }
        found
    }
}

impl StripPart {
    fn new(strip: &[u8], wide: usize, columns: Range<usize>, code: &PackingCode) -> StripPart {
        let seen = columns.start.saturating_sub(1)..columns.end;
        let mut pixels = Vec::with_capacity(strip.len() / wide * seen.len());
        strip.chunks_exact(wide).for_each(|row| pixels.extend_from_slice(&row[seen.clone()]));
        StripPart { pixels, packed: PackedRows::new(strip, wide, columns, code) }
    }

    /// Tells whether it is what it would be made of.
    fn is(&self, strip: &[u8], wide: usize, columns: Range<usize>) -> bool {
        let seen = columns.start.saturating_sub(1)..columns.end;
        let (own, rows) = (self.pixels.chunks_exact(seen.len()), strip.chunks_exact(wide));
        own.len() == rows.len() && own.zip(rows).all(|(own, row)| *own == row[seen.clone()])
    }
}

/// Cuts a width into columns of about the same width.
pub(crate) fn columns(wide: usize) -> impl ExactSizeIterator<Item = Range<usize>> {
    let each = wide.div_ceil(COLUMNS).max(1);
    (0..wide).step_by(each).map(move |from| from..(from + each).min(wide))
}

/// Packs a whole picture; two pixels share a byte if the palette is small enough.
pub(crate) fn png(pixels: &GrayImage, palette: &Palette, strips: &Strips) -> Vec<u8> {
    let small = palette.is_small();
    let code = PackingCode::of(small);
    let wide = pixels.width() as usize / if small { 2 } else { 1 };
    let tiles = match small {
        true => strips.of(&halved(pixels), wide, code),
        false => strips.of(pixels, wide, code),
    };
    let strips = tiles.chunks(columns(wide).len().max(1));
    let stream =
        pack::joined(code, strips.map(|strip| strip.iter().map(|it| &it.packed).collect()));

    let mut out = Vec::with_capacity(stream.len() + 512);
    let mut encoder = png::Encoder::new(&mut out, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(if small { png::BitDepth::Four } else { png::BitDepth::Eight });
    encoder.set_palette(palette.bytes());
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_chunk(png::chunk::IDAT, &stream)?;
        writer.finish()
    });
    written.expect("memory takes every byte");
    out
}

/// Packs a picture with any colours.
pub(crate) fn rgb(pixels: &RgbImage) -> Vec<u8> {
    balanced(pixels.dimensions(), pixels, |it| it.set_color(png::ColorType::Rgb))
}

/// Packs a small picture in its most frequent colours, the others as the nearest of them.
pub(crate) fn reduced(pixels: &RgbImage) -> Vec<u8> {
    let mut counts: HashMap<[u8; 3], u32> = HashMap::new();
    pixels.pixels().for_each(|pixel| *counts.entry(pixel.0).or_default() += 1);
    let mut colours: Vec<([u8; 3], u32)> = counts.into_iter().collect();
    colours.sort_unstable_by_key(|&(colour, count)| (Reverse(count), colour));
    let kept: Vec<[u8; 3]> = colours.iter().take(FEW).map(|it| it.0).collect();
    let apart = |one: &[u8; 3], other: &[u8; 3]| {
        let each = one.iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(*other)).pow(2));
        each.sum::<u32>()
    };
    let nearest = |colour: &[u8; 3]| {
        let each = kept.iter().enumerate().min_by_key(|(_, kept)| apart(kept, colour));
        each.map_or(0, |it| it.0) as u8
    };
    let entries: HashMap<[u8; 3], u8> =
        colours.iter().map(|&(colour, _)| (colour, nearest(&colour))).collect();
    let indices: Vec<u8> = pixels.pixels().map(|pixel| entries[&pixel.0]).collect();
    balanced(pixels.dimensions(), &indices, |encoder| {
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(kept.concat());
        encoder.set_filter(png::Filter::NoFilter);
    })
}

fn balanced(
    (wide, high): (u32, u32),
    pixels: &[u8],
    set: impl FnOnce(&mut png::Encoder<'_, &mut Vec<u8>>),
) -> Vec<u8> {
    let mut out = Vec::with_capacity(1 << 16);
    let mut encoder = png::Encoder::new(&mut out, wide, high);
    encoder.set_compression(png::Compression::Balanced);
    set(&mut encoder);
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(pixels)?;
        writer.finish()
    });
    written.expect("memory takes every byte");
    out
}

/// Puts two pixels into a byte, the left one into its upper half. Rows are of even width, so none shares a byte.
pub(crate) fn halved(pixels: &[u8]) -> Vec<u8> {
    let (pairs, _) = pixels.as_chunks();
    // As one number, a pair is moved at once, and the compiler can combine many pairs.
    let joined = |pair: &[u8; 2]| u16::from_le_bytes(*pair);
    pairs.iter().map(joined).map(|pair| (pair << 4 | pair >> 8) as u8).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        layout::{HEIGHT, WIDTH},
        theme::{Set, Theme},
    };

    /// Reads a picture back with a reader that isn't ours.
    fn read(bytes: &[u8], small: bool) -> Vec<u8> {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        match small {
            true => pixels.iter().flat_map(|pixel| [pixel >> 4, pixel & 15]).collect(),
            false => pixels,
        }
    }

    #[test]
    fn whatever_is_packed_is_read_again() {
        for set in [Set::Parlour, Set::Moon] {
            let palette = Palette::new(Theme::Light, set);
            let strips = Strips::default();
            let colours = palette.bytes().len() as u32 / 3;
            let all = (WIDTH * HEIGHT) as u32;
            let mut seed = 7u32;
            let mut noise = |below: u32| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                ((seed >> 8) % below) as u8
            };
            let mut pictures: Vec<Vec<u8>> = vec![
                vec![0; all as usize],
                (0..all).map(|at| (at / 7 % colours) as u8).collect(),
                (0..all).map(|_| noise(colours)).collect(),
                // Long runs, and sometimes a spot.
                (0..all).map(|_| if noise(250) == 0 { noise(colours) } else { 3 }).collect(),
            ];
            // One more spot in each, so that blocks end at every place within a byte.
            for nth in 0..20 {
                let mut next = pictures.last().unwrap().clone();
                let at = nth * 31_337 + usize::from(noise(250));
                next[at] = (next[at] + 1) % colours as u8;
                pictures.push(next);
            }
            // Everything again, with some strips cached.
            for pixels in pictures.iter().chain(pictures.iter().rev()) {
                let image =
                    GrayImage::from_raw(WIDTH as u32, HEIGHT as u32, pixels.clone()).unwrap();
                let bytes = png(&image, &palette, &strips);
                assert!(read(&bytes, palette.is_small()) == *pixels);
                assert!(bytes == png(&image, &palette, &Strips::default()), "strips leave a trace");
            }
        }
    }

    #[test]
    fn a_picture_of_any_size_is_packed() {
        let palette = Palette::new(Theme::Light, Set::Parlour);
        let strips = Strips::default();
        for (wide, high) in [(2, 1), (900, 19), (660, 20), (1080, 41), (4, 720)] {
            let image = GrayImage::from_fn(wide, high, |x, y| image::Luma([((x * y) % 13) as u8]));
            assert!(read(&png(&image, &palette, &strips), true) == *image.as_raw());
        }
    }
}
