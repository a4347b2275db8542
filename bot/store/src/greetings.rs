//! The rooms and servers that the bot has greeted.
use model::ids::Chat;

use super::{StoreError, Tx, columns::Word};
use crate::{sql::params, tables::TableSpec};

pub(super) const GREETINGS: TableSpec = TableSpec::new("greetings", "chat, place")
    .unexported(&[("*", "whether the bot greeted a room; that of a private room goes with it")]);

impl Tx<'_> {
    /// Tells whether a room or server was greeted.
    pub fn is_greeted(&self, chat: Chat, place: &str) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM greetings WHERE chat = ? AND place = ?";
        let found: Option<i64> = self.one(sql, params![Word(chat), place], |row| row.get(0))?;
        Ok(found.is_some())
    }

    /// Stores that a room or server was greeted, or forgets it.
    pub fn keep_greeting(&self, chat: Chat, place: &str, is_so: bool) -> Result<(), StoreError> {
        let sql = if is_so {
            "INSERT INTO greetings (chat, place) VALUES (?, ?) ON CONFLICT DO NOTHING"
        } else {
            "DELETE FROM greetings WHERE chat = ? AND place = ?"
        };
        self.change(sql, params![Word(chat), place])?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{super::tests::example::fresh, *};

    #[test]
    fn a_place_is_greeted_until_that_is_forgotten() {
        fresh(|tx| {
            let greeted = |chat| tx.is_greeted(chat, "1").unwrap();
            assert!(!greeted(Chat::Discord));
            for _ in 0..2 {
                tx.keep_greeting(Chat::Discord, "1", true).unwrap();
            }
            assert!(greeted(Chat::Discord) && !greeted(Chat::Matrix));
            tx.keep_greeting(Chat::Discord, "1", false).unwrap();
            assert!(!greeted(Chat::Discord));
        });
    }
}
