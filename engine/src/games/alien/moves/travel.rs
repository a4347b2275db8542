//! How checkers move: steps, jumps, the straight jumps of Translation and the flight of Queen.
use serde::{Deserialize, Serialize};

use crate::games::alien::{
    area::Area,
    field::{Field, Stack},
    square::{AlienSquare, BoardRim, Ray},
};
use crate::{
    seat::{BySeat, Seat},
    short::Short,
};

/// A whole move of a checker: a step, or one or more jumps. Written like `c3-d4` and `c3xe5xg7`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::games) struct Travel {
    pub(in crate::games::alien) from: AlienSquare,
    /// Every landing; never empty.
    pub(in crate::games::alien) path: TravelPath,
    pub(in crate::games::alien) jumps: bool,
}

/// Landings: at most one for each checker of the other side.
pub(in crate::games::alien) type TravelPath = Short<AlienSquare, 12>;

/// Finds the jumps of one checker.
struct Jumper<'a> {
    field: &'a Field,
    stack: Stack,
    from: AlienSquare,
    far: BoardRim,
    ways: &'a [Ray],
    /// Whether it may stop before it must.
    free: bool,
    taken: Area,
    path: TravelPath,
}

impl Travel {
    pub(in crate::games::alien) fn step(from: AlienSquare, to: AlienSquare) -> Travel {
        Travel { from, path: TravelPath::of(to), jumps: false }
    }

    /// Returns the last landing.
    pub(in crate::games::alien) fn to(&self) -> AlienSquare {
        self.path.last().copied().unwrap_or(self.from)
    }

    /// Lists the squares jumped over, in order.
    pub(in crate::games::alien) fn over(&self) -> impl Iterator<Item = AlienSquare> {
        let starts = [self.from].into_iter().chain(self.path.iter().copied());
        let legs = starts.zip(self.path.iter());
        legs.filter(|_| self.jumps).map(|(from, to)| from.between(*to))
    }

    /// Writes it with all its landings.
    pub(in crate::games::alien) fn write(&self) -> String {
        let sign = if self.jumps { "x" } else { "-" };
        let all = [self.from].into_iter().chain(self.path.iter().copied());
        all.map(|it| it.to_string()).collect::<Vec<_>>().join(sign)
    }
}

/// Returns the square a step away, if walls let the checkers of a side go there.
fn next(field: &Field, seat: Seat, from: AlienSquare, way: Ray) -> Option<AlienSquare> {
    from.step(way).filter(|_| field.lets(seat, from, way))
}

/// Returns the diagonal directions of a checker: a pawn moves away from its home row.
fn slanted_ways(stack: &Stack, home: BoardRim) -> &'static [Ray] {
    if stack.height == 1 { Ray::slanted_from(home) } else { &Ray::SLANTED }
}

impl Jumper<'_> {
    /// Finds jumps from a square on; tells whether there are any.
    fn jump_on(&mut self, at: AlienSquare, out: &mut Vec<Travel>) -> bool {
        let mut any = false;
        for &way in self.ways {
            let Some((over, to)) = self.landing(at, way) else { continue };
            any = true;
            self.taken.insert(over);
            self.path.push(to);
            // A pawn that reaches its far row stops there (B-R15).
            let arrives = self.stack.height == 1
                && to.rows_from(self.far) == 0
                && self.from.rows_from(self.far) != 0;
            let goes_on = !arrives && self.jump_on(to, out);
            if !goes_on || self.free {
                out.push(Travel { from: self.from, path: self.path, jumps: true });
            }
            self.path.pop();
            self.taken.remove(over);
        }
        any
    }

    /// Returns the square of the checker that a jump takes, and the one where it lands.
    fn landing(&self, at: AlienSquare, way: Ray) -> Option<(AlienSquare, AlienSquare)> {
        let over = self.victim(at, way)?;
        let to = next(self.field, self.stack.seat, over, way)?;
        // The square it started from is empty now.
        (to == self.from || self.field.is_free(to)).then_some((over, to))
    }

    /// Returns the next square if it has an enemy that this checker may jump.
    fn victim(&self, at: AlienSquare, way: Ray) -> Option<AlienSquare> {
        let over = next(self.field, self.stack.seat, at, way)?;
        let enemy = self.field.stack(over)?;
        let weak = enemy.height < 3 || self.stack.height == 3;
        (enemy.seat != self.stack.seat && weak && !self.taken.contains(over)).then_some(over)
    }
}

impl Field {
    /// Lists the steps and whole captures of a checker by the rules of draughts; whether a capture is due isn't checked.
    pub(in crate::games::alien) fn travels(
        &self,
        at: AlienSquare,
        homes: &BySeat<BoardRim>,
        out: &mut Vec<Travel>,
    ) {
        let Some(stack) = self.stack(at).filter(|it| !it.hippo) else { return };
        let home = *homes.get(stack.seat);
        let ways = slanted_ways(stack, home);
        for &way in ways {
            if let Some(to) = next(self, stack.seat, at, way).filter(|square| self.is_free(*square))
            {
                out.push(Travel::step(at, to));
            }
        }
        self.jumps(at, home, ways, false, out);
    }

    /// Tells whether a checker has a jump by the rules of draughts.
    pub(in crate::games::alien) fn has_jump(
        &self,
        at: AlienSquare,
        homes: &BySeat<BoardRim>,
    ) -> bool {
        let Some(&stack) = self.stack(at).filter(|it| !it.hippo) else { return false };
        let home = *homes.get(stack.seat);
        let ways = slanted_ways(&stack, home);
        let jumper = self.jumper(at, stack, home, ways, false);
        ways.iter().any(|way| jumper.landing(at, *way).is_some())
    }

    /// Lists the straight jumps that Translation allows a checker, with all their beginnings.
    pub(in crate::games::alien) fn straight_jumps(
        &self,
        at: AlienSquare,
        homes: &BySeat<BoardRim>,
        out: &mut Vec<Travel>,
    ) {
        if let Some(stack) = self.stack(at).filter(|it| !it.hippo) {
            self.jumps(at, *homes.get(stack.seat), &Ray::STRAIGHT, true, out);
        }
    }

    fn jumps(
        &self,
        at: AlienSquare,
        home: BoardRim,
        ways: &[Ray],
        free: bool,
        out: &mut Vec<Travel>,
    ) {
        let Some(&stack) = self.stack(at) else { return };
        self.jumper(at, stack, home, ways, free).jump_on(at, out);
    }

    fn jumper<'a>(
        &'a self,
        from: AlienSquare,
        stack: Stack,
        home: BoardRim,
        ways: &'a [Ray],
        free: bool,
    ) -> Jumper<'a> {
        let (taken, path) = (Area::NONE, TravelPath::empty(from));
        Jumper { field: self, stack, from, far: home.opposite(), ways, free, taken, path }
    }

    /// Lists where Translation can shift a checker of either side.
    pub(in crate::games::alien) fn shifts(
        &self,
        at: AlienSquare,
    ) -> impl Iterator<Item = AlienSquare> {
        let stack = self.stack(at).filter(|it| !it.hippo);
        let to = move |way| next(self, stack?.seat, at, way);
        Ray::STRAIGHT.into_iter().filter_map(to).filter(|square| self.is_free(*square))
    }

    /// Lists where Queen can take a king or an emperor.
    pub(in crate::games::alien) fn flights(&self, at: AlienSquare) -> Vec<AlienSquare> {
        let Some(stack) = self.stack(at).filter(|stack| !stack.hippo && 2 <= stack.height) else {
            return Vec::new();
        };
        let mut out = Vec::new();
        for way in Ray::ALL {
            let mut here = at;
            while let Some(to) =
                next(self, stack.seat, here, way).filter(|square| self.is_free(*square))
            {
                out.push(to);
                here = to;
            }
        }
        out
    }
}
