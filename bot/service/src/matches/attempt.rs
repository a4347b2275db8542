//! Tells what people say from what they try to play.
use command::nearest;

/// Tells whether words are an attempt at a move where these are known: they name a square, are nothing but words of the known ones, or
/// nearly one of them.
pub(crate) fn looks_like_move(words: &str, known: &[String]) -> bool {
    if words.contains('>') || !squares_in(words).is_empty() || !nearest(words, known).is_empty() {
        return true;
    }
    let words = words.to_lowercase();
    let parts = words.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
    let is_number = |word: &&str| word.bytes().all(|it| it.is_ascii_digit());
    let mut said = parts.filter(|word| !is_number(word)).peekable();
    let is_known = |word: &str| {
        let has = |line: &String| line.split(' ').any(|known| known.eq_ignore_ascii_case(word));
        known.iter().any(has) || ["please", "pls", "plz", "the", "a", "my", "i"].contains(&word)
    };
    said.peek().is_some() && said.all(is_known)
}

/// Returns the squares in a line, in lower case.
pub(crate) fn squares_in(words: &str) -> Vec<String> {
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
