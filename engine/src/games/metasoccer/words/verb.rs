//! The kinds of words there are, and why none of a kind are open at a time.
use crate::games::metasoccer::{
    Action, Kind, Metasoccer, Phase, SIDES,
    dice::{Risk, Roll},
    field::Spot,
    why::reasons::Why,
};
use crate::seat::Seat;

/// A kind of words, by the word they begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::metasoccer) enum Verb {
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
    /// Returns the kind of words that an action is written in.
    pub(in crate::games::metasoccer) fn verb(&self) -> Verb {
        match self {
            Action::Ready => Verb::Ready,
            Action::Auto(_) => Verb::Auto,
            Action::Form(_) => Verb::Form,
            Action::Taker(_) => Verb::Taker,
            Action::Roll(_) => Verb::Roll,
            Action::Move { .. } => Verb::Move,
            Action::Fly { .. } => Verb::Fly,
            Action::Dribble(_) => Verb::Dribble,
            Action::Pass(_) => Verb::Pass,
            Action::Steal(_) => Verb::Steal,
            Action::Boot { .. } => Verb::Boot,
            Action::Throw(_) => Verb::Throw,
            Action::Shoot(_) => Verb::Shoot,
            Action::Goalie(_) => Verb::Goalie,
            Action::Kicker { .. } => Verb::Kicker,
            Action::Pick(_) => Verb::Pick,
            Action::Expel(_) => Verb::Expel,
            Action::To(_) => Verb::To,
            Action::Keep => Verb::Keep,
            Action::End => Verb::End,
        }
    }

    /// Returns the square of the checker that an action moves, where it names one.
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
    /// Says why no words of a kind are open to the seat that is asked; none if some may be.
    pub(in crate::games::metasoccer) fn closed(&self, seat: Seat, verb: Verb) -> Option<String> {
        let acts = self.phase == Phase::Act;
        let kind = self.play.kind;
        let says = match verb {
            Verb::Auto => return None,
            Verb::Ready => return self.ready_closed(seat),
            Verb::Form => return self.form_closed(seat),
            Verb::Roll => return self.roll_closed(),
            Verb::End => return self.end_closed(seat),
            Verb::Move | Verb::Push => return self.move_closed(seat, verb),
            Verb::Dribble | Verb::Pass | Verb::Steal if acts => return self.ball_closed(verb),
            Verb::Fly if acts => return None,
            Verb::Fly => format!("You can't run now: {}.", self.idle()),
            Verb::Dribble => format!("A dribble comes after a roll: {}.", self.idle()),
            Verb::Pass => format!("A pass comes after a roll: {}.", self.idle()),
            Verb::Steal => {
                format!(
                    "A steal is the last thing the defense does with its roll: {}.",
                    self.idle()
                )
            }
            Verb::Taker if self.phase == Phase::Roll => return None,
            Verb::Taker => {
                "Only the side with a kick or throw-in can change who takes it, before it rolls."
                    .to_owned()
            }
            Verb::Boot if self.can_boot(1).is_ok() => return None,
            Verb::Boot => self.says(Why::Boot),
            Verb::Throw if acts && self.throws_in() => return None,
            Verb::Throw if matches!(kind, Kind::ThrowIn | Kind::GoalieKick) => {
                format!("You throw after the roll: {}.", self.idle())
            }
            Verb::Throw => {
                "You throw only at a throw-in or a goalie kick; in open play, pass.".to_owned()
            }
            Verb::Shoot if kind == Kind::Penalty && acts => return None,
            Verb::Shoot if kind == Kind::Penalty => {
                format!("The shot comes after the roll: {}.", self.idle())
            }
            Verb::Shoot => {
                "Only penalty kicks are shot. Otherwise the ball carrier must get into the goal."
                    .to_owned()
            }
            Verb::Goalie if matches!(self.phase, Phase::Goalie | Phase::Guard) => return None,
            Verb::Goalie => {
                "You place a goalie only before its own kick or against a penalty kick. Otherwise \
                 it moves like other checkers."
                    .to_owned()
            }
            Verb::Kicker if self.phase == Phase::Kicker => return None,
            Verb::Kicker => {
                "The side with a penalty kick names its kicker once, before the goalie is placed."
                    .to_owned()
            }
            Verb::Pick if matches!(self.phase, Phase::Pick { .. }) => return None,
            Verb::Pick => {
                "You pick a checker only if several are equally near the ball.".to_owned()
            }
            Verb::Expel if self.phase == Phase::Expel => return None,
            Verb::Expel => {
                "You name a checker to send off only in place of a goalie with the ball.".to_owned()
            }
            Verb::To if matches!(self.phase, Phase::Robbed { .. }) => return None,
            Verb::To => "`to` and a square is for a checker that has just lost the ball to a \
                         steal."
                .to_owned(),
            Verb::Keep if self.phase == Phase::Loot => return None,
            Verb::Keep => "You have no boot to decline.".to_owned(),
        };
        Some(says)
    }

    /// Says why nobody uses a roll.
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
        match self.play.kind == Kind::KickOff && self.may_reset(seat) {
            true => None,
            false => Some("You can take a formation only before a kick-off.".to_owned()),
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

    fn move_closed(&self, seat: Seat, verb: Verb) -> Option<String> {
        let pushes = |it: &Action| match it {
            Action::Move { to, .. } => !self.squad.is_free(*to),
            _ => false,
        };
        match self.phase {
            Phase::Act if self.play.kind == Kind::Penalty => Some(self.says(Why::Shoot)),
            Phase::Act if verb == Verb::Push && !self.actions().iter().any(pushes) => {
                Some(format!("Nobody can be pushed{}.", self.by_roll()))
            }
            Phase::Act => None,
            Phase::Back | Phase::Reset { .. } if verb == Verb::Move => None,
            _ if self.may_reset(seat) && verb == Verb::Move => None,
            _ if verb == Verb::Push => Some(format!("You can't push now: {}.", self.idle())),
            _ => Some(format!("You can't move now: {}.", self.idle())),
        }
    }

    /// Says why the ball is not dribbled, passed or stolen by this roll.
    fn ball_closed(&self, verb: Verb) -> Option<String> {
        let why = match verb {
            Verb::Dribble => self.may_dribble().err(),
            Verb::Pass if !self.attacks() => Some(Why::NoBall),
            Verb::Pass => self.pass_left().err(),
            _ if self.attacks() => Some(Why::Steal),
            _ => None,
        };
        if let Some(why) = why {
            return Some(self.says(why));
        }
        let at = self.squad.ball_at().map_or(String::new(), |it| self.options.field.name_of(it));
        match verb {
            Verb::Pass if self.receivers().is_empty() => {
                Some(format!("No onside checker is in reach of a pass{}.", self.by_roll()))
            }
            Verb::Steal if self.thieves().is_empty() => Some(format!(
                "No checker that can still move reaches the ball on {at}{}.",
                self.by_roll()
            )),
            _ => None,
        }
    }

    /// Names the roll at the end of a sentence, if there is one to blame.
    fn by_roll(&self) -> String {
        match self.play.roll {
            Some(Roll::Risk(Risk::Pass, _)) | None => String::new(),
            Some(roll) => format!(" by {}", roll.name()),
        }
    }
}
