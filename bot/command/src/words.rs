//! The arguments that are one of a few words, and what is said of a line that can't be read.
use engine::{
    mind::{Level, Player},
    quote::short,
    refusal::{Code, Refusal},
};

use super::value::{ArgValue, Value};

/// Makes arguments that are one of a few words: `words! { Off { Off = "off" } }`. With `| Of` behind them, parts of the program add words of
/// their own ([`AddedWord`](crate::AddedWord)).
#[macro_export]
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($one:ident = $word:literal),* $(| $other:ident)? })*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub enum $name { $($one,)* $($other(&'static str))? }

            impl $name {
                pub const WORDS: &'static [&'static str] = &[$($word),*];

                /// Returns the word that is typed.
                pub const fn word(self) -> &'static str {
                    match self {
                        $($name::$one => $word,)*
                        $($name::$other(word) => word)?
                    }
                }
            }

            impl $crate::ArgValue for $name {
                fn of_value(value: $crate::Value) -> Option<$name> {
                    match value {
                        $($crate::Value::Word($word) => Some($name::$one),)*
                        $($crate::Value::Word(word) => Some($name::$other(word)),)?
                        _ => None,
                    }
                }
                fn value(&self) -> $crate::Value {
                    $crate::Value::Word(self.word())
                }
            }
        )*
    };
}

words! {
    /// An answer to what the other side asks.
    Answer { Accept = "accept", Decline = "decline" }

    /// A word about a draw.
    DrawWord { Offer = "offer", Accept = "accept", Decline = "decline", Withdraw = "withdraw" }

    /// What to do besides winning on time.
    ClaimWord { Wait = "wait", Settle = "settle" }


    /// Turns something off.
    Off { Off = "off" }

    /// What to do with a person's data.
    DataWish { Export = "export", Delete = "delete" }

    /// What a moderator changes or does.
    Order {
        Threads = "threads",
        Prefix = "prefix",
        Channels = "channels",
        Limit = "limit",
        Practice = "practice"
        | Of
    }
}

/// How strong the bot should play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// By the last results.
    Auto,
    Level(Level),
}

impl Strength {
    pub const WORDS: &'static [&'static str] =
        &["auto", "1", "2", "3", "4", "5", "beginner", "casual", "steady", "strong", "expert"];

    /// Reads a level by its number or its name, and `auto`.
    pub fn named(word: &str) -> Option<Strength> {
        match (Player::named(word), word) {
            (_, "auto" | "automatic") => Some(Strength::Auto),
            (Some(Player::Level(level)), _) => Some(Strength::Level(level)),
            _ => None,
        }
    }

    /// Returns the word that is typed.
    pub fn word(self) -> &'static str {
        match self {
            Strength::Auto => "auto",
            Strength::Level(Level::One) => "1",
            Strength::Level(Level::Two) => "2",
            Strength::Level(Level::Three) => "3",
            Strength::Level(Level::Four) => "4",
            Strength::Level(Level::Five) => "5",
        }
    }
}

impl ArgValue for Strength {
    fn of_value(value: Value) -> Option<Strength> {
        match value {
            Value::Word(word) => Strength::named(word),
            _ => None,
        }
    }
    fn value(&self) -> Value {
        Value::Word(self.word())
    }
}

// Refusals.

pub(super) fn line_too_long(bytes: usize, most: usize) -> Refusal {
    let says = format!("That message is {bytes} bytes long; the limit is {most}.");
    Refusal::new(Code::TooMuch, says)
}

/// Refuses words that the command has no use for.
pub(super) fn takes_no(command: &str, said: &str) -> Refusal {
    Refusal::unreadable(format!("`{command}` doesn't take `{}`.", short(said)))
}

pub(super) fn given_twice(name: &str) -> Refusal {
    Refusal::unreadable(format!("You gave `{name}` twice."))
}

pub(super) fn out_of_range(name: &str, said: &str, least: u32, most: u32) -> Refusal {
    let says = match most {
        u32::MAX => format!("`{name}` must be a number, not `{}`.", short(said)),
        _ => format!("`{name}` must be from {least} to {most}, not `{}`.", short(said)),
    };
    Refusal::unreadable(says)
}

pub(super) fn none_of(name: &str, said: &str, words: &'static [&'static str]) -> Refusal {
    Refusal::unreadable(format!("`{name}` can't be `{}`.", short(said)))
        .instead(words.iter().copied())
}

pub(super) fn yes_or_no(name: &str, said: &str) -> Refusal {
    Refusal::unreadable(format!("`{name}` is `yes` or `no`, not `{}`.", short(said)))
}

pub(super) fn file_is_attached() -> Refusal {
    Refusal::unreadable("A file can't be typed. Attach it, or paste its contents.")
}

pub(super) fn empty(name: &str) -> Refusal {
    Refusal::unreadable(format!("`{name}` is empty."))
}

pub(super) fn no_match_number(said: &str) -> Refusal {
    let says = format!("`{}` isn't a match number; those look like `#12`.", short(said));
    Refusal::unreadable(says)
}

pub(super) fn no_game(said: &str) -> Refusal {
    Refusal::new(Code::Unknown, format!("There is no game `{}` here.", short(said)))
}

/// Asks which game is meant; `lines` name one each.
pub(super) fn several_games(said: &str, lines: impl Iterator<Item = String>) -> Refusal {
    let says = format!("Several games are called {}. Which one?", short(said));
    Refusal::new(Code::Ambiguous, says).instead(lines)
}

/// Asks which of several commands is meant.
pub(super) fn several_meanings<'a>(
    said: &str,
    lines: impl IntoIterator<Item = &'a str>,
) -> Refusal {
    let says = format!("`{}` could mean several things.", short(said));
    Refusal::new(Code::Ambiguous, says).instead(lines)
}
