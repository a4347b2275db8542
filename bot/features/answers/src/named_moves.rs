//! Moves and squares in the words of a question.
use content::asked::word_list;
use service::matches::attempt::squares_in;

use super::match_question::move_asked;

/// So many words besides a move, if they say something, ask about something else.
const MUCH: usize = 3;

/// Tells whether words name a move and little else.
pub(super) fn asks_of_move(words: &str) -> bool {
    let words = move_asked(words);
    let says_much = |word: &&str| {
        squares_in(word).is_empty() && !word_list("idle").contains(&word.to_lowercase().as_str())
    };
    named_move(words).is_some() && words.split_whitespace().filter(says_much).count() < MUCH
}

/// Tells whether words name a square and little else.
pub(super) fn is_square(words: &str) -> bool {
    let words = move_asked(words);
    let squares = squares_in(words);
    squares.len() == 1 && has_few_words(words, &squares)
}

pub(super) fn has_few_words(words: &str, squares: &[String]) -> bool {
    words.split_whitespace().count() < squares.len() + 3
}

/// Returns the only move in a sentence: `b6-a5` of `is b6-a5 any good`, and of `if I go b6 a5`.
pub(super) fn named_move(words: &str) -> Option<String> {
    let is_move = |word: &&str| 1 < squares_in(word).len() || word.contains('>');
    let mut found = words.split_whitespace().filter(is_move);
    match (found.next(), found.next()) {
        (Some(only), None) => Some(only.to_owned()),
        (Some(_), Some(_)) => None,
        (None, _) => named_squares(words),
    }
}

/// Joins the only two squares of a sentence, if they stand side by side or with `to` between them.
fn named_squares(words: &str) -> Option<String> {
    let words: Vec<&str> = words.split_whitespace().collect();
    let is_square = |nth: &usize| squares_in(words[*nth]).len() == 1;
    let squares: Vec<usize> = (0..words.len()).filter(is_square).collect();
    let [from, to] = squares[..] else { return None };
    let joined = from + 1 == to || from + 2 == to && words[from + 1].eq_ignore_ascii_case("to");
    joined.then(|| [squares_in(words[from]), squares_in(words[to])].concat().join("-"))
}
