//! The roles that servers give to the champion of a season, and who has them.
use model::ids::{Chat, PersonId, RoomId};
use store::{
    Room, StoreError, Tables, Tx,
    sql::{RowResult, SqlRow, Word, params},
    tables::{OnErase, OnLink, OnUnlink, RowExport, SchemaStep, TableSpec, person},
};

pub(crate) static TABLES: Tables = Tables {
    part: "champions",
    steps: &[SchemaStep::new(1, include_str!("tables.sql")).of_kernel(39)],
    specs: &[CHAMPIONS],
};

const CHAMPIONS: TableSpec = TableSpec::new("champions", "chat, server")
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
pub(crate) struct ChampionRole {
    /// The chat's id of the role.
    pub(crate) role: String,
    /// Where the end of a season is announced.
    pub(crate) room: RoomId,
    /// The last season that was announced, in quarters since the year 0.
    pub(crate) season: i32,
    /// When to look for a new champion.
    pub(crate) due: i64,
    /// Who has it, with their id in the chat.
    pub(crate) holder: Option<(PersonId, String)>,
}

/// Returns the role of a room's server.
pub(crate) fn champion_role(tx: &Tx<'_>, room: &Room) -> Result<Option<ChampionRole>, StoreError> {
    let sql = "SELECT * FROM champions WHERE chat = ? AND server = ?";
    tx.one(sql, params![Word(room.chat), room.server_key()], read)
}

/// Stores the role of a room's server.
///
/// # Errors
/// [`StoreError::Forbidden`] if the room or person doesn't exist.
pub(crate) fn set_champion_role(
    tx: &Tx<'_>,
    room: &Room,
    role: &ChampionRole,
) -> Result<(), StoreError> {
    let ChampionRole { role, room: announced_in, season, due, holder } = role;
    let (person, handle) = holder.clone().unzip();
    let sql = "INSERT INTO champions (chat, server, role, room, season, due, person, handle)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?)
               ON CONFLICT (chat, server) DO UPDATE SET role = excluded.role, room = excluded.room, season = excluded.season,
                   due = excluded.due, person = excluded.person, handle = excluded.handle";
    let (chat, server): (Word<Chat>, _) = (Word(room.chat), room.server_key());
    tx.change(sql, params![chat, server, role, announced_in, season, due, person, handle])?;
    Ok(())
}

/// Forgets the role of a room's server.
pub(crate) fn forget_champion_role(tx: &Tx<'_>, room: &Room) -> Result<(), StoreError> {
    let sql = "DELETE FROM champions WHERE chat = ? AND server = ?";
    tx.change(sql, params![Word(room.chat), room.server_key()])?;
    Ok(())
}

/// Returns the roles for which it is time to look for a new champion,
/// or whose holder hides their results now. Each is named by the room where it is told.
pub(crate) fn due_champions(tx: &Tx<'_>, now: i64) -> Result<Vec<RoomId>, StoreError> {
    let sql = "SELECT champions.room FROM champions LEFT JOIN people ON people.id = champions.person
               WHERE champions.due <= ? OR CAST(people.settings ->> 'hidden' AS TEXT) IN ('1', 'true')
               ORDER BY champions.chat, champions.server";
    tx.all(sql, [now], |row| row.get(0))
}

/// Returns when it is next time to do so after a moment.
pub(crate) fn next_champion(tx: &Tx<'_>, after: i64) -> Result<Option<i64>, StoreError> {
    let sql = "SELECT min(due) FROM champions WHERE due > ?";
    Ok(tx.one(sql, [after], |row| row.get(0))?.flatten())
}

/// Forgets that seasons after this one were announced, because the clock was set back.
pub(crate) fn set_back_champions(tx: &Tx<'_>, season: i32) -> Result<(), StoreError> {
    tx.change("UPDATE champions SET season = ?1, due = 0 WHERE season > ?1", [season])?;
    Ok(())
}

/// Looks at all champions again with the next tick.
pub(crate) fn check_champions(tx: &Tx<'_>) -> Result<(), StoreError> {
    tx.change("UPDATE champions SET due = 0", [])?;
    Ok(())
}

/// Returns the roles that a person has.
pub(crate) fn champion_roles_of(
    tx: &Tx<'_>,
    person: PersonId,
) -> Result<Vec<ChampionRole>, StoreError> {
    tx.all("SELECT * FROM champions WHERE person = ? ORDER BY chat, server", [person], read)
}

fn read(row: &SqlRow<'_>) -> RowResult<ChampionRole> {
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
    use store::{HIDDEN, KERNEL, Store, TableParts};

    use super::*;

    const PARTS: TableParts = &[&KERNEL, &TABLES];

    #[test]
    fn a_server_has_one_role_for_its_champion_until_it_is_turned_off() {
        let mut store = Store::trial_with(PARTS).unwrap();
        let done = store.transaction_once::<_, StoreError>(|tx| {
            let here = tx.meet_room(Chat::Discord, "r1", "games", "s1")?;
            let [ann, ben] = [("a1", "Ann"), ("b1", "Ben")]
                .map(|(handle, name)| tx.meet_person(Chat::Discord, handle, name).unwrap());
            assert_eq!(champion_role(tx, &here).unwrap(), None);
            let holder = Some((ann.id, "a1".to_owned()));
            let role =
                ChampionRole { role: "7".to_owned(), room: here.id, season: 8104, due: 50, holder };
            set_champion_role(tx, &here, &role).unwrap();
            let other = ChampionRole { role: "8".to_owned(), ..role.clone() };
            set_champion_role(tx, &here, &other).unwrap();
            assert_eq!(champion_role(tx, &here).unwrap(), Some(other.clone()));
            assert_eq!(champion_roles_of(tx, ann.id).unwrap(), vec![other.clone()]);
            assert_eq!(champion_roles_of(tx, ben.id).unwrap(), []);
            assert_eq!(due_champions(tx, 49).unwrap(), []);
            assert_eq!(due_champions(tx, 50).unwrap(), [here.id]);
            assert_eq!(
                (next_champion(tx, 49).unwrap(), next_champion(tx, 50).unwrap()),
                (Some(50), None)
            );
            // Their settings may hide them now.
            let mut settings = ann.settings.clone();
            for (hidden, due) in [(true, 1), (false, 0)] {
                settings.set(&HIDDEN, hidden);
                tx.set_settings(ann.id, &settings).unwrap();
                assert_eq!(due_champions(tx, 1).unwrap().len(), due);
            }
            set_back_champions(tx, 8104).unwrap();
            assert_eq!(due_champions(tx, 49).unwrap(), []);
            set_back_champions(tx, 8103).unwrap();
            assert_eq!(champion_role(tx, &here).unwrap().unwrap().season, 8103);
            assert_eq!(due_champions(tx, 1).unwrap().len(), 1);
            forget_champion_role(tx, &here).unwrap();
            assert_eq!(champion_role(tx, &here).unwrap(), None);
            Ok(())
        });
        done.unwrap();
    }
}
