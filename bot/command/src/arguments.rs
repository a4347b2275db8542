//! Collects the arguments of a command until it becomes a [`Command`], and refuses bad values.
use engine::{games::GameId, refusal::Refusal};
use model::ids::ChallengeId;

use super::{
    Arg, ArgKind, Command, CommandSpec, Value, nearest, numbers::match_number, words, yes_or_no,
};

/// The arguments of a command given so far.
#[derive(Clone, Debug)]
pub struct GivenArgs {
    spec: &'static CommandSpec,
    /// The value of each argument, in the order of the table.
    values: Vec<Option<Value>>,
}

impl GivenArgs {
    /// Begins a command without arguments.
    pub fn to(spec: &'static CommandSpec) -> GivenArgs {
        GivenArgs { spec, values: vec![None; spec.args.len()] }
    }

    /// Sets an argument by its name, as chats with typed options do.
    ///
    /// # Errors
    /// If the command has no such argument, it was given before, or the value doesn't fit.
    pub fn put(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        let CommandSpec { name: command, args, .. } = self.spec;
        let found = args.iter().zip(&mut self.values).find(|(arg, _)| arg.name == name);
        let Some((arg, place)) = found else {
            let names = args.iter().map(|it| it.name);
            return Err(words::takes_no(command, name).instead(names));
        };
        let value = arg.kind.check(arg.name, value)?;
        match place.replace(value) {
            None => Ok(()),
            Some(_) => Err(words::given_twice(arg.name)),
        }
    }

    /// Returns the command with everything that was given.
    pub fn said(self) -> Command {
        Command::of(self.spec.verb(), self.values)
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
    /// Reads the value of an argument.
    fn check(self, name: &str, value: &str) -> Result<Value, Refusal> {
        let value = value.trim();
        // Of a number without a limit, the service says how far it goes.
        let is_large = !value.is_empty() && value.bytes().all(|it| it.is_ascii_digit());
        let within = |least: u32, most: u32| match value.parse::<u32>() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            Err(_) if most == u32::MAX && is_large => Ok(most),
            _ => Err(words::out_of_range(name, value, least, most)),
        };
        match self {
            ArgKind::Game => match &GameId::meant(value)[..] {
                [game] => Ok(Value::Game(*game)),
                [] => Err(unknown_game(value)),
                several => {
                    let names = several.iter().map(|game| game.name().to_owned());
                    Err(words::several_games(value, names))
                }
            },
            ArgKind::Match => Ok(Value::Match(match_number(value)?)),
            ArgKind::Challenge => {
                Ok(Value::Challenge(ChallengeId(i64::from(within(1, u32::MAX)?))))
            }
            ArgKind::Number { least, most, form: _ } => Ok(Value::Number(within(least, most)?)),
            ArgKind::OneOf(among) => match one_of(among, value) {
                Some(word) => Ok(Value::Word(word)),
                None => Err(words::none_of(name, value, among)),
            },
            ArgKind::Flag => match (value.to_lowercase().as_str(), yes_or_no(value)) {
                ("" | "true" | "on", _) | (_, Some(true)) => Ok(Value::Flag(true)),
                ("false" | "off", _) | (_, Some(false)) => Ok(Value::Flag(false)),
                _ => Err(words::yes_or_no(name, value)),
            },
            ArgKind::File => Err(words::file_is_attached()),
            ArgKind::Who | ArgKind::Word | ArgKind::Code | ArgKind::Topic(_)
                if value.is_empty() =>
            {
                Err(words::empty(name))
            }
            ArgKind::Who
            | ArgKind::Word
            | ArgKind::Code
            | ArgKind::Topic(_)
            | ArgKind::UnnamedTerms
            | ArgKind::Rest => Ok(Value::Text(value.to_owned())),
        }
    }
}

/// Reads one of some words. If they answer a question, any form of yes and no will do.
pub(super) fn one_of(words: &[&'static str], value: &str) -> Option<&'static str> {
    let lower = value.to_lowercase();
    let answer = yes_or_no(value).map(|yes| if yes { "accept" } else { "decline" });
    let find = |wanted: &str| words.iter().copied().find(|it| *it == wanted);
    find(&lower).or_else(|| find(answer?))
}

/// Refuses an unknown game, and names those with similar names, or else all.
pub fn unknown_game(name: &str) -> Refusal {
    let names: Vec<String> = GameId::ALL.iter().map(|game| game.name().to_owned()).collect();
    match nearest(name, &names) {
        near if near.is_empty() => words::no_such_game(name),
        near => words::no_game(name).instead(near),
    }
}
