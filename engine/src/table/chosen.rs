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
            let open = |words: &str| match whole {
                true => is_whole(words, &begins),
                false => words.starts_with(&begins),
            };
            let open: Vec<(&G::Action, &String)> =
                listed.iter().zip(&written).filter(|it| open(it.1)).collect();
            for (action, words) in &open {
                // The targets of two cards can't be told apart on the board.
                if begins.is_empty() && open.iter().any(|it| is_other(it.1, words)) {
                    continue;
                }
                out.extend(self.game.pick(seat, action));
            }
        }
        out
    }
}

/// Tells whether two choices differ in what kind they are of the same: `card ring` and `card flood d4`.
fn is_other(one: &str, other: &str) -> bool {
    let kind = |words: &str| -> Option<(String, String)> {
        let mut words = words.split(' ').map(str::to_owned);
        let (first, second) = (words.next()?, words.next()?);
        let is_word =
            |word: &String| word.chars().all(|sign| sign.is_alphabetic() || "!'".contains(sign));
        (is_word(&first) && is_word(&second)).then_some((first, second))
    };
    match (kind(one), kind(other)) {
        (Some(one), Some(other)) => one.0 == other.0 && one.1 != other.1,
        _ => false,
    }
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
