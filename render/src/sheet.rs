//! Small boards: one alone, several on a sheet, and the card of a challenge with its board.
use engine::scene::{Scene, Surface};
use image::{RgbImage, imageops::FilterType};

use crate::{
    Painter,
    canvas::{Canvas, Rect},
    draw, encode,
    layout::HEIGHT,
    palette::Palette,
    sprite::Sprite,
    text::{Style, clean},
    theme::{Hue, Set, Theme},
};

/// Pixels a drawing is wide on the page of all of them.
const DRAWING: i32 = 83;
/// Pixels a small board is high.
const SMALL: i32 = 200;
/// Pixels between small boards.
const GAP: i32 = 16;
/// Boards beside each other on a sheet.
const ACROSS: usize = 3;
/// The most boards on a sheet.
const MOST: usize = 9;
/// Pixels for a line of the words below a board.
const WORDS: i32 = 26;
/// Pixels a card is wide: on a phone it is shown at half of that.
const CARD: i32 = 660;
/// Pixels the board on a card is high.
const BEGINS: i32 = 300;
/// Pixels the head of a card or sheet takes.
const HEAD: i32 = 64;
/// Pixels between two agreed terms.
const APART: i32 = 12;
/// The most lines of a card.
const LINES: usize = 10;

/// The card of a challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeCard<'a> {
    /// Who challenges whom, or to what.
    pub title: &'a str,
    /// The game, its variations, the clock and what else was agreed, a line each.
    pub lines: &'a [String],
    /// The board from which it begins.
    pub board: &'a Scene,
}

impl Painter {
    /// Draws the board of a scene alone, 200 pixels high, as a PNG.
    pub fn small(&self, scene: &Scene, theme: Theme) -> Vec<u8> {
        encode::reduced(&self.thumb(scene, theme))
    }

    /// Draws at most nine small boards with a line or two below each, as a PNG.
    pub fn sheet(&self, boards: &[(&Scene, &str)], theme: Theme) -> Vec<u8> {
        let shown = &boards[..boards.len().min(MOST)];
        let thumbs: Vec<RgbImage> =
            shown.iter().map(|&(scene, _)| self.thumb(scene, theme)).collect();
        let wide = thumbs.iter().map(|it| it.width() as i32).max().unwrap_or(SMALL);
        let says =
            |&(_, words): &(&Scene, &str)| self.letters.wrap(Style::Number, &clean(words), wide, 2);
        let says: Vec<Vec<String>> = shown.iter().map(says).collect();
        let lines = says.iter().map(Vec::len).max().unwrap_or(0) as i32;
        let (cell, across) =
            ((wide + GAP, SMALL + WORDS * lines + GAP), ACROSS.min(shown.len().max(1)));
        let rows = shown.len().div_ceil(across).max(1) as i32;
        let palette = &self.kit(theme, Set::ALL[0]).palette;
        let mut canvas = Canvas::new(palette, across as i32 * cell.0 + GAP, rows * cell.1 + GAP);
        let place = |n: usize| {
            // The boards of the last row stand in the middle.
            let free = across - across.min(shown.len() - n / across * across);
            let x = (n % across) as i32 * cell.0 + free as i32 * cell.0 / 2;
            Rect::new(GAP + x, GAP + (n / across) as i32 * cell.1, wide, SMALL)
        };
        for (n, says) in says.iter().enumerate() {
            let mut line = Rect { y: place(n).bottom() + 2, height: WORDS, ..place(n) };
            for text in says {
                self.letters.centre(&mut canvas, Style::Number, text, line, Hue::Ink);
                line.y = line.bottom() - 2;
            }
        }
        let mut out = coloured(canvas, palette);
        for (n, thumb) in thumbs.iter().enumerate() {
            let at = place(n);
            image::imageops::replace(&mut out, thumb, at.x.into(), at.y.into());
        }
        encode::reduced(&out)
    }

    /// Draws the card of a challenge as a PNG 660 pixels wide: the board at the left, the terms beside it, as large as they fit.
    pub fn card(&self, card: &ChallengeCard<'_>, theme: Theme) -> Vec<u8> {
        let ChallengeCard { title, lines, board } = card;
        let high = match board.board {
            Surface::Squares(_) | Surface::Court(_) => BEGINS,
            Surface::Pitch(_) => SMALL,
        };
        let thumb = self.sized(board, theme, high);
        let wide = thumb.width() as i32;
        let free = Rect::new(wide + 2 * GAP, HEAD + GAP, CARD - 3 * GAP - wide, high);
        let wrapped = |style: Style| {
            let lines = lines.iter().enumerate();
            let each = lines.flat_map(|(n, line)| {
                let parts = self.letters.wrap(style, &clean(line), free.width, 3);
                parts.into_iter().enumerate().map(move |(m, part)| (n != 0 && m == 0, part))
            });
            each.take(LINES).collect::<Vec<(bool, String)>>()
        };
        let taken = |style: Style, lines: &[(bool, String)]| {
            let each = lines.iter().map(|&(apart, _)| style.line() + if apart { APART } else { 0 });
            each.sum::<i32>()
        };
        // As large as everything fits.
        let fits = |(style, lines): &(Style, Vec<(bool, String)>)| {
            taken(*style, lines) <= high && lines.iter().all(|it| !it.1.ends_with('…'))
        };
        let set = |style: Style| (style, wrapped(style));
        let fitting = [Style::Big, Style::Name, Style::Heading].map(set).into_iter().find(fits);
        let (style, wrapped) = fitting.unwrap_or_else(|| set(Style::Body));
        let taken = taken(style, &wrapped);
        let height = HEAD + 2 * GAP + high.max(taken);
        let palette = &self.kit(theme, Set::ALL[0]).palette;
        let mut canvas = Canvas::new(palette, CARD, height);
        let band = Rect::new(0, 0, CARD, HEAD);
        canvas.fill(band, Hue::Accent);
        let within = Rect { x: GAP, width: CARD - 2 * GAP, ..band };
        let (head, title) = self.letters.shrink(Style::Big, &clean(title), within.width);
        self.letters.draw(&mut canvas, head, &title, within, Hue::AccentInk);
        let mut line = Rect { y: free.y + (high - taken).max(0) / 2, height: style.line(), ..free };
        for (apart, text) in &wrapped {
            if *apart {
                canvas.fill(Rect { y: line.y + APART / 2, height: 1, ..line }, Hue::Line);
                line.y += APART;
            }
            self.letters.draw(&mut canvas, style, text, line, Hue::Ink);
            line.y = line.bottom();
        }
        let mut out = coloured(canvas, palette);
        image::imageops::replace(&mut out, &thumb, GAP.into(), (HEAD + GAP).into());
        encode::reduced(&out)
    }

    /// Draws SVGs beside each other as a PNG, each over a light and a dark ground in the colours of its boards: a contact sheet of
    /// drawings.
    pub fn drawings(&self, svgs: &[String], theme: Theme) -> Vec<u8> {
        let across = 12;
        let cell = DRAWING + GAP;
        let rows = svgs.len().div_ceil(across) as i32;
        let (wide, high) = (across as i32 * cell + GAP, rows * cell + GAP);
        let mut out = coloured(
            Canvas::new(&self.kit(theme, Set::ALL[0]).palette, wide, high),
            &self.kit(theme, Set::ALL[0]).palette,
        );
        for (n, svg) in svgs.iter().enumerate() {
            let lacking = |set: &Set| {
                let named = Hue::ALL.iter().filter(|hue| {
                    svg.contains(&format!("f-{}", hue.name()))
                        || svg.contains(&format!("s-{}", hue.name()))
                });
                named.filter(|it| !it.is_in(*set)).count()
            };
            let set = Set::ALL.into_iter().min_by_key(lacking).unwrap_or(Set::ALL[0]);
            let palette = &self.kit(theme, set).palette;
            let mut canvas = Canvas::new(palette, DRAWING, DRAWING);
            let (light, dark) = canvas.bounds().split(DRAWING / 2);
            canvas.fill(light, Hue::Light);
            canvas.fill(dark, Hue::Dark);
            Sprite::new((*svg).to_owned(), DRAWING).put(&mut canvas, 0, 0);
            let (x, y) = ((n % across) as i32 * cell + GAP, (n / across) as i32 * cell + GAP);
            image::imageops::replace(&mut out, &coloured(canvas, palette), x.into(), y.into());
        }
        encode::rgb(&out)
    }

    /// Draws the board of a scene alone in small.
    fn thumb(&self, scene: &Scene, theme: Theme) -> RgbImage {
        self.sized(scene, theme, SMALL)
    }

    /// Draws the board of a scene alone, `pixels` high.
    fn sized(&self, scene: &Scene, theme: Theme, pixels: i32) -> RgbImage {
        let kit = self.kit(theme, Set::of(&scene.board));
        let whole = coloured_pixels(&self.paint(scene, theme, kit), &kit.palette);
        let (wide, high) = match scene.board {
            Surface::Squares(_) | Surface::Court(_) => (HEIGHT, HEIGHT),
            Surface::Pitch(_) => (draw::pitch::WIDE, draw::pitch::HIGH),
        };
        let board = image::imageops::crop_imm(&whole, 0, 0, wide as u32, high as u32).to_image();
        image::imageops::thumbnail(&board, (wide * pixels / high) as u32, pixels as u32)
    }
}

/// Puts pictures beside each other, each `width` pixels wide, `across` of them in a row, as a PNG.
///
/// # Errors
/// When one of them can't be read.
pub fn contact(pictures: &[Vec<u8>], width: u32, across: usize) -> image::ImageResult<Vec<u8>> {
    let gap = GAP as u32;
    let mut rows: Vec<(u32, Vec<RgbImage>)> = Vec::new();
    for part in pictures.chunks(across.max(1)) {
        let sized = part.iter().map(|picture| {
            let whole = image::load_from_memory(picture)?.to_rgb8();
            let height = (whole.height() * width / whole.width().max(1)).max(1);
            Ok(if whole.width() == width {
                whole
            } else {
                image::imageops::resize(&whole, width, height, FilterType::Triangle)
            })
        });
        let sized = sized.collect::<image::ImageResult<Vec<RgbImage>>>()?;
        rows.push((sized.iter().map(RgbImage::height).max().unwrap_or(0), sized));
    }
    let wide = across.max(1).min(pictures.len()) as u32 * (width + gap) + gap;
    let high = rows.iter().map(|&(height, _)| height + gap).sum::<u32>() + gap;
    let mut out = RgbImage::from_pixel(wide, high, image::Rgb([0x80; 3]));
    let mut y = gap;
    for (height, row) in rows {
        for (n, picture) in row.iter().enumerate() {
            let x = gap + n as u32 * (width + gap);
            image::imageops::replace(&mut out, picture, x.into(), y.into());
        }
        y += height + gap;
    }
    Ok(encode::rgb(&out))
}

fn coloured(canvas: Canvas<'_>, palette: &Palette) -> RgbImage {
    coloured_pixels(&canvas.into_pixels(), palette)
}

/// Turns palette entries into colours.
fn coloured_pixels(pixels: &image::GrayImage, palette: &Palette) -> RgbImage {
    let (colours, _) = palette.bytes().as_chunks::<3>();
    RgbImage::from_fn(pixels.width(), pixels.height(), |x, y| {
        image::Rgb(colours[usize::from(pixels.get_pixel(x, y).0[0])])
    })
}
