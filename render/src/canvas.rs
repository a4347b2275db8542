//! A picture of palette indices, and simple shapes to draw on it.
use image::{GrayImage, Luma};

use crate::{
    palette::{Palette, SOLID, Shade},
    theme::Hue,
};

/// A part of the picture, in pixels from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rect {
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) width: i32,
    pub(crate) height: i32,
}

impl Rect {
    pub(crate) const fn new(x: i32, y: i32, width: i32, height: i32) -> Rect {
        Rect { x, y, width, height }
    }

    pub(crate) const fn right(self) -> i32 {
        self.x + self.width
    }

    pub(crate) const fn bottom(self) -> i32 {
        self.y + self.height
    }

    /// Takes `by` pixels off every side.
    pub(crate) const fn inset(self, by: i32) -> Rect {
        Rect::new(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)
    }

    /// Cuts `width` pixels off the left: that part, and the rest.
    pub(crate) const fn split(self, width: i32) -> (Rect, Rect) {
        let left = Rect { width, ..self };
        (left, Rect { x: self.x + width, width: self.width - width, ..self })
    }

    /// Returns the intersection.
    pub(crate) fn meet(self, other: Rect) -> Rect {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let right = self.right().min(other.right());
        let bottom = self.bottom().min(other.bottom());
        Rect::new(x, y, (right - x).max(0), (bottom - y).max(0))
    }
}

/// A picture being drawn. Everything outside is clipped.
pub(crate) struct Canvas<'a> {
    pub(crate) palette: &'a Palette,
    bounds: Rect,
    /// The grey of a pixel is its entry in the palette.
    pixels: GrayImage,
}

impl<'a> Canvas<'a> {
    /// Makes an empty picture, filled with paper.
    pub(crate) fn new(palette: &'a Palette, width: i32, height: i32) -> Canvas<'a> {
        let paper = Luma([palette.entry(Hue::Paper)]);
        Canvas::over(palette, GrayImage::from_pixel(width as u32, height as u32, paper))
    }

    /// Continues a picture.
    pub(crate) fn over(palette: &'a Palette, pixels: GrayImage) -> Canvas<'a> {
        let bounds = Rect::new(0, 0, pixels.width() as i32, pixels.height() as i32);
        Canvas { palette, bounds, pixels }
    }

    pub(crate) fn into_pixels(self) -> GrayImage {
        self.pixels
    }

    /// Returns all pixels, row by row.
    pub(crate) fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    pub(crate) fn bounds(&self) -> Rect {
        self.bounds
    }

    /// Fills a part with one colour.
    pub(crate) fn fill(&mut self, part: Rect, hue: Hue) {
        let colour = self.palette.entry(hue);
        self.rows(part).for_each(|it| it.fill(colour));
    }

    /// Gives the rows of a part, cut at the edges of the picture.
    pub(crate) fn rows(&mut self, part: Rect) -> impl Iterator<Item = &mut [u8]> {
        let part = part.meet(self.bounds);
        let within = part.x as usize..part.right() as usize;
        let (wide, first) = (self.bounds.width as usize, part.y as usize);
        let all: &mut [u8] = &mut self.pixels;
        let rows = all.get_mut(first * wide..).unwrap_or_default().chunks_exact_mut(wide.max(1));
        // What lies beside the picture has no rows.
        let many = if part.width == 0 { 0 } else { part.height as usize };
        rows.take(many).map(move |row| &mut row[within.clone()])
    }

    /// Fills a part whose corners are rounded.
    pub(crate) fn round(&mut self, part: Rect, radius: i32, hue: Hue) {
        let radius = radius.min(part.width / 2).min(part.height / 2);
        let colour = self.palette.entry(hue);
        self.fill(Rect { y: part.y + radius, height: part.height - 2 * radius, ..part }, hue);
        for row in 0..radius {
            let (top, bottom) = (part.y + row, part.bottom() - 1 - row);
            for y in [top, bottom] {
                self.fill(Rect::new(part.x + radius, y, part.width - 2 * radius, 1), hue);
            }
            for column in 0..radius {
                let level = corner(radius, column, row);
                for (x, y) in [
                    (part.x + column, top),
                    (part.right() - 1 - column, top),
                    (part.x + column, bottom),
                    (part.right() - 1 - column, bottom),
                ] {
                    self.dab(x, y, colour, level);
                }
            }
        }
    }

    /// Lays a colour on one pixel.
    pub(crate) fn dab(&mut self, x: i32, y: i32, colour: u8, level: Shade) {
        let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else { return };
        if let Some(Luma([pixel])) = self.pixels.get_pixel_mut_checked(x, y) {
            *pixel = self.palette.mix(colour, *pixel, level);
        }
    }

    /// Returns the pixels of a row from `x` on, cut at the edges of the picture.
    pub(crate) fn row(&mut self, x: i32, y: i32, length: i32) -> &mut [u8] {
        let part = Rect::new(x, y, length, 1).meet(self.bounds);
        let start = (part.y * self.bounds.width + part.x) as usize;
        let length = (part.width * part.height) as usize;
        let all: &mut [u8] = &mut self.pixels;
        all.get_mut(start..start + length).unwrap_or_default()
    }
}

/// Tells how much of a pixel lies within a rounded corner, by counting 16 of its points.
fn corner(radius: i32, column: i32, row: i32) -> Shade {
    // In eighths of a pixel from the middle of the circle.
    let far = |at: i32, nth: i32| radius * 8 - (at * 8 + nth * 2 + 1);
    // Most pixels are completely inside or outside.
    let (x, y) = ((radius - column) * 8, (radius - row) * 8);
    let edge = radius * radius * 64;
    if x * x + y * y <= edge {
        return SOLID;
    }
    if (x - 8) * (x - 8) + (y - 8) * (y - 8) >= edge {
        return 0;
    }
    let inside = (0..16).filter(|nth| {
        let (x, y) = (far(column, nth % 4), far(row, nth / 4));
        x * x + y * y <= edge
    });
    (inside.count() as u8 * SOLID + 8) / 16
}
