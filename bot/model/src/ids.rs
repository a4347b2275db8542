//! How everything that is kept is called: by a number of its own, or by the name of a chat.
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub i64);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}", self.0)
            }
        }
    )*};
}

ids! {
    PersonId;
    RoomId;
    /// The number players see: `#12`.
    MatchId;
    /// The number players see: `challenge 7`.
    ChallengeId;
    OutboxId;
}

/// Returns what follows each `#` in a text: digits, and the rest.
pub fn numbers(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let pieces = text.split('#').skip(1);
    pieces.map(|piece| piece.split_at(piece.bytes().take_while(u8::is_ascii_digit).count()))
}

impl MatchId {
    /// Returns the matches that a text names by number, such as `#12`.
    pub fn named_in(text: &str) -> impl Iterator<Item = MatchId> {
        numbers(text).filter_map(|(number, _)| number.parse().ok().map(MatchId))
    }
}

/// A chat. The names are in the database and are never renamed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Chat {
    Console,
    Discord,
    Matrix,
}

impl Chat {
    pub const ALL: [Chat; 3] = [Chat::Console, Chat::Discord, Chat::Matrix];

    pub fn name(self) -> &'static str {
        match self {
            Chat::Console => "console",
            Chat::Discord => "discord",
            Chat::Matrix => "matrix",
        }
    }

    /// Tells whether this is the room of this machine. Its people are named and met there, and a
    /// terminal doesn't change what it has written.
    pub fn is_local(self) -> bool {
        match self {
            Chat::Console => true,
            Chat::Discord | Chat::Matrix => false,
        }
    }

    /// Tells whether its messages have menus that show every choice in words.
    pub fn has_menus(self) -> bool {
        match self {
            Chat::Discord => true,
            Chat::Console | Chat::Matrix => false,
        }
    }

    /// Tells whether its boards number their choices, so that a number can be typed.
    pub fn numbers_choices(self) -> bool {
        match self {
            Chat::Matrix => true,
            Chat::Console | Chat::Discord => false,
        }
    }

    /// Tells whether people have another name in each server, which a direct message doesn't say.
    pub fn names_by_server(self) -> bool {
        match self {
            Chat::Discord => true,
            Chat::Console | Chat::Matrix => false,
        }
    }

    /// Tells whether everybody in a room sees who pressed what.
    pub fn shows_presses(self) -> bool {
        match self {
            Chat::Matrix => true,
            Chat::Console | Chat::Discord => false,
        }
    }

    /// Tells whether it has commands of its own, so that what is typed needs no prefix.
    pub fn has_commands(self) -> bool {
        match self {
            Chat::Discord => true,
            Chat::Console | Chat::Matrix => false,
        }
    }

    /// Tells whether the bot can take back what it said there without leaving a trace.
    pub fn takes_back(self) -> bool {
        match self {
            Chat::Discord => true,
            Chat::Console | Chat::Matrix => false,
        }
    }

    /// Tells whether its servers have roles that the bot can give.
    pub fn has_roles(self) -> bool {
        match self {
            Chat::Discord => true,
            Chat::Console | Chat::Matrix => false,
        }
    }
}

/// What a card shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum CardOf {
    Challenge(ChallengeId),
    /// What a feature keeps the message of: the columns of the key of one of its tables, with their values.
    Row(BTreeMap<String, i64>),
}

impl CardOf {
    /// Names a row of a feature's table by its key: `CardOf::row([("room", 3), ("at", 1767225600)])`.
    pub fn row<const N: usize>(key: [(&str, i64); N]) -> CardOf {
        CardOf::Row(key.map(|(column, value)| (column.to_owned(), value)).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_names_matches_by_number() {
        let numbers = |text| MatchId::named_in(text).map(|of| of.0).collect::<Vec<_>>();
        assert_eq!(numbers("#12 · Trapdoor; #3, #12 and `board #4`"), [12, 3, 12, 4]);
        assert_eq!(numbers("no match #, # 5 or #x6; 7"), Vec::<i64>::new());
    }
}
