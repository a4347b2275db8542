//! Positions for the search: fighters, their wounds, and the current phase.
use std::{cell::RefCell, cmp::Reverse, collections::BTreeMap};

use super::super::{
    Amtgard, Color, Phase,
    body::Body,
    count::{Muster, Stop},
    duel::{DuelEnding, Duelist},
    field::{Attack, Sight},
    kits::{Kit, Stance},
    odds::{Fate, fates},
    options::Options,
};
use crate::{
    checkers::{PieceKind, Square, SquareSet, draws::QUIET_TURNS},
    mind::{
        expectimax::{SearchPoint, Tree},
        sign,
    },
    seat::Seat,
};

/// What a king is worth, in men.
const KING: f64 = 1.7;
/// What each rank forward is worth to a man.
const RANK: f64 = 0.03;
/// What a man on his back rank is worth as a guard.
const GUARD: f64 = 0.05;
/// What a wound costs if wounds don't heal.
const WOUND: f64 = 0.25;
/// What it costs to be open to attack in the other side's turn.
const THREAT: f64 = 0.12;
/// The lead in men at which a match is nearly decided.
const SWAY: f64 = 3.5;
/// How much more a lead counts when few are left.
const TRADE: f64 = 0.8;
/// With so many orders left to both sides, a lead is worth half, because a match without orders is drawn.
const STUCK: f64 = 1.5;

/// Solved duels, by their fighters.
#[derive(Default)]
pub(super) struct Book(BTreeMap<[u64; 2], Vec<Fate>>);

/// Someone on the field.
#[derive(Clone, Copy)]
struct Unit {
    rank: PieceKind,
    body: Body,
    kit: Kit,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum NodeOrder {
    Move(Square, Square),
    Attack(Attack),
    Stop,
    Pass,
}

#[derive(Clone, Copy)]
enum NodeStage {
    Order,
    Chain(Square),
    Duel(Attack),
    Over(f64),
}

#[derive(Clone)]
pub(super) struct DuelNode<'a> {
    options: &'a Options,
    book: &'a RefCell<Book>,
    on: [Option<Unit>; 32],
    held: [SquareSet; 2],
    kings: SquareSet,
    turn: Color,
    course: NodeStage,
    quiet: [u8; 2],
    turns: u16,
}

impl NodeStage {
    fn ended(winner: Option<Color>) -> NodeStage {
        NodeStage::Over(winner.map_or(0.0, |color| sign(color.into())))
    }
}

fn nth(color: Color) -> usize {
    usize::from(color == Color::White)
}

impl<'a> DuelNode<'a> {
    pub(super) fn of(game: &'a Amtgard, book: &'a RefCell<Book>) -> DuelNode<'a> {
        let mut node = DuelNode {
            options: &game.options,
            book,
            on: [None; 32],
            held: [SquareSet::EMPTY; 2],
            kings: SquareSet::EMPTY,
            turn: game.turn,
            course: match &game.phase {
                Phase::Kits(_) | Phase::Order => NodeStage::Order,
                Phase::Chain(at) => NodeStage::Chain(*at),
                Phase::Stances { attack, .. } | Phase::Outside { attack, .. } => {
                    NodeStage::Duel(*attack)
                }
                Phase::Over(end) => NodeStage::ended(end.winner()),
            },
            quiet: game.quiet,
            turns: game.turns,
        };
        for fighter in game.field.all() {
            node.put(
                fighter.at,
                fighter.side,
                Unit { rank: fighter.rank, body: fighter.body, kit: fighter.kit },
            );
        }
        node
    }

    fn put(&mut self, at: Square, side: Color, unit: Unit) {
        self.on[at.index()] = Some(unit);
        self.held[nth(side)].insert(at);
        if unit.rank == PieceKind::King {
            self.kings.insert(at);
        }
    }

    fn take(&mut self, at: Square) -> Option<Unit> {
        let unit = self.on[at.index()].take()?;
        self.held.iter_mut().for_each(|it| it.remove(at));
        self.kings.remove(at);
        Some(unit)
    }

    fn sight(&self, side: Color) -> Sight {
        Sight::new(side, self.held[nth(side)], self.kings, self.held[nth(!side)])
    }

    /// Returns what the fighter on a square sees.
    fn sight_of(&self, side: Color, at: Square) -> Sight {
        self.sight(side).of_one(at, self.kings.contains(at))
    }

    fn orders(&self, side: Color, out: &mut Vec<NodeOrder>) {
        let sight = self.sight(side);
        out.extend(sight.attacks().map(NodeOrder::Attack));
        if !self.options.compulsory || out.is_empty() {
            out.extend(sight.steps().map(|(from, to)| NodeOrder::Move(from, to)));
        }
    }

    /// Crowns the man on a square if it has earned it; tells whether it has.
    fn crown(&mut self, side: Color, at: Square) -> bool {
        let Some(unit) = self.on[at.index()].as_mut() else { return false };
        if unit.rank == PieceKind::King || at.rank() != side.last_rank() {
            return false;
        }
        unit.rank = PieceKind::King;
        unit.body = self.options.crowned(unit.body);
        self.kings.insert(at);
        true
    }

    /// Ends the turn, as the rules do.
    fn end_turn(&mut self, progress: bool) {
        for unit in self.on.iter_mut().flatten() {
            unit.body = self.options.rested(unit.body, unit.rank);
        }
        if progress {
            self.quiet = [0, 0];
            self.count_turn();
        } else {
            self.count_quiet();
        }
        for _ in Color::BOTH {
            if let Some(stop) = self.options.stop(self.turns, self.quiet) {
                return self.stop(stop);
            }
            self.turn = !self.turn;
            self.course = NodeStage::Order;
            if self.sight(self.turn).has_order() {
                return;
            }
            self.count_quiet();
        }
        self.stop(Stop::Blocked);
    }

    fn count_quiet(&mut self) {
        let turns = &mut self.quiet[nth(self.turn)];
        *turns = turns.saturating_add(1);
        self.count_turn();
    }

    fn count_turn(&mut self) {
        self.turns += u16::from(self.options.turns.is_some());
    }

    fn stop(&mut self, stop: Stop) {
        let each =
            |at: Square| self.on[at.index()].map(|unit| (at, unit.rank, unit.body.wound.is_some()));
        let all = Color::BOTH
            .map(|side| Muster::of(side, self.held[nth(side)].into_iter().filter_map(each)));
        self.course = NodeStage::ended(self.options.end(stop, all).winner());
    }

    /// Returns the position after a duel with this result.
    pub(super) fn settled(&self, attack: Attack, fate: &Fate) -> DuelNode<'a> {
        let Attack { from, over, to } = attack;
        let mut next = self.clone();
        let side = self.turn;
        let (Some(mut attacker), Some(mut defender)) = (next.take(from), next.take(over)) else {
            return next;
        };
        attacker.body = fate.attacker;
        let won = fate.ending == DuelEnding::Won;
        if won {
            next.put(to, side, attacker);
        } else {
            defender.body = fate.defender;
            next.put(over, !side, defender);
            if fate.ending == DuelEnding::Called || !self.options.damned {
                next.put(from, side, attacker);
            }
        }
        let crowned = won && next.crown(side, to);
        let goes_on = won && !crowned && next.sight_of(side, to).attack_count() != 0;
        if let Some(loser) = Color::BOTH.into_iter().find(|color| next.held[nth(*color)].is_empty())
        {
            next.course = NodeStage::ended(Some(!loser));
        } else if goes_on {
            next.course = NodeStage::Chain(to);
        } else {
            next.end_turn(true);
        }
        next
    }

    /// Returns the possible results of a duel, solved once for each pair of fighters.
    fn fates(&self, attack: Attack) -> Vec<Fate> {
        let (Some(one), Some(other)) = (self.on[attack.from.index()], self.on[attack.over.index()])
        else {
            return Vec::new();
        };
        let duelist = |unit: Unit| Duelist {
            body: unit.body,
            kit: unit.kit,
            stance: Stance::Steady,
            frail: self.options.frail(unit.rank),
        };
        let key = [one, other].map(|it| key_of(&it));
        if let Some(known) = self.book.borrow().0.get(&key) {
            return known.clone();
        }
        let mut all = fates(&duelist(one), &duelist(other));
        if !self.options.attrition {
            all = merged(&all);
        }
        self.book.borrow_mut().0.insert(key, all.clone());
        all
    }

    fn holds(&self, side: Color) -> f64 {
        let home = (!side).last_rank();
        let mut sum = 0.0;
        for at in self.held[nth(side)] {
            let Some(unit) = self.on[at.index()] else { continue };
            let king = unit.rank == PieceKind::King;
            sum += if king { KING } else { 1.0 + RANK * f64::from(at.rank().abs_diff(home)) };
            sum += if !king && at.rank() == home { GUARD } else { 0.0 };
            if self.options.attrition {
                sum -= if unit.body.wound.is_some() { WOUND } else { 0.0 };
                sum += 0.05 * unit.body.armour.iter().map(|it| f64::from(*it)).sum::<f64>();
            }
        }
        if side != self.turn {
            sum -= THREAT * self.sight(self.turn).attack_count().min(3) as f64;
        }
        sum
    }
}

/// Packs what decides a fighter's duels into one number.
fn key_of(unit: &Unit) -> u64 {
    let wound = unit.body.wound.map_or(0, |location| 1 + location as u64);
    let armour =
        unit.body.armour.iter().fold(0, |sum: u64, points| sum << 3 | u64::from(*points).min(7));
    let rank = u64::from(unit.rank == PieceKind::King);
    (armour << 8)
        | (wound << 5)
        | (u64::from(unit.body.protect) << 4)
        | (rank << 3)
        | unit.kit as u64
}

/// If wounds heal, only whether the attacker won and with what wound matters, and whether the attacker fell.
fn merged(all: &[Fate]) -> Vec<Fate> {
    let mut out: Vec<Fate> = Vec::new();
    for fate in all {
        let wound = |fate: &Fate| fate.attacker.wound.filter(|_| fate.ending == DuelEnding::Won);
        match out
            .iter_mut()
            .find(|other| other.ending == fate.ending && wound(other) == wound(fate))
        {
            Some(known) => known.part += fate.part,
            None => out.push(*fate),
        }
    }
    out
}

impl Tree for DuelNode<'_> {
    type Move = NodeOrder;

    fn point(&self) -> SearchPoint {
        match self.course {
            NodeStage::Order | NodeStage::Chain(_) => SearchPoint::Choice(Seat::from(self.turn)),
            NodeStage::Duel(_) => SearchPoint::Chance,
            NodeStage::Over(value) => SearchPoint::Over(value),
        }
    }

    fn moves(&self, out: &mut Vec<NodeOrder>) {
        match self.course {
            NodeStage::Order => {
                self.orders(self.turn, out);
                if out.is_empty() {
                    out.push(NodeOrder::Pass);
                }
                let last = self.turn.last_rank();
                out.sort_by_key(|order| match order {
                    NodeOrder::Attack(attack) => (0, Reverse(self.kings.contains(attack.over))),
                    NodeOrder::Move(_, to) if to.rank() == last => (1, Reverse(true)),
                    _ => (2, Reverse(false)),
                });
            }
            NodeStage::Chain(at) => {
                out.extend(self.sight_of(self.turn, at).attacks().map(NodeOrder::Attack));
                out.push(NodeOrder::Stop);
            }
            NodeStage::Duel(_) | NodeStage::Over(_) => {}
        }
    }

    fn after(&self, order: &NodeOrder) -> Self {
        let mut next = self.clone();
        match *order {
            NodeOrder::Move(from, to) => {
                if let Some(unit) = next.take(from) {
                    next.put(to, self.turn, unit);
                }
                let crowned = next.crown(self.turn, to);
                next.end_turn(crowned);
            }
            NodeOrder::Attack(attack) => next.course = NodeStage::Duel(attack),
            NodeOrder::Stop => next.end_turn(true),
            NodeOrder::Pass => next.end_turn(false),
        }
        next
    }

    fn falls(&self, out: &mut Vec<(f64, Self)>) {
        if let NodeStage::Duel(attack) = self.course {
            out.extend(
                self.fates(attack).iter().map(|fate| (fate.part, self.settled(attack, fate))),
            );
        }
    }

    fn evaluate(&self) -> f64 {
        if let NodeStage::Over(value) = self.course {
            return value;
        }
        let [black, white] = Color::BOTH.map(|color| self.holds(color));
        let all = (black + white).max(1.0);
        let whole = 2.0 * f64::from(self.options.pieces);
        let lead = (black - white) * (1.0 + TRADE * (1.0 - all / whole).max(0.0)) / SWAY;
        let value = lead / (1.0 + lead * lead).sqrt();
        if self.options.counts() {
            return value;
        }
        // A match that gets stuck, or where nothing happens, will be drawn.
        let free =
            Color::BOTH.map(|color| self.sight(color).order_count()).iter().sum::<usize>() as f64;
        let quiet = if self.options.endless {
            0.0
        } else {
            f64::from(self.quiet[0].min(self.quiet[1])) / f64::from(QUIET_TURNS)
        };
        value * (1.0 - 0.5 * quiet) * free / (free + STUCK)
    }

    fn is_restless(&self) -> bool {
        false
    }

    fn key(&self) -> u64 {
        let mix =
            |sum: u64, part: u64| (sum ^ part).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
        let held = u64::from(self.held[0].bits()) << 32 | u64::from(self.held[1].bits());
        let (course, at) = match self.course {
            NodeStage::Order => (0, 0),
            NodeStage::Chain(at) => (1, at.index() as u64),
            NodeStage::Duel(attack) => (2, (attack.from.index() * 32 + attack.over.index()) as u64),
            NodeStage::Over(_) => (3, 0),
        };
        let small = at << 8 | course << 4 | u64::from(self.turn == Color::White);
        let sum = mix(mix(mix(0, held), u64::from(self.kings.bits())), small);
        let bodies = self.options.attrition || self.options.open.is_some() || course == 1;
        if bodies {
            self.on.iter().flatten().fold(sum, |sum, unit| mix(sum, key_of(unit)))
        } else {
            sum
        }
    }
}
