//! Reading what players type.
use crate::games::metasoccer::{
    Action, Metasoccer, Phase, PlayKind,
    dice::DiceTaken,
    field::{Spot, Way},
    formation::Formation,
    squad::{FULL, Id},
    why::reasons::Objection,
    words::verb::SoccerVerb,
};
use crate::{
    quote::short,
    refusal::{Code, Refusal},
    seat::Seat,
};

/// The most lines a refusal offers.
pub(in crate::games::metasoccer) const OFFERED: usize = 24;

/// The longest text that is read, in bytes: the longest dribble, with room to spare.
const LONGEST: usize = 200;

/// What was read.
pub(in crate::games::metasoccer) enum Read {
    Action(Action),
    /// The beginning of an action.
    Part(SoccerVerb),
    /// Words that fit all of these.
    Several(Vec<Action>),
    /// Words of a kind that name something that doesn't exist, with a sentence about it.
    Wrong(SoccerVerb, String),
    /// Words of a kind that a rule forbids, with a sentence about the rule.
    Barred(SoccerVerb, String),
    Unknown,
}

impl Metasoccer {
    pub(in crate::games::metasoccer) fn read_action(
        &self,
        seat: Seat,
        text: &str,
    ) -> Result<Action, Refusal> {
        if self.asked() != Some(seat) {
            // The refusal is the same for every action.
            self.allows(seat, &Action::End)?;
        }
        let plain = plain(text);
        let written: Vec<(Action, String)> = self
            .actions()
            .into_iter()
            .map(|action| (action.clone(), self.write_action(&action)))
            .collect();
        if let Some((action, _)) = written.iter().find(|(_, words)| words.to_lowercase() == plain) {
            return Ok(action.clone());
        }
        let starts = |(_, words): &&(Action, String)| {
            !plain.is_empty() && words.to_lowercase().starts_with(&plain)
        };
        let begun: Vec<&(Action, String)> = written.iter().filter(starts).collect();
        let completions = || begun.iter().map(|it| it.1.clone()).take(OFFERED).collect();
        match self.parse(seat, &plain) {
            Read::Action(action) => match self.allows(seat, &action) {
                Ok(())
                    if begun.is_empty() || self.write_action(&action).to_lowercase() == plain =>
                {
                    Ok(action)
                }
                Ok(()) => Err(Refusal::unfinished(text, completions())),
                Err(refusal) if begun.is_empty() => Err(refusal),
                Err(Refusal { says, .. }) => {
                    Err(Refusal::new(Code::Ambiguous, says).instead(completions()))
                }
            },
            Read::Several(all) => Err(Refusal::unfinished(
                text,
                all.iter().map(|action| self.write_action(action)).collect(),
            )),
            _ if !begun.is_empty() => Err(Refusal::unfinished(text, completions())),
            Read::Part(verb) => Err(match self.closed(seat, verb) {
                Some(_) => Refusal::illegal(self.not_open(seat, verb)),
                None => Refusal::new(Code::Ambiguous, format!("`{}` is incomplete.", short(text))),
            }
            .instead(self.offers(Some(verb), None))),
            Read::Barred(verb, why) => {
                Err(Refusal::illegal(why).instead(self.offers(Some(verb), None)))
            }
            Read::Wrong(verb, why) => {
                let says = match self.closed(seat, verb) {
                    Some(_) => format!("{why} {}", self.not_open(seat, verb)),
                    None => why,
                };
                Err(Refusal::new(Code::Unknown, says).instead(self.offers(Some(verb), None)))
            }
            Read::Unknown => {
                let says = if plain.is_empty() {
                    format!("That message was empty. Next: {}.", self.ask())
                } else {
                    format!("I don't understand `{}`. Next: {}.", short(text), self.ask())
                };
                Err(Refusal::unreadable(says).instead(self.offers(None, None)))
            }
        }
    }

    /// Reads plain words, whether or not they are possible now.
    fn parse(&self, seat: Seat, plain: &str) -> Read {
        if LONGEST < plain.len() {
            return Read::Unknown;
        }
        let mut words: Vec<&str> = plain.split_whitespace().collect();
        // `roll the chess dice` is `roll the chess`; `roll the dice` doesn't say which dice.
        if let [.., "chess" | "risk" | "numbers" | "number", "dice" | "die"] = words[..] {
            words.pop();
        }
        let action = match words[..] {
            [] => return Read::Unknown,
            ["ready" | "stand" | "default" | "done" | "ok"] => return self.settled_word(seat),
            ["auto", on @ ("on" | "off")] => Action::Auto(on == "on"),
            ["auto", ..] => {
                return Read::Wrong(SoccerVerb::Auto, "Say `auto on` or `auto off`.".to_owned());
            }
            ["roll"] | ["roll", "the"] => return Read::Part(SoccerVerb::Roll),
            ["roll", dice] | ["roll", "the", dice] => match dice {
                "chess" => Action::Roll(DiceTaken::Chess),
                "risk" => Action::Roll(DiceTaken::Risk),
                "numbers" | "number" => Action::Roll(DiceTaken::Numbers),
                _ => {
                    let says = "The dice are called chess, risk and numbers.".to_owned();
                    return Read::Wrong(SoccerVerb::Roll, says);
                }
            },
            ["chess"] => Action::Roll(DiceTaken::Chess),
            ["risk"] => Action::Roll(DiceTaken::Risk),
            ["kick" | "numbers"] => Action::Roll(DiceTaken::Numbers),
            ["formation"] => return Read::Part(SoccerVerb::Form),
            ["formation", name] | [name] if Formation::named(name).is_some() => {
                match Formation::named(name) {
                    Some(formation) => Action::Form(formation),
                    None => return Read::Unknown,
                }
            }
            ["formation", ..] => {
                let says = self.says(Objection::NoFormation);
                return Read::Wrong(SoccerVerb::Form, says);
            }
            ["end" | "stop"] | ["end", "turn" | "play"] => self.declines(Action::End),
            ["keep" | "decline"] | ["keep", "it" | "ball"] => self.declines(Action::Keep),
            ["boot", ref rest @ ..] => return boot_word(rest),
            ["dribble", ref squares @ ..] => return self.dribble_word(seat, squares),
            ["kicker", ref rest @ ..] => return self.kicker_word(seat, rest),
            [verb @ ("taker" | "pick" | "expel"), ref rest @ ..] => return who_word(verb, rest),
            [verb @ ("pass" | "throw" | "steal" | "shoot" | "goalie" | "to"), ref rest @ ..] => {
                return self.square_word(seat, verb, rest);
            }
            [one] if self.spot_of(seat, one).is_some() => {
                match (self.spot_of(seat, one), &self.phase) {
                    (Some(at), Phase::Robbed { .. }) => Action::To(at),
                    (Some(at), Phase::Goalie | Phase::Guard) => Action::Goalie(at),
                    (Some(at), _) => return self.stuck(at),
                    (None, _) => return Read::Unknown,
                }
            }
            _ => return self.move_word(seat, plain),
        };
        Read::Action(action)
    }

    /// Reads a word that accepts the default.
    fn settled_word(&self, seat: Seat) -> Read {
        match self.trifles(seat).into_iter().next() {
            Some(action) => Read::Action(action),
            None => Read::Action(Action::Ready),
        }
    }

    /// Accepts `keep` for `end` and vice versa, to decline a boot.
    fn declines(&self, meant: Action) -> Action {
        match self.phase {
            Phase::Loot => Action::Keep,
            Phase::Act if self.can_boot(1).is_ok() => Action::End,
            _ => meant,
        }
    }

    /// Reads a verb with a square, or with a direction that has only one square.
    fn square_word(&self, seat: Seat, word: &str, rest: &[&str]) -> Read {
        let verb = match word {
            "pass" => SoccerVerb::Pass,
            "throw" => SoccerVerb::Throw,
            "steal" => SoccerVerb::Steal,
            "shoot" => SoccerVerb::Shoot,
            "goalie" => SoccerVerb::Goalie,
            _ => SoccerVerb::To,
        };
        let (["to" | "on" | "from" | "with", at] | [at]) = *rest else {
            return match rest {
                [] | ["to" | "on" | "from" | "with"] => Read::Part(verb),
                _ => Read::Wrong(verb, format!("Add one square after `{word}`.")),
            };
        };
        let open = match verb {
            SoccerVerb::Throw => self.throws(),
            SoccerVerb::Shoot => self.shots().into_iter().map(|it| it.0).collect(),
            _ => Vec::new(),
        };
        let start = self.squad.ball_at();
        let along = |spot: &Spot| {
            Way::named(at).is_some() && start.and_then(|at| at.way_to(*spot)) == Way::named(at)
        };
        let there: Vec<Spot> = open.into_iter().filter(along).collect();
        let action = |at: Spot| match verb {
            SoccerVerb::Pass => Action::Pass(at),
            SoccerVerb::Throw => Action::Throw(at),
            SoccerVerb::Steal => Action::Steal(at),
            SoccerVerb::Shoot => Action::Shoot(at),
            SoccerVerb::Goalie => self.goalie_word(seat, at),
            _ => Action::To(at),
        };
        match (self.spot_of(seat, at), &there[..]) {
            (Some(at), _) => Read::Action(action(at)),
            (None, [only]) => Read::Action(action(*only)),
            (None, []) => match Way::named(at) {
                Some(way) if matches!(verb, SoccerVerb::Throw | SoccerVerb::Shoot) => {
                    self.no_way(verb, way)
                }
                _ => Read::Wrong(verb, self.missing(seat, at)),
            },
            (None, _) => Read::Several(there.into_iter().map(action).collect()),
        }
    }

    /// Says that the roll, if there is one, doesn't send the ball in a direction.
    fn no_way(&self, verb: SoccerVerb, way: Way) -> Read {
        let (Some(roll), Some(at)) = (self.play.roll, self.squad.ball_at()) else {
            return Read::Part(verb);
        };
        let (roll, at) = (roll.name(), self.options.field.name_of(at));
        let says = format!("The ball can't go {} from {at} with {roll}.", way.name());
        match verb {
            SoccerVerb::Throw if !self.throws_in() => Read::Part(verb),
            SoccerVerb::Shoot if self.play.kind != PlayKind::Penalty => Read::Part(verb),
            _ => Read::Barred(verb, says),
        }
    }

    /// Reads where the goalie is put: while checkers are re-placed it is one of them.
    fn goalie_word(&self, seat: Seat, to: Spot) -> Action {
        match self.squad.at(Id::goalie(seat)) {
            Some(from) if self.may_reset(seat) => Action::Move { from, to, aside: None },
            _ => Action::Goalie(to),
        }
    }

    /// Reads the squares of a dribble, and adds the starting square if it was left out.
    fn dribble_word(&self, seat: Seat, squares: &[&str]) -> Read {
        let mut path = Vec::new();
        for word in squares {
            match self.spot_of(seat, word) {
                Some(at) => path.push(at),
                None => return Read::Wrong(SoccerVerb::Dribble, self.missing(seat, word)),
            }
        }
        match (self.squad.ball_at(), &path[..]) {
            (_, []) => Read::Part(SoccerVerb::Dribble),
            (Some(start), [only]) if *only == start => Read::Part(SoccerVerb::Dribble),
            (Some(start), [first, ..]) if *first != start => {
                path.insert(0, start);
                Read::Action(Action::Dribble(path))
            }
            _ => Read::Action(Action::Dribble(path)),
        }
    }

    /// Reads who kicks a penalty, and from where.
    fn kicker_word(&self, seat: Seat, rest: &[&str]) -> Read {
        let (who, to) = match *rest {
            [who, to] | [who, "to" | "on" | "from", to] => (who, to),
            [] | [_] => return Read::Part(SoccerVerb::Kicker),
            _ => {
                let says = "Add a number and a square after `kicker`, as in `kicker 9 e14`.";
                return Read::Wrong(SoccerVerb::Kicker, says.to_owned());
            }
        };
        // The kicker may also be named by its square.
        let on = || self.options.field.spot(who).and_then(|at| self.squad.on(at));
        let own = || on().filter(|it| it.seat == seat).map(|it| it.number);
        match (number_of(who).or_else(own), self.spot_of(seat, to)) {
            (Some(number), Some(to)) => Read::Action(Action::Kicker { number, to }),
            (None, _) => Read::Wrong(SoccerVerb::Kicker, no_shirt(who)),
            (_, None) => Read::Wrong(SoccerVerb::Kicker, self.missing(seat, to)),
        }
    }
}

/// Reads where a boot goes, and by how many dice.
fn boot_word(rest: &[&str]) -> Read {
    let way = match *rest {
        [] => return Read::Part(SoccerVerb::Boot),
        [way, ..] => way,
    };
    let Some(named) = Way::named(way) else {
        let says = format!("`{}` isn't a direction such as north or southwest.", short(way));
        return Read::Wrong(SoccerVerb::Boot, says);
    };
    match *rest {
        [_] => Read::Part(SoccerVerb::Boot),
        [_, "1" | "one"] | [_, "1" | "one", "die" | "dice"] => {
            Read::Action(Action::Boot { way: named, dice: 1 })
        }
        [_, "2" | "two"] | [_, "2" | "two", "dice"] => {
            Read::Action(Action::Boot { way: named, dice: 2 })
        }
        _ => Read::Wrong(
            SoccerVerb::Boot,
            "A boot takes 1 die or 2, as in `boot north 2`.".to_owned(),
        ),
    }
}

/// Reads a verb with a shirt number.
fn who_word(word: &str, rest: &[&str]) -> Read {
    let verb = match word {
        "taker" => SoccerVerb::Taker,
        "pick" => SoccerVerb::Pick,
        _ => SoccerVerb::Expel,
    };
    let [who] = *rest else {
        return match rest {
            [] => Read::Part(verb),
            _ => Read::Wrong(verb, format!("Add one shirt number after `{word}`.")),
        };
    };
    let Some(number) = number_of(who.trim_start_matches('#')) else {
        return Read::Wrong(verb, no_shirt(who));
    };
    Read::Action(match verb {
        SoccerVerb::Taker => Action::Taker(number),
        SoccerVerb::Pick => Action::Pick(number),
        _ => Action::Expel(number),
    })
}

/// Says that a word isn't a shirt number.
pub(in crate::games::metasoccer) fn no_shirt(word: &str) -> String {
    format!("`{}` isn't a shirt number; those are GK and 2 to {FULL}.", short(word))
}

/// Reads a shirt number.
pub(in crate::games::metasoccer) fn number_of(word: &str) -> Option<u8> {
    if ["gk", "goalie"].contains(&word) {
        return Some(1);
    }
    word.parse().ok().filter(|number| (1..=FULL).contains(number))
}

fn plain(text: &str) -> String {
    let text = text.trim().trim_end_matches(['.', '!']);
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}
