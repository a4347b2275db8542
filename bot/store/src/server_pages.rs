//! Addresses where anyone can see a server's leaderboards.
use model::ids::Chat;

use super::{Room, StoreError, Tx, columns::Word};
use crate::{sql::params, tables::TableSpec};

pub(super) const SERVER_PAGES: TableSpec =
    TableSpec::new("server_pages", "chat, handle").unexported(&[("*", "places")]);

impl Tx<'_> {
    /// Returns the key of a server's page: 32 hexadecimal digits that nobody can guess.
    pub fn server_page(&self, room: &Room) -> Result<Option<String>, StoreError> {
        let sql = "SELECT key FROM server_pages WHERE chat = ? AND handle = ?";
        self.one(sql, params![Word(room.chat), room.server_key()], |row| row.get(0))
    }

    /// Gives a server a page with this key, unless it has one.
    ///
    /// # Errors
    /// If the database fails, or the key is invalid.
    pub fn open_server_page(&self, room: &Room, key: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO server_pages (chat, handle, key) VALUES (?, ?, ?)
                   ON CONFLICT (chat, handle) DO NOTHING";
        self.change(sql, params![Word(room.chat), room.server_key(), key])?;
        Ok(())
    }

    /// Deletes the page of a server; tells whether it had one.
    pub fn close_server_page(&self, room: &Room) -> Result<bool, StoreError> {
        let sql = "DELETE FROM server_pages WHERE chat = ? AND handle = ?";
        Ok(self.change(sql, params![Word(room.chat), room.server_key()])? != 0)
    }

    /// Returns a room of the server whose page has this key.
    pub fn room_of_page(&self, key: &str) -> Result<Option<Room>, StoreError> {
        let sql = "SELECT chat, handle FROM server_pages WHERE key = ?";
        let found =
            self.one(sql, [key], |row| Ok((row.get::<_, Word<Chat>>(0)?.0, row.get(1)?)))?;
        let Some((chat, handle)): Option<(Chat, String)> = found else { return Ok(None) };
        let sql =
            "SELECT id FROM rooms WHERE chat = ?1 AND (server = ?2 OR server = '' AND handle = ?2)
                   ORDER BY id LIMIT 1";
        let room = self.one(sql, params![Word(chat), handle], |row| row.get(0))?;
        room.map(|room| self.room(room)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::example::{fresh, world},
        *,
    };

    #[test]
    fn a_server_has_one_page_until_it_is_closed() {
        fresh(|tx| {
            let room = tx.room(world(tx).room).unwrap();
            let [one, other] = ["1", "2"].map(|it| it.repeat(32));
            assert_eq!(tx.server_page(&room).unwrap(), None);
            assert!(tx.attempt(|| tx.open_server_page(&room, "guess")).is_err());
            tx.open_server_page(&room, &one).unwrap();
            tx.open_server_page(&room, &other).unwrap();
            assert_eq!(tx.server_page(&room).unwrap(), Some(one.clone()));
            assert_eq!(tx.room_of_page(&one).unwrap().map(|it| it.id), Some(room.id));
            assert_eq!(tx.room_of_page(&other).unwrap(), None);
            assert!(tx.close_server_page(&room).unwrap());
            assert!(!tx.close_server_page(&room).unwrap());
            assert_eq!(tx.room_of_page(&one).unwrap(), None);
        });
    }

    #[test]
    fn the_page_of_a_server_that_moves_moves_with_it() {
        fresh(|tx| {
            let room = tx.meet_room(Chat::Matrix, "!old:x", "Room", "").unwrap();
            let key = "a".repeat(32);
            tx.open_server_page(&room, &key).unwrap();
            tx.move_server(Chat::Matrix, "!old:x", "!new:x").unwrap();
            let moved = tx.meet_room(Chat::Matrix, "!new:x", "Room", "").unwrap();
            assert_eq!(tx.server_page(&moved).unwrap(), Some(key));
        });
    }
}
