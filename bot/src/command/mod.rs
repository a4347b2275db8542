//! The commands, once for every chat: registration, grammar, help and tests all come from this
//! table.
mod also;
mod line;
mod near;
mod parse;
mod reading;
mod table;

use std::collections::BTreeMap;

use engine::{
    games::GameId,
    quote::is_unseen,
    refusal::{Code, Refusal},
};

pub(crate) use self::near::{near, nearest};
pub(crate) use self::reading::is_setting;
pub use self::{
    line::Line,
    parse::{LONGEST_LINE, for_match, parse, question, tidy, understood},
    table::COMMANDS,
};

/// What a command does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verb {
    Challenge,
    Accept,
    Decline,
    Cancel,
    Play,
    Moves,
    Board,
    Hand,
    Undo,
    Draw,
    Resign,
    Abort,
    Claim,
    Rematch,
    Games,
    History,
    Replay,
    Export,
    Import,
    Watch,
    Share,
    Stakes,
    Leaderboard,
    Season,
    Profile,
    Versus,
    Rules,
    Help,
    Verify,
    Settings,
    Link,
    Unlink,
    Mydata,
    Admin,
    Remind,
    Vacation,
    Pause,
    Resume,
    Counter,
    Practice,
    Hint,
    Why,
    Review,
}

/// A command, the same in every chat.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    pub verb: Verb,
    /// One lower-case word of at most 32 letters.
    pub name: &'static str,
    /// What it does; at most 100 characters.
    pub says: &'static str,
    /// More, for `help <name>`; may be empty.
    pub help: &'static str,
    /// Examples, without prefix.
    pub examples: &'static [&'static str],
    pub args: &'static [Arg],
}

/// An argument of a command.
#[derive(Clone, Copy, Debug)]
pub struct Arg {
    /// One lower-case word; typed as `name=value`, or by position if the kind allows.
    pub name: &'static str,
    /// At most 100 characters.
    pub says: &'static str,
    pub kind: Kind,
}

/// The kind of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A person: a mention, or a name as the first word.
    Who,
    Game,
    /// The number of a match, `#12`.
    Match,
    /// A whole number.
    Number {
        least: u32,
        most: u32,
    },
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// The bare name switches it on.
    Flag,
    /// One word, only as `name=value`.
    Word,
    /// One word, by position.
    Topic,
    /// Whatever no other argument takes, in order.
    Loose,
    /// The rest of the line as it is.
    Rest,
    /// An attached file, never typed.
    File,
}

/// A command with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    pub verb: Verb,
    pub args: Args,
}

impl Said {
    /// Writes the command as typed, for the match with this number.
    pub fn line_in(&self, of: &str) -> String {
        let Some(spec) = COMMANDS.iter().find(|it| it.verb == self.verb) else {
            return String::new();
        };
        let mut line = format!("{} #{of}", spec.name);
        for arg in spec.args {
            let Some(value) = self.args.get(arg.name) else { continue };
            match arg.kind {
                Kind::Match => {}
                Kind::Flag if value == "yes" => line.push_str(&format!(" {}", arg.name)),
                Kind::Flag | Kind::Word | Kind::File => {
                    line.push_str(&format!(" {}={value}", arg.name))
                }
                _ => line.push_str(&format!(" {value}")),
            }
        }
        line
    }
}

/// Arguments by name; every value fits its [`Kind`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Args(BTreeMap<&'static str, String>);

impl Args {
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Returns the value, or an empty string.
    pub fn text(&self, name: &str) -> &str {
        self.get(name).unwrap_or("")
    }

    pub fn is_on(&self, name: &str) -> bool {
        self.get(name) == Some("yes")
    }

    pub fn number(&self, name: &str) -> Option<u32> {
        self.get(name)?.parse().ok()
    }

    pub fn game(&self, name: &str) -> Option<GameId> {
        GameId::named(self.get(name)?)
    }

    /// Replaces a value.
    pub(crate) fn replace(&mut self, name: &'static str, value: String) {
        self.0.insert(name, value);
    }

    /// Tells whether no argument but the match is given.
    pub fn is_bare(&self) -> bool {
        self.0.keys().all(|it| *it == "match")
    }

    /// Sets an argument of `spec`, as a chat with typed options does.
    ///
    /// # Errors
    /// If the command has no such argument, it is given twice, or the value doesn't fit.
    pub fn put(&mut self, spec: &'static Spec, name: &str, value: &str) -> Result<(), Refusal> {
        let Some(arg) = spec.args.iter().find(|it| it.name == name) else {
            let names = spec.args.iter().map(|it| it.name);
            return Err(Refusal::unreadable(format!("`{}` doesn't take `{name}`.", spec.name))
                .instead(names));
        };
        let value = arg.kind.check(arg.name, value)?;
        match self.0.insert(arg.name, value) {
            None => Ok(()),
            Some(_) => Err(Refusal::unreadable(format!("`{}` is given twice.", arg.name))),
        }
    }
}

impl Kind {
    /// Returns the value in its stored form.
    fn check(self, name: &str, value: &str) -> Result<String, Refusal> {
        let value = value.trim();
        let short = engine::quote::short(value);
        let no = |says: String| Err(Refusal::unreadable(says));
        match self {
            Kind::Game => match &GameId::meant(value)[..] {
                [game] => Ok(game.name().to_owned()),
                [] => Err(unknown_game(value)),
                several => {
                    let says = format!("Several games are called {short}. Which one?");
                    let names = several.iter().map(|it| it.name());
                    Err(Refusal::new(Code::Ambiguous, says).instead(names))
                }
            },
            Kind::Match => match value.trim_start_matches('#').parse::<u32>() {
                Ok(number) if 0 < number => Ok(number.to_string()),
                _ => no(format!("`{short}` isn't a match number; those look like `#12`.")),
            },
            Kind::Number { least, most } => match value.parse::<u32>() {
                Ok(number) if (least..=most).contains(&number) => Ok(number.to_string()),
                _ => no(format!("`{name}` goes from {least} to {most}, not `{short}`.")),
            },
            Kind::OneOf(words) => match one_of(words, value) {
                Some(word) => Ok(word.to_owned()),
                None => Err(Refusal::unreadable(format!("`{name}` can't be `{short}`."))
                    .instead(words.iter().copied())),
            },
            Kind::Flag => match (value.to_lowercase().as_str(), yes_or_no(value)) {
                ("" | "true" | "on", _) | (_, Some(true)) => Ok("yes".to_owned()),
                ("false" | "off", _) | (_, Some(false)) => Ok("no".to_owned()),
                _ => no(format!("`{name}` is `yes` or `no`, not `{short}`.")),
            },
            Kind::File => no("A file can't be typed. Attach it, or paste its contents.".to_owned()),
            Kind::Who | Kind::Word | Kind::Topic if value.is_empty() => {
                no(format!("`{name}` is empty."))
            }
            Kind::Who | Kind::Word | Kind::Topic | Kind::Loose | Kind::Rest => Ok(value.to_owned()),
        }
    }
}

/// Reads one of some words. If two of them answer a question, any form of yes and no will do.
fn one_of(words: &[&'static str], value: &str) -> Option<&'static str> {
    let lower = value.to_lowercase();
    let answer = yes_or_no(value).map(|yes| if yes { "accept" } else { "decline" });
    let find = |wanted: &str| words.iter().copied().find(|it| *it == wanted);
    find(&lower).or_else(|| find(answer?))
}

/// Reads yes or no, in any form.
pub(crate) fn yes_or_no(word: &str) -> Option<bool> {
    // Skin tones follow the emoji.
    let word = word
        .trim_end_matches(|it: char| is_unseen(it) || ('\u{1f3fb}'..='\u{1f3ff}').contains(&it));
    match word.to_lowercase().trim_end_matches(['.', '!']) {
        "yes" | "y" | "yep" | "yeah" | "yup" | "ok" | "okay" | "sure" | "agree" | "agreed"
        | "yes please" | "of course" | "👍" => Some(true),
        "no" | "n" | "nope" | "nah" | "refuse" | "no thanks" | "no thank you" | "👎" => {
            Some(false)
        }
        _ => None,
    }
}

/// Refuses an unknown game, with similar names first.
pub fn unknown_game(name: &str) -> Refusal {
    let short = engine::quote::short(name);
    let names: Vec<String> = GameId::ALL.iter().map(|it| it.name().to_owned()).collect();
    let near = nearest(name, &names).into_iter().map(str::to_owned);
    Refusal::new(Code::Unknown, format!("There is no game `{short}` here."))
        .instead(near.chain(names.iter().cloned()))
}

/// Returns the name of a command.
pub fn name(verb: Verb) -> &'static str {
    // Every verb is in the table, which a test checks.
    COMMANDS.iter().find(|it| it.verb == verb).map_or("", |it| it.name)
}

/// Returns the synonyms of a command, the most common first.
pub fn also_called(name: &str) -> Vec<&'static str> {
    also::of(name)
}

/// Finds a command by name.
pub fn find(name: &str) -> Option<&'static Spec> {
    COMMANDS.iter().find(|it| it.name == name)
}
