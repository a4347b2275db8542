//! The exact chances of a duel: the model of the dice as a Markov chain, solved pass by pass.
use std::{
    cell::RefCell,
    collections::{BTreeMap, HashMap},
};

use super::{
    body::{Body, Effect, Location},
    duel::{CERTAIN, DuelEnding, Duelist, MOST_PASSES, chance},
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

/// Every body that blows can turn one into, with the transitions between them.
struct Ways {
    bodies: Vec<Body>,
    /// For each body, the results of a blow that lands: a body by number or none for death, and how likely it is.
    blows: Vec<Vec<(Option<usize>, f64)>>,
}

/// How many solved duels are kept; in most matches there are a handful.
const KEPT: usize = 1000;

thread_local! {
    /// Solved duels. The same two always have the same chances, and menus need them every turn.
    static SOLVED: RefCell<HashMap<[Duelist; 2], Odds>> = RefCell::default();
}

/// Returns the chances of a duel, solved once.
pub(super) fn known(attacker: &Duelist, defender: &Duelist) -> Odds {
    let key = [*attacker, *defender];
    if let Some(odds) = SOLVED.with_borrow(|solved| solved.get(&key).copied()) {
        return odds;
    }
    let odds = solve(attacker, defender);
    SOLVED.with_borrow_mut(|solved| {
        if KEPT <= solved.len() {
            solved.clear();
        }
        solved.insert(key, odds);
    });
    odds
}

/// Solves a duel that begins with these two bodies.
pub(super) fn solve(attacker: &Duelist, defender: &Duelist) -> Odds {
    let [attackers, defenders] =
        [attacker, defender].map(|duelist| Ways::new(mirrored(duelist.body), duelist.frail));
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

/// A possible result of a duel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fate {
    /// How likely it is.
    pub(super) part: f64,
    pub(super) ending: DuelEnding,
    /// The bodies afterwards; for a fallen fighter, the body at the start.
    pub(super) attacker: Body,
    pub(super) defender: Body,
}

/// Up to this many pairs of bodies, a duel is computed exactly.
const EXACT: usize = 64;

/// Lists the possible results of a duel with their chances, for searching: the bodies of those left
/// standing. If armour allows very many combinations, each side is computed separately, as if the
/// other kept its initial strength: off by a percent or two. The chances add up to 1.
pub(super) fn fates(attacker: &Duelist, defender: &Duelist) -> Vec<Fate> {
    let [attackers, defenders] =
        [attacker, defender].map(|duelist| Ways::new(mirrored(duelist.body), duelist.frail));
    let exact = attackers.bodies.len() * defenders.bodies.len() <= EXACT;
    let mut fates = Fates::new(attackers.bodies.len(), defenders.bodies.len());
    if exact {
        fates.together(attacker, defender, &attackers, &defenders);
    } else {
        fates.apart(attacker, defender, &attackers, &defenders);
    }
    fates.listed(&attackers, &defenders)
}

/// The chances of all endings, by the body of the survivor.
struct Fates {
    won: Vec<f64>,
    repelled: Vec<f64>,
    both_fell: f64,
    called: f64,
}

impl Fates {
    fn new(attackers: usize, defenders: usize) -> Fates {
        Fates {
            won: vec![0.0; attackers],
            repelled: vec![0.0; defenders],
            both_fell: 0.0,
            called: 0.0,
        }
    }

    fn together(
        &mut self,
        attacker: &Duelist,
        defender: &Duelist,
        attackers: &Ways,
        defenders: &Ways,
    ) {
        let width = defenders.bodies.len();
        let mut now = vec![0.0; attackers.bodies.len() * width];
        now[0] = 1.0;
        let [first, later] =
            [true, false].map(|it| Chances::new(attacker, defender, attackers, defenders, it));
        for pass in 1..=MOST_PASSES {
            let table = if pass == 1 { &first } else { &later };
            let mut next = vec![0.0; now.len()];
            for (at, &mass) in now.iter().enumerate().filter(|it| *it.1 != 0.0) {
                let (a, d) = (at / width, at % width);
                let [attack, defence] = table.of(a, d);
                for (d, of_d) in outcomes(defenders, d, attack) {
                    for (a, of_a) in outcomes(attackers, a, defence) {
                        let mass = mass * of_d * of_a;
                        match (a, d) {
                            (Some(a), Some(d)) => next[a * width + d] += mass,
                            (Some(a), None) => self.won[a] += mass,
                            (None, Some(d)) => self.repelled[d] += mass,
                            (None, None) => self.both_fell += mass,
                        }
                    }
                }
            }
            now = next;
        }
        self.called = now.iter().sum();
    }

    fn apart(
        &mut self,
        attacker: &Duelist,
        defender: &Duelist,
        attackers: &Ways,
        defenders: &Ways,
    ) {
        let blow = |striker: &Duelist, target: &Duelist, pass| {
            f64::from(chance(striker, target, pass == 1)) / f64::from(CERTAIN)
        };
        let step = |ways: &Ways, now: &[f64], lands: f64| {
            let (mut next, mut fell) = (vec![0.0; now.len()], 0.0);
            for (at, &mass) in now.iter().enumerate().filter(|it| *it.1 != 0.0) {
                for (to, part) in outcomes(ways, at, lands) {
                    match to {
                        Some(to) => next[to] += mass * part,
                        None => fell += mass * part,
                    }
                }
            }
            (next, fell)
        };
        let fresh =
            |n: usize| (0..n).map(|nth| if nth == 0 { 1.0 } else { 0.0 }).collect::<Vec<f64>>();
        let (mut a, mut d) = (fresh(attackers.bodies.len()), fresh(defenders.bodies.len()));
        for pass in 1..=MOST_PASSES {
            let (next_d, d_fell) = step(defenders, &d, blow(attacker, defender, pass));
            let (next_a, a_fell) = step(attackers, &a, blow(defender, attacker, pass));
            self.won.iter_mut().zip(&next_a).for_each(|(total, mass)| *total += d_fell * mass);
            self.repelled.iter_mut().zip(&next_d).for_each(|(total, mass)| *total += a_fell * mass);
            self.both_fell += a_fell * d_fell;
            (a, d) = (next_a, next_d);
        }
        self.called = a.iter().sum::<f64>() * d.iter().sum::<f64>();
    }

    /// Merges bodies that differ only in armour into the likeliest.
    fn listed(&self, attackers: &Ways, defenders: &Ways) -> Vec<Fate> {
        let (attacker, defender) = (attackers.bodies[0], defenders.bodies[0]);
        let mut all = Vec::new();
        let mut add = |masses: &[f64], ways: &Ways, ending: DuelEnding| {
            for wound in [None].into_iter().chain(Location::ALL.map(Some)) {
                let bodies = || ways.bodies.iter().zip(masses).filter(|it| it.0.wound == wound);
                let part: f64 = bodies().map(|it| it.1).sum();
                let likeliest = bodies().max_by(|one, other| one.1.total_cmp(other.1));
                let Some((body, _)) = likeliest.filter(|_| 1e-4 < part) else { continue };
                all.push(match ending {
                    DuelEnding::Won => Fate { part, ending, attacker: *body, defender },
                    _ => Fate { part, ending, attacker, defender: *body },
                });
            }
        };
        add(&self.won, attackers, DuelEnding::Won);
        add(&self.repelled, defenders, DuelEnding::Repelled);
        for (part, ending) in
            [(self.both_fell, DuelEnding::BothFell), (self.called, DuelEnding::Called)]
        {
            if 1e-4 < part {
                all.push(Fate { part, ending, attacker, defender });
            }
        }
        let total: f64 = all.iter().map(|it| it.part).sum();
        all.iter_mut().for_each(|fate| fate.part /= total);
        all
    }
}

/// Lists the results of a blow on a body, the miss first.
fn outcomes(ways: &Ways, at: usize, lands: f64) -> impl Iterator<Item = (Option<usize>, f64)> {
    let blows = ways.blows[at].iter().map(move |(to, part)| (*to, part * lands));
    [(Some(at), 1.0 - lands)].into_iter().chain(blows)
}

/// The legs are alike: bodies that differ only by left and right count as one.
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

/// The chances of both blows in a pass. They depend only on the wounds, so there are few.
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
        let with = |duelist: &Duelist, n: usize| {
            let body = Body { wound: wound(n), ..duelist.body };
            Duelist { body, ..*duelist }
        };
        let part = |n: u32| f64::from(n) / f64::from(CERTAIN);
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
            ways.bodies
                .iter()
                .map(|body| body.wound.map_or(0, |location| 1 + location as usize))
                .collect()
        };
        Chances { attackers: wounds(attackers), defenders: wounds(defenders), table }
    }

    /// Returns the chance of the attacker's blow and of the defender's.
    fn of(&self, attacker: usize, defender: usize) -> [f64; 2] {
        self.table[self.attackers[attacker]][self.defenders[defender]]
    }
}
