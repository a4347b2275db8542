//! Which other planets and piles are possible, for a given viewer, and what an undo deals again.
use super::{Alien, Card, CardPlay, Event, Phase, Planet};
use crate::{
    chance::Dice,
    game::PdnStep,
    quote::series,
    refusal::Refusal,
    seat::{BySeat, Observer, Seat},
};

impl Alien {
    /// Deals again whatever can't be known with the secrets of these seats: planets that fit all
    /// that was seen, and the order of the pile.
    pub(super) fn determinized(&self, known: BySeat<bool>, dice: &mut Dice) -> Alien {
        let mut other = self.clone();
        // At the end the planets are shown to everybody.
        if !matches!(self.phase, Phase::Over(_)) {
            let fitting: Vec<BySeat<Planet>> = self.fitting_planets(known);
            if let Some(planets) = pick(&fitting, dice) {
                other.planets.0 = *planets;
            }
        }
        let sees = |seat: &Seat| *known.get(*seat) && self.sees_pile(*seat);
        if !Seat::BOTH.iter().any(sees) {
            // Whatever the true order is, the same knowledge and dice imagine the same pile.
            other.deck.pile.0.sort_unstable();
            // Fair dice never fail.
            let _ = dice.shuffle("an imagined pile", &mut other.deck.pile.0);
        }
        other
    }

    /// Shuffles the pile if nobody knows it. Otherwise the player who saw it in the steps taken
    /// back knows it too.
    pub(super) fn gone_back(
        &self,
        gone: &[PdnStep<Alien>],
        dice: &mut Dice,
    ) -> Result<Alien, Refusal> {
        let mut back = self.clone();
        if !Seat::BOTH.iter().any(|seat| self.sees_pile(*seat)) {
            dice.shuffle("the pile", &mut back.deck.pile.0)?;
            return Ok(back);
        }
        for event in gone.iter().flat_map(|it| &it.events) {
            match event {
                Event::Played { by, play: CardPlay::Cheater, .. } => {
                    *back.deck.known.get_mut(*by) = true;
                }
                // After this, it was another pile.
                Event::Cheated { .. } | Event::Shuffled { .. } => break,
                _ => {}
            }
        }
        Ok(back)
    }

    /// Lists the pairs of planets that fit everything that happened.
    fn fitting_planets(&self, known: BySeat<bool>) -> Vec<BySeat<Planet>> {
        let may_be = |seat: Seat, planet: &Planet| {
            let own = *self.planets.0.get(seat) == *planet;
            if *known.get(seat) { own } else { !self.ruled_out.get(seat).contains(planet) }
        };
        let of = |seat| Planet::ALL.into_iter().filter(move |it| may_be(seat, it));
        let pairs = of(Seat::First)
            .flat_map(|first| of(Seat::Second).map(move |second| BySeat { first, second }));
        pairs.filter(|pair| pair.first != pair.second).collect()
    }
}

fn pick<'a, T>(all: &'a [T], dice: &mut Dice) -> Option<&'a T> {
    let count = u32::try_from(all.len()).ok().filter(|it| 0 < *it)?;
    all.get(dice.below("a fitting secret", count).ok()? as usize)
}

/// Says what steps revealed: who saw the pile, which cards were turned up.
pub(super) fn seen(steps: &[PdnStep<Alien>], to: Observer<'_>) -> Vec<String> {
    let mut up: Vec<Card> = Vec::new();
    let mut out = Vec::new();
    for event in steps.iter().flat_map(|it| &it.events) {
        match event {
            Event::TurnedUp { by: _, card } => up.push(*card),
            Event::Shuffled { up: card } => {
                out.push("the cards were shuffled".to_owned());
                up.push(*card);
            }
            Event::Played { by, play: CardPlay::Cheater, .. } => {
                out.push(format!("{} has seen the whole pile", to.name(*by)));
            }
            _ => {}
        }
    }
    let names = series(&up.iter().map(|it| it.name()).collect::<Vec<_>>());
    out.extend(match up.len() {
        0 => None,
        1 => Some(format!("{names} was turned up")),
        _ => Some(format!("{names} were turned up")),
    });
    out
}
