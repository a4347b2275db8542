//! People: one row for each person in each chat.
use rusqlite::{Row, named_params, params};

use super::{
    Chat, Person, PersonId, Settings, StoreError, Tx,
    columns::{Json, Word},
};

impl Tx<'_> {
    /// Returns the person with this handle, made or renamed where needed. Whoever is known in several chats is one person, called
    /// as in the chat where they were met first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn meet_person(&self, chat: Chat, handle: &str, name: &str) -> Result<Person, StoreError> {
        let sql =
            "SELECT coalesce(linked, id) FROM people WHERE chat = ? AND handle = ? AND name = ?";
        let known = self.one(sql, params![Word(chat), handle, name], |row| row.get(0))?;
        if let Some(known) = known {
            // Most of the time: nothing is written.
            return self.person(known);
        }
        let sql = "INSERT INTO people (chat, handle, name, folded) VALUES (:chat, :handle, :name, :folded)
                   ON CONFLICT (chat, handle) DO UPDATE SET name = excluded.name, folded = excluded.folded
                   RETURNING coalesce(linked, id)";
        let folded = folded(name);
        let params = named_params! { ":chat": Word(chat), ":handle": handle, ":name": name, ":folded": folded };
        let met = self.one(sql, params, |row| row.get(0))?;
        self.person(met.ok_or(StoreError::Missing { what: "person", id: 0 })?)
    }

    /// Returns a person; also by an id they had before they were linked.
    ///
    /// # Errors
    /// [`StoreError::Missing`] when there is no such person.
    pub fn person(&self, id: PersonId) -> Result<Person, StoreError> {
        let sql = "SELECT * FROM people WHERE id = (SELECT coalesce(linked, id) FROM people WHERE id = ?)";
        self.one(sql, [id], read)?.ok_or(StoreError::Missing { what: "person", id: id.0 })
    }

    /// Returns the person with this handle, if they were met.
    ///
    /// # Errors
    /// When the database fails.
    pub fn person_by_handle(&self, chat: Chat, handle: &str) -> Result<Option<Person>, StoreError> {
        let sql = "SELECT * FROM people WHERE id = (SELECT coalesce(linked, id) FROM people WHERE chat = ? AND handle = ?) AND gone = 0";
        self.one(sql, params![Word(chat), handle], read)
    }

    /// Returns the handle that a person has in a chat; nothing where they are not known there.
    ///
    /// # Errors
    /// When the database fails.
    pub fn handle_in(&self, chat: Chat, id: PersonId) -> Result<Option<String>, StoreError> {
        let sql = "SELECT handle FROM people WHERE chat = ?1 AND gone = 0
                   AND coalesce(linked, id) = (SELECT coalesce(linked, id) FROM people WHERE id = ?2)";
        self.one(sql, params![Word(chat), id], |row| row.get(0))
    }

    /// Returns everybody of this name, whatever the case of its letters; whoever was met first comes first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn people_named(&self, chat: Chat, name: &str) -> Result<Vec<Person>, StoreError> {
        let sql = "SELECT * FROM people WHERE id IN (SELECT coalesce(linked, id) FROM people WHERE chat = ? AND folded = ?) AND gone = 0
                   ORDER BY id";
        self.all(sql, params![Word(chat), folded(name)], read)
    }

    /// Returns every row that stands for a person: one for each chat in which they are known.
    ///
    /// # Errors
    /// When the database fails.
    pub fn selves(&self, id: PersonId) -> Result<Vec<Person>, StoreError> {
        self.all("SELECT * FROM people WHERE id = ?1 OR linked = ?1 ORDER BY id", [id], read)
    }

    /// Makes two people one: what `other` played, was offered and offers is from now on `main`'s. Their ratings are left for the
    /// caller to bring up to date.
    ///
    /// # Errors
    /// When the database fails.
    pub fn link(&self, main: PersonId, other: PersonId) -> Result<(), StoreError> {
        for sql in [
            "UPDATE people SET linked = ?1 WHERE id = ?2 OR linked = ?2",
            "UPDATE matches SET first = ?1 WHERE first = ?2",
            "UPDATE matches SET second = ?1 WHERE second = ?2",
            "UPDATE challenges SET made_by = ?1 WHERE made_by = ?2",
            "UPDATE challenges SET made_to = ?1 WHERE made_to = ?2",
            "UPDATE challenges SET taken = (SELECT json_group_array(iif(value = ?2, ?1, value)) FROM json_each(taken))
             WHERE EXISTS (SELECT 1 FROM json_each(taken) WHERE value = ?2)",
            "UPDATE bans SET person = ?1 WHERE person = ?2",
            "UPDATE vacations SET person = ?1 WHERE person = ?2",
            "UPDATE OR IGNORE watches SET person = ?1 WHERE person = ?2",
        ] {
            self.change(sql, [main, other])?;
        }
        // Both looked on from one room.
        self.change("DELETE FROM watches WHERE person = ?", [other])?;
        Ok(())
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

    /// Follows a clock that was put back by so many seconds: who wants no reminder until a moment after `now` wants one as much
    /// earlier.
    ///
    /// # Errors
    /// When the database fails.
    pub fn set_back_snoozes(&self, now: i64, by: i64) -> Result<(), StoreError> {
        let sql =
            "UPDATE people SET settings = json_set(settings, '$.snoozed', settings ->> 'snoozed' - ?2)
                   WHERE settings ->> 'snoozed' > ?1";
        self.change(sql, params![now, by])?;
        Ok(())
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
        gone: row.get("gone")?,
    })
}

/// Takes the differences of case out of a name. By way of the upper case, since some letters have two lower ones: `ς` and `σ`.
fn folded(name: &str) -> String {
    name.to_uppercase().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::{
        super::{Orientation, example::fresh},
        *,
    };
    use crate::time::{Nudging, Quiet, Zone};

    #[test]
    fn a_person_is_met_once_and_renamed() {
        fresh(|tx| {
            let ann = tx.meet_person(Chat::Matrix, "@a:x", "Ann").unwrap();
            let same = Person { name: "Anna".to_owned(), ..ann.clone() };
            assert_eq!(tx.meet_person(Chat::Matrix, "@a:x", "Anna").unwrap(), same);
            assert_eq!(tx.meet_person(Chat::Matrix, "@a:x", "Anna").unwrap(), same);
            assert_eq!(tx.person(ann.id).unwrap(), same);
            assert_eq!(tx.people_named(Chat::Matrix, "ann").unwrap(), []);
            assert_eq!(tx.people_named(Chat::Matrix, "anna").unwrap(), [same]);
        });
    }

    #[test]
    fn a_handle_belongs_to_one_chat() {
        fresh(|tx| {
            for chat in Chat::ALL {
                assert_eq!(tx.person_by_handle(chat, "7").unwrap(), None);
                let met = tx.meet_person(chat, "7", "Ann").unwrap();
                assert_eq!((met.chat, &*met.handle, &*met.name), (chat, "7", "Ann"));
                assert_eq!(met.settings, Settings::default());
                assert_eq!(tx.person_by_handle(chat, "7").unwrap(), Some(met.clone()));
                assert_eq!(tx.people_named(chat, "ANN").unwrap(), [met]);
            }
        });
    }

    #[test]
    fn names_are_found_whatever_their_case_and_in_the_order_of_meeting() {
        fresh(|tx| {
            let name = |handle, name| tx.meet_person(Chat::Console, handle, name).unwrap().id;
            let ids = [name("2", "ΟΔΥΣΣΕΥΣ"), name("1", "οδυσσευς")];
            name("3", "οδυσσευ");
            let found = tx.people_named(Chat::Console, "Οδυσσευσ").unwrap();
            assert_eq!(found.iter().map(|it| it.id).collect::<Vec<_>>(), ids);
        });
    }

    #[test]
    fn hostile_names_are_only_names() {
        let hostile = [
            "",
            "'); DROP TABLE people; --",
            "a\0b",
            "%",
            "_",
            "?1",
            ":name",
            "\u{202e}evil",
            "🃏",
            &"x".repeat(10_000),
        ];
        fresh(|tx| {
            for name in hostile {
                let met = tx.meet_person(Chat::Discord, name, name).unwrap();
                assert_eq!((&*met.handle, &*met.name), (name, name));
                assert_eq!(tx.people_named(Chat::Discord, name).unwrap(), [met]);
            }
        });
    }

    #[test]
    fn settings_come_back_whole_and_survive_a_new_name() {
        fresh(|tx| {
            let ann = tx.meet_person(Chat::Discord, "1", "Ann").unwrap();
            let settings = Settings {
                theme: "slate".to_owned(),
                text: true,
                orientation: Orientation::Second,
                hidden: true,
                zone: Zone::named("Europe/Berlin").unwrap(),
                quiet: Quiet::read("22-7"),
                nudging: Nudging::Every(7200),
                snoozed: 12,
            };
            tx.set_settings(ann.id, &settings).unwrap();
            assert_eq!(tx.person(ann.id).unwrap().settings, settings);
            assert_eq!(tx.meet_person(Chat::Discord, "1", "Anna").unwrap().settings, settings);
        });
    }

    #[test]
    fn linked_people_are_one_under_every_id_and_handle() {
        fresh(|tx| {
            let ann = tx.meet_person(Chat::Discord, "7", "Ann").unwrap();
            let other = tx.meet_person(Chat::Matrix, "@ann:x", "Anna").unwrap();
            tx.link(ann.id, other.id).unwrap();
            assert_eq!(tx.person(other.id).unwrap(), ann);
            assert_eq!(tx.meet_person(Chat::Matrix, "@ann:x", "Anna").unwrap(), ann);
            assert_eq!(tx.meet_person(Chat::Matrix, "@ann:x", "Annie").unwrap(), ann);
            assert_eq!(tx.person_by_handle(Chat::Matrix, "@ann:x").unwrap().as_ref(), Some(&ann));
            assert_eq!(tx.people_named(Chat::Matrix, "annie").unwrap(), std::slice::from_ref(&ann));
            for id in [ann.id, other.id] {
                assert_eq!(tx.handle_in(Chat::Discord, id).unwrap().as_deref(), Some("7"));
                assert_eq!(tx.handle_in(Chat::Matrix, id).unwrap().as_deref(), Some("@ann:x"));
                assert_eq!(tx.handle_in(Chat::Console, id).unwrap(), None);
            }
        });
    }

    #[test]
    fn nobody_is_made_up() {
        fresh(|tx| {
            let nobody = PersonId(9);
            for err in [
                tx.person(nobody).unwrap_err(),
                tx.set_settings(nobody, &Settings::default()).unwrap_err(),
            ] {
                assert!(matches!(err, StoreError::Missing { what: "person", id: 9 }), "{err}");
            }
        });
    }
}
