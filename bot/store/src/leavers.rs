//! Who left a server, until they speak there again.
use std::collections::HashSet;

use model::ids::{Chat, PersonId};

use super::{StoreError, Tx, columns::Word};
use crate::{
    sql::params,
    tables::{OnErase, OnLink, OnUnlink, RowExport, TableSpec, person},
};

pub(super) const LEAVERS: TableSpec = TableSpec::new("leavers", "chat, server, person")
    .exports(&[RowExport::own("chat, server, left_at")])
    .people(&[person(
        "person",
        OnErase::Delete,
        OnLink::RenameOnce("chat, server"),
        OnUnlink::WithChat,
    )])
    .servers(("server", "chat, person"));

/// A person has come back if they spoke on the server after they left.
const IS_BACK: &str = "EXISTS (SELECT 1 FROM people JOIN rooms ON rooms.id = people.spoke_in
     WHERE (people.id = leavers.person OR people.linked = leavers.person) AND people.chat || '' = leavers.chat
       AND coalesce(nullif(rooms.server, ''), rooms.handle) = leavers.server AND left_at < people.spoke_at)";

impl Tx<'_> {
    /// Stores that a person left a server; see [`super::Room::server_key`].
    pub fn note_left(
        &self,
        chat: Chat,
        server: &str,
        person: PersonId,
        now: i64,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO leavers (chat, server, person, left_at) VALUES (?, ?, ?, ?)
                   ON CONFLICT (chat, server, person) DO UPDATE SET left_at = excluded.left_at";
        self.change(sql, params![Word(chat), server, person, now])?;
        Ok(())
    }

    /// Forgets that a person left a server.
    pub fn is_back(&self, chat: Chat, server: &str, person: PersonId) -> Result<(), StoreError> {
        let sql = "DELETE FROM leavers WHERE chat = ? AND server = ? AND person = ?";
        self.change(sql, params![Word(chat), server, person])?;
        Ok(())
    }

    /// Forgets that the person with this handle left the servers where they have spoken since: before they speak elsewhere.
    pub(crate) fn forget_left(&self, chat: Chat, handle: &str) -> Result<(), StoreError> {
        let sql = format!(
            "DELETE FROM leavers WHERE person = (SELECT coalesce(linked, id) FROM people WHERE chat = ?1 AND handle = ?2)
               AND chat = ?1 AND {IS_BACK}"
        );
        self.change(&sql, params![Word(chat), handle])?;
        Ok(())
    }

    /// Returns who left the server of a room and hasn't come back, as far as is known.
    pub fn leavers(&self, chat: Chat, server: &str) -> Result<HashSet<PersonId>, StoreError> {
        let sql =
            format!("SELECT person FROM leavers WHERE chat = ? AND server = ? AND NOT {IS_BACK}");
        let found = self.all(&sql, params![Word(chat), server], |row| row.get(0))?;
        Ok(found.into_iter().collect())
    }

    /// Returns who isn't listed on the server of a room: who hides their results, and who left.
    pub fn unlisted(&self, chat: Chat, server: &str) -> Result<HashSet<PersonId>, StoreError> {
        let mut all = self.hidden()?;
        all.extend(self.leavers(chat, server)?);
        Ok(all)
    }

    /// Returns some pairs of a server and a person who has finished a rated match there, in order, behind one of them.
    pub fn rated_on_servers(
        &self,
        chat: Chat,
        (server, person): &(String, PersonId),
        most: usize,
    ) -> Result<Vec<(String, PersonId)>, StoreError> {
        let sql = "SELECT DISTINCT rooms.server, seats.person FROM seats JOIN rooms ON rooms.id = seats.room
                   WHERE seats.counted = 1 AND rooms.chat = ?1 AND rooms.server <> '' AND rooms.answers_only = 0
                     AND (?2 < rooms.server OR ?2 = rooms.server AND ?3 < seats.person)
                   ORDER BY rooms.server, seats.person LIMIT ?4";
        let params = params![Word(chat), server, person, most];
        self.all(sql, params, |row| Ok((row.get(0)?, row.get(1)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::example::{fresh, world};

    #[test]
    fn who_left_is_unlisted_until_they_speak_there_again() {
        fresh(|tx| {
            let world = world(tx);
            let room = tx.room(world.room).unwrap();
            let beside = tx.meet_room(room.chat, "beside", "beside", &room.server).unwrap();
            let far = tx.meet_room(room.chat, "far", "far", "elsewhere").unwrap();
            let handle = tx.person(world.ann).unwrap().handle;
            let left = || tx.leavers(room.chat, room.server_key()).unwrap();
            tx.note_speaking(&room, &handle, 5).unwrap();
            tx.note_left(room.chat, room.server_key(), world.ann, 10).unwrap();
            assert_eq!(left(), HashSet::from([world.ann]));
            assert!(tx.unlisted(room.chat, room.server_key()).unwrap().contains(&world.ann));
            assert_eq!(tx.leavers(far.chat, far.server_key()).unwrap(), HashSet::new());
            tx.note_speaking(&far, &handle, 20).unwrap();
            assert_eq!(left().len(), 1, "they spoke elsewhere");
            tx.note_speaking(&beside, &handle, 30).unwrap();
            assert_eq!(left().len(), 0);
            tx.note_speaking(&far, &handle, 40).unwrap();
            assert_eq!(left().len(), 0, "it is remembered that they came back");
            tx.note_left(room.chat, room.server_key(), world.ann, 50).unwrap();
            tx.is_back(room.chat, room.server_key(), world.ann).unwrap();
            assert_eq!(left().len(), 0);
        });
    }
}
