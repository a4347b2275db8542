//! The arguments that are one of a few words.
use engine::mind::{Level, Player};

use super::value::{Value, VerbField};

/// Makes an argument that is one of these words.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($one:ident = $word:literal),* })*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub enum $name { $($one),* }

            impl $name {
                pub(super) const WORDS: &'static [&'static str] = &[$($word),*];

                /// Returns the word that is typed.
                pub fn word(self) -> &'static str {
                    match self { $($name::$one => $word),* }
                }
            }

            impl VerbField for Option<$name> {
                fn read(value: Option<Value>) -> Self {
                    match value {
                        $(Some(Value::Word($word)) => Some($name::$one),)*
                        _ => None,
                    }
                }
                fn write(&self) -> Option<Value> {
                    self.map(|it| Value::Word(it.word()))
                }
            }
        )*
    };
}

words! {
    /// An answer to what the other side asks.
    Answer { Accept = "accept", Decline = "decline" }

    /// What is said about a draw.
    DrawWord { Offer = "offer", Accept = "accept", Decline = "decline" }

    /// Whose ratings a leaderboard shows.
    Reach { Here = "here", Server = "server", Everywhere = "everywhere" }

    /// The form of an exported match.
    Form { Json = "json", Pdn = "pdn" }

    /// Where a person wants to hear about a match, if at all.
    Watching { Here = "here", Off = "off" }

    /// The end of something.
    Off { Off = "off" }

    /// What is wanted of the data about a person.
    DataWish { Export = "export", Delete = "delete" }

    /// What a moderator changes or does.
    Order {
        Threads = "threads",
        Prefix = "prefix",
        Channels = "channels",
        Limit = "limit",
        Pages = "pages",
        End = "end",
        Annul = "annul",
        Ban = "ban",
        Unban = "unban"
    }

    /// A setting of a person.
    SettingName {
        Theme = "theme",
        Text = "text",
        Orientation = "orientation",
        Auto = "auto",
        Hidden = "hidden",
        Zone = "zone",
        Quiet = "quiet",
        Name = "name",
        Reminders = "reminders"
    }
}

/// How strong the bot is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// As the last results say.
    Auto,
    Level(Level),
}

impl Strength {
    pub(super) const WORDS: &'static [&'static str] =
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

impl VerbField for Option<Strength> {
    fn read(value: Option<Value>) -> Self {
        match value {
            Some(Value::Word(word)) => Strength::named(word),
            _ => None,
        }
    }
    fn write(&self) -> Option<Value> {
        self.map(|it| Value::Word(it.word()))
    }
}
