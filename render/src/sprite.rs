//! Drawings as palette entries: made from SVG when first needed, then copied run by run.
use std::{borrow::Cow, sync::OnceLock};

use engine::scene::{Ink, Loss, Mark, Rank, Tint, court::Suit};
use resvg::{tiny_skia, usvg};

use crate::{
    canvas::Canvas,
    palette::{Palette, SOLID, Shade},
    people::People,
    theme::Hue,
    token::{Remains, Tokens},
};

/// Includes a drawing by its name.
macro_rules! art {
    ($name:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../data/art/", $name, ".svg"))
    };
}
pub(crate) use art;

/// A drawing of one size. It is made when it is first put on a picture, for that one's palette: a board shows few of those there are.
pub(crate) struct Sprite {
    svg: Cow<'static, str>,
    tint: Tint,
    size: u32,
    drawn: OnceLock<SpritePixels>,
}

/// Opaque runs, and single translucent pixels.
#[derive(Default)]
struct SpritePixels {
    solid: Vec<PixelRun>,
    soft: Vec<Dab>,
    colours: Vec<u8>,
}

struct PixelRun {
    x: i32,
    y: i32,
    start: usize,
    length: usize,
}

struct Dab {
    x: i32,
    y: i32,
    colour: u8,
    level: Shade,
}

impl Sprite {
    /// Names an SVG with a square view to be drawn as `size` x `size` pixels.
    pub(crate) fn new(svg: impl Into<Cow<'static, str>>, size: i32) -> Sprite {
        Sprite::tinted(svg, Tint::Black, size)
    }

    /// Does the same, for one in the colours of a tint.
    pub(crate) fn tinted(svg: impl Into<Cow<'static, str>>, tint: Tint, size: i32) -> Sprite {
        Sprite { svg: svg.into(), tint, size: size.max(1) as u32, drawn: OnceLock::new() }
    }

    /// Puts the drawing with its top left corner at a point. All pictures it is put on have one palette.
    pub(crate) fn put(&self, canvas: &mut Canvas, x: i32, y: i32) {
        let palette = canvas.palette;
        let drawn = self.drawn.get_or_init(|| self.draw(palette));
        for run in &drawn.solid {
            let row = canvas.row(x + run.x, y + run.y, run.length as i32);
            // A run clipped by the edge of the picture is left out: drawings lie inside.
            if row.len() == run.length {
                row.copy_from_slice(&drawn.colours[run.start..run.start + run.length]);
            }
        }
        for dab in &drawn.soft {
            canvas.dab(x + dab.x, y + dab.y, dab.colour, dab.level);
        }
    }

    fn draw(&self, palette: &Palette) -> SpritePixels {
        let Sprite { svg, tint, size, drawn: _ } = self;
        let options = usvg::Options {
            style_sheet: Some(sheet(svg, palette, *tint)),
            ..usvg::Options::default()
        };
        let tree =
            usvg::Tree::from_str(svg, &options).expect("own drawings are sound: a test reads all");
        let mut pixmap =
            tiny_skia::Pixmap::new(*size, *size).expect("a square is some pixels wide");
        let scale = *size as f32 / tree.size().width();
        let place = tiny_skia::Transform::from_scale(scale, scale);
        resvg::render(&tree, place, &mut pixmap.as_mut());
        let mut out = SpritePixels::default();
        // Most pixels have the colour of the one before.
        let mut found = ([0; 3], palette.find([0; 3]));
        for (y, row) in (0..).zip(pixmap.pixels().chunks_exact(*size as usize)) {
            for (x, pixel) in (0..).zip(row) {
                let shown = pixel.demultiply();
                let level = ((u32::from(shown.alpha()) * u32::from(SOLID) + 127) / 255) as Shade;
                if level == 0 {
                    continue;
                }
                let rgb = [shown.red(), shown.green(), shown.blue()];
                if found.0 != rgb {
                    found = (rgb, palette.find(rgb));
                }
                let colour = found.1;
                match level {
                    SOLID.. => out.cover(x, y, colour),
                    _ => out.soft.push(Dab { x, y, colour, level }),
                }
            }
        }
        out
    }
}

impl SpritePixels {
    fn cover(&mut self, x: i32, y: i32, colour: u8) {
        let start = self.colours.len();
        self.colours.push(colour);
        match self.solid.last_mut() {
            Some(run) if run.y == y && run.x + run.length as i32 == x => run.length += 1,
            _ => self.solid.push(PixelRun { x, y, start, length: 1 }),
        }
    }
}

/// Writes the style sheet that gives the classes of one drawing a theme's colours: `f-` fills, `s-` strokes.
///
/// Classes that the drawing doesn't name are left out: the parser reads the sheet once more for each rule.
fn sheet(svg: &str, palette: &Palette, tint: Tint) -> String {
    let (plain, mark) = tint_hues(tint);
    let named = Hue::ALL.iter().map(|&hue| (hue.name(), hue));
    let hues = named.chain([("tint", plain), ("tint-mark", mark)]).flat_map(|(name, hue)| {
        let rgb = hue.rgb(palette.theme);
        [(format!("f-{name}"), "fill", rgb), (format!("s-{name}"), "stroke", rgb)]
    });
    let mut out: String = hues
        .filter(|(class, _, _)| svg.contains(class.as_str()))
        .map(|(class, what, rgb)| format!(".{class}{{{what}:#{rgb:06x}}}"))
        .collect();
    for other in [Tint::Black, Tint::Green, Tint::Orange] {
        let shown = if other == tint { "inline" } else { "none" };
        out.push_str(&format!(".weave-{}{{display:{shown}}}", other.name()));
    }
    out
}

/// Returns the colour of a tint and the one its pattern is drawn in.
pub(crate) fn tint_hues(tint: Tint) -> (Hue, Hue) {
    match tint {
        Tint::Black => (Hue::Black, Hue::BlackMark),
        Tint::Green => (Hue::Green, Hue::GreenMark),
        Tint::Orange => (Hue::Orange, Hue::OrangeMark),
    }
}

/// Two drawings, one for each side's pieces.
pub(crate) struct ByInk<T> {
    pub(crate) dark: T,
    pub(crate) light: T,
}

impl<T> ByInk<T> {
    pub(crate) fn get(&self, ink: Ink) -> &T {
        match ink {
            Ink::Dark => &self.dark,
            Ink::Light => &self.light,
        }
    }
}

/// One kind of pieces in every state.
struct SpriteSet {
    man: Sprite,
    king: Sprite,
    captured_man: Remains,
    captured_king: Remains,
    fallen_man: Remains,
    fallen_king: Remains,
}

/// What lies on a square, for squares of one size.
pub(crate) struct Pieces {
    sets: ByInk<SpriteSet>,
    /// By tint, shut and open.
    hatches: [[Sprite; 2]; 3],
    marks: [Sprite; 4],
    /// Where the last move began.
    pub(crate) start: Sprite,
    pub(crate) tokens: Tokens,
    pub(crate) people: People,
}

impl Pieces {
    /// Makes everything for squares `size` pixels wide.
    pub(crate) fn new(size: i32) -> Pieces {
        let draw = |svg: &'static str| Sprite::new(svg, size);
        let gone = |svg: &'static str| Remains::new(svg, size);
        let dark = SpriteSet {
            man: draw(art!("man-dark")),
            king: draw(art!("king-dark")),
            captured_man: gone(art!("captured-man-dark")),
            captured_king: gone(art!("captured-king-dark")),
            fallen_man: gone(art!("fallen-man-dark")),
            fallen_king: gone(art!("fallen-king-dark")),
        };
        let light = SpriteSet {
            man: draw(art!("man-light")),
            king: draw(art!("king-light")),
            captured_man: gone(art!("captured-man-light")),
            captured_king: gone(art!("captured-king-light")),
            fallen_man: gone(art!("fallen-man-light")),
            fallen_king: gone(art!("fallen-king-light")),
        };
        Pieces {
            sets: ByInk { dark, light },
            hatches: [Tint::Black, Tint::Green, Tint::Orange].map(|tint| {
                [art!("hatch-shut"), art!("hatch-open")].map(|it| Sprite::tinted(it, tint, size))
            }),
            marks: [
                art!("mark-opened"),
                art!("mark-shut"),
                art!("mark-snapped"),
                art!("mark-crowned"),
            ]
            .map(draw),
            start: draw(art!("start")),
            tokens: Tokens::new(size),
            people: People::new(size),
        }
    }

    /// Returns a piece standing on its square.
    pub(crate) fn piece(&self, ink: Ink, rank: Rank) -> &Sprite {
        let set = self.sets.get(ink);
        match rank {
            Rank::Man => &set.man,
            Rank::King | Rank::Queen => &set.king,
        }
    }

    /// Returns what is shown of a lost piece.
    pub(crate) fn lost(&self, ink: Ink, rank: Rank, how: Loss) -> &Remains {
        let set = self.sets.get(ink);
        match (how, rank) {
            // Only fighters are slain; a piece is shown as captured.
            (Loss::Captured | Loss::Slain, Rank::Man) => &set.captured_man,
            (Loss::Captured | Loss::Slain, Rank::King | Rank::Queen) => &set.captured_king,
            (Loss::Fell, Rank::Man) => &set.fallen_man,
            (Loss::Fell, Rank::King | Rank::Queen) => &set.fallen_king,
        }
    }

    /// Returns a door in the floor.
    pub(crate) fn hatch(&self, tint: Tint, open: bool) -> &Sprite {
        let of_tint = match tint {
            Tint::Black => &self.hatches[0],
            Tint::Green => &self.hatches[1],
            Tint::Orange => &self.hatches[2],
        };
        &of_tint[usize::from(open)]
    }

    /// Returns the badge for what happened to a square.
    pub(crate) fn mark(&self, mark: Mark) -> &Sprite {
        match mark {
            Mark::Opened => &self.marks[0],
            Mark::Shut => &self.marks[1],
            Mark::Snapped => &self.marks[2],
            Mark::Crowned => &self.marks[3],
        }
    }
}

/// Pixels the sign beside an off-field coin is wide.
pub(crate) const SIGN: i32 = 28;

/// Coins of one size.
pub(crate) struct Coins {
    /// Pixels a coin is wide.
    pub(crate) size: i32,
    faces: BySuit,
    ghosts: BySuit,
    /// Beside a coin that is sent off.
    pub(crate) fouled: Sprite,
    /// Beside a coin that went through a goal.
    pub(crate) through: Sprite,
}

struct BySuit {
    sun: Sprite,
    arms: Sprite,
    crowns: Sprite,
}

impl BySuit {
    fn get(&self, suit: Suit) -> &Sprite {
        match suit {
            Suit::Sun => &self.sun,
            Suit::Arms => &self.arms,
            Suit::Crowns => &self.crowns,
        }
    }
}

impl Coins {
    /// Makes coins `size` pixels wide.
    pub(crate) fn new(size: i32) -> Coins {
        let draw = |svg: &'static str| Sprite::new(svg, size);
        let sign = |svg: &'static str| Sprite::new(svg, SIGN);
        Coins {
            size,
            faces: BySuit {
                sun: draw(art!("coin-sun")),
                arms: draw(art!("coin-arms")),
                crowns: draw(art!("coin-crowns")),
            },
            ghosts: BySuit {
                sun: draw(art!("ghost-sun")),
                arms: draw(art!("ghost-arms")),
                crowns: draw(art!("ghost-crowns")),
            },
            fouled: sign(art!("off-fouled")),
            through: sign(art!("off-through")),
        }
    }

    pub(crate) fn face(&self, suit: Suit) -> &Sprite {
        self.faces.get(suit)
    }

    /// Returns the broken ring for where a coin was.
    pub(crate) fn ghost(&self, suit: Suit) -> &Sprite {
        self.ghosts.get(suit)
    }
}
