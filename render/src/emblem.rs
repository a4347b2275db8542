//! The drawings on cards, in three sizes.
use engine::scene::Emblem;

use crate::sprite::{Sprite, art};

/// One drawing in every size.
pub(crate) struct Art {
    pub(crate) large: Sprite,
    pub(crate) small: Sprite,
    pub(crate) tiny: Sprite,
}

/// The drawings of all emblems, in their order.
pub(crate) struct Emblems(Vec<Art>);

impl Emblems {
    /// Pixels a large drawing is wide.
    pub(crate) const LARGE: i32 = 92;
    /// Pixels a small drawing is wide.
    pub(crate) const SMALL: i32 = 58;
    /// Pixels a drawing is wide that stands for a card among many.
    pub(crate) const TINY: i32 = 36;

    pub(crate) fn new() -> Emblems {
        let all = |svg: &'static str| Art {
            large: Sprite::new(svg, Emblems::LARGE),
            small: Sprite::new(svg, Emblems::SMALL),
            tiny: Sprite::new(svg, Emblems::TINY),
        };
        Emblems(Emblem::ALL.iter().map(|emblem| all(svg(*emblem))).collect())
    }

    pub(crate) fn get(&self, emblem: Emblem) -> &Art {
        &self.0[emblem as usize]
    }
}

fn svg(emblem: Emblem) -> &'static str {
    match emblem {
        Emblem::Flood => art!("card-flood"),
        Emblem::Fire => art!("card-fire"),
        Emblem::Emperor => art!("card-emperor"),
        Emblem::Revive => art!("card-revive"),
        Emblem::Monolith => art!("card-monolith"),
        Emblem::Doom => art!("card-doom"),
        Emblem::Hippo => art!("card-hippo"),
        Emblem::Snookle => art!("card-snookle"),
        Emblem::Reshuffle => art!("card-reshuffle"),
        Emblem::Translation => art!("card-translation"),
        Emblem::Wormhole => art!("card-wormhole"),
        Emblem::Wanderlust => art!("card-wanderlust"),
        Emblem::Queen => art!("card-queen"),
        Emblem::Fortify => art!("card-fortify"),
        Emblem::Fate => art!("card-fate"),
        Emblem::Double => art!("card-double"),
        Emblem::Ring => art!("card-ring"),
        Emblem::Antimatter => art!("card-antimatter"),
        Emblem::Cheater => art!("card-cheater"),
        Emblem::Rotate => art!("card-rotate"),
        Emblem::Mercury => art!("planet-mercury"),
        Emblem::Venus => art!("planet-venus"),
        Emblem::Earth => art!("planet-earth"),
        Emblem::Mars => art!("planet-mars"),
        Emblem::Jupiter => art!("planet-jupiter"),
        Emblem::Saturn => art!("planet-saturn"),
        Emblem::Neptune => art!("planet-neptune"),
        Emblem::Uranus => art!("planet-uranus"),
        Emblem::Pluto => art!("planet-pluto"),
    }
}
