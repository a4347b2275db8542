//! Synonyms of commands.
use std::{collections::HashMap, sync::LazyLock};

use super::Does;

/// Synonyms at the start of a line.
///
/// Each row of `data/synonyms.txt` has the commands, a colon, and their synonyms.
pub(super) static ALSO: LazyLock<Vec<SynonymRow>> =
    LazyLock::new(|| rows(include_str!("../../../data/synonyms.txt")));

/// A synonym and its commands: if there are several, the asker chooses.
pub(super) type SynonymRow = (Vec<&'static str>, Vec<&'static str>);

/// The synonyms of [`ALSO`] by their first word: the words of each, and its commands.
static BY_FIRST: LazyLock<HashMap<&'static str, Vec<Phrase>>> = LazyLock::new(|| {
    let mut all: HashMap<&'static str, Vec<Phrase>> = HashMap::new();
    for (said, lines) in ALSO.iter() {
        for phrase in said {
            let words: Vec<&str> = phrase.split(' ').collect();
            all.entry(words[0]).or_default().push((words, lines));
        }
    }
    all
});

/// The words of a synonym, and its commands.
type Phrase = (Vec<&'static str>, &'static [&'static str]);

fn rows(text: &'static str) -> Vec<SynonymRow> {
    let mut out: Vec<SynonymRow> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let words = |list: &'static str| list.split(',').map(str::trim).filter(|it| !it.is_empty());
        match (line.split_once(':'), out.last_mut()) {
            (Some((lines, said)), _) if !line.starts_with(' ') => {
                out.push((words(said).collect(), lines.split('|').map(str::trim).collect()));
            }
            (_, Some(row)) => row.0.extend(words(line)),
            (_, None) => {}
        }
    }
    out
}

/// Words without a meaning of their own before a command, by what they leave it: behind some it is an order, behind others a wish, a
/// proposal (`let's resign`), or only talk of it (`we should resign`).
const BEFORE: [&[&str]; 4] = [
    &["please", "pls", "plz", "hey", "ok", "okay"],
    &[
        "so", "well", "and", "i", "i'd", "like", "want", "wanna", "to", "just", "do", "now",
        "then", "need",
    ],
    &[
        "can", "could", "we", "let's", "lets", "let", "me", "us", "you", "the", "show", "give",
        "tell", "see", "get", "a", "my",
    ],
    &["should", "must", "will", "might", "may", "would"],
];

/// Tells whether a word has no meaning of its own before some command.
pub(super) fn means_nothing(word: &str) -> bool {
    BEFORE.iter().any(|words| words.contains(&word))
}

/// Tells whether words before a command leave it an order or a wish, for one that does this.
pub(super) fn leave_it(does: Does, before: &[String]) -> bool {
    let words = match does {
        Does::Moderates => &BEFORE[..1],
        Does::Plays | Does::Ends | Does::Deletes => &BEFORE[..2],
        Does::Keeps | Does::Arranges => &BEFORE[..3],
        Does::Looks => &BEFORE,
    };
    before.iter().enumerate().all(|(nth, word)| {
        let is_wish = word == "would" && before.get(nth + 1).is_some_and(|next| next == "like");
        is_wish || words.iter().any(|words| words.contains(&word.as_str()))
    })
}

/// Returns the synonyms of exactly this line.
pub(super) fn of(line: &str) -> Vec<&'static str> {
    let own = ALSO.iter().filter(|(_, lines)| lines[..] == [line]);
    own.flat_map(|(said, _)| said.iter().copied()).collect()
}

/// Finds the commands of the synonym a line starts with, and how many words that has; the longest
/// one wins.
pub(super) fn meant(words: &[String]) -> Option<(&'static [&'static str], usize)> {
    let phrases = BY_FIRST.get(words.first()?.as_str())?;
    let fits = phrases.iter().filter(|(phrase, _)| {
        phrase.len() <= words.len() && phrase.iter().zip(words).all(|(one, other)| one == other)
    });
    fits.map(|(phrase, lines)| (*lines, phrase.len())).max_by_key(|it| it.1)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{COMMANDS, find, parse};

    #[test]
    fn every_synonym_stands_for_commands_that_are_read() {
        let mut seen = BTreeSet::new();
        for (said, lines) in ALSO.iter() {
            assert!(!said.is_empty() && !lines.is_empty());
            for line in lines {
                let name = line.split(' ').next().unwrap_or("");
                assert!(find(name).is_some(), "{line}");
                assert!(parse(line).is_ok(), "{line}");
            }
            for phrase in said {
                assert!(seen.insert(phrase), "`{phrase}` stands there twice");
                assert_eq!(phrase.to_lowercase().trim(), *phrase);
                assert!(find(phrase).is_none(), "`{phrase}` is a command");
            }
        }
        for spec in COMMANDS {
            let verb = |line: &&str| line.split(' ').next() == Some(spec.name);
            let has = ALSO.iter().any(|(_, lines)| lines.iter().any(&verb));
            let plain = ["play", "unlink", "admin", "hint", "why", "practice", "review", "learn"];
            assert!(has || plain.contains(&spec.name), "{} has no synonym", spec.name);
        }
    }

    #[test]
    fn the_longest_beginning_counts() {
        let words = |phrase: &str| phrase.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(meant(&words("take back challenge 7")), Some((&["cancel"][..], 3)));
        assert_eq!(meant(&words("take back")), Some((&["undo"][..], 2)));
        assert_eq!(meant(&words("take b6")), None);
    }

    #[test]
    fn luck_is_told_by_the_review() {
        assert_eq!(meant(&["luck".to_owned()]), Some((&["review"][..], 1)));
    }
}
