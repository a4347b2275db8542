//! Reads a typed line such as `challenge @bob trapdoor snap days=3`.
use engine::{
    games::GameId,
    quote::short,
    refusal::{Code, Refusal},
};

use super::Line;
use super::{Arg, Args, COMMANDS, Kind, Said, Spec, Verb, find, name, one_of, yes_or_no};
use crate::store::MatchId;

/// Words for the one who may accept a challenge.
const ANYONE: [&str; 7] =
    ["anyone", "anybody", "everyone", "everybody", "someone", "somebody", "all"];

/// The flag by which a command asks whether somebody is sure.
const SURE: &str = "yes";

/// The longest line that is read, in bytes: a match pasted as PDN fits.
pub const LONGEST_LINE: usize = 16_000;

/// Makes a typed line fit to be read: control characters and odd blanks become plain blanks.
///
/// # Errors
/// When it is longer than [`LONGEST_LINE`].
pub fn tidy(line: &str) -> Result<String, Refusal> {
    if LONGEST_LINE < line.len() {
        return Err(Refusal::new(
            Code::TooMuch,
            format!("That message is {} bytes long; the limit is {LONGEST_LINE}.", line.len()),
        ));
    }
    // Line breaks stay: a pasted PDN is read by lines.
    let plain = |it: char| if it.is_control() && it != '\n' || it == '\u{a0}' { ' ' } else { it };
    Ok(line.chars().map(plain).collect::<String>().trim().to_owned())
}

/// Reads a line. Nothing when its first word is no command: it may be a move.
///
/// # Errors
/// When the command is known and what was said to it does not fit.
pub fn parse(line: &str) -> Result<Option<Said>, Refusal> {
    let line = line.trim();
    if let Some(rest) = against_bot(line) {
        return parse(&format!("{} {rest}", name(Verb::Practice)));
    }
    let (name, rest) = match line.find(char::is_whitespace) {
        Some(end) => (&line[..end], line[end..].trim_start()),
        None => (line, ""),
    };
    let Some(spec) = find(&name.to_lowercase()) else { return Ok(None) };
    let args = Reading { spec, args: Args::default(), loose: Vec::new() }.read(rest)?;
    Ok(Some(Said { verb: spec.verb, args }))
}

/// Returns what follows `play against me` and its like; nothing where a line says something else.
fn against_bot(line: &str) -> Option<&str> {
    const WHOM: [&str; 6] = ["me", "you", "the bot", "bot", "draughtsman", "the computer"];
    let lower = line.to_ascii_lowercase();
    let asked = ["play against ", "play with ", "play vs "]
        .into_iter()
        .find_map(|it| lower.strip_prefix(it))?;
    let rest = WHOM.iter().find_map(|it| {
        let rest = asked.strip_prefix(it)?;
        rest.is_empty().then_some(rest).or_else(|| rest.strip_prefix([' ', ',', ':']))
    })?;
    // Lower case in ASCII is as long.
    Some(line[line.len() - rest.len()..].trim_start())
}

/// Puts in the number of a match, as for words said in its thread, where one is read and none is named. `#nice` names none.
pub fn for_match(line: Line, of: MatchId) -> Line {
    const NAME: &str = "match";
    let unnamed = |said: &Said| {
        let spec = find(name(said.verb))?;
        let takes = spec.args.iter().any(|it| it.name == NAME && it.kind == Kind::Match);
        (takes && said.args.get(NAME).is_none() && !names_match(said.args.text("words")))
            .then_some(spec)
    };
    let with_number = |mut said: Said| {
        if let Some(spec) = unnamed(&said) {
            // A number of a match always fits.
            drop(said.args.put(spec, NAME, &of.to_string()));
        }
        Line::Said(said)
    };
    match line {
        Line::Said(said) => with_number(said),
        Line::Typed(text) => match tidy(&text).and_then(|it| parse(&it)) {
            Ok(Some(said)) => with_number(said),
            Ok(None) if !text.trim().is_empty() && !names_match(&text) => {
                Line::Typed(format!("#{of} {text}"))
            }
            // What cannot be read is refused with better reasons by the service.
            Ok(None) | Err(_) => Line::Typed(text),
        },
    }
}

/// Tells whether a word is the number of a match, such as `#12`.
fn names_match(words: &str) -> bool {
    words.split_whitespace().any(|it| {
        it.strip_prefix('#')
            .is_some_and(|it| !it.is_empty() && it.bytes().all(|b| b.is_ascii_digit()))
    })
}

/// Offers the commands nearest to a mistyped word.
pub(crate) fn near(word: &str) -> Vec<&'static str> {
    let word = word.to_lowercase();
    let mut near: Vec<(usize, &str)> = COMMANDS
        .iter()
        .map(|it| (distance(&word, it.name), it.name))
        .filter(|it| it.0 <= 2 && it.0 < it.1.len())
        .collect();
    near.sort();
    let least = near.first().map(|it| it.0);
    near.into_iter().filter(|it| Some(it.0) == least).map(|it| it.1).take(3).collect()
}

/// Counts the letters to change, add or drop; words longer than 16 letters are far from everything.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if 16 < a.len() {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = change.min(corner + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

struct Reading {
    spec: &'static Spec,
    args: Args,
    loose: Vec<String>,
}

impl Reading {
    fn read(mut self, rest: &str) -> Result<Args, Refusal> {
        let mut left = rest;
        let mut first = true;
        while !left.is_empty() {
            let end = left.find(char::is_whitespace).unwrap_or(left.len());
            let word = &left[..end];
            let claimed =
                self.is_anyone(word) || self.by_name(word)? || self.by_kind(word, first)?;
            if !claimed {
                if let Some(arg) = self.with(|kind| kind == Kind::Rest) {
                    self.put(arg, left)?;
                    return Ok(self.args);
                }
                if self.with(|kind| kind == Kind::Loose).is_none() {
                    return Err(self.too_much(word));
                }
                // A position to start from may hold blanks and words of its own.
                if word == "from" || word.starts_with("from=") {
                    self.loose.push(left.to_owned());
                    break;
                }
                self.loose.push(word.to_owned());
            }
            left = left[end..].trim_start();
            first = false;
        }
        if let (Some(arg), false) = (self.with(|kind| kind == Kind::Loose), self.loose.is_empty()) {
            let loose = self.loose.join(" ");
            self.put(arg, &loose)?;
        }
        Ok(self.args)
    }

    /// Tells whether a word says that anyone may accept, as where nobody is named.
    fn is_anyone(&self, word: &str) -> bool {
        let offers = matches!(self.spec.verb, Verb::Challenge | Verb::Import);
        let word = word.trim_start_matches('@').to_lowercase();
        offers && self.args.get("who").is_none() && ANYONE.contains(&word.as_str())
    }

    /// Takes `name=value`, a bare flag, `#12`, and `#7` as the number of a challenge.
    fn by_name(&mut self, word: &str) -> Result<bool, Refusal> {
        if word.starts_with('#')
            && let Some(arg) = self.with(|kind| kind == Kind::Match)
        {
            self.put(arg, word)?;
            return Ok(true);
        }
        if let Some(number) = word.strip_prefix('#')
            && let Some(arg) = self.spec.args.iter().find(|it| it.name == "challenge")
        {
            self.put(arg, number)?;
            return Ok(true);
        }
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        // `resign y` means `resign yes`.
        let name = if yes_or_no(word) == Some(true) { SURE } else { name };
        let named = self.spec.args.iter().find(|it| it.name == name.to_lowercase());
        match named {
            Some(arg) if word.contains('=') || arg.kind == Kind::Flag => {
                self.put(arg, value)?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Takes a word for the first free argument that it fits by its place.
    fn by_kind(&mut self, word: &str, first: bool) -> Result<bool, Refusal> {
        let mention = word.starts_with('@') || word.starts_with("<@");
        let fits = |kind: Kind| match kind {
            Kind::Game => GameId::named(word).is_some(),
            Kind::Number { .. } => word.bytes().all(|it| it.is_ascii_digit()),
            Kind::OneOf(words) => one_of(words, word).is_some(),
            Kind::Who => mention || first && GameId::named(word).is_none() && !is_record(word),
            Kind::Topic => !mention,
            // Where no other number can be meant, `board 1` is `board #1`.
            Kind::Match => {
                let others = |it: &Arg| matches!(it.kind, Kind::Number { .. } | Kind::Rest);
                let digits = !word.is_empty() && word.bytes().all(|it| it.is_ascii_digit());
                digits && !self.spec.args.iter().any(others)
            }
            Kind::Flag | Kind::Word | Kind::Loose | Kind::Rest | Kind::File => false,
        };
        match self.with(fits) {
            Some(arg) => self.put(arg, word).map(|()| true),
            None => Ok(false),
        }
    }

    /// Returns the first argument not given yet whose kind passes.
    fn with(&self, passes: impl Fn(Kind) -> bool) -> Option<&'static Arg> {
        self.spec.args.iter().find(|it| passes(it.kind) && self.args.get(it.name).is_none())
    }

    fn put(&mut self, arg: &'static Arg, value: &str) -> Result<(), Refusal> {
        self.args.put(self.spec, arg.name, value)
    }

    fn too_much(&self, word: &str) -> Refusal {
        let name = self.spec.name;
        Refusal::unreadable(format!("`{name}` doesn't take `{}`.", short(word)))
            .instead(self.spec.examples.iter().copied())
    }
}

/// Tells whether a word begins a pasted match: JSON, or PDN with its tags or at its first move.
fn is_record(word: &str) -> bool {
    let first_move = word.strip_suffix('.').is_some_and(|it| it.parse::<u32>().is_ok());
    first_move || word.starts_with(['{', '['])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Args {
        parse(line).unwrap().unwrap().args
    }

    #[test]
    fn a_challenge_is_read_in_any_order() {
        let args = read("challenge @bob trapdoor continental days=3 side=white unrated snap");
        assert_eq!(args.get("who"), Some("@bob"));
        assert_eq!(args.get("game"), Some("trapdoor"));
        assert_eq!(args.get("options"), Some("continental snap"));
        assert_eq!((args.number("days"), args.get("side")), (Some(3), Some("white")));
        assert!(args.is_on("unrated"));
        let args = read("Challenge trapdoor from=B:W1 :B2 days=9");
        assert_eq!(args.get("who"), None);
        assert_eq!(args.get("options"), Some("from=B:W1 :B2 days=9"));
        assert_eq!(read("challenge bob").get("who"), Some("bob"));
        assert_eq!(read("challenge bob trapdoor from W:B1").get("options"), Some("from W:B1"));
    }

    #[test]
    fn numbers_and_anyone_are_read_as_people_write_them() {
        for words in
            ["anyone trapdoor", "anybody trapdoor", "@everyone trapdoor", "trapdoor anyone"]
        {
            let args = read(&format!("challenge {words}"));
            let said = (args.get("who"), args.get("game"), args.get("options"));
            assert_eq!(said, (None, Some("trapdoor"), None), "{words}");
        }
        for line in ["board 1", "verify 1", "hand 1", "resign 1", "export 1", "undo 1 accept"] {
            assert_eq!(read(line).number("match"), Some(1), "{line}");
        }
        for line in ["accept #7", "decline #7", "cancel #7", "stakes #7", "counter #7 days=2"] {
            assert_eq!(read(line).number("challenge"), Some(7), "{line}");
        }
        assert_eq!(read("history 2").number("page"), Some(2));
        assert_eq!(read("moves 1").get("begins"), Some("1"));
        assert!(parse("accept #x").is_err());
    }

    #[test]
    fn moves_keep_their_words() {
        let args = read("play #12 roll  risk");
        assert_eq!((args.get("match"), args.get("words")), (Some("12"), Some("roll  risk")));
        for pasted in ["{\"format\": 1}", "[Event \"x\"] 1. 9-14", "1. 9-14"] {
            assert_eq!(read(&format!("import {pasted}")).get("text"), Some(pasted));
        }
        assert_eq!(parse("c3-d4"), Ok(None));
        assert_eq!(parse(""), Ok(None));
    }

    #[test]
    fn to_play_against_the_bot_is_to_practise() {
        for (line, game) in [
            ("play against me", None),
            ("Play against me trapdoor 3", Some("trapdoor")),
            ("play with you Alien", Some("alien")),
            ("play against the bot trapdoor", Some("trapdoor")),
        ] {
            let said = parse(line).unwrap().unwrap();
            assert_eq!((said.verb, said.args.get("game")), (Verb::Practice, game), "{line}");
        }
        assert_eq!(parse("play against the wall").unwrap().unwrap().verb, Verb::Play);
        assert_eq!(parse("play against medusa").unwrap().unwrap().verb, Verb::Play);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for line in [
            "challenge bob trapdoor days=0",
            "challenge bob days=99999999999999999999",
            "challenge bob days=3 days=4",
            "resign now",
            "board #x",
            "leaderboard trapdoor here there",
            "accept -1",
            "import file=x",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
        assert_eq!(parse("help me").unwrap().unwrap().verb, Verb::Help);
    }

    #[test]
    fn a_question_is_answered_with_yes_and_no_in_any_of_their_forms() {
        for sure in ["yes", "y", "Y", "ok", "sure", "Yes!"] {
            for verb in ["resign", "abort"] {
                let args = read(&format!("{verb} #1 {sure}"));
                assert!(args.is_on("yes") && args.number("match") == Some(1), "{verb} {sure}");
            }
            for verb in ["draw", "undo", "pause"] {
                let args = read(&format!("{verb} {sure}"));
                assert_eq!(args.get("answer"), Some("accept"), "{verb} {sure}");
                assert_eq!(read(&format!("{verb} answer={sure} #1")).get("answer"), Some("accept"));
            }
        }
        for not in ["no", "n", "NOPE"] {
            for verb in ["draw", "undo", "pause"] {
                assert_eq!(read(&format!("{verb} {not} #2")).get("answer"), Some("decline"));
            }
        }
        // Where nothing was asked it is no answer.
        assert!(parse("rematch y").is_err() && parse("resign maybe").is_err());
        assert_eq!(read("challenge bob trapdoor y").get("private"), None);
    }

    #[test]
    fn long_and_odd_lines_are_tidied() {
        assert_eq!(tidy(" a\u{0}\tb\u{a0}c ").unwrap(), "a  b c");
        assert_eq!(tidy(&"x".repeat(LONGEST_LINE + 1)).unwrap_err().code, Code::TooMuch);
    }

    #[test]
    fn mistyped_commands_are_guessed_at() {
        assert_eq!(near("chalenge"), ["challenge"]);
        assert_eq!(near("resing"), ["remind", "resign"]);
        assert!(near("c3-d4").is_empty());
        assert!(near(&"x".repeat(1000)).is_empty());
    }

    #[test]
    fn in_the_thread_of_a_match_that_match_is_meant() {
        let read = |line: &str| match for_match(Line::Typed(line.to_owned()), MatchId(12)) {
            Line::Typed(line) => line,
            Line::Said(Said { verb, args }) => {
                let words = args.get("words").map(|it| format!(" {it}")).unwrap_or_default();
                format!("{} in {:?}{words}", name(verb), args.get("match"))
            }
        };
        let of = |command: &str, number: &str| format!("{command} in Some(\"{number}\")");
        for (line, meant) in [
            ("c3-d4", "#12 c3-d4"),
            ("c3-d4 #nice", "#12 c3-d4 #nice"),
            ("c3-d4 # 7", "#12 c3-d4 # 7"),
            ("#7 c3-d4", "#7 c3-d4"),
            ("c3-d4 #7", "c3-d4 #7"),
            (" ", " "),
            ("play c3-d4", &(of("play", "12") + " c3-d4")),
            ("play c3-d4 #nice", &(of("play", "12") + " c3-d4 #nice")),
            ("play #7 c3-d4", &(of("play", "7") + " c3-d4")),
            ("play c3-d4 #7", "play in None c3-d4 #7"),
            ("resign yes", &of("resign", "12")),
            ("board #7 text", &of("board", "7")),
            ("match=7 c3-d4", "#12 match=7 c3-d4"),
            ("board match=7", &of("board", "7")),
            ("leaderboard", "leaderboard in None"),
            ("accept 7", "accept in None"),
            ("resign now", "resign now"),
        ] {
            assert_eq!(read(line), meant, "{line}");
        }
        let said = parse("hand").unwrap().unwrap();
        let Line::Said(said) = for_match(Line::Said(said), MatchId(12)) else {
            panic!("it is said")
        };
        assert_eq!(said.args.get("match"), Some("12"));
        let long = "x".repeat(LONGEST_LINE + 1);
        let Line::Typed(left) = for_match(Line::Typed(long.clone()), MatchId(12)) else {
            panic!("the service refuses it")
        };
        assert_eq!(left, long);
    }
}
