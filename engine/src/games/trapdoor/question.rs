//! What is asked about a position: the pieces, the doors and the wheel.
use super::{Knob, Notch, Phase, Spin, Trapdoor, why::both};
use crate::{
    checkers::{
        Color, PieceKind,
        question::{self, Checkers, MoveDue, goal_on, last_row, square_at, steps_on},
    },
    question::{Question, Relation, Thing},
    quote::series,
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

    fn crowned(&self) -> &'static str {
        self.options.rules.name(PieceKind::King)
    }

    fn goal(&self, seat: Seat, to: Observer<'_>) -> Vec<String> {
        goal_on(&self.position, self.options.goal(), seat, to)
    }

    fn peril(&self, at: Cell) -> Option<String> {
        let (knob, side) = door(at)?;
        Some(match self.knobs.at(knob) {
            open if open == side => {
                let name = knob.name();
                format!(
                    "The door on {at} is open: a piece that ends there falls. One click of {name} closes it."
                )
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
            Relation::Chance if is_of_wheel(asked) => Some(self.chances(asked)),
            Relation::Bring if asked.moved().is_none() => Some(self.brought_by(turned(asked)?)),
            Relation::Meaning => self.shown(),
            Relation::WhyNot
                if asked.has(&["knob", "knobs", "wheel", "spin"])
                    && asked.squares().next().is_none() =>
            {
                self.shown()
            }
            Relation::Stands if is_of(asked, "door") && asked.squares().next().is_none() => {
                self.on_doors(asked)
            }
            Relation::Stands => {
                let says = question::answer(self, asked, to);
                // With a door it is told whether it can open.
                let no_door = |at: &str| format!("There is no door on {at}.");
                let doors = asked.squares().filter_map(|at| {
                    self.peril(square_at_name(at)?)
                        .or_else(|| is_of(asked, "door").then(|| no_door(at)))
                });
                says.map(|says| says.into_iter().chain(doors).collect())
            }
            _ => question::answer(self, asked, to),
        }
    }

    /// Lists the pieces of a side that stand on doors.
    fn on_doors(&self, asked: &Question) -> Option<Vec<String>> {
        let named = asked.by.iter().chain(&asked.to).find_map(|thing| match thing {
            Thing::Side(seat) => Some(*seat),
            _ => None,
        });
        let side = Color::from(named.or(asked.asker)?);
        let doors = Knob::ALL.into_iter().flat_map(|knob| OPEN_NOTCHES.map(|notch| (knob, notch)));
        let taken = doors.filter_map(|(knob, notch)| {
            let at = knob.door(notch)?;
            let is_own = self.position.board.of(side).contains(at);
            let is_open = self.knobs.at(knob) == notch;
            is_own.then(|| format!("{at} ({})", if is_open { "open" } else { "closed" }))
        });
        let taken: Vec<String> = taken.collect();
        Some(vec![if taken.is_empty() {
            "None of those pieces stands on a door.".to_owned()
        } else {
            format!("On doors: {}.", series(&taken))
        }])
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

    /// Says which doors a click of a knob opens or closes, and what stands on them.
    fn brought_by(&self, knob: Knob) -> Vec<String> {
        let stands = self.knobs.at(knob);
        let clicks = Notch::ALL.into_iter().filter(|notch| stands.is_next_to(*notch));
        let said = clicks.map(|notch| {
            let written = format!("{}>{}", knob.name(), notch.letter());
            let brings = match (knob.door(notch), knob.door(stands)) {
                (Some(at), _) => match self.position.board.piece_at(at) {
                    Some(piece) => {
                        format!("opens {at}, and {}'s piece there falls", piece.color.name())
                    }
                    None => format!("opens {at}, which is empty"),
                },
                (None, closed) => {
                    format!("closes {}", closed.map_or_else(String::new, |at| at.to_string()))
                }
            };
            format!("`{written}` {brings}.")
        });
        said.collect()
    }

    /// Says what the wheel shows, and what follows from it.
    fn shown(&self) -> Option<Vec<String>> {
        let says = match self.phase {
            Phase::Step => {
                "The wheel shows black: a piece moves. A knob is turned when it shows green or \
                 orange."
                    .to_owned()
            }
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

/// Tells whether a question names a kind of thing.
fn is_of(asked: &Question, kind: &str) -> bool {
    let mut things = asked.by.iter().chain(&asked.to);
    things.any(|thing| matches!(thing, Thing::Kind(named) if named == kind))
}

/// Returns the knob that a question names.
fn turned(asked: &Question) -> Option<Knob> {
    Knob::ALL.into_iter().find(|knob| asked.has(&[&knob.name().to_lowercase()]))
}

/// Tells whether a question is about the wheel, or about what a door on a square does.
fn is_of_wheel(asked: &Question) -> bool {
    asked.squares().next().is_some()
        || is_of(asked, "wheel")
        || Spin::ALL.into_iter().any(|spin| asked.has(&[spin.name()]))
}

/// How a knob stands when one of its doors is open.
const OPEN_NOTCHES: [Notch; 2] = [Notch::Left, Notch::Right];

/// Finds the knob of the door on a square, and where it opens.
fn door(at: Cell) -> Option<(Knob, Notch)> {
    let at = square_at(at)?;
    let mut doors = Knob::ALL.into_iter().flat_map(|knob| OPEN_NOTCHES.map(|side| (knob, side)));
    doors.find(|(knob, side)| knob.door(*side) == Some(at))
}

fn square_at_name(name: &str) -> Option<Cell> {
    name.parse().ok().map(crate::checkers::scene::cell)
}
