//! Completes a line: commands, games and their options, people, matches, topics, and legal moves.
use command::{Arg, ArgKind, CommandSpec, Commands, CompletionScope, verbs};
use engine::games::GameId;
use model::ids::{Chat, MatchId};
use service::{Offer, RequestError, Service, SettingRow, setting_completions};

use super::ROOM;

/// The most completions.
const MOST: usize = 60;

/// What completions depend on besides the line.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// The typist's choices.
    pub offers: Vec<Offer>,
    /// The typist's running matches.
    pub titles: Vec<(MatchId, String)>,
    /// People who can be named.
    pub people: Vec<String>,
    /// The settings that people have.
    pub settings: Vec<SettingRow>,
    /// The topics of the rules of every game.
    pub topics: Vec<&'static str>,
}

impl Known {
    /// Returns what anybody's lines depend on.
    pub fn of_anybody(service: &Service) -> Known {
        Known {
            settings: service.settings().to_vec(),
            topics: service.house().guide().topics(),
            ..Known::default()
        }
    }

    /// Returns what the lines of a person depend on, by their handle.
    ///
    /// # Errors
    /// If the store fails.
    pub fn of(service: &mut Service, who: &str) -> Result<Known, RequestError> {
        Ok(Known {
            offers: service.offers(Chat::Console, ROOM, who, None)?,
            titles: service.titles(Chat::Console, who)?,
            ..Known::of_anybody(service)
        })
    }
}

/// The completions of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// The byte where the completed part starts.
    pub start: usize,
    pub words: Vec<String>,
}

/// Completes a line, without the speaker: its last word after a command, otherwise the whole line.
pub fn complete(commands: &Commands, line: &str, known: &Known) -> Completions {
    let start = line.rfind(' ').map_or(0, |space| space + 1);
    let (before, typed) = line.split_at(start);
    let mut parts = before.split_whitespace();
    let Some(spec) = parts.next().and_then(|name| commands.find(&name.to_lowercase())) else {
        return first(commands, line, known);
    };
    if spec.verb() == verbs::Play::VERB {
        let after = line.find(' ').map_or(line.len(), |space| space + 1);
        let words = played(&line[after..], known);
        return Completions { start: after, words };
    }
    let said: Vec<&str> = parts.collect();
    let game = said.iter().find_map(|word| GameId::named(word));
    if spec.verb() == verbs::Settings::VERB {
        let words = setting_completions(&known.settings, said.first().copied());
        return Completions { start, words: fitting(words.into_iter().map(str::to_owned), typed) };
    }
    let all = spec.args.iter().flat_map(|arg| of_kind(commands, spec, arg, game, known));
    Completions { start, words: fitting(all, typed) }
}

/// Completes a line without a command: legal moves, then commands.
fn first(commands: &Commands, line: &str, known: &Known) -> Completions {
    let mut words = played(line, known);
    if !line.contains(' ') {
        words.extend(fitting(names(commands), line));
    }
    words.truncate(MOST);
    Completions { start: 0, words }
}

fn played(typed: &str, known: &Known) -> Vec<String> {
    let numbered = 1 < known.offers.len();
    let all = known.offers.iter().flat_map(|offer| {
        offer.words.iter().map(move |words| {
            if numbered { format!("#{} {words}", offer.of) } else { words.clone() }
        })
    });
    fitting(all, typed)
}

/// Returns the names of all commands.
fn names(commands: &Commands) -> impl Iterator<Item = String> {
    commands.iter().map(|spec| spec.name.to_owned())
}

/// Returns the possible values of an argument.
fn of_kind(
    commands: &Commands,
    spec: &'static CommandSpec,
    arg: &Arg,
    game: Option<GameId>,
    known: &Known,
) -> Vec<String> {
    let house = known.topics.as_slice();
    let known_values = || {
        let scope = CompletionScope { game, word: None, house };
        commands.completions(spec, arg, scope).into_iter().map(|it| it.value)
    };
    match arg.kind {
        ArgKind::Who => {
            known.people.iter().map(|name| format!("@{}", name.replace(' ', "_"))).collect()
        }
        // Once a game is named, the next words are its options.
        ArgKind::Game | ArgKind::Topic(_) if game.is_some() => Vec::new(),
        ArgKind::Match => known.titles.iter().map(|(of, _)| format!("#{of}")).collect(),
        ArgKind::Flag => vec![arg.name.to_owned()],
        // Without a game, the variations of all games are too many.
        ArgKind::UnnamedTerms if game.is_none() => Vec::new(),
        ArgKind::Word | ArgKind::Code | ArgKind::Number { .. } | ArgKind::Challenge => {
            let values: Vec<String> =
                known_values().map(|value| format!("{}={value}", arg.name)).collect();
            if values.is_empty() { vec![format!("{}=", arg.name)] } else { values }
        }
        ArgKind::Game
        | ArgKind::OneOf(_)
        | ArgKind::Topic(_)
        | ArgKind::UnnamedTerms
        | ArgKind::Rest => known_values().collect(),
        ArgKind::File => Vec::new(),
    }
}

/// Picks what starts as typed, then what contains it, each in order and once.
fn fitting(all: impl IntoIterator<Item = String>, typed: &str) -> Vec<String> {
    let typed = typed.to_lowercase();
    let mut begin = Vec::new();
    let mut hold = Vec::new();
    for word in all {
        let lower = word.to_lowercase();
        let place = match lower.trim_start_matches('@') {
            name if lower.starts_with(&typed) || name.starts_with(&typed) => &mut begin,
            name if name.contains(&typed) => &mut hold,
            _ => continue,
        };
        if !place.contains(&word) {
            place.push(word);
        }
    }
    begin.extend(hold);
    begin.truncate(MOST);
    begin
}

#[cfg(test)]
mod tests {
    use engine::chance::StepKey;
    use store::SettingKey;

    use super::*;

    fn known() -> Known {
        let words = ["b6-a5", "b6-c5", "spin"].map(str::to_owned).to_vec();
        let offer = Offer {
            of: MatchId(1),
            game: GameId::ALL[0],
            at: StepKey { step: 0, take: 0 },
            words,
            grammar: None,
        };
        let titles = vec![(MatchId(1), "#1 Trapdoor Checkers with Bob".to_owned())];
        let people = vec!["Bob".to_owned(), "Ann Lee".to_owned()];
        let settings = vec![SettingRow::on_off("bell", SettingKey::new("bell"), true, "rings")];
        Known { offers: vec![offer], titles, people, settings, topics: vec!["fairness"] }
    }

    fn words(line: &str) -> Vec<String> {
        complete(Commands::kernel(), line, &known()).words
    }

    #[test]
    fn what_may_be_played_comes_before_the_commands() {
        assert_eq!(words("b6"), ["b6-a5", "b6-c5"]);
        assert_eq!(words("s")[0], "spin");
        assert!(words("").contains(&"challenge".to_owned()));
        let after = complete(Commands::kernel(), "play b6-a", &known());
        assert_eq!((after.start, after.words), (5, vec!["b6-a5".to_owned()]));
    }

    #[test]
    fn each_argument_is_completed_by_what_it_may_be() {
        assert_eq!(words("challenge b")[0], "@Bob");
        assert_eq!(words("challenge @a"), ["@Ann_Lee"]);
        assert_eq!(words("challenge @Bob tra"), ["trapdoor"]);
        assert_eq!(words("challenge @Bob trapdoor side=b"), ["side=black"]);
        assert_eq!(words("challenge @Bob trapdoor sna"), ["snap"]);
        assert!(words("challenge @Bob trapdoor clock=f").contains(&"clock=fast".to_owned()));
        assert_eq!(words("board #"), ["#1"]);
        assert_eq!(words("rules trapdoor kno"), ["knobs"]);
        assert_eq!(words("rules house fa"), ["fairness"]);
        assert_eq!(words("help chal"), ["challenge"]);
        assert_eq!(words("settings b"), ["bell"]);
        assert_eq!(words("settings bell "), ["on", "off"]);
        assert_eq!(words("nothing such"), [""; 0]);
    }

    #[test]
    fn in_several_matches_each_move_says_which() {
        let mut known = known();
        known.offers.push(Offer { of: MatchId(12), ..known.offers[0].clone() });
        assert_eq!(complete(Commands::kernel(), "#12 b6-a", &known).words, ["#12 b6-a5"]);
    }
}
