//! Finds what a misspelled word probably is: a command, a synonym, or another suggestion.
use strsim::osa_distance;

use super::{COMMANDS, parse::parse, synonyms::ALSO};

/// The longest word that is compared, in characters.
const LONGEST: usize = 24;

/// The most lines offered.
const OFFERED: usize = 3;

/// Words that people say before a move.
const MOVES: &[&str] = &[
    "move", "go", "take", "capture", "jump", "push", "turn", "open", "shoot", "kick", "pass",
    "throw", "roll", "spin", "play", "use", "attack", "fight", "step", "put",
];

/// Returns the lines that a misspelled beginning may mean, nearest first: `boadr #2` is near `board
/// #2`.
pub fn near(line: &str) -> Vec<String> {
    let line = line.trim().to_lowercase();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
    let first = first.trim_matches(|it: char| !it.is_alphanumeric());
    // Before a move it is no typo.
    if !rest.is_empty() && MOVES.contains(&first) {
        return Vec::new();
    }
    let mut near: Vec<(usize, &'static str, bool)> = Vec::new();
    for spec in COMMANDS {
        near.extend(slips(first, spec.name).map(|count| (count, spec.name, true)));
    }
    for (said, lines) in ALSO.iter() {
        for phrase in said {
            let whole = phrase.contains(' ');
            let typed = if whole { line.as_str() } else { first };
            for meant in lines {
                near.extend(slips(typed, phrase).map(|count| (count, *meant, !whole)));
            }
        }
    }
    near.sort();
    let least = near.first().map(|it| it.0);
    let mut out: Vec<String> = Vec::new();
    for (_, meant, goes_on) in near.into_iter().filter(|found| Some(found.0) == least) {
        let rest = if goes_on { rest } else { "" };
        let says = format!("{meant} {rest}").trim_end().to_owned();
        if is_guessed(&says) && !out.contains(&says) && out.len() < OFFERED {
            out.push(says);
        }
    }
    out
}

/// Tells whether a line may be offered on a guess. A sentence that only begins like a command is no
/// slip, but a short line may have a second one.
fn is_guessed(line: &str) -> bool {
    match parse(line) {
        Ok(Some(said)) => said.may_be_guessed(),
        Ok(None) => false,
        Err(_) => line.split_whitespace().count() < 3 || line.contains('@'),
    }
}

/// Returns the suggestions that misspelled words may mean, nearest first.
pub fn nearest<'a>(typed: &str, offered: &'a [String]) -> Vec<&'a str> {
    let typed = typed.trim().to_lowercase();
    let mut near: Vec<(usize, &str)> = offered
        .iter()
        .filter_map(|offer| {
            let words = offer.to_lowercase();
            // `blod` is near `stance bold`.
            let last = words.rsplit(' ').next().unwrap_or("");
            Some((slips(&typed, &words).or_else(|| slips(&typed, last))?, offer.as_str()))
        })
        .collect();
    near.sort_by_key(|it| it.0);
    near.into_iter().map(|it| it.1).take(OFFERED).collect()
}

/// Counts the typos between two words; none if there are too many.
fn slips(typed: &str, meant: &str) -> Option<usize> {
    let length = typed.chars().count();
    if !(3..=LONGEST).contains(&length) {
        return None;
    }
    // An unfinished word.
    if meant.starts_with(typed) {
        return Some(1);
    }
    let most = match length {
        ..=5 => 1,
        6..=8 => 2,
        _ => 3,
    };
    let slips = osa_distance(typed, meant);
    (0 < slips && slips <= most && slips < meant.chars().count().saturating_sub(1)).then_some(slips)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistyped_commands_and_synonyms_are_guessed_at() {
        for (typed, meant) in [
            ("chalenge", "challenge"),
            ("resing", "resign"),
            ("boadr", "board"),
            ("hlep", "help"),
            ("forfiet", "resign"),
            ("takebak", "undo"),
            ("leaderbord", "leaderboard"),
            ("gmaes", "games"),
            ("leader", "leaderboard"),
            ("my gmes", "games"),
        ] {
            assert_eq!(near(typed).first().map(String::as_str), Some(meant), "{typed}");
        }
        assert_eq!(near("boadr #2"), ["board #2"]);
        for none in [
            "can the goalie move",
            "bna bob",
            "bna",
            "resing yes",
            "hwo do i win",
            "hello",
            "move b6 to a5",
            "c3-d4",
            "zz",
            "b6",
            "xyzzy",
            "castle",
            &"x".repeat(1000),
        ] {
            assert!(near(none).is_empty(), "{none}: {:?}", near(none));
        }
    }

    #[test]
    fn what_is_on_offer_is_guessed_at() {
        let offered = ["spin".to_owned(), "b6-a5".to_owned(), "b6-c5".to_owned()];
        assert_eq!(nearest("spni", &offered), ["spin"]);
        assert_eq!(nearest("b6-a4", &offered), ["b6-a5"]);
        assert!(nearest("hello", &offered).is_empty());
    }
}
