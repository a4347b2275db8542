//! The monolith: where it can be placed, how it moves, and what it pushes.
use crate::game::Step;
use crate::games::alien::{
    Event,
    field::Field,
    square::{AlienSquare, Edge, Ray},
};

impl Field {
    /// Tells whether a 2x2 area holds no checker, water, fire or monolith; walls inside don't count (B-R11).
    pub(in crate::games::alien) fn is_area_free(&self, at: AlienSquare) -> bool {
        at.block().is_some_and(|block| block.iter().all(|square| self.is_free(*square)))
    }

    /// Places the monolith and clears the walls under it (B-R10).
    pub(in crate::games::alien) fn place_monolith(
        &mut self,
        at: AlienSquare,
        step: &mut Step<'_, Event>,
    ) {
        let Some([south_west, south_east, north_west, north_east]) = at.block() else { return };
        self.monolith = Some(at);
        let pairs = [
            (south_west, south_east),
            (north_west, north_east),
            (south_west, north_west),
            (south_east, north_east),
        ];
        for (one, other) in pairs {
            self.crush_wall(one, other, step);
        }
    }

    /// Returns the block the monolith would move to, if it stays on the board (B-R6, B-R7).
    pub(in crate::games::alien) fn shoved_to(&self, way: Ray) -> Option<AlienSquare> {
        let to = self.monolith?.step(way)?;
        to.block().map(|_| to)
    }

    /// Lists the squares that the monolith comes onto when it moves.
    pub(in crate::games::alien) fn entered(&self, way: Ray) -> Vec<AlienSquare> {
        let blocks = self.monolith.and_then(AlienSquare::block);
        let blocks = blocks.zip(self.shoved_to(way).and_then(AlienSquare::block));
        let fresh = |(old, new): ([AlienSquare; 4], [AlienSquare; 4])| {
            new.into_iter().filter(|square| !old.contains(square)).collect()
        };
        blocks.map(fresh).unwrap_or_default()
    }

    /// Moves the monolith by one square, with all effects (B.4).
    pub(in crate::games::alien) fn shove(&mut self, way: Ray, step: &mut Step<'_, Event>) {
        let (Some(from), Some(to)) = (self.monolith, self.shoved_to(way)) else { return };
        let Some(old) = from.block() else { return };
        let entered = self.entered(way);
        self.monolith = Some(to);
        step.tell(Event::Shoved { way, from, to });
        let back =
            |square: &AlienSquare| old.into_iter().find(|from| from.step(way) == Some(*square));
        for (at, behind) in entered.iter().filter_map(|at| Some((*at, back(at)?))) {
            self.crush_wall(behind, at, step);
        }
        if let [one, other] = entered[..] {
            self.crush_wall(one, other, step);
        }
        for &at in &entered {
            if self.water.remove(at) {
                step.tell(Event::Dried { at });
            }
            if self.fire.remove(at) {
                step.tell(Event::Doused { at });
            }
        }
        for at in entered {
            self.push(at, way, step);
        }
    }

    fn crush_wall(&mut self, one: AlienSquare, other: AlienSquare, step: &mut Step<'_, Event>) {
        let Some(edge) = Edge::between(one, other) else { return };
        if let Some(seat) = self.raze(edge) {
            step.tell(Event::Crushed { seat, edge });
        }
    }

    /// Clears a square of its checker, by pushing it away or removing it (B-R5, B-R8, B-R9).
    fn push(&mut self, at: AlienSquare, way: Ray, step: &mut Step<'_, Event>) {
        let Some(&stack) = self.stack(at) else { return };
        let room = self.pushed(at, &stack, way);
        if let Ok(to) = room {
            self.push(to, way, step);
        }
        self.take(at);
        match room {
            Ok(to) => {
                self.put(to, stack);
                step.tell(Event::Pushed { seat: stack.seat, from: at, to });
            }
            Err(ruin) => step.tell(Event::Crumbled { at, stack, ruin: Some(ruin) }),
        }
    }
}
