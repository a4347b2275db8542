//! What the adapters know after a restart: how far they have read, which warnings about encryption
//! a room got, and which commands are registered.
use model::ids::Chat;
use serde::{Deserialize, Serialize};

use super::{StoreError, Tx, columns::Word, sql::SqlRow};
use crate::{sql::params, tables::TableSpec};

pub(super) const CURSORS: TableSpec =
    TableSpec::new("cursors", "chat, what").unexported(&[("*", "how far an adapter has read")]);

pub(super) const NEWEST_EVENTS: TableSpec = TableSpec::new("newest_events", "chat, place")
    .unexported(&[("*", "how far a room was read; that of a private room goes with it")]);

pub(super) const WARNINGS: TableSpec = TableSpec::new("warnings", "chat, place, what")
    .unexported(&[("*", "what a room was told; that of a private room goes with it")]);

pub(super) const KEYLESS_EVENTS: TableSpec = TableSpec::new("keyless_events", "chat, event")
    .unexported(&[("*", "ids of messages that nobody here could read, for a quarter of an hour")]);

pub(super) const REGISTRATIONS: TableSpec =
    TableSpec::new("registrations", "chat").unexported(&[("*", "the commands of the bot itself")]);

/// A value that each adapter stores once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cursor {
    /// Distinguishes messages that two databases sent to the same room.
    Mark,
    /// The position up to which events are handled.
    Position,
}

/// A warning about a room's encryption.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Warning {
    /// The room isn't encrypted.
    Open,
    /// The key of a message is missing.
    Keyless,
}

/// A message whose key is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeylessEvent {
    pub event: String,
    /// The chat's id of the room.
    pub place: String,
    /// Milliseconds since 1970.
    pub at: i64,
    /// The id of the key's session, if the message names it.
    pub session: Option<String>,
}

/// The commands that a chat has from us.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registration {
    /// The chat's id of the application.
    pub application: String,
    /// The chat's id of the server that has them; none for all servers.
    pub server: Option<String>,
    /// The hash of the commands.
    pub hash: String,
}

impl Tx<'_> {
    /// Returns a value of an adapter.
    pub fn cursor(&self, chat: Chat, what: Cursor) -> Result<Option<String>, StoreError> {
        let sql = "SELECT value FROM cursors WHERE chat = ? AND what = ?";
        self.one(sql, params![Word(chat), Word(what)], |row| row.get(0))
    }

    /// Stores a value of an adapter.
    pub fn keep_cursor(&self, chat: Chat, what: Cursor, value: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO cursors (chat, what, value) VALUES (?, ?, ?)
                   ON CONFLICT (chat, what) DO UPDATE SET value = excluded.value";
        self.change(sql, params![Word(chat), Word(what), value])?;
        Ok(())
    }

    /// Returns the newest handled event of a room.
    pub fn newest_event(&self, chat: Chat, place: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT event FROM newest_events WHERE chat = ? AND place = ?";
        self.one(sql, params![Word(chat), place], |row| row.get(0))
    }

    /// Stores the newest handled event of a room.
    pub fn keep_newest_event(
        &self,
        chat: Chat,
        place: &str,
        event: &str,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO newest_events (chat, place, event) VALUES (?, ?, ?)
                   ON CONFLICT (chat, place) DO UPDATE SET event = excluded.event";
        self.change(sql, params![Word(chat), place, event])?;
        Ok(())
    }

    /// Returns the day of the last warning of this kind to a room, in days since 1970.
    pub fn warned_on(
        &self,
        chat: Chat,
        place: &str,
        what: Warning,
    ) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT day FROM warnings WHERE chat = ? AND place = ? AND what = ?";
        self.one(sql, params![Word(chat), place, Word(what)], |row| row.get(0))
    }

    /// Stores the day of a warning to a room.
    pub fn keep_warning(
        &self,
        chat: Chat,
        place: &str,
        what: Warning,
        day: i64,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO warnings (chat, place, what, day) VALUES (?, ?, ?, ?)
                   ON CONFLICT (chat, place, what) DO UPDATE SET day = excluded.day";
        self.change(sql, params![Word(chat), place, Word(what), day])?;
        Ok(())
    }

    /// Returns the messages whose keys are missing, oldest first.
    pub fn keyless_events(&self, chat: Chat) -> Result<Vec<KeylessEvent>, StoreError> {
        let sql = "SELECT event, place, at, session FROM keyless_events WHERE chat = ? ORDER BY at, event";
        self.all(sql, [Word(chat)], |row: &SqlRow<'_>| {
            Ok(KeylessEvent {
                event: row.get("event")?,
                place: row.get("place")?,
                at: row.get("at")?,
                session: row.get("session")?,
            })
        })
    }

    /// Replaces the messages whose keys are missing.
    pub fn keep_keyless_events(&self, chat: Chat, all: &[KeylessEvent]) -> Result<(), StoreError> {
        self.change("DELETE FROM keyless_events WHERE chat = ?", [Word(chat)])?;
        for event in all {
            let sql = "INSERT INTO keyless_events (chat, event, place, at, session) VALUES (?, ?, ?, ?, ?)";
            self.change(
                sql,
                params![Word(chat), event.event, event.place, event.at, event.session],
            )?;
        }
        Ok(())
    }

    /// Returns which commands a chat has from us.
    pub fn registration(&self, chat: Chat) -> Result<Option<Registration>, StoreError> {
        let sql = "SELECT application, server, hash FROM registrations WHERE chat = ?";
        self.one(sql, [Word(chat)], |row| {
            Ok(Registration {
                application: row.get("application")?,
                server: row.get("server")?,
                hash: row.get("hash")?,
            })
        })
    }

    /// Stores which commands a chat has from us.
    pub fn keep_registration(
        &self,
        chat: Chat,
        registration: &Registration,
    ) -> Result<(), StoreError> {
        let Registration { application, server, hash } = registration;
        let sql = "INSERT INTO registrations (chat, application, server, hash) VALUES (?, ?, ?, ?)
                   ON CONFLICT (chat) DO UPDATE SET application = excluded.application,
                   server = excluded.server, hash = excluded.hash";
        self.change(sql, params![Word(chat), application, server, hash])?;
        Ok(())
    }

    /// Forgets how far a room was read, its warnings, and its messages without keys.
    pub fn forget_reading(&self, chat: Chat, place: &str) -> Result<(), StoreError> {
        for table in ["newest_events", "warnings", "keyless_events"] {
            let sql = format!("DELETE FROM {table} WHERE chat = ? AND place = ?");
            self.change(&sql, params![Word(chat), place])?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{super::tests::example::fresh, *};

    const CHAT: Chat = Chat::Matrix;

    #[test]
    fn what_an_adapter_keeps_comes_back_and_is_replaced() {
        fresh(|tx| {
            assert_eq!(tx.cursor(CHAT, Cursor::Mark).unwrap(), None);
            for value in ["a", "b"] {
                tx.keep_cursor(CHAT, Cursor::Mark, value).unwrap();
            }
            assert_eq!(tx.cursor(CHAT, Cursor::Mark).unwrap().as_deref(), Some("b"));
            assert_eq!(tx.cursor(CHAT, Cursor::Position).unwrap(), None);
            assert_eq!(tx.cursor(Chat::Discord, Cursor::Mark).unwrap(), None);

            let registered = |server: Option<&str>| Registration {
                application: "5".to_owned(),
                server: server.map(str::to_owned),
                hash: "ab".to_owned(),
            };
            for server in [None, Some("7")] {
                tx.keep_registration(Chat::Discord, &registered(server)).unwrap();
                let found = tx.registration(Chat::Discord).unwrap();
                assert_eq!(found, Some(registered(server)));
            }
        });
    }

    #[test]
    fn a_room_is_read_and_warned_until_it_is_forgotten() {
        fresh(|tx| {
            let event = |n: i64, place: &str| KeylessEvent {
                event: format!("$e{n}"),
                place: place.to_owned(),
                at: n,
                session: (n == 1).then(|| "s".to_owned()),
            };
            for place in ["!a:x", "!b:x"] {
                tx.keep_newest_event(CHAT, place, "$0").unwrap();
                tx.keep_newest_event(CHAT, place, "$1").unwrap();
                tx.keep_warning(CHAT, place, Warning::Open, 3).unwrap();
                tx.keep_warning(CHAT, place, Warning::Open, 4).unwrap();
            }
            let all = [event(1, "!a:x"), event(2, "!b:x")];
            for kept in [&all[..1], &all[..]] {
                tx.keep_keyless_events(CHAT, kept).unwrap();
                assert_eq!(tx.keyless_events(CHAT).unwrap(), kept);
            }
            tx.forget_reading(CHAT, "!a:x").unwrap();
            for (place, stays) in [("!a:x", false), ("!b:x", true)] {
                let newest = tx.newest_event(CHAT, place).unwrap();
                assert_eq!(newest.as_deref(), stays.then_some("$1"));
                let warned = tx.warned_on(CHAT, place, Warning::Open).unwrap();
                assert_eq!(warned, stays.then_some(4));
                assert_eq!(tx.warned_on(CHAT, place, Warning::Keyless).unwrap(), None);
            }
            assert_eq!(tx.keyless_events(CHAT).unwrap(), &all[1..]);
        });
    }
}
