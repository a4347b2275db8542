//! Monte Carlo tree search for games with chance and secrets. Each iteration deals again what the
//! seat can't know, so the tree is over what it can see (ISMCTS); chance events are branches of
//! their own. An iteration ends at the first new position, which is evaluated by the best immediate
//! action.
use super::{Rated, SearchGame, Skill, ToAct, sign};
use crate::{
    chance::Dice,
    seat::{BySeat, Seat},
};

/// How strongly little-known actions are preferred; worths go from -1 to 1.
const CURIOSITY: f64 = 0.25;

/// Over how many throws an action with chance is first judged.
const THROWS: u32 = 8;

/// The greatest depth, in actions.
const DEEPEST: usize = 60;

struct SearchNode<A> {
    seat: Seat,
    edges: Vec<SearchEdge<A>>,
    visits: u32,
}

struct SearchEdge<A> {
    action: A,
    /// The first estimate for the seat to act.
    prior: f64,
    visits: u32,
    /// The sum of the first seat's results.
    sum: f64,
    /// The results: what was thrown or revealed, and the node.
    next: Vec<(u64, usize)>,
}

struct TreeSearch<'a, G: SearchGame> {
    nodes: Vec<SearchNode<G::Action>>,
    spent: u32,
    skill: &'a Skill,
    dice: &'a mut Dice,
}

/// Rates the actions of a seat; also returns how many positions were searched.
pub(crate) fn rate<G: SearchGame>(
    game: &G,
    seat: Seat,
    skill: &Skill,
    dice: &mut Dice,
) -> (Vec<Rated<G::Action>>, u32) {
    let known = BySeat::new(|it| it == seat);
    let mut search = TreeSearch { nodes: Vec::new(), spent: 0, skill, dice };
    let root = game.determinize(known, search.dice);
    search.grow(&root, seat);
    let lone = search.nodes[0].edges.len() <= 1;
    // A forced action needs one visit, for the estimate.
    while search.spent < skill.nodes && !(lone && 1 < search.nodes[0].visits) {
        let start = game.determinize(known, search.dice);
        let before = search.spent;
        search.walk(start);
        // Walks that end at once, at the end of the match, also count.
        search.spent = search.spent.max(before + 1);
    }
    let sign = sign(seat);
    let root = search.nodes.swap_remove(0);
    let rated = root.edges.into_iter().map(|edge| {
        let value = match edge.visits {
            0 => edge.prior,
            n => sign * edge.sum / f64::from(n),
        };
        Rated { action: edge.action, value, visits: edge.visits }
    });
    let mut rated: Vec<_> = rated.collect();
    rated.sort_by(|one, other| {
        other.visits.cmp(&one.visits).then(other.value.total_cmp(&one.value))
    });
    (rated, search.spent)
}

impl<G: SearchGame> TreeSearch<'_, G> {
    /// Adds a node; returns its number and what the first seat expects there.
    fn grow(&mut self, game: &G, seat: Seat) -> (usize, f64) {
        let sign = sign(seat);
        let candidates = game.candidates(seat, self.skill.wide.into(), self.dice);
        let mut edges: Vec<SearchEdge<G::Action>> = Vec::with_capacity(candidates.len());
        for action in candidates {
            let mut dice = Dice::thinking(self.dice.number());
            self.spent += 1;
            let Some(next) = game.tried(seat, &action, &mut dice) else { continue };
            let mut prior = next.expects();
            if !dice.thrown().is_empty() {
                // One throw says little about the average.
                let more = (1..THROWS).filter_map(|_| {
                    let mut dice = Dice::thinking(self.dice.number());
                    Some(game.tried(seat, &action, &mut dice)?.expects())
                });
                prior = (prior + more.sum::<f64>()) / f64::from(THROWS);
                self.spent += THROWS - 1;
            }
            let prior = sign * prior;
            edges.push(SearchEdge { action, prior, visits: 0, sum: 0.0, next: Vec::new() });
        }
        edges.sort_by(|one, other| other.prior.total_cmp(&one.prior));
        edges.truncate(self.skill.wide.into());
        let value = edges.first().map_or_else(|| game.expects(), |edge| sign * edge.prior);
        self.nodes.push(SearchNode { seat, edges, visits: 1 });
        (self.nodes.len() - 1, value)
    }

    /// Descends from the root to a new node, and backs up its value.
    fn walk(&mut self, mut game: G) {
        let mut way: Vec<(usize, usize)> = Vec::new();
        let mut node = 0;
        let value = loop {
            let Some(edge) = self.choose(node) else { break game.expects() };
            let mut dice = Dice::thinking(self.dice.number());
            let seat = self.nodes[node].seat;
            let Some(next) = game.tried(seat, &self.nodes[node].edges[edge].action, &mut dice)
            else {
                // It isn't possible with these secrets.
                self.nodes[node].edges[edge].visits += 1;
                self.nodes[node].edges[edge].sum -= sign(seat);
                return;
            };
            game = next;
            way.push((node, edge));
            let seat = match game.stage() {
                ToAct::Over(_) => break game.expects(),
                ToAct::Turn(seat) => seat,
                ToAct::Both => Seat::First,
            };
            if DEEPEST <= way.len() {
                break game.expects();
            }
            let seen = seen(&dice) ^ game.mark();
            let known = self.nodes[node].edges[edge].next.iter().find(|it| it.0 == seen);
            match known {
                Some(&(_, next)) => node = next,
                None => {
                    let (new, value) = self.grow(&game, seat);
                    self.nodes[node].edges[edge].next.push((seen, new));
                    break value;
                }
            }
        };
        for (node, edge) in way {
            self.nodes[node].visits += 1;
            let taken = &mut self.nodes[node].edges[edge];
            taken.visits += 1;
            taken.sum += value;
        }
    }

    fn choose(&self, node: usize) -> Option<usize> {
        let SearchNode { seat, edges, visits } = &self.nodes[node];
        let sign = sign(*seat);
        let curiosity = CURIOSITY * f64::from(*visits).sqrt();
        let rank = |edge: &SearchEdge<G::Action>| {
            let n = f64::from(edge.visits);
            // The first estimate counts as one visit.
            (edge.prior + sign * edge.sum) / (1.0 + n) + curiosity / (1.0 + n)
        };
        let all = edges.iter().enumerate().map(|(n, edge)| (n, rank(edge)));
        all.max_by(|one, other| one.1.total_cmp(&other.1).then(other.0.cmp(&one.0))).map(|it| it.0)
    }
}

/// Returns what fell, as one number.
fn seen(dice: &Dice) -> u64 {
    dice.thrown().iter().fold(0, |sum: u64, throw| {
        (sum ^ u64::from(throw.fell) << 8 ^ u64::from(throw.of))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(17)
    })
}
