//! Notes of the adapters.
use rusqlite::params;

use super::{Chat, StoreError, Tx, columns::Word};

impl Tx<'_> {
    /// Returns a note.
    ///
    /// # Errors
    /// If the database fails.
    pub fn note(&self, chat: Chat, key: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT value FROM notes WHERE chat = ? AND key = ?";
        self.one(sql, params![Word(chat), key], |row| row.get(0))
    }

    /// Stores a note, or deletes it.
    ///
    /// # Errors
    /// If the database fails.
    pub fn keep_note(&self, chat: Chat, key: &str, value: Option<&str>) -> Result<(), StoreError> {
        let Some(value) = value else {
            self.change("DELETE FROM notes WHERE chat = ? AND key = ?", params![Word(chat), key])?;
            return Ok(());
        };
        let sql = "INSERT INTO notes (chat, key, value) VALUES (?, ?, ?)
                   ON CONFLICT (chat, key) DO UPDATE SET value = excluded.value";
        self.change(sql, params![Word(chat), key, value])?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{super::example::fresh, *};

    #[test]
    fn a_note_is_kept_replaced_and_struck_out() {
        fresh(|tx| {
            let note = |chat| tx.note(chat, "turn/1").unwrap();
            assert_eq!(note(Chat::Discord), None);
            tx.keep_note(Chat::Discord, "turn/1", Some("a")).unwrap();
            tx.keep_note(Chat::Discord, "turn/1", Some("b")).unwrap();
            assert_eq!((note(Chat::Discord).as_deref(), note(Chat::Matrix)), (Some("b"), None));
            tx.keep_note(Chat::Discord, "turn/1", None).unwrap();
            assert_eq!(note(Chat::Discord), None);
        });
    }
}
