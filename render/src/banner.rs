//! A banner: boards beside each other on one ground.
use image::{RgbImage, imageops::FilterType};

use crate::encode;

/// The ground, as on the program's icon.
const GROUND: image::Rgb<u8> = image::Rgb([0x5d, 0x7f, 0x73]);
/// The share of the height that is left free above and below, and between boards.
const FREE: u32 = 12;

/// Puts pictures of boards in a row in the middle of a banner of this size, as a PNG. What doesn't fit is left out.
///
/// # Errors
/// When one of them can't be read.
pub fn banner(boards: &[Vec<u8>], [wide, high]: [u32; 2]) -> image::ImageResult<Vec<u8>> {
    let gap = high / FREE;
    let tall = high - 2 * gap;
    let mut row: Vec<RgbImage> = Vec::new();
    let mut used = gap;
    for board in boards {
        let board = image::load_from_memory(board)?.to_rgb8();
        let across = (board.width() * tall / board.height().max(1)).max(1);
        if used + across + gap <= wide {
            row.push(image::imageops::resize(&board, across, tall, FilterType::Lanczos3));
            used += across + gap;
        }
    }
    let mut out = RgbImage::from_pixel(wide, high, GROUND);
    let mut x = gap + (wide - used) / 2;
    for board in row {
        image::imageops::replace(&mut out, &board, x.into(), gap.into());
        x += board.width() + gap;
    }
    Ok(encode::rgb(&out))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_stand_in_the_middle_and_what_does_not_fit_is_left_out() {
        let board = encode::rgb(&RgbImage::from_pixel(100, 100, image::Rgb([255; 3])));
        let banner = banner(&vec![board; 9], [680, 240]).unwrap();
        let banner = image::load_from_memory(&banner).unwrap().to_rgb8();
        assert_eq!(banner.dimensions(), (680, 240));
        let white = banner.rows().nth(120).unwrap().filter(|it| it.0 == [255; 3]).count();
        assert_eq!(white, 3 * 200);
        assert_eq!(banner.get_pixel(0, 120), banner.get_pixel(679, 120));
    }
}
