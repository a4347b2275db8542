//! What waits to be delivered, and what was answered already: so a restart neither loses a reply nor answers twice.
use rusqlite::{named_params, params};

use super::{Chat, OutboxId, OutboxRow, RoomId, StoreError, Tx, columns::Word};

impl Tx<'_> {
    /// Keeps a reply, JSON, until it is delivered.
    ///
    /// # Errors
    /// [`StoreError::Forbidden`] when the room is not known or `body` is no JSON.
    pub fn post(
        &self,
        chat: Chat,
        room: RoomId,
        body: &str,
        now: i64,
    ) -> Result<OutboxId, StoreError> {
        let sql =
            "INSERT INTO outbox (chat, room, body, made_at) VALUES (:chat, :room, :body, :now)";
        let params =
            named_params! { ":chat": Word(chat), ":room": room, ":body": body, ":now": now };
        self.add(sql, params).map(OutboxId)
    }

    /// Returns what waits to be delivered to a chat, oldest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn outbox(&self, chat: Chat) -> Result<Vec<OutboxRow>, StoreError> {
        self.all("SELECT * FROM outbox WHERE chat = ? ORDER BY id", [Word(chat)], |row| {
            let Word(chat) = row.get("chat")?;
            Ok(OutboxRow {
                id: row.get("id")?,
                chat,
                room: row.get("room")?,
                body: row.get("body")?,
                made_at: row.get("made_at")?,
            })
        })
    }

    /// Forgets a reply that was delivered. To say so twice does no harm.
    ///
    /// # Errors
    /// When the database fails.
    pub fn delivered(&self, id: OutboxId) -> Result<(), StoreError> {
        self.change("DELETE FROM outbox WHERE id = ?", [id])?;
        Ok(())
    }

    /// Notes that a message of a chat is being handled; tells whether that is so for the first time.
    ///
    /// # Errors
    /// When the database fails.
    pub fn handle_once(&self, chat: Chat, message: &str, now: i64) -> Result<bool, StoreError> {
        let sql = "INSERT INTO handled (chat, message, at) VALUES (?, ?, ?) ON CONFLICT (chat, message) DO NOTHING";
        Ok(self.change(sql, params![Word(chat), message, now])? == 1)
    }

    /// Forgets messages handled before a time: for when no chat can send them again.
    ///
    /// # Errors
    /// When the database fails.
    pub fn forget_handled(&self, before: i64) -> Result<(), StoreError> {
        self.change("DELETE FROM handled WHERE at < ?", [before])?;
        Ok(())
    }
}
