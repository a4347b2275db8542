//! Synonyms of commands.
use std::collections::HashMap;

use super::Does;

/// A synonym and its commands: if there are several, the asker chooses.
type SynonymRow = (Vec<&'static str>, Vec<&'static str>);

/// Synonyms at the start of a line.
#[derive(Debug, Default)]
pub(super) struct Synonyms {
    rows: Vec<SynonymRow>,
    /// The words of each synonym by the first of them, and the place of its row.
    by_first: HashMap<&'static str, Vec<(Vec<&'static str>, usize)>>,
}

impl Synonyms {
    /// Adds those of a text: each row has the commands, a colon, and their synonyms.
    ///
    /// # Panics
    /// If a synonym is there already.
    pub(super) fn add(&mut self, text: &'static str) {
        for (said, lines) in rows(text) {
            for &phrase in &said {
                assert!(!self.has(phrase), "`{phrase}` stands for two commands");
                let words: Vec<&str> = phrase.split(' ').collect();
                self.by_first.entry(words[0]).or_default().push((words, self.rows.len()));
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
        let first = phrase.split(' ').next().unwrap_or_default();
        let phrases = self.by_first.get(first);
        phrases.is_some_and(|all| {
            all.iter().any(|(words, _)| phrase.split(' ').eq(words.iter().copied()))
        })
    }

    /// Returns the synonyms of exactly this line.
    pub(super) fn of(&self, line: &str) -> Vec<&'static str> {
        let own = self.rows.iter().filter(|(_, lines)| lines[..] == [line]);
        own.flat_map(|(said, _)| said.iter().copied()).collect()
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
