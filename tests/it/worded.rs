//! What the bot says to people stands in `words` modules, where another language could replace it.
use std::path::Path;

use features::FEATURES;
use proc_macro2::TokenStream;

use crate::source::{Literal, code, literals, sources};

/// Folders and files that word nothing for people in place of a `words` module: the rows of the table
/// of commands and those of settings are themselves the one place of their texts, the store holds SQL (its errors are worded
/// for the host), and contact sheets show samples.
const NOT_SEARCHED: [&str; 6] = [
    // Charts are their own words.
    "charts",
    "command/table",
    "command/table.rs",
    "store",
    "program/sheets.rs",
    "program/lib.rs",
];

/// Before a text for developers or for the host's log, in the same statement.
const NOT_FOR_PEOPLE: [&str; 19] = [
    // What is said about a setting stands in its row.
    "help:",
    "SettingRow",
    "says:",
    // The names of hooks are for the log.
    ".each(",
    // Commands that stand twice end the start.
    "panic!(",
    "assert!(",
    "tracing::",
    "guarded(",
    "expect(",
    "Broken(",
    "#[error(",
    "unreachable!(",
    "Code::Broken",
    "context(",
    "bail!(",
    "anyhow!(",
    "DiscordError::",
    "const POLICY",
    "allow(clippy",
];

/// Files whose texts only the host reads: they read the configuration, start a chat or log in, and
/// report what fails.
const FOR_THE_HOST: [&str; 13] = [
    "config/backup.rs",
    "config/lib.rs",
    "config/variables.rs",
    "discord/error.rs",
    "discord/lib.rs",
    "discord/reach.rs",
    "matrix/device_login.rs",
    "matrix/lib.rs",
    "matrix/reach.rs",
    "matrix/session.rs",
    "matrix/stored_session.rs",
    "matrix/trust.rs",
    "program/ticking.rs",
];

/// Texts outside of `words` modules that nobody is told, each with the file and the reason.
const EXCEPTIONS: [(&str, &str, &str); 9] = [
    ("command/lib.rs", "no thank you", "what people type to decline"),
    ("discord/bot.rs", "that isn't an id of Discord", "an error for the log"),
    ("matrix/chat.rs", "the bot isn't in the room", "an error for the log"),
    ("matrix/direct.rs", "they didn't join", "an error for the log"),
    ("service/people/anonymise.rs", "former player {number}", "a stand-in for a name"),
    ("service/people/help.rs", "playing a move", "what people type to ask for help"),
    ("model/time/clock.rs", "{gain} a move", "the form in commitments and exported files"),
    ("model/time/clock.rs", "{first} + {gain} a move up to {most}", "the same"),
    ("service/telling/controls.rs", "the order of a menu", "names a throw of dice"),
];

/// Tells whether a literal has three words in a row; what is filled in counts as one, but two have
/// to be written out. A line that can be typed is none.
fn is_worded(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    if FEATURES.commands().find(first).is_some() {
        return false;
    }
    let (mut row, mut written, mut depth) = (0, 0, 0);
    let filled: String = text
        .chars()
        .filter_map(|letter| match letter {
            '{' => {
                depth += 1;
                (depth == 1).then_some('§')
            }
            '}' => {
                depth -= 1;
                None
            }
            other => (depth == 0).then_some(other),
        })
        .collect();
    filled.split_whitespace().any(|part| {
        let word = part.trim_matches(|letter: char| ",.:;!?…()“”`#".contains(letter));
        let is_word = !word.is_empty()
            && word.chars().all(|letter| letter.is_alphabetic() || "'-’".contains(letter));
        (row, written) = match word {
            "§" => (row + 1, written),
            _ if is_word => (row + 1, written + 1),
            _ => (0, 0),
        };
        3 <= row && 2 <= written
    })
}

/// Returns what code words although it is no `words` module.
fn worded(code: &TokenStream) -> Vec<String> {
    let for_people =
        |literal: &Literal| !NOT_FOR_PEOPLE.iter().any(|mark| literal.before.contains(mark));
    let found = literals(code).into_iter().filter(for_people).map(|it| it.text);
    found.filter(|it| is_worded(it)).collect()
}

/// Tells whether a file is a `words` module, a test, or not searched.
fn may_word(path: &Path) -> bool {
    let is_words = |name: &std::ffi::OsStr| {
        [
            "words",
            "words.rs",
            "tests",
            "tests.rs",
            "commands.rs",
            "rows",
            "rows.rs",
            "setting_rows.rs",
            "turn_rows.rs",
            "args.rs",
        ]
        .iter()
        .any(|it| name == *it)
    };
    path.iter().any(is_words) || NOT_SEARCHED.iter().any(|part| path.starts_with(part))
}

#[test]
fn nothing_is_said_to_people_outside_of_words_modules() {
    let (mut wrong, mut used, mut for_the_host) = (Vec::new(), Vec::new(), Vec::new());
    for source in sources(&["bot"]) {
        // Benchmarks speak to developers.
        let Some(name) = source.path.strip_prefix("bot/").filter(|it| it.contains("/src/")) else {
            continue;
        };
        let name = name.replacen("/src/", "/", 1);
        let inside = Path::new(&name);
        if may_word(inside) {
            continue;
        }
        for text in worded(source.code()) {
            let host = FOR_THE_HOST.iter().find(|it| **it == name);
            let exception =
                EXCEPTIONS.iter().find(|exception| exception.0 == name && exception.1 == text);
            match (host, exception) {
                (Some(file), _) => for_the_host.push(*file),
                (None, Some(exception)) => used.push(exception.1),
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
    let worded = |text: &str| super::worded::worded(&code(text).unwrap());
    assert_eq!(worded(planted), ["It's your turn."]);
    assert_eq!(
        worded("fn a() { let says = format!(\"{name} has left.\"); }"),
        ["{name} has left."]
    );
    for other in [
        "tracing::warn!(%err, \"the store could not be read\");",
        "let it = it.expect(\"it has been stored before\");",
        "Err(Fault::Broken(format!(\"match {id} has no ending\")))",
        "Choice::new(label, format!(\"play #{id} {words}\"))",
        "let form = \"settings theme dark\";",
        "#[cfg(test)]\nmod tests { const A: &str = \"This is a test.\"; }",
    ] {
        let inside = format!("fn a() {{ {other} }}");
        let text = if other.starts_with('#') { other } else { &inside };
        assert_eq!(worded(text), [""; 0], "{other}");
    }
}

/// The crates that tell people what to say.
const TELL: [&str; 7] = [
    "bot/console",
    "bot/delivery",
    "bot/discord",
    "bot/features",
    "bot/matrix",
    "bot/service",
    "bot/web",
];

/// Texts with a word between backticks that is no command there, each with the file and the reason.
const NO_COMMANDS: [(&str, &str, &str); 4] = [
    ("bot/features/leagues/src/rows.rs", "league {}", "names it in a sentence"),
    (
        "bot/features/leagues/src/words/refused.rs",
        "Game, days, groups and `watch` are for a new league.",
        "an argument",
    ),
    ("bot/delivery/src/words.rs", "admin {order} @role", "the word comes with what is delivered"),
    ("bot/delivery/src/words.rs", "admin {order} off", "the word comes with what is delivered"),
];

/// Tells whether a text spells a command: a line with something to fill in, or one between
/// backticks.
fn spells_command(text: &str) -> bool {
    let begins = |line: &str| {
        let first = line.split_whitespace().next().unwrap_or_default();
        FEATURES.commands().find(first).is_some()
    };
    begins(text) && text.contains('{') || text.split('`').skip(1).step_by(2).any(begins)
}

#[test]
fn commands_are_written_by_the_table_of_commands_and_in_no_text() {
    let (mut wrong, mut used) = (Vec::new(), 0);
    for source in sources(&TELL) {
        let is_test = source.path.ends_with("/tests.rs") || source.path.contains("/tests/");
        // The table of commands itself.
        let is_table = source.path.ends_with("/src/commands.rs");
        if !source.path.contains("/src/") || is_test || is_table {
            continue;
        }
        for Literal { text, before } in literals(source.code()) {
            if before.ends_with("help:") || before.ends_with("example:") {
                continue;
            }
            match NO_COMMANDS.iter().any(|known| (known.0, known.1) == (&source.path, &text)) {
                true => used += 1,
                false if spells_command(&text) => wrong.push(format!("{}: {text}", source.path)),
                false => {}
            }
        }
    }
    assert!(wrong.is_empty(), "make these with `say!`:\n{}", wrong.join("\n"));
    assert_eq!(used, NO_COMMANDS.len(), "an exception is no longer needed");
    for (text, spells) in [
        ("accept {id}", true),
        ("play #{of} {words}", true),
        ("Look with `board #{id}`.", true),
        ("Say `{}`.", false),
        ("theme", false),
        ("play a card", false),
        ("{name} has left.", false),
    ] {
        assert_eq!(spells_command(text), spells, "{text}");
    }
}
