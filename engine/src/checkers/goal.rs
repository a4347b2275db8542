//! What wins a game of draughts, and how that is agreed.
use std::ops::Not;

use serde::{Deserialize, Serialize};

use crate::{
    refusal::Refusal,
    settings::{Given, Setting, Values},
};

/// The setting by which losing wins.
pub(crate) const GIVEAWAY: Setting = Setting {
    name: "giveaway",
    says: "you win by losing all your pieces, or having no move",
    values: Values::Switch,
    usual: "no",
};

/// The setting by which the first king wins.
pub(crate) const BREAKTHROUGH: Setting = Setting {
    name: "breakthrough",
    says: "the first man that is crowned wins the match",
    values: Values::Switch,
    usual: "no",
};

/// What wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Leaving the other side without pieces or moves.
    #[default]
    Usual,
    /// Having no pieces or moves left.
    Giveaway,
    /// As usual, or crowning the first man.
    Breakthrough,
}

/// What was agreed about winning, where both variations can be played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Goals {
    pub(crate) giveaway: bool,
    #[serde(default, skip_serializing_if = "Not::not")]
    pub(crate) breakthrough: bool,
}

impl Goals {
    /// Reads what was agreed.
    ///
    /// # Errors
    /// As [`Goals::check`].
    pub(crate) fn read(given: &Given) -> Result<Goals, Refusal> {
        let [giveaway, breakthrough] =
            [GIVEAWAY, BREAKTHROUGH].map(|setting| given.is_on(setting.name));
        Goals { giveaway, breakthrough }.check()
    }

    /// Refuses goals that don't go together.
    ///
    /// # Errors
    /// With both.
    pub(crate) fn check(self) -> Result<Goals, Refusal> {
        if self.giveaway && self.breakthrough {
            let says = "Play either giveaway or breakthrough, not both.";
            Err(Refusal::illegal(says).instead(["giveaway", "breakthrough"]))
        } else {
            Ok(self)
        }
    }

    /// Returns what wins.
    pub(crate) fn goal(self) -> Goal {
        match (self.giveaway, self.breakthrough) {
            (true, _) => Goal::Giveaway,
            (false, true) => Goal::Breakthrough,
            (false, false) => Goal::Usual,
        }
    }
}
