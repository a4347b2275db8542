//! The fighters on the field, and where they can go.
use serde::{Deserialize, Serialize};

use super::{
    body::{Body, is_usual},
    count::Muster,
    kits::Kit,
    names::first_name,
    options::Options,
};
use crate::checkers::{Color, Direction, PieceKind, Square, SquareSet, ways};

/// A piece: a fighter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Fighter {
    pub(super) at: Square,
    pub(super) side: Color,
    pub(super) rank: PieceKind,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub(super) body: Body,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub(super) kit: Kit,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub(super) name: Option<String>,
}

/// All fighters on the field, no two on one square (E-R1).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Battlefield(Vec<Fighter>);

/// An attack: the attacker's square, the defender's next to it, and the empty one beyond (E-R6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::games) struct Attack {
    pub(super) from: Square,
    pub(super) over: Square,
    pub(super) to: Square,
}

/// Who a fighter was when something happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::games) struct Who {
    pub(super) side: Color,
    pub(super) at: Square,
    pub(super) rank: PieceKind,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub(super) name: Option<String>,
}

impl Battlefield {
    /// Sets up the fighters where they begin (E-R26).
    pub(super) fn start(options: &Options) -> Battlefield {
        let arrangement = options.arrangement();
        let mut field = Battlefield::default();
        for side in Color::BOTH {
            for (n, at) in arrangement.of(side).iter().enumerate() {
                let name = if options.names { first_name(side, n) } else { None };
                let (rank, kit) = (PieceKind::Man, Kit::default());
                field.put(Fighter { at, side, rank, body: options.fresh(rank), kit, name });
            }
        }
        field
    }

    /// Puts a fighter on a square, in place of anyone there.
    pub(super) fn put(&mut self, fighter: Fighter) {
        self.take(fighter.at);
        let n = self.0.partition_point(|it| it.at < fighter.at);
        self.0.insert(n, fighter);
    }

    /// Removes a fighter.
    pub(super) fn take(&mut self, at: Square) -> Option<Fighter> {
        let n = self.0.iter().position(|it| it.at == at)?;
        Some(self.0.remove(n))
    }

    pub(super) fn at(&self, at: Square) -> Option<&Fighter> {
        self.0.iter().find(|it| it.at == at)
    }

    pub(super) fn at_mut(&mut self, at: Square) -> Option<&mut Fighter> {
        self.0.iter_mut().find(|it| it.at == at)
    }

    /// Iterates over all fighters, by the number of their squares.
    pub(super) fn all(&self) -> impl Iterator<Item = &Fighter> {
        self.0.iter()
    }

    pub(super) fn all_mut(&mut self) -> impl Iterator<Item = &mut Fighter> {
        self.0.iter_mut()
    }

    pub(super) fn of(&self, side: Color) -> impl Iterator<Item = &Fighter> {
        self.0.iter().filter(move |it| it.side == side)
    }

    pub(super) fn count(&self, side: Color) -> usize {
        self.of(side).count()
    }

    /// Counts what each side has, Black first.
    pub(super) fn musters(&self) -> [Muster; 2] {
        let each = |fighter: &Fighter| (fighter.at, fighter.rank, fighter.body.wound.is_some());
        Color::BOTH.map(|side| Muster::of(side, self.of(side).map(each)))
    }

    /// Lists the attacks open to a side.
    pub(super) fn attacks(&self, side: Color) -> Vec<Attack> {
        self.sight(side).attacks().collect()
    }

    /// Tells whether a side may step this way.
    pub(super) fn may_step(&self, side: Color, from: Square, to: Square) -> bool {
        from.towards(to).is_some_and(|way| {
            from.step(way) == Some(to) && self.sight(side).may_step(way).contains(from)
        })
    }

    /// Tells whether a side may attack at all.
    pub(super) fn has_attack(&self, side: Color) -> bool {
        self.sight(side).attack_count() != 0
    }

    /// Tells whether a side may step or attack at all.
    pub(super) fn has_order(&self, side: Color) -> bool {
        self.sight(side).has_order()
    }

    /// Lists the attacks open to one fighter.
    pub(super) fn attacks_of(&self, fighter: &Fighter) -> Vec<Attack> {
        let sight = self.sight(fighter.side).of_one(fighter.at, fighter.rank == PieceKind::King);
        sight.attacks().collect()
    }

    /// Returns the squares that decide what a side may order.
    pub(super) fn sight(&self, side: Color) -> Sight {
        let [mut own, mut kings, mut enemies] = [SquareSet::EMPTY; 3];
        for fighter in &self.0 {
            if fighter.side == side { &mut own } else { &mut enemies }.insert(fighter.at);
            if fighter.rank == PieceKind::King {
                kings.insert(fighter.at);
            }
        }
        Sight::new(side, own, kings, enemies)
    }
}

/// The squares that decide what a side may order.
pub(super) struct Sight {
    side: Color,
    own: SquareSet,
    /// Those of `own` that hold a king.
    kings: SquareSet,
    enemies: SquareSet,
    taken: SquareSet,
}

impl Sight {
    /// Sees for a side, given the squares of its fighters, of all kings, and of enemies.
    pub(super) fn new(side: Color, own: SquareSet, kings: SquareSet, enemies: SquareSet) -> Sight {
        Sight { side, own, kings: kings & own, enemies, taken: own | enemies }
    }

    /// Sees for one fighter only, who needn't be on the field.
    pub(super) fn of_one(self, at: Square, king: bool) -> Sight {
        let own = SquareSet::of(at);
        Sight { own, kings: if king { own } else { SquareSet::EMPTY }, ..self }
    }

    /// Lists the steps, by square and then by direction.
    pub(super) fn steps(&self) -> impl Iterator<Item = (Square, Square)> {
        let steps = self.along(Direction::ALL.map(|way| self.may_step(way)));
        steps.filter_map(|(from, way)| Some((from, from.step(way)?)))
    }

    /// Lists the attacks, by square and then by direction.
    pub(super) fn attacks(&self) -> impl Iterator<Item = Attack> {
        let attacks = self.along(Direction::ALL.map(|way| self.may_attack(way)));
        attacks.filter_map(|(from, way)| Attack::along(from, way))
    }

    pub(super) fn step_count(&self) -> usize {
        Direction::ALL.into_iter().map(|way| self.may_step(way).len()).sum()
    }

    pub(super) fn attack_count(&self) -> usize {
        Direction::ALL.into_iter().map(|way| self.may_attack(way).len()).sum()
    }

    pub(super) fn order_count(&self) -> usize {
        self.step_count() + self.attack_count()
    }

    pub(super) fn has_order(&self) -> bool {
        self.order_count() != 0
    }

    /// Lists who may go where, given the squares for each direction of [`Direction::ALL`].
    fn along(&self, open: [SquareSet; 4]) -> impl Iterator<Item = (Square, Direction)> + use<> {
        let (side, kings) = (self.side, self.kings);
        let [a, b, c, d] = open;
        (a | b | c | d).into_iter().flat_map(move |from| {
            let going = ways(side, kings.contains(from)).iter().copied();
            going.filter(move |way| open[*way as usize].contains(from)).map(move |way| (from, way))
        })
    }

    /// Returns the squares of fighters who may step in a direction.
    fn may_step(&self, way: Direction) -> SquareSet {
        self.going(way) & (!self.taken).step(way.opposite())
    }

    /// Returns the squares of fighters who may attack in a direction.
    fn may_attack(&self, way: Direction) -> SquareSet {
        let back = way.opposite();
        self.going(way) & (self.enemies & (!self.taken).step(back)).step(back)
    }

    /// Returns the squares of fighters who go in a direction (E-R9).
    fn going(&self, way: Direction) -> SquareSet {
        if ways(self.side, false).contains(&way) { self.own } else { self.kings }
    }
}

impl Attack {
    /// Returns the attack from a square in a direction, if the board has room for it.
    fn along(from: Square, way: Direction) -> Option<Attack> {
        let over = from.step(way)?;
        Some(Attack { from, over, to: over.step(way)? })
    }
}

impl Fighter {
    /// Lists the directions in which the fighter steps and attacks (E-R9).
    pub(super) fn ways(&self) -> impl Iterator<Item = Direction> + use<> {
        ways(self.side, self.rank == PieceKind::King).iter().copied()
    }

    pub(super) fn who(&self) -> Who {
        Who { side: self.side, at: self.at, rank: self.rank, name: self.name.clone() }
    }
}

impl Who {
    /// Returns what the fighter is called: `c3`, or `Lark of c3`.
    pub(super) fn called(&self) -> String {
        match &self.name {
            Some(name) => format!("{name} of {}", self.at),
            None => self.at.to_string(),
        }
    }

    /// Returns what the fighter is called if their square is known: `c3`, or `Lark`.
    pub(super) fn short(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.at.to_string())
    }
}
