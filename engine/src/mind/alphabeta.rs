//! Alpha-beta: looks ahead over choices of both sides where nothing is left to chance, deeper and deeper until the nodes are used up.
//!
//! Worths are whole numbers, so that a move can be compared with the best one by a window that holds nothing else. What recurs counts as
//! a draw: the side that is ahead avoids it, and the one that is behind looks for it.
use super::{
    Rated, Skill,
    expectimax::{Bound, SearchPoint, Tree},
    sign,
};
use crate::seat::Seat;

/// A position of a game without chance.
pub(crate) trait CertainTree: Tree {
    /// Says how the match ends here with the best play of both, where that is known without looking ahead.
    fn known(&self) -> Option<KnownResult>;
    /// Counts the last choices after which an earlier position can still come back.
    fn reversible(&self) -> usize;
    /// Numbers a move that changes little, below [`KINDS`]: what was a good answer to one move is tried early against the next.
    fn kind(&self, played: &Self::Move) -> Option<usize>;
}

/// How a match ends with the best play of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KnownResult {
    Draw,
    /// This seat wins after so many choices of both.
    Won(Seat, u8),
}

/// How many kinds of moves a game can number.
pub(crate) const KINDS: usize = 2048;

/// After this many choices in a row, even a restless position is estimated.
const LONGEST: usize = 60;

/// The most slots of the transposition table: 2^17 of 16 bytes are 2 MB.
const SLOTS: usize = 1 << 17;

/// The worth of a win now; each choice until then takes 1 off, so that the quickest is preferred.
const WIN: i32 = 10_000;

/// From this worth on, a win is found and not estimated.
const SURE: i32 = 9_800;

/// Less than any worth.
const NOTHING: i32 = -WIN - 1;

/// From this depth on, a late move is looked at less deeply first.
const DEEP: i32 = 3;

/// How many moves of a position are never looked at less deeply.
const EARLY: usize = 3;

/// The most that a kind of move is praised before all praise is halved.
const PRAISE: i32 = 1 << 24;

#[derive(Clone, Copy)]
struct SearchEntry {
    key: u64,
    value: i16,
    depth: i8,
    bound: Bound,
    /// The number of the best move in the order of the game.
    best: u8,
}

struct AlphaBeta<T: Tree> {
    table: Vec<SearchEntry>,
    nodes: u32,
    most: u32,
    /// The keys of the positions that led here, those of the match first.
    path: Vec<u64>,
    moves: Vec<Vec<T::Move>>,
    orders: Vec<Vec<i32>>,
    /// How often and how deep each kind of move was a good answer.
    praise: Vec<i32>,
    /// The kind of the last good answer, by distance from the root.
    answers: [Option<usize>; LONGEST + 1],
}

/// Rates every move of the seat to choose; also returns how many nodes that took. `past` are the keys of the positions before.
pub(crate) fn rate<T: CertainTree>(
    root: &T,
    past: &[u64],
    seat: Seat,
    skill: &Skill,
) -> (Vec<Rated<T::Move>>, u32) {
    let mut moves = Vec::new();
    root.moves(&mut moves);
    let mut search = AlphaBeta::<T>::new(root, past, skill);
    let rate = |action: T::Move| (root.after(&action), action);
    let mut rated: Vec<(i32, T, T::Move)> = moves
        .into_iter()
        .map(rate)
        .map(|(next, action)| (worth(&next, seat, 1), next, action))
        .collect();
    // A move that is much worse than the best is never played, so its exact value doesn't matter.
    let margin = (skill.margin() * f64::from(WIN)) as i32;
    for depth in 0..i32::from(skill.depth) {
        rated.sort_by_key(|it| -it.0);
        let mut best = NOTHING;
        let mut found = Vec::with_capacity(rated.len());
        for (_, next, _) in &rated {
            let floor = (best - margin).max(NOTHING);
            let mut value = if NOTHING < best {
                search.tried(next, seat, (depth, false), (floor, -NOTHING), 1)
            } else {
                search.look(next, seat, depth, (floor, -NOTHING), 1)
            };
            if value <= floor {
                // It may be worse still, so it mustn't count as one that is only just good enough.
                value = value.min(floor - 1);
            }
            if search.is_spent() {
                break;
            }
            best = best.max(value);
            found.push(value);
        }
        // The best move of the last round was looked at first, so what is better than that is better for sure.
        for (n, (value, _, _)) in rated.iter_mut().enumerate().filter(|_| !found.is_empty()) {
            *value = found.get(n).copied().unwrap_or_else(|| (*value).min(best - 1));
        }
        if found.len() < rated.len() || rated.len() == 1 || SURE <= best {
            break;
        }
    }
    rated.sort_by_key(|it| -it.0);
    let rated = rated.into_iter().map(|(value, _, action)| Rated {
        action,
        value: f64::from(value) / f64::from(WIN),
        visits: 1,
    });
    (rated.collect(), search.nodes)
}

/// Estimates a position for a seat, without a search.
fn worth<T: Tree>(at: &T, seat: Seat, ply: usize) -> i32 {
    let whole = |value: f64| (sign(seat) * value * f64::from(WIN)) as i32;
    match at.point() {
        SearchPoint::Over(value) => later(whole(value), ply),
        SearchPoint::Choice(_) | SearchPoint::Chance => {
            whole(at.evaluate()).clamp(1 - SURE, SURE - 1)
        }
    }
}

/// Takes off a win, or adds to a loss, that is some choices away.
fn later(value: i32, ply: usize) -> i32 {
    let sure = if value.abs() < SURE { 0 } else { value.signum() };
    value - sure * i32::try_from(ply).unwrap_or(WIN)
}

/// Undoes [`later`].
fn sooner(value: i32, ply: usize) -> i32 {
    let sure = if value.abs() < SURE { 0 } else { value.signum() };
    value + sure * i32::try_from(ply).unwrap_or(WIN)
}

impl<T: CertainTree> AlphaBeta<T> {
    fn new(root: &T, past: &[u64], skill: &Skill) -> AlphaBeta<T> {
        let empty = SearchEntry { key: 0, value: 0, depth: -1, bound: Bound::Exact, best: 0 };
        let mut path = past.to_vec();
        path.push(root.key());
        AlphaBeta {
            table: vec![empty; (skill.nodes as usize).next_power_of_two().clamp(64, SLOTS)],
            nodes: 0,
            most: skill.nodes,
            path,
            moves: Vec::new(),
            orders: Vec::new(),
            praise: vec![0; KINDS],
            answers: [None; LONGEST + 1],
        }
    }

    fn is_spent(&self) -> bool {
        self.most <= self.nodes
    }

    /// Looks whether a move is better than `low`, less deeply first if it comes late, and only then how much better.
    fn tried(
        &mut self,
        at: &T,
        seat: Seat,
        (depth, late): (i32, bool),
        (low, high): (i32, i32),
        ply: usize,
    ) -> i32 {
        let narrow = low + 1;
        let mut value = narrow;
        if late {
            value = self.look(at, seat, depth - 1, (low, narrow), ply);
        }
        if low < value && !self.is_spent() {
            value = self.look(at, seat, depth, (low, narrow), ply);
        }
        if low < value && value < high && !self.is_spent() {
            value = self.look(at, seat, depth, (low, high), ply);
        }
        value
    }

    /// Searches `depth` choices deep, and returns the worth for a seat. A value outside the window is only a bound.
    fn look(&mut self, at: &T, seat: Seat, depth: i32, (low, high): (i32, i32), ply: usize) -> i32 {
        self.nodes += 1;
        let SearchPoint::Choice(turn) = at.point() else { return worth(at, seat, ply) };
        if self.recurs(at) {
            return 0;
        }
        match at.known() {
            Some(KnownResult::Draw) => return 0,
            Some(KnownResult::Won(winner, choices)) => {
                let value = later(WIN, ply + usize::from(choices));
                return if winner == seat { value } else { -value };
            }
            None => {}
        }
        if turn == seat {
            self.choice(at, seat, depth, (low, high), ply)
        } else {
            -self.choice(at, turn, depth, (-high, -low), ply)
        }
    }

    fn choice(
        &mut self,
        at: &T,
        seat: Seat,
        depth: i32,
        (mut low, high): (i32, i32),
        ply: usize,
    ) -> i32 {
        let key = at.key();
        if self.is_spent() || LONGEST <= ply || depth <= 0 && !at.is_restless() {
            return worth(at, seat, ply);
        }
        let slot = (key >> 32) as usize & (self.table.len() - 1);
        let known = Some(self.table[slot]).filter(|entry| entry.key == key && 0 <= entry.depth);
        if let Some(entry) = known.filter(|entry| depth.max(0) <= i32::from(entry.depth)) {
            let value = later(i32::from(entry.value), ply);
            match entry.bound {
                Bound::Exact => return value,
                Bound::AtLeast if high <= value => return value,
                Bound::AtMost if value <= low => return value,
                _ => {}
            }
        }
        let (moves, mut order) = self.ordered(at, known.map(|it| usize::from(it.best)), ply);
        // A forced move isn't a choice, so it costs no depth.
        let next_depth = if moves.len() == 1 { depth } else { depth - 1 };
        let floor = low;
        let (mut best, mut best_at) = (NOTHING, 0);
        self.path.push(key);
        for n in 0..moves.len() {
            let Some(at_n) = most(&order) else { break };
            order[at_n] = i32::MIN;
            let played = &moves[at_n];
            let (next, kind) = (at.after(played), at.kind(played));
            let late = kind.is_some() && EARLY <= n && DEEP <= depth && !next.is_restless();
            let value = match n {
                0 => self.look(&next, seat, next_depth, (low, high), ply + 1),
                _ => self.tried(&next, seat, (next_depth, late), (low, high), ply + 1),
            };
            if self.is_spent() {
                best = best.max(value);
                break;
            }
            if best < value {
                (best, best_at) = (value, at_n);
            }
            low = low.max(best);
            if high <= low {
                self.praise(kind, depth, ply);
                break;
            }
        }
        self.path.pop();
        self.moves.push(moves);
        self.orders.push(order);
        if !self.is_spent() {
            let bound = match best {
                value if value <= floor => Bound::AtMost,
                value if high <= value => Bound::AtLeast,
                _ => Bound::Exact,
            };
            self.table[slot] = SearchEntry {
                key,
                value: i16::try_from(sooner(best, ply)).unwrap_or(0),
                depth: i8::try_from(depth.max(0)).unwrap_or(i8::MAX),
                bound,
                best: u8::try_from(best_at).unwrap_or(0),
            };
        }
        best
    }

    /// Tells whether a position stood before, in the match or on the way here.
    fn recurs(&self, at: &T) -> bool {
        let reversible = at.reversible();
        // Two choices of each side at least lie between.
        if reversible < 4 {
            return false;
        }
        let key = at.key();
        self.path.iter().rev().take(reversible).skip(3).step_by(2).any(|it| *it == key)
    }

    /// Lists the moves, and how promising each is.
    fn ordered(&mut self, at: &T, first: Option<usize>, ply: usize) -> (Vec<T::Move>, Vec<i32>) {
        let mut moves = self.moves.pop().unwrap_or_default();
        let mut order = self.orders.pop().unwrap_or_default();
        moves.clear();
        order.clear();
        at.moves(&mut moves);
        order.extend(moves.iter().enumerate().map(|(n, played)| match at.kind(played) {
            _ if first == Some(n) => 8 * PRAISE,
            None => 4 * PRAISE - i32::try_from(n).unwrap_or(PRAISE),
            kind if self.answers[ply] == kind => 2 * PRAISE,
            Some(kind) => self.praise[kind],
        }));
        (moves, order)
    }

    /// Remembers a good answer.
    fn praise(&mut self, kind: Option<usize>, depth: i32, ply: usize) {
        let Some(kind) = kind else { return };
        self.answers[ply] = Some(kind);
        self.praise[kind] += depth * depth;
        if PRAISE <= self.praise[kind] {
            self.praise.iter_mut().for_each(|praise| *praise /= 2);
        }
    }
}

/// Returns where the first of the largest numbers stands; none if all were taken.
fn most(order: &[i32]) -> Option<usize> {
    let (at, most) =
        order.iter().enumerate().reduce(|one, other| if one.1 < other.1 { other } else { one })?;
    (i32::MIN < *most).then_some(at)
}
