//! The 256 colours of a theme: the named ones first, then steps between those that meet in pictures.
use std::collections::BTreeMap;

use crate::theme::{Hue, Theme, parts};

/// How opaque a pixel is, from 0 to [`SOLID`].
pub(crate) type Level = u8;

/// Fully opaque.
pub(crate) const SOLID: Level = 3;

/// Steps between two colours that meet.
const STEPS: u32 = 2;

/// Colours that meet along an edge, so that the edge looks smooth; other mixtures take the nearest colour there is.
const MEETINGS: &[(Hue, &[Hue])] = &[
    (
        Hue::Dark,
        &[Hue::Shadow, Hue::DarkRim, Hue::LightRim, Hue::Number, Hue::PathEdge, Hue::LightFace],
    ),
    (Hue::Light, &[Hue::PathEdge]),
    (Hue::DarkFace, &[Hue::DarkRim, Hue::DarkGroove, Hue::DarkCrown]),
    (Hue::LightFace, &[Hue::LightRim, Hue::LightGroove, Hue::LightCrown, Hue::Gap]),
    (Hue::DarkRim, &[Hue::DarkGroove, Hue::DarkCrown]),
    (Hue::LightRim, &[Hue::LightGroove]),
    (Hue::Paper, &[Hue::Ink, Hue::Muted, Hue::Accent, Hue::Line]),
    (Hue::Plate, &[Hue::Ink, Hue::Muted, Hue::DarkRim, Hue::LightRim]),
    (Hue::PlateTurn, &[Hue::Ink, Hue::Muted, Hue::Accent]),
    (Hue::Accent, &[Hue::AccentInk]),
    (Hue::Frame, &[Hue::FrameInk]),
    (Hue::Green, &[Hue::GreenMark, Hue::Gap]),
    (Hue::Orange, &[Hue::OrangeMark, Hue::Gap]),
    (Hue::Gap, &[Hue::Leaf, Hue::PitWall, Hue::Tag, Hue::Paper]),
    (Hue::Path, &[Hue::PathEdge]),
    (Hue::Cross, &[Hue::CrossEdge]),
];

/// The colours of one theme and how they mix.
pub(crate) struct Palette {
    pub(crate) theme: Theme,
    colours: Vec<[u8; 3]>,
    /// The nearest colour to each of 32 x 32 x 32 mixtures.
    nearest: Vec<u8>,
    exact: BTreeMap<[u8; 3], u8>,
    /// What each colour laid on each other gives, for every level between nothing and solid: level, over, under.
    mixed: Vec<u8>,
}

impl Palette {
    pub(crate) fn new(theme: Theme) -> Palette {
        let value = |hue: Hue| parts(hue.rgb(theme));
        let mut colours: Vec<[u8; 3]> = Hue::ALL.iter().copied().map(value).collect();
        for &(under, overs) in MEETINGS {
            for &over in overs {
                for step in 1..=STEPS {
                    let mixed = blend(value(over), value(under), step, STEPS + 1);
                    if !colours.contains(&mixed) {
                        colours.push(mixed);
                    }
                }
            }
        }
        assert!(colours.len() <= 256, "a palette has {} colours", colours.len());
        let exact = colours.iter().enumerate().rev().map(|(at, &it)| (it, at as u8)).collect();
        let nearest = (0..1u32 << 15)
            .map(|at| {
                let middle = |part: u32| ((part & 31) << 3 | 4) as u8;
                closest(&colours, [middle(at >> 10), middle(at >> 5), middle(at)])
            })
            .collect();
        let mut palette = Palette { theme, colours, nearest, exact, mixed: Vec::new() };
        palette.mixed = palette.mixtures();
        palette
    }

    fn mixtures(&self) -> Vec<u8> {
        let mut out = vec![0; usize::from(SOLID - 1) << 16];
        for level in 1..SOLID {
            for (over, &above) in (0..).zip(&self.colours) {
                for (under, &below) in (0..).zip(&self.colours) {
                    let mixed = blend(above, below, level.into(), SOLID.into());
                    out[place(level, over, under)] = self.find(mixed);
                }
            }
        }
        out
    }

    /// Returns every colour in order, three bytes each, as a PNG wants them.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.colours.as_flattened()
    }

    /// Finds a colour, or the one nearest to it.
    pub(crate) fn find(&self, rgb: [u8; 3]) -> u8 {
        let [red, green, blue] = rgb.map(|it| usize::from(it >> 3));
        let near = || self.nearest[red << 10 | green << 5 | blue];
        self.exact.get(&rgb).copied().unwrap_or_else(near)
    }

    /// Lays `over` on `under`, as opaque as `level` says.
    pub(crate) fn mix(&self, over: u8, under: u8, level: Level) -> u8 {
        match level {
            0 => under,
            SOLID.. => over,
            _ => self.mixed[place(level, over, under)],
        }
    }
}

/// Returns where a mixture is kept.
fn place(level: Level, over: u8, under: u8) -> usize {
    usize::from(level - 1) << 16 | usize::from(over) << 8 | usize::from(under)
}

fn blend(over: [u8; 3], under: [u8; 3], part: u32, of: u32) -> [u8; 3] {
    std::array::from_fn(|at| {
        let sum = u32::from(over[at]) * part + u32::from(under[at]) * (of - part);
        ((sum + of / 2) / of) as u8
    })
}

fn closest(colours: &[[u8; 3]], wanted: [u8; 3]) -> u8 {
    let far = |it: &[u8; 3]| -> u32 {
        // The eye is keenest on green and dullest on blue.
        let weights = [3, 6, 1];
        (0..3).map(|at| weights[at] * u32::from(it[at].abs_diff(wanted[at])).pow(2)).sum()
    };
    let best = colours.iter().enumerate().min_by_key(|(_, it)| far(it));
    best.map_or(0, |(at, _)| at as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_named_colour_is_found_again_exactly() {
        for theme in Theme::ALL {
            let palette = Palette::new(theme);
            for &hue in Hue::ALL {
                let found = palette.find(parts(hue.rgb(theme)));
                assert_eq!(palette.colours[usize::from(found)], parts(hue.rgb(theme)));
            }
        }
    }

    #[test]
    fn a_mixture_runs_from_one_colour_to_the_other() {
        let palette = Palette::new(Theme::Light);
        let (ink, paper) = (Hue::Ink as u8, Hue::Paper as u8);
        let light = |level| {
            let mixed = palette.colours[usize::from(palette.mix(ink, paper, level))];
            mixed.map(u32::from).iter().sum::<u32>()
        };
        let steps: Vec<u32> = (0..=SOLID).map(light).collect();
        assert!(steps.is_sorted_by(|a, b| a >= b), "{steps:?}");
        assert_eq!((palette.mix(ink, paper, 0), palette.mix(ink, paper, SOLID)), (paper, ink));
    }
}
