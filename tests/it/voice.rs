//! The voice: words that plain English has a better one for stand in no text, document or comment.
use std::{fs, path::Path};

use crate::files::{below, folder};

/// What a page or a source file must not say, each with a word that will do.
const BANNED: [(&str, &str); 26] = [
    ("whoever", "the player who"),
    ("somebody's", "someone's, a player's"),
    ("is to be", "must be"),
    ("are to be", "must be"),
    ("there is to", "name the things"),
    ("what there is", "name the things"),
    ("shall", "must, should"),
    ("gone on with", "continued"),
    ("goes on with it", "continues"),
    ("gone back to", "restored"),
    ("mended", "fixed"),
    ("comes round", "returns"),
    ("that were too", "too"),
    ("what came of it", "the result"),
    ("what comes of it", "the result"),
    ("became of it", "the result"),
    ("what became of", "the result of"),
    ("stood in the line", "waited"),
    ("in line to", "waiting"),
    ("struck out", "deleted"),
    ("strikes it out", "deletes it"),
    ("takes note", "records"),
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
const READ: [&str; 7] = ["bot/src", "engine/src", "render", "tests", "data", "docs", "deploy"];
const PAGES: [&str; 6] = [
    "README.md",
    "PRIVACY.md",
    "CONTRIBUTING.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "engine/RULINGS.md",
];
/// This file alone has to name what it bans.
const OWN: &str = "tests/it/voice.rs";

/// Returns what is wrong with a line: what stands there, and what would do.
fn faults(line: &str) -> Vec<String> {
    let line = line.to_lowercase();
    let banned = BANNED.iter().filter(|it| has_words(&line, it.0));
    let mut all: Vec<String> = banned.map(|it| format!("`{}`: {}", it.0, it.1)).collect();
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
    let edge = |it: Option<char>| it.is_none_or(|it| !it.is_alphanumeric() && it != '_');
    line.match_indices(words).any(|(at, _)| {
        edge(line[..at].chars().next_back()) && edge(line[at + words.len()..].chars().next())
    })
}

#[test]
fn texts_documents_and_comments_are_in_plain_english() {
    let root = folder("..");
    let mut wrong = Vec::new();
    let pages = PAGES.map(|it| root.join(it));
    let read =
        |ext: &str| READ.iter().flat_map(|it| below(&root.join(it), ext)).collect::<Vec<_>>();
    for path in read("rs").into_iter().chain(read("md")).chain(pages) {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.strip_prefix(&root).unwrap_or(Path::new("")).display().to_string();
        if name == OWN {
            continue;
        }
        for (nth, line) in text.lines().enumerate() {
            let found = faults(line);
            wrong.extend(found.iter().map(|it| format!("{name}:{}: {it}", nth + 1)));
        }
    }
    assert!(wrong.is_empty(), "{} lines:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_banned_word_is_found_and_a_part_of_another_word_is_not() {
    assert_eq!(faults("Whoever asks is told.").len(), 1);
    assert_eq!(faults("the order in which they ended"), [""; 0]);
    assert_eq!(faults("the room in which it was said").len(), 1);
    assert_eq!(faults("all of it.").len(), 1);
    assert_eq!(faults("shallow water, recommended"), [""; 0]);
    assert_eq!(faults("The board is to be shown again.").len(), 2);
    assert_eq!(faults("It says which player is to move; this to that."), [""; 0]);
}
