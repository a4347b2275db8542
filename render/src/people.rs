//! Fighters: figures, what they carry and wear, and their wounds, layered.
use engine::scene::{Arms, BlowResult, BodyPart, FighterItem, Ink, Rank};

use crate::sprite::{ByInk, Sprite, art};

/// Returns how many pixels wide crossed blades are between squares of a size.
pub(crate) fn clash_width(square: i32) -> i32 {
    square * 45 / 100
}

/// Drawings of fighters for squares of one size. All have the same view, so that they can be layered.
pub(crate) struct People {
    figures: ByInk<Sprite>,
    felled: ByInk<Sprite>,
    arms: [Sprite; 5],
    /// The same in the other hand, for a wounded weapon arm.
    other_hand: [Sprite; 3],
    crowns: ByInk<Sprite>,
    /// By points less one, and by place.
    armour: [[Sprite; 5]; 2],
    /// By limb, the torso left out.
    wounds: [Sprite; 4],
    protect: Sprite,
    pub(crate) clash: Sprite,
}

impl People {
    /// Makes everybody for squares `size` pixels wide.
    pub(crate) fn new(size: i32) -> People {
        let draw = |svg: &'static str| Sprite::new(svg, size);
        People {
            figures: ByInk { dark: draw(art!("fighter-dark")), light: draw(art!("fighter-light")) },
            felled: ByInk { dark: draw(art!("felled-dark")), light: draw(art!("felled-light")) },
            arms: [
                art!("arms-sword"),
                art!("arms-shield"),
                art!("arms-pair"),
                art!("arms-great"),
                art!("arms-dagger"),
            ]
            .map(draw),
            other_hand: [
                art!("arms-sword-left"),
                art!("arms-shield-left"),
                art!("arms-dagger-left"),
            ]
            .map(draw),
            crowns: ByInk {
                dark: draw(art!("crown-worn-dark")),
                light: draw(art!("crown-worn-light")),
            },
            armour: [
                [
                    art!("armour-1-torso"),
                    art!("armour-1-off-arm"),
                    art!("armour-1-weapon-arm"),
                    art!("armour-1-left-leg"),
                    art!("armour-1-right-leg"),
                ],
                [
                    art!("armour-2-torso"),
                    art!("armour-2-off-arm"),
                    art!("armour-2-weapon-arm"),
                    art!("armour-2-left-leg"),
                    art!("armour-2-right-leg"),
                ],
            ]
            .map(|it| it.map(draw)),
            wounds: [
                art!("wound-off-arm"),
                art!("wound-weapon-arm"),
                art!("wound-left-leg"),
                art!("wound-right-leg"),
            ]
            .map(draw),
            protect: draw(art!("protect")),
            clash: Sprite::new(art!("clash"), clash_width(size)),
        }
    }

    /// Lists the drawings of a standing fighter, the lowest first.
    pub(crate) fn standing(&self, fighter: &FighterItem, ink: Ink) -> Vec<&Sprite> {
        let FighterItem { rank, arms, wound, armour, protect, .. } = fighter;
        let mut out = Vec::new();
        if *protect {
            out.push(&self.protect);
        }
        out.extend([self.figures.get(ink), self.arms(*arms, *wound)]);
        if *rank == Rank::King {
            out.push(self.crowns.get(ink));
        }
        for place in BodyPart::ALL {
            let points = usize::from(armour[place as usize]);
            out.extend(points.checked_sub(1).map(|nth| &self.armour[nth.min(1)][place as usize]));
        }
        out.extend(wound.and_then(|part| self.wounds.get((part as usize).checked_sub(1)?)));
        out
    }

    fn arms(&self, arms: Arms, wound: Option<BodyPart>) -> &Sprite {
        let other = wound == Some(BodyPart::WeaponArm);
        match (arms, other) {
            (Arms::Sword, true) => &self.other_hand[0],
            (Arms::Shield, true) => &self.other_hand[1],
            (Arms::Dagger, true) => &self.other_hand[2],
            (arms, _) => &self.arms[arms as usize],
        }
    }

    /// Returns a fighter lying on the ground.
    pub(crate) fn felled(&self, ink: Ink) -> &Sprite {
        self.felled.get(ink)
    }
}

/// Signs for what blows did.
pub(crate) struct Blows([Sprite; 5]);

impl Blows {
    /// Pixels a sign is wide.
    pub(crate) const WIDE: i32 = 24;

    pub(crate) fn new() -> Blows {
        Blows(
            [
                art!("blow-nothing"),
                art!("blow-warded"),
                art!("blow-dented"),
                art!("blow-wounded"),
                art!("blow-slain"),
            ]
            .map(|it| Sprite::new(it, Blows::WIDE)),
        )
    }

    pub(crate) fn of(&self, effect: BlowResult) -> &Sprite {
        &self.0[effect as usize]
    }
}

#[cfg(test)]
mod tests {
    use engine::scene::Ink;

    use super::*;
    use crate::{
        canvas::{Canvas, Rect},
        legible::contrast,
        palette::Palette,
        sprite::art,
        theme::{Hue, Set, Theme},
    };

    /// What the guidelines for people with poor sight ask of things that are no text, in hundredths.
    const WANTED: u32 = 300;
    /// Pixels a square of Amtgard Checkers is wide.
    const SQUARE: i32 = 83;
    /// Pixels within which an outline has to stand out: the edge of a figure, and what is next to it.
    const EDGE: i32 = 4;

    /// Returns the share of a figure's outline that stands out against what it stands on, in percent.
    fn share(palette: &Palette, ground: Hue, drawings: &[Sprite]) -> usize {
        let mut canvas = Canvas::new(palette, SQUARE, SQUARE);
        canvas.fill(Rect::new(0, 0, SQUARE, SQUARE), ground);
        drawings.iter().for_each(|it| it.put(&mut canvas, 0, 0));
        let (colours, _) = palette.bytes().as_chunks::<3>();
        let bare = palette.entry(ground);
        let at = |x: i32, y: i32| {
            let inside = (0..SQUARE).contains(&x) && (0..SQUARE).contains(&y);
            if inside { canvas.pixels()[(y * SQUARE + x) as usize] } else { bare }
        };
        let own = colours[usize::from(bare)];
        let stands_out = |x: i32, y: i32| WANTED <= contrast(colours[usize::from(at(x, y))], own);
        let (mut all, mut good) = (0, 0);
        for (x, y) in (0..SQUARE).flat_map(|y| (0..SQUARE).map(move |x| (x, y))) {
            let around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
            if at(x, y) == bare || around.iter().all(|&(dx, dy)| at(dx, dy) != bare) {
                continue;
            }
            all += 1;
            let near = (-EDGE..=EDGE).flat_map(|v| (-EDGE..=EDGE).map(move |u| (u, v)));
            let near = near.filter(|(u, v)| u * u + v * v <= EDGE * EDGE);
            good += usize::from(near.into_iter().any(|(u, v)| stands_out(x + u, y + v)));
        }
        good * 100 / all
    }

    #[test]
    fn the_whole_outline_of_a_figure_stands_out_in_every_theme() {
        // Its shadow doesn't count.
        let bare = |svg: &str| {
            let lines = svg.lines().filter(|it| !it.contains("f-meadow-shade"));
            lines.collect::<Vec<_>>().join("\n")
        };
        let arms = [
            art!("arms-sword"),
            art!("arms-shield"),
            art!("arms-pair"),
            art!("arms-great"),
            art!("arms-dagger"),
        ];
        let mut dull = Vec::new();
        for theme in Theme::ALL {
            let palette = Palette::new(theme, Set::Meadow);
            for ink in [Ink::Dark, Ink::Light] {
                let (figure, felled, crown) = match ink {
                    Ink::Dark => {
                        (art!("fighter-dark"), art!("felled-dark"), art!("crown-worn-dark"))
                    }
                    Ink::Light => {
                        (art!("fighter-light"), art!("felled-light"), art!("crown-worn-light"))
                    }
                };
                let mut cases = vec![vec![felled], vec![figure], vec![figure, crown]];
                cases.extend(arms.map(|arm| vec![figure, arm]));
                for (n, case) in cases.iter().enumerate() {
                    let drawings: Vec<Sprite> =
                        case.iter().map(|case| Sprite::new(bare(case), SQUARE)).collect();
                    for ground in [Hue::Lawn, Hue::Mown] {
                        let share = share(&palette, ground, &drawings);
                        if share < 100 {
                            dull.push(format!(
                                "{} {ink:?} {n} {ground:?}: {share} %",
                                theme.name()
                            ));
                        }
                    }
                }
            }
        }
        assert!(dull.is_empty(), "{dull:#?}");
    }
}
