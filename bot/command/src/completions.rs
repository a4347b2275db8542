//! What an argument may be, where that is one of a few values: each with what it means, for chats that complete what is typed.
use content::guide::{Guide, HOUSE};
use engine::{
    games::GameId,
    settings::{Setting, Values},
};
use model::time::{PRESETS, clock_in_full};

use super::{
    Arg, ArgKind, CommandSpec, Commands,
    args::{CLOCK, ROOM_TIME},
    verbs, words,
};

/// A value that an argument may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// As it is typed.
    pub value: String,
    /// What it means, in a few words.
    pub means: String,
}

impl Completion {
    pub fn new(value: impl Into<String>, means: impl Into<String>) -> Completion {
        Completion { value: value.into(), means: means.into() }
    }
}

/// What completions depend on besides the argument.
#[derive(Clone, Copy, Debug, Default)]
pub struct CompletionScope<'a> {
    /// The game that the line names.
    pub game: Option<GameId>,
    /// The word that the line has for the argument that is one of a few words.
    pub word: Option<&'a str>,
    /// The topics of the house.
    pub house: &'a [&'static str],
}

impl Commands {
    /// Returns the values that an argument of a command may have, where they are few. People, matches, moves and settings are known
    /// elsewhere.
    pub fn completions(
        &self,
        spec: &'static CommandSpec,
        arg: &Arg,
        scope: CompletionScope<'_>,
    ) -> Vec<Completion> {
        let pairs = |all: &[(&str, &str)]| -> Vec<Completion> {
            all.iter().map(|(value, means)| Completion::new(*value, *means)).collect()
        };
        match arg.kind {
            ArgKind::Game => {
                spec.games().map(|game| Completion::new(game.name(), game.title())).collect()
            }
            ArgKind::OneOf(words) => {
                words.iter().map(|word| Completion::new(*word, spec.means(word))).collect()
            }
            ArgKind::Word if arg.name == "side" => sides(scope.game, arg.says),
            ArgKind::Word if arg.name == CLOCK.name => clocks(),
            ArgKind::Word if arg.name == ROOM_TIME.name => pairs(&words::VOTES),
            ArgKind::Word if arg.name == "speed" => pairs(&words::SPEEDS),
            ArgKind::UnnamedTerms => terms(scope.game),
            ArgKind::Topic(_) if spec.verb() == verbs::Help::VERB => {
                self.iter().map(|spec| Completion::new(spec.name, spec.says)).collect()
            }
            ArgKind::Topic(_) if spec.verb() == verbs::Rules::VERB => {
                let games =
                    GameId::ALL.iter().map(|game| Completion::new(game.name(), game.title()));
                games.chain([Completion::new(HOUSE, words::HOUSE_HAS)]).collect()
            }
            ArgKind::Rest if spec.verb() == verbs::Rules::VERB => topics(scope),
            ArgKind::Rest if spec.verb() == verbs::Admin::VERB => {
                scope.word.map_or_else(Vec::new, |word| orders(spec, word))
            }
            ArgKind::Topic(_) | ArgKind::Rest => pairs(spec.offers)
                .into_iter()
                .filter(|word| spec.args.iter().all(|arg| !is_word_of(arg, &word.value)))
                .collect(),
            ArgKind::Who
            | ArgKind::Match
            | ArgKind::Challenge
            | ArgKind::Number { .. }
            | ArgKind::Flag
            | ArgKind::Word
            | ArgKind::Code
            | ArgKind::File => Vec::new(),
        }
    }
}

/// Tells whether an argument that is one of a few words may be this one.
fn is_word_of(arg: &Arg, word: &str) -> bool {
    matches!(arg.kind, ArgKind::OneOf(words) if words.contains(&word))
}

/// Returns the sides of a game, or of all games.
fn sides(game: Option<GameId>, says: &str) -> Vec<Completion> {
    let mut all: Vec<Completion> = Vec::new();
    for of in GameId::ALL.iter().filter(|of| game.is_none_or(|game| game == **of)) {
        for side in of.sides() {
            let name = side.to_lowercase();
            match all.iter_mut().find(|it| it.value == name) {
                Some(known) => known.means = format!("{}, {}", known.means, of.title()),
                None => all.push(Completion::new(name, format!("{side} in {}", of.title()))),
            }
        }
    }
    // A board has no side by chance.
    let by_chance = says.contains("random").then(|| Completion::new("random", "by chance"));
    by_chance.into_iter().chain(all).collect()
}

fn clocks() -> Vec<Completion> {
    let named =
        PRESETS.iter().map(|preset| Completion::new(preset.name, clock_in_full(preset.clock)));
    named.chain(words::CLOCKS.map(|(value, means)| Completion::new(value, means))).collect()
}

/// Returns the variations of a game; of all games, each with its game, if none is named.
fn terms(game: Option<GameId>) -> Vec<Completion> {
    let all = GameId::ALL.iter().filter(|of| game.is_none_or(|game| game == **of));
    let of = |of: &GameId| -> Vec<Completion> {
        let named = |means: &str| match game {
            Some(_) => means.to_owned(),
            None => format!("{}: {means}", of.title()),
        };
        let quick =
            (!of.quick().is_empty()).then(|| Completion::new("quick", named(words::SHORTER)));
        let settings = of.settings().iter().flat_map(forms);
        let settings = settings.map(|(value, means)| Completion::new(value, named(means)));
        quick.into_iter().chain(settings).collect()
    };
    all.flat_map(of).collect()
}

/// Returns the forms of a variation: each of its words, or its name with the usual value if any may follow.
fn forms(setting: &Setting) -> Vec<(String, &'static str)> {
    let words = match setting.values {
        Values::Switch => vec![setting.name.to_owned()],
        Values::Words(words) => words.iter().map(|word| (*word).to_owned()).collect(),
        Values::Free(_) => vec![format!("{}={}", setting.name, setting.usual)],
        Values::Rest(_) => Vec::new(),
    };
    words.into_iter().map(|word| (word, setting.says)).collect()
}

/// Returns the topics of the rules of a game; of all games and the house, if none is named.
fn topics(scope: CompletionScope<'_>) -> Vec<Completion> {
    let titled = |names: &[&'static str], title: &str| -> Vec<Completion> {
        names.iter().map(|name| Completion::new(name.to_lowercase(), title)).collect()
    };
    match scope.game {
        Some(game) => titled(&Guide::of(game).topics(), game.title()),
        None => titled(scope.house, words::RULES_OF_THE_HOUSE),
    }
}

/// Returns what may follow a word of `admin`: what follows it in examples, and the opposite of what is on or off.
fn orders(spec: &CommandSpec, word: &str) -> Vec<Completion> {
    let start = format!("{} {word} ", spec.name);
    let said = spec.examples.iter().filter_map(|it| it.strip_prefix(start.as_str()));
    let mut all: Vec<&str> = Vec::new();
    for value in said.filter(|it| !it.starts_with(['@', '#'])) {
        let both: &[&str] = match value {
            "on" | "off" => &["on", "off"],
            _ => &[value, "off"],
        };
        let is_switch =
            ["on", "off"].contains(&value) || spec.help.contains(&format!("`{word} off`"));
        let new = both.iter().filter(|value| is_switch || **value != "off");
        for value in new.copied() {
            if !all.contains(&value) {
                all.push(value);
            }
        }
    }
    let means = |value: &str| if value == "off" { words::SWITCH_OFF } else { spec.means(word) };
    all.into_iter().map(|value| Completion::new(value, means(value))).collect()
}
