//! Which other planets and piles a match might hold, as far as somebody can know.
use super::{Alien, Card, Phase, Planet};
use crate::{
    chance::Dice,
    seat::{BySeat, Seat, Viewer},
};

impl Alien {
    /// Deals anew whatever the viewer cannot know: planets that fit all that was seen, and the order of the pile.
    pub(super) fn imagined(&self, viewer: Viewer, dice: &mut Dice) -> Alien {
        let mut other = self.clone();
        // At the end the planets are shown to everybody.
        if !matches!(self.phase, Phase::Over(_)) {
            let fitting: Vec<BySeat<Planet>> = self.fitting_planets(viewer);
            if let Some(planets) = pick(&fitting, dice) {
                other.planets.0 = *planets;
            }
        }
        let sees = |seat: &Seat| viewer.knows(*seat) && self.sees_pile(*seat);
        if !Seat::BOTH.iter().any(sees) {
            shuffle(&mut other.deck.pile.0, dice);
        }
        other
    }

    /// Lists the pairs of planets with which everything could have gone as it went.
    fn fitting_planets(&self, viewer: Viewer) -> Vec<BySeat<Planet>> {
        let may_be = |seat: Seat, planet: &Planet| {
            let own = *self.planets.0.get(seat) == *planet;
            if viewer.knows(seat) { own } else { !self.ruled_out.get(seat).contains(planet) }
        };
        let of = |seat| Planet::ALL.into_iter().filter(move |it| may_be(seat, it));
        let pairs = of(Seat::First)
            .flat_map(|first| of(Seat::Second).map(move |second| BySeat { first, second }));
        pairs.filter(|it| it.first != it.second).collect()
    }
}

fn pick<'a, T>(all: &'a [T], dice: &mut Dice) -> Option<&'a T> {
    let count = u32::try_from(all.len()).ok().filter(|it| 0 < *it)?;
    all.get(dice.below("a fitting secret", count).ok()? as usize)
}

fn shuffle(cards: &mut [Card], dice: &mut Dice) {
    for last in (1..cards.len()).rev() {
        let faces = u32::try_from(last + 1).unwrap_or(u32::MAX);
        if let Ok(n) = dice.below("an imagined pile", faces) {
            cards.swap(last, n as usize);
        }
    }
}
