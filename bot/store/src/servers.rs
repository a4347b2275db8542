//! Servers: the settings for all rooms of a server, and its bans.
//!
//! A room that belongs to no server is a server of its own; see [`Room::server_key`].
use model::ids::{Chat, PersonId, RoomId};
use sha2::{Digest, Sha256};

use super::{
    Room, ServerSettings, StoreError, Tx,
    columns::{Json, Word},
};
use crate::{
    sql::{named_params, params},
    tables::{self, OnErase, OnLink, OnUnlink, RowExport, TableSpec, person, renaming},
};

pub(super) const SERVERS: TableSpec = TableSpec::new("servers", "chat, handle")
    .unexported(&[("*", "places")])
    .servers(("handle", "chat"));

// A ban outlives the deletion of a person's data.
pub(super) const BANS: TableSpec = TableSpec::new("bans", "chat, server, fingerprint")
    .exports(&[RowExport::own("chat, server, fingerprint, made_at")])
    .people(&[person("person", OnErase::Keep, OnLink::Rename, OnUnlink::WithChat)])
    .servers(("server", "chat, fingerprint"));

impl Room {
    /// Returns the key of the room's server: the chat's id of the server, or of the room if it belongs to none.
    pub fn server_key(&self) -> &str {
        if self.server.is_empty() { &self.handle } else { &self.server }
    }

    /// Tells whether two rooms are on the same server.
    pub fn is_beside(&self, other: &Room) -> bool {
        self.chat == other.chat && self.server_key() == other.server_key()
    }
}

impl Tx<'_> {
    /// Returns the settings of a room's server, or the defaults.
    pub fn server_settings(&self, room: &Room) -> Result<ServerSettings, StoreError> {
        let sql = "SELECT settings FROM servers WHERE chat = ? AND handle = ?";
        let found = self.one(sql, params![Word(room.chat), room.server_key()], |row| {
            let Json(settings) = row.get(0)?;
            Ok(settings)
        })?;
        Ok(found.unwrap_or_default())
    }

    /// Stores the settings of a room's server.
    pub fn set_server_settings(
        &self,
        room: &Room,
        settings: &ServerSettings,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO servers (chat, handle, settings) VALUES (:chat, :handle, :settings)
                   ON CONFLICT (chat, handle) DO UPDATE SET settings = excluded.settings";
        let params = named_params! { ":chat": Word(room.chat), ":handle": room.server_key(), ":settings": Json(settings) };
        self.change(sql, params)?;
        Ok(())
    }

    /// Bans a person from a room's server; repeating it does no harm.
    pub fn ban(
        &self,
        room: &Room,
        person: PersonId,
        handle: &str,
        now: i64,
    ) -> Result<(), StoreError> {
        let sql =
            "INSERT INTO bans (chat, server, fingerprint, person, made_at) VALUES (?, ?, ?, ?, ?)
                   ON CONFLICT (chat, server, fingerprint) DO NOTHING";
        let fingerprint = fingerprint(room.chat, handle);
        self.change(sql, params![Word(room.chat), room.server_key(), fingerprint, person, now])?;
        Ok(())
    }

    /// Ends a person's ban; tells whether they were banned.
    pub fn unban(&self, room: &Room, handle: &str) -> Result<bool, StoreError> {
        let sql = "DELETE FROM bans WHERE chat = ? AND server = ? AND fingerprint = ?";
        let params = params![Word(room.chat), room.server_key(), fingerprint(room.chat, handle)];
        Ok(0 < self.change(sql, params)?)
    }

    /// Tells whether a person is banned from a room's server.
    pub fn is_banned(&self, room: &Room, handle: &str) -> Result<bool, StoreError> {
        let key = (room.id, handle.to_owned());
        if let Some(known) = self.read.borrow().banned.get(&key) {
            return Ok(*known);
        }
        let sql = "SELECT 1 FROM bans WHERE chat = ? AND server = ? AND fingerprint = ?";
        let params = params![Word(room.chat), room.server_key(), fingerprint(room.chat, handle)];
        let is_banned = self.one(sql, params, |_| Ok(()))?.is_some();
        self.read.borrow_mut().banned.insert(key, is_banned);
        Ok(is_banned)
    }

    /// Returns the people banned from a room's server, oldest ban first.
    pub fn banned(&self, room: &Room) -> Result<Vec<PersonId>, StoreError> {
        let sql = "SELECT person FROM bans WHERE chat = ? AND server = ? ORDER BY made_at, person";
        self.all(sql, params![Word(room.chat), room.server_key()], |row| row.get(0))
    }

    /// Moves what is kept for a server, such as its settings and bans, to another id; settings already chosen under the new id stay.
    pub(super) fn move_server(&self, chat: Chat, old: &str, new: &str) -> Result<(), StoreError> {
        for TableSpec { name, servers, .. } in tables::specs(self.tables()) {
            let Some((column, rest)) = servers else { continue };
            let sql = format!("{} AND chat = ?3", renaming(name, column, rest));
            self.change(&sql, params![new, old, Word(chat)])?;
        }
        Ok(())
    }

    /// Returns how many matches are running in a room.
    pub fn count_running_in(&self, room: RoomId) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM matches WHERE ended_at IS NULL AND room = ?
                   AND NOT EXISTS (SELECT 1 FROM practice WHERE match_id = matches.id)";
        Ok(self.one(sql, [room], |row| row.get(0))?.unwrap_or(0))
    }

    /// Returns how many matches a person has running in the rooms of a server.
    pub fn count_running_of(&self, person: PersonId, room: &Room) -> Result<u32, StoreError> {
        let sql = "SELECT count(DISTINCT match_id) FROM seats JOIN rooms ON rooms.id = seats.room
                   WHERE ended_at IS NULL AND person = :person
                     AND NOT EXISTS (SELECT 1 FROM practice WHERE practice.match_id = seats.match_id)
                     AND rooms.chat = :chat AND coalesce(nullif(rooms.server, ''), rooms.handle) = :key";
        let params = named_params! { ":person": person, ":chat": Word(room.chat), ":key": room.server_key() };
        Ok(self.one(sql, params, |row| row.get(0))?.unwrap_or(0))
    }
}

/// Hashes a person's id in a chat, so that it can be compared but not read: a ban outlives the deletion of their data.
fn fingerprint(chat: Chat, handle: &str) -> String {
    let mut hash = Sha256::new();
    for part in ["draughtsman/ban/1", chat.name(), handle] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hex::encode(hash.finalize())
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            NewMatch,
            tests::example::{ended, fresh, new_match, touched, world},
        },
        *,
    };

    #[test]
    fn what_was_chosen_holds_for_every_room_of_the_server_and_no_other() {
        fresh(|tx| {
            let room = |handle, server| tx.meet_room(Chat::Discord, handle, "", server).unwrap();
            let (one, beside) = (room("1", "s"), room("2", "s"));
            let (alone, other) = (room("3", ""), room("4", ""));
            let settings = ServerSettings {
                rooms: vec![one.id],
                per_person: Some(3),
                per_room: None,
                trust: true,
                log: Some(one.id),
                chronicle: Some(beside.id),
            };
            tx.set_server_settings(&one, &settings).unwrap();
            assert_eq!(tx.server_settings(&beside).unwrap(), settings);
            assert_eq!(tx.server_settings(&alone).unwrap(), ServerSettings::default());
            tx.set_server_settings(&alone, &settings).unwrap();
            assert_eq!(tx.server_settings(&other).unwrap(), ServerSettings::default());
            assert!(one.is_beside(&beside) && !one.is_beside(&alone) && !alone.is_beside(&other));
        });
    }

    #[test]
    fn a_ban_holds_on_one_server_and_outlives_the_persons_data() {
        fresh(|tx| {
            let world = world(tx);
            let here = tx.room(world.room).unwrap();
            let elsewhere = tx.meet_room(Chat::Discord, "r9", "", "s9").unwrap();
            let ann = tx.person(world.ann).unwrap();
            tx.ban(&here, ann.id, &ann.handle, 5).unwrap();
            tx.ban(&here, ann.id, &ann.handle, 6).unwrap();
            assert_eq!(tx.banned(&here).unwrap(), [world.ann]);
            assert!(tx.is_banned(&here, &ann.handle).unwrap());
            assert!(!tx.is_banned(&elsewhere, &ann.handle).unwrap());
            tx.erase_person(world.ann).unwrap();
            assert!(tx.is_banned(&here, &ann.handle).unwrap());
            assert!(tx.unban(&here, &ann.handle).unwrap());
            assert!(!tx.unban(&here, &ann.handle).unwrap());
            assert!(!tx.is_banned(&here, &ann.handle).unwrap());
        });
    }

    #[test]
    fn a_server_that_goes_on_elsewhere_keeps_its_order() {
        fresh(|tx| {
            let world = world(tx);
            for (old, met) in [("!a", false), ("!b", true)] {
                let alone = tx.meet_room(Chat::Matrix, old, "", "").unwrap();
                let settings = ServerSettings { rooms: vec![alone.id], ..Default::default() };
                tx.set_server_settings(&alone, &settings).unwrap();
                tx.ban(&alone, world.ben, "@ben:x", 5).unwrap();
                let new = format!("{old}2");
                if met {
                    tx.meet_room(Chat::Matrix, &new, "", "").unwrap();
                }
                let moved = tx.move_room(Chat::Matrix, old, &new).unwrap().unwrap();
                assert_eq!(tx.server_settings(&moved).unwrap().rooms, [moved.id], "{old}");
                assert!(tx.is_banned(&moved, "@ben:x").unwrap(), "{old}");
            }
        });
    }

    #[test]
    fn running_matches_are_counted_by_room_and_by_server() {
        fresh(|tx| {
            let world = world(tx);
            let here = tx.room(world.room).unwrap();
            let beside = tx.meet_room(Chat::Discord, "r2", "", &here.server).unwrap();
            touched(tx, &new_match(&world), 10);
            let new = NewMatch { room: beside.id, ..new_match(&world) };
            touched(tx, &new, 10);
            ended(tx, touched(tx, &new_match(&world), 10), 20, true);
            assert_eq!(tx.count_running_in(here.id).unwrap(), 1);
            assert_eq!(tx.count_running_of(world.ann, &here).unwrap(), 2);
            assert_eq!(tx.count_running_of(world.ann, &beside).unwrap(), 2);
            let alone = tx.meet_room(Chat::Discord, "r3", "", "").unwrap();
            assert_eq!(tx.count_running_of(world.ann, &alone).unwrap(), 0);
        });
    }
}
