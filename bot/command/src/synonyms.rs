//! Synonyms of commands.
use std::collections::HashMap;

use super::{Does, parse::FullWords};

/// A synonym and its commands: if there are several, the asker chooses.
type SynonymRow = (Vec<&'static str>, Vec<&'static str>);

/// Synonyms at the start of a line.
#[derive(Debug, Default)]
pub(super) struct Synonyms {
    rows: Vec<SynonymRow>,
    /// The words of each synonym, in full, by the first of them, and the place of its row.
    by_first: HashMap<String, Vec<(Vec<String>, usize)>>,
    /// Those of whole lines where some words may be any, with the places of their rows.
    open: Vec<(Vec<String>, usize)>,
}

/// Stands in a synonym for any words, or none.
const ANYTHING: &str = "…";
/// Stands in a synonym for one word.
const ANY_WORD: &str = "*";

impl Synonyms {
    /// Adds those of a text: each row has the commands, a colon, and their synonyms.
    ///
    /// # Panics
    /// If a synonym is there already.
    pub(super) fn add(&mut self, text: &'static str) {
        for (said, lines) in rows(text) {
            for &phrase in &said {
                assert!(!self.has(phrase), "`{phrase}` stands for two commands");
                let row = self.rows.len();
                let words = FullWords::of(phrase).words;
                if is_open(phrase) {
                    self.open.push((words, row))
                } else {
                    self.by_first.entry(words[0].clone()).or_default().push((words, row));
                }
            }
            self.rows.push((said, lines));
        }
    }

    /// Leaves out choices between commands where one isn't there, because its part isn't.
    pub(super) fn choose_among(&mut self, is_there: impl Fn(&str) -> bool) {
        for (_, lines) in self.rows.iter_mut().filter(|(_, lines)| 1 < lines.len()) {
            lines.retain(|line| line.split(' ').next().is_some_and(&is_there));
        }
    }

    /// Returns the synonyms of each row, and its commands.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&[&'static str], &[&'static str])> {
        self.rows.iter().map(|(said, lines)| (&said[..], &lines[..]))
    }

    /// Tells whether this is a synonym.
    pub(super) fn has(&self, phrase: &str) -> bool {
        let said = FullWords::of(phrase).words;
        let phrases = said.first().and_then(|first| self.by_first.get(first));
        phrases.is_some_and(|all| all.iter().any(|(words, _)| *words == said))
    }

    /// Returns the synonyms of exactly this line.
    pub(super) fn of(&self, line: &str) -> Vec<&'static str> {
        let own = self.rows.iter().filter(|(_, lines)| lines[..] == [line]);
        own.flat_map(|(said, _)| said.iter().copied()).filter(|said| !is_open(said)).collect()
    }

    /// Finds the command of a line of which some words may be any; the most words that are said count.
    pub(super) fn meant_openly(&self, words: &[String]) -> Option<&'static str> {
        let fits = self.open.iter().filter(|(phrase, _)| fits(phrase, words));
        let (_, row) = fits.max_by_key(|(phrase, _)| phrase.len())?;
        self.rows[*row].1.first().copied()
    }

    /// Returns the commands that are meant by lines of which some words may be any.
    pub(super) fn meant_by_open_ones(&self) -> impl Iterator<Item = &'static str> {
        self.open.iter().flat_map(|(_, row)| self.rows[*row].1.iter().copied())
    }

    /// Finds the commands of the synonym a line starts with, and how many words that has; the longest
    /// one wins.
    pub(super) fn meant(&self, words: &[String]) -> Option<(&[&'static str], usize)> {
        let phrases = self.by_first.get(words.first()?.as_str())?;
        let fits = phrases.iter().filter(|(phrase, _)| {
            phrase.len() <= words.len() && phrase.iter().zip(words).all(|(one, other)| one == other)
        });
        let (phrase, row) = fits.max_by_key(|(phrase, _)| phrase.len())?;
        Some((&self.rows[*row].1, phrase.len()))
    }
}

fn is_open(phrase: &str) -> bool {
    phrase.split(' ').any(|word| [ANYTHING, ANY_WORD].contains(&word))
}

/// Tells whether words are a line of an open synonym.
fn fits(phrase: &[String], words: &[String]) -> bool {
    let Some((first, rest)) = phrase.split_first() else { return words.is_empty() };
    if first == ANYTHING {
        return (0..=words.len()).any(|skipped| fits(rest, &words[skipped..]));
    }
    let next = words.split_first().filter(|(word, _)| first == ANY_WORD || first == *word);
    next.is_some_and(|(_, left)| fits(rest, left))
}

/// Words without a meaning of their own before a command, by what they leave it: behind some it is an order, behind others a wish, a
/// proposal (`let's resign`), or only talk of it (`we should resign`).
const BEFORE: [&[&str]; 4] = [
    &["please", "hey", "ok", "okay"],
    &["so", "well", "and", "i", "like", "want", "to", "just", "do", "now", "then", "need"],
    &[
        "can", "could", "we", "let", "me", "us", "you", "the", "show", "give", "tell", "see",
        "get", "a", "my",
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

fn rows(text: &'static str) -> Vec<SynonymRow> {
    let mut out: Vec<SynonymRow> = Vec::new();
    let is_row =
        |line: &&str| !line.trim().is_empty() && !line.starts_with('#') && !line.contains(" = ");
    for line in text.lines().filter(is_row) {
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

#[cfg(test)]
mod tests {
    use crate::Commands;

    #[test]
    fn the_longest_beginning_counts() {
        let synonyms = &Commands::kernel().synonyms;
        let words = |phrase: &str| phrase.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(synonyms.meant(&words("take back challenge 7")), Some((&["cancel"][..], 3)));
        assert_eq!(synonyms.meant(&words("take back")), Some((&["undo"][..], 2)));
        assert_eq!(synonyms.meant(&words("take b6")), None);
    }
}
