//! Tells what people say from what they try to play.
use command::nearest;
use engine::table::squares_apart;

/// Words around the squares of a move.
const AROUND: &[&str] = &[
    "please", "pls", "plz", "the", "a", "my", "i", "to", "from", "on", "at", "with", "and", "then",
    "move", "go", "take", "takes", "capture", "jump", "jumps", "push", "play", "put", "piece",
    "man", "king", "queen", "checker", "x",
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
    // `I like vitamin b6` says something else, and so does `b4 I forget`.
    let of_oneself = said.windows(2).any(|pair| pair[0] == "i" && is_other(&&pair[1]));
    let others = said.iter().filter(is_other).count();
    if names_squares && !of_oneself && others <= squares.len().max(1) {
        return true;
    }
    let begins = said.first().is_some_and(is_known);
    begins && !numbers.is_empty()
        || !said.is_empty() && said.iter().all(|word| is_known(word) || is_idle(word))
}

/// The most moves that are suggested.
const SUGGESTED: usize = 3;

/// Returns the few of some moves that are of the kind of what was typed, the likeliest first: passes for a pass, and moves of the same
/// piece. If there are only few, they are all that can be done, so that they always fit.
pub(crate) fn of_its_kind(moves: Vec<String>, typed: &str) -> Vec<String> {
    let lower = typed.to_lowercase();
    let is_around = |word: &&str| AROUND.contains(word);
    let first = lower.split_whitespace().find(|word| !is_around(word)).unwrap_or_default();
    let start = squares_in(first).into_iter().next();
    let names_place = first.contains(|sign: char| sign.is_ascii_digit() || sign == '>');
    let begins = |line: &str, with: &str| line.to_lowercase().starts_with(with);
    let fits = |line: &String| match &start {
        Some(start) => begins(line, start),
        None if names_place => true,
        None => line.split(' ').take(2).any(|word| !first.is_empty() && begins(word, first)),
    };
    let near: Vec<String> = nearest(typed, &moves).into_iter().map(str::to_owned).collect();
    let is_kind = |line: &&String| fits(line) || near.contains(line);
    let none = !moves.iter().any(|line| is_kind(&line));
    // What goes from another square is still a move.
    let any = moves.len() <= SUGGESTED || none && names_place;
    let kept = moves.iter().filter(|line| any || is_kind(line)).filter(|line| !near.contains(line));
    near.iter().chain(kept).take(SUGGESTED).cloned().collect()
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
    let squares = parts.flat_map(|it| it.split('x')).flat_map(squares_apart);
    squares.filter(is_square).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_suggestions_are_made_and_of_the_kind_that_was_typed() {
        let kept = |typed: &str, moves: &[&str]| {
            of_its_kind(moves.iter().map(|it| (*it).to_owned()).collect(), typed)
        };
        let football = ["d8-d9", "f1xf2", "pass c9", "pass f11", "run f1 north pass f4", "end"];
        assert_eq!(kept("pass k15", &football), ["pass c9", "pass f11"]);
        assert_eq!(kept("d8-d12", &football), ["d8-d9"]);
        assert!(kept("steal f8", &football).is_empty());
        assert_eq!(kept("steal f8", &["roll chess", "roll risk"]), ["roll chess", "roll risk"]);
        let flicks = ["flick 2 at ball 60", "flick 2 at ball 80", "flick 2 n 60", "flick 2 s 60"];
        assert_eq!(kept("flick 2", &flicks).len(), 3);
        let men = ["b6-a5", "b6-c5", "d6-c5", "d6-e5"];
        assert_eq!(kept("move d6 to d5", &men), ["d6-c5", "d6-e5"]);
        assert_eq!(kept("b6-a4", &men), ["b6-a5", "b6-c5"]);
        assert_eq!(kept("a3-b4", &men).len(), 3);
        assert!(kept("spin", &men).is_empty());
    }
}
