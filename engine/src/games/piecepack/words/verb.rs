//! What a player wants to do, by the first words, and whether it is possible now.
use crate::games::piecepack::{Due, Kicker, Phase, Piecepack};

/// The verbs of this game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ShotVerb {
    /// A formation by its name.
    Form,
    /// A kicker put somewhere: set up, or back on the field.
    Lay,
    Flick,
    FreeKick,
    Throw,
    CallIn,
    Pass,
}

impl ShotVerb {
    fn of(words: &[&str]) -> Option<ShotVerb> {
        Some(match words {
            ["default" | "wall" | "wide"] => ShotVerb::Form,
            ["place" | "put" | "set" | "return", ..] => ShotVerb::Lay,
            ["flick" | "shoot" | "kick", ..] => ShotVerb::Flick,
            ["freekick", ..] | ["free", "kick", ..] => ShotVerb::FreeKick,
            ["throw", ..] | ["corner", "throw", ..] => ShotVerb::Throw,
            ["callin", ..] | ["call", "in", ..] => ShotVerb::CallIn,
            ["pass" | "skip" | "end", ..] => ShotVerb::Pass,
            _ => return None,
        })
    }
}

impl Piecepack {
    /// Says why the verb of these words can't be used now; none if it can, or if there is no known
    /// verb.
    pub(in crate::games::piecepack) fn out_of_place(&self, words: &[&str]) -> Option<&'static str> {
        let verb = ShotVerb::of(words)?;
        match (self.phase, verb) {
            (Phase::Placing { .. }, ShotVerb::Form | ShotVerb::Lay) => None,
            (Phase::Placing { .. }, ShotVerb::CallIn) => {
                Some("Set up the kickers first. You can call in fouled-out kickers after that.")
            }
            (Phase::Placing { .. }, _) => Some("Set up the kickers first."),
            (Phase::Returning { .. }, ShotVerb::Lay | ShotVerb::CallIn) => None,
            (Phase::Returning { .. }, ShotVerb::Form) if words == ["default"] => None,
            (Phase::Returning { .. }, _) => {
                Some("First put what went through a goal into a corner box.")
            }
            (Phase::Due(due), ShotVerb::Form | ShotVerb::Lay) => Some(self.no_placing(due)),
            (Phase::Due(Due::Turn(_) | Due::Throw(..)), ShotVerb::FreeKick) => {
                Some("You have no free kick now.")
            }
            (Phase::Due(Due::Turn(_) | Due::FreeKick(_)), ShotVerb::Throw) => {
                Some("You have no corner throw now.")
            }
            (Phase::Due(Due::FreeKick(_)), ShotVerb::CallIn) => {
                Some("Take the free kick first; call a kicker in later.")
            }
            (Phase::Due(Due::Throw(..)), ShotVerb::CallIn) => {
                Some("Take the corner throw first; call a kicker in later.")
            }
            (Phase::Due(Due::Turn(seat)), ShotVerb::CallIn)
                if self.numbers(seat, |it| it == Kicker::Out).is_empty() =>
            {
                Some("None of your kickers is fouled out, so there's nobody to call in.")
            }
            (Phase::Due(Due::Turn(seat)), ShotVerb::Flick) if self.on_field(seat).is_empty() => {
                Some("None of your kickers is on the field, so you must call one in.")
            }
            (Phase::Due(Due::Turn(seat)), ShotVerb::Pass) if self.on_field(seat).is_empty() => {
                Some("You can't pass; call in a kicker.")
            }
            (Phase::Due(Due::Turn(_)), ShotVerb::Pass) => {
                Some("You can't pass; the gentlest flick has power 1.")
            }
            (Phase::Due(Due::FreeKick(_) | Due::Throw(..)), ShotVerb::Pass) => {
                Some("You can't decline it; the gentlest flick has power 1.")
            }
            (Phase::Due(_) | Phase::Over(_), _) => None,
        }
    }

    fn no_placing(&self, due: Due) -> &'static str {
        match due {
            Due::Turn(seat) if self.on_field(seat).is_empty() => {
                "You set up kickers only at the start and after a goal; now call one in."
            }
            Due::Turn(_) => "You set up kickers only at the start and after a goal; now flick one.",
            Due::FreeKick(_) => "You don't place a kicker now; flick the ball from where it lies.",
            Due::Throw(..) => "You don't place a kicker now; throw the ball from the corner.",
        }
    }
}
