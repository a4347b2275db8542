//! What may be agreed before a match.
use serde::{Deserialize, Serialize};

use crate::{
    refusal::Refusal,
    settings::{Given, Setting, Values},
};

pub(super) const SETTINGS: &[Setting] = &[
    Setting {
        name: "decks",
        says: "how many decks of the twenty cards are shuffled together",
        values: Values::Words(&["1", "2", "3"]),
        usual: "1",
    },
    Setting {
        name: "jupiter",
        says: "moved: Jupiter wins only if the monolith has been moved since it was placed",
        values: Values::Words(&["placed", "moved"]),
        usual: "placed",
    },
    Setting {
        name: "endless",
        says: "no draw after forty turns by each side without lasting change",
        values: Values::Switch,
        usual: "no",
    },
];

/// What was agreed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::games) struct Options {
    /// 1 to 3 (B-R1).
    pub(super) decks: u8,
    /// Jupiter needs a monolith that was moved (B-R37).
    pub(super) jupiter_moved: bool,
    /// Quiet turns never make a draw (B-R42).
    pub(super) endless: bool,
}

impl Options {
    /// Parses options; see [`SETTINGS`].
    pub(super) fn read(given: &Given) -> Options {
        Options {
            decks: match given.get("decks") {
                Some("2") => 2,
                Some("3") => 3,
                _ => 1,
            },
            jupiter_moved: given.get("jupiter") == Some("moved"),
            endless: given.is_on("endless"),
        }
    }

    /// Refuses options that only a damaged file can hold.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        if (1..=3).contains(&self.decks) {
            return Ok(());
        }
        Err(Refusal::illegal("Use one, two or three decks."))
    }

    /// Says what differs from the usual game.
    pub(super) fn variation(&self) -> String {
        let mut words = Vec::new();
        if self.decks != 1 {
            words.push(format!("{} decks", self.decks));
        }
        if self.jupiter_moved {
            words.push("Jupiter moved".to_owned());
        }
        if self.endless {
            words.push("endless".to_owned());
        }
        words.join(", ")
    }
}
