//! Reads the lines of the local room: `ann: challenge bob trapdoor`.
use std::{fs::File, io::Read};

use engine::quote::short;

use crate::{
    command::{self, Kind, Verb},
    service::PersonName,
    time::length,
};

/// The furthest the local clock may be moved on, in seconds: ten years.
pub(super) const FURTHEST: i64 = 10 * 366 * 86_400;

/// The most bytes of a file that are read: more than the desk takes, so that it can say so.
const LONGEST_FILE: u64 = 5_000_000;

/// What a line asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// An empty line, or a comment (`# …`).
    Nothing,
    Quit,
    /// The local clock moves on by so many seconds.
    Wait(i64),
    Say(Spoken),
}

/// Something somebody said.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Spoken {
    /// The id of the message where the line has one (`[id] ann: …`): the same id is carried out once.
    pub(super) message: Option<String>,
    /// Nobody for a bare line.
    pub(super) name: Option<String>,
    pub(super) words: String,
}

/// Reads one line.
///
/// # Errors
/// When `wait` says no time.
pub(super) fn read(line: &str) -> Result<Order, String> {
    let line = line.trim();
    if line.is_empty() || line == "#" || line.starts_with("# ") {
        return Ok(Order::Nothing);
    }
    if ["quit", "exit"].contains(&line) {
        return Ok(Order::Quit);
    }
    if let Some(time) = line.strip_prefix("wait ") {
        return wait(time.trim()).map(Order::Wait);
    }
    let (message, line) = match line.strip_prefix('[').and_then(|it| it.split_once(']')) {
        Some((id, rest)) if !id.is_empty() => (Some(id.to_owned()), rest.trim_start()),
        _ => (None, line),
    };
    let (name, words) = match line.split_once(':') {
        Some((name, words)) if is_speaker(name.trim()) => {
            (Some(name.trim().to_owned()), words.trim())
        }
        _ => (None, line),
    };
    Ok(Order::Say(Spoken { message, name, words: words.to_owned() }))
}

/// Takes the file out of `import @bob match-12.json` and reads it, as far as any file is read that comes with a message.
///
/// # Errors
/// When there is no such file, or it cannot be read.
pub(super) fn attached(words: &str) -> Result<(String, Option<String>), String> {
    let is_import =
        |it: &str| command::find(&it.to_lowercase()).is_some_and(|it| it.verb == Verb::Import);
    let is_path = |it: &&str| it.ends_with(".json") || it.ends_with(".pdn") || it.ends_with(".txt");
    let parts: Vec<&str> = words.split_whitespace().collect();
    let [first, rest @ ..] = &parts[..] else { return Ok((words.to_owned(), None)) };
    let Some(path) = rest.iter().copied().find(is_path).filter(|_| is_import(first)) else {
        return Ok((words.to_owned(), None));
    };
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|it| it.take(LONGEST_FILE).read_to_end(&mut bytes))
        .map_err(|err| format!("The file {} cannot be read: {err}.", short(path)))?;
    let left: Vec<&str> = parts.iter().copied().filter(|it| *it != path).collect();
    Ok((left.join(" "), Some(String::from_utf8_lossy(&bytes).into_owned())))
}

/// Returns who is meant by name in a line: in the local room a name is enough to know somebody.
pub(super) fn mentioned(words: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let marked = words.split_whitespace().filter_map(|it| it.strip_prefix('@'));
    names.extend(marked.filter(|it| is_name(it)).map(str::to_owned));
    if let Ok(Some(said)) = command::parse(words)
        && let Some(spec) = command::COMMANDS.iter().find(|it| it.verb == said.verb)
    {
        let who = spec.args.iter().filter(|it| it.kind == Kind::Who);
        let said = who.filter_map(|it| said.args.get(it.name)).map(|it| it.trim_start_matches('@'));
        names.extend(said.filter(|it| is_name(it)).map(str::to_owned));
    }
    names
}

/// Makes a person of a name: `ann` and `Ann` are the same.
pub(super) fn person(name: &str) -> PersonName {
    let handle = name.to_lowercase();
    let mut letters = handle.chars();
    let first = letters.next().map_or(String::new(), |it| it.to_uppercase().collect());
    PersonName { name: format!("{first}{}", letters.as_str()), handle }
}

fn is_name(text: &str) -> bool {
    let fits = |it: char| it.is_alphanumeric() || it == '_' || it == '-';
    (1..=32).contains(&text.chars().count()) && text.chars().all(fits)
}

/// Tells whether a name may speak: a command or a square before a colon is no name but part of what is said.
fn is_speaker(text: &str) -> bool {
    let lower = text.to_lowercase();
    let mut letters = lower.chars();
    let square = letters.next().is_some_and(|it| it.is_ascii_lowercase())
        && !letters.as_str().is_empty()
        && letters.all(|it| it.is_ascii_digit());
    let number = lower.chars().all(|it| it.is_ascii_digit());
    is_name(text) && command::find(&lower).is_none() && !square && !number
}

/// Reads a time such as `3d`, `5 hours`, `10min`.
fn wait(time: &str) -> Result<i64, String> {
    length(time).filter(|it| (1..=FURTHEST).contains(it)).ok_or_else(|| {
        let said = short(time);
        format!("`{said}` is no time to wait; say `wait 3d`, `wait 5h` or `wait 10min`.")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn say(message: Option<&str>, name: Option<&str>, words: &str) -> Result<Order, String> {
        let own = |it: Option<&str>| it.map(str::to_owned);
        Ok(Order::Say(Spoken { message: own(message), name: own(name), words: words.to_owned() }))
    }

    #[test]
    fn lines_are_read() {
        assert_eq!(read("ann: spin"), say(None, Some("ann"), "spin"));
        assert_eq!(read(" c3-d4 "), say(None, None, "c3-d4"));
        assert_eq!(read("[7] ann:spin"), say(Some("7"), Some("ann"), "spin"));
        assert_eq!(
            read("ann: challenge from=B:W1:B2"),
            say(None, Some("ann"), "challenge from=B:W1:B2")
        );
        assert_eq!(read("# note"), Ok(Order::Nothing));
        assert_eq!(read(""), Ok(Order::Nothing));
        assert_eq!(read("c3:d4"), say(None, None, "c3:d4"));
        assert_eq!(read("help: spin"), say(None, None, "help: spin"));
        assert_eq!(read("quit"), Ok(Order::Quit));
        assert_eq!(read("#12 spin"), say(None, None, "#12 spin"));
    }

    #[test]
    fn the_clock_moves_by_sensible_times_only() {
        assert_eq!(read("wait 3d"), Ok(Order::Wait(3 * 86_400)));
        assert_eq!(read("wait 3 days"), Ok(Order::Wait(3 * 86_400)));
        for odd in [
            "wait 0d",
            "wait -3d",
            "wait 3",
            "wait 99999999999999999999d",
            "wait 9999999d",
            "wait é",
        ] {
            assert!(read(odd).is_err(), "{odd}");
        }
    }

    #[test]
    fn people_are_known_by_name() {
        assert_eq!(mentioned("challenge bob"), ["bob"]);
        assert_eq!(mentioned("challenge @bob"), ["bob", "bob"]);
        assert_eq!(mentioned("spin"), [""; 0]);
        let ann = person("ANN");
        assert_eq!((ann.handle.as_str(), ann.name.as_str()), ("ann", "Ann"));
    }
}
