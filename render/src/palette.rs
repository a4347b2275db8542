//! The colours of a theme as entries of a picture; if they are few, two pixels share a byte.
use crate::{
    order,
    theme::{Hue, Set, Theme, parts},
};

/// How opaque a pixel is, from 0 to [`SOLID`].
pub(crate) type Shade = u8;

/// Fully opaque.
pub(crate) const SOLID: Shade = 3;

/// The most colours of a picture.
pub(crate) const MOST: usize = 64;

/// The most colours of a picture whose pixels take half a byte.
pub(crate) const FEW: usize = 16;

/// The colours of one theme, for one kind of board, and how they mix.
pub(crate) struct Palette {
    pub(crate) theme: Theme,
    pub(crate) set: Set,
    colours: Vec<[u8; 3]>,
    /// The entry of each [`Hue`].
    entries: Vec<u8>,
    /// The mixed colours, by level, upper and lower colour.
    mixed: Vec<[[u8; MOST]; MOST]>,
}

impl Palette {
    pub(crate) fn new(theme: Theme, set: Set) -> Palette {
        let named = Hue::ALL.iter().filter(|it| it.is_in(set)).map(|it| it.rgb(theme));
        let all: Vec<[u8; 3]> = named.chain(theme.halves().iter().copied()).map(parts).collect();
        let colours = order::colours(theme, order::of(theme, set), &all);
        assert!(colours.len() <= MOST, "{} {set:?} has {} colours", theme.name(), colours.len());
        let entries = Hue::ALL.iter().map(|hue| closest(&colours, parts(hue.rgb(theme)))).collect();
        let mut mixed = vec![[[0; MOST]; MOST]; usize::from(SOLID) + 1];
        for (level, laid) in (0..).zip(&mut mixed) {
            for (over, row) in colours.iter().zip(laid) {
                for (under, out) in colours.iter().zip(row) {
                    *out = closest(&colours, blend(*over, *under, level));
                }
            }
        }
        Palette { theme, set, colours, entries, mixed }
    }

    /// Tells whether two pixels fit into a byte.
    pub(crate) fn is_small(&self) -> bool {
        self.colours.len() <= FEW
    }

    /// Returns every colour in order, three bytes each, as a PNG wants them.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.colours.as_flattened()
    }

    /// Returns the entry of a colour.
    pub(crate) fn entry(&self, hue: Hue) -> u8 {
        self.entries[hue as usize]
    }

    /// Returns the entry of the colour nearest to another.
    pub(crate) fn find(&self, rgb: [u8; 3]) -> u8 {
        closest(&self.colours, rgb)
    }

    /// Returns what a colour laid on each other one gives, by level.
    pub(crate) fn laid(&self, over: u8) -> [&[u8; MOST]; SOLID as usize + 1] {
        std::array::from_fn(|level| &self.mixed[level][usize::from(over)])
    }

    /// Lays `over` on `under`, as opaque as `level` says.
    pub(crate) fn mix(&self, over: u8, under: u8, level: Shade) -> u8 {
        self.mixed[usize::from(level)][usize::from(over)][usize::from(under)]
    }
}

fn blend(over: [u8; 3], under: [u8; 3], level: Shade) -> [u8; 3] {
    let [level, solid] = [level, SOLID].map(u32::from);
    std::array::from_fn(|at| {
        let sum = u32::from(over[at]) * level + u32::from(under[at]) * (solid - level);
        ((sum + solid / 2) / solid) as u8
    })
}

fn closest(colours: &[[u8; 3]], wanted: [u8; 3]) -> u8 {
    let far = |colour: &[u8; 3]| -> u32 {
        // The eye is most sensitive to green and least to blue.
        let weights = [3, 6, 1];
        (0..3).map(|at| weights[at] * u32::from(colour[at].abs_diff(wanted[at])).pow(2)).sum()
    };
    // Of two equally near colours, the darker one is taken, whatever their order.
    let best = colours
        .iter()
        .enumerate()
        .min_by_key(|(_, colour)| (far(colour), order::brightness(colour)));
    best.map_or(0, |(at, _)| at as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every() -> impl Iterator<Item = (Theme, Set)> {
        Theme::ALL.into_iter().flat_map(|theme| Set::ALL.map(|set| (theme, set)))
    }

    #[test]
    fn the_parlour_needs_half_a_byte_a_pixel() {
        for theme in Theme::ALL {
            assert!(Palette::new(theme, Set::Parlour).is_small());
        }
    }

    #[test]
    fn a_named_colour_is_found_again_exactly() {
        for (theme, set) in every() {
            let palette = Palette::new(theme, set);
            for &hue in Hue::ALL.iter().filter(|it| it.is_in(set)) {
                let found = palette.find(parts(hue.rgb(theme)));
                assert_eq!(found, palette.entry(hue));
                assert_eq!(palette.colours[usize::from(found)], parts(hue.rgb(theme)));
            }
        }
    }

    #[test]
    fn a_mixture_runs_from_one_colour_to_the_other() {
        for (theme, set) in every() {
            let palette = Palette::new(theme, set);
            let (ink, paper) = (palette.entry(Hue::Ink), palette.entry(Hue::Paper));
            let far = |level| {
                let mixed = palette.colours[usize::from(palette.mix(ink, paper, level))];
                let paper = palette.colours[usize::from(paper)];
                (0..3).map(|at| u32::from(mixed[at].abs_diff(paper[at]))).sum::<u32>()
            };
            let steps: Vec<u32> = (0..=SOLID).map(far).collect();
            assert!(steps.is_sorted_by(|a, b| a < b), "{}: {steps:?}", theme.name());
            assert_eq!((palette.mix(ink, paper, 0), palette.mix(ink, paper, SOLID)), (paper, ink));
        }
    }
}
