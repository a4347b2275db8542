//! Undelivered replies and handled messages, so that a restart neither loses a reply nor answers
//! twice.
use rusqlite::{named_params, params};

use super::{Chat, OutboxId, OutboxRow, RoomId, StoreError, Tx, columns::Word};

impl Tx<'_> {
    /// Stores a reply as JSON until it is delivered.
    ///
    /// # Errors
    /// [`StoreError::Forbidden`] if the room doesn't exist or `body` isn't JSON.
    pub fn post(
        &self,
        chat: Chat,
        room: RoomId,
        body: &str,
        now: i64,
    ) -> Result<OutboxId, StoreError> {
        let sql =
            "INSERT INTO outbox (chat, room, body, made_at) VALUES (:chat, :room, :body, :now)
             RETURNING id";
        let params =
            named_params! { ":chat": Word(chat), ":room": room, ":body": body, ":now": now };
        self.add(sql, params).map(OutboxId)
    }

    /// Stores a reply that replaces all undelivered ones about the same subject.
    ///
    /// # Errors
    /// As [`Tx::post`].
    pub fn post_about(
        &self,
        topic: &str,
        chat: Chat,
        room: RoomId,
        body: &str,
        now: i64,
    ) -> Result<OutboxId, StoreError> {
        self.change("DELETE FROM outbox WHERE topic = ?", [topic])?;
        let id = self.post(chat, room, body, now)?;
        self.change("UPDATE outbox SET topic = ? WHERE id = ?", params![topic, id])?;
        Ok(id)
    }

    /// Returns the undelivered replies of a chat, oldest first.
    ///
    /// # Errors
    /// If the database fails.
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

    /// Deletes a delivered reply. Repeating it does no harm.
    ///
    /// # Errors
    /// If the database fails.
    pub fn delivered(&self, id: OutboxId) -> Result<(), StoreError> {
        self.change("DELETE FROM outbox WHERE id = ?", [id])?;
        Ok(())
    }

    /// Records that a message is being handled; tells whether it is new.
    ///
    /// # Errors
    /// If the database fails.
    pub fn handle_once(&self, chat: Chat, message: &str, now: i64) -> Result<bool, StoreError> {
        let sql = "INSERT INTO handled (chat, message, at) VALUES (?, ?, ?) ON CONFLICT (chat, message) DO NOTHING";
        Ok(self.change(sql, params![Word(chat), message, now])? == 1)
    }

    /// Forgets messages handled before a time, once no chat can send them again.
    ///
    /// # Errors
    /// If the database fails.
    pub fn forget_handled(&self, before: i64) -> Result<(), StoreError> {
        self.change("DELETE FROM handled WHERE at < ?", [before])?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            StoreError,
            example::{fresh, world},
        },
        *,
    };

    #[test]
    fn replies_wait_in_order_until_they_are_delivered() {
        fresh(|tx| {
            let room = world(tx).room;
            let body = r#"{"says":"it's “Ann's” turn\\u0000"}"#;
            let post = |chat, now| tx.post(chat, room, body, now).unwrap();
            let first = post(Chat::Discord, 20);
            let second = post(Chat::Discord, 10);
            let third = post(Chat::Matrix, 30);
            let row =
                |id, chat, made_at| OutboxRow { id, chat, room, body: body.to_owned(), made_at };
            let waiting = [row(first, Chat::Discord, 20), row(second, Chat::Discord, 10)];
            assert_eq!(tx.outbox(Chat::Discord).unwrap(), waiting);
            assert_eq!(tx.outbox(Chat::Matrix).unwrap(), [row(third, Chat::Matrix, 30)]);
            assert_eq!(tx.outbox(Chat::Console).unwrap(), []);

            tx.delivered(first).unwrap();
            tx.delivered(first).unwrap();
            assert_eq!(tx.outbox(Chat::Discord).unwrap(), waiting[1..]);
        });
    }

    #[test]
    fn the_number_of_a_reply_is_never_given_twice() {
        fresh(|tx| {
            let room = world(tx).room;
            let first = tx.post(Chat::Console, room, "1", 10).unwrap();
            tx.delivered(first).unwrap();
            assert_ne!(tx.post(Chat::Console, room, "2", 10).unwrap(), first);
        });
    }

    #[test]
    fn a_later_word_on_a_topic_strikes_out_the_earlier_one() {
        fresh(|tx| {
            let room = world(tx).room;
            let about = |topic| tx.post_about(topic, Chat::Console, room, "1", 10).unwrap();
            let plain = tx.post(Chat::Console, room, "1", 10).unwrap();
            about("nudge/1");
            let other = about("nudge/2");
            let last = about("nudge/1");
            let waiting = tx.outbox(Chat::Console).unwrap();
            assert_eq!(waiting.iter().map(|it| it.id).collect::<Vec<_>>(), [plain, other, last]);
        });
    }

    #[test]
    fn a_reply_is_json_for_a_room() {
        fresh(|tx| {
            let room = world(tx).room;
            for (room, body) in [(RoomId(99), "1"), (room, "{")] {
                let err = tx.attempt(|| tx.post(Chat::Console, room, body, 10)).unwrap_err();
                assert!(matches!(err, StoreError::Forbidden(_)), "{err}");
            }
        });
    }

    #[test]
    fn a_message_is_handled_once_until_it_is_forgotten() {
        fresh(|tx| {
            let once = |chat, message, now| tx.handle_once(chat, message, now).unwrap();
            assert!(once(Chat::Discord, "m1", 10));
            assert!(!once(Chat::Discord, "m1", 99));
            assert!(once(Chat::Matrix, "m1", 20));
            assert!(once(Chat::Discord, "m2", 20));
            tx.forget_handled(20).unwrap();
            assert!(once(Chat::Discord, "m1", 30));
            assert!(!once(Chat::Discord, "m2", 30));
            assert!(!once(Chat::Matrix, "m1", 30));
        });
    }
}
