//! The numbers of matches in a line: `#12 c3-d4`, `c3-d4 #12`.
use engine::{quote::narrow, refusal::Refusal};
use model::ids::MatchId;

use super::words;

/// Tells whether a word is the number of a match, with its sign.
pub fn is_match_number(word: &str) -> bool {
    word.strip_prefix('#')
        .is_some_and(|number| !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit()))
}

/// Returns the matches that a line names by number with its sign.
pub(super) fn numbers_in(line: &str) -> impl Iterator<Item = MatchId> {
    let numbers = line.split_whitespace().filter(|it| is_match_number(it));
    numbers.filter_map(|number| match_number(number).ok())
}

/// Reads the number of a match, with or without its sign.
///
/// # Errors
/// If it isn't one.
pub fn match_number(typed: &str) -> Result<MatchId, Refusal> {
    match typed.trim_start_matches('#').parse::<u32>() {
        Ok(number) if 0 < number => Ok(MatchId(i64::from(number))),
        _ => Err(words::no_match_number(typed)),
    }
}

/// Splits `#12 c3-d4` or `c3-d4 #12` into the match number and the words.
pub fn with_number(line: &str) -> Result<(Option<MatchId>, &str), Refusal> {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (before, last) = line.rsplit_once(char::is_whitespace).unwrap_or(("", line));
    let (number, words) = match (is_match_number(first), is_match_number(last)) {
        (true, _) => (first, rest.trim()),
        (false, true) => (last, before.trim()),
        (false, false) => return Ok((None, line)),
    };
    Ok((Some(match_number(number)?), words))
}

/// Returns the words after `move`, which isn't the name of a command.
pub fn after_move(words: &str) -> Option<&str> {
    let (first, rest) = words.trim().split_once(char::is_whitespace)?;
    first.eq_ignore_ascii_case("move").then(|| rest.trim())
}

/// Reads a number that stands alone, as people write one: in digits of any script, as on a button, with a sign after it, and
/// with `move` before it.
pub fn bare_number(words: &str) -> Option<usize> {
    // A keycap is a digit with two more signs.
    let is_frame = |sign: &char| matches!(sign, '\u{fe0f}' | '\u{20e3}');
    let words = after_move(words).unwrap_or(words);
    let words: String = words.trim().chars().filter(|sign| !is_frame(sign)).collect();
    let words = words.replace('🔟', "10");
    let words: String = words.chars().map(narrow).collect();
    let words = words.strip_suffix(['.', ')', ':']).unwrap_or(&words);
    words.bytes().all(|it| it.is_ascii_digit()).then(|| words.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_as_people_write_it() {
        for one in [
            "1",
            " 1 ",
            "1.",
            "1)",
            "1:",
            "1\u{fe0f}\u{20e3}",
            "1\u{20e3}",
            "１",
            "１．",
            "١",
            "Move 1",
        ] {
            assert_eq!(bare_number(one), Some(1), "{one}");
        }
        for ten in ["10", "🔟", "🔟.", "1\u{fe0f}\u{20e3}0\u{fe0f}\u{20e3}", "１０"] {
            assert_eq!(bare_number(ten), Some(10), "{ten}");
        }
        for other in [
            "",
            ".",
            "one",
            "1 2",
            "2 more minutes",
            "1..",
            "-1",
            "1.5",
            "#1",
            "b6",
            "1st",
            "½",
            "move",
            "remove 1",
        ] {
            assert_eq!(bare_number(other), None, "{other}");
        }
    }
}
