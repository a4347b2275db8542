//! Reads the lines of the local room: `ann: challenge bob trapdoor`.
//!
//! The name before a colon and a space is the speaker. Without the space, as in `ann:spin`, a
//! single word is the speaker unless it is a square, a number or a FEN side: `c3:d4`, `B:W21-32`
//! and `https://…` are text. If the text before the colon has several words and starts with a
//! command, as in `import {"a": 1}`, the whole line is text.
use std::{fs::File, io::Read, ops::Range, path::Path};

use command::{Commands, Line, Property};
use engine::quote::short;
use model::{
    text::{look_alike, visible},
    text_file,
    time::length,
};
use service::PersonName;

use super::words::{self, NoName};

/// How far `wait` may move the local clock, in seconds: ten years.
pub(super) const FURTHEST: i64 = 10 * 366 * 86_400;

/// The most characters of a name; a longer one would be cut off in pictures.
pub(crate) const LONGEST_NAME: usize = 32;

/// The name of the bot; its levels have a number behind it.
const BOT: &str = "draughtsman";

/// The most characters of a message id.
const LONGEST_ID: usize = 200;

/// Characters that names can't contain, because they have a meaning in lines.
const NOT_IN_NAMES: &str = "{}\"=#@<>[]|\\`/:";

/// Commands to the room itself, which have no speaker.
const FOR_THE_ROOM: [&str; 3] = ["wait", "quit", "exit"];

/// The most bytes read from a file: more than the service accepts, so that the service can refuse
/// it.
const LONGEST_FILE: u64 = 5_000_000;

/// A line of input.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Input {
    /// An empty line, or a comment (`# …`).
    Nothing,
    Quit,
    /// Moves the local clock forward by so many seconds.
    Wait(i64),
    Say(SpokenLine),
}

/// A line said by someone.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SpokenLine {
    /// The message id, if the line has one (`[id] ann: …`). A repeated id has no further effect.
    pub(super) message: Option<String>,
    /// The speaker, if the line names one.
    pub(super) name: Option<String>,
    pub(super) words: String,
}

/// Reads one line.
///
/// # Errors
/// If `wait` has no valid duration, the name is invalid, or the id is too long.
pub(super) fn read(commands: &Commands, line: &str) -> Result<Input, String> {
    let line = line.trim();
    if line.is_empty() || line == "#" || line.starts_with("# ") {
        return Ok(Input::Nothing);
    }
    let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match command {
        "wait" => return wait(rest.trim()).map(Input::Wait),
        "quit" | "exit" if rest.is_empty() => return Ok(Input::Quit),
        _ => {}
    }
    let (message, line) = match line.strip_prefix('[').and_then(|it| it.split_once(']')) {
        Some((id, rest)) if !id.is_empty() => (Some(id.to_owned()), rest.trim_start()),
        _ => (None, line),
    };
    if message.as_ref().is_some_and(|id| LONGEST_ID < id.chars().count()) {
        return Err(words::id_too_long(LONGEST_ID));
    }
    let (name, said) = speaker(commands, line)?;
    if name.is_some() && is_for_the_room(said) {
        return Err(words::for_the_whole_room(first_word(said), said));
    }
    Ok(Input::Say(SpokenLine { message, name, words: said.to_owned() }))
}

/// Tells whether words are a command to the room itself, and don't just begin like one: `wait, how did that get there`.
fn is_for_the_room(said: &str) -> bool {
    let rest = said[first_word(said).len()..].trim();
    FOR_THE_ROOM.contains(&first_word(said)) && (rest.is_empty() || wait(rest).is_ok())
}

/// Splits a line into speaker and text.
fn speaker<'a>(commands: &Commands, line: &'a str) -> Result<(Option<String>, &'a str), String> {
    let bare = (None, line);
    let Some((name, words)) = line.split_once(':') else { return Ok(bare) };
    let name = name.trim().trim_start_matches('@');
    let first = first_word(name).to_lowercase();
    let is_command = commands.find(&first).is_some();
    if !words.is_empty() && !words.starts_with(char::is_whitespace) {
        let speaks = is_plain(commands, name) && !is_command && !is_said(name, words);
        return Ok(if speaks { (Some(name.to_owned()), words.trim()) } else { bare });
    }
    if is_command && first.len() < name.len() {
        return Ok(bare);
    }
    if is_command || FOR_THE_ROOM.contains(&first.as_str()) {
        return Err(words::command_not_name(&first));
    }
    check_name(commands, name)?;
    Ok((Some(name.to_owned()), words.trim()))
}

/// Tells whether the text is one plain word, like most names.
fn is_plain(commands: &Commands, name: &str) -> bool {
    let fits = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '-';
    !name.is_empty() && name.chars().all(fits) && check_name(commands, name).is_ok()
}

/// Tells whether `word:rest` is text instead of a speaker: a square, a FEN side, or a web address.
fn is_said(name: &str, words: &str) -> bool {
    let mut letters = name.chars();
    let is_letter = letters.next().is_some_and(|it| it.is_ascii_alphabetic());
    let is_square =
        is_letter && !letters.as_str().is_empty() && letters.all(|it| it.is_ascii_digit());
    let is_side = |it: &str| it.starts_with(['B', 'W', 'b', 'w']);
    is_square || words.starts_with('/') || name.len() == 1 && is_side(name) && is_side(words)
}

/// Checks a name in a line.
///
/// # Errors
/// If it can't be a name.
fn check_name(commands: &Commands, name: &str) -> Result<(), String> {
    if name.is_empty() {
        return Err(words::name_missing());
    }
    why_no_name(commands, name).map_or(Ok(()), |why| Err(words::not_a_name(&why)))
}

/// Says why something can't be a name; nothing if it can.
pub fn why_no_name(commands: &Commands, name: &str) -> Option<String> {
    no_name(commands, name).map(|why| words::why_no_name(&short(name), why))
}

fn no_name(commands: &Commands, name: &str) -> Option<NoName> {
    // In a line it would be taken for what is said.
    let first = first_word(name).to_lowercase();
    if LONGEST_NAME < name.chars().count() {
        Some(NoName::TooLong(LONGEST_NAME))
    } else if !visible(name).eq(name.chars()) {
        Some(NoName::Unseen)
    } else if name.contains(|letter| NOT_IN_NAMES.contains(letter)) {
        Some(NoName::Signs)
    } else if !name.contains(char::is_alphabetic) {
        Some(NoName::NoLetter)
    } else if commands.find(&first).is_some() || FOR_THE_ROOM.contains(&first.as_str()) {
        Some(NoName::Command)
    } else if is_of_the_bot(name) {
        Some(NoName::OfTheBot)
    } else {
        None
    }
}

/// Tells whether a name looks like the bot's own, alone or with the number of a level.
fn is_of_the_bot(name: &str) -> bool {
    let level = |letter: char| letter.is_numeric() || !letter.is_alphanumeric();
    look_alike(name.trim_end_matches(level), BOT)
}

fn first_word(words: &str) -> &str {
    words.split_whitespace().next().unwrap_or("")
}

/// Removes the file name, which may have blanks, from a line such as `import @bob match-12.json` and reads the file, up to the size
/// limit of attachments.
///
/// # Errors
/// If the file doesn't exist or can't be read.
pub(super) fn attached(
    commands: &Commands,
    words: &str,
) -> Result<(String, Option<String>), String> {
    let takes_file = |word: &str| {
        commands.find(&word.to_lowercase()).is_some_and(|spec| spec.verb().file().is_some())
    };
    let nothing = || Ok((words.to_owned(), None));
    let is_path = |word: &str| {
        let name = word.trim_end_matches(['"', '\'']).to_lowercase();
        [".json", ".pdn", ".txt"].iter().any(|end| name.ends_with(end))
    };
    if !takes_file(first_word(words)) {
        return nothing();
    }
    let places: Vec<Range<usize>> = command::places(words).skip(1).collect();
    let last = places.iter().position(|place| is_path(&words[place.clone()]));
    let Some(last) = last else { return nothing() };
    let end = places[last].end;
    let name = |start: usize| words[start..end].trim_matches(['"', '\'']);
    // The longest name that is there, or else the last word.
    let is_there = |place: &&Range<usize>| Path::new(name(place.start)).is_file();
    let start = places[..last].iter().find(is_there).unwrap_or(&places[last]).start;
    let mut bytes = Vec::new();
    let path = name(start);
    File::open(path)
        .and_then(|file| file.take(LONGEST_FILE).read_to_end(&mut bytes))
        .map_err(|err| words::file_unreadable(&short(path), &err.to_string()))?;
    let Some(text) = text_file::read(bytes) else {
        return Err(words::file_unreadable(&short(path), words::NO_TEXT));
    };
    let left = format!("{} {}", words[..start].trim(), words[end..].trim());
    Ok((left.trim().to_owned(), Some(text)))
}

/// Returns the people a line mentions. In the local room a name identifies a person.
pub(super) fn mentioned(commands: &Commands, line: &Line) -> Vec<String> {
    // A newcomer is challenged by their bare name; otherwise a bare word is a person only if they are known.
    let challenges = line.meant().is_some_and(|said| said.verb().is(Property::Challenges));
    let names =
        line.people(commands).into_iter().filter(|name| challenges || name.starts_with('@'));
    let names = names.map(|name| name.trim_start_matches('@').to_owned());
    names.filter(|name| check_name(commands, name).is_ok()).collect()
}

/// Makes a person from a typed name. `ann` and `Ann` are the same person, and so are `Ann_Lee` and
/// `Ann Lee`, because names within a line have no spaces. `known` is the earlier spelling; it is
/// kept unless the new one has capitals.
pub(super) fn person(typed: &str, known: Option<&str>) -> PersonName {
    let handle = handle(typed);
    let has_capitals = typed.contains(char::is_uppercase);
    let name = match known {
        Some(known) if !has_capitals && self::handle(known) == handle => known.to_owned(),
        Some(_) | None => {
            let mut letters = typed.chars();
            let first =
                letters.next().map_or(String::new(), |letter| letter.to_uppercase().collect());
            format!("{first}{}", letters.as_str())
        }
    };
    PersonName { name, handle, bot: false }
}

/// Returns the handle for a name, independent of spelling.
pub fn handle(name: &str) -> String {
    name.to_lowercase().split_whitespace().collect::<Vec<_>>().join("_")
}

/// Reads a duration such as `3d`, `5 hours`, `10min`.
fn wait(time: &str) -> Result<i64, String> {
    let long = length(time);
    if long.is_some_and(|it| FURTHEST < it) {
        return Err(words::wait_too_long(&short(time), FURTHEST));
    }
    long.filter(|it| 0 < *it).ok_or_else(|| words::no_duration(&short(time)))
}

#[cfg(test)]
mod tests {
    use engine::mind::Level;

    use super::*;

    fn read(line: &str) -> Result<Input, String> {
        super::read(Commands::kernel(), line)
    }

    fn check(name: &str) -> Result<(), String> {
        check_name(Commands::kernel(), name)
    }

    fn mentioned(line: &str) -> Vec<String> {
        super::mentioned(Commands::kernel(), &Commands::kernel().read(line))
    }

    fn say(message: Option<&str>, name: Option<&str>, words: &str) -> Result<Input, String> {
        let own = |text: Option<&str>| text.map(str::to_owned);
        Ok(Input::Say(SpokenLine {
            message: own(message),
            name: own(name),
            words: words.to_owned(),
        }))
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
        assert_eq!(read("# note"), Ok(Input::Nothing));
        assert_eq!(read(""), Ok(Input::Nothing));
        assert_eq!(read("quit"), Ok(Input::Quit));
        assert_eq!(read("#12 spin"), say(None, None, "#12 spin"));
    }

    #[test]
    fn any_name_may_speak() {
        for name in ["O'Brien", "a.b-c_d", "Élodie Über", "c3", "山田", "Ann (2)", &"x".repeat(32)]
        {
            assert_eq!(read(&format!("{name}: spin")), say(None, Some(name), "spin"));
        }
        assert_eq!(read("@ann: spin"), say(None, Some("ann"), "spin"));
        assert_eq!(read("ann2:spin"), say(None, Some("ann2"), "spin"));
    }

    #[test]
    fn what_only_looks_like_a_speaker_is_said() {
        for line in [
            "c3:d4",
            "B:W21-32:B1-12",
            "https://example.org",
            "play {\"a\":1}",
            "play {\"a\": 1}",
            "challenge trapdoor from=B:W1:B2",
            "decline 7 sorry: no time",
            "rules trapdoor",
        ] {
            assert_eq!(read(line), say(None, None, line));
        }
    }

    #[test]
    fn what_is_no_name_is_refused_and_said_by_nobody() {
        let long = format!("{}: spin", "x".repeat(33));
        for (line, why) in [
            (": spin", "before the colon"),
            ("help: spin", "is a command"),
            ("wait: spin", "is a command"),
            ("22-18: well played", "a letter"),
            ("#12: spin", "can't contain"),
            ("{\"a\": 1}", "can't contain"),
            (long.as_str(), "at most 32"),
            ("ann: wait 3d", "Say it without a name: `wait 3d`"),
            ("ann: quit", "without a name"),
        ] {
            let refused = read(line).unwrap_err();
            assert!(refused.contains(why), "{line}: {refused}");
        }
    }

    #[test]
    fn an_id_has_a_limit() {
        let id = "7".repeat(LONGEST_ID);
        assert_eq!(read(&format!("[{id}] ann: spin")), say(Some(&id), Some("ann"), "spin"));
        assert!(read(&format!("[{id}7] ann: spin")).unwrap_err().contains("at most 200"));
    }

    #[test]
    fn the_clock_moves_by_sensible_times_only() {
        assert_eq!(read("wait 3d"), Ok(Input::Wait(3 * 86_400)));
        assert_eq!(read("wait 3 days"), Ok(Input::Wait(3 * 86_400)));
        for odd in [
            "wait",
            "wait 0d",
            "wait -3d",
            "wait 3",
            "wait 99999999999999999999d",
            "wait 9999999d",
            "wait é",
        ] {
            assert!(read(odd).is_err(), "{odd}");
        }
        let refused = read("wait 100000d").unwrap_err();
        assert!(refused.contains("The limit is `wait 3660d`"), "{refused}");
    }

    #[test]
    fn people_are_known_by_name() {
        assert_eq!(mentioned("challenge bob"), ["bob"]);
        assert_eq!(mentioned("challenge @bob"), ["bob", "bob"]);
        assert_eq!(mentioned("challenge O'Brien trapdoor"), ["O'Brien"]);
        assert_eq!(mentioned("spin"), [""; 0]);
    }

    #[test]
    fn a_name_keeps_its_capitals() {
        let called = |typed, known| {
            let PersonName { name, handle, bot: _ } = person(typed, known);
            (name, handle)
        };
        let own = |name: &str, handle: &str| (name.to_owned(), handle.to_owned());
        assert_eq!(called("ann", None), own("Ann", "ann"));
        assert_eq!(called("McBob", None), own("McBob", "mcbob"));
        assert_eq!(called("mcbob", Some("McBob")), own("McBob", "mcbob"));
        assert_eq!(called("McBob", Some("Mcbob")), own("McBob", "mcbob"));
        assert_eq!(called("Élodie Über", None), own("Élodie Über", "élodie_über"));
        assert_eq!(called("élodie_über", Some("Élodie Über")), own("Élodie Über", "élodie_über"));
    }

    #[test]
    fn a_name_is_refused_for_what_is_wrong_with_it() {
        for (name, why) in [
            ("", "Put the speaker's name"),
            ("an\u{200b}n", "can't be seen"),
            ("an\u{7}n", "can't be seen"),
            ("a=b", "a name can't contain"),
            ("123", "needs a letter"),
        ] {
            let says = check(name).unwrap_err();
            assert!(says.contains(why), "{name:?}: {says}");
        }
        for name in ["Quit", "wait", "Help", "Play on", "Ab: resign"] {
            assert!(check(name).is_err(), "{name}");
        }
        assert_eq!(check("Ann Lee"), Ok(()));
    }

    #[test]
    fn nobody_is_called_like_the_bot_however_it_is_written() {
        let mut names: Vec<String> =
            Level::ALL.iter().map(|level| format!("Draughtsman {}", level.number())).collect();
        let alike = [
            "draughtsman",
            "DRAUGHTSMAN 1",
            "draughtsman_2",
            "Draughts  man-3",
            "Ｄｒａｕｇｈｔｓｍａｎ　４",
        ];
        names.extend(alike.map(str::to_owned));
        names.extend(["𝐃𝐫𝐚𝐮𝐠𝐡𝐭𝐬𝐦𝐚𝐧", "Dráughtsman ⑤", "Draughtsman 12"].map(str::to_owned));
        // Other letters that look like its own.
        names.extend(
            ["Drаughtsman", "Draughtѕman 5", "Draughtsrnan", "Drаughtsman 10"].map(str::to_owned),
        );
        for name in names {
            let says = check(&name).unwrap_err();
            assert!(says.contains("the bot's own"), "{name}: {says}");
            assert!(read(&format!("{name}: spin")).is_err(), "{name}");
            assert_eq!(mentioned(&format!("challenge @{}", handle(&name))), [""; 0]);
        }
        for name in ["Draughtsmen", "Ann the draughtsman", "Draughts"] {
            assert_eq!(check(name), Ok(()));
        }
    }
}
