//! Choices to press, or to type by their number or their words.
use engine::{chance::StepKey, game::Emphasis};
use serde::{Deserialize, Serialize};

use super::PressLine;
use crate::{ids::MatchId, text::Text};

/// How many choices are too many for a line each, if one word tells them apart, and the most letters
/// of that word.
const MANY: usize = 11;
const SHORT: usize = 4;

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
    /// Whether it asks nothing, and only names what may be said next. It has no numbers, which would take the place of a board's.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub suggests: bool,
    /// What can be picked from the chat's own lists, for chats that have some.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pickers: Vec<Picker>,
    /// The match that asks, if one does.
    #[serde(default)]
    pub of: Option<MatchId>,
    /// The position of the match; an answer for another one is stale.
    pub asked_at: Option<StepKey>,
}

/// What is picked from a list that a chat has of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picker {
    pub of: PickOf,
    /// The question in a few words.
    pub asks: String,
    /// What is sent, before what is picked.
    pub says: PressLine,
    /// The word that is sent instead where nothing is picked; empty if something must be.
    pub nothing: String,
    /// How many can be picked at once.
    pub most: u8,
    /// What is picked now, by the chat's ids.
    pub picked: Vec<String>,
}

/// The lists that a chat may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PickOf {
    People,
    Roles,
    Rooms,
    /// Rooms, and those that hold only posts, which are rooms.
    Forums,
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
        if self.endings().is_some_and(|all| all.iter().any(|it| it.0 == number)) {
            // It is shown without one.
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

    /// Returns what the choices with a notation end in, each with its number, if there are many that
    /// differ in their last word alone, such as squares. That word is enough then.
    pub fn endings(&self) -> Option<Vec<(usize, &str)>> {
        if !self.rows.is_empty() || !self.listed.is_empty() {
            return None;
        }
        let typed = (1..).zip(&self.choices).filter(|(_, choice)| !choice.typed.is_empty());
        let split: Option<Vec<(usize, (&str, &str))>> =
            typed.map(|(number, choice)| Some((number, choice.typed.rsplit_once(' ')?))).collect();
        let split = split.filter(|all| MANY <= all.len())?;
        let (_, (begins, _)) = split.first()?;
        let alike = split.iter().all(|(_, (other, last))| other == begins && last.len() <= SHORT);
        alike.then(|| split.iter().map(|(number, (_, last))| (*number, *last)).collect())
    }

    /// Returns the only choice that words repeat: what it ends in, if that is enough, or its label, with what it does or what is typed for
    /// it, and with or without its number.
    pub fn repeated(&self, words: &str) -> Option<&Choice> {
        let said = plainly(words);
        if said.is_empty() {
            return None;
        }
        let ending = self.endings().unwrap_or_default().into_iter().find(|it| it.1 == said);
        if let Some((number, _)) = ending {
            return self.choices.get(number - 1);
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
    let kept = |letter: char| !matches!(letter, '\u{fe0f}' | '\u{20e3}' | '`');
    let kept: String = unnumbered.chars().filter(|letter| kept(*letter)).collect();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reply::Sayable;

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
                choice("Roll the Chess die", "play #1 roll chess numbers"),
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
            ("Roll the Chess die.", "play #1 roll chess numbers"),
        ] {
            assert_eq!(says(words).as_deref(), Some(line), "{words}");
        }
        for words in ["", "3", "G1", "roll", "Same", "b5"] {
            assert_eq!(says(words), None, "{words}");
        }
    }

    #[test]
    fn many_squares_are_told_apart_by_their_name_alone() {
        let square = |nth: usize| Choice {
            typed: format!("card fire a{nth}"),
            ..Choice::new(format!("Play Fire! on a{nth}"), Said("play #1 card fire a7"))
        };
        let back = Choice::new("Back", Said("moves #1"));
        let menu = |many: usize| Menu {
            choices: [back.clone()].into_iter().chain((1..=many).map(square)).collect(),
            ..Menu::default()
        };
        let endings = menu(11);
        let endings = endings.endings().unwrap();
        assert_eq!((endings.len(), endings[0], endings[10]), (11, (2, "a1"), (12, "a11")));
        let menu_of = menu(11);
        let chosen = menu_of.repeated("A7").unwrap();
        assert_eq!(chosen.typed, "card fire a7");
        assert_eq!((menu_of.repeated("a12"), menu(10).endings()), (None, None));
        let mut other = menu(11);
        other.choices[3].typed = "card flood a3".to_owned();
        assert_eq!((other.endings(), other.repeated("a7")), (None, None));
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
