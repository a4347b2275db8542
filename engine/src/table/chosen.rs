//! The choices with some beginning, and their highlights on the board.
use super::Match;
use crate::{
    game::{Prompt, Status},
    games::Listed,
    scene::Pick,
    seat::{Seat, Viewer},
};

impl<G: Listed> Match<G> {
    /// Returns the picks of the choices with this beginning, as far as the viewer may see them.
    pub(super) fn picks(&self, viewer: Viewer, begins: &str) -> Vec<Pick> {
        let Status::Waiting(prompts) = self.game.status() else { return Vec::new() };
        let own = |seat| viewer == Viewer::Seat(seat);
        let is_asked = |prompt: &&Prompt| own(prompt.seat) || !prompt.kind.is_private();
        let seats: Vec<Seat> = prompts.iter().filter(is_asked).map(|it| it.seat).collect();
        let seats: Vec<Seat> = match seats.iter().copied().find(|&it| own(it)) {
            Some(seat) => vec![seat],
            None => seats,
        };
        let begins = plain(begins);
        let mut out = Vec::new();
        for seat in seats {
            let listed = self.game.choices(seat).listed;
            let written: Vec<String> =
                listed.iter().map(|action| plain(&self.game.write(action))).collect();
            // A beginning ends where a word or a square does, if any choice continues like that:
            // `flick 1` isn't `flick 10`.
            let whole = written.iter().any(|it| is_whole(it, &begins));
            let open = |words: &str| {
                if whole { is_whole(words, &begins) } else { words.starts_with(&begins) }
            };
            let open: Vec<(&G::Action, &String)> =
                listed.iter().zip(&written).filter(|it| open(it.1)).collect();
            let mut kinds: Vec<[&str; 2]> = if begins.is_empty() {
                open.iter().filter_map(|(_, words)| kind(words)).collect()
            } else {
                Vec::new()
            };
            kinds.dedup();
            // The targets of two cards can't be told apart on the board.
            let is_mixed = |[first, second]: [&str; 2]| {
                kinds.iter().any(|other| other[0] == first && other[1] != second)
            };
            let apart = open.iter().filter(|(_, words)| !kind(words).is_some_and(is_mixed));
            out.extend(apart.filter_map(|(action, _)| self.game.pick(seat, action)));
        }
        out
    }
}

/// Returns the first two words of a choice, if it begins with two: `card flood` of `card flood d4`.
fn kind(words: &str) -> Option<[&str; 2]> {
    let mut words = words.split(' ');
    let is_word = |word: &&str| word.chars().all(|sign| sign.is_alphabetic() || sign == '!');
    Some([words.next().filter(is_word)?, words.next().filter(is_word)?])
}

/// Tells whether words have this beginning, and continue with another part.
fn is_whole(words: &str, begins: &str) -> bool {
    let part = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
    words
        .strip_prefix(begins)
        .is_some_and(|rest| !(part(begins.chars().next_back()) && part(rest.chars().next())))
}

/// Normalises words for comparing: lower case, single blanks, no star at the end.
pub(super) fn plain(text: &str) -> String {
    let text = text.trim().trim_end_matches('*');
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}
