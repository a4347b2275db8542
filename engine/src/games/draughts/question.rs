//! What is asked about a position.
use super::{Draughts, LAW};
use crate::{
    checkers::question::{Checkers, MoveDue, goal_on, last_row, square_at, steps_on},
    scene::Cell,
    seat::{Observer, Seat},
};

impl Checkers for Draughts {
    fn moving(&self) -> MoveDue {
        MoveDue::Now
    }

    fn with_move(&self, seat: Seat) -> Draughts {
        let mut other = self.clone();
        other.plain.position.turn = seat.into();
        other
    }

    fn without(&self, at: Cell) -> Draughts {
        let mut other = self.clone();
        square_at(at).and_then(|at| other.plain.position.board.take(at));
        other
    }

    fn steps(&self, of: Cell, on: Cell) -> Vec<Cell> {
        steps_on(&LAW, &self.plain.position, of, on)
    }

    fn crowning(&self, seat: Seat) -> Vec<Cell> {
        last_row(seat)
    }

    fn goal(&self, seat: Seat, to: Observer<'_>) -> Vec<String> {
        goal_on(&self.plain.position, self.options.goal(), seat, to)
    }
}
