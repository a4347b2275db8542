//! People: one row for each person in each chat.
#[cfg(test)]
mod tests;

use engine::mind::Level;
use model::{
    ids::{Chat, PersonId, RoomId},
    text::folded_name,
};

use super::{
    Person, Room, Settings, StoreError, Tx,
    columns::{Json, Word},
    settings::{NAME_FROM, SNOOZED},
    sql::SqlRow,
};
use crate::{
    FORMER,
    sql::{named_params, params},
    tables::{
        self, OnErase, OnLink, OnUnlink, PersonColumn, RowExport, TableSpec, person, renaming,
    },
};

// Those who are linked come after those they are linked to.
pub(super) const PEOPLE: TableSpec = TableSpec::new("people", "linked IS NOT NULL, id")
    .exports(&[RowExport::new(
        "id = ?1 OR linked = ?1",
        "chat, handle, name, settings, spoke_at, spoke_in",
    )])
    .unexported(&[
        ("id", "a number that means something inside the database alone"),
        ("folded", "the name once more, in lower case"),
        ("gone", "who is gone can't ask"),
        ("level, room", "people have none"),
        ("browser", "who knows it could try keys"),
    ])
    .people(&[person(
        "linked",
        OnErase::Call(erase_accounts),
        OnLink::Call(link_accounts),
        OnUnlink::Call(part_account),
    )]);

// Asked with every request, so without looking through everyone. In one condition with `OR`, SQLite would look through all people of
// the chat.
const HANDLE_IN: &str = "SELECT handle FROM people
     WHERE id = (SELECT coalesce(linked, id) FROM people WHERE id = ?2) AND chat = ?1 AND gone = 0
     UNION ALL SELECT handle FROM people
     WHERE linked = (SELECT coalesce(linked, id) FROM people WHERE id = ?2) AND chat = ?1 AND gone = 0";
const LAST_ROOMS: &str = "SELECT spoke_in FROM people WHERE spoke_in IS NOT NULL AND gone = 0
     AND (id = (SELECT coalesce(linked, id) FROM people WHERE id = ?1)
          OR linked = (SELECT coalesce(linked, id) FROM people WHERE id = ?1))
     ORDER BY spoke_at DESC, id";

impl Tx<'_> {
    /// Uses a chat's names for people from now on.
    pub fn name_as_in(&self, chat: Chat) {
        self.names.set(Some(chat));
    }

    /// Returns the person with this handle, creating or renaming them if needed. A linked person is
    /// one person, named in each chat by its own name.
    pub fn meet_person(&self, chat: Chat, handle: &str, name: &str) -> Result<Person, StoreError> {
        let sql = "SELECT * FROM people WHERE id = (SELECT coalesce(linked, id) FROM people WHERE chat = ? AND handle = ? AND name = ?)";
        if let Some(known) = self.one(sql, params![Word(chat), handle, name], read)? {
            // Usually nothing needs to be written.
            return self.keep_person((known.id, Some(chat)), known);
        }
        let sql = "INSERT INTO people (chat, handle, name, folded) VALUES (:chat, :handle, :name, :folded)
                   ON CONFLICT (chat, handle) DO UPDATE SET name = excluded.name, folded = excluded.folded
                   RETURNING coalesce(linked, id)";
        let folded = folded_name(name);
        let params = named_params! { ":chat": Word(chat), ":handle": handle, ":name": name, ":folded": folded };
        let met = PersonId(self.add(sql, params)?);
        self.person_in(chat, met)
    }

    /// Returns a person; also by an id from before they were linked.
    ///
    /// # Errors
    /// [`StoreError::Missing`] if there is no such person.
    pub fn person(&self, id: PersonId) -> Result<Person, StoreError> {
        let key = (id, self.names.get());
        if let Some(known) = self.read.borrow().people.get(&key) {
            return Ok(known.clone());
        }
        let sql = "SELECT * FROM people WHERE id = (SELECT coalesce(linked, id) FROM people WHERE id = ?)";
        let main = self.one(sql, [id], read)?;
        self.keep_person(key, main.ok_or(StoreError::Missing { what: "person", id: id.0 })?)
    }

    /// Names a person as a chat knows them, and keeps them for later reads.
    fn keep_person(
        &self,
        key: (PersonId, Option<Chat>),
        main: Person,
    ) -> Result<Person, StoreError> {
        let person = match key.1 {
            Some(chat) => self.as_known_in(chat, main)?,
            None => main,
        };
        self.read.borrow_mut().people.insert(key, person.clone());
        Ok(person)
    }

    /// Returns a person as a chat knows them.
    ///
    /// # Errors
    /// As [`Tx::person`].
    pub fn person_in(&self, chat: Chat, id: PersonId) -> Result<Person, StoreError> {
        let before = self.names.replace(Some(chat));
        let person = self.person(id);
        self.names.set(before);
        person
    }

    /// Gives a person their handle and name in a chat, or the name they chose for all chats;
    /// otherwise theirs stay.
    fn as_known_in(&self, chat: Chat, main: Person) -> Result<Person, StoreError> {
        let called = main.settings.get(&NAME_FROM).unwrap_or(chat);
        if main.chat == chat && main.chat == called {
            return Ok(main);
        }
        let selves = self.selves(main.id)?;
        let own = |chat| selves.iter().find(|it| it.chat == chat);
        let here = own(chat).unwrap_or(&main);
        let name = own(called).unwrap_or(here).name.clone();
        Ok(Person { name, chat: here.chat, handle: here.handle.clone(), ..main.clone() })
    }

    /// Stores when and where a person last spoke.
    pub fn note_speaking(&self, room: &Room, handle: &str, now: i64) -> Result<(), StoreError> {
        // The room is written only if it is another one: an index has it.
        let sql = "UPDATE people SET spoke_at = ? WHERE chat = ? AND handle = ? AND spoke_in = ?";
        if self.change(sql, params![now, Word(room.chat), handle, room.id])? == 0 {
            self.forget_left(room.chat, handle)?;
            let sql = "UPDATE people SET spoke_at = ?, spoke_in = ? WHERE chat = ? AND handle = ?";
            self.change(sql, params![now, room.id, Word(room.chat), handle])?;
        }
        Ok(())
    }

    /// Returns the names of everyone whose last message was in this room, oldest person first.
    pub fn heard_in(&self, room: &Room) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT name FROM people WHERE spoke_in = ? AND gone = 0 ORDER BY id";
        self.all(sql, [room.id], |row| row.get(0))
    }

    /// Returns the rooms of a person's last messages, one for each chat, newest first.
    pub fn last_rooms(&self, id: PersonId) -> Result<Vec<Room>, StoreError> {
        let rooms: Vec<RoomId> = self.all(LAST_ROOMS, [id], |row| row.get(0))?;
        rooms.into_iter().map(|room| self.room(room)).collect()
    }

    /// Returns the person with this handle, if known.
    pub fn person_by_handle(&self, chat: Chat, handle: &str) -> Result<Option<Person>, StoreError> {
        let sql = "SELECT * FROM people WHERE id = (SELECT coalesce(linked, id) FROM people WHERE chat = ? AND handle = ?) AND gone = 0";
        let found = self.one(sql, params![Word(chat), handle], read)?;
        found.map(|person| self.as_known_in(chat, person)).transpose()
    }

    /// Returns a person's handle in a chat, if they have one.
    pub fn handle_in(&self, chat: Chat, id: PersonId) -> Result<Option<String>, StoreError> {
        self.one(HANDLE_IN, params![Word(chat), id], |row| row.get(0))
    }

    /// Returns everyone with this name, ignoring case, oldest person first.
    pub fn people_named(&self, chat: Chat, name: &str) -> Result<Vec<Person>, StoreError> {
        let sql = "SELECT * FROM people WHERE id IN (SELECT coalesce(linked, id) FROM people WHERE chat = ? AND folded = ?) AND gone = 0 AND room IS NULL
                   ORDER BY id";
        let found = self.all(sql, params![Word(chat), folded_name(name)], read)?;
        found.into_iter().map(|person| self.as_known_in(chat, person)).collect()
    }

    /// Returns all rows of a person: one for each of their chats.
    pub fn selves(&self, id: PersonId) -> Result<Vec<Person>, StoreError> {
        self.all("SELECT * FROM people WHERE id = ?1 OR linked = ?1 ORDER BY id", [id], read)
    }

    /// Links two people: everything of `other` becomes `main`'s. The caller recalculates their
    /// ratings.
    pub fn link(&self, main: PersonId, other: PersonId) -> Result<(), StoreError> {
        for (TableSpec { name: table, .. }, column) in tables::people(self.tables()) {
            let name = column.name;
            let delete = format!("DELETE FROM {table} WHERE {name} = ?");
            match column.linked {
                OnLink::Rename => {
                    let sql = format!("UPDATE {table} SET {name} = ?1 WHERE {name} = ?2");
                    self.change(&sql, [main, other])?;
                }
                OnLink::RenameOnce(key) => self.rename_once(table, name, key, main, other)?,
                OnLink::Delete => drop(self.change(&delete, [other])?),
                OnLink::DeleteBoth => {
                    self.change(&delete, [main])?;
                    self.change(&delete, [other])?;
                }
                OnLink::Keep => {}
                OnLink::Call(link) => link(self, main, other)?,
            }
        }
        Ok(())
    }

    /// Gives `main` the rows that have `other` in a column. Where `main` has one with the rest of the key, that of `other` is deleted.
    pub fn rename_once(
        &self,
        table: &str,
        column: &str,
        key: &str,
        main: PersonId,
        other: PersonId,
    ) -> Result<(), StoreError> {
        self.change(&renaming(table, column, key), [main, other])?;
        self.change(&format!("DELETE FROM {table} WHERE {column} = ?"), [other])?;
        Ok(())
    }

    /// Splits a person into one for each chat: each has what belongs to rooms of its chat, and the
    /// settings and vacations of all. The caller recalculates their ratings. Returns the separated
    /// people.
    pub fn unlink(&self, main: PersonId) -> Result<Vec<Person>, StoreError> {
        let parted: Vec<Person> =
            self.selves(main)?.into_iter().filter(|it| it.id != main).collect();
        for own in &parted {
            for (spec, column) in tables::people(self.tables()) {
                self.part(spec, column, main, own)?;
            }
        }
        Ok(parted)
    }

    /// Gives an account that is separated what it gets of a table.
    fn part(
        &self,
        TableSpec { name: table, .. }: &TableSpec,
        column: &PersonColumn,
        main: PersonId,
        own: &Person,
    ) -> Result<(), StoreError> {
        let name = column.name;
        let here = "room IN (SELECT id FROM rooms WHERE chat = ?3)";
        let is_there = match column.unlinked {
            OnUnlink::WithChat => "chat = ?3".to_owned(),
            OnUnlink::WithRoom => here.to_owned(),
            OnUnlink::WithMatch => format!("match_id IN (SELECT id FROM matches WHERE {here})"),
            OnUnlink::Where(condition) => condition.replace("{here}", here),
            OnUnlink::Copy(columns) => return self.copy_rows(table, name, columns, main, own.id),
            OnUnlink::Stay => return Ok(()),
            OnUnlink::Delete => {
                self.change(&format!("DELETE FROM {table} WHERE {name} = ?"), [main])?;
                return Ok(());
            }
            OnUnlink::Call(part) => return part(self, main, own),
        };
        let sql = format!("UPDATE {table} SET {name} = ?2 WHERE {name} = ?1 AND {is_there}");
        self.change(&sql, params![main, own.id, Word(own.chat)])?;
        Ok(())
    }

    /// Gives `to` the same rows as `from`: these columns, as in [`tables::RowExport::columns`], beside the one of the person.
    pub fn copy_rows(
        &self,
        table: &str,
        column: &str,
        columns: &str,
        from: PersonId,
        to: PersonId,
    ) -> Result<(), StoreError> {
        let names = tables::names(columns).collect::<Vec<_>>().join(", ");
        let sql = format!(
            "INSERT INTO {table} ({column}, {names}) SELECT ?2, {columns} FROM {table} WHERE {column} = ?1"
        );
        self.change(&sql, [from, to])?;
        Ok(())
    }

    /// Stores a person's settings.
    ///
    /// # Errors
    /// [`StoreError::Missing`] if there is no such person.
    pub fn set_settings(&self, id: PersonId, settings: &Settings) -> Result<(), StoreError> {
        let sql = "UPDATE people SET settings = ? WHERE id = ?";
        if self.change(sql, params![Json(settings), id])? == 0 {
            return Err(StoreError::Missing { what: "person", id: id.0 });
        }
        Ok(())
    }

    /// Moves snoozes that end after `now` back by `by` seconds, because the clock was set back.
    pub fn set_back_snoozes(&self, now: i64, by: i64) -> Result<(), StoreError> {
        let sql = "SELECT id, settings FROM people
                   WHERE (settings ->> 'snoozed') IS NOT NULL AND CAST(settings ->> 'snoozed' AS BIGINT) > ?";
        let snoozing: Vec<(PersonId, Json<Settings>)> =
            self.all(sql, [now], |row| Ok((row.get(0)?, row.get(1)?)))?;
        for (id, Json(settings)) in snoozing {
            let until = settings.get(&SNOOZED) - by;
            let settings = Json(settings.with(&SNOOZED, until));
            self.change("UPDATE people SET settings = ? WHERE id = ?", params![settings, id])?;
        }
        Ok(())
    }
}

/// Takes the name, the id and the settings from all accounts of a person.
fn erase_accounts(tx: &Tx<'_>, id: PersonId) -> Result<(), StoreError> {
    // No chat has ids with a space.
    let sql = "UPDATE people SET handle = 'gone ' || id, name = :name, folded = '', settings = '{}', gone = 1,
               spoke_at = NULL, spoke_in = NULL, browser = NULL
               WHERE id = :id OR linked = :id";
    tx.change(sql, named_params! { ":name": FORMER, ":id": id })?;
    Ok(())
}

fn link_accounts(tx: &Tx<'_>, main: PersonId, other: PersonId) -> Result<(), StoreError> {
    tx.change("UPDATE people SET linked = ?1 WHERE id = ?2 OR linked = ?2", [main, other])?;
    Ok(())
}

fn part_account(tx: &Tx<'_>, main: PersonId, own: &Person) -> Result<(), StoreError> {
    let sql =
        "UPDATE people SET linked = NULL, settings = (SELECT settings FROM people WHERE id = ?1)
               WHERE id = ?2 AND chat = ?3";
    tx.change(sql, params![main, own.id, Word(own.chat)])?;
    Ok(())
}

fn read(row: &SqlRow<'_>) -> rusqlite::Result<Person> {
    Ok(Person {
        id: row.get("id")?,
        chat: row.get::<_, Word<_>>("chat")?.0,
        handle: row.get("handle")?,
        name: row.get("name")?,
        settings: row.get::<_, Json<_>>("settings")?.0,
        gone: row.get("gone")?,
        level: row.get::<_, Option<u8>>("level")?.and_then(Level::numbered),
        room: row.get("room")?,
    })
}
