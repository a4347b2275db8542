//! Short forms and slang, read in full: the rows of `data/synonyms.txt` with an equals sign.
use std::{collections::HashMap, sync::LazyLock};

/// What else people say; its head explains the rows.
pub const SYNONYMS: &str = include_str!("../../../data/synonyms.txt");

static FULL: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let rows = SYNONYMS.lines().filter(|line| !line.starts_with('#'));
    let rows = rows.filter_map(|line| line.split_once(" = "));
    rows.flat_map(|(full, short)| short.split(", ").map(move |short| (short, full))).collect()
});

/// Returns what a word in lower case is short for; any other word as it is.
pub fn in_full(word: &str) -> &str {
    FULL.get(word).copied().unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_short_form_stands_for_two_things_or_for_another() {
        let short = SYNONYMS.lines().filter_map(|line| line.split_once(" = "));
        let short: Vec<&str> = short.flat_map(|(_, short)| short.split(", ")).collect();
        assert_eq!(short.len(), FULL.len());
        for short in short {
            let full = in_full(short);
            assert!(full.split(' ').all(|word| in_full(word) == word), "{short}: {full}");
        }
        assert_eq!((in_full("gimme"), in_full("board")), ("give me", "board"));
    }
}
