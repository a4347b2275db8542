//! Palette entries to PNG bytes.
use image::{GrayImage, RgbImage};

use crate::palette::Palette;

/// Packs a whole picture; two pixels share a byte where the palette is small enough.
///
/// The quickest packing there is gives small files here because a board is flat: nearly every byte is what Paeth's
/// filter foretells. (Differences from the row above alone are a little quicker and take a tenth more bytes.)
pub(crate) fn png(pixels: &GrayImage, palette: &Palette) -> Vec<u8> {
    let mut out = Vec::with_capacity(1 << 16);
    let mut encoder = png::Encoder::new(&mut out, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Indexed);
    let small = palette.is_small();
    encoder.set_depth(if small { png::BitDepth::Four } else { png::BitDepth::Eight });
    encoder.set_palette(palette.bytes());
    encoder.set_compression(png::Compression::Fastest);
    encoder.set_filter(png::Filter::Paeth);
    let written = encoder.write_header().and_then(|mut it| {
        match small {
            true => it.write_image_data(&halved(pixels))?,
            false => it.write_image_data(pixels)?,
        }
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

    /// Reads a picture back with a reader that is not ours.
    fn read(bytes: &[u8]) -> Vec<u8> {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        pixels.iter().flat_map(|it| [it >> 4, it & 15]).collect()
    }

    #[test]
    fn whatever_is_packed_is_read_again() {
        let palette = Palette::new(Theme::Light, Set::Parlour);
        let colours = palette.bytes().len() as u32 / 3;
        let all = (WIDTH * HEIGHT) as u32;
        let mut seed = 7u32;
        let mut noise = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((seed >> 8) % below) as u8
        };
        let pictures: [Vec<u8>; 4] = [
            vec![0; all as usize],
            (0..all).map(|at| (at / 7 % colours) as u8).collect(),
            (0..all).map(|_| noise(colours)).collect(),
            // Long runs, and now and then a spot.
            (0..all).map(|_| if noise(250) == 0 { noise(colours) } else { 3 }).collect(),
        ];
        for pixels in pictures {
            let image = GrayImage::from_raw(WIDTH as u32, HEIGHT as u32, pixels.clone()).unwrap();
            assert!(read(&png(&image, &palette)) == pixels);
        }
    }
}
