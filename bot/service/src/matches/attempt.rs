//! Tells what people say from what they try to play.
use command::nearest;

/// Words around the squares of a move.
const AROUND: &[&str] = &[
    "please", "pls", "plz", "the", "a", "my", "i", "to", "from", "on", "at", "with", "and", "then",
    "move", "go", "take", "takes", "capture", "jump", "jumps", "push", "play", "put", "piece",
    "man", "king", "checker", "x",
];

/// Tells whether words are an attempt at a move where these are known: they name a square and say little else, are nothing but words
/// of the known ones, begin like one and have a number, or are nearly one.
pub fn looks_like_move(words: &str, known: &[String]) -> bool {
    if words.split_whitespace().any(is_turn) || !nearest(words, known).is_empty() {
        return true;
    }
    let squares = squares_in(words);
    let names_squares = !squares.is_empty() || has_numbered_squares(words);
    let words = words.to_lowercase();
    let parts = words.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
    let (numbers, said): (Vec<&str>, Vec<&str>) =
        parts.partition(|word| word.bytes().all(|it| it.is_ascii_digit()));
    let is_known = |word: &&str| {
        known.iter().any(|line| line.split(' ').any(|known| known.eq_ignore_ascii_case(word)))
    };
    let is_idle = |word: &&str| ["please", "pls", "plz", "the", "a", "my", "i"].contains(word);
    let is_other = |word: &&&str| {
        !is_known(word)
            && !AROUND.contains(*word)
            && !squares.iter().any(|square| word.contains(square.as_str()))
    };
    // `I like vitamin b6` says something else.
    if names_squares && said.iter().filter(is_other).count() <= squares.len().max(1) {
        return true;
    }
    let begins = said.first().is_some_and(is_known);
    begins && !numbers.is_empty()
        || !said.is_empty() && said.iter().all(|word| is_known(word) || is_idle(word))
}

/// Tells whether a word turns something, such as `O1>L`.
fn is_turn(word: &str) -> bool {
    let is_name = |part: &str| !part.is_empty() && part.chars().all(char::is_alphanumeric);
    word.split_once('>').is_some_and(|(what, to)| is_name(what) && is_name(to))
}

/// Tells whether words name a move by the numbers of its squares, such as `9-14` or `22x15`.
fn has_numbered_squares(words: &str) -> bool {
    let joined = |signs: &[u8]| matches!(signs, [from, b'-' | b'x', to] if from.is_ascii_digit() && to.is_ascii_digit());
    words.as_bytes().windows(3).any(joined)
}

/// Returns the squares in a line, in lower case.
pub fn squares_in(words: &str) -> Vec<String> {
    let lower = words.to_lowercase();
    let is_square = |word: &&str| {
        let digits = word.trim_start_matches(|it: char| it.is_ascii_alphabetic());
        let letters = word.len() - digits.len();
        (1..=2).contains(&letters)
            && (1..=2).contains(&digits.len())
            && digits.bytes().all(|it| it.is_ascii_digit())
    };
    let parts = lower.split(|it: char| !it.is_ascii_alphanumeric());
    parts.flat_map(|it| it.split('x')).filter(is_square).map(str::to_owned).collect()
}
