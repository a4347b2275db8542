//! What people choose for themselves.
use serde::{Deserialize, Serialize};

use super::Chat;
use crate::time::{Nudging, Quiet, Zone};

/// What a person chose for themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The name of a picture theme; empty for the usual one.
    pub theme: String,
    /// Whether the board also comes in words and characters.
    pub text: bool,
    pub orientation: Orientation,
    /// Whether they press even what leaves no choice.
    pub by_hand: bool,
    /// Whether ratings and results are kept from the others.
    pub hidden: bool,
    pub zone: Zone,
    /// When reminders wait.
    pub quiet: Option<Quiet>,
    pub nudging: Nudging,
    /// Until when no reminder is wanted at all.
    pub snoozed: i64,
    /// The chat whose name for them is shown in every chat; none if each shows its own.
    pub called: Option<Chat>,
    /// The chat where they are reminded; none for where they spoke last.
    pub reminded_in: Option<Chat>,
}

/// Which side is at the bottom of a picture made for a person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Orientation {
    /// The side of the player who has to move.
    #[default]
    Mover,
    First,
    Second,
}
