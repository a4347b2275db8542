//! The kinds of words, and why a kind isn't possible in some phase.
use crate::games::metasoccer::{
    Action, Metasoccer, Phase, PlayKind, SIDES,
    dice::{Risk, Roll},
    field::Spot,
    why::reasons::Objection,
};
use crate::seat::Seat;

/// A kind of words, by their first word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::metasoccer) enum SoccerVerb {
    Ready,
    Auto,
    Form,
    Taker,
    Roll,
    Move,
    /// A move that pushes.
    Push,
    Fly,
    Dribble,
    Pass,
    Steal,
    Boot,
    Throw,
    Shoot,
    Goalie,
    Kicker,
    Pick,
    Expel,
    To,
    Keep,
    End,
}

impl Action {
    /// Returns the kind of words for an action.
    pub(in crate::games::metasoccer) fn verb(&self) -> SoccerVerb {
        match self {
            Action::Ready => SoccerVerb::Ready,
            Action::Auto(_) => SoccerVerb::Auto,
            Action::Form(_) => SoccerVerb::Form,
            Action::Taker(_) => SoccerVerb::Taker,
            Action::Roll(_) => SoccerVerb::Roll,
            Action::Move { .. } => SoccerVerb::Move,
            Action::Fly { .. } => SoccerVerb::Fly,
            Action::Dribble(_) => SoccerVerb::Dribble,
            Action::Pass(_) => SoccerVerb::Pass,
            Action::Steal(_) => SoccerVerb::Steal,
            Action::Boot { .. } => SoccerVerb::Boot,
            Action::Throw(_) => SoccerVerb::Throw,
            Action::Shoot(_) => SoccerVerb::Shoot,
            Action::Goalie(_) => SoccerVerb::Goalie,
            Action::Kicker { .. } => SoccerVerb::Kicker,
            Action::Pick(_) => SoccerVerb::Pick,
            Action::Expel(_) => SoccerVerb::Expel,
            Action::To(_) => SoccerVerb::To,
            Action::Keep => SoccerVerb::Keep,
            Action::End => SoccerVerb::End,
        }
    }

    /// Returns the square of the checker that an action moves, if it names one.
    pub(in crate::games::metasoccer) fn start(&self) -> Option<Spot> {
        match self {
            Action::Move { from, .. } | Action::Fly { from, .. } | Action::Steal(from) => {
                Some(*from)
            }
            _ => None,
        }
    }
}

impl Metasoccer {
    /// Says why the seat that is asked can't use words of a kind; none if it may.
    pub(in crate::games::metasoccer) fn closed(
        &self,
        seat: Seat,
        verb: SoccerVerb,
    ) -> Option<String> {
        let acts = self.phase == Phase::Act;
        let kind = self.play.kind;
        let says = match verb {
            SoccerVerb::Auto => return None,
            SoccerVerb::Ready => return self.ready_closed(seat),
            SoccerVerb::Form => return self.form_closed(seat),
            SoccerVerb::Roll => return self.roll_closed(),
            SoccerVerb::End => return self.end_closed(seat),
            SoccerVerb::Move | SoccerVerb::Push => return self.move_closed(seat, verb),
            SoccerVerb::Dribble | SoccerVerb::Pass | SoccerVerb::Steal if acts => {
                return self.ball_closed(verb);
            }
            SoccerVerb::Fly if acts => return None,
            SoccerVerb::Fly => format!("You can't run now: {}.", self.idle()),
            SoccerVerb::Dribble => format!("A dribble comes after a roll: {}.", self.idle()),
            SoccerVerb::Pass => format!("A pass comes after a roll: {}.", self.idle()),
            SoccerVerb::Steal => {
                format!(
                    "A steal is the last thing the defense does with its roll: {}.",
                    self.idle()
                )
            }
            SoccerVerb::Taker if self.phase == Phase::Roll => return None,
            SoccerVerb::Taker => {
                "Only the side with a kick or throw-in can change who takes it, before it rolls."
                    .to_owned()
            }
            SoccerVerb::Boot if self.can_boot(1).is_ok() => return None,
            SoccerVerb::Boot => self.says(Objection::Boot),
            SoccerVerb::Throw if acts && self.throws_in() => return None,
            SoccerVerb::Throw if matches!(kind, PlayKind::ThrowIn | PlayKind::GoalieKick) => {
                format!("You throw after the roll: {}.", self.idle())
            }
            SoccerVerb::Throw => {
                "You throw only at a throw-in or a goalie kick; in open play, pass.".to_owned()
            }
            SoccerVerb::Shoot if kind == PlayKind::Penalty && acts => return None,
            SoccerVerb::Shoot if kind == PlayKind::Penalty => {
                format!("The shot comes after the roll: {}.", self.idle())
            }
            SoccerVerb::Shoot => {
                "Only penalty kicks are shot. Otherwise the ball carrier must get into the goal."
                    .to_owned()
            }
            SoccerVerb::Goalie if matches!(self.phase, Phase::Goalie | Phase::Guard) => {
                return None;
            }
            SoccerVerb::Goalie => {
                "You place a goalie only before its own kick or against a penalty kick. Otherwise \
                 it moves like other checkers."
                    .to_owned()
            }
            SoccerVerb::Kicker if self.phase == Phase::Kicker => return None,
            SoccerVerb::Kicker => {
                "The side with a penalty kick names its kicker once, before the goalie is placed."
                    .to_owned()
            }
            SoccerVerb::Pick if matches!(self.phase, Phase::Pick { .. }) => return None,
            SoccerVerb::Pick => {
                "You pick a checker only if several are equally near the ball.".to_owned()
            }
            SoccerVerb::Expel if self.phase == Phase::Expel => return None,
            SoccerVerb::Expel => {
                "You name a checker to send off only in place of a goalie with the ball.".to_owned()
            }
            SoccerVerb::To if matches!(self.phase, Phase::Robbed { .. }) => return None,
            SoccerVerb::To => {
                "`to` and a square is for a checker that has just lost the ball to a \
                         steal."
                    .to_owned()
            }
            SoccerVerb::Keep if self.phase == Phase::Loot => return None,
            SoccerVerb::Keep => "You have no boot to decline.".to_owned(),
        };
        Some(says)
    }

    /// Says why nothing can be done with a roll.
    fn idle(&self) -> String {
        match self.phase {
            Phase::Over(_) => "the match is over".to_owned(),
            Phase::Act => "this roll is for something else".to_owned(),
            Phase::Robbed { .. } | Phase::Loot | Phase::Pick { .. } | Phase::Expel => {
                "the roll of this play is used up".to_owned()
            }
            Phase::Reset { .. } | Phase::Guard => {
                format!("the dice are {}'s", SIDES[self.play.side.index()])
            }
            Phase::Goalie | Phase::Kicker | Phase::Back | Phase::Roll => {
                "the dice are not rolled yet".to_owned()
            }
        }
    }

    fn ready_closed(&self, seat: Seat) -> Option<String> {
        let says = match self.phase {
            Phase::Reset { .. } => return None,
            Phase::Roll if self.may_reset(seat) => "Rolling makes your side ready.",
            Phase::Kicker => "Say who kicks the penalty and from where; there's no default.",
            Phase::Expel => "Say who is sent off; there's no default.",
            Phase::Loot => "Say whether to boot; there's no default.",
            _ => "Nothing that has a default is being asked now.",
        };
        Some(says.to_owned())
    }

    fn form_closed(&self, seat: Seat) -> Option<String> {
        if self.play.kind == PlayKind::KickOff && self.may_reset(seat) {
            None
        } else {
            Some("You can take a formation only before a kick-off.".to_owned())
        }
    }

    fn roll_closed(&self) -> Option<String> {
        let other = SIDES[self.play.side.index()];
        let says = match (&self.phase, self.play.roll) {
            (Phase::Roll, _) => return None,
            (Phase::Back, _) => {
                "Bring back checkers that are out of bounds before you roll.".to_owned()
            }
            (Phase::Goalie, _) => "Choose your goalie's square before you roll.".to_owned(),
            (Phase::Kicker, _) => {
                "The kicker and the opposing goalie are placed before the roll.".to_owned()
            }
            (Phase::Guard, _) => format!("{other} rolls once your goalie is placed."),
            (Phase::Reset { .. }, _) => format!("{other} rolls once you're ready."),
            (_, Some(roll)) => {
                format!("The dice of this play are already rolled: {}.", roll.name())
            }
            (_, None) => "There's nothing to roll for.".to_owned(),
        };
        Some(says)
    }

    fn end_closed(&self, seat: Seat) -> Option<String> {
        let says = match self.phase {
            Phase::Act => return None,
            Phase::Roll if self.may_reset(seat) => {
                "Roll to finish placing. You can end the turn after that without moving."
            }
            Phase::Roll => "Roll first. You can end the turn after that without moving.",
            Phase::Reset { .. } => "Say `ready` when you're done.",
            Phase::Loot => "Say `keep` to decline the boot.",
            _ => "Answer this question first.",
        };
        Some(says.to_owned())
    }

    fn move_closed(&self, seat: Seat, verb: SoccerVerb) -> Option<String> {
        let pushes = |action: &Action| match action {
            Action::Move { to, .. } => !self.squad.is_free(*to),
            _ => false,
        };
        match self.phase {
            Phase::Act if self.play.kind == PlayKind::Penalty => Some(self.says(Objection::Shoot)),
            Phase::Act if verb == SoccerVerb::Push && !self.actions().iter().any(pushes) => {
                Some(format!("Nobody can be pushed{}.", self.by_roll()))
            }
            Phase::Act => None,
            Phase::Back | Phase::Reset { .. } if verb == SoccerVerb::Move => None,
            _ if self.may_reset(seat) && verb == SoccerVerb::Move => None,
            _ if verb == SoccerVerb::Push => Some(format!("You can't push now: {}.", self.idle())),
            _ => Some(format!("You can't move now: {}.", self.idle())),
        }
    }

    /// Says why this roll allows no dribble, pass or steal.
    fn ball_closed(&self, verb: SoccerVerb) -> Option<String> {
        let why = match verb {
            SoccerVerb::Dribble => self.may_dribble().err(),
            SoccerVerb::Pass if !self.attacks() => Some(Objection::NoBall),
            SoccerVerb::Pass => self.pass_left().err(),
            _ if self.attacks() => Some(Objection::Steal),
            _ => None,
        };
        if let Some(why) = why {
            return Some(self.says(why));
        }
        let at =
            self.squad.ball_at().map_or(String::new(), |spot| self.options.field.name_of(spot));
        match verb {
            SoccerVerb::Pass if self.receivers().is_empty() => {
                Some(format!("No onside checker is in reach of a pass{}.", self.by_roll()))
            }
            SoccerVerb::Steal if self.thieves().is_empty() => Some(format!(
                "No checker that can still move reaches the ball on {at}{}.",
                self.by_roll()
            )),
            _ => None,
        }
    }

    /// Names the roll at the end of a sentence, if there is one.
    fn by_roll(&self) -> String {
        match self.play.roll {
            Some(Roll::Risk(Risk::Pass, _)) | None => String::new(),
            Some(roll) => format!(" by {}", roll.name()),
        }
    }
}
