//! The service's replies, before a chat formats them.
mod board;
mod press;
mod roles;
mod sheet;
mod words;

use engine::{
    chance::StepKey, game::Emphasis, games::GameId, refusal::Code, scene::Left, seat::Seat,
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
    /// The challenge or league whose card this is, or updates.
    #[serde(default)]
    pub card: Option<StandingCard>,
    /// Roles that change when this is sent. If one can't, the reply says so; without text, it is
    /// sent only then.
    #[serde(default)]
    pub roles: Vec<RoleChange>,
    /// What the outbox stores instead, because this holds a code that is stored nowhere.
    #[serde(skip)]
    pub stored_as: Option<Box<Reply>>,
}

/// The card of a challenge or a league: one message, edited when that changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Advice about a next move: the other side mustn't read it, but people at one screen may.
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
    /// The whole board in words.
    pub alt: String,
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
    /// Boards of other matches, drawn with this one on a sheet.
    #[serde(default)]
    pub beside: Vec<Picture>,
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

/// Choices to press.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Menu {
    pub choices: Vec<Choice>,
    /// The choices that the text lists by number; there may be more than can be pressed.
    #[serde(default)]
    pub listed: Vec<Choice>,
    /// The question in a few words: `Which piece?`
    #[serde(default)]
    pub asks: String,
    /// How many choices are in each row of a panel of buttons; empty for an ordinary menu.
    #[serde(default)]
    pub rows: Vec<usize>,
    /// The match that asks, if one does.
    #[serde(default)]
    pub of: Option<MatchId>,
    /// The position of the match; an answer for another one is stale.
    pub asked_at: Option<StepKey>,
}

/// A button; pressing it sends `says`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    pub label: String,
    pub says: PressLine,
    /// The result, in small print; may be empty.
    #[serde(default)]
    pub explains: String,
    /// The notation, in small print; may be empty.
    #[serde(default)]
    pub typed: String,
    #[serde(default)]
    pub emphasis: Emphasis,
    /// The drawing beside it, by its name in `data/art`, for chats that show one; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub sign: String,
}

impl Menu {
    /// Returns the choice with a number, starting at 1.
    pub fn numbered(&self, number: usize) -> Option<&Choice> {
        if !self.rows.is_empty() {
            // A panel has no numbers.
            return None;
        }
        let numbered = if self.listed.is_empty() { &self.choices } else { &self.listed };
        numbered.get(number.checked_sub(1)?)
    }

    /// Returns it for a chat without rows of buttons, where each choice of a panel has a line and a
    /// number.
    #[must_use]
    pub fn in_lines(mut self) -> Menu {
        if !self.rows.is_empty() {
            self.rows.clear();
            self.listed.clear();
        }
        self
    }

    /// Returns the only choice that words repeat: its label, with what it does or what is typed for
    /// it, and with or without its number.
    pub fn repeated(&self, words: &str) -> Option<&Choice> {
        let said = plainly(words);
        if said.is_empty() {
            return None;
        }
        let mut found = self.listed.iter().chain(&self.choices).filter(|it| it.is_repeated(&said));
        let first = found.next()?;
        found.all(|it| it.says == first.says).then_some(first)
    }
}

/// Writes words as they are compared: without a number before them, with plain arrows and blanks.
fn plainly(words: &str) -> String {
    let words = words.to_lowercase().replace('→', "->");
    let after = words.trim_start_matches(|it: char| it.is_ascii_digit());
    let unnumbered = match after.strip_prefix(['.', ':', ')', '\u{fe0f}', '\u{20e3}']) {
        Some(rest) if after.len() < words.len() => rest,
        Some(_) | None => &words,
    };
    let kept = |it: char| !matches!(it, '\u{fe0f}' | '\u{20e3}' | '`');
    let kept: String = unnumbered.chars().filter(|it| kept(*it)).collect();
    let blanks = kept.split_whitespace().collect::<Vec<_>>().join(" ");
    blanks.trim_end_matches(['.', '!']).to_owned()
}

impl Choice {
    pub fn new(label: impl Into<String>, says: impl Into<PressLine>) -> Choice {
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

    /// Sets the drawing beside it.
    #[must_use]
    pub fn signed(mut self, sign: impl Into<String>) -> Choice {
        self.sign = sign.into();
        self
    }

    /// Tells whether words repeat it, written as they are compared.
    fn is_repeated(&self, said: &str) -> bool {
        let Choice { label, explains, typed, .. } = self;
        let forms = [
            label.clone(),
            format!("{label}, {explains}"),
            format!("{label}: {explains}"),
            format!("{label} ({typed})"),
            format!("{label}, {explains} ({typed})"),
        ];
        forms.iter().any(|form| plainly(form) == said)
    }

    /// Returns the small print: the result and the notation.
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
            card: None,
            roles: Vec::new(),
            stored_as: None,
        }
    }

    /// Returns the match whose board it is.
    pub fn board_of(&self) -> Option<MatchId> {
        self.board.as_ref().map(|board| board.of)
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

    #[must_use]
    pub fn choices(mut self, choices: impl IntoIterator<Item = Choice>) -> Reply {
        let choices: Vec<Choice> = choices.into_iter().collect();
        if !choices.is_empty() {
            self.menu = Some(Menu { choices, ..Menu::default() });
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

#[cfg(test)]
mod tests {
    use super::*;

    struct Said(&'static str);

    impl std::fmt::Display for Said {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str(self.0)
        }
    }

    impl Sayable for Said {}

    #[test]
    fn what_a_button_says_can_be_typed() {
        let choice = |label: &str, says| Choice::new(label, Said(says));
        let turns = Choice {
            typed: "turn g1 left".to_owned(),
            ..choice("G1 to the left", "play #1 turn g1 left").explained("opens c3")
        };
        let menu = Menu {
            choices: vec![
                turns,
                choice("b5 → h5", "play #1 b5-h5"),
                choice("Roll Chess and Numbers", "play #1 roll chess numbers"),
                choice("Same", "play #1 a"),
                choice("Same", "play #1 b"),
            ],
            ..Menu::default()
        };
        let says = |words| menu.repeated(words).map(|it| it.says.to_string());
        for (words, line) in [
            ("G1 to the left: opens c3", "play #1 turn g1 left"),
            ("g1 to the left", "play #1 turn g1 left"),
            ("G1 to the left, opens c3 (`turn g1 left`)", "play #1 turn g1 left"),
            ("4: b5 → h5", "play #1 b5-h5"),
            ("2\u{fe0f}\u{20e3} b5 -> h5", "play #1 b5-h5"),
            ("Roll Chess and Numbers.", "play #1 roll chess numbers"),
        ] {
            assert_eq!(says(words).as_deref(), Some(line), "{words}");
        }
        for words in ["", "3", "G1", "roll", "Same", "b5"] {
            assert_eq!(says(words), None, "{words}");
        }
    }

    #[test]
    fn a_panel_has_numbers_where_it_stands_in_lines() {
        let choices = vec![Choice::new("Finer", Said("ask #1 finer"))];
        let panel = Menu { listed: choices.clone(), choices, rows: vec![1], ..Menu::default() };
        assert_eq!(panel.numbered(1), None);
        let lines = panel.in_lines();
        assert_eq!((lines.numbered(1).is_some(), lines.listed.len()), (true, 0));
    }
}
