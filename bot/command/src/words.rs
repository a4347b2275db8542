//! The arguments that are one of a few words, and what is said of a line that can't be read.
use engine::{
    games::GameId,
    mind::{Level, Player},
    quote::{series, short},
    refusal::{Code, Refusal},
};

use super::{
    say,
    value::{ArgValue, Value},
};

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
    Answer { Accept = "accept", Decline = "decline", Withdraw = "withdraw" }

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
        Practice = "practice",
        Fold = "fold",
        Log = "log",
        Chronicle = "chronicle",
        Game = "game",
        Clock = "clock"
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

/// Says that there is no such game, and which there are.
pub(super) fn no_such_game(said: &str) -> Refusal {
    not_here(no_game(said).says)
}

/// Says that a game which people know isn't here, and which are.
pub fn other_game(said: &str) -> Refusal {
    not_here(format!("There's no {} here.", short(said)))
}

fn not_here(says: String) -> Refusal {
    let games: Vec<String> = GameId::ALL.iter().map(ToString::to_string).collect();
    let says = format!("{says} I have {}.", series(&games));
    Refusal::new(Code::Unknown, says).instead([say!(Rules), say!(Challenge)])
}

/// Asks which game is meant; `lines` name one each.
pub fn several_games(said: &str, lines: impl Iterator<Item = String>) -> Refusal {
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

// What values of arguments mean.

/// How long a vote may last, with what that means.
pub(super) const VOTES: [(&str, &str); 5] = [
    ("1h", "an hour for each vote"),
    ("6h", "6 hours for each vote"),
    ("12h", "12 hours for each vote"),
    ("1d", "a day for each vote"),
    ("2d", "2 days for each vote"),
];
/// How fast a film may run.
pub(super) const SPEEDS: [(&str, &str); 4] = [
    ("0.5", "half as fast"),
    ("1", "as usual"),
    ("2", "twice as fast"),
    ("4", "four times as fast"),
];
/// Clocks beside those with a name.
pub(super) const CLOCKS: [(&str, &str); 2] =
    [("none", "no time limit"), ("12h", "12 hours for each turn")];
/// What the rules of the house are about.
pub(super) const HOUSE_HAS: &str = "clocks, ratings, data and the rest";
/// What `quick` means for every game.
pub(super) const SHORTER: &str = "a shorter match";
/// What topics of the house belong to.
pub(super) const RULES_OF_THE_HOUSE: &str = "the rules of the house";
/// What `off` means for what is on.
pub(super) const SWITCH_OFF: &str = "switch it off";
