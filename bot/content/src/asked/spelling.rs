//! Slips in questions: a word that no text here has is read as the one that is nearest.
use std::{collections::HashSet, sync::LazyLock};

use strsim::osa_distance;

use super::{SAME, bank, facts, word_lists::word_list};
use crate::guide::{Guide, every_other_name};

/// The shortest word that is corrected, in letters.
const SHORTEST: usize = 4;

static KNOWN: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let guides = Guide::all().map(Guide::source);
    let texts = guides
        .chain(bank::sources())
        .chain([facts::SOURCE])
        .chain(["common", "before", "fillers"].into_iter().flat_map(word_list).copied());
    let words = texts.flat_map(|text| text.split(|sign: char| !sign.is_alphabetic()));
    let words = words.filter(|word| !word.is_empty()).map(str::to_lowercase);
    let same = SAME.iter().flat_map(|it| it.iter());
    words.chain(same.chain(&every_other_name()).map(|it| (*it).to_owned())).collect()
});

/// Tells whether some text here has a word.
pub(super) fn is_known(word: &str) -> bool {
    KNOWN.contains(word)
}

/// Returns a word as it was probably meant.
pub(super) fn corrected(word: &str) -> String {
    let length = word.chars().count();
    if length < SHORTEST || KNOWN.contains(word) || is_form(word) {
        return word.to_owned();
    }
    let most = if length < 7 { 1 } else { 2 };
    let near = KNOWN.iter().filter(|known| known.chars().count().abs_diff(length) <= most);
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
fn is_form(word: &str) -> bool {
    ["s", "es", "ed", "d", "ing", "er", "ly"]
        .iter()
        .filter_map(|ending| word.strip_suffix(ending))
        .any(|stem| KNOWN.contains(stem) || KNOWN.contains(&format!("{stem}e")))
}
