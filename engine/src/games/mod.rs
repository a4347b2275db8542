//! The games that can be played. To add one: a folder here, its `mod` line and its line in `games!`.
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    chance::Dice,
    game::{self, Fit, Game, Why},
    mind::SearchGame,
    playout::{Playout, playout},
    refusal::Refusal,
    settings::{FROM, Given, Setting},
    table::{Match, Saved, Table, read_options},
};

mod alien;
mod amtgard;
mod draughts;
mod metasoccer;
mod piecepack;
#[cfg(test)]
mod tests;
mod trapdoor;

/// A listed game, and its name.
pub trait Listed: SearchGame {
    const ID: GameId;
}

macro_rules! games {
    ($($id:ident = $name:literal, $state:ty;)*) => {
        /// One of the games that can be played.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum GameId { $(#[serde(rename = $name)] $id),* }

        $(impl Listed for $state {
            const ID: GameId = GameId::$id;
        })*

        impl GameId {
            pub const ALL: &[GameId] = &[$(GameId::$id),*];

            /// Returns the one lower-case word players type.
            pub fn name(self) -> &'static str {
                match self { $(GameId::$id => $name),* }
            }

            /// Returns what else the game is called.
            pub fn also(self) -> &'static [&'static str] {
                match self { $(GameId::$id => <$state>::ALSO),* }
            }

            /// Returns the name of the game as a title.
            pub fn title(self) -> &'static str {
                match self { $(GameId::$id => <$state>::TITLE),* }
            }

            /// Says what the game is, in one line for a picker.
            pub fn says(self) -> &'static str {
                match self { $(GameId::$id => <$state>::SAYS),* }
            }

            /// Names the drawing that stands for the game; may be empty.
            pub fn sign(self) -> &'static str {
                match self { $(GameId::$id => <$state>::SIGN),* }
            }

            /// Returns the rules in players' words; see [`Game::GUIDE`].
            pub fn guide(self) -> &'static str {
                match self { $(GameId::$id => <$state>::GUIDE),* }
            }

            /// Returns what the two sides are called, the first seat's before the second's.
            pub fn sides(self) -> [&'static str; 2] {
                match self { $(GameId::$id => <$state>::SIDES),* }
            }

            /// Says why a match ended, as the end of a sentence: `White has no pieces left`.
            ///
            /// # Errors
            /// When the data is none of this game's.
            pub fn why(self, why: &Why) -> Result<String, String> {
                match self { $(GameId::$id => game::why::<$state>(why)),* }
            }

            /// Returns the version of the rules for new matches.
            pub fn rules(self) -> u16 {
                match self { $(GameId::$id => <$state>::RULES),* }
            }

            /// Tells whether a match has chance; see [`Game::CHANCE`].
            pub fn has_chance(self) -> bool {
                match self { $(GameId::$id => <$state>::CHANCE),* }
            }

            /// Says how well a record of a match fits the game; see [`Game::fit`].
            ///
            /// # Errors
            /// When the record is of another game, or can't be read at all.
            pub fn fit(self, record: &str) -> Option<Result<Fit, Refusal>> {
                match self { $(GameId::$id => <$state>::fit(record)),* }
            }

            /// Tells whether a match played under some version of the rules can be replayed from its words.
            pub fn plays_again(self, rules: u16) -> bool {
                match self {
                    $(GameId::$id => (<$state>::PLAYS_AGAIN_FROM..=<$state>::RULES).contains(&rules),)*
                }
            }

            /// Returns what may be agreed before a match.
            pub fn settings(self) -> &'static [Setting] {
                match self { $(GameId::$id => <$state>::SETTINGS),* }
            }

            /// Returns the options that `quick` stands for; empty where the game has no shorter form.
            pub fn quick(self) -> &'static str {
                match self { $(GameId::$id => <$state>::QUICK),* }
            }

            /// Reads the words that follow the name of the game, such as `continental snap`, into options to be kept.
            ///
            /// # Errors
            /// If a word isn't a setting, or the values don't go together.
            pub fn options(self, text: &str) -> Result<Value, Refusal> {
                let text = unfolded(text, self.quick());
                let given = Given::read(self.settings(), &text)?;
                match self {
                    $(GameId::$id => kept(<$state>::options(&given)?),)*
                }
            }

            /// Says the variations in a few words; empty for the usual game.
            ///
            /// # Errors
            /// When these are no options of the game.
            pub fn variation(self, options: Value) -> Result<String, Refusal> {
                match self {
                    $(GameId::$id => Ok(<$state>::variation(&read_options::<$state>(options)?)),)*
                }
            }

            /// Says what both should read before they agree on these options; see [`Game::agreement`].
            ///
            /// # Errors
            /// When these are no options of the game.
            pub fn agreement(self, options: Value) -> Result<Option<String>, Refusal> {
                match self {
                    $(GameId::$id => Ok(<$state>::agreement(&read_options::<$state>(options)?)),)*
                }
            }

            /// Tells whether a match with these options has secrets; see [`Game::keeps_secrets`].
            ///
            /// # Errors
            /// When these are no options of the game.
            pub fn keeps_secrets(self, options: Value) -> Result<bool, Refusal> {
                match self {
                    $(GameId::$id => Ok(<$state>::keeps_secrets(&read_options::<$state>(options)?)),)*
                }
            }

            /// Opens a new match.
            ///
            /// # Errors
            /// When these are no options of the game, or they can't be played.
            pub fn open(self, options: Value, dice: &mut Dice) -> Result<Box<dyn Table>, Refusal> {
                match self { $(GameId::$id => Match::<$state>::open(options, dice)),* }
            }

            /// Plays a whole match at random, or until `most` actions.
            ///
            /// # Errors
            /// When these are no options of the game, or they can't be played.
            pub fn playout(self, options: Value, dice: &mut Dice, most: u32) -> Result<Playout, Refusal> {
                match self {
                    $(GameId::$id => playout::<$state>(&read_options::<$state>(options)?, dice, most),)*
                }
            }

            /// Resumes a saved match.
            ///
            /// # Errors
            /// If the saved state is damaged, or from rules without an upgrade.
            pub fn resume(self, saved: &Saved) -> Result<Box<dyn Table>, String> {
                match self { $(GameId::$id => Match::<$state>::resume(saved)),* }
            }
        }
    };
}

games! {
    Trapdoor = "trapdoor", trapdoor::Trapdoor;
    Alien = "alien", alien::Alien;
    Piecepack = "piecepack", piecepack::Piecepack;
    Metasoccer = "metasoccer", metasoccer::Metasoccer;
    Amtgard = "amtgard", amtgard::Amtgard;
    Draughts = "draughts", draughts::Draughts;
}

impl GameId {
    /// Reads a name as players type it: its name or the beginning, its title, another name, or a word
    /// in the title of only one game. Case, blanks and punctuation don't matter.
    pub fn named(text: &str) -> Option<GameId> {
        match GameId::meant(text)[..] {
            [one] => Some(one),
            _ => None,
        }
    }

    /// Returns the games that a name may mean: several for `soccer`, none for an unknown word.
    pub fn meant(text: &str) -> Vec<GameId> {
        let wanted = letters(text);
        if wanted.is_empty() || LONGEST_NAME < text.len() {
            return Vec::new();
        }
        let begins = |game: &GameId| 3 <= wanted.len() && game.name().starts_with(&wanted);
        let whole = |game: &GameId| game.names().any(|name| letters(name) == wanted);
        let all = || GameId::ALL.iter().copied();
        if let Some(one) = all().find(whole).or_else(|| all().find(begins)) {
            return vec![one];
        }
        let words: Vec<String> = text.split_whitespace().map(letters).collect();
        let has = |game: &GameId, word: &String| {
            game.title().split(' ').any(|part| letters(part) == *word)
        };
        all().filter(|game| words.iter().all(|word| has(game, word))).collect()
    }

    /// Returns everything the game is called.
    fn names(self) -> impl Iterator<Item = &'static str> {
        [self.name(), self.title()].into_iter().chain(self.also().iter().copied())
    }
}

/// The longest name of a game that is read, in bytes.
const LONGEST_NAME: usize = 60;

/// Keeps only letters and digits, in lower case.
fn letters(text: &str) -> String {
    text.chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title())
    }
}

fn kept(options: impl Serialize) -> Result<Value, Refusal> {
    serde_json::to_value(options).map_err(|err| Refusal::unreadable(err.to_string()))
}

/// Writes out what the word `quick` stands for, where the game has a quick form. What the words
/// themselves name counts instead.
fn unfolded(text: &str, quick: &str) -> String {
    if quick.is_empty() {
        return text.to_owned();
    }
    let name = |word: &str| word.split('=').next().unwrap_or(word).to_lowercase();
    let position = |word: &&str| name(word) == FROM;
    let named: Vec<String> =
        text.split_whitespace().take_while(|word| !position(word)).map(name).collect();
    let quick: Vec<&str> =
        quick.split_whitespace().filter(|word| !named.contains(&name(word))).collect();
    let mut quick = quick.join(" ");
    let (mut out, mut rest) = (String::new(), text);
    while let Some(start) = rest.find(|it: char| !it.is_whitespace()) {
        let end =
            rest[start..].find(char::is_whitespace).map_or(rest.len(), |length| start + length);
        let word = &rest[start..end];
        // A starting position may contain any words, and line breaks that count.
        if word.split('=').next().is_some_and(|it| it.eq_ignore_ascii_case(FROM)) {
            break;
        }
        out.push_str(&rest[..start]);
        if word.eq_ignore_ascii_case("quick") {
            // Said twice, it is the same.
            out.push_str(&std::mem::take(&mut quick))
        } else {
            out.push_str(word)
        }
        rest = &rest[end..];
    }
    out + rest
}
