//! What the bot says to people stands in `words` modules, where another language could replace it.
use std::{fs, path::Path};

use bot::command::find;

use crate::files::{below, folder};

/// Folders and files that word nothing for people in place of a `words` module: the rows of the table
/// of commands are themselves the one place of its texts, the store holds SQL (its errors are worded
/// for the host), and contact sheets show samples.
const NOT_SEARCHED: [&str; 5] =
    ["command/table", "command/table.rs", "store", "sheets.rs", "main.rs"];

/// Before a text for developers or for the host's log, in the same statement.
const NOT_FOR_PEOPLE: [&str; 11] = [
    "tracing::",
    "expect(",
    "Broken(",
    "#[error(",
    "unreachable!(",
    "Code::Broken",
    "context(",
    "bail!(",
    "anyhow!(",
    "Trouble::",
    "const POLICY",
];

/// Files whose texts only the host reads: they read the configuration, start a chat or log in, and
/// report what fails.
const FOR_THE_HOST: [&str; 10] = [
    "config.rs",
    "discord/mod.rs",
    "discord/reach.rs",
    "discord/trouble.rs",
    "matrix/code.rs",
    "matrix/kept.rs",
    "matrix/mod.rs",
    "matrix/reach.rs",
    "matrix/session.rs",
    "matrix/trust.rs",
];

/// Texts outside of `words` modules that nobody is told, each with the file and the reason.
const EXCEPTIONS: [(&str, &str, &str); 11] = [
    ("command/mod.rs", "no thank you", "what people type to decline"),
    ("delivery/place.rs", "watched {of} in {room}", "names a queue"),
    ("discord/chat.rs", "that isn't an id of Discord", "an error for the log"),
    ("matrix/chat.rs", "the bot isn't in the room", "an error for the log"),
    ("matrix/chat.rs", "a thread begins with its first message", "an error for the log"),
    ("matrix/direct.rs", "they didn't join", "an error for the log"),
    ("service/people/anonymise.rs", "former player {number}", "a stand-in for a name"),
    ("service/people/help.rs", "playing a move", "what people type to ask for help"),
    ("time/clock.rs", "{gain} a move", "the form in commitments and exported files"),
    ("time/clock.rs", "{first} + {gain} a move up to {most}", "the same"),
    ("service/play/controls.rs", "the order of a menu", "names a throw of dice"),
];

/// A string literal of a source.
struct Literal {
    text: String,
    /// The code before it in its statement.
    before: String,
}

/// Returns the string literals of a source, without its comments and its tests.
fn literals(source: &str) -> Vec<Literal> {
    let source = source.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let (mut all, mut before) = (Vec::new(), String::new());
    let mut rest = source;
    while let Some(sign) = rest.chars().next() {
        if rest.starts_with("//") {
            rest = rest.split_once('\n').map_or("", |it| it.1);
        } else if rest.starts_with("'\"'") {
            rest = &rest[3..];
        } else if sign == '"' {
            let inside = &rest[1..];
            let mut escaped = false;
            let end = inside.find(|it: char| {
                let ends = it == '"' && !escaped;
                escaped = it == '\\' && !escaped;
                ends
            });
            let (text, after) = inside.split_at(end.unwrap_or(inside.len()));
            let text = text.replace("\\\n", "\n");
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            all.push(Literal { text, before: before.clone() });
            rest = after.get(1..).unwrap_or_default();
        } else {
            match sign {
                ';' | '{' | '}' => before.clear(),
                _ => before.push(sign),
            }
            rest = &rest[sign.len_utf8()..];
        }
    }
    all
}

/// Tells whether a literal has three words in a row; what is filled in counts as one, but two have
/// to be written out. A line that can be typed is none.
fn is_worded(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    if find(first).is_some_and(|it| it.name == first) {
        return false;
    }
    let (mut row, mut written, mut depth) = (0, 0, 0);
    let filled: String = text
        .chars()
        .filter_map(|it| match it {
            '{' => {
                depth += 1;
                (depth == 1).then_some('§')
            }
            '}' => {
                depth -= 1;
                None
            }
            it => (depth == 0).then_some(it),
        })
        .collect();
    filled.split_whitespace().any(|it| {
        let word = it.trim_matches(|it: char| ",.:;!?…()“”`#".contains(it));
        let is_word =
            !word.is_empty() && word.chars().all(|it| it.is_alphabetic() || "'-’".contains(it));
        (row, written) = match word {
            "§" => (row + 1, written),
            _ if is_word => (row + 1, written + 1),
            _ => (0, 0),
        };
        3 <= row && 2 <= written
    })
}

/// Returns what a source words although it is no `words` module.
fn worded(source: &str) -> Vec<String> {
    let for_people = |it: &Literal| !NOT_FOR_PEOPLE.iter().any(|mark| it.before.contains(mark));
    let found = literals(source).into_iter().filter(for_people).map(|it| it.text);
    found.filter(|it| is_worded(it)).collect()
}

/// Tells whether a file is a `words` module, a test, or not searched.
fn may_word(path: &Path) -> bool {
    let is_words = |it: &std::ffi::OsStr| it == "words" || it == "words.rs" || it == "tests.rs";
    path.iter().any(is_words) || NOT_SEARCHED.iter().any(|it| path.starts_with(it))
}

#[test]
fn nothing_is_said_to_people_outside_of_words_modules() {
    let root = folder("../bot/src");
    let (mut wrong, mut used, mut for_the_host) = (Vec::new(), Vec::new(), Vec::new());
    let sources = below(&root, "rs");
    assert!(200 < sources.len(), "the sources were not found");
    for path in sources {
        let inside = path.strip_prefix(&root).unwrap();
        let name = inside.display().to_string();
        if may_word(inside) {
            continue;
        }
        for text in worded(&fs::read_to_string(&path).unwrap()) {
            let host = FOR_THE_HOST.iter().find(|it| **it == name);
            let exception = EXCEPTIONS.iter().find(|it| it.0 == name && it.1 == text);
            match (host, exception) {
                (Some(it), _) => for_the_host.push(*it),
                (None, Some(it)) => used.push(it.1),
                (None, None) => wrong.push(format!("{name}: {text}")),
            }
        }
    }
    assert!(wrong.is_empty(), "these belong in `words`:\n{}", wrong.join("\n"));
    assert_eq!(used.len(), EXCEPTIONS.len(), "an exception is no longer needed: {used:?}");
    for_the_host.dedup();
    assert_eq!(for_the_host, FOR_THE_HOST, "a file is no longer for the host");
}

#[test]
fn a_sentence_in_code_is_found_and_a_log_line_is_not() {
    let planted =
        "fn a() {\n    // It's your own turn.\n    say(\"It's your \\\n        turn.\");\n}";
    assert_eq!(worded(planted), ["It's your turn."]);
    assert_eq!(worded("let says = format!(\"{name} has left.\");"), ["{name} has left."]);
    for other in [
        "tracing::warn!(%err, \"the store could not be read\");",
        "let it = it.expect(\"it has been stored before\");",
        "Err(Fault::Broken(format!(\"match {id} has no ending\")))",
        "Choice::new(label, format!(\"play #{id} {words}\"))",
        "let form = \"settings theme dark\";",
        "#[cfg(test)]\nmod tests { const A: &str = \"This is a test.\"; }",
    ] {
        assert_eq!(worded(other), [""; 0], "{other}");
    }
}
