//! The line that a button sends.
use std::{fmt, ops::Deref};

use serde::{Deserialize, Serialize};

/// What can be said by a button: commands are, and no text that happens to look like one.
pub trait Sayable: fmt::Display {}

/// The line that is sent in the name of the person who presses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PressLine(String);

impl<T: Sayable> From<T> for PressLine {
    fn from(said: T) -> PressLine {
        PressLine(said.to_string())
    }
}

impl PressLine {
    /// Changes words within the line.
    pub fn edit(&mut self, change: impl FnOnce(&mut String)) {
        change(&mut self.0);
    }
}

impl fmt::Display for PressLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl PartialEq<&str> for PressLine {
    fn eq(&self, line: &&str) -> bool {
        self.0 == *line
    }
}

impl Deref for PressLine {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}
