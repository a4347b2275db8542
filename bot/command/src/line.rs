//! A line from a chat. It is read once, where it is heard, and carries what it means from there on.
#[cfg(test)]
mod tests;

use std::fmt;

use engine::refusal::Refusal;
use model::{ids::MatchId, reply::Sayable};

use super::{
    Command, Commands, Verb,
    asks::politely,
    numbers::{numbers_in, with_number},
    parse::tidy,
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

impl Commands {
    /// Reads a line as it is typed.
    pub fn read(&self, text: &str) -> Line {
        match tidy(text) {
            Ok(text) => {
                self.question(&text).unwrap_or_else(|| self.line(politely(&text).to_owned(), false))
            }
            Err(refusal) => Line::refused(text, refusal),
        }
    }

    /// Reads a line that only asks. Nothing for other lines.
    pub fn question(&self, line: &str) -> Option<Line> {
        self.asked(line).map(|text| self.line(text, true))
    }

    /// Returns a line for a button if it asks.
    pub fn question_line(&self, line: &str) -> Option<QuestionLine> {
        self.asked(line).map(|_| QuestionLine(line.to_owned()))
    }

    /// Reads a line of which is known whether it asks.
    pub(super) fn line(&self, text: String, asks: bool) -> Line {
        let means = match self.parse(&text) {
            Ok(Some(said)) => Means::Command(said),
            Ok(None) => Means::Words(self.in_other_words(&text, asks)),
            Err(refusal) => Means::Refused(refusal),
        };
        Line { text, asks, means }
    }

    /// Reads words that begin with no command, perhaps with the number of a match before or after them.
    fn in_other_words(&self, text: &str, asks: bool) -> Result<Option<Command>, Refusal> {
        match with_number(text) {
            Ok((Some(_), words)) => match self.parse(words) {
                Ok(None) => self.understood(words, asks),
                read => read,
            },
            Ok((None, _)) => self.understood(text, asks),
            // The service refuses the number.
            Err(_) => Ok(None),
        }
    }
}

impl Line {
    /// Returns words that mean nothing alone where they were said, with why.
    pub fn refused(text: &str, why: Refusal) -> Line {
        Line { text: text.to_owned(), asks: false, means: Means::Refused(why) }
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

    /// Returns the command that it means, in its own words or in others.
    pub fn meant(&self) -> Option<&Command> {
        match &self.means {
            Means::Command(said) | Means::Words(Ok(Some(said))) => Some(said),
            Means::Words(_) | Means::Refused(_) => None,
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
