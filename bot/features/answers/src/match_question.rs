//! A question about a match: its words, with the people and places in them.
use content::asked::{AskedWords, word_list, word_lists};
use engine::{question::Thing, scene::Scene, seat::Seat};
use service::{
    context::{RequestContext, loaded::LoadedMatch},
    matches,
};

use super::{
    board, facts,
    reading::{NamedThing, QuestionContext},
};

/// A question about a match.
pub(super) struct MatchQuestion {
    /// The words as they were asked, in full and without slips.
    pub(super) words: Vec<String>,
    /// The words; a square, a number, a side and the opponent are written as in the list of questions.
    pub(super) asked: AskedWords,
    /// What everyone in the room sees.
    pub(super) scene: Scene,
    /// The seat of the asker; none for those who watch.
    pub(super) seat: Option<Seat>,
    /// What it names on the board.
    pub(super) named: Vec<NamedThing>,
    /// The squares in it, as they were typed.
    pub(super) squares: Vec<String>,
    pub(super) numbers: Vec<u8>,
    /// The file in it, by its letter.
    pub(super) file: Option<char>,
    /// What was typed, in small letters.
    pub(super) typed: String,
}

impl MatchQuestion {
    pub(super) fn read(
        cx: &RequestContext<'_>,
        loaded: &LoadedMatch,
        words: &str,
    ) -> MatchQuestion {
        let seat = matches::seat::seat_in(cx, loaded).ok();
        let names = Seat::BOTH.map(|seat| loaded.names.get(seat).to_lowercase());
        let sides = loaded.game().sides().map(str::to_lowercase);
        let known = [names[0].as_str(), &names[1], &sides[0], &sides[1]];
        let typed = words.to_lowercase();
        let mut asked = AskedWords::read(words, &known, cx.memory.house.spelling());
        let words = asked.words.clone();
        let scene = facts::scene_of(loaded);
        let asking = QuestionContext { scene: &scene, seat, names: &names, sides: &sides };
        let named = asking.named(&words);
        let file = file_in(&mut asked.words);
        let (mut squares, mut numbers) = (Vec::new(), Vec::new());
        for word in &mut asked.words {
            if names.contains(word) {
                *word = if asking.side(word) == seat { "me" } else { "them" }.to_owned();
            } else if sides.contains(word) {
                *word = "SIDE".to_owned();
            } else if board::is_square(word) {
                squares.push(std::mem::replace(word, "SQUARE".to_owned()));
            } else if let Some(number) = number(word) {
                numbers.push(number);
                *word = "NUMBER".to_owned();
            } else if word_list("others").contains(&word.as_str()) {
                *word = "them".to_owned();
            }
        }
        MatchQuestion { words, asked, scene, seat, named, squares, numbers, file, typed }
    }

    /// Lists what it names on the board.
    pub(super) fn things(&self) -> impl Iterator<Item = &Thing> {
        self.named.iter().map(|named| &named.thing)
    }

    /// Lists the sides that it names.
    pub(super) fn sides(&self) -> impl Iterator<Item = Seat> {
        self.things().filter_map(|thing| match thing {
            Thing::Side(seat) => Some(*seat),
            _ => None,
        })
    }

    /// Returns the first kind of things that it names.
    pub(super) fn kind(&self) -> Option<&str> {
        self.things().find_map(|thing| match thing {
            Thing::Kind(kind) => Some(kind.as_str()),
            _ => None,
        })
    }

    /// Tells whether its first word is in a list.
    pub(super) fn begins(&self, list: &str) -> bool {
        self.words.first().is_some_and(|word| word_list(list).contains(&word.as_str()))
    }

    /// Tells whether it has a word of a list.
    pub(super) fn has(&self, list: &str) -> bool {
        self.words.iter().any(|word| word_list(list).contains(&word.as_str()))
    }

    /// Tells whether it is about this very position: it says so, or names a place or a side's pieces there, and it isn't about rules.
    pub(super) fn is_of_position(&self) -> bool {
        let is_there = |thing: &Thing| !matches!(thing, Thing::Side(_) | Thing::Kind(_));
        let is_kind = |word: &str| word_lists("kind-").any(|(_, kind)| kind.contains(&word));
        let is_ones =
            |pair: &[String]| word_list("whose").contains(&pair[0].as_str()) && is_kind(&pair[1]);
        self.has("present")
            || !self.has("general")
                && (self.things().any(is_there) || self.words.windows(2).any(is_ones))
    }

    /// Tells whether it names a move, or the two squares of one.
    pub(super) fn names_a_move(&self) -> bool {
        1 < self.squares.len() || self.asked.words.iter().any(|word| board::is_move(word))
    }
}

/// Finds the letter of a file, `file c` or `the c file`, and writes it as in the list of questions.
fn file_in(words: &mut [String]) -> Option<char> {
    let named = words
        .iter()
        .position(|word| ["file", "column", "files", "columns"].contains(&word.as_str()))?;
    let letter = |at: usize| -> Option<char> {
        match words.get(at)?.chars().collect::<Vec<_>>()[..] {
            [letter @ 'a'..='z'] => Some(letter),
            _ => None,
        }
    };
    let at = [Some(named + 1), named.checked_sub(1)];
    let (at, letter) = at.into_iter().flatten().find_map(|at| Some((at, letter(at)?)))?;
    words[at] = "LETTER".to_owned();
    Some(letter)
}

/// Reads `6`, `6th` and `sixth`.
fn number(word: &str) -> Option<u8> {
    const ENDINGS: [&str; 4] = ["st", "nd", "rd", "th"];
    let digits = ENDINGS.iter().find_map(|ending| word.strip_suffix(ending)).unwrap_or(word);
    let nth = word_list("ordinals").iter().position(|ordinal| *ordinal == word);
    digits.parse().ok().or(nth.and_then(|nth| u8::try_from(nth + 1).ok()))
}

/// Returns the move that a question is about, without the words that ask: `b6-a5` of `what would
/// b6-a5 do`.
pub(super) fn move_asked(words: &str) -> &str {
    let mut rest = words.trim();
    loop {
        let before = rest;
        let lower = rest.to_ascii_lowercase();
        let begins = |phrase: &&&str| {
            lower.strip_prefix(**phrase).is_some_and(|rest| rest.starts_with([' ', ',']))
        };
        let ends = |phrase: &&&str| {
            lower.strip_suffix(**phrase).is_some_and(|rest| rest.ends_with([' ', ',']))
        };
        let longest = |phrases: &mut dyn Iterator<Item = &&str>| phrases.map(|it| it.len()).max();
        if let Some(length) = longest(&mut word_list("before-move").iter().filter(begins)) {
            rest = rest[length..].trim_start_matches([' ', ',']);
        } else if let Some(length) = longest(&mut word_list("after-move").iter().filter(ends)) {
            rest = rest[..rest.len() - length].trim_end_matches([' ', ',']);
        }
        if rest == before {
            return rest;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_found_in_a_question() {
        for (words, meant) in [
            ("what would b6-a5 do", "b6-a5"),
            ("Can I go b6 to a5", "b6 to a5"),
            ("can you spin for me please", "spin"),
            ("is b6-a5 allowed here", "b6-a5"),
            ("b6-a5, is that ok", "b6-a5"),
            ("what would flick 2 at S4 20 do", "flick 2 at S4 20"),
            ("should i play b6-a5", "b6-a5"),
            ("how do kings move", "how do kings move"),
            ("do", "do"),
        ] {
            assert_eq!(move_asked(words), meant);
        }
        for (said, file) in
            [("read file c", Some('c')), ("what is on the c file", Some('c')), ("file", None)]
        {
            let mut words: Vec<String> = said.split(' ').map(str::to_owned).collect();
            assert_eq!(file_in(&mut words), file, "{said}");
            assert_eq!(words.contains(&"LETTER".to_owned()), file.is_some());
        }
        assert_eq!(
            [number("6th"), number("third"), number("12"), number("c3")],
            [Some(6), Some(3), Some(12), None]
        );
    }
}
