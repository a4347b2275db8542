//! The words by which questions are told apart, from `data/question-words.txt`.
use std::{collections::BTreeMap, sync::LazyLock};

static LISTS: LazyLock<BTreeMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| read(SOURCE));

const SOURCE: &str = include_str!("../../../../data/question-words.txt");

/// Returns the words of a list; none if there is no such list.
pub fn word_list(name: &str) -> &'static [&'static str] {
    LISTS.get(name).map_or(&[], Vec::as_slice)
}

/// Returns the lists whose names begin so, by the rest of their names.
pub fn word_lists(begin: &str) -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    LISTS
        .iter()
        .filter_map(move |(name, words)| Some((name.strip_prefix(begin)?, words.as_slice())))
}

/// Lists the words of all lists.
pub(super) fn all_words() -> impl Iterator<Item = &'static str> {
    LISTS.values().flatten().copied()
}

fn read(text: &'static str) -> BTreeMap<&'static str, Vec<&'static str>> {
    let mut out: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut last = "";
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let words = match line.split_once(':') {
            Some((name, words)) if !line.starts_with(' ') => {
                last = name;
                words
            }
            _ => line,
        };
        let words = words.split(',').map(str::trim).filter(|word| !word.is_empty());
        out.entry(last).or_default().extend(words);
    }
    out
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_list_that_is_used_has_words_and_none_twice() {
        const NAMES: &str = "verbs subjects inverted words openings before indirect tags texts before-move after-move looks beside idle common fillers endings reported captures dangers passive odds past pass steal boot throw score reaching far obstacles stuck wounds standing became supposed hits counted force shots units plain general other-games chatter holds lost own others owner whose before-to ordinals of-board deciding earlier lately ever recalls lasting time of-no-deed turns took misses done-to open losing introduces anywhere no-place at-place goes-too whether block being passive-forms prepositions present";
        const GROUPS: [&str; 4] = ["kind-", "same-", "phrase-", "deed-"];
        let is_single = |name: &&&str| !GROUPS.iter().any(|group| name.starts_with(group));
        let single: BTreeSet<&str> = LISTS.keys().filter(is_single).copied().collect();
        assert_eq!(single, NAMES.split(' ').collect());
        for (name, words) in &*LISTS {
            assert!(!words.is_empty(), "{name}");
            for (nth, word) in words.iter().enumerate() {
                assert!(!words[..nth].contains(word), "{name}: {word}");
            }
        }
        // A phrase that is cut in two would be two words.
        let lines: Vec<&str> = SOURCE.lines().collect();
        for pair in lines.windows(2).filter(|pair| pair[1].starts_with(' ')) {
            assert!(pair[0].ends_with(','), "{}", pair[0]);
        }
    }
}
