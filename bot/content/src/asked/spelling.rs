//! Slips in questions: a word that no text here has is read as the one that is nearest.
use std::collections::HashSet;

use strsim::osa_distance;

use super::{SAME, facts, word_lists::word_list};

/// The shortest word that is corrected, in letters.
const SHORTEST: usize = 4;

/// The words that are no slips: those of all texts here.
pub struct Spelling {
    known: HashSet<String>,
}

impl Spelling {
    /// Takes the words of texts, of the questions about matches, and of the lists.
    pub(crate) fn of(texts: impl Iterator<Item = &'static str>) -> Spelling {
        let lists = ["common", "before", "fillers", "deciding"].into_iter().flat_map(word_list);
        let texts = texts.chain([facts::SOURCE]).chain(lists.copied());
        let words = texts.flat_map(|text| text.split(|sign: char| !sign.is_alphabetic()));
        let words = words.filter(|word| !word.is_empty()).map(str::to_lowercase);
        let same = SAME.iter().flat_map(|(word, meant)| [*word, *meant]).map(str::to_owned);
        Spelling { known: words.chain(same).collect() }
    }

    /// Tells whether some text here has a word.
    pub(super) fn knows(&self, word: &str) -> bool {
        self.known.contains(word)
    }

    /// Returns a word as it was probably meant.
    pub(super) fn corrected(&self, word: &str) -> String {
        let length = word.chars().count();
        if length < SHORTEST || self.knows(word) || self.is_form(word) {
            return word.to_owned();
        }
        let most = if length < 7 { 1 } else { 2 };
        let near = self.known.iter().filter(|known| known.chars().count().abs_diff(length) <= most);
        let near = near.map(|known| (osa_distance(word, known), known));
        // Of several, the one with the same letters, and then the one that begins alike.
        let letters = |word: &str| {
            let mut letters: Vec<char> = word.chars().collect();
            letters.sort_unstable();
            letters
        };
        let nearest = near.filter(|it| it.0 <= most).min_by_key(|(slips, known)| {
            let alike = known.chars().next() == word.chars().next();
            (*slips, letters(known) != letters(word), !alike, known.as_str())
        });
        nearest.map_or_else(|| word.to_owned(), |it| it.1.clone())
    }

    /// Tells whether a word is another form of one that is known.
    fn is_form(&self, word: &str) -> bool {
        ["s", "es", "ed", "d", "ing", "er", "ly"]
            .iter()
            .filter_map(|ending| word.strip_suffix(ending))
            .any(|stem| self.knows(stem) || self.knows(&format!("{stem}e")))
    }
}
