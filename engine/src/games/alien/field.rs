//! The board with everything that stands, lies and burns on it.
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    area::Area,
    square::{AlienSquare, Edge, Ray},
};
use crate::seat::{BySeat, Seat};

/// The most pieces of a side, and how many it usually has (B.3).
pub(super) const PIECES: u8 = 12;

/// The pieces in a row of the start.
const ROW: u8 = 4;

/// The number of Galactic Hippos (B-R2).
pub(super) const HIPPOS: usize = 3;

/// The most walls of both sides together (B-R2, B-R33).
pub(super) const WALLS: u32 = 10;

/// A checker: all pieces on one square, and what came to sit on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::games) struct Stack {
    pub(super) seat: Seat,
    /// 1 is a pawn, 2 a king, 3 an emperor.
    pub(super) height: u8,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) rings: u16,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) snookles: u16,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) hippo: bool,
    /// The turn where a pawn reached its far row without a piece to crown it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) waits: Option<u32>,
}

/// Everything on the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "StoredField", try_from = "StoredField")]
pub(super) struct Field {
    stacks: [Option<Stack>; 64],
    /// Where the stacks of either side stand.
    held: BySeat<Area>,
    pub(super) water: Area,
    pub(super) fire: Area,
    walls: BySeat<u128>,
    /// The lower left one of the four squares under the monolith.
    pub(super) monolith: Option<AlienSquare>,
}

/// A field as it is saved.
#[derive(Clone, Serialize, Deserialize)]
struct StoredField {
    stacks: BTreeMap<AlienSquare, Stack>,
    water: Area,
    fire: Area,
    walls: BySeat<Vec<Edge>>,
    monolith: Option<AlienSquare>,
}

/// What lasts or can be counted on a field, without where the checkers and the monolith are.
#[derive(PartialEq)]
pub(super) struct Traces {
    /// Checkers of each side by their height.
    heights: BySeat<[u8; 3]>,
    riders: [u32; 3],
    water: Area,
    fire: Area,
    walls: BySeat<u128>,
    placed: bool,
}

impl Stack {
    pub(super) const fn new(seat: Seat, height: u8) -> Stack {
        Stack { seat, height, rings: 0, snookles: 0, hippo: false, waits: None }
    }

    /// Returns the word for its height.
    pub(super) const fn name(&self) -> &'static str {
        match self.height {
            1 => "pawn",
            2 => "king",
            _ => "emperor",
        }
    }
}

impl Field {
    pub(super) const EMPTY: Field = Field {
        stacks: [None; 64],
        held: BySeat { first: Area::NONE, second: Area::NONE },
        water: Area::NONE,
        fire: Area::NONE,
        walls: BySeat { first: 0, second: 0 },
        monolith: None,
    };

    /// Sets up so many pawns of each side; the second seat sits at rank 1. With fewer than usual, the rows at the back stay empty.
    pub(super) fn start(pieces: u8) -> Field {
        let rows = (PIECES - pieces.min(PIECES)) / ROW..PIECES / ROW;
        let mut field = Field::EMPTY;
        for at in AlienSquare::all().filter(|it| it.is_dark()) {
            if rows.contains(&at.rank()) {
                field.put(at, Stack::new(Seat::Second, 1));
            } else if rows.contains(&(7 - at.rank())) {
                field.put(at, Stack::new(Seat::First, 1));
            }
        }
        field
    }

    #[inline]
    pub(super) const fn stack(&self, at: AlienSquare) -> Option<&Stack> {
        self.stacks[at.index()].as_ref()
    }

    /// Returns a checker to change, except for its side.
    pub(super) const fn stack_mut(&mut self, at: AlienSquare) -> Option<&mut Stack> {
        self.stacks[at.index()].as_mut()
    }

    /// Puts a checker on an empty square.
    pub(super) fn put(&mut self, at: AlienSquare, stack: Stack) {
        self.held.get_mut(stack.seat).insert(at);
        self.stacks[at.index()] = Some(stack);
    }

    /// Takes a checker off.
    pub(super) fn take(&mut self, at: AlienSquare) -> Option<Stack> {
        let stack = self.stacks[at.index()].take()?;
        self.held.get_mut(stack.seat).remove(at);
        Some(stack)
    }

    /// Lists all checkers, from a1 on.
    pub(super) fn stacks(&self) -> impl Iterator<Item = (AlienSquare, &Stack)> {
        let all = self.held.first.or(self.held.second);
        all.squares().filter_map(|at| Some((at, self.stack(at)?)))
    }

    /// Lists the checkers of one side.
    pub(super) fn of(&self, seat: Seat) -> impl Iterator<Item = (AlienSquare, &Stack)> {
        self.held.get(seat).squares().filter_map(|at| Some((at, self.stack(at)?)))
    }

    /// Returns where the checkers of both sides stand.
    pub(super) const fn held(&self) -> BySeat<Area> {
        self.held
    }

    /// Counts the pieces of a side on the board.
    pub(super) fn standing(&self, seat: Seat) -> u8 {
        self.of(seat).map(|it| it.1.height).fold(0, u8::saturating_add)
    }

    /// Counts the hippos on the board.
    pub(super) fn hippos(&self) -> usize {
        self.stacks().filter(|it| it.1.hippo).count()
    }

    /// Tells whether the monolith covers a square.
    pub(super) fn covered(&self, at: AlienSquare) -> bool {
        self.monolith.is_some_and(|square| {
            (square.file()..=square.file() + 1).contains(&at.file())
                && (square.rank()..=square.rank() + 1).contains(&at.rank())
        })
    }

    /// Tells whether nothing at all fills a square (B-R29).
    pub(super) fn is_free(&self, at: AlienSquare) -> bool {
        self.stack(at).is_none() && self.is_open(at)
    }

    /// Tells whether a checker could stand on a square (B-R4, B-R44).
    pub(super) fn is_open(&self, at: AlienSquare) -> bool {
        !self.water.contains(at) && !self.fire.contains(at) && !self.covered(at)
    }

    /// Returns whose wall lies on an edge.
    pub(super) fn wall(&self, edge: Edge) -> Option<Seat> {
        self.walls.find(|walls| walls & (1 << edge.index()) != 0)
    }

    pub(super) fn build(&mut self, seat: Seat, edge: Edge) {
        *self.walls.get_mut(seat) |= 1 << edge.index();
    }

    /// Takes a wall away, whosever it is.
    pub(super) fn raze(&mut self, edge: Edge) -> Option<Seat> {
        let owner = self.wall(edge)?;
        *self.walls.get_mut(owner) &= !(1 << edge.index());
        Some(owner)
    }

    /// Lists the walls of a side, those between ranks first.
    pub(super) fn walls(&self, seat: Seat) -> impl Iterator<Item = Edge> {
        let walls = *self.walls.get(seat);
        // Most of the time there are none.
        let all = if walls == 0 { None } else { Some(Edge::all()) };
        all.into_iter().flatten().filter(move |edge| walls & (1 << edge.index()) != 0)
    }

    /// Lists the edges on which no wall may be built: those that have one and those under the monolith (B-R46).
    pub(super) fn shut(&self) -> u128 {
        let mut shut = self.walls.first | self.walls.second;
        if let Some([south_west, south_east, north_west, north_east]) =
            self.monolith.and_then(AlienSquare::block)
        {
            for (one, other) in [
                (south_west, south_east),
                (north_west, north_east),
                (south_west, north_west),
                (south_east, north_east),
            ] {
                shut |= Edge::between(one, other).map_or(0, |edge| 1 << edge.index());
            }
        }
        shut
    }

    /// Counts the walls of both sides.
    pub(super) fn wall_count(&self) -> u32 {
        Seat::BOTH.map(|seat| self.walls.get(seat).count_ones()).iter().sum()
    }

    /// Returns what stays the same from one field to the next if nothing lasting happened (B-R42).
    pub(super) fn traces(&self) -> Traces {
        let (mut heights, mut riders) = (BySeat::<[u8; 3]>::default(), [0; 3]);
        for (_, stack) in self.stacks() {
            heights.get_mut(stack.seat)[usize::from(stack.height.clamp(1, 3)) - 1] += 1;
            riders[0] += u32::from(stack.rings);
            riders[1] += u32::from(stack.snookles);
            riders[2] += u32::from(stack.hippo);
        }
        let Field { stacks: _, held: _, water, fire, walls, monolith } = *self;
        Traces { heights, riders, water, fire, walls, placed: monolith.is_some() }
    }

    /// Tells whether walls let the checkers of a side go from a square to the next one (B.4).
    #[inline]
    pub(super) fn lets(&self, seat: Seat, from: AlienSquare, way: Ray) -> bool {
        let hostile = *self.walls.get(seat.other());
        if hostile == 0 {
            return true;
        }
        let [one, other] = Edge::barring(from, way);
        hostile & one == 0 || hostile & other == 0
    }
}

impl From<Field> for StoredField {
    fn from(field: Field) -> StoredField {
        StoredField {
            stacks: field.stacks().map(|(at, stack)| (at, *stack)).collect(),
            water: field.water,
            fire: field.fire,
            walls: BySeat::new(|seat| field.walls(seat).collect()),
            monolith: field.monolith,
        }
    }
}

impl TryFrom<StoredField> for Field {
    type Error = String;

    fn try_from(kept: StoredField) -> Result<Field, String> {
        let mut field = Field { water: kept.water, fire: kept.fire, ..Field::EMPTY };
        if kept.monolith.is_some_and(|square| square.block().is_none()) {
            return Err("the monolith is not on the board".to_owned());
        }
        field.monolith = kept.monolith;
        for seat in Seat::BOTH {
            for edge in kept.walls.get(seat) {
                if field.wall(*edge).is_some() {
                    return Err(format!("two walls lie on {edge}"));
                }
                field.build(seat, *edge);
            }
        }
        for (at, stack) in kept.stacks {
            if !field.is_open(at) || !(1..=3).contains(&stack.height) {
                return Err(format!("no such checker can stand on {at}"));
            }
            if PIECES < field.standing(stack.seat).saturating_add(stack.height) {
                return Err("a side has more than twelve pieces".to_owned());
            }
            field.put(at, stack);
        }
        Ok(field)
    }
}

fn is_zero(count: &u16) -> bool {
    *count == 0
}
