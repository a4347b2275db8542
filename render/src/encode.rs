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
