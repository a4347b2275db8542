//! Where the checkers are: eleven numbers a side, one of them with the ball.
use serde::{Deserialize, Serialize};

use super::field::{FieldSize, Spot};
use crate::seat::{BySeat, Seat};

/// Checkers of a full side; number 1 is the goalie.
pub(super) const FULL: u8 = 11;
/// All numbers of both sides.
const ALL: usize = 2 * FULL as usize;

/// One checker: the side's shirt numbers run from 1, the goalie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub(in crate::games) struct Id {
    pub(super) seat: Seat,
    pub(super) number: u8,
}

/// A set of checkers of both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Ids(u32);

/// All checkers and the ball.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredSquad", into = "StoredSquad")]
pub(super) struct Squad {
    /// Where each stands, on the field or the border; none for one that was sent off or doesn't
    /// take part.
    at: [Option<Spot>; ALL],
    /// Who has the ball; nobody only while a match is set up by hand.
    pub(super) ball: Option<Id>,
    /// How many were sent off.
    pub(super) expelled: BySeat<u8>,
    /// The checker on each square; the first of several, which only occur during a step.
    on: NumberGrid,
}

/// The saved part of a squad; the rest follows from it.
#[derive(Clone, Serialize, Deserialize)]
struct StoredSquad {
    at: [Option<Spot>; ALL],
    ball: Option<Id>,
    expelled: BySeat<u8>,
}

/// The numbers of checkers by square, counted from 1; 0 where nobody stands.
#[derive(Clone, PartialEq, Eq)]
struct NumberGrid([u8; GRID]);

/// The squares of a file in the grid, border included, on the largest field.
const HIGH: usize = 21;
/// The squares of the grid, with as many files.
const GRID: usize = HIGH * HIGH;

impl NumberGrid {
    fn cell(at: Spot) -> Option<usize> {
        let [x, y] = [at.x, at.y].map(|n| usize::try_from(n).ok().filter(|it| *it < HIGH));
        Some(x? * HIGH + y?)
    }
}

impl std::fmt::Debug for NumberGrid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Grid")
    }
}

impl From<Squad> for StoredSquad {
    fn from(squad: Squad) -> StoredSquad {
        let Squad { at, ball, expelled, on: _ } = squad;
        StoredSquad { at, ball, expelled }
    }
}

impl From<StoredSquad> for Squad {
    fn from(StoredSquad { at, ball, expelled }: StoredSquad) -> Squad {
        let mut squad = Squad { ball, expelled, ..Squad::empty() };
        for (id, at) in Id::all().filter_map(|id| Some((id, at[id.index()]?))) {
            squad.put(id, at);
        }
        squad
    }
}

impl Id {
    /// Lists the numbers of a side, the goalie first.
    pub(super) fn of(seat: Seat) -> impl Iterator<Item = Id> {
        (1..=FULL).map(move |number| Id { seat, number })
    }

    pub(super) fn all() -> impl Iterator<Item = Id> {
        Seat::BOTH.into_iter().flat_map(Id::of)
    }

    pub(super) fn goalie(seat: Seat) -> Id {
        Id { seat, number: 1 }
    }

    pub(super) fn is_goalie(self) -> bool {
        self.number == 1
    }

    /// Writes the number as on the shirt: `GK`, `2` to `11`.
    pub(super) fn shirt(self) -> String {
        if self.is_goalie() { "GK".to_owned() } else { self.number.to_string() }
    }

    /// Names it where a bare number could count something else: `No. 7`.
    pub(super) fn numbered(self) -> String {
        if self.is_goalie() { "GK".to_owned() } else { format!("No. {}", self.number) }
    }

    #[inline]
    fn index(self) -> usize {
        self.seat.index() * usize::from(FULL) + usize::from(self.number) - 1
    }
}

impl From<Id> for u8 {
    fn from(id: Id) -> u8 {
        id.index() as u8
    }
}

impl TryFrom<u8> for Id {
    type Error = String;

    fn try_from(index: u8) -> Result<Id, String> {
        let seat = if index < FULL { Seat::First } else { Seat::Second };
        let known = usize::from(index) < ALL;
        known
            .then(|| Id { seat, number: index % FULL + 1 })
            .ok_or_else(|| format!("there is no checker {index}"))
    }
}

impl Ids {
    pub(super) fn has(self, id: Id) -> bool {
        self.0 & (1 << id.index()) != 0
    }

    pub(super) fn put(&mut self, id: Id) {
        self.0 |= 1 << id.index();
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl FromIterator<Id> for Ids {
    fn from_iter<T: IntoIterator<Item = Id>>(all: T) -> Ids {
        let mut ids = Ids::default();
        all.into_iter().for_each(|player| ids.put(player));
        ids
    }
}

impl Squad {
    /// Starts with nobody.
    pub(super) fn empty() -> Squad {
        let on = NumberGrid([0; GRID]);
        Squad { at: [None; ALL], ball: None, expelled: BySeat::default(), on }
    }

    #[inline]
    pub(super) fn at(&self, id: Id) -> Option<Spot> {
        self.at[id.index()]
    }

    pub(super) fn put(&mut self, id: Id, at: Spot) {
        self.take(id);
        self.at[id.index()] = Some(at);
        let number = id.index() as u8 + 1;
        if let Some(on) = NumberGrid::cell(at).and_then(|cell| self.on.0.get_mut(cell))
            && (*on == 0 || number < *on)
        {
            *on = number;
        }
    }

    /// Takes a checker away for good.
    pub(super) fn take(&mut self, id: Id) {
        let Some(at) = self.at[id.index()].take() else { return };
        let cell = NumberGrid::cell(at).and_then(|cell| self.on.0.get_mut(cell));
        if let Some(on) = cell.filter(|cell| usize::from(**cell) == id.index() + 1) {
            // Another checker may be passing there.
            *on = self.at.iter().position(|it| *it == Some(at)).map_or(0, |nth| nth as u8 + 1);
        }
    }

    /// Returns who stands on a square.
    #[inline]
    pub(super) fn on(&self, at: Spot) -> Option<Id> {
        let number = *self.on.0.get(NumberGrid::cell(at)?)?;
        Id::try_from(number.checked_sub(1)?).ok()
    }

    #[inline]
    pub(super) fn is_free(&self, at: Spot) -> bool {
        self.on(at).is_none()
    }

    /// Returns where the ball is.
    pub(super) fn ball_at(&self) -> Option<Spot> {
        self.at(self.ball?)
    }

    /// Returns the side with the ball.
    pub(super) fn owner(&self) -> Option<Seat> {
        self.ball.map(|it| it.seat)
    }

    /// Lists a side's checkers with their squares, wherever they stand.
    pub(super) fn side(&self, seat: Seat) -> impl Iterator<Item = (Id, Spot)> {
        Id::of(seat).filter_map(|id| Some((id, self.at(id)?)))
    }

    /// Lists a side's checkers that stand on the field.
    pub(super) fn fielded(&self, field: FieldSize, seat: Seat) -> impl Iterator<Item = (Id, Spot)> {
        self.side(seat).filter(move |&(_, spot)| field.holds(spot))
    }

    /// Lists a side's checkers out of bounds.
    pub(super) fn out(&self, field: FieldSize, seat: Seat) -> impl Iterator<Item = (Id, Spot)> {
        self.side(seat).filter(move |&(_, spot)| !field.holds(spot))
    }

    /// Counts a side's checkers, on the field and out of bounds.
    pub(super) fn count(&self, seat: Seat) -> usize {
        self.side(seat).count()
    }

    /// Lists a side's checkers on the field nearest to a square, and their distance (A.7). The default
    /// comes first: the lowest number, and a goalie only if nobody else is as near.
    pub(super) fn nearest(
        &self,
        field: FieldSize,
        seat: Seat,
        to: Spot,
        but: Option<Id>,
    ) -> (i8, Vec<Id>) {
        let others = || self.fielded(field, seat).filter(|&(player, _)| Some(player) != but);
        let least = others().map(|it| it.1.far(to)).min().unwrap_or(i8::MAX);
        let mut all: Vec<Id> =
            others().filter(|&(_, spot)| spot.far(to) == least).map(|it| it.0).collect();
        all.sort_by_key(|it| it.is_goalie());
        (least, all)
    }

    /// Returns the free squares of the field nearest to a square, of those that `fits`; straight lines come first, then lower
    /// ranks and files, so that the first one is the default.
    pub(super) fn nearest_free(
        &self,
        field: FieldSize,
        to: Spot,
        fits: impl Fn(Spot) -> bool,
    ) -> Vec<Spot> {
        let free = || field.squares().filter(|&spot| self.is_free(spot) && fits(spot));
        let least = free().map(|it| it.far(to)).min();
        let mut all: Vec<Spot> = free().filter(|spot| Some(spot.far(to)) == least).collect();
        all.sort_by_key(|spot| ((spot.x - to.x).abs() + (spot.y - to.y).abs(), spot.y, spot.x));
        all
    }
}
