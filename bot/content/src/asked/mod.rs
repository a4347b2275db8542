//! Questions in people's own words: what is asked about a match, and which passage of the rules or answer of the house fits.
pub mod facts;
pub mod index;
mod spelling;
mod word_lists;

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use rust_stemmers::{Algorithm, Stemmer};

use super::short_forms::in_full;

pub use self::{
    spelling::Spelling,
    word_lists::{word_list, word_lists},
};

/// What is left out of a question, and what is read as one word.
static FILLERS: LazyLock<Vec<Phrase>> =
    LazyLock::new(|| word_list("fillers").iter().map(|phrase| (words_of(phrase), None)).collect());
static PHRASES: LazyLock<Vec<Phrase>> = LazyLock::new(|| {
    let rows = word_lists("phrase-");
    rows.flat_map(|(meant, all)| all.iter().map(move |phrase| (words_of(phrase), Some(meant))))
        .collect()
});

/// Words that mean the same to somebody who asks, each with the one that it is read as.
static SAME: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    word_lists("same-")
        .flat_map(|(meant, all)| all.iter().map(move |word| (*word, meant)))
        .collect()
});

static STEMMER: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::English));

/// Words that stand together, and the one that they are read as; none if they are left out.
type Phrase = (Vec<&'static str>, Option<&'static str>);

fn words_of(phrase: &'static str) -> Vec<&'static str> {
    phrase.split(' ').collect()
}

/// The word of the rules for the side that moves first, which is never read as `start`.
const BEGINS: &str = "begins";

/// A question, with its words in full and without slips.
#[derive(Clone, Debug)]
pub struct AskedWords {
    /// The words in lower case; squares, moves and numbers as they were typed.
    pub words: Vec<String>,
}

impl AskedWords {
    /// Reads a question. `names` are words that are no slips, such as those of players.
    pub fn read(line: &str, names: &[&str], spelling: &Spelling) -> AskedWords {
        let plain = line.to_lowercase().replace(['’', '‘', '´', '`'], "'");
        let plain = plain.replace('±', " ± ");
        let mut words = Vec::new();
        for word in plain.split(|sign: char| sign.is_whitespace() || ",;()\"“”".contains(sign))
        {
            if is_sign(word) {
                words.push(word.to_owned());
                continue;
            }
            let word = word
                .trim_matches(|sign: char| !sign.is_alphanumeric() && !"~^#*+{}[]".contains(sign));
            if word.is_empty() {
                continue;
            }
            if word.chars().any(|sign| sign.is_ascii_digit())
                || !word.chars().any(char::is_alphabetic)
            {
                words.push(word.to_owned());
                continue;
            }
            let owner = word.strip_suffix("'s").or(word.strip_suffix('s'));
            let word = owner.filter(|name| names.contains(name)).unwrap_or(word);
            let full = in_full(word);
            for part in full.split(|sign: char| !sign.is_alphanumeric() && sign != '\'') {
                let part = part.trim_matches('\'');
                let part = part.strip_suffix("'s").unwrap_or(part);
                match names.contains(&part) {
                    _ if part.is_empty() => {}
                    true => words.push(part.to_owned()),
                    false => words.push(spelling.corrected(part)),
                }
            }
        }
        with_to(&mut words);
        let said = with_phrases(&words, &FILLERS);
        // Politeness alone is what is said.
        AskedWords { words: with_phrases(if said.is_empty() { &words } else { &said }, &PHRASES) }
    }

    /// Writes a line without slips, so that none are found any more when its parts are read.
    pub fn spelled(line: &str, names: &[&str], spelling: &Spelling) -> String {
        let is_part = |sign: char| sign.is_alphanumeric() || sign == '\'';
        let plain = line.to_lowercase().replace(['’', '‘', '´', '`'], "'");
        let mut out = String::new();
        for part in plain.split_inclusive(|sign: char| !is_part(sign)) {
            let word = part.trim_end_matches(|sign: char| !is_part(sign));
            let is_short = in_full(word) != word;
            let is_plain = !is_short && word.chars().all(char::is_alphabetic);
            if is_plain && !names.contains(&word) {
                out.push_str(&spelling.corrected(word))
            } else {
                out.push_str(word)
            }
            out.push_str(&part[word.len()..]);
        }
        out
    }

    pub fn has(&self, word: &str) -> bool {
        self.words.iter().any(|it| it == word)
    }
}

/// Tells whether a word is one of the signs on boards in characters, such as `!w` or `-#-`.
fn is_sign(word: &str) -> bool {
    const ALONE: [&str; 5] = ["!", "*", "+", "^", "±"];
    let begins = word.strip_prefix('!').is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
    let short = word.chars().count() < 7 && !word.chars().any(|sign| sign.is_ascii_digit());
    ALONE.contains(&word)
        || short && (begins || word.contains(['*', '#', '{', '}', '[', ']', '|', '~']))
}

/// Reads the longest phrases that stand in words as what they mean.
fn with_phrases(words: &[String], phrases: &[Phrase]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut rest = words;
    while let Some((first, next)) = rest.split_first() {
        let begins = |phrase: &&Phrase| {
            phrase.0.len() <= rest.len()
                && phrase.0.iter().zip(rest).all(|(one, other)| one == other)
        };
        match phrases.iter().filter(begins).max_by_key(|phrase| phrase.0.len()) {
            Some((phrase, meant)) => {
                out.extend(meant.map(str::to_owned));
                rest = &rest[phrase.len()..];
            }
            None => {
                out.push(first.clone());
                rest = next;
            }
        }
    }
    out
}

/// Reads `2` as `to` where no number can stand: `how 2 win`, `can it go 2 e5`.
fn with_to(words: &mut [String]) {
    for at in 1..words.len().saturating_sub(1) {
        let (before, next) = (words[at - 1].as_str(), words[at + 1].as_str());
        let is_in = |list: &str, word: &str| word_list(list).contains(&word);
        let is_place = is_in("owner", next) || next.ends_with(|sign: char| sign.is_ascii_digit());
        let gives = is_in("verbs", before) || is_in("pass", before);
        if words[at] == "2"
            && !next.starts_with(|sign: char| sign.is_ascii_digit())
            && (is_in("before-to", before) || is_place && !gives)
        {
            "to".clone_into(&mut words[at]);
        }
    }
}

/// Tells whether a word is one of those by which questions are told apart, in any form.
pub fn is_known(word: &str) -> bool {
    static STEMS: LazyLock<HashSet<String>> = LazyLock::new(|| {
        let words = word_lists::all_words().chain([facts::SOURCE]);
        let words = words.flat_map(|text| text.split(|sign: char| !sign.is_alphabetic()));
        words.map(stem).collect()
    });
    STEMS.contains(&stem(word))
}

/// Returns what a word is compared by: its stem, or that of the word that means the same.
pub fn stem(word: &str) -> String {
    if word == BEGINS {
        return word.to_owned();
    }
    let meant = SAME.get(word).copied().unwrap_or(word);
    let stem = STEMMER.stem(meant).into_owned();
    SAME.get(stem.as_str()).map_or(stem, |meant| STEMMER.stem(meant).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::House;

    #[test]
    fn questions_are_read_in_full_and_without_slips() {
        let spelling = House::kernel().spelling();
        let read = |line: &str| AskedWords::read(line, &["bob"], spelling).words.join(" ");
        assert_eq!(read("What’s on c5?"), "what is on c5");
        assert_eq!(read("hwo do kings mvoe"), "how do kings move");
        assert_eq!(read("y can't I capturee b6-a5"), "why can not i capture b6-a5");
        assert_eq!(read("do I have to jump"), "do i must jump");
        assert_eq!(read("bob's pieces"), "bob pieces");
        assert_eq!(read("what does 58% ±9 mean"), "what does 58 ± 9 mean");
        assert_eq!(read("how 2 win"), "how to win");
        assert_eq!(read("can d6 go 2 c5"), "can d6 go to c5");
        assert_eq!(read("can 2 hit the ball"), "can 2 hit the ball");
        assert_eq!(read("give 2 the ball"), "give 2 the ball");
    }

    #[test]
    fn a_line_without_slips_keeps_its_signs() {
        let line = "Hwo do kings mvoe, y can’t I capturee b6-a5? (bbo)";
        let spelling = House::kernel().spelling();
        let spelled = AskedWords::spelled(line, &["bbo"], spelling);
        assert_eq!(spelled, "hwo do kings move, y can't i capture b6-a5? (bbo)");
        assert_eq!(
            AskedWords::read(&spelled, &["bbo"], spelling).words,
            AskedWords::read(line, &["bbo"], spelling).words
        );
    }

    #[test]
    fn words_with_the_same_meaning_are_compared_alike() {
        assert_eq!(stem("enemies"), stem("opponent"));
        assert_eq!(stem("capturing"), stem("takes"));
        assert_ne!(stem("king"), stem("pawn"));
    }
}
