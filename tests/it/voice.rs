//! Plain English: texts, documents and comments avoid words and forms that have a plainer one.
use std::{fs, path::Path};

use crate::{
    files::{below, folder},
    source::{code, literals, sources},
};

/// Banned words, each with a plainer one.
const BANNED: [(&str, &str); 19] = [
    ("is to be", "must be"),
    ("are to be", "must be"),
    ("there is to", "name the things"),
    ("what there is", "name the things"),
    ("gone on with", "continued"),
    ("goes on with it", "continues"),
    ("gone back to", "restored"),
    ("comes round", "returns"),
    ("that were too", "too"),
    ("what came of it", "the result"),
    ("what comes of it", "the result"),
    ("became of it", "the result"),
    ("what became of", "the result of"),
    ("stood in the line", "waited"),
    ("in line to", "waiting"),
    ("is taken up", "is loaded, opened"),
    ("be taken up", "be loaded, opened"),
    ("so that it be", "so that it is"),
    ("whom it concerns", "the people concerned"),
];

/// What may follow "is to" or "are to": the player who is to move.
const TO_DO: &str = "move";

/// What stands before "in which" where no other word will do.
const ORDER: [&str; 6] = ["order", "way", "ways", "direction", "directions", "form"];

/// Folders whose words are read: sources, rules and documents.
const READ: [&str; 7] = ["bot", "engine/src", "render", "tests", "data", "docs", "deploy"];
const PAGES: [&str; 7] = [
    "README.md",
    "PRIVACY.md",
    "TERMS.md",
    "CONTRIBUTING.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "engine/RULINGS.md",
];
/// This file alone has to name what it bans.
const OWN: &str = "tests/it/voice.rs";

/// Returns the faults of a line: the banned word, and a better one.
fn faults(line: &str) -> Vec<String> {
    let line = line.to_lowercase();
    let banned = BANNED.iter().filter(|it| has_words(&line, it.0));
    let mut all: Vec<String> =
        banned.map(|(words, better)| format!("`{}`: {}", words, better)).collect();
    for (at, _) in line.match_indices(" in which") {
        let before = line[..at].rsplit(|it: char| !it.is_alphabetic()).next().unwrap_or("");
        if !ORDER.contains(&before) {
            all.push("`in which`: where, when".to_owned());
        }
    }
    for words in ["is to ", "are to "] {
        let stray = line.match_indices(words).any(|(at, _)| {
            !line[..at].ends_with(char::is_alphanumeric)
                && !line[at + words.len()..].starts_with(TO_DO)
        });
        if stray {
            all.push(format!("`{words}`: must, has to"));
        }
    }
    for end in ['.', ',', ';', ':'] {
        if line.contains(&format!(" of it{end}")) {
            all.push(format!("`of it{end}`: name the thing, or leave it out"));
        }
    }
    all
}

/// Tells whether words stand in a line as whole words.
fn has_words(line: &str, words: &str) -> bool {
    let edge = |letter: Option<char>| {
        letter.is_none_or(|letter| !letter.is_alphanumeric() && letter != '_')
    };
    line.match_indices(words).any(|(at, _)| {
        edge(line[..at].chars().next_back()) && edge(line[at + words.len()..].chars().next())
    })
}

#[test]
fn texts_documents_and_comments_are_in_plain_english() {
    let root = folder("..");
    let mut wrong = Vec::new();
    let pages = PAGES.map(|page| root.join(page));
    let read =
        |ext: &str| READ.iter().flat_map(|part| below(&root.join(part), ext)).collect::<Vec<_>>();
    for path in read("rs").into_iter().chain(read("md")).chain(pages) {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.strip_prefix(&root).unwrap_or(Path::new("")).display().to_string();
        if name == OWN {
            continue;
        }
        for (nth, line) in text.lines().enumerate() {
            let found = faults(line);
            wrong.extend(found.iter().map(|fault| format!("{name}:{}: {fault}", nth + 1)));
        }
    }
    assert!(wrong.is_empty(), "{} lines:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_banned_word_is_found_and_a_part_of_another_word_is_not() {
    assert_eq!(faults("What came of it is told.").len(), 1);
    assert_eq!(faults("the order in which they ended"), [""; 0]);
    assert_eq!(faults("the room in which it was said").len(), 1);
    assert_eq!(faults("all of it.").len(), 1);
    assert_eq!(faults("shallow water, recommended"), [""; 0]);
    assert_eq!(faults("The board is to be shown again.").len(), 2);
    assert_eq!(faults("It says which player is to move; this to that."), [""; 0]);
}

/// Tells whether a literal is a sentence for people.
fn is_sentence(text: &str) -> bool {
    let begins =
        text.starts_with(|letter: char| letter.is_uppercase() || letter == '`' || letter == '{');
    begins && text.contains(' ') && text.ends_with(['.', '!', '?'])
}

#[test]
fn the_rules_and_minds_of_games_word_nothing_themselves() {
    let games = "engine/src/games/";
    let is_rule = |path: &str| {
        let part = path.strip_prefix(games).and_then(|inside| inside.split('/').nth(1));
        part.is_some_and(|part| ["moves", "moves.rs", "mind", "mind.rs"].contains(&part))
    };
    let rules: Vec<_> = sources(&[games]).into_iter().filter(|it| is_rule(&it.path)).collect();
    assert!(20 < rules.len(), "the rules were not found");
    for source in rules {
        let found =
            literals(source.code()).into_iter().map(|it| it.text).find(|it| is_sentence(it));
        assert_eq!(found, None, "{}: belongs in `words` or `why`", source.path);
    }
}

#[test]
fn a_sentence_is_told_from_other_strings() {
    let text = "fn a() {\n// \"A comment.\"\nb(\"It takes \\\n   two.\", 'x', \"roll chess\") }";
    let found: Vec<String> = literals(&code(text).unwrap()).into_iter().map(|it| it.text).collect();
    assert_eq!(found, ["It takes two.", "roll chess"]);
    assert!(is_sentence("It takes two.") && !is_sentence("roll chess") && !is_sentence("South."));
}

#[test]
#[ignore = "writes all messages to a file, for reading them in one go"]
fn every_message_can_be_read_in_one_file() {
    let mut out = String::new();
    let mut count = 0;
    for source in sources(&["engine", "bot"]) {
        let is_test = source.path.split('/').any(|part| part == "tests" || part == "tests.rs");
        let found = literals(source.code()).into_iter().map(|it| it.text);
        let found: Vec<String> = found.filter(|it| it.contains(' ')).collect();
        if !is_test && !found.is_empty() {
            out.push_str(&format!("\n## {}\n{}\n", source.path, found.join("\n")));
            count += found.len();
        }
    }
    assert!(2_000 < count, "the messages were not found");
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("messages.txt");
    fs::write(&file, out).unwrap();
    println!("{count} messages: {}", file.display());
}
