//! What a match without its game's types takes and returns.
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{game::Label, scene::Pick, seat::Seat};

/// What a seat may type now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatMenu {
    pub listed: Vec<String>,
    /// What else may be typed, if not everything can be listed.
    pub grammar: Option<&'static str>,
}

/// Something that a seat may type, as it is chosen on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardChoice {
    /// What is typed.
    pub words: String,
    pub label: Label,
    /// What it is about on the board; none if it is about nothing there.
    pub pick: Option<Pick>,
}

/// What a played step leaves for the log.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The action in full notation.
    pub written: String,
    /// The action as data, for export.
    pub action: Value,
    pub events: Value,
    /// Whether there was chance or a reveal, so that an undo needs consent.
    pub fixed: bool,
    /// Whether the seat had an alternative.
    pub decided: bool,
    /// Whether the seat answered in private ([`PromptKind::Sealed`](crate::game::PromptKind::Sealed)); its choice isn't shown before the
    /// end.
    pub sealed: bool,
}

/// A played step, as stored.
#[derive(Clone, Debug, PartialEq)]
pub struct Past {
    pub seat: Seat,
    pub action: Value,
    pub events: Value,
}

/// A match as stored between steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Saved {
    pub rules: u16,
    pub state: Value,
    /// What the picture shows as new, in the table's own form.
    pub last: Value,
}
