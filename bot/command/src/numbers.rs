//! The numbers of matches in a line: `#12 c3-d4`, `c3-d4 #12`.
use engine::refusal::Refusal;
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
