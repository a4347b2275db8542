//! A line from a chat. It is read once, where it is heard, and carries what it means from there on.
#[cfg(test)]
mod tests;

use std::fmt;

use engine::refusal::Refusal;
use model::{ids::MatchId, reply::Sayable};

use super::{
    Command, Verb,
    asks::asked,
    numbers::{numbers_in, with_number},
    parse::{parse, tidy, understood},
};

/// What was said.
#[derive(Clone, Debug)]
pub struct Line {
    /// As it was typed, without the marks of a question; empty if the chat has typed arguments.
    text: String,
    /// Whether it only asks, so that nothing is done.
    pub asks: bool,
    pub means: Means,
}

/// A line that only asks, for a button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionLine(String);

impl QuestionLine {
    /// Returns a line if it asks.
    pub fn of(line: &str) -> Option<QuestionLine> {
        Line::question(line).map(|_| QuestionLine(line.to_owned()))
    }
}

impl fmt::Display for QuestionLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Sayable for QuestionLine {}

/// What a line means by itself.
#[derive(Clone, Debug)]
pub enum Means {
    /// It begins with the name of a command.
    Command(Command),
    /// Words for a match, unless they are a command in other words: `give up`, `#12 board`.
    Words(Result<Option<Command>, Refusal>),
    /// It can't be read.
    Refused(Refusal),
}

impl Line {
    /// Reads a line as it is typed.
    pub fn read(text: &str) -> Line {
        match tidy(text) {
            Ok(text) => Line::question(&text).unwrap_or_else(|| Line::of(text, false)),
            Err(refusal) => {
                Line { text: text.to_owned(), asks: false, means: Means::Refused(refusal) }
            }
        }
    }

    /// Reads a line that only asks. Nothing for other lines.
    pub fn question(line: &str) -> Option<Line> {
        asked(line).map(|text| Line::of(text, true))
    }

    pub(super) fn of(text: String, asks: bool) -> Line {
        let means = match parse(&text) {
            Ok(Some(said)) => Means::Command(said),
            Ok(None) => Means::Words(in_other_words(&text, asks)),
            Err(refusal) => Means::Refused(refusal),
        };
        Line { text, asks, means }
    }

    /// Returns the words as they were typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the command to carry out, if it begins with one.
    pub fn command(&self) -> Option<&Command> {
        match &self.means {
            Means::Command(said) if !self.asks => Some(said),
            Means::Command(_) | Means::Words(_) | Means::Refused(_) => None,
        }
    }

    /// Returns the verb of the command to carry out.
    pub fn verb(&self) -> Option<Verb> {
        self.command().map(Command::verb)
    }

    /// Returns the matches that it names by number.
    pub fn matches(&self) -> Vec<MatchId> {
        let mut all: Vec<MatchId> = numbers_in(&self.text).collect();
        if let Means::Command(said) = &self.means {
            all.extend(said.of_match().into_iter().chain(numbers_in(&said.words())));
        }
        all
    }

    /// Inserts a match number, as for lines in its thread, if the line takes one and has none. `#nice`
    /// is none.
    #[must_use]
    pub fn in_match(mut self, of: MatchId) -> Line {
        let Line { text, means, .. } = &mut self;
        match means {
            Means::Command(said) if numbers_in(&said.words()).next().is_none() => {
                *said = said.clone().in_match(of);
            }
            Means::Words(_) if !text.is_empty() && numbers_in(text).next().is_none() => {
                *text = format!("#{of} {text}");
            }
            Means::Command(_) | Means::Words(_) | Means::Refused(_) => {}
        }
        self
    }
}

impl From<Command> for Line {
    fn from(said: Command) -> Line {
        Line { text: String::new(), asks: false, means: Means::Command(said) }
    }
}

/// Reads words that begin with no command, perhaps with the number of a match before or after them.
fn in_other_words(text: &str, asks: bool) -> Result<Option<Command>, Refusal> {
    match with_number(text) {
        Ok((Some(_), words)) => match parse(words) {
            Ok(None) => understood(words, asks),
            read => read,
        },
        Ok((None, _)) => understood(text, asks),
        // The service refuses the number.
        Err(_) => Ok(None),
    }
}
