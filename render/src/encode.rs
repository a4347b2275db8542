//! Palette entries to PNG bytes.
use crate::{
    layout::{HEIGHT, WIDTH},
    palette::Palette,
};

/// Packs a whole picture.
///
/// Most rows are like the one above them, so the filter that takes the row above away leaves long runs of zero, and the
/// quickest compressor is the right one.
pub(crate) fn png(pixels: &[u8], palette: &Palette) -> Vec<u8> {
    // Room for every picture seen, so that the bytes are not moved while they grow.
    let mut out = Vec::with_capacity(96 * 1024);
    let mut encoder = png::Encoder::new(&mut out, WIDTH as u32, HEIGHT as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.bytes());
    encoder.set_deflate_compression(png::DeflateCompression::FdeflateUltraFast);
    encoder.set_filter(png::Filter::Up);
    let written = encoder.write_header().and_then(|mut it| {
        it.write_image_data(pixels)?;
        it.finish()
    });
    written.expect("memory takes every byte, and the picture has the size it says");
    out
}
