//! How choices are shown to be pressed: in words that a person reads, with what each does.
use serde::{Deserialize, Serialize};

use crate::quote::sentence_case;

/// What a control says of a choice. What is typed for it stands beside these words, smaller.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label {
    /// What the control says: `Spin the wheel`, `b6 → c5`; at most [`Label::LONGEST`] characters.
    pub says: String,
    /// The result, as a list continues with it: `captures d4 and f4`. Empty where the label says everything.
    pub explains: String,
    pub emphasis: Emphasis,
    /// The drawing that chats with pictures on controls show beside it, by its name in `data/art`: `wheel`. May be empty.
    pub sign: String,
    /// How early a long list names it: what wins, scores, captures or passes comes before what only moves. 0 for most.
    pub weight: u8,
}

/// How much a choice stands out among others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Emphasis {
    /// One of several of the same kind.
    #[default]
    Plain,
    /// The usual choice.
    Main,
    /// Agrees to something.
    Good,
    /// Declines the others, leads back, or is meant for later too.
    Aside,
    /// Ends a turn, although other pieces could still be moved.
    Ends,
    /// Is hard to take back, or refuses someone.
    Grave,
}

impl Emphasis {
    /// Tells whether a choice stands behind those that do something.
    pub fn is_behind(self) -> bool {
        matches!(self, Emphasis::Aside | Emphasis::Ends)
    }
}

/// What several choices that begin alike have in common, and what the menu that holds them asks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// What leads to them: `Play Flood!`.
    pub says: String,
    /// What they do; may be empty.
    pub explains: String,
    /// What their menu asks: `Which square?`.
    pub asks: String,
    /// A question to ask the game instead of opening their menu, such as `aim 2 at ball 60`: its answer
    /// has controls of its own.
    pub opens: Option<String>,
    /// The drawing beside it, as that of a [`Label`].
    pub sign: String,
}

impl Label {
    /// The most characters of a label, so that every chat can show it whole.
    pub const LONGEST: usize = 80;

    /// Words the choice; where the label is only squares, with what it does.
    pub fn in_words(&self) -> String {
        worded(&self.says, &self.explains)
    }

    /// Makes a label of words.
    pub fn new(says: impl Into<String>) -> Label {
        Label { says: says.into(), ..Label::default() }
    }

    /// Makes the label of a choice that a game doesn't word: what is typed, with a capital letter.
    pub fn typed(words: &str) -> Label {
        Label::new(sentence_case(words))
    }

    #[must_use]
    pub fn explained(mut self, explains: impl Into<String>) -> Label {
        self.explains = explains.into();
        self
    }

    #[must_use]
    pub fn with(mut self, emphasis: Emphasis) -> Label {
        self.emphasis = emphasis;
        self
    }

    #[must_use]
    pub fn signed(mut self, sign: impl Into<String>) -> Label {
        self.sign = sign.into();
        self
    }

    #[must_use]
    pub fn weighing(mut self, weight: u8) -> Label {
        self.weight = weight;
        self
    }
}

impl Group {
    /// Makes a group by what it is called and what its menu asks.
    pub fn new(says: impl Into<String>, asks: impl Into<String>) -> Group {
        Group { says: says.into(), asks: asks.into(), ..Group::default() }
    }

    #[must_use]
    pub fn signed(mut self, sign: impl Into<String>) -> Group {
        self.sign = sign.into();
        self
    }

    #[must_use]
    pub fn opening(mut self, question: impl Into<String>) -> Group {
        self.opens = Some(question.into());
        self
    }

    /// Makes the group of a beginning that a game doesn't word.
    pub fn typed(begins: &str) -> Group {
        match begins.trim_end_matches('*').trim() {
            "" => Group::new("", "What do you do?"),
            begins => Group::new(format!("{} …", sentence_case(begins)), "And then?"),
        }
    }

    #[must_use]
    pub fn explained(mut self, explains: impl Into<String>) -> Group {
        self.explains = explains.into();
        self
    }
}

/// Joins the parts of an explanation that aren't empty.
pub(crate) fn joined(parts: impl IntoIterator<Item = Option<String>>) -> String {
    parts.into_iter().flatten().filter(|it| !it.is_empty()).collect::<Vec<_>>().join(", ")
}

/// Words a choice by its label and what that explains.
pub(crate) fn worded(says: &str, explains: &str) -> String {
    if says.contains('\u{2192}') && !explains.is_empty() {
        format!("{says}, {explains}")
    } else {
        says.to_owned()
    }
}
