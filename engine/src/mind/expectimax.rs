//! Expectimax: looks ahead over choices of both sides and over chance with known probabilities, deeper and deeper until the nodes
//! are used up. Chance nodes are cut off by Star2, choices by alpha-beta, and what was found is kept in a transposition table.
use super::{Rated, Skill};
use crate::seat::Seat;

/// A position for the search. Worths are the first seat's expected result: 1 is a win, -1 a loss.
pub(crate) trait Tree: Clone {
    type Move: Clone + PartialEq;
    /// Says what comes next here.
    fn point(&self) -> SearchPoint;
    /// Lists the moves at a choice, the most promising first.
    fn moves(&self, out: &mut Vec<Self::Move>);
    /// Returns the position after a move.
    fn after(&self, played: &Self::Move) -> Self;
    /// Lists the outcomes of a chance node; the probabilities add up to 1.
    fn falls(&self, out: &mut Vec<(f64, Self)>);
    /// Estimates a position without looking ahead.
    fn evaluate(&self) -> f64;
    /// Tells whether an estimate would be unreliable here, as in the middle of an exchange.
    fn is_restless(&self) -> bool;
    /// Returns a hash of the position.
    fn key(&self) -> u64;
    /// Tells whether it counts towards a draw that this position was there before.
    fn can_recur(&self) -> bool {
        true
    }
}

/// What comes next in a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SearchPoint {
    Choice(Seat),
    Chance,
    Over(f64),
}

/// After this many choices in a row, even a restless position is estimated.
const LONGEST: u8 = 40;

/// The most slots of the transposition table: 2^16 of 24 bytes are 1.5 MB. A short search needs fewer.
const SLOTS: usize = 1 << 16;

/// What each choice takes off a win, so that the quickest win is preferred.
const HASTE: f64 = 1e-4;

/// The most outcomes of a chance node that are probed.
const PROBED: usize = 8;

/// The share of a worth that is left when a position recurs, by how often it occurred before: the third time is a draw.
const REPEATED: [f64; 3] = [1.0, 0.85, 0.0];

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    value: f32,
    depth: i8,
    bound: Bound,
    /// The number of the best move in the order of the game.
    best: u8,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

struct Expectimax<'a, T: Tree> {
    table: Vec<Slot>,
    past: &'a [u64],
    nodes: u32,
    most: u32,
    moves: Vec<Vec<T::Move>>,
    falls: Vec<Vec<(f64, T)>>,
}

/// Rates every move of the seat to choose; also returns how many nodes that took. `past` has the keys of the positions that may come
/// back, each as often as it occurred, with the present one.
pub(crate) fn rate<T: Tree>(
    root: &T,
    past: &[u64],
    seat: Seat,
    skill: &Skill,
) -> (Vec<Rated<T::Move>>, u32) {
    let empty = Slot { key: 0, value: 0.0, depth: -1, bound: Bound::Exact, best: 0 };
    let mut search = Expectimax {
        table: vec![empty; (skill.nodes as usize).next_power_of_two().clamp(64, SLOTS)],
        nodes: 0,
        most: skill.nodes,
        past,
        moves: Vec::new(),
        falls: Vec::new(),
    };
    let mut moves = Vec::new();
    root.moves(&mut moves);
    let sign = sign(seat);
    let mut rated: Vec<Rated<T::Move>> = moves
        .into_iter()
        .map(|action| {
            let next = root.after(&action);
            let value = match next.point() {
                SearchPoint::Over(value) => value,
                _ => search.left(&next) * next.evaluate(),
            };
            Rated { action, value: sign * value, visits: 1 }
        })
        .collect();
    // A move that is much worse than the best is never played, so its exact value doesn't matter.
    let margin = skill.margin();
    for depth in 0..i8::try_from(skill.depth).unwrap_or(i8::MAX) {
        rated.sort_by(|one, other| other.value.total_cmp(&one.value));
        let mut best = -2.0_f64;
        let mut found = Vec::with_capacity(rated.len());
        for candidate in &rated {
            let floor = best - margin;
            let next = root.after(&candidate.action);
            let value = match seat {
                Seat::First => search.look(&next, depth, floor.max(-1.0), 1.0, 1),
                Seat::Second => -search.look(&next, depth, -1.0, (-floor).min(1.0), 1),
            };
            if search.is_spent() {
                break;
            }
            best = best.max(value);
            found.push(value);
        }
        if found.len() < rated.len() {
            break;
        }
        for (candidate, value) in rated.iter_mut().zip(found) {
            candidate.value = value;
        }
        if rated.len() == 1 {
            break;
        }
    }
    rated.sort_by(|one, other| other.value.total_cmp(&one.value));
    (rated, search.nodes)
}

fn sign(seat: Seat) -> f64 {
    match seat {
        Seat::First => 1.0,
        Seat::Second => -1.0,
    }
}

impl<T: Tree> Expectimax<'_, T> {
    fn slot(&self, key: u64) -> usize {
        (key >> 32) as usize & (self.table.len() - 1)
    }

    fn is_spent(&self) -> bool {
        self.most <= self.nodes
    }

    /// Returns the share of a position's worth that is left after how often it occurred.
    fn left(&self, at: &T) -> f64 {
        if self.past.is_empty() || !at.can_recur() {
            return 1.0;
        }
        let key = at.key();
        let before = self.past.iter().filter(|it| **it == key).count();
        REPEATED[before.min(REPEATED.len() - 1)]
    }

    /// Looks `depth` choices ahead; values outside of the window are only bounds.
    fn look(&mut self, at: &T, depth: i8, low: f64, high: f64, ply: u8) -> f64 {
        self.nodes += 1;
        let point = at.point();
        if let SearchPoint::Over(value) = point {
            return value * (1.0 - HASTE * f64::from(ply));
        }
        let left = self.left(at);
        if left == 0.0 || self.is_spent() {
            return left * at.evaluate();
        }
        let (low, high) = (low / left, high / left);
        // No worth is within such a window, so nothing that was found there would be known for sure.
        if 1.0 <= low || high <= -1.0 {
            return if 1.0 <= low { left } else { -left };
        }
        let (low, high) = (low.max(-1.0), high.min(1.0));
        left * match point {
            SearchPoint::Choice(seat) => self.choice(at, seat, depth, low, high, ply),
            _ => self.chance(at, depth, low, high, ply),
        }
    }

    fn choice(
        &mut self,
        at: &T,
        seat: Seat,
        depth: i8,
        mut low: f64,
        mut high: f64,
        ply: u8,
    ) -> f64 {
        if depth <= 0 && (LONGEST <= ply || !at.is_restless()) {
            return at.evaluate();
        }
        let key = at.key();
        let slot = self.slot(key);
        let known = Some(self.table[slot]).filter(|entry| entry.key == key && 0 <= entry.depth);
        if let Some(entry) = known.filter(|it| depth.max(0) <= it.depth) {
            let value = f64::from(entry.value);
            match entry.bound {
                Bound::Exact => return value,
                Bound::AtLeast if high <= value => return value,
                Bound::AtMost if value <= low => return value,
                _ => {}
            }
        }
        let mut moves = self.moves.pop().unwrap_or_default();
        moves.clear();
        at.moves(&mut moves);
        // A forced move isn't a choice, so it costs no depth.
        let next_depth = if moves.len() == 1 && ply < LONGEST { depth } else { depth - 1 };
        let first = known.map_or(0, |it| usize::from(it.best)).min(moves.len().saturating_sub(1));
        let window = (low, high);
        let mut best = match seat {
            Seat::First => -2.0_f64,
            Seat::Second => 2.0,
        };
        let mut best_at = first;
        let order = [first].into_iter().chain((0..moves.len()).filter(|it| *it != first));
        for n in order {
            let Some(played) = moves.get(n) else { break };
            let value = self.look(&at.after(played), next_depth, low, high, ply + 1);
            match seat {
                Seat::First if best < value => (best, best_at) = (value, n),
                Seat::Second if value < best => (best, best_at) = (value, n),
                _ => {}
            }
            match seat {
                Seat::First => low = low.max(best),
                Seat::Second => high = high.min(best),
            }
            if high <= low || self.is_spent() {
                break;
            }
        }
        self.moves.push(moves);
        if 1.5 < best.abs() {
            // A side without a move at a choice; the game is over before that can happen.
            return at.evaluate();
        }
        if !self.is_spent() {
            let bound = match best {
                value if value <= window.0 => Bound::AtMost,
                value if window.1 <= value => Bound::AtLeast,
                _ => Bound::Exact,
            };
            let best_at = u8::try_from(best_at).unwrap_or(0);
            let depth = depth.max(0);
            self.table[slot] = Slot { key, value: best as f32, depth, bound, best: best_at };
        }
        best
    }

    /// Star2 (Ballard 1983): first one reply to each outcome, which bounds the average from one side; then each outcome within what
    /// it would take to leave the window.
    fn chance(&mut self, at: &T, depth: i8, low: f64, high: f64, ply: u8) -> f64 {
        let mut falls = self.falls.pop().unwrap_or_default();
        falls.clear();
        at.falls(&mut falls);
        let value = self.star2(&falls, depth, low, high, ply);
        self.falls.push(falls);
        value
    }

    fn star2(&mut self, falls: &[(f64, T)], depth: i8, low: f64, high: f64, ply: u8) -> f64 {
        // The average if everything unknown is as low, or as high, as possible.
        let (mut least, mut most) = (-1.0, 1.0);
        let mut bounds = [(-1.0, 1.0); PROBED];
        if 0 < depth && falls.len() <= PROBED {
            for (n, (part, outcome)) in falls.iter().enumerate() {
                let Some((seat, value)) = self.probe(outcome, depth, ply) else { continue };
                match seat {
                    Seat::First => {
                        bounds[n].0 = value;
                        least += part * (value + 1.0);
                        if high <= least {
                            return least;
                        }
                    }
                    Seat::Second => {
                        bounds[n].1 = value;
                        most -= part * (1.0 - value);
                        if most <= low {
                            return most;
                        }
                    }
                }
            }
        }
        for (n, (part, outcome)) in falls.iter().enumerate() {
            let (at_least, at_most) = bounds.get(n).copied().unwrap_or((-1.0, 1.0));
            let floor = at_most - (most - low) / part;
            let ceiling = at_least + (high - least) / part;
            let value = self.look(outcome, depth, floor.max(-1.0), ceiling.min(1.0), ply);
            least += part * (value - at_least);
            most += part * (value - at_most);
            if high <= least {
                return least;
            }
            if most <= low {
                return most;
            }
        }
        (least + most) / 2.0
    }

    /// Searches only the most promising reply to an outcome: a bound for the replying side.
    fn probe(&mut self, at: &T, depth: i8, ply: u8) -> Option<(Seat, f64)> {
        let SearchPoint::Choice(seat) = at.point() else { return None };
        let mut moves = self.moves.pop().unwrap_or_default();
        moves.clear();
        at.moves(&mut moves);
        let key = at.key();
        let best = Some(self.table[self.slot(key)])
            .filter(|entry| entry.key == key && 0 <= entry.depth)
            .map_or(0, |it| usize::from(it.best));
        let next = moves.get(best).or(moves.first()).map(|played| at.after(played));
        self.moves.push(moves);
        let next = next?;
        let value = self.look(&next, depth - 1, -1.0, 1.0, ply + 1);
        (!self.is_spent()).then_some((seat, value))
    }
}
