//! Stacks of pieces, what they carry, and what fills squares, for squares of one size.
use engine::scene::{Ink, Patch};

use crate::{
    canvas::{Canvas, Rect},
    sprite::{ByInk, Sprite, art},
};

/// What is shown of a lost piece: over its whole square, or in a corner if something else is there
/// now.
pub(crate) struct Remains {
    whole: Sprite,
    in_corner: Sprite,
}

impl Remains {
    /// Makes them for squares `size` pixels wide.
    pub(crate) fn new(svg: &'static str, size: i32) -> Remains {
        let draw = |size: i32| Sprite::new(svg, size);
        Remains { whole: draw(size), in_corner: draw(Remains::corner_size(size)) }
    }

    /// Puts them on a square, at the lower right of the piece there.
    pub(crate) fn put(&self, canvas: &mut Canvas, place: Rect, taken: bool) {
        if taken {
            let size = Remains::corner_size(place.width);
            self.in_corner.put(canvas, place.right() - size, place.bottom() - size);
        } else {
            self.whole.put(canvas, place.x, place.y);
        }
    }

    /// Returns how many pixels wide they are in a corner of a square.
    fn corner_size(size: i32) -> i32 {
        size * 9 / 20
    }
}

/// A side's stacks, by height.
struct Heights {
    standing: [Sprite; 3],
    toppled: [Remains; 3],
}

/// Everything on a board of stacks.
pub(crate) struct Tokens {
    heights: ByInk<Heights>,
    water: Sprite,
    fire: Sprite,
    pub(crate) ring: Sprite,
    pub(crate) snookle: Sprite,
    pub(crate) hippo: Sprite,
    /// Over two by two squares.
    pub(crate) monolith: Sprite,
    pub(crate) bound: Sprite,
    pub(crate) fresh: Sprite,
    /// Over two by two squares.
    pub(crate) fresh_block: Sprite,
}

impl Tokens {
    /// Makes everything for squares `size` pixels wide.
    pub(crate) fn new(size: i32) -> Tokens {
        let draw = |svg: &'static str| Sprite::new(svg, size);
        let heights = |standing: [&'static str; 3], toppled: [&'static str; 3]| Heights {
            standing: standing.map(draw),
            toppled: toppled.map(|svg| Remains::new(svg, size)),
        };
        Tokens {
            heights: ByInk {
                dark: heights(
                    [art!("man-dark"), art!("king-dark"), art!("emperor-dark")],
                    [
                        art!("captured-man-dark"),
                        art!("captured-king-dark"),
                        art!("captured-emperor-dark"),
                    ],
                ),
                light: heights(
                    [art!("man-light"), art!("king-light"), art!("emperor-light")],
                    [
                        art!("captured-man-light"),
                        art!("captured-king-light"),
                        art!("captured-emperor-light"),
                    ],
                ),
            },
            water: draw(art!("water")),
            fire: draw(art!("fire")),
            ring: draw(art!("ring")),
            snookle: draw(art!("snookle")),
            hippo: draw(art!("hippo")),
            monolith: Sprite::new(art!("monolith"), 2 * size),
            bound: draw(art!("fated")),
            fresh: draw(art!("fresh")),
            fresh_block: Sprite::new(art!("fresh"), 2 * size),
        }
    }

    /// Returns a stack of some height; higher than three looks like three.
    pub(crate) fn stack(&self, ink: Ink, height: u8) -> &Sprite {
        &self.heights.get(ink).standing[usize::from(height.clamp(1, 3)) - 1]
    }

    /// Returns what is shown of a lost stack.
    pub(crate) fn toppled(&self, ink: Ink, height: u8) -> &Remains {
        &self.heights.get(ink).toppled[usize::from(height.clamp(1, 3)) - 1]
    }

    pub(crate) fn patch(&self, patch: Patch) -> &Sprite {
        match patch {
            Patch::Water => &self.water,
            Patch::Fire => &self.fire,
        }
    }
}
