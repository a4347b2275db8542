//! Pictures to PNG bytes: the same for the same pixels on every machine.
use std::{cmp::Reverse, collections::HashMap};

use image::{GrayImage, RgbImage};

use crate::palette::Palette;

/// Colours of small boards.
const FEW: usize = 200;

/// Packs a picture of palette entries, quickly; two pixels share a byte if the palette is small enough.
pub(crate) fn png(pixels: &GrayImage, palette: &Palette) -> Vec<u8> {
    let small = palette.is_small();
    let halved = if small { halved(pixels) } else { Vec::new() };
    let rows = if small { &halved } else { pixels.as_raw() };
    written(pixels.dimensions(), rows, |encoder| {
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(if small { png::BitDepth::Four } else { png::BitDepth::Eight });
        encoder.set_palette(palette.bytes());
        encoder.set_compression(png::Compression::Fastest);
        encoder.set_filter(png::Filter::Paeth);
    })
}

/// Packs a picture with any colours.
pub(crate) fn rgb(pixels: &RgbImage) -> Vec<u8> {
    written(pixels.dimensions(), pixels, |it| it.set_color(png::ColorType::Rgb))
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
    written(pixels.dimensions(), &indices, |encoder| {
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(kept.concat());
        encoder.set_filter(png::Filter::NoFilter);
    })
}

fn written<'a>(
    (wide, high): (u32, u32),
    pixels: &[u8],
    set: impl FnOnce(&mut png::Encoder<'a, &mut Vec<u8>>),
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
fn halved(pixels: &[u8]) -> Vec<u8> {
    let (pairs, _) = pixels.as_chunks();
    // As one number, a pair is moved at once, and the compiler can combine many pairs.
    let joined = |pair: &[u8; 2]| u16::from_le_bytes(*pair);
    pairs.iter().map(joined).map(|pair| (pair << 4 | pair >> 8) as u8).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::{Set, Theme};

    /// Reads a picture back with a reader that isn't ours.
    fn read(bytes: &[u8], small: bool) -> Vec<u8> {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        if small {
            pixels.iter().flat_map(|pixel| [pixel >> 4, pixel & 15]).collect()
        } else {
            pixels
        }
    }

    #[test]
    fn whatever_is_packed_is_read_again() {
        for (set, (wide, high)) in [Set::Parlour, Set::Moon]
            .into_iter()
            .flat_map(|set| [(2, 1), (900, 19), (4, 720), (1080, 41)].map(|size| (set, size)))
        {
            let palette = Palette::new(Theme::Light, set);
            let colours = palette.bytes().len() as u32 / 3;
            let flat = GrayImage::from_pixel(wide, high, image::Luma([3]));
            let mixed =
                GrayImage::from_fn(wide, high, |x, y| image::Luma([(x * y / 7 % colours) as u8]));
            for image in [flat, mixed] {
                assert!(read(&png(&image, &palette), palette.is_small()) == *image.as_raw());
            }
        }
    }
}
