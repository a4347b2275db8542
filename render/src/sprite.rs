//! Drawings as palette entries: made from SVG once, then copied run by run.
use engine::scene::{Ink, Loss, Mark, Rank, Tint};
use resvg::{tiny_skia, usvg};

use crate::{
    canvas::Canvas,
    palette::{Level, Palette, SOLID},
    theme::Hue,
};

/// Takes a drawing in by its name.
macro_rules! art {
    ($name:literal) => {
        include_str!(concat!("../../data/art/", $name, ".svg"))
    };
}

/// A drawing of one size: runs that cover, and single pixels that let something through.
pub(crate) struct Sprite {
    solid: Vec<Run>,
    soft: Vec<Dab>,
    colours: Vec<u8>,
}

struct Run {
    x: i32,
    y: i32,
    start: usize,
    length: usize,
}

struct Dab {
    x: i32,
    y: i32,
    colour: u8,
    level: Level,
}

impl Sprite {
    /// Puts the drawing with its top left corner at a point.
    pub(crate) fn put(&self, canvas: &mut Canvas, x: i32, y: i32) {
        for run in &self.solid {
            let row = canvas.row(x + run.x, y + run.y, run.length as i32);
            // A run that is cut by the edge of the picture is left out: drawings lie within it.
            if row.len() == run.length {
                row.copy_from_slice(&self.colours[run.start..run.start + run.length]);
            }
        }
        for dab in &self.soft {
            canvas.dab(x + dab.x, y + dab.y, dab.colour, dab.level);
        }
    }

    /// Draws an SVG with a square view as `size` x `size` pixels, in the colours of a theme.
    fn new(palette: &Palette, svg: &str, tint: Tint, size: u32) -> Sprite {
        let options =
            usvg::Options { style_sheet: Some(sheet(palette, tint)), ..usvg::Options::default() };
        let tree =
            usvg::Tree::from_str(svg, &options).expect("own drawings are sound: a test reads all");
        let mut pixmap = tiny_skia::Pixmap::new(size, size).expect("a square is some pixels wide");
        let scale = size as f32 / tree.size().width();
        let place = tiny_skia::Transform::from_scale(scale, scale);
        resvg::render(&tree, place, &mut pixmap.as_mut());
        let mut sprite = Sprite { solid: Vec::new(), soft: Vec::new(), colours: Vec::new() };
        for (y, row) in (0..).zip(pixmap.pixels().chunks_exact(size as usize)) {
            for (x, pixel) in (0..).zip(row) {
                let shown = pixel.demultiply();
                let level = ((u32::from(shown.alpha()) * u32::from(SOLID) + 127) / 255) as Level;
                if level == 0 {
                    continue;
                }
                let colour = palette.find([shown.red(), shown.green(), shown.blue()]);
                match level {
                    SOLID.. => sprite.cover(x, y, colour),
                    _ => sprite.soft.push(Dab { x, y, colour, level }),
                }
            }
        }
        sprite
    }

    fn cover(&mut self, x: i32, y: i32, colour: u8) {
        let start = self.colours.len();
        self.colours.push(colour);
        match self.solid.last_mut() {
            Some(run) if run.y == y && run.x + run.length as i32 == x => run.length += 1,
            _ => self.solid.push(Run { x, y, start, length: 1 }),
        }
    }
}

/// Writes the style sheet that gives the drawings' classes a theme's colours: `f-` fills, `s-` strokes.
fn sheet(palette: &Palette, tint: Tint) -> String {
    let (plain, mark) = tint_hues(tint);
    let named = Hue::ALL.iter().map(|&it| (it.name(), it));
    let mut out: String = named
        .chain([("tint", plain), ("tint-mark", mark)])
        .map(|(name, hue)| {
            let rgb = hue.rgb(palette.theme);
            format!(".f-{name}{{fill:#{rgb:06x}}}.s-{name}{{stroke:#{rgb:06x}}}")
        })
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

/// Two drawings, one for either kind of pieces.
struct ByInk<T> {
    dark: T,
    light: T,
}

impl<T> ByInk<T> {
    fn get(&self, ink: Ink) -> &T {
        match ink {
            Ink::Dark => &self.dark,
            Ink::Light => &self.light,
        }
    }
}

/// One kind of pieces in every state.
struct Set {
    man: Sprite,
    king: Sprite,
    captured_man: Sprite,
    captured_king: Sprite,
    fallen_man: Sprite,
    fallen_king: Sprite,
}

/// What lies on a square, for squares of one size.
pub(crate) struct Pieces {
    sets: ByInk<Set>,
    /// By tint, shut and open.
    hatches: [[Sprite; 2]; 3],
    marks: [Sprite; 4],
    /// Where the last move began.
    pub(crate) start: Sprite,
}

impl Pieces {
    /// Draws everything for squares `size` pixels wide.
    pub(crate) fn new(palette: &Palette, size: i32) -> Pieces {
        let size = size as u32;
        let tinted = |svg: &str, tint| Sprite::new(palette, svg, tint, size);
        let draw = |svg: &str| tinted(svg, Tint::Black);
        let dark = Set {
            man: draw(art!("man-dark")),
            king: draw(art!("king-dark")),
            captured_man: draw(art!("captured-man-dark")),
            captured_king: draw(art!("captured-king-dark")),
            fallen_man: draw(art!("fallen-man-dark")),
            fallen_king: draw(art!("fallen-king-dark")),
        };
        let light = Set {
            man: draw(art!("man-light")),
            king: draw(art!("king-light")),
            captured_man: draw(art!("captured-man-light")),
            captured_king: draw(art!("captured-king-light")),
            fallen_man: draw(art!("fallen-man-light")),
            fallen_king: draw(art!("fallen-king-light")),
        };
        Pieces {
            sets: ByInk { dark, light },
            hatches: [Tint::Black, Tint::Green, Tint::Orange]
                .map(|tint| [art!("hatch-shut"), art!("hatch-open")].map(|it| tinted(it, tint))),
            marks: [
                art!("mark-opened"),
                art!("mark-shut"),
                art!("mark-snapped"),
                art!("mark-crowned"),
            ]
            .map(draw),
            start: draw(art!("start")),
        }
    }

    /// Returns a piece standing on its square.
    pub(crate) fn piece(&self, ink: Ink, rank: Rank) -> &Sprite {
        let set = self.sets.get(ink);
        match rank {
            Rank::Man => &set.man,
            Rank::King => &set.king,
        }
    }

    /// Returns what is left to see of a lost piece.
    pub(crate) fn lost(&self, ink: Ink, rank: Rank, how: Loss) -> &Sprite {
        let set = self.sets.get(ink);
        match (how, rank) {
            (Loss::Captured, Rank::Man) => &set.captured_man,
            (Loss::Captured, Rank::King) => &set.captured_king,
            (Loss::Fell, Rank::Man) => &set.fallen_man,
            (Loss::Fell, Rank::King) => &set.fallen_king,
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

/// The drawings of the strip.
pub(crate) struct Signs {
    chips: ByInk<Sprite>,
    men: ByInk<Sprite>,
    kings: ByInk<Sprite>,
    pub(crate) captured: Sprite,
    pub(crate) fallen: Sprite,
    pub(crate) goals: Sprite,
    pub(crate) off: Sprite,
    pub(crate) clock: Sprite,
}

impl Signs {
    /// Pixels a player's chip is wide.
    pub(crate) const CHIP: i32 = 64;
    /// Pixels the sign of a count is wide.
    pub(crate) const COUNT: i32 = 30;
    /// Pixels the clock is wide.
    pub(crate) const CLOCK: i32 = 22;

    pub(crate) fn new(palette: &Palette) -> Signs {
        let draw = |svg: &str, size: i32| Sprite::new(palette, svg, Tint::Black, size as u32);
        let both = |dark: &str, light: &str, size: i32| ByInk {
            dark: draw(dark, size),
            light: draw(light, size),
        };
        Signs {
            chips: both(art!("man-dark"), art!("man-light"), Signs::CHIP),
            men: both(art!("man-dark"), art!("man-light"), Signs::COUNT),
            kings: both(art!("king-dark"), art!("king-light"), Signs::COUNT),
            captured: draw(art!("count-captured"), Signs::COUNT),
            fallen: draw(art!("count-fallen"), Signs::COUNT),
            goals: draw(art!("count-goals"), Signs::COUNT),
            off: draw(art!("count-off"), Signs::COUNT),
            clock: draw(art!("clock"), Signs::CLOCK),
        }
    }

    /// Returns the big piece beside a player's name.
    pub(crate) fn chip(&self, ink: Ink) -> &Sprite {
        self.chips.get(ink)
    }

    /// Returns the small piece beside a count.
    pub(crate) fn piece(&self, ink: Ink, rank: Rank) -> &Sprite {
        match rank {
            Rank::Man => self.men.get(ink),
            Rank::King => self.kings.get(ink),
        }
    }
}
