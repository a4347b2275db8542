//! Roles of a server that change with a reply, and why they may not.
use serde::{Deserialize, Serialize};

/// Hands a role of a server from one person to another. Without either, it is only checked that
/// the bot may.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoleChange {
    /// The chat's ids of the server and the role.
    pub server: String,
    pub role: String,
    /// The chat's ids of the people.
    pub from: Option<String>,
    pub to: Option<String>,
    /// The word of `admin` that sets who has it; it says what the role is for.
    #[serde(default)]
    pub order: String,
}

/// Why a role can't be given or taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoleObstacle {
    /// The chat has no roles.
    NoRoles,
    /// The bot isn't permitted to manage roles.
    NotPermitted,
    /// The role isn't below the bot's own highest role.
    TooHigh,
    /// The role belongs to an integration, such as another bot.
    Managed,
    /// The role was deleted.
    Deleted,
    /// The role has a permission of moderators, such as this.
    Moderates(&'static str),
    /// The asker isn't permitted to manage roles.
    AskerNotPermitted,
    /// The role isn't below the asker's own highest role.
    AboveAsker,
    /// The chat couldn't be asked.
    Unknown,
}
