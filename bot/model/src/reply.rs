//! The service's replies, before a chat formats them.
mod board;
mod menu;
mod press;
mod roles;
mod sheet;
mod words;

use engine::{
    games::GameId,
    refusal::Code,
    scene::{Left, Verbosity},
    seat::Seat,
    table::Saved,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    ids::{CardOf, MatchId, PersonId},
    text::Text,
};

pub use self::{
    board::{BoardReaders, BoardTurn, BoardUpdate},
    menu::{Choice, Menu, PickOf, Picker},
    press::{PressLine, Sayable},
    roles::{RoleChange, RoleObstacle},
    sheet::{DrawnPosition, Sheet, SheetContent},
};

/// The most characters of what remains of a board.
pub const LONGEST_LEFT: usize = 240;

/// A message to send. Stored as JSON in the outbox, so old rows must stay readable.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    pub to: Audience,
    /// How private it is, if it is for one person.
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
    /// The people to ping.
    pub mentions: Vec<PersonId>,
    /// Why something is refused, if this refuses it.
    pub refused: Option<Code>,
    /// Whether it answers words that may have been said to somebody else: left out where people talk to each other.
    #[serde(default, skip_serializing_if = "is_false")]
    pub guessed: bool,
    /// The board that takes the place of the standing one.
    #[serde(flatten)]
    pub board: Option<BoardUpdate>,
    /// What was done, in one line, for a menu that a press has closed.
    #[serde(default)]
    pub done: Option<Text>,
    /// What it is about, for a notification: `#6 Trapdoor Checkers`.
    #[serde(default)]
    pub about: Option<String>,
    /// The running match that this reply tells a room about, unless it is a board. The message goes once the match is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tells_of: Option<MatchId>,
    /// What this is the card of, or updates.
    #[serde(default)]
    pub card: Option<StandingCard>,
    /// Roles that change when this is sent. If one can't, the reply says so; without text, it is
    /// sent only then.
    #[serde(default)]
    pub roles: Vec<RoleChange>,
    /// A page to open, where a chat has buttons that lead to one; its address is in a line of the text too. It is stored nowhere.
    #[serde(skip)]
    pub opens: Option<PageToOpen>,
    /// What the outbox stores instead, because this holds a code that is stored nowhere.
    #[serde(skip)]
    pub stored_as: Option<Box<Reply>>,
}

/// A page to open by a button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageToOpen {
    pub label: String,
    pub address: String,
}

/// The card of a challenge, or of what else changes after it was posted: one message, edited when that changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandingCard {
    pub of: CardOf,
    /// Whether to edit the existing card. Without one, nothing is sent.
    pub changed: bool,
    /// Whether to edit the pressed message instead: a copy of the card in another room.
    #[serde(default)]
    pub copy: bool,
}

/// Who may read a reply. It is sent to the request's room, or in private to someone there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Audience {
    Room,
    Only(PersonId),
    /// The asker, though the bot doesn't know them any more: in an answer that only they see, or if
    /// the chat has no such answers, in the room.
    Asker,
}

/// How private a reply to one person is, which decides where a chat may send it. Old rows without a
/// value are secret.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Privacy {
    /// Anyone may read it, though only the asker needs it: help, rules, most refusals. It is
    /// answered where it was asked.
    Open,
    /// It is about the person: their settings, their matches elsewhere. It needs a room where
    /// nobody else is now.
    Personal,
    /// Advice about a next move: the other side mustn't read it.
    Advice,
    /// Nobody else may ever read it: a hand, a secret choice, a code.
    #[default]
    Secret,
}

/// A board to draw: the position and the viewer. It is drawn when it is sent, and nothing else is
/// stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    pub of: MatchId,
    pub step: u32,
    pub take: u32,
    /// The seat whose secrets are shown; only in replies to that player alone.
    pub eyes: Option<Seat>,
    /// The seat at the bottom.
    pub facing: Seat,
    /// The name of a theme; empty for the default.
    pub theme: String,
    /// The players' names when the reply was made.
    pub names: [String; 2],
    /// The time each side has left, if there is a clock.
    pub clocks: [Option<String>; 2],
    /// The same as a share of the clock.
    #[serde(default)]
    pub left: [Option<Left>; 2],
    /// The board in words.
    pub alt: String,
    /// How much those tell.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub reading: Verbosity,
    /// The film to draw as well.
    #[serde(default)]
    pub moving: Moving,
    /// The beginning that was chosen so far: its piece and targets are marked. Empty marks every
    /// piece that may move; none marks nothing.
    #[serde(default)]
    pub chosen: Option<String>,
    /// The question to draw, only in replies to the asker; empty for none.
    #[serde(default)]
    pub asked: String,
    /// What a seat might have typed, to be drawn as an arrow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggested: Option<(Seat, String)>,
    /// Boards of other matches, drawn with this one on a sheet.
    #[serde(default)]
    pub beside: Vec<Picture>,
    /// The first of the steps whose moves are all drawn; none draws the last one alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u32>,
}

fn is_usual(reading: &Verbosity) -> bool {
    *reading == Verbosity::default()
}

/// The film of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Moving {
    #[default]
    Nothing,
    /// The highlight of the picture's step, if it has one.
    Step,
    /// Part of the match up to this step.
    Match(Stretch),
}

/// Part of a match, and how to film it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stretch {
    /// The first step; the last is that of the picture.
    pub from: u32,
    /// One step in this many is shown.
    pub every: u32,
    /// Percent of normal speed.
    pub speed: u16,
}

impl Picture {
    /// Returns how many positions its film shows.
    pub fn frames(&self) -> u32 {
        match self.moving {
            Moving::Nothing => 0,
            Moving::Step => 1,
            Moving::Match(Stretch { from, every, .. }) => {
                self.step.saturating_sub(from).div_ceil(every.max(1)) + 1
            }
        }
    }
}

/// A match's start, drawn when it is sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Begins {
    pub title: String,
    /// The terms, line by line.
    pub lines: Vec<String>,
    pub game: GameId,
    pub options: Value,
    /// The starting position, if it isn't the usual one.
    pub start: Option<Saved>,
    /// The name of a theme; empty for the default.
    pub theme: String,
}

/// Something to save.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct File {
    pub name: String,
    pub body: String,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

impl Reply {
    /// Replies publicly in the room.
    pub fn room(text: impl Into<Text>) -> Reply {
        Reply::new(Audience::Room, text.into())
    }

    /// Answers one person with something anyone may read.
    pub fn answer(person: PersonId, text: impl Into<Text>) -> Reply {
        Reply::only(person, text).private(Privacy::Open)
    }

    /// Answers one person with something nobody else may read.
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
            guessed: false,
            board: None,
            done: None,
            about: None,
            tells_of: None,
            card: None,
            roles: Vec::new(),
            opens: None,
            stored_as: None,
        }
    }

    /// Returns the match whose board it is.
    pub fn board_of(&self) -> Option<MatchId> {
        self.board.as_ref().map(|board| board.of)
    }

    /// Returns the match of its board, or the running one that it tells a room about.
    pub fn told_match(&self) -> Option<MatchId> {
        self.board_of().or(self.tells_of)
    }

    /// Tells whether it is a board for a room that only watches.
    pub fn is_watched(&self) -> bool {
        self.board.as_ref().is_some_and(BoardUpdate::is_watched)
    }

    /// Tells whether it is a board, and the same side is still asked.
    pub fn goes_on(&self) -> bool {
        self.board.as_ref().is_some_and(BoardUpdate::goes_on)
    }

    /// Tells whether it answers with the film of a match, which is no board to play on.
    pub fn is_replay(&self) -> bool {
        let film = self.picture.as_ref().map(|it| it.moving);
        self.board.is_none() && matches!(film, Some(Moving::Match(_)))
    }

    /// Returns the text with what happened earlier in the turn, below the line that names the
    /// match.
    pub fn whole(&self) -> Text {
        let earlier = self.board.as_ref().and_then(|board| board.earlier.as_ref());
        match (earlier, &self.text) {
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

    /// Returns the choices, if they have numbers where choices are typed.
    pub fn numbered_menu(&self) -> Option<Menu> {
        let guesses = matches!(self.refused, Some(Code::Unknown | Code::Unreadable));
        self.menu.clone().filter(|menu| !guesses && !menu.suggests)
    }

    /// Adds what may be said next, though nothing is asked.
    #[must_use]
    pub fn suggestions(self, choices: impl IntoIterator<Item = Choice>) -> Reply {
        let mut reply = self.choices(choices);
        if let Some(menu) = &mut reply.menu {
            menu.suggests = true;
        }
        reply
    }

    #[must_use]
    pub fn choices(mut self, choices: impl IntoIterator<Item = Choice>) -> Reply {
        let choices: Vec<Choice> = choices.into_iter().collect();
        if !choices.is_empty() {
            self.menu = Some(Menu { choices, ..Menu::default() });
        }
        self
    }

    /// Adds what can be picked from the chat's own lists.
    #[must_use]
    pub fn pickers(mut self, pickers: impl IntoIterator<Item = Picker>) -> Reply {
        let pickers: Vec<Picker> = pickers.into_iter().collect();
        if !pickers.is_empty() {
            self.menu.get_or_insert_default().pickers = pickers;
        }
        self
    }

    /// Says what it is about, for a notification.
    #[must_use]
    pub fn about(mut self, what: impl Into<String>) -> Reply {
        self.about = Some(what.into());
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
        self.refused = Some(code);
        self
    }
}
