//! The commands, once for every chat: registration, grammar, help and tests all come from this
//! table.
mod arguments;
mod asks;
mod code;
mod line;
mod named;
pub mod near;
mod numbers;
mod parse;
mod people;
mod pleasantry;
mod reading;
mod say;
mod synonyms;
mod table;
pub mod unnamed_terms;
mod value;
pub mod verbs;
mod words;

use content::{lessons, puzzles};
use engine::{games::GameId, quote::is_unseen};

use self::value::Value;

pub use self::near::{near, nearest};
pub use self::{
    arguments::{GivenArgs, unknown_game},
    asks::asked_twice,
    line::{Line, Means, QuestionLine},
    named::role_named,
    numbers::{after_move, bare_number, is_match_number, match_number, with_number},
    parse::{LONGEST_LINE, parse, understood},
    people::Nameable,
    pleasantry::{Pleasantry, pleasantry},
    say::ToField,
    verbs::{COMMANDS, Command, Verb},
};
pub use self::{
    code::{LETTERS, SIGNS, code_said},
    named::role_id,
    reading::{is_room, is_setting},
};

/// A command, the same in every chat.
#[derive(Clone, Copy, Debug)]
pub struct CommandSpec {
    pub verb: Verb,
    /// One lower-case word of at most 32 letters.
    pub name: &'static str,
    /// The most that it does; [`Command::does`] tells what it does as it was said.
    pub does: Does,
    /// What it does, in words; at most 100 characters.
    pub says: &'static str,
    /// More, for `help <name>`; may be empty.
    pub help: &'static str,
    /// Examples, without prefix.
    pub examples: &'static [&'static str],
    pub args: &'static [Arg],
}

impl CommandSpec {
    /// Returns the games that its argument offers: those that it can do something with.
    pub fn games(&self) -> impl Iterator<Item = GameId> + Clone {
        let verb = self.verb;
        GameId::ALL.iter().copied().filter(move |game| match verb {
            Verb::Learn => !lessons::of(*game).is_empty(),
            Verb::Puzzle => !puzzles::of(*game).is_empty(),
            // Without a record there is nothing to read.
            Verb::Import => game.fit("").is_some(),
            _ => true,
        })
    }
}

/// What a command does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Does {
    /// Shows something, and changes nothing.
    Looks,
    /// Changes what is the asker's alone: settings, notes, lessons.
    Keeps,
    /// Begins something, or asks other people for it.
    Arranges,
    /// Takes a seat, makes a step of a match or puzzle, or takes it back.
    Plays,
    /// Ends a match, a challenge, or a part in something; or offers or agrees to end it.
    Ends,
    /// Deletes what is stored.
    Deletes,
    /// Decides about other people or the room.
    Moderates,
}

impl Does {
    /// Tells whether it is done and offered only to a person whose words mean just that, and nothing else.
    pub fn needs_its_own_words(self) -> bool {
        match self {
            Does::Looks | Does::Keeps | Does::Arranges => false,
            Does::Plays | Does::Ends | Does::Deletes | Does::Moderates => true,
        }
    }
}

/// An argument of a command.
#[derive(Clone, Copy, Debug)]
pub struct Arg {
    /// One lower-case word; typed as `name=value`, or by position if the kind allows.
    pub name: &'static str,
    /// At most 100 characters.
    pub says: &'static str,
    pub kind: ArgKind,
}

/// The kind of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgKind {
    /// A person: a mention, or a name as the first word.
    Who,
    Game,
    /// The number of a match, `#12`.
    Match,
    /// The number of a challenge, `7` or `#7`.
    Challenge,
    /// A whole number.
    Number {
        least: u32,
        most: u32,
        form: NumberForm,
    },
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// The bare name switches it on.
    Flag,
    /// One word, only as `name=value`.
    Word,
    /// The same, or a short code by position; see [`code_said`].
    Code,
    /// One word, by position.
    Topic,
    /// Whatever no other argument takes, in order.
    UnnamedTerms,
    /// The rest of the line as it is.
    Rest,
    /// An attached file, never typed.
    File,
}

/// How a number is written. Read it is in all these forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberForm {
    /// By position: `history 2`.
    Bare,
    /// `days=3`
    Named,
    /// `best of 3`
    Of,
}

/// Reads yes or no, in any form.
pub fn yes_or_no(word: &str) -> Option<bool> {
    // Skin tones follow the emoji.
    let word = word.trim_end_matches(|sign: char| {
        is_unseen(sign) || ('\u{1f3fb}'..='\u{1f3ff}').contains(&sign)
    });
    match word.to_lowercase().trim_end_matches(['.', '!']) {
        "yes" | "y" | "yep" | "yeah" | "yup" | "ok" | "okay" | "sure" | "agree" | "agreed"
        | "yes please" | "of course" | "👍" => Some(true),
        "no" | "n" | "nope" | "nah" | "refuse" | "no thanks" | "no thank you" | "👎" => {
            Some(false)
        }
        _ => None,
    }
}

/// Returns the synonyms of a command, the most common first.
pub fn also_called(name: &str) -> Vec<&'static str> {
    synonyms::of(name)
}

/// Finds a command by name.
pub fn find(name: &str) -> Option<&'static CommandSpec> {
    COMMANDS.iter().find(|it| it.name == name)
}
