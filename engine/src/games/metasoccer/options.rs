//! What may be agreed before a match.
use std::ops::Not;

use serde::{Deserialize, Serialize};

use super::field::FieldSize;
use crate::{
    quote::short,
    refusal::Refusal,
    settings::{Given, Setting, Values},
};

/// The fewest and the most plays a match may last.
const PLAYS: std::ops::RangeInclusive<u16> = 20..=MOST_PLAYS;
/// After this many plays a match ends, whatever was agreed (A-R47).
pub(super) const MOST_PLAYS: u16 = 200;

pub(super) const SETTINGS: &[Setting] = &[
    Setting {
        name: "plays",
        says: "how many plays the timer counts, 20 to 200",
        values: Values::Free("20-200"),
        usual: "50",
    },
    Setting {
        name: "finish",
        says: "golden: the first goal wins; extra: when level at full time, the next goal does",
        values: Values::Words(&["timer", "golden", "extra"]),
        usual: "timer",
    },
    Setting {
        name: "endless",
        says: "with finish=golden or extra: no draw after 200 plays, only a goal ends the match",
        values: Values::Switch,
        usual: "no",
    },
    Setting {
        name: "field",
        says: "how large the field is, files by ranks",
        values: Values::Words(&["11x15", "9x13", "13x17"]),
        usual: "11x15",
    },
    Setting {
        name: "team",
        says: "checkers a side, the goalie included",
        values: Values::Words(&["11", "7"]),
        usual: "11",
    },
    Setting {
        name: "play-on",
        says: "a side never loses for having too few checkers; normally it loses below 7 (7 a \
               side: below 5)",
        values: Values::Switch,
        usual: "no",
    },
    Setting {
        name: "box-only",
        says: "a goalie's steal outside its own box gives an ordinary turn, not a goalie kick",
        values: Values::Switch,
        usual: "no",
    },
    Setting {
        name: "auto",
        says: "small decisions such as resets use the default; `auto off` asks again",
        values: Values::Switch,
        usual: "no",
    },
    Setting {
        name: "lined-up",
        says: "both sides begin in the usual formation, with nothing to set up before the first \
               kick-off",
        values: Values::Switch,
        usual: "no",
    },
];

/// What was agreed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::games) struct Options {
    pub(super) field: FieldSize,
    /// How many plays the timer counts (A-R6).
    pub(super) plays: u16,
    pub(super) finish: EndRule,
    /// Checkers a side (A-R5).
    pub(super) side: TeamSize,
    /// A side plays on, however few checkers it has left (A-R34).
    pub(super) play_on: bool,
    /// Only a steal in the goalie's own box brings a goalie kick (A-R39).
    pub(super) box_only: bool,
    /// Both coaches begin with `auto on`.
    pub(super) auto: bool,
    /// Nobody sets up before the first kick-off.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub(super) lined_up: bool,
    /// No count of plays ends a match that waits for a goal.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub(super) endless: bool,
    /// RISK may be rolled at a corner kick (A-R24): matches that began before this ruling had the Chess die alone.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub(super) risk_at_corners: bool,
}

/// What ends a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum EndRule {
    /// The timer; a draw if the score is level.
    #[default]
    Timer,
    /// The first goal.
    Golden,
    /// The timer, and the next goal if the score is level.
    Extra,
}

/// How many play for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum TeamSize {
    #[default]
    #[serde(rename = "11")]
    Eleven,
    #[serde(rename = "7")]
    Seven,
}

impl Options {
    /// Parses options; see [`SETTINGS`].
    pub(super) fn read(given: &Given) -> Result<Options, Refusal> {
        let plays = match given.get("plays") {
            None => 50,
            Some(text) => {
                text.parse().ok().filter(|plays| PLAYS.contains(plays)).ok_or_else(|| {
                    let says = format!("A match lasts 20 to 200 plays, not `{}`.", short(text));
                    Refusal::unreadable(says).instead(["plays=50"])
                })?
            }
        };
        let field = given.get("field").unwrap_or_default();
        let options = Options {
            field: FieldSize::ALL.into_iter().find(|size| size.name() == field).unwrap_or_default(),
            plays,
            finish: match given.get("finish") {
                Some("golden") => EndRule::Golden,
                Some("extra") => EndRule::Extra,
                _ => EndRule::Timer,
            },
            side: if given.get("team") == Some("7") { TeamSize::Seven } else { TeamSize::Eleven },
            play_on: given.is_on("play-on"),
            box_only: given.is_on("box-only"),
            auto: given.is_on("auto"),
            lined_up: given.is_on("lined-up"),
            endless: given.is_on("endless"),
            risk_at_corners: true,
        };
        options.check()?;
        Ok(options)
    }

    /// Refuses options that don't go together.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        if self.endless && self.finish == EndRule::Timer {
            let says = "`endless` is for matches that a goal ends.";
            return Err(
                Refusal::illegal(says).instead(["finish=golden endless", "finish=extra endless"])
            );
        }
        Ok(())
    }

    /// Says what differs from the usual game.
    pub(super) fn variation(&self) -> String {
        let Options {
            field,
            plays,
            finish,
            side,
            play_on,
            box_only,
            auto,
            lined_up,
            endless,
            risk_at_corners: _,
        } = self;
        let mut words = Vec::new();
        if *field != FieldSize::Usual {
            words.push(format!("field {}", field.name()));
        }
        if *plays != 50 {
            words.push(format!("{plays} plays"));
        }
        match finish {
            EndRule::Timer => {}
            EndRule::Golden => words.push("golden goal".to_owned()),
            EndRule::Extra => words.push("extra time".to_owned()),
        }
        if *endless {
            words.push("endless".to_owned());
        }
        if *side == TeamSize::Seven {
            words.push("7 a side".to_owned());
        }
        if *play_on {
            words.push("play on when few".to_owned());
        }
        if *box_only {
            words.push("goalie kicks from the box only".to_owned());
        }
        if *auto {
            words.push("auto".to_owned());
        }
        if *lined_up {
            words.push("lined up".to_owned());
        }
        words.join(", ")
    }

    /// Returns after how many plays the match ends, by its timer or because nobody scored (A-R47); none if only a goal ends it.
    pub(super) fn last_play(&self, level: bool) -> Option<u16> {
        match self.finish {
            EndRule::Extra if !level => Some(self.plays),
            EndRule::Timer => Some(self.plays),
            EndRule::Golden | EndRule::Extra => (!self.endless).then_some(MOST_PLAYS),
        }
    }

    /// Returns the fewest checkers a side may have left without losing (A-R34).
    pub(super) fn fewest(&self) -> usize {
        match self.side {
            _ if self.play_on => 0,
            TeamSize::Eleven => 7,
            TeamSize::Seven => 5,
        }
    }
}

impl TeamSize {
    /// Counts the checkers, the goalie included.
    pub(super) fn count(self) -> u8 {
        match self {
            TeamSize::Eleven => 11,
            TeamSize::Seven => 7,
        }
    }
}
