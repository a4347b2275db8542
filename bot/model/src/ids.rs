//! How everything that is kept is called: by a number of its own, or by the name of a chat.
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
    /// The number players see: `league 3`.
    LeagueId;
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

    /// Tells whether everybody in a room sees who pressed what.
    pub fn shows_presses(self) -> bool {
        match self {
            Chat::Matrix => true,
            Chat::Console | Chat::Discord => false,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum CardOf {
    Challenge(ChallengeId),
    /// A season that people join.
    League {
        league: LeagueId,
        season: u32,
    },
    /// What a feature posted in a room at a time.
    Posted {
        /// Messages that wait have it by this name.
        #[serde(rename = "puzzle_of")]
        room: RoomId,
        posted_at: i64,
    },
}
