//! What controls show: `No. 7: f8 → f11`, `Pass to No. 9 on g10`, and what each does.
use crate::games::metasoccer::{
    Action, Metasoccer, Phase, PlayKind,
    dice::{DiceTaken, Risk, Roll},
    field::Spot,
    squad::Id,
};
use crate::{
    checkers::label::way,
    game::{Emphasis, Group, Label, label::joined},
    seat::Seat,
};

/// The weights of what scores, brings the ball ahead, passes, pushes or wins it, and ends the turn.
const SCORES: u8 = 4;
const AHEAD: u8 = 3;
const MATTERS: u8 = 2;
const ENDS: u8 = 1;

impl Metasoccer {
    pub(in crate::games::metasoccer) fn label_of(&self, seat: Seat, action: &Action) -> Label {
        let name = |at: &Spot| self.options.field.name_of(*at);
        let ball = self.squad.ball_at().map_or(String::new(), |it| name(&it));
        match action {
            Action::Ready => {
                Label::new("Ready").explained("everybody stays put").with(Emphasis::Main)
            }
            Action::Auto(true) => Label::new("Always take the default")
                .explained("for small questions like this one")
                .with(Emphasis::Aside),
            Action::Auto(false) => {
                Label::new("Ask me about small things too").with(Emphasis::Aside)
            }
            Action::Form(formation) => Label::new(format!("Formation {}", formation.name())),
            Action::Taker(number) => {
                let who = Id { seat, number: *number };
                let at = self
                    .squad
                    .at(who)
                    .map_or(String::new(), |spot| format!("from {}", name(&spot)));
                Label::new(format!("{} takes it", who.numbered())).explained(at)
            }
            Action::Roll(dice) => label_of_roll(*dice),
            Action::Move { from, to, aside } => self.label_of_move(*from, *to, *aside),
            Action::Fly { from, way, pass } => Label::new(format!(
                "{} runs {} from {}, pass at {}",
                self.named_on(*from),
                way.name(),
                name(from),
                name(pass)
            ))
            .explained("takes the ball on the way"),
            Action::Dribble(path) => self.label_of_dribble(path),
            Action::Pass(to) => {
                Label::new(format!("Pass to {} on {}", self.named_on(*to), name(to)))
                    .signed("risk-pass")
                    .weighing(if self.is_ahead(seat, *to) { AHEAD } else { MATTERS })
            }
            Action::Steal(from) => {
                Label::new(format!("Steal with {} from {}", self.named_on(*from), name(from)))
                    .explained(format!("goes for the ball on {ball} and ends your turn"))
                    .weighing(MATTERS)
            }
            Action::Boot { way, dice } => {
                let (by, explains) = match (dice, self.play.roll) {
                    (1, Some(Roll::Risk(Risk::Boot, far))) => {
                        (format!("by the {far}"), format!("flies {far} squares over everybody"))
                    }
                    (1, _) => {
                        ("with one die".to_owned(), "flies as far as one die says".to_owned())
                    }
                    _ => {
                        ("with two dice".to_owned(), "flies as far as two new dice say".to_owned())
                    }
                };
                Label::new(format!("Boot {} {by}", way.name()))
                    .explained(explains)
                    .signed("risk-boot")
                    .weighing(MATTERS)
            }
            Action::Throw(to) => {
                let mate = self.squad.on(*to).filter(|it| it.seat == seat);
                let to_whom =
                    mate.map_or(String::new(), |player| format!(" to {}", player.numbered()));
                Label::new(format!("Throw{to_whom} at {}", name(to)))
            }
            Action::Shoot(to) => {
                let goal = self.options.field.goal(*to).map(|_| "into the goal".to_owned());
                Label::new(format!("Shoot at {}", name(to)))
                    .explained(joined([goal]))
                    .signed("football")
            }
            Action::Goalie(to) => Label::new(format!("Goalie to {}", name(to))),
            Action::Kicker { number, to } => Label::new(format!(
                "{} kicks from {}",
                Id { seat, number: *number }.numbered(),
                name(to)
            )),
            Action::Pick(number) => {
                let at = self.squad.at(Id { seat, number: *number });
                let on = at.map_or(String::new(), |spot| format!("now on {}", name(&spot)));
                Label::new(format!("{} gets the ball", Id { seat, number: *number }.numbered()))
                    .explained(on)
            }
            Action::Expel(number) => {
                let at = self.squad.at(Id { seat, number: *number });
                let on = at.map_or(String::new(), |spot| format!("now on {}", name(&spot)));
                Label::new(format!("Send off {}", Id { seat, number: *number }.numbered()))
                    .explained(on)
            }
            Action::To(to) => Label::new(format!("To {}", name(to))),
            Action::Keep => Label::new("Keep the ball").with(Emphasis::Aside),
            // By ear it must be near, and not behind every checker that can move.
            Action::End => Label::new("End the turn").with(Emphasis::Ends).weighing(ENDS),
        }
    }

    pub(in crate::games::metasoccer) fn group_of(&self, begins: &str) -> Group {
        let words: Vec<&str> = begins.trim_end_matches('*').split_whitespace().collect();
        match &words[..] {
            [] => Group::new("", self.asks()),
            ["pass", ..] => Group::new("Pass the ball", "To whom?").signed("risk-pass"),
            ["dribble"] => Group::new("Dribble", "Which way?"),
            ["dribble", path @ ..] => {
                let path: Vec<&str> = path.iter().map(|it| it.trim_end_matches('-')).collect();
                Group::new(format!("Dribble {} …", path.join(" → ")), "And then?")
            }
            ["run"] => Group::new("Run and take a pass", "Who runs?"),
            ["run", from, ..] => {
                let who = self.spot(from).map_or(String::new(), |spot| self.named_on(spot));
                Group::new(format!("{who} runs from {from} and takes a pass"), "Which way?")
            }
            ["boot", ..] => Group::new("Boot the ball", "Which way?").signed("risk-boot"),
            ["steal", ..] => Group::new("Steal the ball", "Who?"),
            ["throw", ..] => Group::new("Throw the ball", "Where to?"),
            ["shoot", ..] => Group::new("Shoot", "At which square?").signed("football"),
            ["goalie", ..] => Group::new("Move the goalie", "To which square?"),
            ["kicker"] => Group::new("Choose the kicker", "Who kicks?"),
            ["kicker", who, ..] => {
                Group::new(format!("{} kicks", kicker_named(who)), "From which square?")
            }
            ["taker", ..] => Group::new("Choose who takes it", "Who?"),
            ["formation", ..] => Group::new("Choose a formation", "Which one?"),
            ["roll", ..] => Group::new("Roll the dice", "Which dice?").signed("die-5"),
            ["pick", ..] => Group::new("Pick who gets the ball", "Who?"),
            ["auto", ..] => Group::new("Small questions", "How?"),
            _ => self.group_of_moves(begins).unwrap_or_else(|| Group::typed(begins)),
        }
    }

    fn group_of_moves(&self, begins: &str) -> Option<Group> {
        let plain = begins.trim_end_matches('*').trim_end_matches(['-', 'x', '>']);
        if let Some(from) = self.spot(plain) {
            let who = self.squad.on(from)?;
            let what = if begins.contains('x') { " pushes from" } else { " on" };
            return Some(Group::new(format!("{}{what} {plain}", who.numbered()), "Where to?"));
        }
        if let Some((from, to)) = plain.split_once('x') {
            let who = self.named_on(self.spot(from)?);
            return Some(Group::new(format!("{who}: {from} → {to}"), "Push where to?"));
        }
        let file = matches!(plain.as_bytes(), [b'a'..=b'm']);
        file.then(|| Group::new(format!("Checkers on file {plain}"), "Who?"))
    }

    fn spot(&self, name: &str) -> Option<Spot> {
        self.options.field.spot(name)
    }

    /// Asks for what is open now.
    fn asks(&self) -> &'static str {
        match self.phase {
            Phase::Reset { .. } if self.play.kind == PlayKind::KickOff => "Which formation?",
            Phase::Reset { .. } => "Ready?",
            Phase::Goalie | Phase::Guard => "Where does the goalie stand?",
            Phase::Kicker => "Who kicks, and from where?",
            Phase::Back => "Where to?",
            Phase::Roll => "Which dice?",
            Phase::Robbed { .. } => "Where does the robbed checker go?",
            Phase::Loot => "Boot the ball?",
            Phase::Pick { .. } => "Who gets the ball?",
            Phase::Expel => "Who is sent off?",
            Phase::Act | Phase::Over(_) => "What do you do?",
        }
    }

    fn label_of_move(&self, from: Spot, to: Spot, aside: Option<Spot>) -> Label {
        let name = |at: Spot| self.options.field.name_of(at);
        let who = self.squad.on(from);
        let mut says = format!("{}: {}", self.named_on(from), way(name(from), &[name(to)]));
        if let Some(aside) = aside {
            says.push_str(&format!(", pushes to {}", name(aside)));
        }
        let with_ball = who.is_some() && who == self.squad.ball;
        let scores = with_ball && self.options.field.goal(to).is_some();
        let pushed = self.squad.on(to).filter(|_| aside.is_none());
        let explains = joined([
            scores.then(|| "scores a goal".to_owned()),
            (with_ball && !scores).then(|| "with the ball".to_owned()),
            pushed.map(|player| format!("pushes {} {}", whose(player), player.shirt())),
        ]);
        let ahead = with_ball && who.is_some_and(|player| self.is_ahead(player.seat, to));
        let weight = match (scores, ahead, pushed.is_some() || aside.is_some()) {
            (true, ..) => SCORES,
            (false, true, _) => AHEAD,
            (false, false, true) => MATTERS,
            (false, false, false) => 0,
        };
        Label::new(says).explained(explains).weighing(weight)
    }

    fn label_of_dribble(&self, path: &[Spot]) -> Label {
        let names: Vec<String> =
            path.iter().map(|spot| self.options.field.name_of(*spot)).collect();
        let says = match names.split_first() {
            Some((from, rest)) => format!("Dribble {}", way(from, rest)),
            None => "Dribble".to_owned(),
        };
        let (weight, explains) = match self.dribbled(path) {
            Ok(dribble) if dribble.goal => (SCORES, "scores a goal".to_owned()),
            _ => {
                let met = |spot: &Spot| self.squad.on(*spot);
                let met: Vec<Id> = path.iter().skip(1).filter_map(met).collect();
                let meets = joined(met.iter().map(|player| {
                    let verb = if Some(player.seat) == self.squad.owner() {
                        "hands off to"
                    } else {
                        "pushes"
                    };
                    Some(format!("{verb} {}", player.numbered()))
                }));
                (0, meets)
            }
        };
        Label::new(says).explained(explains).weighing(weight)
    }

    /// Tells whether a square is further up the field for a side than the ball.
    fn is_ahead(&self, seat: Seat, to: Spot) -> bool {
        let rank = |at: Spot| self.options.field.rank_of(seat, at);
        self.squad.ball_at().is_some_and(|at| rank(at) < rank(to))
    }

    /// Names the checker on a square: `No. 7`.
    fn named_on(&self, at: Spot) -> String {
        self.squad.on(at).map_or_else(|| "?".to_owned(), Id::numbered)
    }
}

/// Names a kicker as it is typed, `9` or `gk`.
fn kicker_named(typed: &str) -> String {
    match typed.parse::<u8>() {
        Ok(number) => format!("No. {number}"),
        Err(_) => typed.to_uppercase(),
    }
}

fn whose(who: Id) -> &'static str {
    match who.seat {
        Seat::First => "South's",
        Seat::Second => "North's",
    }
}

fn label_of_roll(dice: DiceTaken) -> Label {
    let (says, explains, sign) = match dice {
        DiceTaken::Chess => {
            ("Roll the Chess die", "any of your checkers can move by it", "die-knight")
        }
        DiceTaken::Risk => (
            "Roll the RISK die",
            "only the checker with the ball: a pass, a boot, or a foul",
            "risk-joker",
        ),
        DiceTaken::Numbers => ("Roll two Numbers dice", "a kick straight ahead", "die-5"),
    };
    Label::new(says).explained(explains).with(Emphasis::Main).signed(sign)
}
