//! Why a player's words weren't carried out.
use std::{collections::HashSet, error, fmt};

use serde::{Deserialize, Serialize};

use crate::quote::short;

/// What kind of refusal it is: callers branch on this, players read the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The match has ended.
    Over,
    /// The other side owes the decision.
    NotYours,
    /// The words follow no known form.
    Unreadable,
    /// The words fit several things; nothing was done.
    Ambiguous,
    /// The words are clear, but a rule of the game forbids them.
    Illegal,
    /// Nothing by that name is here: a match, a person, a game, a topic.
    Unknown,
    /// Possible at another time or by someone else, not here and now.
    NotNow,
    /// More than is allowed.
    TooMuch,
    /// A scripted match asked for chance that the script doesn't give.
    Unscripted,
    /// An internal error; nothing was changed.
    Broken,
}

impl Code {
    pub const ALL: [Code; 10] = [
        Code::Over,
        Code::NotYours,
        Code::Unreadable,
        Code::Ambiguous,
        Code::Illegal,
        Code::Unknown,
        Code::NotNow,
        Code::TooMuch,
        Code::Unscripted,
        Code::Broken,
    ];

    /// Writes the code as scenario files and JSON replies name it, such as `not-yours`.
    pub fn name(self) -> &'static str {
        match self {
            Code::Over => "over",
            Code::NotYours => "not-yours",
            Code::Unreadable => "unreadable",
            Code::Ambiguous => "ambiguous",
            Code::Illegal => "illegal",
            Code::Unknown => "unknown",
            Code::NotNow => "not-now",
            Code::TooMuch => "too-much",
            Code::Unscripted => "unscripted",
            Code::Broken => "broken",
        }
    }
}

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub code: Code,
    /// One or two sentences for the player: the rule broken, and why.
    pub says: String,
    /// Words that would be accepted now, best first.
    pub instead: Vec<String>,
}

impl Refusal {
    pub fn new(code: Code, says: impl Into<String>) -> Refusal {
        Refusal { code, says: says.into(), instead: Vec::new() }
    }

    /// Refuses something clear that a rule forbids.
    pub fn illegal(says: impl Into<String>) -> Refusal {
        Refusal::new(Code::Illegal, says)
    }

    /// Refuses words that follow no known form.
    pub fn unreadable(says: impl Into<String>) -> Refusal {
        Refusal::new(Code::Unreadable, says)
    }

    /// Refuses a request for a match that has ended.
    pub fn over() -> Refusal {
        Refusal::new(Code::Over, "This match is over.")
    }

    /// Refuses a seat that isn't asked; `turn` is the side that is.
    pub fn not_yours(turn: &str) -> Refusal {
        Refusal::new(Code::NotYours, format!("It's {turn}'s turn."))
    }

    /// Refuses the beginning of several things, or of one; `started` is written as it would be typed.
    pub fn unfinished(text: &str, started: Vec<String>) -> Refusal {
        let says = match &started[..] {
            [only] => format!("Did you mean `{only}`?"),
            _ => format!("`{}` is incomplete.", short(text)),
        };
        Refusal::new(Code::Ambiguous, says).instead(started)
    }

    /// Adds what would be accepted, each thing once.
    #[must_use]
    pub fn instead<S: Into<String>>(mut self, words: impl IntoIterator<Item = S>) -> Refusal {
        let mut seen = HashSet::new();
        self.instead = words.into_iter().map(Into::into).collect();
        self.instead.retain(|offer| seen.insert(offer.clone()));
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.says)
    }
}

impl error::Error for Refusal {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_stored_by_its_name() {
        for code in Code::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.name());
        }
    }

    #[test]
    fn a_refusal_offers_nothing_twice() {
        let refusal = Refusal::illegal("No.").instead(["callin 3 se", "flick 2", "callin 3 se"]);
        assert_eq!(refusal.instead, ["callin 3 se", "flick 2"]);
    }
}
