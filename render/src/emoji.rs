//! Drawings of their own, on no ground: what a chat shows beside the words of a button.
use image::{ExtendedColorType, ImageEncoder as _, codecs::png::PngEncoder};
use resvg::{tiny_skia, usvg};

use crate::sprite::art;

/// The pixels an emoji is wide and high.
pub const EMOJI_SIZE: u32 = 128;

/// Lists drawings with their names.
macro_rules! drawings {
    ($($name:literal)*) => { &[$(($name, art!($name))),*] };
}

/// The drawings that there are as emoji, by their names in `data/art`.
const EMOJI: &[(&str, &str)] = drawings![
    "card-antimatter" "card-cheater" "card-doom" "card-double" "card-emperor" "card-fate"
    "card-fire" "card-flood" "card-fortify" "card-hippo" "card-monolith" "card-queen"
    "card-reshuffle" "card-revive" "card-ring" "card-rotate" "card-snookle" "card-translation"
    "card-wanderlust" "card-wormhole" "clash" "coin-arms" "coin-crowns" "coin-sun" "die-1" "die-2"
    "die-3" "die-4" "die-5" "die-6" "die-bishop" "die-king" "die-knight" "die-pawn" "die-queen"
    "die-rook" "fighter-dark" "fighter-light" "football" "hatch-open" "hatch-shut" "king-dark"
    "king-light" "man-dark" "man-light" "risk-boot" "risk-double" "risk-joker" "risk-pass"
    "risk-penalty" "risk-turnover" "wheel"
];

/// Returns the names of all emoji.
pub fn emoji_names() -> impl Iterator<Item = &'static str> {
    EMOJI.iter().map(|it| it.0)
}

/// Draws an emoji as a transparent PNG: the same bytes on every machine. None if there is none of this name.
pub fn emoji(name: &str) -> Option<Vec<u8>> {
    let (_, svg) = EMOJI.iter().find(|it| it.0 == name)?;
    Some(drawing(svg, [EMOJI_SIZE; 2]))
}

/// Draws the icon of the program, some pixels wide and high.
pub fn icon(size: u32) -> Vec<u8> {
    drawing(art!("icon"), [size; 2])
}

/// Draws an SVG in the middle of a picture of this size, without a theme.
fn drawing(svg: &str, [wide, high]: [u32; 2]) -> Vec<u8> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())
        .expect("own drawings are sound: a test reads all");
    let mut pixmap = tiny_skia::Pixmap::new(wide, high).expect("a picture is some pixels wide");
    let scale = (wide as f32 / tree.size().width()).min(high as f32 / tree.size().height());
    let place = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, place, &mut pixmap.as_mut());
    let pixels = pixmap.pixels().iter().flat_map(|pixel| {
        let colour = pixel.demultiply();
        [colour.red(), colour.green(), colour.blue(), colour.alpha()]
    });
    let pixels: Vec<u8> = pixels.collect();
    let mut out = Vec::new();
    PngEncoder::new(&mut out)
        .write_image(&pixels, wide, high, ExtendedColorType::Rgba8)
        .expect("the pixels fill the picture");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_emoji_is_a_small_picture_with_something_on_it() {
        for name in emoji_names() {
            let bytes = emoji(name).unwrap();
            assert!(bytes.len() < 256 * 1024, "{name}");
            let image = image::load_from_memory(&bytes).unwrap().to_rgba8();
            assert_eq!(image.dimensions(), (EMOJI_SIZE, EMOJI_SIZE));
            let seen = image.pixels().filter(|pixel| 0 < pixel.0[3]).count();
            assert!(1000 < seen, "{name}: {seen} pixels");
        }
        assert_eq!(emoji("moon"), None);
    }
}
