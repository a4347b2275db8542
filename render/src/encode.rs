//! Palette entries to PNG bytes.
//!
//! A picture is packed in strips of a few rows, each by itself, and the packed strips are joined. Two pictures of a match
//! have most strips in common, so the newest ones are kept. What a strip is packed to depends on its own rows alone: a
//! picture has the same bytes whatever was drawn before.
use std::sync::{Arc, Mutex, PoisonError};

use image::{GrayImage, RgbImage};

use crate::palette::Palette;

/// Rows of a strip.
const ROWS: usize = 40;
/// Strips kept for each place: a match shows its board from two sides, as it is and as it was.
const KEPT: usize = 4;

/// The filters of a PNG: what a pixel is foretold from.
const SUB: u8 = 1;
const PAETH: u8 = 4;

/// The bytes at the start of a zlib stream, and those of its last block where that is empty.
const STARTS: [u8; 2] = [0x78, 0x01];
const ENDS: [u8; 5] = [0x01, 0, 0, 0xff, 0xff];
/// An empty block within a stream, after its three bits, filled up to a whole byte.
const EMPTY: [u8; 4] = [0, 0, 0xff, 0xff];

/// Some rows, and what they are packed to.
struct PackedRows {
    rows: Vec<u8>,
    /// Blocks of a deflate stream that end on a whole byte, none of them the last.
    blocks: Vec<u8>,
    /// The sum of the filtered bytes, and how many they are.
    sum: u32,
    length: usize,
}

/// The newest strips, by their place from the top.
#[derive(Default)]
pub(crate) struct Strips(Mutex<Vec<Vec<Arc<PackedRows>>>>);

impl Strips {
    /// Returns the strips of a picture, packed: those that are kept as they are.
    fn of(&self, rows: &[u8], wide: usize) -> Vec<Arc<PackedRows>> {
        let parts = || rows.chunks(wide * ROWS);
        let mut found: Vec<Option<Arc<PackedRows>>> = {
            // A strip is kept whole or not at all, also when another thread panicked.
            let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let find = |(nth, part): (usize, &[u8])| {
                kept.get(nth)?.iter().find(|it| it.rows == part).map(Arc::clone)
            };
            parts().enumerate().map(find).collect()
        };
        for (part, found) in parts().zip(&mut found) {
            found.get_or_insert_with(|| Arc::new(PackedRows::new(part, wide)));
        }
        let found: Vec<Arc<PackedRows>> = found.into_iter().flatten().collect();
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let places = found.len().max(kept.len());
        kept.resize_with(places, Vec::new);
        for (strip, kept) in found.iter().zip(kept.iter_mut()) {
            kept.retain(|it| it.rows != strip.rows);
            kept.insert(0, Arc::clone(strip));
            kept.truncate(KEPT);
        }
        found
    }
}

impl PackedRows {
    /// Packs some rows in the quickest way there is. Files are small all the same because a board is flat: nearly every byte is what Paeth's
    /// filter foretells. (Differences from the row above alone are a little quicker and take a tenth more bytes.)
    fn new(rows: &[u8], wide: usize) -> PackedRows {
        let filtered = filtered(rows, wide);
        let mut blocks = fdeflate::compress_to_vec(&filtered);
        let sum = blocks.split_off(blocks.len().saturating_sub(4));
        let sum = sum.iter().fold(0, |sum, it| sum << 8 | u32::from(*it));
        blocks.drain(..STARTS.len());
        // Its one block isn't the last any more. An empty one after it ends on a whole byte: it begins with three bits, all zero, that find
        // room in the last byte or take another one. The word for the end of a block ends with a one, which is the last there is.
        blocks[0] &= !1;
        if blocks.last().is_some_and(|it| it.leading_zeros() < 3) {
            blocks.push(0);
        }
        blocks.extend(EMPTY);
        PackedRows { rows: rows.to_vec(), blocks, sum, length: filtered.len() }
    }
}

/// Filters rows: the first by the pixels to its left alone, because it must not depend on other strips; the others by Paeth's filter.
fn filtered(rows: &[u8], wide: usize) -> Vec<u8> {
    let mut out = vec![0; rows.len() / wide.max(1) * (wide + 1)];
    let mut above: Option<&[u8]> = None;
    for (row, out) in rows.chunks_exact(wide).zip(out.chunks_exact_mut(wide + 1)) {
        let ([first, rest @ ..], [kind, start, out @ ..]) = (row, out) else { continue };
        match above {
            None => {
                (*kind, *start) = (SUB, *first);
                for ((out, own), left) in out.iter_mut().zip(rest).zip(row) {
                    *out = own.wrapping_sub(*left);
                }
            }
            Some(above) => {
                (*kind, *start) = (PAETH, first.wrapping_sub(above[0]));
                let near = rest.iter().zip(row).zip(above[1..].iter().zip(above));
                for (out, ((own, left), (up, corner))) in out.iter_mut().zip(near) {
                    *out = own.wrapping_sub(paeth(*left, *up, *corner));
                }
            }
        }
        above = Some(row);
    }
    out
}

/// Returns which of the pixels to the left, above, and above to the left is nearest to their plane.
fn paeth(left: u8, up: u8, corner: u8) -> u8 {
    let [left_, up_, corner_] = [left, up, corner].map(i16::from);
    let by_left = (up_ - corner_).abs();
    let by_up = (left_ - corner_).abs();
    let by_corner = (left_ + up_ - 2 * corner_).abs();
    let other = if by_up <= by_corner { up } else { corner };
    if by_left <= by_up && by_left <= by_corner { left } else { other }
}

/// Returns the sum (Adler-32) of bytes of which the sums of the first and the last part are known, the last one with its length.
fn joined(first: u32, last: u32, length: usize) -> u32 {
    let prime = 65_521;
    let [(a, b), (c, d)] = [first, last].map(|it| (u64::from(it & 0xffff), u64::from(it >> 16)));
    let low = (a + c + prime - 1) % prime;
    let high = (b + d + (length as u64 % prime) * (a + prime - 1)) % prime;
    (high << 16 | low) as u32
}

/// Packs a whole picture; two pixels share a byte where the palette is small enough.
pub(crate) fn png(pixels: &GrayImage, palette: &Palette, strips: &Strips) -> Vec<u8> {
    let small = palette.is_small();
    let parts = match small {
        true => strips.of(&halved(pixels), pixels.width() as usize / 2),
        false => strips.of(pixels, pixels.width() as usize),
    };
    let mut stream = Vec::with_capacity(1 << 16);
    stream.extend(STARTS);
    let mut sum = 1;
    for part in &parts {
        stream.extend_from_slice(&part.blocks);
        sum = joined(sum, part.sum, part.length);
    }
    stream.extend(ENDS);
    stream.extend(sum.to_be_bytes());

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
fn halved(pixels: &[u8]) -> Vec<u8> {
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
