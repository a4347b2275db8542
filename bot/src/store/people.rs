//! People: one row for each person in each chat.
use rusqlite::{Row, named_params, params};

use super::{
    Chat, Person, PersonId, Settings, StoreError, Tx,
    columns::{Json, Word},
};

impl Tx<'_> {
    /// Returns the person with this handle, made or renamed where needed.
    ///
    /// # Errors
    /// When the database fails.
    pub fn meet_person(&self, chat: Chat, handle: &str, name: &str) -> Result<Person, StoreError> {
        if let Some(known) = self.person_by_handle(chat, handle)?
            && known.name == name
        {
            // Most of the time: nothing is written.
            return Ok(known);
        }
        let sql = "INSERT INTO people (chat, handle, name, folded) VALUES (:chat, :handle, :name, :folded)
                   ON CONFLICT (chat, handle) DO UPDATE SET name = excluded.name, folded = excluded.folded
                   RETURNING *";
        let folded = folded(name);
        let params = named_params! { ":chat": Word(chat), ":handle": handle, ":name": name, ":folded": folded };
        self.one(sql, params, read)?.ok_or(StoreError::Missing { what: "person", id: 0 })
    }

    /// Returns a person.
    ///
    /// # Errors
    /// [`StoreError::Missing`] when there is no such person.
    pub fn person(&self, id: PersonId) -> Result<Person, StoreError> {
        self.one("SELECT * FROM people WHERE id = ?", [id], read)?
            .ok_or(StoreError::Missing { what: "person", id: id.0 })
    }

    /// Returns the person with this handle, if they were met.
    ///
    /// # Errors
    /// When the database fails.
    pub fn person_by_handle(&self, chat: Chat, handle: &str) -> Result<Option<Person>, StoreError> {
        let sql = "SELECT * FROM people WHERE chat = ? AND handle = ?";
        self.one(sql, params![Word(chat), handle], read)
    }

    /// Returns everybody of this name, whatever the case of its letters; whoever was met first comes first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn people_named(&self, chat: Chat, name: &str) -> Result<Vec<Person>, StoreError> {
        let sql = "SELECT * FROM people WHERE chat = ? AND folded = ? ORDER BY id";
        self.all(sql, params![Word(chat), folded(name)], read)
    }

    /// Keeps what a person chose for themselves.
    ///
    /// # Errors
    /// [`StoreError::Missing`] when there is no such person.
    pub fn set_settings(&self, id: PersonId, settings: &Settings) -> Result<(), StoreError> {
        let sql = "UPDATE people SET settings = ? WHERE id = ?";
        match self.change(sql, params![Json(settings), id])? {
            0 => Err(StoreError::Missing { what: "person", id: id.0 }),
            _ => Ok(()),
        }
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<Person> {
    let Word(chat) = row.get("chat")?;
    let Json(settings) = row.get("settings")?;
    Ok(Person {
        id: row.get("id")?,
        chat,
        handle: row.get("handle")?,
        name: row.get("name")?,
        settings,
    })
}

/// Takes the differences of case out of a name. By way of the upper case, since some letters have two lower ones: `ς` and `σ`.
fn folded(name: &str) -> String {
    name.to_uppercase().to_lowercase()
}
