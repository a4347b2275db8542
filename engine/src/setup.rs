//! Refusals for setup lines and parts of a position that a game doesn't have.
use crate::{
    quote::short,
    refusal::{Code, Refusal},
};

/// What scenario files may say to a game: examples for refusals.
pub(crate) struct Forms {
    /// What a setup line may say, as [`Game::arrange`](crate::game::Game::arrange) reads it.
    pub(crate) lines: &'static [&'static str],
    /// What can be asked for, as [`Game::probe`](crate::game::Game::probe) reads it.
    pub(crate) parts: &'static [&'static str],
}

impl Forms {
    /// Refuses a line that sets nothing up.
    pub(crate) fn unknown(&self, line: &str) -> Refusal {
        let says = format!("`{}` sets nothing up.", short(line));
        Refusal::new(Code::Unknown, says).instead(self.lines.iter().copied())
    }

    /// Refuses a line that would set up something impossible.
    pub(crate) fn fault(&self, line: &str, why: &str) -> Refusal {
        let says = format!("`{}`: {why}.", short(line));
        Refusal::unreadable(says).instead(self.lines.iter().copied())
    }

    /// Refuses to describe something that isn't a part of the position.
    pub(crate) fn no_part(&self, part: &str) -> Refusal {
        let says = format!("`{}` names no part of a position.", short(part));
        Refusal::new(Code::Unknown, says).instead(self.parts.iter().copied())
    }
}
