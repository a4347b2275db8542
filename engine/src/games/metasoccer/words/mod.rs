//! What players are asked, and how actions are written.
mod labels;
pub(super) mod read;
pub(super) mod read_move;
mod remark;
pub(super) mod tell;
pub(super) mod verb;

use super::{
    Action, End, Finish, Metasoccer, Phase, PlayKind, SIDES,
    dice::{Chess, DiceTaken, Risk, Roll},
    field::Spot,
};
use crate::{
    game::{Outcome, Prompt, PromptKind, Status},
    seat::{BySeat, Seat},
};

impl PlayKind {
    /// Returns the noun for the play: `throw-in`.
    pub(super) fn noun(self) -> &'static str {
        match self {
            PlayKind::Open => "open play",
            PlayKind::AfterSteal => "turn after the steal",
            PlayKind::KickOff => "kick-off",
            PlayKind::ThrowIn => "throw-in",
            PlayKind::Corner => "corner kick",
            PlayKind::Indirect => "indirect kick",
            PlayKind::Direct => "direct kick",
            PlayKind::GoalieKick => "goalie kick",
            PlayKind::Penalty => "penalty kick",
        }
    }

    /// Says what is special about the play, in a few words; none in open play.
    pub(super) fn rule(self) -> Option<&'static str> {
        match self {
            PlayKind::Open => None,
            PlayKind::KickOff | PlayKind::AfterSteal => Some("Chess die only"),
            PlayKind::ThrowIn => Some("the throw comes last, nobody is offside"),
            PlayKind::Corner => Some("nobody is offside"),
            PlayKind::Indirect => Some("Chess die, no goal before a pass"),
            PlayKind::Direct => Some("Chess or RISK die, a goal counts at once"),
            PlayKind::GoalieKick => Some("a throw with the Chess die, or two Numbers dice"),
            PlayKind::Penalty => Some("one shot with the Chess or RISK die, nobody else moves"),
        }
    }

    /// Names the play in a word for scripts.
    pub(super) fn word(self) -> &'static str {
        match self {
            PlayKind::Open => "open",
            PlayKind::KickOff => "kick-off",
            PlayKind::AfterSteal => "after-steal",
            PlayKind::ThrowIn => "throw-in",
            PlayKind::Corner => "corner",
            PlayKind::Indirect => "indirect",
            PlayKind::Direct => "direct",
            PlayKind::GoalieKick => "goalie-kick",
            PlayKind::Penalty => "penalty",
        }
    }
}

impl Metasoccer {
    pub(super) fn status_in_words(&self) -> Status<Finish> {
        let Some(seat) = self.asked() else { return Status::Over(self.outcome()) };
        let answers = matches!(
            self.phase,
            Phase::Reset { .. } | Phase::Guard | Phase::Robbed { .. } | Phase::Pick { .. }
        );
        let reacts = answers && seat != self.play.side;
        let kind = if reacts { PromptKind::Reaction } else { PromptKind::Turn };
        Status::Waiting(vec![Prompt { seat, kind, ask: self.ask() }])
    }

    /// Words the current decision in one line that continues `you may`.
    pub(super) fn ask(&self) -> String {
        let name = |at: Option<Spot>| {
            at.map_or("nowhere".to_owned(), |spot| self.options.field.name_of(spot))
        };
        let ball = name(self.squad.ball_at());
        let kind = self.play.kind;
        match &self.phase {
            Phase::Over(_) => "do nothing more".to_owned(),
            Phase::Reset { .. } if kind == PlayKind::KickOff => {
                "set up for the kick-off: choose a formation, move checkers, then choose Ready"
                    .to_owned()
            }
            Phase::Reset { only: Some(_), .. } => format!(
                "choose Ready for {}, or move checkers that made room to other squares two from \
                 the ball",
                self.restart_at(&ball)
            ),
            Phase::Reset { .. } => {
                format!(
                    "choose Ready for {}, or rearrange your checkers first",
                    self.restart_at(&ball)
                )
            }
            Phase::Goalie => {
                format!(
                    "choose the square of the box from which the goalie kicks{}",
                    self.by_default()
                )
            }
            Phase::Kicker => "choose who kicks the penalty, and from which square".to_owned(),
            Phase::Guard => {
                let default = self.by_default();
                format!(
                    "put the goalie in front of a goal square against the penalty kick from \
                     {ball}{default}"
                )
            }
            Phase::Back => format!("bring checkers back onto the field{}", self.by_default()),
            Phase::Roll => self.ask_roll(&ball),
            Phase::Act => self.ask_act(&ball),
            Phase::Robbed { .. } => {
                format!(
                    "choose where the checker that lost the ball on {ball} goes{}",
                    self.by_default()
                )
            }
            Phase::Loot => format!("boot the ball won on {ball}, or keep it"),
            Phase::Pick { at: Some(at), .. } => {
                let (at, default) = (name(Some(*at)), self.by_default());
                format!("pick who takes the ball that lands on {at}{default}")
            }
            Phase::Pick { at: None, .. } => {
                format!("pick which of the nearest checkers gets the ball{}", self.by_default())
            }
            Phase::Expel => "choose who is sent off instead of the goalie".to_owned(),
        }
    }

    /// Says what `default` does, if the question has one.
    fn by_default(&self) -> String {
        let first = self.asked().and_then(|seat| self.trifles(seat).into_iter().next());
        first.map_or(String::new(), |action| {
            let says = match action {
                Action::Goalie(at) | Action::To(at) => self.options.field.name_of(at),
                Action::Pick(number) => shirt(number),
                action => self.write_action(&action),
            };
            format!(" (default {says})")
        })
    }

    /// Names the kick or throw to come, and its side.
    fn restart_at(&self, ball: &str) -> String {
        format!("{}'s {} at {ball}", SIDES[self.play.side.index()], self.play.kind.noun())
    }

    fn ask_roll(&self, ball: &str) -> String {
        match self.play.kind {
            PlayKind::Open if self.attacks() => {
                format!("roll Chess or RISK (you have the ball on {ball})")
            }
            PlayKind::Open => format!("roll Chess (they have the ball on {ball})"),
            PlayKind::AfterSteal => format!("roll Chess (you stole the ball on {ball})"),
            PlayKind::GoalieKick => {
                format!(
                    "rearrange your checkers, or roll Chess for a throw or Numbers for a kick straight ahead (goalie kick from {ball})"
                )
            }
            PlayKind::Penalty => format!("roll Chess or RISK (penalty kick from {ball})"),
            kind => {
                let risk = self.dice_open().contains(&DiceTaken::Risk);
                let noun = kind.noun();
                match (self.may_reset(self.play.side), risk) {
                    (true, true) => format!(
                        "rearrange your checkers, or roll Chess or RISK for the {noun} at {ball}"
                    ),
                    (true, false) => format!(
                        "rearrange your checkers, or roll the Chess die for the {noun} at {ball}"
                    ),
                    (false, true) => format!("roll Chess or RISK ({noun} at {ball})"),
                    (false, false) => format!("roll Chess ({noun} at {ball})"),
                }
            }
        }
    }

    fn ask_act(&self, ball: &str) -> String {
        let Some(roll) = self.play.roll else { return "go on".to_owned() };
        let with_roll = |may: &str, note: &str| match self.play.kind {
            PlayKind::Open => format!("{may} ({}; {note})", roll.name()),
            kind => format!("{may} ({}; {}; {note})", roll.name(), kind.noun()),
        };
        let may = match roll {
            Roll::Risk(Risk::Pass, _) => "pass to any checker that isn't offside, or end",
            Roll::Risk(Risk::Boot, _) => "boot with this number or with two new dice, or end",
            _ if self.play.kind == PlayKind::Penalty => {
                return format!("shoot from {ball} ({})", roll.name());
            }
            _ if self.throws_in() => {
                return format!("move checkers, then throw from {ball} ({})", roll.name());
            }
            Roll::Chess(Chess::King, _) if self.attacks() => "dribble, or end",
            Roll::Chess(..) if self.attacks() && self.play.passed => {
                return with_roll("move checkers, then end", "you've passed the ball");
            }
            Roll::Chess(..) if self.attacks() => "move checkers and pass once, then end",
            Roll::Chess(..) if self.thieves().is_empty() => {
                return with_roll("move checkers, or end", "nobody can reach the ball");
            }
            Roll::Chess(..) => "move checkers and steal last, or end",
            Roll::Risk(Risk::Joker, _) => "move by any face, dribble or pass with the ball, or end",
            Roll::Risk(Risk::Double, _) => "jump twice with the ball, or end",
            Roll::Risk(Risk::Turnover | Risk::Penalty, _) | Roll::Numbers(..) => "end",
        };
        match self.play.kind {
            PlayKind::Open => format!("{may} ({})", roll.name()),
            PlayKind::Indirect => {
                format!("{may} ({}; indirect kick, no goal before a pass)", roll.name())
            }
            kind => format!("{may} ({}; {})", roll.name(), kind.noun()),
        }
    }

    fn outcome(&self) -> Outcome<Finish> {
        let leads = match self.score.first.cmp(&self.score.second) {
            std::cmp::Ordering::Greater => Some(Seat::First),
            std::cmp::Ordering::Less => Some(Seat::Second),
            std::cmp::Ordering::Equal => None,
        };
        match self.phase {
            Phase::Over(End::Few(seat)) => {
                Outcome { winner: Some(seat.other()), why: Finish::Few(seat) }
            }
            Phase::Over(End::Goal) => Outcome { winner: leads, why: Finish::Goal(self.score) },
            _ => Outcome { winner: leads, why: Finish::Time(self.score) },
        }
    }

    pub(super) fn write_action(&self, action: &Action) -> String {
        let name = |at: &Spot| self.options.field.name_of(*at);
        match action {
            Action::Ready => "ready".to_owned(),
            Action::Auto(on) => format!("auto {}", if *on { "on" } else { "off" }),
            Action::Form(formation) => format!("formation {}", formation.name()),
            Action::Taker(number) => format!("taker {}", shirt(*number)),
            Action::Roll(DiceTaken::Chess) => "roll chess".to_owned(),
            Action::Roll(DiceTaken::Risk) => "roll risk".to_owned(),
            Action::Roll(DiceTaken::Numbers) => "roll numbers".to_owned(),
            Action::Move { from, to, aside } => {
                let sign = if self.squad.is_free(*to) { '-' } else { 'x' };
                let aside = aside.map_or(String::new(), |spot| format!(">{}", name(&spot)));
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

/// Says why a match ended, as the end of a sentence.
pub(super) fn why(end: Finish) -> String {
    let score = |BySeat { first, second }| format!("{} {first}, {} {second}", SIDES[0], SIDES[1]);
    match end {
        Finish::Few(seat) => format!("{} has too few checkers left", SIDES[seat.index()]),
        Finish::Goal(at) => format!("a golden goal, {}", score(at)),
        Finish::Time(at) => format!("full time, {}", score(at)),
    }
}

/// Writes a shirt number.
fn shirt(number: u8) -> String {
    if number == 1 { "GK".to_owned() } else { number.to_string() }
}
