//! What players are asked, and how actions are written.
use super::{
    Action, End, Kind, Metasoccer, Phase, SIDES,
    dice::{Chess, Dice, Risk, Roll},
    field::Spot,
};
use crate::{
    game::{Outcome, Prompt, PromptKind, Status},
    seat::Seat,
};

impl Kind {
    /// Names the play as one says it: `a throw-in`.
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Open | Kind::AfterSteal => "open play",
            Kind::KickOff => "the kick-off",
            Kind::ThrowIn => "a throw-in",
            Kind::Corner => "a corner kick",
            Kind::Indirect => "an indirect kick",
            Kind::Direct => "a direct kick",
            Kind::GoalieKick => "a goalie kick",
            Kind::Penalty => "a penalty kick",
        }
    }

    /// Names the play in a word for scripts.
    pub(super) fn word(self) -> &'static str {
        match self {
            Kind::Open => "open",
            Kind::KickOff => "kick-off",
            Kind::AfterSteal => "after-steal",
            Kind::ThrowIn => "throw-in",
            Kind::Corner => "corner",
            Kind::Indirect => "indirect",
            Kind::Direct => "direct",
            Kind::GoalieKick => "goalie-kick",
            Kind::Penalty => "penalty",
        }
    }
}

impl Metasoccer {
    pub(super) fn status_in_words(&self) -> Status {
        let Some(seat) = self.asked() else { return Status::Over(self.outcome()) };
        let answers = matches!(
            self.phase,
            Phase::Reset { .. } | Phase::Guard | Phase::Robbed { .. } | Phase::Pick { .. }
        );
        let reacts = answers && seat != self.play.side;
        let kind = if reacts { PromptKind::Reaction } else { PromptKind::Turn };
        Status::Waiting(vec![Prompt { seat, kind, ask: self.ask() }])
    }

    /// Asks for what is owed, in one line.
    pub(super) fn ask(&self) -> String {
        let name =
            |at: Option<Spot>| at.map_or("nowhere".to_owned(), |it| self.options.field.name_of(it));
        let ball = name(self.squad.ball_at());
        let kind = self.play.kind;
        match &self.phase {
            Phase::Over(_) => "it is over".to_owned(),
            Phase::Reset { .. } if kind == Kind::KickOff => {
                "set up for the kick-off: take a formation, move checkers, then `ready`".to_owned()
            }
            Phase::Reset { only: Some(_), .. } => format!(
                "{} at {ball}: your checkers made room; move them elsewhere two squares from the ball, or `ready`",
                kind.name()
            ),
            Phase::Reset { .. } => {
                format!("{} at {ball}: re-place your checkers (d5-e7), or `ready`", kind.name())
            }
            Phase::Goalie => {
                "goalie kick: say from which square of the box your goalie kicks".to_owned()
            }
            Phase::Kicker => "penalty kick: say who kicks and from which square".to_owned(),
            Phase::Guard => {
                format!("penalty kick from {ball}: put your goalie before a goal square")
            }
            Phase::Back => "bring your checkers back onto the field".to_owned(),
            Phase::Roll => self.ask_roll(&ball),
            Phase::Act => self.ask_act(&ball),
            Phase::Robbed { .. } => format!("your checker on {ball} was robbed: say where it goes"),
            Phase::Loot => format!("you won the ball on {ball} by five: `boot` it, or `keep` it"),
            Phase::Pick { at: Some(at), .. } => {
                format!("the ball comes down on {}: pick who takes it", name(Some(*at)))
            }
            Phase::Pick { at: None, .. } => {
                "pick who of your nearest checkers gets the ball".to_owned()
            }
            Phase::Expel => "name who is sent off instead of your goalie".to_owned(),
        }
    }

    fn ask_roll(&self, ball: &str) -> String {
        let role = if self.attacks() { "on offense" } else { "on defense" };
        let resets = if self.may_reset(self.play.side) { "re-place your checkers or " } else { "" };
        match self.play.kind {
            Kind::Open if self.attacks() => format!("roll chess or risk ({role}, ball on {ball})"),
            Kind::Open => format!("roll chess ({role}, ball on {ball})"),
            Kind::AfterSteal => format!("roll chess ({role} after the steal, ball on {ball})"),
            Kind::GoalieKick => {
                format!(
                    "{resets}kick from {ball}: roll chess for a throw, or numbers straight ahead"
                )
            }
            Kind::Penalty => format!("penalty kick from {ball}: roll chess or risk"),
            Kind::Direct => format!("direct kick at {ball}: roll chess or risk"),
            kind => format!("{resets}roll chess for {} at {ball}", kind.name()),
        }
    }

    fn ask_act(&self, ball: &str) -> String {
        let Some(roll) = self.play.roll else { return "go on".to_owned() };
        let rolled = roll.name();
        if self.play.kind == Kind::Penalty {
            return match roll {
                Roll::Risk(Risk::Pass, _) => {
                    format!("{rolled}: pass to anybody not offside, or end")
                }
                Roll::Risk(Risk::Boot, _) => {
                    format!("{rolled}: boot with that number or with two new dice, or end")
                }
                _ => format!("{rolled}: shoot from {ball}"),
            };
        }
        if self.throws_in() {
            return format!("{rolled}: move checkers, then throw from {ball}");
        }
        let may = match roll {
            Roll::Chess(Chess::King, _) if self.attacks() => "dribble or end",
            Roll::Chess(..) if self.attacks() => "move any checkers, pass once, then end",
            Roll::Chess(..) => "move any checkers, steal last, or end",
            Roll::Risk(Risk::Joker, _) => {
                "one chess move, dribble or pass of the checker with the ball"
            }
            Roll::Risk(Risk::Double, _) => "jump with the checker that has the ball, twice at most",
            Roll::Risk(Risk::Pass, _) => "pass to anybody not offside, or end",
            Roll::Risk(Risk::Boot, _) => "boot with that number or with two new dice, or end",
            Roll::Risk(Risk::Turnover | Risk::Penalty, _) | Roll::Numbers(..) => "end",
        };
        format!("{rolled}: {may}")
    }

    fn outcome(&self) -> Outcome {
        let (south, north) = (self.score.first, self.score.second);
        let leads = match south.cmp(&north) {
            std::cmp::Ordering::Greater => Some(Seat::First),
            std::cmp::Ordering::Less => Some(Seat::Second),
            std::cmp::Ordering::Equal => None,
        };
        match self.phase {
            Phase::Over(End::Few(seat)) => Outcome {
                winner: Some(seat.other()),
                why: format!("{} has too few checkers left", SIDES[seat.index()]),
            },
            Phase::Over(End::Goal) => Outcome {
                winner: leads,
                why: format!("a golden goal, South {south}, North {north}"),
            },
            _ => Outcome { winner: leads, why: format!("full time, South {south}, North {north}") },
        }
    }

    pub(super) fn write_action(&self, action: &Action) -> String {
        let name = |at: &Spot| self.options.field.name_of(*at);
        match action {
            Action::Ready => "ready".to_owned(),
            Action::Auto(on) => format!("auto {}", if *on { "on" } else { "off" }),
            Action::Form(formation) => format!("formation {}", formation.name()),
            Action::Taker(number) => format!("taker {}", shirt(*number)),
            Action::Roll(Dice::Chess) => "roll chess".to_owned(),
            Action::Roll(Dice::Risk) => "roll risk".to_owned(),
            Action::Roll(Dice::Numbers) => "roll numbers".to_owned(),
            Action::Move { from, to, aside } => {
                let sign = if self.squad.is_free(*to) { '-' } else { 'x' };
                let aside = aside.map_or(String::new(), |it| format!(">{}", name(&it)));
                format!("{}{sign}{}{aside}", name(from), name(to))
            }
            Action::Fly { from, way, pass } => {
                format!("run {} {} pass {}", name(from), way.name(), name(pass))
            }
            Action::Dribble(path) => {
                let squares: Vec<String> = path.iter().map(name).collect();
                format!("dribble {}", squares.join(" "))
            }
            Action::Pass(to) => format!("pass {}", name(to)),
            Action::Steal(from) => format!("steal {}", name(from)),
            Action::Boot { way, dice } => format!("boot {} {dice}", way.name()),
            Action::Throw(to) => format!("throw {}", name(to)),
            Action::Shoot(to) => format!("shoot {}", name(to)),
            Action::Goalie(to) => format!("goalie {}", name(to)),
            Action::Kicker { number, to } => format!("kicker {} {}", shirt(*number), name(to)),
            Action::Pick(number) => format!("pick {}", shirt(*number)),
            Action::Expel(number) => format!("expel {}", shirt(*number)),
            Action::To(to) => format!("to {}", name(to)),
            Action::Keep => "keep".to_owned(),
            Action::End => "end".to_owned(),
        }
    }
}

/// Writes a number as on the shirt.
fn shirt(number: u8) -> String {
    if number == 1 { "GK".to_owned() } else { number.to_string() }
}
