//! What may be agreed before a match.
use serde::{Deserialize, Serialize};

use super::{Key, Knobs, Lost, Spin, record};
use crate::{
    checkers::{Color, Position, Rules, draws::Draws, fen::FenError},
    quote::short,
    refusal::Refusal,
    seat::BySeat,
    settings::{FROM, Given, Setting, Values},
};

/// The most one sector of the wheel may weigh.
const HEAVIEST: u32 = 99;

/// The most pieces a side can have.
const PIECES: usize = 12;

/// A start in its usual form.
const FORM: &str = "from=B:W21-32:B1-12";

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
        name: FROM,
        says: "starts from a position, or from the end of a recorded game",
        values: Values::Rest("B:W21-32:B1-12 O1L O2R, or PDN"),
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Start {
    pub(super) position: Position,
    pub(super) knobs: Knobs,
    pub(super) spun: Option<Spin>,
    /// What a record has counted up to there; nothing where the counts begin with the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) counts: Option<Counts>,
}

/// What is counted from the first turn on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Counts {
    pub(super) draws: Draws<Key>,
    pub(super) lost: BySeat<Lost>,
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
        let Some(text) = given.get(FROM) else { return Ok(options) };
        if is_slip(text) {
            return Err(no_position(text, "it starts with the side to move"));
        }
        if record::is_record(text) {
            options = record::read(text, options, |name| given.get(name).is_some())?;
        } else {
            options.from = Some(Start::read(text)?);
        }
        options.check()?;
        Ok(options)
    }

    /// Refuses a start that no match could have.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        let Start { position, knobs, spun: _, counts: _ } = self.start();
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
        self.from.clone().unwrap_or(Start {
            position,
            knobs: Knobs::default(),
            spun: None,
            counts: None,
        })
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
        let (fen, words) = text.split_at(end_of_fen(text));
        let position =
            fen.trim().parse().map_err(|err: FenError| no_position(fen, &err.to_string()))?;
        let odd = |it: &&str| !it.is_empty() && !it.contains(|it: char| it.is_ascii_digit());
        if let Some(word) = words.split([' ', ',', '\t', '\n']).find(odd) {
            let says = format!(
                "`{}` stands behind the position, but `from` takes the whole rest of the line: other settings go before it.",
                short(word)
            );
            return Err(Refusal::unreadable(says).instead([FORM]));
        }
        let knobs = words
            .parse()
            .map_err(|err: String| Refusal::unreadable(format!("{err}.")).instead([FORM]))?;
        Ok(Start { position, knobs, spun: None, counts: None })
    }
}

/// Returns where a FEN ends: at the first blank that stands neither before nor behind a sign of its own.
fn end_of_fen(text: &str) -> usize {
    let blank = |it: char| it.is_whitespace();
    let ends = |at: &usize| {
        let (before, after) = (text[..*at].trim_end(), text[*at..].trim_start());
        let goes_on = before.ends_with([',', ':', '-']) || after.starts_with([',', ':', '-', '.']);
        // A letter for a side or a king waits for its square.
        let letter = before.ends_with(|it: char| "BWK".contains(it.to_ascii_uppercase()));
        !goes_on && !letter && !before.is_empty()
    };
    text.match_indices(blank).map(|it| it.0).find(ends).unwrap_or(text.len())
}

/// Tells whether words mean a position but lack its beginning, or can be neither position nor moves. W is in no word of a
/// record's moves, and every one of them has a digit.
fn is_slip(text: &str) -> bool {
    let lower = text.to_lowercase();
    let mut words = lower.split_whitespace();
    let (Some(first), second) = (words.next(), words.next()) else { return false };
    let sides = first.contains('w') || second.is_some_and(|it| it.starts_with('w'));
    let begins = first.starts_with(['b', 'w']) && sides;
    let colons = first.contains(':') && first.contains('w');
    let wordless = !text.contains(|it: char| it.is_ascii_digit());
    let marked = text.contains(['[', '{', '/']);
    record::is_record(text) && !marked && (begins || colons || wordless)
}

fn no_position(text: &str, why: &str) -> Refusal {
    Refusal::unreadable(format!("`{}` is no position: {why}, as in B:W21-32:B1-12.", short(text)))
        .instead([FORM])
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
