//! Threads of matches.
use model::ids::{Chat, MatchId};

use super::{StoreError, Tx, columns::Word, sql::SqlRow};
use crate::{
    sql::{named_params, params},
    tables::TableSpec,
};

pub(super) const THREADS: TableSpec = TableSpec::new("threads", "chat, match_id, room")
    .unexported(&[("*", "where a match is told, for everybody there to read")]);

pub(super) const SENTENCES: TableSpec = TableSpec::new("sentences", "key")
    .unexported(&[("*", "what a button says; forgotten where it holds a name of somebody")]);

/// How many threads are closed at once.
const CLOSED_AT_ONCE: usize = 50;

/// The thread of a match in a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadAt {
    pub of: MatchId,
    /// The chat's id of the room.
    pub room: String,
    /// The chat's id of the thread; none if no thread can be opened.
    pub thread: Option<String>,
    /// The newest message in it, for chats that need it.
    pub last: String,
}

impl Tx<'_> {
    /// Stores the thread of a match in a room, replacing an earlier one.
    ///
    /// # Errors
    /// If the match doesn't exist.
    pub fn keep_thread(&self, chat: Chat, kept: &ThreadAt) -> Result<(), StoreError> {
        let ThreadAt { of, room, thread, last } = kept;
        let sql = "INSERT INTO threads (chat, match_id, room, thread, last) VALUES (:chat, :of, :room, :thread, :last)
                   ON CONFLICT (chat, match_id, room) DO UPDATE SET thread = excluded.thread, last = excluded.last";
        let thread = thread.as_deref().unwrap_or("");
        self.change(
            sql,
            named_params! { ":chat": Word(chat), ":of": of, ":room": room, ":thread": thread, ":last": last },
        )?;
        Ok(())
    }

    /// Returns the thread of a match in a room.
    pub fn thread(
        &self,
        chat: Chat,
        of: MatchId,
        room: &str,
    ) -> Result<Option<ThreadAt>, StoreError> {
        let sql = "SELECT * FROM threads WHERE chat = ? AND match_id = ? AND room = ?";
        self.one(sql, params![Word(chat), of, room], thread)
    }

    /// Returns the match that is played in a thread, with its room.
    pub fn thread_by_id(&self, chat: Chat, id: &str) -> Result<Option<ThreadAt>, StoreError> {
        let sql = "SELECT * FROM threads WHERE chat = ? AND thread = ? AND thread <> ''";
        self.one(sql, params![Word(chat), id], thread)
    }

    /// Returns the threads of a chat.
    pub fn threads(&self, chat: Chat) -> Result<Vec<ThreadAt>, StoreError> {
        let sql = "SELECT * FROM threads WHERE chat = ? AND thread <> '' ORDER BY match_id, room";
        self.all(sql, [Word(chat)], thread)
    }

    /// Returns some threads of matches that ended before a time, in Unix seconds.
    pub fn threads_over(&self, chat: Chat, before: i64) -> Result<Vec<ThreadAt>, StoreError> {
        let sql = "SELECT threads.* FROM threads JOIN matches ON matches.id = match_id
                   WHERE chat = ? AND thread <> '' AND ended_at < ? ORDER BY match_id, threads.room LIMIT ?";
        self.all(sql, params![Word(chat), before, CLOSED_AT_ONCE], thread)
    }

    /// Forgets the threads of a match.
    pub fn forget_threads(&self, chat: Chat, of: MatchId) -> Result<(), StoreError> {
        self.change(
            "DELETE FROM threads WHERE chat = ? AND match_id = ?",
            params![Word(chat), of],
        )?;
        Ok(())
    }

    /// Stores lines under keys, for buttons that can't hold them.
    pub fn keep_sentences(&self, some: &[(String, String)], now: i64) -> Result<(), StoreError> {
        some.iter().try_for_each(|(key, says)| self.keep_sentence(key, says, now))
    }

    /// Stores a line under a key, for a button that can't hold it.
    pub(crate) fn keep_sentence(&self, key: &str, says: &str, now: i64) -> Result<(), StoreError> {
        let sql = "INSERT INTO sentences (key, says, at) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET at = excluded.at";
        self.change(sql, params![key, says, now])?;
        Ok(())
    }

    /// Returns a line by its key.
    pub fn sentence(&self, key: &str) -> Result<Option<String>, StoreError> {
        self.one("SELECT says FROM sentences WHERE key = ?", [key], |row| row.get(0))
    }

    /// Forgets lines that no button has used since a time.
    pub fn forget_sentences(&self, before: i64) -> Result<(), StoreError> {
        self.change("DELETE FROM sentences WHERE at < ?", [before])?;
        Ok(())
    }

    /// Forgets the lines that match.
    pub fn forget_sentences_with(&self, fits: impl Fn(&str) -> bool) -> Result<(), StoreError> {
        let all = self.all("SELECT key, says FROM sentences", [], |row| {
            Ok((row.get("key")?, row.get("says")?))
        })?;
        let all: Vec<(String, String)> = all;
        for (key, _) in all.iter().filter(|it| fits(&it.1)) {
            self.change("DELETE FROM sentences WHERE key = ?", [key])?;
        }
        Ok(())
    }
}

fn thread(row: &SqlRow<'_>) -> rusqlite::Result<ThreadAt> {
    let thread: String = row.get("thread")?;
    Ok(ThreadAt {
        of: row.get("match_id")?,
        room: row.get("room")?,
        thread: Some(thread).filter(|it| !it.is_empty()),
        last: row.get("last")?,
    })
}
