//! Palette entries to PNG bytes.
use crate::{
    deflate,
    layout::{HEIGHT, WIDTH},
    palette::Palette,
};

/// Packs a whole picture; `square` is how many pixels a square of its board is wide.
pub(crate) fn png(pixels: &[u8], palette: &Palette, square: i32) -> Vec<u8> {
    // Squares of one colour come again after two.
    let data = deflate::rows(pixels, WIDTH as usize, 2 * square as usize);
    let mut out = Vec::with_capacity(data.len() + 1024);
    let mut encoder = png::Encoder::new(&mut out, WIDTH as u32, HEIGHT as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.bytes());
    let written = encoder.write_header().and_then(|mut it| {
        it.write_chunk(png::chunk::IDAT, &data)?;
        it.finish()
    });
    written.expect("memory takes every byte");
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::Theme;

    /// Reads a picture back with a reader that is not ours.
    fn read(bytes: &[u8]) -> Vec<u8> {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        pixels
    }

    #[test]
    fn whatever_is_packed_is_read_again() {
        let palette = Palette::new(Theme::Light);
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
            for square in [25, 83, 664] {
                assert!(read(&png(&pixels, &palette, square)) == pixels);
            }
        }
    }
}
