//! Palette entries to PNG bytes.
//!
//! A picture is packed in strips of a few rows, each by itself, and the packed strips are joined. Two pictures of a match
//! have most strips in common, so the newest ones are kept. What a strip is packed to depends on its own rows alone: a
//! picture has the same bytes whatever was drawn before.
use std::sync::{Arc, Mutex, PoisonError};

use image::{GrayImage, RgbImage};

use crate::{
    pack::{self, Code, PackedRows},
    palette::Palette,
};

/// Rows of a strip.
pub(crate) const ROWS: usize = 40;
/// Strips kept for each place: a match shows its board from two sides, as it is and as it was.
const KEPT: usize = 4;

/// Some rows, and what they are packed to.
struct Strip {
    rows: Vec<u8>,
    packed: PackedRows,
}

/// The newest strips, by their place from the top.
#[derive(Default)]
pub(crate) struct Strips(Mutex<Vec<Vec<Arc<Strip>>>>);

impl Strips {
    /// Returns the strips of a picture, packed: those that are kept as they are.
    fn of(&self, rows: &[u8], wide: usize, code: &Code) -> Vec<Arc<Strip>> {
        let parts = || rows.chunks(wide * ROWS);
        let mut found: Vec<Option<Arc<Strip>>> = {
            // A strip is kept whole or not at all, also when another thread panicked.
            let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let find = |(nth, part): (usize, &[u8])| {
                kept.get(nth)?.iter().find(|it| it.rows == part).map(Arc::clone)
            };
            parts().enumerate().map(find).collect()
        };
        for (part, found) in parts().zip(&mut found) {
            found.get_or_insert_with(|| Arc::new(Strip { rows: part.to_vec(), packed: PackedRows::new(part, wide, code) }));
        }
        let found: Vec<Arc<Strip>> = found.into_iter().flatten().collect();
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let places = found.len().max(kept.len());
        kept.resize_with(places, Vec::new);
        for (strip, kept) in found.iter().zip(kept.iter_mut()) {
            kept.retain(|it| !Arc::ptr_eq(it, strip));
            kept.insert(0, Arc::clone(strip));
            kept.truncate(KEPT);
        }
        found
    }
}

/// Packs a whole picture; two pixels share a byte where the palette is small enough.
pub(crate) fn png(pixels: &GrayImage, palette: &Palette, strips: &Strips) -> Vec<u8> {
    let small = palette.is_small();
    let code = Code::of(small);
    let parts = match small {
        true => strips.of(&halved(pixels), pixels.width() as usize / 2, code),
        false => strips.of(pixels, pixels.width() as usize, code),
    };
    let stream = pack::joined(code, parts.iter().map(|it| &it.packed));

    let mut out = Vec::with_capacity(stream.len() + 512);
    let mut encoder = png::Encoder::new(&mut out, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(if small { png::BitDepth::Four } else { png::BitDepth::Eight });
    encoder.set_palette(palette.bytes());
    let written = encoder.write_header().and_then(|mut it| {
        it.write_chunk(png::chunk::IDAT, &stream)?;
        it.finish()
    });
    written.expect("memory takes every byte");
    out
}

/// Packs a picture with any colours.
pub(crate) fn rgb(pixels: &RgbImage) -> Vec<u8> {
    let mut out = Vec::with_capacity(1 << 16);
    let mut encoder = png::Encoder::new(&mut out, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Balanced);
    let written = encoder.write_header().and_then(|mut it| {
        it.write_image_data(pixels)?;
        it.finish()
    });
    written.expect("memory takes every byte");
    out
}

/// Puts two pixels into a byte, the left one into its upper half. Rows are of even width, so none shares a byte.
pub(crate) fn halved(pixels: &[u8]) -> Vec<u8> {
    let (pairs, _) = pixels.as_chunks();
    // As one number a pair is moved at once; the compiler then takes many pairs together.
    let joined = |pair: &[u8; 2]| u16::from_le_bytes(*pair);
    pairs.iter().map(joined).map(|it| (it << 4 | it >> 8) as u8).collect()
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
            true => pixels.iter().flat_map(|it| [it >> 4, it & 15]).collect(),
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
                // Long runs, and now and then a spot.
                (0..all).map(|_| if noise(250) == 0 { noise(colours) } else { 3 }).collect(),
            ];
            // One more spot in each, so that blocks end at every place within a byte.
            for nth in 0..20 {
                let mut next = pictures.last().unwrap().clone();
                let at = nth * 31_337 + usize::from(noise(250));
                next[at] = (next[at] + 1) % colours as u8;
                pictures.push(next);
            }
            // All again: some strips are kept by then.
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
