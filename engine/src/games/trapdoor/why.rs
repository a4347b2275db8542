//! Why an action isn't open now, and what is.
use super::{Action, Knob, Notch, Phase, Spin, Trapdoor};
use crate::{checkers::capture_due, refusal::Refusal};

/// A spin is given for a position with a capture.
pub(super) const NO_SPIN: &str = "A capture is compulsory there, so there was no spin.";

impl Trapdoor {
    /// Lets an action pass, or names the rule that forbids it and what would work.
    pub(super) fn allows(&self, action: &Action) -> Result<(), Refusal> {
        let fits = match (self.phase, action) {
            (Phase::Spin, Action::Spin) => true,
            (Phase::Capture | Phase::Step, Action::Move(played)) => {
                self.legal_moves().contains(played)
            }
            (Phase::Knob(spin), Action::Turn { knob, to }) => {
                self.turns(spin).any(|it| it == (*knob, *to))
            }
            _ => false,
        };
        if fits { Ok(()) } else { Err(self.refuse(action).instead(self.words_now())) }
    }

    /// Lists what may be typed now.
    pub(super) fn words_now(&self) -> Vec<String> {
        self.actions().iter().map(|action| self.write_action(action)).collect()
    }

    fn refuse(&self, action: &Action) -> Refusal {
        match (self.phase, action) {
            (_, Action::Move(_)) => self.refuse_move(),
            (Phase::Over(_), _) => Refusal::over(),
            (Phase::Capture, Action::Spin | Action::Turn { .. }) => {
                let due = capture_due(&self.legal_moves());
                Refusal::illegal(format!("{due} You capture before spinning."))
            }
            (Phase::Spin, Action::Spin | Action::Turn { .. }) => spin_first(),
            (Phase::Step, Action::Spin) => Refusal::illegal("The wheel shows black: move a piece."),
            (Phase::Step, Action::Turn { .. }) => {
                Refusal::illegal("The wheel shows black, so you move a piece, not a knob.")
            }
            (Phase::Knob(spin), Action::Spin) => {
                let (name, knobs) = (spin.name(), both(spin));
                Refusal::illegal(format!("The wheel shows {name}: turn {knobs}."))
            }
            (Phase::Knob(spin), Action::Turn { knob, to }) => {
                Refusal::illegal(self.wrong_turn(spin, *knob, *to))
            }
        }
    }

    /// Says why no move, or not the one wanted, can be made now.
    pub(super) fn refuse_move(&self) -> Refusal {
        match self.phase {
            Phase::Over(_) => Refusal::over(),
            Phase::Spin => spin_first(),
            Phase::Knob(spin) => {
                let (name, knobs) = (spin.name(), both(spin));
                Refusal::illegal(format!(
                    "The wheel shows {name}, so you turn {knobs} instead of moving."
                ))
            }
            Phase::Capture | Phase::Step => Refusal::illegal("No piece can make that move now."),
        }
    }

    fn wrong_turn(&self, spin: Spin, knob: Knob, to: Notch) -> String {
        let (name, at) = (knob.name(), self.knobs.at(knob));
        if knob.spin() != spin {
            let color = knob.spin().name();
            return format!("The wheel shows {}, but knob {name} is {color}.", spin.name());
        }
        if self.options.snap {
            return format!("Knob {name} springs back by itself. Open its left or its right door.");
        }
        if at == to {
            return format!("Knob {name} is already {}.", place(at));
        }
        let stands = place(at);
        format!("Knob {name} is {stands} and turns one click at a time, so only to {name}>C.")
    }
}

/// Names the two knobs of a colour: `G1 or G2`.
pub(super) fn both(spin: Spin) -> String {
    let knobs = Knob::ALL.into_iter().filter(|knob| knob.spin() == spin);
    knobs.map(Knob::name).collect::<Vec<_>>().join(" or ")
}

fn spin_first() -> Refusal {
    Refusal::illegal("Spin first. With nothing to capture, the wheel decides.")
}

fn place(at: Notch) -> &'static str {
    match at {
        Notch::Centre => "in the centre",
        Notch::Left | Notch::Right => at.name(),
    }
}
