//! What may be agreed before a match.
use serde::{Deserialize, Serialize};

use super::{LAW, record};
use crate::{
    checkers::{
        Position,
        draws::Counts,
        start::{self, Given as Begun},
    },
    refusal::Refusal,
    settings::{FROM, Given, Setting, Values},
};

pub(super) const SETTINGS: &[Setting] = &[
    Setting {
        name: "giveaway",
        says: "you win by losing all your pieces, or having no move",
        values: Values::Switch,
        usual: "no",
    },
    Setting {
        name: FROM,
        says: "starts from a position, from opening moves, or from the end of a recorded game",
        values: Values::Rest("B:W21-32:B1-12, or PDN"),
        usual: "the twelve men of each side",
    },
];

/// What was agreed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::games) struct Options {
    pub(super) giveaway: bool,
    /// Where the match starts, if not in the usual place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<Start>,
}

/// A turn about to begin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Start {
    pub(super) position: Position,
    /// What a record has counted up to there; none if the counts begin with the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) counts: Option<Counts<Position, u8>>,
}

impl Options {
    /// Parses options; see [`SETTINGS`].
    pub(super) fn read(given: &Given) -> Result<Options, Refusal> {
        let options = Options { giveaway: given.is_on("giveaway"), from: None };
        let Some(text) = given.get(FROM) else { return Ok(options) };
        match start::read(text)? {
            Begun::Record(text) => record::read(text, options, |name| given.get(name).is_some()),
            Begun::Position(position, "") => options.starting(position),
            Begun::Position(_, stray) => Err(start::stray(stray)),
        }
    }

    /// Starts from a position.
    pub(super) fn starting(self, position: Position) -> Result<Options, Refusal> {
        start::check(&position)?;
        Ok(Options { from: Some(Start { position, counts: None }), ..self })
    }

    /// Returns where the match starts.
    pub(super) fn position(&self) -> Position {
        self.from.as_ref().map_or(LAW.rules.start(), |it| it.position)
    }
}
