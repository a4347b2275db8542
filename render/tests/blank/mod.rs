//! How much of a picture is empty.
use image::RgbImage;

/// Returns the largest rectangle of nothing but the colour at the lower left corner, as a share of the picture in percent.
pub(crate) fn largest(bytes: &[u8]) -> usize {
    let picture: RgbImage = image::load_from_memory(bytes).unwrap().to_rgb8();
    let paper = *picture.get_pixel(1, picture.height() - 2);
    // How far up from this row each column is paper.
    let mut high = vec![0_usize; picture.width() as usize];
    let mut most = 0;
    for row in picture.rows() {
        for (pixel, high) in row.zip(&mut high) {
            *high = if *pixel == paper { *high + 1 } else { 0 };
        }
        let mut open: Vec<(usize, usize)> = Vec::new();
        for (x, &tall) in high.iter().chain([&0]).enumerate() {
            let mut from = x;
            while let Some((start, top)) = open.pop_if(|it| tall <= it.1) {
                most = most.max((x - start) * top);
                from = start;
            }
            open.push((from, tall));
        }
    }
    100 * most / (picture.width() * picture.height()) as usize
}
