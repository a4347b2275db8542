//! Reads a typed line such as `challenge @bob trapdoor snap days=3`.
use engine::{
    games::GameId,
    quote::short,
    refusal::{Code, Refusal},
};

use super::{Arg, Args, COMMANDS, Kind, Said, Spec, find};

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
            format!("That is {} bytes long; I read up to {LONGEST_LINE}.", line.len()),
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
    let (name, rest) = match line.find(char::is_whitespace) {
        Some(end) => (&line[..end], line[end..].trim_start()),
        None => (line, ""),
    };
    let Some(spec) = find(&name.to_lowercase()) else { return Ok(None) };
    let args = Reading { spec, args: Args::default(), loose: Vec::new() }.read(rest)?;
    Ok(Some(Said { verb: spec.verb, args }))
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
            let claimed = self.by_name(word)? || self.by_kind(word, first)?;
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

    /// Takes `name=value`, a bare flag and `#12`.
    fn by_name(&mut self, word: &str) -> Result<bool, Refusal> {
        if word.starts_with('#')
            && let Some(arg) = self.with(|kind| kind == Kind::Match)
        {
            self.put(arg, word)?;
            return Ok(true);
        }
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
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
            Kind::OneOf(words) => words.contains(&word.to_lowercase().as_str()),
            Kind::Who => mention || first && GameId::named(word).is_none() && !is_record(word),
            Kind::Topic => !mention,
            Kind::Match | Kind::Flag | Kind::Word | Kind::Loose | Kind::Rest => false,
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
        Refusal::unreadable(format!("I do not know what `{}` is to `{name}`.", short(word)))
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
    use crate::command::Verb;

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
    fn what_does_not_fit_is_refused() {
        for line in [
            "challenge bob trapdoor days=0",
            "challenge bob days=99999999999999999999",
            "challenge bob days=3 days=4",
            "resign now",
            "board #x",
            "leaderboard trapdoor here there",
            "accept -1",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
        assert_eq!(parse("help me").unwrap().unwrap().verb, Verb::Help);
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
}
