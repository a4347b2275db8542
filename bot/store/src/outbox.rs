//! Undelivered replies and handled messages, so that a restart neither loses a reply nor answers
//! twice.
use std::fmt;

use model::ids::{Chat, OutboxId, PersonId, RoomId};

use super::{
    DeliveryTurn, Member, OutboxRow, PeerNews, StoreError, Tx, columns::Word, processes::CLOCK,
    sql::SqlRow,
};
use crate::{
    sql::{named_params, params},
    tables::{RowExport, TableSpec},
};

pub(super) const OUTBOX: TableSpec = TableSpec::new("outbox", "id")
    .exports(&[RowExport::new("body ->> '$.to.only' = ?1", "chat, room, made_at, body, topic")])
    .unexported(&[
        ("id, holder", "a number that means something inside the database alone"),
        ("tried", "for the delivery alone"),
    ])
    .rooms(&[("room", None)]);

pub(super) const HANDLED: TableSpec = TableSpec::new("handled", "chat, message").exports(&[RowExport::new(
    "EXISTS (SELECT 1 FROM people WHERE (id = ?1 OR linked = ?1) AND people.chat = handled.chat AND instr(message, handle) > 0)",
    "chat, message, at",
)]);

/// What a reply is about whose latest version counts. The database has it as a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutboxTopic {
    /// What a person is reminded of.
    Reminder(PersonId),
}

impl fmt::Display for OutboxTopic {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OutboxTopic::Reminder(person) => write!(out, "nudge/{person}"),
        }
    }
}

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
        let holder = self.own.member.filter(|_| self.own.chats.contains(&chat));
        let sql = "INSERT INTO outbox (chat, room, body, made_at, holder) VALUES (:chat, :room, :body, :now, :holder)
             RETURNING id";
        let params = named_params! {
            ":chat": Word(chat), ":room": room, ":body": body, ":now": now, ":holder": holder
        };
        let id = self.add(sql, params).map(OutboxId)?;
        if self.own.member.is_some() && holder.is_none() {
            self.tell(PeerNews::Outbox)?;
        }
        Ok(id)
    }

    /// Tells the other processes something once this is committed.
    fn tell(&self, news: PeerNews) -> Result<(), StoreError> {
        self.one("SELECT pg_notify('draughtsman', ?)", [news.name()], |_| Ok(())).map(|_| ())
    }

    /// Stores a reply that replaces all undelivered ones about the same subject.
    ///
    /// # Errors
    /// As [`Tx::post`].
    pub fn post_about(
        &self,
        topic: OutboxTopic,
        chat: Chat,
        room: RoomId,
        body: &str,
        now: i64,
    ) -> Result<OutboxId, StoreError> {
        let topic = topic.to_string();
        self.change("DELETE FROM outbox WHERE topic = ?", [&topic])?;
        let id = self.post(chat, room, body, now)?;
        self.change("UPDATE outbox SET topic = ? WHERE id = ?", params![topic, id])?;
        Ok(id)
    }

    /// Returns the undelivered replies of a chat, oldest first.
    pub fn outbox(&self, chat: Chat) -> Result<Vec<OutboxRow>, StoreError> {
        let sql = "SELECT * FROM outbox WHERE chat = ? ORDER BY id";
        self.all(sql, [Word(chat)], outbox_row)
    }

    /// Makes this process deliver the replies of a chat that no running process delivers, and returns
    /// them, oldest first.
    pub fn take_outbox(&self, chat: Chat) -> Result<Vec<OutboxRow>, StoreError> {
        let Some(member) = self.own.member else {
            let rows = self.outbox(chat)?.into_iter();
            return Ok(rows.map(|row| OutboxRow { tried: true, ..row }).collect());
        };
        let sql = format!(
            "SELECT * FROM outbox WHERE chat = ?1 AND (holder IS NULL OR (holder <> ?2 AND holder NOT IN
             (SELECT holder FROM leases WHERE name LIKE 'member/%' AND ends_at > {CLOCK})))
             ORDER BY id FOR UPDATE SKIP LOCKED"
        );
        let rows = self.all(&sql, params![Word(chat), member], outbox_row)?;
        for row in &rows {
            self.claim(row.id)?;
        }
        Ok(rows)
    }

    /// Makes this process deliver a reply, even if another one did so far.
    pub fn claim(&self, id: OutboxId) -> Result<(), StoreError> {
        if let Some(member) = self.own.member {
            let sql = "UPDATE outbox SET holder = ?, tried = 1 WHERE id = ?";
            self.change(sql, params![member, id])?;
        }
        Ok(())
    }

    /// Leaves this process's undelivered replies to others: those of one chat, or all.
    pub fn leave_outbox(&self, chat: Option<Chat>) -> Result<(), StoreError> {
        let Some(member) = self.own.member else { return Ok(()) };
        let sql = "UPDATE outbox SET holder = NULL, tried = 1 WHERE holder = ?1 AND (chat = ?2 OR ?2 IS NULL)";
        if self.change(sql, params![member, chat.map(Word)])? != 0 {
            self.tell(PeerNews::Outbox)?;
        }
        Ok(())
    }

    /// Tells whether this process may deliver a reply now.
    pub fn delivery_turn(&self, id: OutboxId) -> Result<DeliveryTurn, StoreError> {
        let Some(member) = self.own.member else { return Ok(DeliveryTurn::Now) };
        let sql = "SELECT room FROM outbox WHERE id = ? AND holder = ?";
        let room: Option<RoomId> = self.one(sql, params![id, member], |row| row.get(0))?;
        let Some(room) = room else { return Ok(DeliveryTurn::Gone) };
        // A reply that waits for a press holds up nobody.
        let sql = "SELECT holder FROM outbox WHERE room = ?1 AND id < ?2 AND (tried = 1 OR holder <> ?3)
                   AND NOT EXISTS (SELECT 1 FROM fetches WHERE reply = outbox.id) ORDER BY id LIMIT 1";
        let earlier: Option<Option<Member>> =
            self.one(sql, params![room, id, member], |row| row.get(0))?;
        Ok(match earlier {
            None => DeliveryTurn::Now,
            Some(Some(holder)) if holder == member => DeliveryTurn::Behind,
            Some(_) => DeliveryTurn::Later,
        })
    }

    /// Deletes a delivered reply. Repeating it does no harm.
    pub fn delivered(&self, id: OutboxId) -> Result<(), StoreError> {
        self.change("DELETE FROM outbox WHERE id = ?", [id])?;
        Ok(())
    }

    /// Records that a message is being handled; tells whether it is new.
    pub fn handle_once(&self, chat: Chat, message: &str, now: i64) -> Result<bool, StoreError> {
        let sql = "INSERT INTO handled (chat, message, at) VALUES (?, ?, ?) ON CONFLICT (chat, message) DO NOTHING";
        Ok(self.change(sql, params![Word(chat), message, now])? == 1)
    }

    /// Forgets messages handled before a time, once no chat can send them again.
    pub fn forget_handled(&self, before: i64) -> Result<(), StoreError> {
        self.change("DELETE FROM handled WHERE at < ?", [before])?;
        Ok(())
    }
}

fn outbox_row(row: &SqlRow<'_>) -> rusqlite::Result<OutboxRow> {
    let Word(chat) = row.get("chat")?;
    let holder: Option<Member> = row.get("holder")?;
    let tried: bool = row.get("tried")?;
    Ok(OutboxRow {
        id: row.get("id")?,
        chat,
        room: row.get("room")?,
        body: row.get("body")?,
        made_at: row.get("made_at")?,
        tried: tried || holder.is_some(),
    })
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            StoreError,
            tests::example::{fresh, world},
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
            let row = |id, chat, made_at| {
                let body = body.to_owned();
                OutboxRow { id, chat, room, body, made_at, tried: false }
            };
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
            about(OutboxTopic::Reminder(PersonId(1)));
            let other = about(OutboxTopic::Reminder(PersonId(2)));
            let last = about(OutboxTopic::Reminder(PersonId(1)));
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
