//! What somebody wants to do, known by the first words, and whether this is the time for it.
use crate::games::piecepack::{Due, Kicker, Phase, Piecepack};

/// What can be said in this game, whatever the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verb {
    /// A line-up by its name.
    Form,
    /// A kicker put somewhere: set up, or back on the field.
    Lay,
    Flick,
    FreeKick,
    Throw,
    CallIn,
    Pass,
}

impl Verb {
    fn of(words: &[&str]) -> Option<Verb> {
        Some(match words {
            ["default" | "wall" | "wide"] => Verb::Form,
            ["place" | "put" | "set" | "return", ..] => Verb::Lay,
            ["flick" | "shoot" | "kick", ..] => Verb::Flick,
            ["freekick", ..] | ["free", "kick", ..] => Verb::FreeKick,
            ["throw", ..] | ["corner", "throw", ..] => Verb::Throw,
            ["callin", ..] | ["call", "in", ..] => Verb::CallIn,
            ["pass" | "skip" | "end", ..] => Verb::Pass,
            _ => return None,
        })
    }
}

impl Piecepack {
    /// Says why what these words begin is not for now; nothing where it is, or where they begin nothing known.
    pub(in crate::games::piecepack) fn out_of_place(&self, words: &[&str]) -> Option<&'static str> {
        let verb = Verb::of(words)?;
        match (self.phase, verb) {
            (Phase::Placing { .. }, Verb::Form | Verb::Lay) => None,
            (Phase::Placing { .. }, Verb::CallIn) => {
                Some("First the kickers are set up; who is fouled out is called in afterwards.")
            }
            (Phase::Placing { .. }, _) => Some("First the kickers are set up."),
            (Phase::Returning { .. }, Verb::Lay | Verb::CallIn) => None,
            (Phase::Returning { .. }, Verb::Form) if words == ["default"] => None,
            (Phase::Returning { .. }, _) => {
                Some("First whatever went through a goal is put into a corner box.")
            }
            (Phase::Due(due), Verb::Form | Verb::Lay) => Some(self.no_placing(due)),
            (Phase::Due(Due::Turn(_) | Due::Throw(..)), Verb::FreeKick) => {
                Some("You have no free kick now.")
            }
            (Phase::Due(Due::Turn(_) | Due::FreeKick(_)), Verb::Throw) => {
                Some("You have no corner throw now.")
            }
            (Phase::Due(Due::FreeKick(_)), Verb::CallIn) => {
                Some("The free kick comes first; call a kicker in afterwards.")
            }
            (Phase::Due(Due::Throw(..)), Verb::CallIn) => {
                Some("The corner throw comes first; call a kicker in afterwards.")
            }
            (Phase::Due(Due::Turn(seat)), Verb::CallIn)
                if self.numbers(seat, |it| it == Kicker::Out).is_empty() =>
            {
                Some("None of your kickers is fouled out: nobody can be called in.")
            }
            (Phase::Due(Due::Turn(seat)), Verb::Flick) if self.on_field(seat).is_empty() => {
                Some("None of your kickers is on the field: one must be called in.")
            }
            (Phase::Due(Due::Turn(seat)), Verb::Pass) if self.on_field(seat).is_empty() => {
                Some("There is no passing: a kicker must be called in.")
            }
            (Phase::Due(Due::Turn(_)), Verb::Pass) => {
                Some("There is no passing; the gentlest flick has power 1.")
            }
            (Phase::Due(Due::FreeKick(_) | Due::Throw(..)), Verb::Pass) => {
                Some("It cannot be declined; the gentlest flick has power 1.")
            }
            (Phase::Due(_) | Phase::Over(_), _) => None,
        }
    }

    fn no_placing(&self, due: Due) -> &'static str {
        match due {
            Due::Turn(seat) if self.on_field(seat).is_empty() => {
                "Kickers are set up at the beginning and after a goal; now one must be called in."
            }
            Due::Turn(_) => {
                "Kickers are set up at the beginning and after a goal; now one is flicked."
            }
            Due::FreeKick(_) => "No kicker is placed now: the ball is flicked from where it lies.",
            Due::Throw(..) => "No kicker is placed now: the ball is thrown from the corner.",
        }
    }
}
