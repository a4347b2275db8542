//! What is said to a command, argument by argument, until it becomes a [`Said`]. Bad values are refused here.
use engine::{
    games::GameId,
    quote::short,
    refusal::{Code, Refusal},
};

use super::{Arg, ArgKind, Said, Spec, Value, nearest, numbers::match_number, yes_or_no};
use crate::store::ChallengeId;

/// The arguments of one command that were given so far.
#[derive(Clone, Debug)]
pub struct GivenArgs {
    spec: &'static Spec,
    /// What was given for each argument, in the order of the table.
    values: Vec<Option<Value>>,
}

impl GivenArgs {
    /// Begins a command to which nothing was said yet.
    pub fn to(spec: &'static Spec) -> GivenArgs {
        GivenArgs { spec, values: vec![None; spec.args.len()] }
    }

    /// Gives the argument of this name, as a chat with typed options does.
    ///
    /// # Errors
    /// When the command has no such argument, it was given before, or the value doesn't fit.
    pub fn put(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        let Spec { name: command, args, .. } = self.spec;
        let found = args.iter().zip(&mut self.values).find(|(arg, _)| arg.name == name);
        let Some((arg, place)) = found else {
            let names = args.iter().map(|it| it.name);
            return Err(
                Refusal::unreadable(format!("`{command}` doesn't take `{name}`.")).instead(names)
            );
        };
        let value = arg.kind.check(arg.name, value)?;
        match place.replace(value) {
            None => Ok(()),
            Some(_) => Err(Refusal::unreadable(format!("`{}` is given twice.", arg.name))),
        }
    }

    /// Returns the command with everything that was given.
    pub fn said(self) -> Said {
        Said::of(self.spec.verb, self.values)
    }

    /// Returns the first argument not given yet whose kind passes.
    pub(super) fn free(&self, passes: impl Fn(ArgKind) -> bool) -> Option<&'static Arg> {
        let all = self.spec.args.iter().zip(&self.values);
        all.into_iter().find(|(arg, value)| passes(arg.kind) && value.is_none()).map(|it| it.0)
    }

    /// Returns the name of a person that was given.
    pub(super) fn who(&self) -> Option<&str> {
        let all = self.spec.args.iter().zip(&self.values);
        all.into_iter().find_map(|(arg, value)| match (arg.kind, value) {
            (ArgKind::Who, Some(Value::Text(name))) => Some(name.as_str()),
            _ => None,
        })
    }
}

impl ArgKind {
    /// Reads what was given for an argument of this name.
    fn check(self, name: &str, value: &str) -> Result<Value, Refusal> {
        let value = value.trim();
        let short = short(value);
        let no = |says: String| Err(Refusal::unreadable(says));
        let within = |least: u32, most: u32| match value.parse::<u32>() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(Refusal::unreadable(format!(
                "`{name}` goes from {least} to {most}, not `{short}`."
            ))),
        };
        match self {
            ArgKind::Game => match &GameId::meant(value)[..] {
                [game] => Ok(Value::Game(*game)),
                [] => Err(unknown_game(value)),
                several => {
                    let says = format!("Several games are called {short}. Which one?");
                    let names = several.iter().map(|it| it.name());
                    Err(Refusal::new(Code::Ambiguous, says).instead(names))
                }
            },
            ArgKind::Match => Ok(Value::Match(match_number(value)?)),
            ArgKind::Challenge => {
                Ok(Value::Challenge(ChallengeId(i64::from(within(1, u32::MAX)?))))
            }
            ArgKind::Number { least, most } => Ok(Value::Number(within(least, most)?)),
            ArgKind::OneOf(words) => match one_of(words, value) {
                Some(word) => Ok(Value::Word(word)),
                None => Err(Refusal::unreadable(format!("`{name}` can't be `{short}`."))
                    .instead(words.iter().copied())),
            },
            ArgKind::Flag => match (value.to_lowercase().as_str(), yes_or_no(value)) {
                ("" | "true" | "on", _) | (_, Some(true)) => Ok(Value::Flag(true)),
                ("false" | "off", _) | (_, Some(false)) => Ok(Value::Flag(false)),
                _ => no(format!("`{name}` is `yes` or `no`, not `{short}`.")),
            },
            ArgKind::File => {
                no("A file can't be typed. Attach it, or paste its contents.".to_owned())
            }
            ArgKind::Who | ArgKind::Word | ArgKind::Topic if value.is_empty() => {
                no(format!("`{name}` is empty."))
            }
            ArgKind::Who | ArgKind::Word | ArgKind::Topic | ArgKind::Loose | ArgKind::Rest => {
                Ok(Value::Text(value.to_owned()))
            }
        }
    }
}

/// Reads one of some words. Where two of them answer a question, yes and no will do in any of their forms.
pub(super) fn one_of(words: &[&'static str], value: &str) -> Option<&'static str> {
    let lower = value.to_lowercase();
    let answer = yes_or_no(value).map(|yes| if yes { "accept" } else { "decline" });
    let find = |wanted: &str| words.iter().copied().find(|it| *it == wanted);
    find(&lower).or_else(|| find(answer?))
}

/// Refuses a game nobody knows; those whose names are near come first.
pub fn unknown_game(name: &str) -> Refusal {
    let quoted = short(name);
    let names: Vec<String> = GameId::ALL.iter().map(|it| it.name().to_owned()).collect();
    let near = nearest(name, &names).into_iter().map(str::to_owned);
    Refusal::new(Code::Unknown, format!("There is no game `{quoted}` here."))
        .instead(near.chain(names.iter().cloned()))
}
