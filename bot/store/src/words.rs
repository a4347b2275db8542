//! Texts for players about database errors.
use super::StoreError;

impl StoreError {
    /// Says in one or two sentences what a player may know: no paths, no SQL.
    pub fn says(&self) -> &'static str {
        match self {
            StoreError::Full(_) => {
                "The bot's disk is full, so nothing was changed. Please tell the bot's host."
            }
            StoreError::Busy(_) | StoreError::Taken(_) => {
                "The bot is busy with its files, so nothing was changed. Try again in a moment."
            }
            StoreError::ReadOnly(_) => {
                "The bot can't write to its files right now, so nothing was changed. Please tell the bot's host."
            }
            StoreError::Replaced(_) => {
                "The bot's database was removed or replaced, so nothing was changed and the bot stops. Please tell the bot's host."
            }
            StoreError::Unreachable { .. } | StoreError::Lost { .. } => {
                "The bot can't reach its database right now, so nothing was changed. Try again in a moment."
            }
            StoreError::Unsure(_) => {
                "The bot lost its database while it saved this, so it may be saved or not. Look before you repeat it."
            }
            StoreError::Missing { .. } => "That doesn't exist here. Nothing was changed.",
            StoreError::NoFolder(_)
            | StoreError::NoFile(_)
            | StoreError::Foreign(_)
            | StoreError::Newer { .. }
            | StoreError::Older { .. }
            | StoreError::OthersOlder { .. }
            | StoreError::Corrupt { .. }
            | StoreError::Unreadable { .. }
            | StoreError::Forbidden(_)
            | StoreError::Undone
            | StoreError::Exists(_)
            | StoreError::Unfinished(_)
            | StoreError::File { .. }
            | StoreError::Unfit { .. }
            | StoreError::Server { .. }
            | StoreError::Other { .. } => {
                "The bot couldn't read or save this, so nothing was changed. Please tell the bot's host."
            }
        }
    }
}
