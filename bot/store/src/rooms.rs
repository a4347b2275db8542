//! Rooms: channels, rooms and threads.
use model::ids::{Chat, RoomId};

use super::{
    Room, RoomSettings, StoreError, Tx,
    columns::{Json, Word},
    room_players::called,
    sql::SqlRow,
};
use crate::{
    sql::{named_params, params},
    tables::{self, TableSpec, renaming},
};

pub(super) const ROOMS: TableSpec = TableSpec::new("rooms", "id")
    .unexported(&[("*", "places; where somebody spoke is given with the rows that name the room")]);

/// Rooms of a chat, by its ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoomsAt {
    Room(String),
    /// A room with its threads.
    Channel(String),
    /// All rooms of a server.
    Server(String),
}

impl Tx<'_> {
    /// Returns the room with this handle, creating or updating it if needed.
    pub fn meet_room(
        &self,
        chat: Chat,
        handle: &str,
        name: &str,
        server: &str,
    ) -> Result<Room, StoreError> {
        if let Some(known) = self.room_by_handle(chat, handle)?
            && known.name == name
            && known.server == server
        {
            // Usually nothing needs to be written.
            return Ok(known);
        }
        if self.room_by_handle(chat, handle)?.is_some_and(|it| it.server != server) {
            // Its matches now count on another server.
            self.forget_seasons()?;
        }
        let usual = RoomSettings::usual(chat, server);
        let sql = "INSERT INTO rooms (chat, handle, name, server, settings) VALUES (:chat, :handle, :name, :server, :settings)
                   ON CONFLICT (chat, handle) DO UPDATE SET name = excluded.name, server = excluded.server
                   RETURNING *";
        let params = named_params! { ":chat": Word(chat), ":handle": handle, ":name": name, ":server": server, ":settings": Json(&usual) };
        let met = self.one(sql, params, read)?;
        let met: Room = met.ok_or(StoreError::Missing { what: "room", id: 0 })?;
        let sql = "UPDATE people SET name = ? WHERE room = ?";
        self.change(sql, params![called(chat, name), met.id])?;
        Ok(met)
    }

    /// Returns the room with this handle, if someone has spoken there.
    pub fn room_by_handle(&self, chat: Chat, handle: &str) -> Result<Option<Room>, StoreError> {
        let known = |room: &&Room| room.chat == chat && room.handle == handle;
        if let Some(known) = self.read.borrow().rooms.values().find(known) {
            return Ok(Some(known.clone()));
        }
        let sql = "SELECT * FROM rooms WHERE chat = ? AND handle = ?";
        let room = self.one(sql, params![Word(chat), handle], read)?;
        Ok(room.inspect(|room| self.keep_room(room)))
    }

    /// Returns the rooms on the same server as a room, without it.
    pub fn rooms_beside(&self, room: &Room) -> Result<Vec<Room>, StoreError> {
        let sql = "SELECT * FROM rooms WHERE chat = ? AND server = ? AND server <> '' AND id <> ? ORDER BY id";
        self.all(sql, params![Word(room.chat), room.server, room.id], read)
    }

    /// Returns a room.
    ///
    /// # Errors
    /// [`StoreError::Missing`] if there is no such room.
    pub fn room(&self, id: RoomId) -> Result<Room, StoreError> {
        if let Some(known) = self.read.borrow().rooms.get(&id) {
            return Ok(known.clone());
        }
        let room = self.one("SELECT * FROM rooms WHERE id = ?", [id], read)?;
        let room = room.ok_or(StoreError::Missing { what: "room", id: id.0 })?;
        self.keep_room(&room);
        Ok(room)
    }

    fn keep_room(&self, room: &Room) {
        self.read.borrow_mut().rooms.insert(room.id, room.clone());
    }

    /// Moves a room to another handle, with its settings and everything played and said there;
    /// settings already chosen under the new handle stay. Returns the room after the move; none if
    /// nobody has spoken in the old one.
    pub fn move_room(&self, chat: Chat, old: &str, new: &str) -> Result<Option<Room>, StoreError> {
        let Some(from) = self.room_by_handle(chat, old)? else { return Ok(None) };
        if from.server.is_empty() {
            self.move_server(chat, old, new)?;
        }
        self.forget_seasons()?;
        let Some(to) = self.room_by_handle(chat, new)? else {
            self.change(
                "UPDATE rooms SET handle = ?, lost = NULL WHERE id = ?",
                params![new, from.id],
            )?;
            return self.room(from.id).map(Some);
        };
        // Someone has already spoken in the new one.
        for spec in tables::specs(self.tables()) {
            for (column, key) in spec.rooms {
                let TableSpec { name, .. } = spec;
                let sql = match key {
                    Some(key) => renaming(name, column, key),
                    None => format!("UPDATE {name} SET {column} = ?1 WHERE {column} = ?2"),
                };
                self.change(&sql, params![to.id, from.id])?;
            }
        }
        let mut server = self.server_settings(&to)?;
        let before = server.clone();
        let chosen = server.log.iter_mut().chain(&mut server.chronicle);
        for known in chosen.chain(&mut server.rooms).filter(|room| **room == from.id) {
            *known = to.id;
        }
        if server != before {
            self.set_server_settings(&to, &server)?;
        }
        if to.settings == RoomSettings::usual(chat, &to.server) {
            self.set_room_settings(to.id, &from.settings)?;
        }
        self.room(to.id).map(Some)
    }

    /// Tells whether the bot can only answer presses and commands in a room; not so of an unknown one.
    pub fn is_answers_only(&self, chat: Chat, room: &str) -> Result<bool, StoreError> {
        Ok(self.room_by_handle(chat, room)?.is_some_and(|it| it.answers_only))
    }

    /// Stores whether the bot can only answer presses and commands in a room.
    pub fn set_answers_only(&self, id: RoomId, answers_only: bool) -> Result<(), StoreError> {
        let sql = "UPDATE rooms SET answers_only = ? WHERE id = ?";
        self.change(sql, params![answers_only, id])?;
        Ok(())
    }

    /// Stores since when the bot can't write in a room any more, or that it can.
    pub fn set_lost(&self, id: RoomId, lost: Option<i64>) -> Result<(), StoreError> {
        self.change("UPDATE rooms SET lost = ? WHERE id = ?", params![lost, id])?;
        Ok(())
    }

    /// Returns the known rooms at a place.
    pub fn rooms_at(&self, chat: Chat, place: &RoomsAt) -> Result<Vec<Room>, StoreError> {
        let (fits, id) = match place {
            RoomsAt::Room(room) => ("handle = ?2", room),
            RoomsAt::Channel(room) => ("(handle = ?2 OR parent = ?2)", room),
            RoomsAt::Server(server) => ("server = ?2", server),
        };
        let sql = format!("SELECT * FROM rooms WHERE chat = ?1 AND {fits} ORDER BY id");
        self.all(&sql, params![Word(chat), id], read)
    }

    /// Stores which channel a room is a thread of, by the chat's id.
    pub fn set_parent(&self, id: RoomId, parent: &str) -> Result<(), StoreError> {
        let sql = "UPDATE rooms SET parent = ?1 WHERE id = ?2 AND parent <> ?1";
        self.change(sql, params![parent, id])?;
        Ok(())
    }

    /// Returns the channel that a room is a thread of, if somebody has spoken there.
    pub fn parent_of(&self, id: RoomId) -> Result<Option<RoomId>, StoreError> {
        let sql = "SELECT channels.id FROM rooms JOIN rooms channels
                     ON channels.chat = rooms.chat AND channels.server = rooms.server AND channels.handle = rooms.parent
                   WHERE rooms.id = ? AND rooms.parent <> ''";
        self.one(sql, [id], |row| row.get(0))
    }

    /// Stores the settings that a room's moderators chose.
    ///
    /// # Errors
    /// [`StoreError::Missing`] if there is no such room.
    pub fn set_room_settings(&self, id: RoomId, settings: &RoomSettings) -> Result<(), StoreError> {
        match self
            .change("UPDATE rooms SET settings = ? WHERE id = ?", params![Json(settings), id])?
        {
            0 => Err(StoreError::Missing { what: "room", id: id.0 }),
            _ => Ok(()),
        }
    }
}

fn read(row: &SqlRow<'_>) -> rusqlite::Result<Room> {
    Ok(Room {
        id: row.get("id")?,
        chat: row.get::<_, Word<_>>("chat")?.0,
        handle: row.get("handle")?,
        name: row.get("name")?,
        server: row.get("server")?,
        settings: row.get::<_, Json<_>>("settings")?.0,
        answers_only: row.get("answers_only")?,
        parent: row.get("parent")?,
        lost: row.get("lost")?,
    })
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::example::{fresh, new_match, world},
        *,
    };

    #[test]
    fn a_room_is_met_once_and_brought_up_to_date() {
        fresh(|tx| {
            let room = tx.meet_room(Chat::Discord, "1", "games", "s").unwrap();
            assert_eq!(tx.meet_room(Chat::Discord, "1", "games", "s").unwrap(), room);
            let renamed = Room { name: "play".to_owned(), ..room.clone() };
            assert_eq!(tx.meet_room(Chat::Discord, "1", "play", "s").unwrap(), renamed);
            let moved = Room { server: String::new(), ..renamed };
            assert_eq!(tx.meet_room(Chat::Discord, "1", "play", "").unwrap(), moved);
            assert_eq!(tx.room(room.id).unwrap(), moved);
            assert_ne!(tx.meet_room(Chat::Matrix, "1", "play", "").unwrap().id, room.id);
        });
    }

    #[test]
    fn what_was_chosen_for_a_room_survives_a_new_name() {
        fresh(|tx| {
            let room = tx.meet_room(Chat::Matrix, "1", "games", "").unwrap();
            assert_eq!(room.settings, RoomSettings::usual(Chat::Matrix, ""));
            let settings =
                RoomSettings { threads: false, prefix: "?".to_owned(), ..RoomSettings::default() };
            tx.set_room_settings(room.id, &settings).unwrap();
            assert_eq!(tx.meet_room(Chat::Matrix, "1", "play", "").unwrap().settings, settings);
            assert!(tx.set_room_settings(RoomId(9), &settings).is_err());
        });
    }

    #[test]
    fn a_room_moves_with_its_matches_whether_or_not_the_new_one_is_known() {
        fresh(|tx| {
            let world = world(tx);
            let old = tx.room(world.room).unwrap();
            let id = tx.add_match(&new_match(&world)).unwrap();
            let moved = tx.move_room(old.chat, &old.handle, "new").unwrap().unwrap();
            assert_eq!((moved.id, &*moved.handle), (old.id, "new"));
            let settings =
                RoomSettings { threads: true, prefix: "?".to_owned(), ..RoomSettings::default() };
            tx.set_room_settings(moved.id, &settings).unwrap();
            let known = tx.meet_room(old.chat, "newer", "games", "").unwrap();
            let moved = tx.move_room(old.chat, "new", "newer").unwrap().unwrap();
            assert_eq!((moved.id, &moved.settings), (known.id, &settings));
            assert_eq!(tx.match_row(id).unwrap().unwrap().room, known.id);
            let chosen = tx.meet_room(old.chat, "chosen", "games", "").unwrap();
            let own =
                RoomSettings { threads: false, prefix: "%".to_owned(), ..RoomSettings::default() };
            tx.set_room_settings(chosen.id, &own).unwrap();
            let moved = tx.move_room(old.chat, "newer", "chosen").unwrap().unwrap();
            assert_eq!(moved.settings, own, "what was chosen there stays");
            assert_eq!(tx.move_room(old.chat, "nowhere", "x").unwrap(), None);
        });
    }

    #[test]
    fn a_thread_knows_its_channel() {
        fresh(|tx| {
            let meet = |handle| tx.meet_room(Chat::Discord, handle, "x", "s").unwrap().id;
            let thread = meet("2");
            assert_eq!(tx.parent_of(thread).unwrap(), None);
            tx.set_parent(thread, "1").unwrap();
            assert_eq!(tx.parent_of(thread).unwrap(), None, "nobody has spoken there");
            let channel = meet("1");
            assert_eq!(tx.parent_of(thread).unwrap(), Some(channel));
            assert_eq!(tx.parent_of(channel).unwrap(), None);
        });
    }

    #[test]
    fn no_room_is_made_up() {
        let err = fresh(|tx| tx.room(RoomId(4)).unwrap_err());
        assert!(matches!(err, StoreError::Missing { what: "room", id: 4 }), "{err}");
    }
}
