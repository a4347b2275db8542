//! The exact chances of a duel: the model of the dice as a Markov chain, solved pass by pass.
use std::collections::BTreeMap;

use super::{
    body::{Body, Effect, Location},
    duel::{CERTAIN, Duelist, MOST_PASSES, chance},
};

/// How a duel ends, as chances between 0 and 1 that add up to 1, and how long it takes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Odds {
    pub(super) won: f64,
    /// The attacker alone falls.
    pub(super) repelled: f64,
    pub(super) both_fell: f64,
    /// Nobody falls in [`MOST_PASSES`].
    pub(super) called: f64,
    /// Passes on average.
    pub(super) passes: f64,
}

/// Every body that blows can make of one, with the ways between them.
struct Ways {
    bodies: Vec<Body>,
    /// For each body where blows that land lead: a body by number, nobody for death, and how likely that is.
    blows: Vec<Vec<(Option<usize>, f64)>>,
}

/// Solves a duel from these two bodies on.
pub(super) fn solve(attacker: &Duelist, defender: &Duelist) -> Odds {
    let [attackers, defenders] =
        [attacker, defender].map(|it| Ways::new(mirrored(it.body), it.frail));
    let width = defenders.bodies.len();
    let mut odds = Odds::default();
    let mut now = vec![0.0; attackers.bodies.len() * width];
    now[0] = 1.0;
    let [first, later] =
        [true, false].map(|it| Chances::new(attacker, defender, &attackers, &defenders, it));
    for pass in 1..=MOST_PASSES {
        let table = if pass == 1 { &first } else { &later };
        let mut next = vec![0.0; now.len()];
        for (at, &mass) in now.iter().enumerate().filter(|it| *it.1 != 0.0) {
            let (a, d) = (at / width, at % width);
            odds.passes += mass;
            let [attack, defence] = table.of(a, d);
            for (d, of_d) in outcomes(&defenders, d, attack) {
                for (a, of_a) in outcomes(&attackers, a, defence) {
                    let mass = mass * of_d * of_a;
                    match (a, d) {
                        (Some(a), Some(d)) => next[a * width + d] += mass,
                        (Some(_), None) => odds.won += mass,
                        (None, Some(_)) => odds.repelled += mass,
                        (None, None) => odds.both_fell += mass,
                    }
                }
            }
        }
        now = next;
    }
    odds.called = now.iter().sum();
    odds
}

/// Lists what one blow makes of a body: first that it misses.
fn outcomes(ways: &Ways, at: usize, lands: f64) -> impl Iterator<Item = (Option<usize>, f64)> {
    let blows = ways.blows[at].iter().map(move |(to, part)| (*to, part * lands));
    [(Some(at), 1.0 - lands)].into_iter().chain(blows)
}

/// The legs are alike: bodies that differ only in which leg is which count as one.
fn mirrored(mut body: Body) -> Body {
    let [left, right] = [Location::LeftLeg as usize, Location::RightLeg as usize];
    match body.wound {
        Some(Location::RightLeg) => {
            body.wound = Some(Location::LeftLeg);
            body.armour.swap(left, right);
        }
        Some(_) => {}
        None if body.armour[left] < body.armour[right] => body.armour.swap(left, right),
        None => {}
    }
    if body.kneels() {
        // Armour on a lost leg is never touched again.
        body.armour[left] = 0;
    }
    body
}

impl Ways {
    fn new(start: Body, frail: bool) -> Ways {
        let mut bodies = vec![start];
        let mut known = BTreeMap::from([(start, 0)]);
        let mut blows = Vec::new();
        while let Some(&body) = bodies.get(blows.len()) {
            let mut lead: Vec<(Option<usize>, f64)> = Vec::new();
            for at in Location::ALL {
                let mut after = body;
                let to = match after.strike(at, frail) {
                    Effect::Slain => None,
                    _ => {
                        let after = mirrored(after);
                        Some(*known.entry(after).or_insert_with(|| {
                            bodies.push(after);
                            bodies.len() - 1
                        }))
                    }
                };
                let part = f64::from(at.faces()) / f64::from(Location::FACES);
                match lead.iter_mut().find(|it| it.0 == to) {
                    Some(known) => known.1 += part,
                    None => lead.push((to, part)),
                }
            }
            blows.push(lead);
        }
        Ways { bodies, blows }
    }
}

/// The chances of both blows in a pass. They hang on the wounds alone, so there are few of them.
struct Chances {
    attackers: Vec<usize>,
    defenders: Vec<usize>,
    /// By wound of the attacker and of the defender.
    table: [[[f64; 2]; WOUNDS]; WOUNDS],
}

/// No wound, or one of the five locations.
const WOUNDS: usize = 6;

impl Chances {
    fn new(
        attacker: &Duelist,
        defender: &Duelist,
        attackers: &Ways,
        defenders: &Ways,
        first_pass: bool,
    ) -> Chances {
        let wound = |n: usize| n.checked_sub(1).and_then(|n| Location::ALL.get(n).copied());
        let with = |it: &Duelist, n: usize| {
            let body = Body { wound: wound(n), ..it.body };
            Duelist { body, ..*it }
        };
        let part = |it: u32| f64::from(it) / f64::from(CERTAIN);
        let table = std::array::from_fn(|a| {
            std::array::from_fn(|d| {
                let (attacker, defender) = (with(attacker, a), with(defender, d));
                [
                    part(chance(&attacker, &defender, first_pass)),
                    part(chance(&defender, &attacker, first_pass)),
                ]
            })
        });
        let wounds = |ways: &Ways| -> Vec<usize> {
            ways.bodies.iter().map(|it| it.wound.map_or(0, |it| 1 + it as usize)).collect()
        };
        Chances { attackers: wounds(attackers), defenders: wounds(defenders), table }
    }

    /// Returns the chance of the attacker's blow and of the defender's.
    fn of(&self, attacker: usize, defender: usize) -> [f64; 2] {
        self.table[self.attackers[attacker]][self.defenders[defender]]
    }
}
