//! Reading what players type.
use super::{
    Action, Metasoccer, Phase,
    course::Hop,
    dice::Dice,
    field::{Spot, Way},
    formation::Formation,
    squad::{FULL, Id},
};
use crate::{
    quote::short,
    refusal::{Code, Refusal},
    seat::Seat,
};

/// How many words a refusal offers at most.
const OFFERED: usize = 24;

/// Longest that words may be, in bytes: the longest dribble with room to spare.
const LONGEST: usize = 200;

/// What words came to.
enum Read {
    Action(Action),
    /// A beginning, or a square of several possibilities.
    Part,
    Unknown,
}

impl Metasoccer {
    pub(super) fn read_action(&self, seat: Seat, text: &str) -> Result<Action, Refusal> {
        if self.asked() != Some(seat) {
            // The refusal is the same for whatever was said.
            self.allows(seat, &Action::End)?;
        }
        let plain = plain(text);
        let written: Vec<(Action, String)> =
            self.actions().into_iter().map(|it| (it.clone(), self.write_action(&it))).collect();
        if let Some((action, _)) = written.iter().find(|it| it.1.to_lowercase() == plain) {
            return Ok(action.clone());
        }
        let starts =
            |it: &&(Action, String)| !plain.is_empty() && it.1.to_lowercase().starts_with(&plain);
        let completions: Vec<String> =
            written.iter().filter(starts).map(|it| it.1.clone()).take(OFFERED).collect();
        match self.parse(seat, &plain) {
            Read::Action(action) => match self.allows(seat, &action) {
                Ok(())
                    if completions.is_empty()
                        || self.write_action(&action).to_lowercase() == plain =>
                {
                    Ok(action)
                }
                Err(refusal) if completions.is_empty() => Err(refusal),
                Ok(()) | Err(_) => Err(unfinished(text, completions)),
            },
            Read::Part | Read::Unknown if !completions.is_empty() => {
                Err(unfinished(text, completions))
            }
            Read::Part => {
                let says = format!("`{}` is not the whole of it.", short(text));
                Err(Refusal::new(Code::Ambiguous, says).instead(self.offers(&Action::End)))
            }
            Read::Unknown => {
                let says = match plain.is_empty() {
                    true => format!("There was nothing to read: {}.", self.ask()),
                    false => format!("`{}` is not understood: {}.", short(text), self.ask()),
                };
                Err(Refusal::unreadable(says).instead(self.offers(&Action::End)))
            }
        }
    }

    /// Reads plain words, whether or not they are open now.
    fn parse(&self, seat: Seat, plain: &str) -> Read {
        if LONGEST < plain.len() {
            return Read::Unknown;
        }
        let words: Vec<&str> = plain.split_whitespace().collect();
        let spot = |word: &str| self.spot_of(seat, word);
        let action = match words[..] {
            [] => return Read::Unknown,
            ["ready" | "stand" | "default" | "done" | "ok"] => return self.settled_word(seat),
            ["auto", on @ ("on" | "off")] => Action::Auto(on == "on"),
            ["roll", dice] | ["roll", "the", dice] => match dice {
                "chess" => Action::Roll(Dice::Chess),
                "risk" => Action::Roll(Dice::Risk),
                "numbers" | "number" => Action::Roll(Dice::Numbers),
                _ => return Read::Unknown,
            },
            ["chess"] => Action::Roll(Dice::Chess),
            ["risk"] => Action::Roll(Dice::Risk),
            ["kick" | "numbers"] => Action::Roll(Dice::Numbers),
            ["formation", name] | [name] if Formation::named(name).is_some() => {
                match Formation::named(name) {
                    Some(formation) => Action::Form(formation),
                    None => return Read::Unknown,
                }
            }
            ["end" | "stop"] | ["end", "turn" | "play"] => Action::End,
            ["keep"] | ["keep", "it" | "ball"] => Action::Keep,
            ["boot", way, dice] => match (Way::named(way), dice.parse()) {
                (Some(way), Ok(dice @ 1..=2)) => Action::Boot { way, dice },
                _ => return Read::Unknown,
            },
            ["boot"] | ["boot", _] => return Read::Part,
            ["dribble", ref squares @ ..] => {
                return match squares.iter().map(|it| spot(it)).collect::<Option<Vec<Spot>>>() {
                    Some(path) if path.is_empty() => Read::Part,
                    Some(path) => self.dribble_read(path),
                    None => Read::Unknown,
                };
            }
            ["kicker", who, to] => match (number_of(who), spot(to)) {
                (Some(number), Some(to)) => Action::Kicker { number, to },
                _ => return Read::Unknown,
            },
            ["taker" | "pick" | "expel", who] => {
                let Some(number) = number_of(who) else { return Read::Unknown };
                match words[0] {
                    "taker" => Action::Taker(number),
                    "pick" => Action::Pick(number),
                    _ => Action::Expel(number),
                }
            }
            ["pass" | "throw" | "steal" | "shoot" | "goalie" | "to", "to" | "on", at]
            | ["pass" | "throw" | "steal" | "shoot" | "goalie" | "to", at] => {
                return self.square_word(words[0], at, spot(at));
            }
            [one] if spot(one).is_some() => match (spot(one), &self.phase) {
                (Some(at), Phase::Robbed { .. }) => Action::To(at),
                (Some(at), Phase::Goalie | Phase::Guard) => Action::Goalie(at),
                _ => return Read::Part,
            },
            _ => return self.move_word(seat, plain),
        };
        Read::Action(action)
    }

    /// Reads a word that leaves things as they are: the default of what is asked.
    fn settled_word(&self, seat: Seat) -> Read {
        match self.trifles(seat).into_iter().next() {
            Some(action) => Read::Action(action),
            None => Read::Action(Action::Ready),
        }
    }

    /// Reads a verb with a square, or with a direction where only one square lies that way.
    fn square_word(&self, verb: &str, word: &str, at: Option<Spot>) -> Read {
        let open = match verb {
            "throw" => self.throws(),
            "shoot" => self.shots().into_iter().map(|it| it.0).collect(),
            _ => Vec::new(),
        };
        let start = self.squad.ball_at();
        let along = |it: &&Spot| {
            Way::named(word).is_some() && start.and_then(|at| at.way_to(**it)) == Way::named(word)
        };
        let mut there = open.iter().filter(along).copied();
        let at = match (at, there.next(), there.next()) {
            (Some(at), _, _) => at,
            (None, Some(only), None) => only,
            (None, Some(_), Some(_)) => return Read::Part,
            (None, None, _) => return Read::Unknown,
        };
        Read::Action(match verb {
            "pass" => Action::Pass(at),
            "throw" => Action::Throw(at),
            "steal" => Action::Steal(at),
            "shoot" => Action::Shoot(at),
            "goalie" => Action::Goalie(at),
            _ => Action::To(at),
        })
    }

    /// Puts the square a dribble starts on in front, where it was left out.
    fn dribble_read(&self, path: Vec<Spot>) -> Read {
        match self.squad.ball_at() {
            Some(start) if path == [start] => Read::Part,
            Some(start) if path.first() != Some(&start) => {
                Read::Action(Action::Dribble([start].into_iter().chain(path).collect()))
            }
            _ => Read::Action(Action::Dribble(path)),
        }
    }

    /// Reads `d5-d9`, `d5xd8`, `d5xe7>f8`, `d5 to d9`, `run d5 north`, `run e4 north pass e6`, `7-d9` and the like.
    fn move_word(&self, seat: Seat, plain: &str) -> Read {
        // A direction may have a hyphen in it.
        let joined = ["north", "south"]
            .into_iter()
            .fold(plain.to_owned(), |text, it| text.replace(&format!("{it}-"), it));
        let bare = joined.replace(['-', 'x', '>', ':', '–', '→', '×'], " ");
        let mut words: Vec<&str> = bare.split_whitespace().filter(|it| *it != "to").collect();
        if let ["move" | "run" | "push" | "play", ..] = words[..] {
            words.remove(0);
        }
        let spot = |word: &str| self.spot_of(seat, word);
        match words[..] {
            [] => Read::Part,
            [from] => {
                if spot(from).is_some() {
                    Read::Part
                } else {
                    Read::Unknown
                }
            }
            [from, way, "pass"] if spot(from).is_some() && Way::named(way).is_some() => Read::Part,
            [from, way, "pass", pass] => match (spot(from), Way::named(way), spot(pass)) {
                (Some(from), Some(way), Some(pass)) => {
                    Read::Action(Action::Fly { from, way, pass })
                }
                _ => Read::Unknown,
            },
            [from, to] => match (spot(from), spot(to), Way::named(to)) {
                (Some(from), Some(to), _) => Read::Action(Action::Move { from, to, aside: None }),
                (Some(from), None, Some(way)) => self.run_word(from, way),
                _ => Read::Unknown,
            },
            [from, to, aside] => match (spot(from), spot(to), spot(aside)) {
                (Some(from), Some(to), Some(aside)) => self.push_word(from, to, aside),
                _ => Read::Unknown,
            },
            _ => Read::Unknown,
        }
    }

    /// Reads a run by its direction.
    fn run_word(&self, from: Spot, way: Way) -> Read {
        let moves =
            |who: Id| self.hops(who).into_iter().filter(|it| it.from.way_to(it.to()) == Some(way));
        let ends: Vec<Hop> = self.squad.on(from).into_iter().flat_map(moves).collect();
        match &ends[..] {
            [only] => Read::Action(Action::Move { from, to: only.to(), aside: None }),
            // Nothing goes that way: the refusal says why.
            [] => Read::Action(Action::Move { from, to: from.step(way), aside: None }),
            _ => Read::Part,
        }
    }

    /// Reads a push with the square the other is pushed to, which only a knight chooses.
    fn push_word(&self, from: Spot, to: Spot, aside: Spot) -> Read {
        let hops = self.squad.on(from).map_or(Vec::new(), |who| self.hops(who));
        let straight = |it: &Hop| {
            it.to() == to && it.aside.is_none() && it.course.push.is_some_and(|it| it.to == aside)
        };
        let aside = if hops.iter().any(straight) { None } else { Some(aside) };
        Read::Action(Action::Move { from, to, aside })
    }

    /// Reads a square, or the shirt number of one's own checker.
    fn spot_of(&self, seat: Seat, word: &str) -> Option<Spot> {
        let number = number_of(word.trim_start_matches('#'));
        match self.options.field.spot(word) {
            Some(at) => Some(at),
            None => self.squad.at(Id { seat, number: number? }),
        }
    }
}

/// Reads a shirt number.
fn number_of(word: &str) -> Option<u8> {
    if ["gk", "goalie"].contains(&word) {
        return Some(1);
    }
    word.parse().ok().filter(|it| (1..=FULL).contains(it))
}

fn plain(text: &str) -> String {
    let text = text.trim().trim_end_matches(['.', '!']);
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

fn unfinished(text: &str, started: Vec<String>) -> Refusal {
    let says = match &started[..] {
        [only] => format!("Did you mean `{only}`?"),
        _ => format!("`{}` is not the whole of it.", short(text)),
    };
    Refusal::new(Code::Ambiguous, says).instead(started)
}
