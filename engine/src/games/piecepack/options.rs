//! What may be agreed before a match.
use serde::{Deserialize, Serialize};

use super::End;
use crate::{
    seat::Seat,
    settings::{Given, Setting, Values},
};

/// With the limit, a match ends after this many turns without a goal (`C-R28`).
pub(super) const LIMIT: u32 = 60;

pub(super) const SETTINGS: &[Setting] = &[
    Setting {
        name: "tremor",
        says: "how far a flick strays: not at all, a little, or three times that",
        values: Values::Words(&["none", "steady", "wild"]),
        usual: "steady",
    },
    Setting {
        name: "limit",
        says: "sixty turns without a goal end the match, and the leader wins",
        values: Values::Switch,
        usual: "no",
    },
    Setting {
        name: "goals",
        says: "how many goals win",
        values: Values::Words(&["3", "2"]),
        usual: "3",
    },
];

/// What was agreed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::games) struct Options {
    pub(super) tremor: Tremor,
    pub(super) limit: bool,
    /// What `default` means; a match keeps the one it began with, and rules 1 had only the older one.
    #[serde(default = "LineUp::of_rules_1")]
    pub(super) usual: LineUp,
    /// How many goals win.
    #[serde(default = "usual_goals", skip_serializing_if = "is_usual")]
    pub(super) goals: u8,
}

/// So many goals usually win.
pub(super) const GOALS: u8 = 3;

fn usual_goals() -> u8 {
    GOALS
}

fn is_usual(goals: &u8) -> bool {
    *goals == GOALS
}

/// The formation that `default` stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum LineUp {
    /// With a gap in front of the goal that a ball from the centre fits through.
    Open,
    #[default]
    Closed,
}

impl LineUp {
    fn of_rules_1() -> LineUp {
        LineUp::Open
    }
}

/// How much the hand strays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Tremor {
    None,
    #[default]
    Steady,
    Wild,
}

impl Options {
    /// Makes options from settings; any values go together.
    pub(super) fn read(given: &Given) -> Options {
        let tremor = match given.get("tremor") {
            Some("none") => Tremor::None,
            Some("wild") => Tremor::Wild,
            _ => Tremor::Steady,
        };
        let goals = if given.get("goals") == Some("2") { 2 } else { GOALS };
        Options { tremor, limit: given.is_on("limit"), usual: LineUp::default(), goals }
    }

    /// Says the variations in a few words.
    pub(super) fn variation(&self) -> String {
        let tremor = match self.tremor {
            Tremor::None => Some("no tremor"),
            Tremor::Steady => None,
            Tremor::Wild => Some("wild tremor"),
        };
        let limit = self.limit.then_some("turn limit");
        let goals = (self.goals != GOALS).then_some("two goals win");
        tremor.into_iter().chain(limit).chain(goals).collect::<Vec<_>>().join(", ")
    }
}

impl End {
    /// Returns the end of a match that so many goals win.
    pub(super) fn by_goals(seat: Seat, goals: u8) -> End {
        match goals {
            GOALS => End::Scored(seat),
            goals => End::Reached(seat, goals),
        }
    }
}
