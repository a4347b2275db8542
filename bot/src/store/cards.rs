//! The messages that show challenges: one in each chat, edited when the challenge changes.
use rusqlite::params;

use super::{ChallengeId, Chat, StoreError, Tx, columns::Word};

/// The message that shows a challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardAt {
    pub of: ChallengeId,
    /// The chat's ids.
    pub place: String,
    pub message: String,
}

impl Tx<'_> {
    /// Stores which message shows a challenge in a chat.
    ///
    /// # Errors
    /// If the challenge doesn't exist, or the database fails.
    pub fn keep_card(&self, chat: Chat, it: &CardAt) -> Result<(), StoreError> {
        let CardAt { of, place, message } = it;
        let sql = "INSERT INTO cards (challenge, chat, place, message) VALUES (?, ?, ?, ?)
                   ON CONFLICT (challenge, chat) DO UPDATE SET place = excluded.place, message = excluded.message";
        self.change(sql, params![of, Word(chat), place, message])?;
        Ok(())
    }

    /// Returns which message shows a challenge in a chat.
    ///
    /// # Errors
    /// If the database fails.
    pub fn card(&self, chat: Chat, of: ChallengeId) -> Result<Option<CardAt>, StoreError> {
        let sql = "SELECT place, message FROM cards WHERE challenge = ? AND chat = ?";
        self.one(sql, params![of, Word(chat)], |row| {
            Ok(CardAt { of, place: row.get("place")?, message: row.get("message")? })
        })
    }
}
