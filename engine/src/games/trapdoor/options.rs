//! What may be agreed before a match.
use std::ops::Not;

use serde::{Deserialize, Serialize};

use super::{Knobs, Lost, PositionKey, Spin, record};
use crate::{
    checkers::{
        Color, Goal, Position, Rules, SquareSet,
        draws::Counts,
        goal::BREAKTHROUGH,
        start::{self, StartKind},
    },
    quote::{sentence, sentence_case, short},
    refusal::Refusal,
    settings::{Given, Setting, Values, in_words},
};

/// The largest size of a sector of the wheel.
const HEAVIEST: u32 = 99;

pub(super) const SETTINGS: &[Setting] = &[
    Setting {
        name: "rules",
        says: "continental: White begins, men capture backward, queens fly, you must capture the \
               most",
        values: Values::Words(&["english", "continental"]),
        usual: "english",
    },
    Setting {
        name: "snap",
        says: "a door closes again right after it opens",
        values: Values::Switch,
        usual: "no",
    },
    Setting {
        name: "wheel",
        says: "sizes of the black, green and orange parts of the wheel; black is the largest",
        values: Values::Free("B:G:O"),
        usual: "2:1:1",
    },
    Setting {
        name: "blocked",
        says: "a side with no move loses even before spinning, not only when black comes up",
        values: Values::Switch,
        usual: "no",
    },
    Setting {
        name: "pieces",
        says: "how many men a side has: three rows of four, or two without the back row",
        values: Values::Words(&["12", "8"]),
        usual: "12",
    },
    BREAKTHROUGH,
    start::setting(
        "starts from a position, or from the end of a recorded game",
        "B:W21-32:B1-12 O1L O2R, or PDN",
    ),
];

/// What was agreed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::games) struct Options {
    pub(super) rules: Rules,
    pub(super) snap: bool,
    /// With snap, a position is repeated only by a move (D-R19): matches that began before this ruling count every turn.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub(super) moves_repeat: bool,
    pub(super) wheel: Wheel,
    /// Being blocked loses before the spin (D-R13).
    pub(super) blocked: bool,
    /// Eight men a side: the back rows are empty.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub(super) eight: bool,
    /// Crowning the first man wins.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub(super) breakthrough: bool,
    /// Where the match starts, if not from the usual position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<Start>,
}

/// How large the black, the green and the orange part of the wheel are (D-R5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub(super) struct Wheel(pub(super) [u32; 3]);

/// A turn at its start, or just after its spin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Start {
    pub(super) position: Position,
    pub(super) knobs: Knobs,
    pub(super) spun: Option<Spin>,
    /// The counts of a record up to there; none if they begin with the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) counts: Option<Counts<PositionKey, Lost>>,
}

impl Options {
    /// Parses options; see [`SETTINGS`].
    pub(super) fn read(given: &Given) -> Result<Options, Refusal> {
        let mut options = Options {
            rules: match given.get("rules") {
                Some("continental") => Rules::Continental,
                _ => Rules::English,
            },
            snap: given.is_on("snap"),
            moves_repeat: given.is_on("snap"),
            wheel: match given.get("wheel") {
                Some(text) => Wheel::read(text).map_err(Refusal::unreadable)?,
                None => Wheel::default(),
            },
            blocked: given.is_on("blocked"),
            eight: given.get("pieces") == Some("8"),
            breakthrough: given.is_on("breakthrough"),
            from: None,
        };
        let Some(begun) = start::among(given)? else { return Ok(options) };
        if options.eight {
            let says = "`pieces=8` is about the usual start. Leave it out, or leave out `from`.";
            return Err(Refusal::illegal(says).instead(["pieces=8"]));
        }
        match begun {
            StartKind::Record(text) => {
                options = record::read(text, options, |name| given.get(name).is_some())?;
            }
            StartKind::Position(position, words) => {
                options.from = Some(Start::read(position, words)?);
            }
        }
        options.check()?;
        Ok(options)
    }

    /// Refuses a start that no match could have.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        let Start { position, knobs, spun: _, counts: _ } = self.start();
        start::check(&position, self.goal())?;
        if let Some(fault) = knobs.fault(&position.board) {
            return Err(Refusal::illegal(sentence(sentence_case(&fault))));
        }
        if self.snap && knobs != Knobs::default() {
            return Err(Refusal::illegal("With `snap`, every knob starts in the centre."));
        }
        Ok(())
    }

    /// Returns what wins.
    pub(super) fn goal(&self) -> Goal {
        if self.breakthrough { Goal::Breakthrough } else { Goal::Usual }
    }

    /// Returns where the match starts: Black begins, or White in Continental play (D-R29).
    pub(super) fn start(&self) -> Start {
        self.from.clone().unwrap_or(Start {
            position: self.set_up(),
            knobs: Knobs::default(),
            spun: None,
            counts: None,
        })
    }

    /// Returns the usual position, or the same without the back rows.
    fn set_up(&self) -> Position {
        let mut position = self.rules.start();
        if self.eight {
            for color in Color::BOTH {
                let back = SquareSet::rank((!color).last_rank());
                for at in back.iter() {
                    position.board.take(at);
                }
            }
        }
        position
    }

    /// Says what differs from the usual game.
    pub(super) fn variation(&self) -> String {
        let wheel = format!("wheel {}", self.wheel);
        in_words([
            (self.rules == Rules::Continental, "Continental"),
            (self.snap, "snap"),
            (self.wheel != Wheel::default(), &wheel),
            (self.blocked, "blocked loses"),
            (self.eight, "8 a side"),
            (self.breakthrough, "breakthrough"),
            (self.from.is_some(), "from a position"),
        ])
    }
}

impl Wheel {
    /// Reads `2:1:1`: black, green, orange.
    pub(super) fn read(text: &str) -> Result<Wheel, String> {
        let form = || {
            format!(
                "Write the wheel like 2:1:1, black first and largest, each 1 to {HEAVIEST}; not \
                 `{}`.",
                short(text)
            )
        };
        let parts: Vec<u32> = text
            .split(':')
            .map(|part| part.trim().parse().ok().filter(|size| (1..=HEAVIEST).contains(size)))
            .collect::<Option<_>>()
            .ok_or_else(form)?;
        match parts[..] {
            // Black must stay the most likely spin.
            [black, green, orange] if green.max(orange) < black => {
                Ok(Wheel([black, green, orange]))
            }
            _ => Err(form()),
        }
    }
}

impl Start {
    /// Reads the knob settings that follow a FEN.
    fn read(position: Position, words: &str) -> Result<Start, Refusal> {
        let knobs = words
            .parse()
            .map_err(|err: String| Refusal::unreadable(format!("{err}.")).instead([start::FORM]))?;
        Ok(Start { position, knobs, spun: None, counts: None })
    }
}

impl Default for Wheel {
    fn default() -> Wheel {
        Wheel([2, 1, 1])
    }
}

impl std::fmt::Display for Wheel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [black, green, orange] = self.0;
        write!(f, "{black}:{green}:{orange}")
    }
}

impl From<Wheel> for String {
    fn from(wheel: Wheel) -> String {
        wheel.to_string()
    }
}

impl TryFrom<String> for Wheel {
    type Error = String;

    fn try_from(text: String) -> Result<Wheel, String> {
        Wheel::read(&text)
    }
}
