//! What is asked about a position: the pieces, the doors and the wheel.
use super::{Knob, Notch, Phase, Spin, Trapdoor, why::both};
use crate::{
    checkers::question::{self, Checkers, MoveDue, goal_on, last_row, square_at, steps_on},
    question::{Question, Relation},
    scene::Cell,
    seat::{Observer, Seat},
};

impl Checkers for Trapdoor {
    fn moving(&self) -> MoveDue {
        match self.phase {
            Phase::Spin => MoveDue::If("the wheel shows black".to_owned()),
            Phase::Knob(spin) => MoveDue::Not(format!(
                "the wheel shows {}, so {} is turned instead of moving",
                spin.name(),
                both(spin)
            )),
            Phase::Capture | Phase::Step | Phase::Over(_) => MoveDue::Now,
        }
    }

    fn with_move(&self, seat: Seat) -> Trapdoor {
        let mut other = self.clone();
        other.position.turn = seat.into();
        let captures = other.law().must_capture(&other.position);
        other.phase = if captures { Phase::Capture } else { Phase::Step };
        other
    }

    fn without(&self, at: Cell) -> Trapdoor {
        let mut other = self.clone();
        square_at(at).and_then(|at| other.position.board.take(at));
        other
    }

    fn steps(&self, of: Cell, on: Cell) -> Vec<Cell> {
        steps_on(&self.law(), &self.position, of, on)
    }

    fn crowning(&self, seat: Seat) -> Vec<Cell> {
        last_row(seat)
    }

    fn goal(&self, seat: Seat, to: Observer<'_>) -> Vec<String> {
        goal_on(&self.position, self.options.goal(), seat, to)
    }

    fn peril(&self, at: Cell) -> Option<String> {
        let (knob, side) = door(at)?;
        Some(match self.knobs.at(knob) {
            open if open == side => {
                format!("The door on {at} is open: a piece that ends there falls.")
            }
            stands if stands.is_next_to(side) => format!(
                "The door on {at} is closed, and one click of {} opens it: that can happen as soon as the \
                 wheel shows {}.",
                knob.name(),
                knob.spin().name()
            ),
            _ => format!(
                "The door on {at} is closed and can't open next turn: {} would need two clicks.",
                knob.name()
            ),
        })
    }
}

impl Trapdoor {
    /// Answers what is asked about the position.
    pub(super) fn answer_asked(&self, asked: &Question, to: Observer<'_>) -> Option<Vec<String>> {
        match asked.relation {
            Relation::Chance => Some(self.chances(asked)),
            Relation::Meaning => self.shown(),
            Relation::Stands => {
                let says = question::answer(self, asked, to);
                // With a door it is told whether it can open.
                let doors = asked.squares().filter_map(|at| self.peril(square_at_name(at)?));
                says.map(|says| says.into_iter().chain(doors).collect())
            }
            _ => question::answer(self, asked, to),
        }
    }

    /// Says how likely each colour is, and what the one that is asked about opens.
    fn chances(&self, asked: &Question) -> Vec<String> {
        let weights = self.options.wheel.0;
        let all: u32 = weights.iter().sum();
        let chance = |spin: Spin| {
            let weight = weights[spin as usize];
            format!("{weight} of {all} ({} %)", (100 * weight + all / 2) / all)
        };
        let mut doors = asked.squares().filter_map(|at| door(square_at_name(at)?)).peekable();
        if doors.peek().is_some() {
            let said = doors.map(|(knob, side)| {
                let (name, colour) = (knob.name(), knob.spin().name());
                let at = knob.door(side).map_or_else(String::new, |at| at.to_string());
                match self.knobs.at(knob) {
                    open if open == side => format!("The door on {at} is open already."),
                    stands if stands.is_next_to(side) => format!(
                        "The door on {at} can open only when the wheel shows {colour}, {}, and then {name} has \
                         to be turned.",
                        chance(knob.spin())
                    ),
                    _ => format!("The door on {at} can't open in one turn: {name} needs two clicks."),
                }
            });
            return said.collect();
        }
        if let Some(at) = asked.squares().next() {
            return vec![format!("There is no door on {at}, so nothing can fall there.")];
        }
        let named: Vec<Spin> =
            Spin::ALL.into_iter().filter(|spin| asked.has(&[spin.name()])).collect();
        let told = if named.is_empty() { Spin::ALL.to_vec() } else { named };
        let said = told.into_iter().map(|spin| format!("{} {}", spin.name(), chance(spin)));
        vec![format!("The wheel shows {}.", said.collect::<Vec<_>>().join(", "))]
    }

    /// Says what the wheel shows, and what follows from it.
    fn shown(&self) -> Option<Vec<String>> {
        let says = match self.phase {
            Phase::Step => "The wheel shows black: a piece moves.".to_owned(),
            Phase::Knob(spin) => format!(
                "The wheel shows {}: {} is turned by one click, and no piece moves.",
                spin.name(),
                both(spin)
            ),
            Phase::Spin => "The wheel hasn't been spun this turn.".to_owned(),
            Phase::Capture => "A capture is due, so the wheel isn't spun this turn.".to_owned(),
            Phase::Over(_) => return None,
        };
        Some(vec![says])
    }
}

/// Finds the knob of the door on a square, and where it opens.
fn door(at: Cell) -> Option<(Knob, Notch)> {
    let at = square_at(at)?;
    let sides = [Notch::Left, Notch::Right];
    let mut doors = Knob::ALL.into_iter().flat_map(|knob| sides.map(|side| (knob, side)));
    doors.find(|(knob, side)| knob.door(*side) == Some(at))
}

fn square_at_name(name: &str) -> Option<Cell> {
    name.parse().ok().map(crate::checkers::scene::cell)
}
