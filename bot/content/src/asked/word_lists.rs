//! The words by which questions are told apart, from `data/question-words.txt`.
use std::{collections::HashMap, sync::LazyLock};

static LISTS: LazyLock<HashMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| read(SOURCE));

const SOURCE: &str = include_str!("../../../../data/question-words.txt");

/// Returns the words of a list; none if there is no such list.
pub fn word_list(name: &str) -> &'static [&'static str] {
    LISTS.get(name).map_or(&[], Vec::as_slice)
}

fn read(text: &'static str) -> HashMap<&'static str, Vec<&'static str>> {
    let mut out: HashMap<&str, Vec<&str>> = HashMap::new();
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
    use super::*;

    #[test]
    fn every_list_that_is_used_has_words_and_none_twice() {
        let names = "verbs subjects inverted words openings before indirect tags texts before-move after-move looks beside idle common fillers endings reported captures dangers passive odds past pass steal boot throw score";
        for name in names.split(' ') {
            let words = word_list(name);
            assert!(3 < words.len() || name == "texts", "{name}");
            for (nth, word) in words.iter().enumerate() {
                assert!(!words[..nth].contains(word), "{name}: {word}");
            }
        }
        assert_eq!(LISTS.len(), names.split(' ').count());
        // A phrase that is cut in two would be two words.
        let lines: Vec<&str> = SOURCE.lines().collect();
        for pair in lines.windows(2).filter(|pair| pair[1].starts_with(' ')) {
            assert!(pair[0].ends_with(','), "{}", pair[0]);
        }
    }
}
