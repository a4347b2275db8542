//! What may be agreed before a match.
use serde::{Deserialize, Serialize};

use super::record;
use crate::{
    checkers::{
        Goal, Position,
        goal::{BREAKTHROUGH, GIVEAWAY, Goals},
        plain::PlainStart,
        start::{self, StartKind},
    },
    refusal::Refusal,
    settings::{Given, Setting},
};

pub(super) const SETTINGS: &[Setting] = &[
    GIVEAWAY,
    BREAKTHROUGH,
    start::setting(
        "starts from a position, from opening moves, or from the end of a recorded game",
        "B:W21-32:B1-12, or PDN",
    ),
];

/// What was agreed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::games) struct Options {
    #[serde(flatten)]
    pub(super) goals: Goals,
    /// Where the match starts, if not from the usual position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<PlainStart>,
}

impl Options {
    /// Parses options; see [`SETTINGS`].
    pub(super) fn read(given: &Given) -> Result<Options, Refusal> {
        let options = Options { goals: Goals::read(given)?, from: None };
        let Some(begun) = start::among(given)? else { return Ok(options) };
        match begun {
            StartKind::Record(text) => {
                record::read(text, options, |name| given.get(name).is_some())
            }
            StartKind::Position(position, "") => options.starting(position),
            StartKind::Position(_, stray) => Err(start::stray(stray)),
        }
    }

    /// Starts from a position.
    pub(super) fn starting(self, position: Position) -> Result<Options, Refusal> {
        let from = Some(PlainStart::at(position, self.goal())?);
        Ok(Options { from, ..self })
    }

    /// Returns what wins.
    pub(super) fn goal(&self) -> Goal {
        self.goals.goal()
    }
}
