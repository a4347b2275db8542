//! The commands, once for every chat: registration, grammar, help and tests all come from their
//! table.
pub mod args;
mod arguments;
mod asks;
mod code;
mod commands;
mod completions;
mod line;
mod named;
mod near;
mod numbers;
mod parse;
mod people;
mod pleasantry;
mod reading;
mod say;
mod spec;
mod synonyms;
mod table;
pub mod unnamed_terms;
mod value;
pub mod verbs;
mod words;

use engine::quote::is_unseen;

pub use self::{
    arguments::{GivenArgs, unknown_game},
    asks::asked_twice,
    commands::{AddedArg, AddedHelp, AddedWord, CommandPart, Commands, HelpTarget},
    completions::{Completion, CompletionScope},
    line::{Line, Means, QuestionLine},
    named::role_named,
    near::nearest,
    numbers::{after_move, bare_number, is_match_number, match_number, with_number},
    parse::{LONGEST_LINE, game_said, is_other_game, places},
    people::Nameable,
    pleasantry::{Pleasantry, pleasantry},
    say::ToField,
    spec::{
        About, CommandSpec, Does, Filler, MenuPlace, Permission, Permitted, Property, Purpose, Verb,
    },
    value::{ArgValue, Value, VerbField},
    verbs::{Command, KERNEL, VerbRow},
};
pub use self::{
    code::{LETTERS, SIGNS, code_said},
    named::role_id,
    reading::is_room,
    words::{other_game, several_games},
};

/// An argument of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arg {
    /// One lower-case word; typed as `name=value`, or by position if the kind allows.
    pub name: &'static str,
    /// At most 100 characters.
    pub says: &'static str,
    pub kind: ArgKind,
}

impl Arg {
    /// Says what it is within a sentence: `a file from …`.
    pub fn in_sentence(&self) -> String {
        let mut letters = self.says.chars();
        let first = letters.next().map(|letter| letter.to_lowercase().to_string());
        first.unwrap_or_default() + letters.as_str()
    }
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
    /// One word, by position; these are offered, if none is known otherwise.
    Topic(&'static [&'static str]),
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
