//! What may be agreed before a match.
use serde::{Deserialize, Serialize};

use super::{Knobs, Spin, record};
use crate::{
    checkers::{Color, Position, Rules, fen::FenError},
    quote::short,
    refusal::Refusal,
    settings::{Given, Setting, Values},
};

/// The most one sector of the wheel may weigh.
const HEAVIEST: u32 = 99;

/// The most pieces a side can have.
const PIECES: usize = 12;

pub(super) const SETTINGS: &[Setting] = &[
    Setting {
        name: "rules",
        says: "continental: White begins, men capture backward, queens fly, the most must be taken",
        values: Values::Words(&["english", "continental"]),
        usual: "english",
    },
    Setting {
        name: "snap",
        says: "a door that is opened is closed again at once",
        values: Values::Switch,
        usual: "no",
    },
    Setting {
        name: "wheel",
        says: "how large the black, green and orange parts of the wheel are; black the largest",
        values: Values::Free("B:G:O"),
        usual: "2:1:1",
    },
    Setting {
        name: "blocked",
        says: "a side that can move no piece loses before it spins, not only when black comes up",
        values: Values::Switch,
        usual: "no",
    },
    Setting {
        name: "from",
        says: "starts from a position, or from the end of a recorded game",
        values: Values::Rest("B:W21-32:B1-12 G1L O2R, or PDN"),
        usual: "the twelve men of each side",
    },
];

/// What was agreed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::games) struct Options {
    pub(super) rules: Rules,
    pub(super) snap: bool,
    pub(super) wheel: Wheel,
    /// Being blocked loses before the spin (D-R13).
    pub(super) blocked: bool,
    /// Where the match starts, if not in the usual place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<Start>,
}

/// How large the black, the green and the orange part of the wheel are (D-R5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub(super) struct Wheel(pub(super) [u32; 3]);

/// A turn about to begin, or just after its spin.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Start {
    pub(super) position: Position,
    pub(super) knobs: Knobs,
    pub(super) spun: Option<Spin>,
}

impl Options {
    /// Makes options of what was said; see [`SETTINGS`].
    pub(super) fn read(given: &Given) -> Result<Options, Refusal> {
        let mut options = Options {
            rules: match given.get("rules") {
                Some("continental") => Rules::Continental,
                _ => Rules::English,
            },
            snap: given.is_on("snap"),
            wheel: match given.get("wheel") {
                Some(text) => Wheel::read(text).map_err(Refusal::unreadable)?,
                None => Wheel::default(),
            },
            blocked: given.is_on("blocked"),
            from: None,
        };
        let Some(text) = given.get("from") else { return Ok(options) };
        if record::is_record(text) {
            // The record says by which rules it was played; a word that contradicts it is a mistake.
            let recorded = record::read(text)?;
            for (name, fits) in [
                ("rules", options.rules == recorded.rules),
                ("snap", options.snap == recorded.snap),
                ("wheel", options.wheel == recorded.wheel),
                ("blocked", options.blocked == recorded.blocked),
            ] {
                if given.get(name).is_some() && !fits {
                    let says =
                        format!("The record was played with another `{name}`; leave it out.");
                    return Err(Refusal::illegal(says));
                }
            }
            options = recorded;
        } else {
            options.from = Some(Start::read(text)?);
        }
        options.check()?;
        Ok(options)
    }

    /// Refuses a start that no match could have.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        let Start { position, knobs, spun: _ } = self.start();
        for color in Color::BOTH {
            let count = position.board.count(color);
            if !(1..=PIECES).contains(&count) {
                let name = color.name();
                return Err(Refusal::illegal(format!(
                    "{name} has {count} pieces there; a side starts with 1 to {PIECES}."
                )));
            }
        }
        if let Some(square) = (position.board.occupied() & knobs.open_doors()).first() {
            return Err(Refusal::illegal(format!(
                "Nothing can stand on {square}: its door is open."
            )));
        }
        if self.snap && knobs != Knobs::default() {
            return Err(Refusal::illegal("With `snap` every knob stands in the centre."));
        }
        Ok(())
    }

    /// Returns where the match starts: Black begins, in Continental play White (D-R29).
    pub(super) fn start(&self) -> Start {
        let position = match self.rules {
            Rules::English => Position::ENGLISH,
            Rules::Continental => Position::CONTINENTAL,
        };
        self.from.unwrap_or(Start { position, knobs: Knobs::default(), spun: None })
    }

    /// Says what differs from the usual game.
    pub(super) fn variation(&self) -> String {
        let mut words = Vec::new();
        if self.rules == Rules::Continental {
            words.push("Continental".to_owned());
        }
        if self.snap {
            words.push("snap".to_owned());
        }
        if self.wheel != Wheel::default() {
            words.push(format!("wheel {}", self.wheel));
        }
        if self.blocked {
            words.push("blocked loses".to_owned());
        }
        if self.from.is_some() {
            words.push("from a position".to_owned());
        }
        words.join(", ")
    }
}

impl Wheel {
    /// Reads `2:1:1`: black, green, orange.
    pub(super) fn read(text: &str) -> Result<Wheel, String> {
        let form = || {
            format!(
                "The wheel is written like 2:1:1, black first and the largest, each 1 to {HEAVIEST}; not `{}`.",
                short(text)
            )
        };
        let parts: Vec<u32> = text
            .split(':')
            .map(|it| it.trim().parse().ok().filter(|it| (1..=HEAVIEST).contains(it)))
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
    /// Reads a FEN that may be followed by knob settings.
    fn read(text: &str) -> Result<Start, Refusal> {
        // The position ends before the first word that reads as a knob setting.
        let starts = text
            .char_indices()
            .filter(|(at, it)| !it.is_whitespace() && text[..*at].ends_with(char::is_whitespace));
        let knob = |at: &usize| {
            let word = text[*at..].split([' ', ',', '\t']).next().unwrap_or_default();
            word.parse::<Knobs>().is_ok()
        };
        let end = starts.map(|it| it.0).find(knob).unwrap_or(text.len());
        let (fen, knobs) = text.split_at(end);
        let position = fen.trim().parse().map_err(|err: FenError| {
            Refusal::unreadable(format!("`{}` is no position: {err}.", short(fen)))
                .instead(["from=B:W21-32:B1-12 G1L"])
        })?;
        let knobs = knobs.parse().map_err(|err: String| {
            let rest = "`from` takes the whole rest of the line, so everything else goes before it";
            Refusal::unreadable(format!("{err}; {rest}.")).instead(["from=B:W21-32:B1-12 G1L"])
        })?;
        Ok(Start { position, knobs, spun: None })
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
