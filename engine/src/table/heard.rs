//! Moves in whole sentences, such as `please move b6 to a5` or `d4 takes e5`: rewritten step by step towards notation, for every game.
use super::Match;
use crate::{
    games::Listed,
    refusal::{Code, Refusal},
    seat::Seat,
};

/// The longest sentence that is rewritten, in bytes; a longer one is read as it is.
const LONGEST: usize = 200;

/// Polite words without other meaning.
const POLITE: &[&str] = &[
    "please", "pls", "plz", "thanks", "thx", "i", "i'd", "i'll", "i'm", "want", "wanna", "would",
    "will", "like", "let's", "lets", "let", "me", "my", "the", "can", "just", "now",
];

/// Verbs before an action.
const VERBS: &[&str] = &[
    "move", "go", "take", "takes", "capture", "captures", "jump", "jumps", "push", "turn", "open",
    "shoot", "kick", "pass", "throw", "roll", "spin", "play", "use", "attack", "attacks", "fight",
    "fights", "step", "slide", "hop", "run", "put", "place", "do", "make", "choose", "pick",
    "select", "to", "a", "with", "bring", "advance",
];

/// Verbs of capturing.
const CAPTURES: &[&str] = &[
    "take",
    "takes",
    "taking",
    "capture",
    "captures",
    "capturing",
    "jump",
    "jumps",
    "jumping",
    "attack",
    "attacks",
    "attacking",
    "fight",
    "fights",
    "kill",
    "kills",
    "eat",
    "eats",
    "hit",
    "hits",
    "beats",
    "over",
    "x",
];

/// Words that may stand around squares.
const AROUND: &[&str] = &[
    "piece",
    "pieces",
    "man",
    "men",
    "king",
    "kings",
    "queen",
    "checker",
    "checkers",
    "pawn",
    "fighter",
    "player",
    "from",
    "on",
    "at",
    "square",
    "moves",
    "moving",
    "goes",
    "going",
    "steps",
    "and",
    "then",
    "into",
    "onto",
    "by",
    "it",
    "its",
    "towards",
    "forward",
    "diagonally",
    "in",
    "of",
    "is",
    "his",
    "her",
    "their",
    "enemy",
];

impl<G: Listed> Match<G> {
    /// Reads what a seat typed: as it is, or else without the words around the move.
    pub(super) fn heard(&self, seat: Seat, text: &str) -> Result<G::Action, Refusal> {
        let mut refused: Option<Refusal> = None;
        for reading in readings(text) {
            let refusal = match self.game.read(seat, &reading) {
                Ok(action) => return Ok(action),
                Err(refusal) => refusal,
            };
            let clear = is_clear(&refusal);
            // A rule that forbids the move matters more than another reading that isn't a move.
            if clear || refused.is_none() {
                refused = Some(refusal);
            }
            if clear {
                break;
            }
        }
        let refusal = refused.unwrap_or_else(|| Refusal::unreadable("That message was empty."));
        Err(if is_clear(&refusal) { refusal } else { self.perhaps(seat, text).unwrap_or(refusal) })
    }

    /// Asks whether the squares in a sentence that wasn't understood mean a move.
    fn perhaps(&self, seat: Seat, text: &str) -> Option<Refusal> {
        let signs = signs(text);
        let squares: Vec<String> = words(&signs).filter(|it| is_square(it)).collect();
        if text.len() > LONGEST || squares.len() < 2 {
            return None;
        }
        let action = self.game.read(seat, &squares.join(" ")).ok()?;
        Some(Refusal::unfinished(text, vec![self.game.write(&action)]))
    }
}

/// Tells whether a refusal is about a move that was understood.
fn is_clear(refusal: &Refusal) -> bool {
    !matches!(refusal.code, Code::Unreadable | Code::Unknown)
}

/// Returns the readings of a sentence, from literal to free.
fn readings(text: &str) -> Vec<String> {
    // Quoted words are read without the quotes.
    let quoted = text.trim_start().starts_with(['"', '“', '„', '«', '‘', '`']);
    let mut out: Vec<String> = Some(text.to_owned()).into_iter().filter(|_| !quoted).collect();
    if LONGEST < text.len() {
        return vec![text.to_owned()];
    }
    let plain = signs(text);
    let polite = |word: &String| !POLITE.contains(&word.to_lowercase().as_str());
    let kept: Vec<String> = words(&plain).filter(polite).collect();
    let verbs =
        kept.iter().take_while(|word| VERBS.contains(&word.to_lowercase().as_str())).count();
    let moved = kept.get(verbs..).unwrap_or_default().join(" ");
    for reading in [plain, kept.join(" "), squares_only(&kept).unwrap_or_default(), moved] {
        if !reading.is_empty() && !out.contains(&reading) {
            out.push(reading);
        }
    }
    out
}

/// Rewrites squares with filler words as a move: `the man on b6 goes to a5` as `b6 a5`, `d4 takes
/// e5` and `take e5 with d4` as `d4xe5`. None if there is any other word.
fn squares_only(words: &[String]) -> Option<String> {
    let mut squares: Vec<&str> = Vec::new();
    let (mut captures, mut turned) = (false, false);
    for word in words {
        let word = word.as_str();
        if is_square(word) {
            squares.push(word);
        } else if CAPTURES.contains(&word) {
            captures = true;
        } else if ["with", "using"].contains(&word) && squares.len() == 1 {
            turned = true;
        } else if !AROUND.contains(&word) && !VERBS.contains(&word) {
            return None;
        }
    }
    if squares.len() < 2 {
        return None;
    }
    if turned {
        squares.rotate_right(1);
    }
    Some(squares.join(if captures { "x" } else { " " }))
}

/// Normalises punctuation: dashes become hyphens; quotes and the final stop are dropped.
fn signs(text: &str) -> String {
    let sign = |letter: char| match letter {
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' => '-',
        '‘' | '’' | 'ʼ' => '\'',
        '→' | '➔' | '➜' => '>',
        '×' | '✕' => 'x',
        letter if letter.is_whitespace() => ' ',
        it => it,
    };
    let seen = text.chars().filter(|it| !crate::quote::is_unseen(*it));
    let text: String = seen.map(|letter| sign(crate::quote::narrow(letter))).collect();
    let text = text.replace("-->", "-").replace("->", "-").replace("=>", "-").replace("--", "-");
    let around = |letter: char| letter.is_whitespace() || "\"'`“”„«»".contains(letter);
    let text = text.trim_matches(around).trim_end_matches(['.', '!', ',', ';']);
    // A move from a printed game may start with its number.
    let first = text.split(' ').next().unwrap_or("");
    let number = first.strip_suffix('.').is_some_and(|number| number.parse::<u16>().is_ok());
    let text = if number { &text[first.len()..] } else { text };
    text.trim_matches(around).to_owned()
}

fn words(text: &str) -> impl Iterator<Item = String> {
    let bare = text.split_whitespace().map(|word| word.trim_matches(['.', ',', '!', ';']));
    bare.filter(|it| !it.is_empty()).flat_map(squares_apart).map(str::to_owned)
}

/// Returns the squares of a word that is nothing but several, as in `b6c5`; any other word whole.
pub fn squares_apart(word: &str) -> Vec<&str> {
    let letter = |sign: char| sign.is_ascii_alphabetic();
    let starts: Vec<usize> = word.match_indices(letter).map(|it| it.0).collect();
    let ends = starts.iter().skip(1).copied().chain([word.len()]);
    let parts: Vec<&str> = starts.iter().zip(ends).map(|(start, end)| &word[*start..end]).collect();
    let are_all = starts.first() == Some(&0) && parts.iter().all(|part| is_square(part));
    if 1 < parts.len() && are_all { parts } else { vec![word] }
}

/// Tells whether a word looks like a square: a letter or two, then a number.
fn is_square(word: &str) -> bool {
    let digits = word.trim_start_matches(|it: char| it.is_ascii_alphabetic());
    let letters = word.len() - digits.len();
    (1..=2).contains(&letters)
        && (1..=2).contains(&digits.len())
        && digits.bytes().all(|it| it.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_read_as_it_stands_first() {
        assert_eq!(readings("b6-a5"), ["b6-a5"]);
        assert_eq!(readings("ok"), ["ok"]);
        assert_eq!(readings("b6—a5.")[..2], ["b6—a5.", "b6-a5"]);
        let long = "b6 ".repeat(100);
        assert_eq!(readings(&long), std::slice::from_ref(&long));
    }

    #[test]
    fn words_around_squares_are_dropped() {
        for (text, last) in [
            ("please move b6 to a5", "b6 a5"),
            ("the man on b6 goes to a5", "b6 a5"),
            ("d4 takes e5", "d4xe5"),
            ("take e5 with d4", "d4xe5"),
            ("jump d4 f6", "d4xf6"),
            ("“b6 – a5”", "b6 - a5"),
            ("b6 -> a5", "b6 - a5"),
            ("1. b6-a5", "b6-a5"),
            ("b6c5", "b6 c5"),
            ("move b6c5e3 please", "b6 c5 e3"),
            ("play ring c3", "ring c3"),
            ("use card ring c3", "card ring c3"),
        ] {
            assert!(readings(text).iter().any(|it| it == last), "{text}: {:?}", readings(text));
        }
        assert_eq!(squares_only(&["b6".to_owned(), "too".to_owned(), "a5".to_owned()]), None);
    }

    #[test]
    fn squares_have_one_letter_or_two() {
        assert!(["b6", "e14", "L0", "GK1"].into_iter().all(is_square));
        assert!(!["6", "b", "move", "abc1", "b123", "b6a5"].into_iter().any(is_square));
    }
}
