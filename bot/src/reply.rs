//! What the service answers, before any chat gives it form.
use engine::{
    chance::Ply,
    game::Emphasis,
    games::GameId,
    refusal::Code,
    scene::{Chart, Left},
    seat::Seat,
    table::Saved,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    examples,
    store::{ChallengeId, MatchId, PersonId},
    text::Text,
};

/// What stands in words for a moving picture: what it shows is told in the message and in the words of the still one.
pub const FILM: &str = "What happened last, moving.";

/// One message to send. Kept as JSON in the outbox until it is delivered: old rows must stay readable.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    pub to: Audience,
    /// How private it is, where it is for one person.
    #[serde(default)]
    pub privacy: Privacy,
    pub text: Text,
    pub picture: Option<Picture>,
    /// A table, a curve or an example to draw.
    #[serde(default)]
    pub sheet: Option<Sheet>,
    /// A board that is no position of a match.
    #[serde(default)]
    pub begins: Option<Begins>,
    pub file: Option<File>,
    pub menu: Option<Menu>,
    /// Who is pinged; nobody else ever is.
    pub mentions: Vec<PersonId>,
    /// The name of the code, when this refuses something; see [`Code::name`].
    pub refused: Option<String>,
    /// The match whose standing turn message this replaces.
    pub turn_of: Option<MatchId>,
    /// Whether the one who acted goes on: then the standing message changes where it is, and calls nobody.
    #[serde(default)]
    pub goes_on: bool,
    /// What happened earlier in the same turn, for chats where this takes the place of what told about it.
    #[serde(default)]
    pub earlier: Option<Text>,
    /// What stays of a board when another one takes its place.
    #[serde(default)]
    pub left: Option<Text>,
    /// The challenge whose card it is, or what that card says from now on.
    #[serde(default)]
    pub card: Option<ChallengeCard>,
}

/// The card of a challenge: one message, which is changed to what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChallengeCard {
    pub of: ChallengeId,
    /// Whether the card that stands is changed where it is. Where none is known nothing is said.
    pub changed: bool,
}

/// Who may read a reply. It goes out in the room of the request, or privately to somebody there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Audience {
    Room,
    Only(PersonId),
}

/// How private a reply to one person is. This decides where a chat may give it; old rows that do not say count as secret.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Privacy {
    /// Anybody may read it, though only the one who asked has use for it: help, rules, most refusals. It belongs where it was asked.
    Open,
    /// It is about the person: their settings, their matches elsewhere. A room where nobody else is now will do.
    Personal,
    /// Nobody else may read it, now or later: a hand, a sealed choice, a question about one's next move, a code.
    #[default]
    Secret,
}

/// A board to draw: which position, for whose eyes. It is drawn when it is sent, so nothing but this is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    pub of: MatchId,
    pub step: u32,
    pub take: u32,
    /// The seat whose secrets are shown: only in replies to [`Audience::Only`] that player.
    pub eyes: Option<Seat>,
    /// The seat at the bottom edge.
    pub facing: Seat,
    /// The name of a theme; empty for the usual one.
    pub theme: String,
    /// Who plays, as they were called when the reply was made.
    pub names: [String; 2],
    /// The time each side has left, where there is a clock.
    pub clocks: [Option<String>; 2],
    /// The same as a share of what the clock holds.
    #[serde(default)]
    pub left: [Option<Left>; 2],
    /// The whole board in words.
    pub alt: String,
    /// What is shown in time as well.
    #[serde(default)]
    pub moving: Moving,
    /// How what was chosen so far begins: its piece and where that may go are marked. Empty for every piece that may move; nothing marks
    /// nothing.
    #[serde(default)]
    pub chosen: Option<String>,
    /// The question that is drawn, only in replies to the one who asked; empty for none.
    #[serde(default)]
    pub asked: String,
    /// Boards of other matches: then all of them are drawn in small on one sheet, this one first.
    #[serde(default)]
    pub beside: Vec<Picture>,
}

/// What goes with a picture as a GIF.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Moving {
    #[default]
    Nothing,
    /// What the step of the picture brought, if there is more to it than its end.
    Step,
    /// A stretch of the match up to this step.
    Match(Stretch),
}

/// A stretch of a match, and how it is shown in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stretch {
    /// The step it begins with; it ends with that of the picture.
    pub from: u32,
    /// One step of so many is shown.
    pub every: u32,
    /// Percent of the usual speed.
    pub speed: u16,
}

impl Stretch {
    /// Tells whether a step of a stretch that ends with `last` is shown.
    pub fn shows(&self, step: u32, last: u32) -> bool {
        let within = (self.from..=last).contains(&step);
        within && (step == last || (step - self.from).is_multiple_of(self.every.max(1)))
    }
}

/// Something to draw that is no position of a match, and what goes with its picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    #[serde(rename = "chart")]
    pub shows: Shown,
    /// Fit for a file.
    pub name: String,
    /// The name of a theme; empty for the usual one.
    pub theme: String,
    /// The whole chart in words.
    pub alt: String,
}

/// How a match would begin. It is drawn when it is sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Begins {
    pub title: String,
    /// What was agreed, a line each.
    pub lines: Vec<String>,
    pub game: GameId,
    pub options: Value,
    /// The position it begins from; nothing for the usual one.
    pub start: Option<Saved>,
    /// The name of a theme; empty for the usual one.
    pub theme: String,
}

/// Something to save.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct File {
    pub name: String,
    pub body: String,
}

/// What may be answered with one press.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Menu {
    pub choices: Vec<Choice>,
    /// The choices that the text lists by number, where it does; they may be more than can be pressed.
    #[serde(default)]
    pub listed: Vec<Choice>,
    /// What it asks, where that can be said in a few words: `Which piece?`
    #[serde(default)]
    pub asks: String,
    /// How many of the choices stand in each row, where they are a panel of buttons; empty for a menu like any other.
    #[serde(default)]
    pub rows: Vec<usize>,
    /// The position in which a match asked; an answer to another one is stale.
    pub asked_at: Option<Ply>,
}

/// A button: pressing it is saying `says`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    pub label: String,
    pub says: String,
    /// What comes of it, shown small beside the label; may be empty.
    #[serde(default)]
    pub explains: String,
    /// What a player types for it in the match, shown small; empty where that is nothing of their own.
    #[serde(default)]
    pub typed: String,
    #[serde(default)]
    pub emphasis: Emphasis,
}

/// What a sheet shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Shown {
    /// A table or a curve.
    Chart(Chart),
    /// An example of the rules, by its name; see [`crate::examples`].
    Example(String),
}

impl Menu {
    /// Returns what a number stands for, the first being 1.
    pub fn numbered(&self, number: usize) -> Option<&Choice> {
        if !self.rows.is_empty() {
            // Nothing is numbered in a panel.
            return None;
        }
        let numbered = if self.listed.is_empty() { &self.choices } else { &self.listed };
        numbered.get(number.checked_sub(1)?)
    }
}

impl Sheet {
    pub fn new(chart: Chart, name: &str, theme: &str) -> Sheet {
        let alt = chart.words();
        let shows = Shown::Chart(chart);
        Sheet { shows, name: format!("{name}.png"), theme: theme.to_owned(), alt }
    }

    /// Returns the picture of an example of the rules; nothing for a name that stands for none.
    pub fn example(name: &str, theme: &str) -> Option<Sheet> {
        let alt = engine::scene::words(&examples::scene(name)?);
        let shows = Shown::Example(name.to_owned());
        Some(Sheet { shows, name: format!("{name}.png"), theme: theme.to_owned(), alt })
    }
}

impl Choice {
    pub fn new(label: impl Into<String>, says: impl Into<String>) -> Choice {
        let (label, says) = (label.into(), says.into());
        Choice { label, says, ..Choice::default() }
    }

    #[must_use]
    pub fn explained(mut self, explains: impl Into<String>) -> Choice {
        self.explains = explains.into();
        self
    }

    #[must_use]
    pub fn with(mut self, emphasis: Emphasis) -> Choice {
        self.emphasis = emphasis;
        self
    }

    /// Returns what stands small beside the label: what comes of it, and what is typed for it.
    pub fn small(&self) -> String {
        let parts = [self.explains.as_str(), self.typed.as_str()];
        let said: Vec<&str> = parts.into_iter().filter(|it| !it.is_empty()).collect();
        said.join(" · ")
    }

    /// Writes it as a line of a list: `b6 → d4, captures c5 (`b6xd4`)`.
    pub fn in_words(&self) -> Text {
        let explained = match self.explains.as_str() {
            "" => self.label.clone(),
            explains => format!("{}, {explains}", self.label),
        };
        match self.typed.as_str() {
            "" => Text::Plain(explained),
            typed => Text::Span(vec![
                Text::Plain(format!("{explained} (")),
                Text::code(typed),
                Text::plain(")"),
            ]),
        }
    }
}

impl Reply {
    /// Answers where everyone in the room reads it.
    pub fn room(text: impl Into<Text>) -> Reply {
        Reply::new(Audience::Room, text.into())
    }

    /// Answers one person with what anybody may read.
    pub fn answer(person: PersonId, text: impl Into<Text>) -> Reply {
        Reply::only(person, text).private(Privacy::Open)
    }

    /// Answers one person with what nobody else may read.
    pub fn only(person: PersonId, text: impl Into<Text>) -> Reply {
        Reply::new(Audience::Only(person), text.into())
    }

    fn new(to: Audience, text: Text) -> Reply {
        Reply {
            to,
            privacy: Privacy::Secret,
            text,
            picture: None,
            sheet: None,
            begins: None,
            file: None,
            menu: None,
            mentions: Vec::new(),
            refused: None,
            turn_of: None,
            goes_on: false,
            earlier: None,
            left: None,
            card: None,
        }
    }

    /// Returns the text with what happened earlier in the turn, below the line that names the match.
    pub fn whole(&self) -> Text {
        match (&self.earlier, &self.text) {
            (Some(earlier), Text::Lines(lines)) if !lines.is_empty() => {
                let (first, rest) = lines.split_at(1);
                Text::Lines([first, std::slice::from_ref(earlier), rest].concat())
            }
            (_, text) => text.clone(),
        }
    }

    #[must_use]
    pub fn private(mut self, privacy: Privacy) -> Reply {
        self.privacy = privacy;
        self
    }

    #[must_use]
    pub fn picture(mut self, picture: Picture) -> Reply {
        self.picture = Some(picture);
        self
    }

    #[must_use]
    pub fn sheet(mut self, sheet: Sheet) -> Reply {
        self.sheet = Some(sheet);
        self
    }

    #[must_use]
    pub fn begins(mut self, begins: Begins) -> Reply {
        self.begins = Some(begins);
        self
    }

    #[must_use]
    pub fn file(mut self, name: impl Into<String>, body: impl Into<String>) -> Reply {
        self.file = Some(File { name: name.into(), body: body.into() });
        self
    }

    #[must_use]
    pub fn choices(mut self, choices: impl IntoIterator<Item = Choice>) -> Reply {
        let choices: Vec<Choice> = choices.into_iter().collect();
        if !choices.is_empty() {
            self.menu = Some(Menu { choices, ..Menu::default() });
        }
        self
    }

    #[must_use]
    pub fn mention(mut self, person: PersonId) -> Reply {
        if !self.mentions.contains(&person) {
            self.mentions.push(person);
        }
        self
    }

    #[must_use]
    pub fn refused(mut self, code: Code) -> Reply {
        self.refused = Some(code.name().to_owned());
        self
    }
}
