//! The roles that servers give to the champion of a season, and who has them.
use model::ids::{Chat, PersonId, RoomId};

use super::{Room, StoreError, Tx, columns::Word, sql::SqlRow};
use crate::{
    sql::params,
    tables::{OnErase, OnLink, OnUnlink, RowExport, TableSpec, person},
};

pub(super) const CHAMPIONS: TableSpec = TableSpec::new("champions", "chat, server")
    .exports(&[RowExport::own("chat, server, role, room, season, due, handle")])
    .people(&[person(
        "person",
        OnErase::Call(|tx, id| {
            let sql = "UPDATE champions SET person = NULL, handle = NULL WHERE person = ?";
            tx.change(sql, [id]).map(drop)
        }),
        OnLink::Rename,
        OnUnlink::WithChat,
    )]);

/// The role that a server gives to its champion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChampionRole {
    /// The chat's id of the role.
    pub role: String,
    /// Where the end of a season is announced.
    pub room: RoomId,
    /// The last season that was announced, in quarters since the year 0.
    pub season: i32,
    /// When to look for a new champion.
    pub due: i64,
    /// Who has it, with their id in the chat.
    pub holder: Option<(PersonId, String)>,
}

impl Tx<'_> {
    /// Returns the role of a room's server.
    pub fn champion_role(&self, room: &Room) -> Result<Option<ChampionRole>, StoreError> {
        let sql = "SELECT * FROM champions WHERE chat = ? AND server = ?";
        self.one(sql, params![Word(room.chat), room.server_key()], read)
    }

    /// Stores the role of a room's server.
    ///
    /// # Errors
    /// [`StoreError::Forbidden`] if the room or person doesn't exist.
    pub fn set_champion_role(&self, room: &Room, role: &ChampionRole) -> Result<(), StoreError> {
        let ChampionRole { role, room: announced_in, season, due, holder } = role;
        let (person, handle) = holder.clone().unzip();
        let sql = "INSERT INTO champions (chat, server, role, room, season, due, person, handle)
                   VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                   ON CONFLICT (chat, server) DO UPDATE SET role = excluded.role, room = excluded.room, season = excluded.season,
                       due = excluded.due, person = excluded.person, handle = excluded.handle";
        let (chat, server): (Word<Chat>, _) = (Word(room.chat), room.server_key());
        self.change(sql, params![chat, server, role, announced_in, season, due, person, handle])?;
        Ok(())
    }

    /// Forgets the role of a room's server.
    pub fn forget_champion_role(&self, room: &Room) -> Result<(), StoreError> {
        let sql = "DELETE FROM champions WHERE chat = ? AND server = ?";
        self.change(sql, params![Word(room.chat), room.server_key()])?;
        Ok(())
    }

    /// Returns the roles for which it is time to look for a new champion.
    /// Each is named by the room where it is told.
    pub fn due_champions(&self, now: i64) -> Result<Vec<RoomId>, StoreError> {
        let sql = "SELECT room FROM champions WHERE due <= ? ORDER BY chat, server";
        self.all(sql, [now], |row| row.get(0))
    }

    /// Returns when it is next time to do so after a moment.
    pub fn next_champion(&self, after: i64) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT min(due) FROM champions WHERE due > ?";
        Ok(self.one(sql, [after], |row| row.get(0))?.flatten())
    }

    /// Forgets that seasons after this one were announced, because the clock was set back.
    pub fn set_back_champions(&self, season: i32) -> Result<(), StoreError> {
        self.change("UPDATE champions SET season = ?1, due = 0 WHERE season > ?1", [season])?;
        Ok(())
    }

    /// Looks at all champions again with the next tick.
    pub fn check_champions(&self) -> Result<(), StoreError> {
        self.change("UPDATE champions SET due = 0", [])?;
        Ok(())
    }

    /// Returns the roles that a person has.
    pub fn champion_roles_of(&self, person: PersonId) -> Result<Vec<ChampionRole>, StoreError> {
        self.all("SELECT * FROM champions WHERE person = ? ORDER BY chat, server", [person], read)
    }
}

fn read(row: &SqlRow<'_>) -> rusqlite::Result<ChampionRole> {
    let (person, handle): (Option<PersonId>, Option<String>) =
        (row.get("person")?, row.get("handle")?);
    Ok(ChampionRole {
        role: row.get("role")?,
        room: row.get("room")?,
        season: row.get("season")?,
        due: row.get("due")?,
        holder: person.zip(handle),
    })
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            Settings,
            tests::example::{fresh, world},
        },
        *,
    };

    #[test]
    fn a_server_has_one_role_for_its_champion_until_it_is_turned_off() {
        fresh(|tx| {
            let world = world(tx);
            let here = tx.room(world.room).unwrap();
            assert_eq!(tx.champion_role(&here).unwrap(), None);
            let holder = Some((world.ann, "a1".to_owned()));
            let role =
                ChampionRole { role: "7".to_owned(), room: here.id, season: 8104, due: 50, holder };
            tx.set_champion_role(&here, &role).unwrap();
            let other = ChampionRole { role: "8".to_owned(), ..role.clone() };
            tx.set_champion_role(&here, &other).unwrap();
            assert_eq!(tx.champion_role(&here).unwrap(), Some(other.clone()));
            assert_eq!(tx.champion_roles_of(world.ann).unwrap(), vec![other.clone()]);
            assert_eq!(tx.champion_roles_of(world.ben).unwrap(), []);
            assert_eq!(tx.due_champions(49).unwrap(), []);
            assert_eq!(tx.due_champions(50).unwrap(), [here.id]);
            assert_eq!(
                (tx.next_champion(49).unwrap(), tx.next_champion(50).unwrap()),
                (Some(50), None)
            );
            tx.set_back_champions(8104).unwrap();
            assert_eq!(tx.due_champions(49).unwrap(), []);
            tx.set_back_champions(8103).unwrap();
            assert_eq!(tx.champion_role(&here).unwrap().unwrap().season, 8103);
            // Their settings may hide them now.
            tx.set_settings(world.ann, &Settings::default()).unwrap();
            assert_eq!(tx.due_champions(1).unwrap().len(), 1);
            tx.forget_champion_role(&here).unwrap();
            assert_eq!(tx.champion_role(&here).unwrap(), None);
        });
    }
}
