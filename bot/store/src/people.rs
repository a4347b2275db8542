//! People: one row for each person in each chat.
#[cfg(test)]
mod tests;

use engine::mind::Level;
use model::ids::{Chat, PersonId, RoomId};

use super::{
    Person, Room, Settings, StoreError, Tx,
    columns::{Json, Word},
    settings::{NAME_FROM, SNOOZED},
    sql::SqlRow,
};
use crate::sql::{named_params, params};

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
        let sql =
            "SELECT coalesce(linked, id) FROM people WHERE chat = ? AND handle = ? AND name = ?";
        let known = self.one(sql, params![Word(chat), handle, name], |row| row.get(0))?;
        if let Some(known) = known {
            // Usually nothing needs to be written.
            return self.person_in(chat, known);
        }
        let sql = "INSERT INTO people (chat, handle, name, folded) VALUES (:chat, :handle, :name, :folded)
                   ON CONFLICT (chat, handle) DO UPDATE SET name = excluded.name, folded = excluded.folded
                   RETURNING coalesce(linked, id)";
        let folded = folded(name);
        let params = named_params! { ":chat": Word(chat), ":handle": handle, ":name": name, ":folded": folded };
        let met = self.one(sql, params, |row| row.get(0))?;
        self.person_in(chat, met.ok_or(StoreError::Missing { what: "person", id: 0 })?)
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
        let main = main.ok_or(StoreError::Missing { what: "person", id: id.0 })?;
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

    /// Returns who wants to be told of what waits and hasn't spoken in any chat since `before`, with
    /// when they last did.
    pub fn absent_since(&self, before: i64) -> Result<Vec<(PersonId, i64)>, StoreError> {
        let sql = "SELECT main.id, max(own.spoke_at) FROM people main
                   JOIN people own ON own.id = main.id OR own.linked = main.id
                   WHERE json_extract(main.settings, '$.news') AND main.linked IS NULL AND main.gone = 0
                   GROUP BY main.id HAVING max(own.spoke_at) <= ? ORDER BY main.id";
        self.all(sql, [before], |row| Ok((row.get(0)?, row.get(1)?)))
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
        let found = self.all(sql, params![Word(chat), folded(name)], read)?;
        found.into_iter().map(|person| self.as_known_in(chat, person)).collect()
    }

    /// Returns all rows of a person: one for each of their chats.
    pub fn selves(&self, id: PersonId) -> Result<Vec<Person>, StoreError> {
        self.all("SELECT * FROM people WHERE id = ?1 OR linked = ?1 ORDER BY id", [id], read)
    }

    /// Links two people: everything of `other` becomes `main`'s. The caller recalculates their
    /// ratings.
    pub fn link(&self, main: PersonId, other: PersonId) -> Result<(), StoreError> {
        for sql in [
            "UPDATE people SET linked = ?1 WHERE id = ?2 OR linked = ?2",
            "UPDATE seats SET person = ?1 WHERE person = ?2",
            "UPDATE matches SET ruled_by = ?1 WHERE ruled_by = ?2",
            "UPDATE competitions SET winner = ?1 WHERE winner = ?2",
            "UPDATE challenges SET made_by = ?1 WHERE made_by = ?2",
            "UPDATE challenges SET made_to = ?1 WHERE made_to = ?2",
            "UPDATE bans SET person = ?1 WHERE person = ?2",
            "UPDATE vacations SET person = ?1 WHERE person = ?2",
            "UPDATE practice SET asked_by = ?1 WHERE asked_by = ?2",
            "UPDATE turns SET person = ?1 WHERE person = ?2",
            "UPDATE leagues SET made_by = ?1 WHERE made_by = ?2",
            "UPDATE champions SET person = ?1 WHERE person = ?2",
            "UPDATE room_sides SET begun_by = ?1 WHERE begun_by = ?2",
            "UPDATE pings SET person = ?1 WHERE person = ?2",
            "UPDATE pings SET whom = ?1 WHERE whom = ?2",
            "UPDATE handed_seats SET owner = ?1 WHERE owner = ?2",
            "UPDATE handed_seats SET holder = ?1 WHERE holder = ?2",
            "UPDATE seat_offers SET made_by = ?1 WHERE made_by = ?2",
            "UPDATE seat_offers SET made_to = ?1 WHERE made_to = ?2",
        ] {
            self.change(sql, [main, other])?;
        }
        // What was agreed between others and one of the two would have to be agreed anew.
        self.forget_substitutes(main)?;
        self.forget_substitutes(other)?;
        self.forget_codes(main)?;
        self.forget_codes(other)?;
        self.forget_questions(other)?;
        self.accepted_by_another(other, main, None)?;
        self.link_calls(main, other)?;
        for sql in [
            "UPDATE lessons SET open = 0 WHERE person = ?",
            "UPDATE puzzle_tries SET open = 0 WHERE person = ?",
            "UPDATE own_puzzles SET open = 0 WHERE person = ?",
        ] {
            self.change(sql, [other])?;
        }
        for (table, rest) in [
            ("league_players", &["league", "season"][..]),
            ("ladder_places", &["competition"]),
            ("watches", &["match_id", "room"]),
            ("orders", &["match_id", "number"]),
            ("notes", &["match_id"]),
            ("votes", &["match_id"]),
            // A lesson that both have done counts once.
            ("lessons", &["game", "lesson"]),
            ("lesson_offers", &["game"]),
            ("puzzle_tries", &["game", "puzzle"]),
            ("solvers", &[]),
            ("own_puzzles", &["match_id", "step"]),
        ] {
            self.change(&renaming(table, "person", rest), [main, other])?;
        }
        for sql in [
            // Both watched from the same room.
            "DELETE FROM watches WHERE person = ?",
            // Nobody plays against themselves, so such rows come only from a bug.
            "DELETE FROM orders WHERE person = ?",
            "DELETE FROM notes WHERE person = ?",
            // Both had voted; the vote of the account that stays counts.
            "DELETE FROM votes WHERE person = ?",
            // Both had joined; the place of the second stays empty.
            "DELETE FROM league_players WHERE person = ?",
            "DELETE FROM ladder_places WHERE person = ?",
            "DELETE FROM lessons WHERE person = ?",
            "DELETE FROM lesson_offers WHERE person = ?",
            "DELETE FROM puzzle_tries WHERE person = ?",
            "DELETE FROM solvers WHERE person = ?",
            "DELETE FROM own_puzzles WHERE person = ?",
            // An address shows the matches of one person.
            "DELETE FROM board_links WHERE person = ?",
            // Ratings are recalculated.
            "DELETE FROM ratings WHERE person = ?",
            "DELETE FROM season_ratings WHERE person = ?",
            "DELETE FROM established WHERE person = ?",
            "DELETE FROM curves WHERE person = ?",
            "DELETE FROM shifts WHERE person = ?",
        ] {
            self.change(sql, [other])?;
        }
        // Vacations can't overlap.
        let sql = "DELETE FROM vacations WHERE person = ?1 AND EXISTS (
                       SELECT 1 FROM vacations other WHERE other.person = ?1 AND other.rowid <> vacations.rowid
                       AND other.from_at <= vacations.from_at AND other.until_at >= vacations.until_at
                       AND (other.from_at, -other.until_at, other.rowid) < (vacations.from_at, -vacations.until_at, vacations.rowid))";
        self.change(sql, [main])?;
        Ok(())
    }

    /// Splits a person into one for each chat: each has what belongs to rooms of its chat, and the
    /// settings and vacations of all. The caller recalculates their ratings. Returns the separated
    /// people.
    pub fn unlink(&self, main: PersonId) -> Result<Vec<Person>, StoreError> {
        let here = "room IN (SELECT id FROM rooms WHERE chat = ?3)";
        let parted: Vec<Person> =
            self.selves(main)?.into_iter().filter(|it| it.id != main).collect();
        self.forget_codes(main)?;
        for own in &parted {
            for sql in [
                "UPDATE people SET linked = NULL, settings = (SELECT settings FROM people WHERE id = ?1)
                 WHERE id = ?2 AND chat = ?3",
                &format!("UPDATE seats SET person = ?2 WHERE person = ?1 AND {here}"),
                &format!("UPDATE matches SET ruled_by = ?2 WHERE ruled_by = ?1 AND {here}"),
                &format!("UPDATE competitions SET winner = ?2 WHERE winner = ?1 AND {here}"),
                &format!("UPDATE leagues SET made_by = ?2 WHERE made_by = ?1 AND {here}"),
                "UPDATE champions SET person = ?2 WHERE person = ?1 AND chat = ?3",
                &format!(
                    "UPDATE ladder_places SET person = ?2 WHERE person = ?1
                     AND competition IN (SELECT id FROM competitions WHERE {here})"
                ),
                &format!("UPDATE league_players SET person = ?2 WHERE person = ?1 AND {here}"),
                &format!("UPDATE challenges SET made_by = ?2 WHERE made_by = ?1 AND {here}"),
                &format!("UPDATE challenges SET made_to = ?2 WHERE made_to = ?1 AND {here}"),
                &format!("UPDATE watches SET person = ?2 WHERE person = ?1 AND {here}"),
                &format!(
                    "UPDATE practice SET asked_by = ?2
                     WHERE asked_by = ?1 AND match_id IN (SELECT id FROM matches WHERE {here})"
                ),
                &format!(
                    "UPDATE orders SET person = ?2
                     WHERE person = ?1 AND match_id IN (SELECT id FROM matches WHERE {here})"
                ),
                &format!(
                    "UPDATE turns SET person = ?2
                     WHERE person = ?1 AND match_id IN (SELECT id FROM matches WHERE {here})"
                ),
                &format!(
                    "UPDATE notes SET person = ?2
                     WHERE person = ?1 AND match_id IN (SELECT id FROM matches WHERE {here})"
                ),
                &format!("UPDATE room_sides SET begun_by = ?2 WHERE begun_by = ?1 AND {here}"),
                &format!(
                    "UPDATE votes SET person = ?2
                     WHERE person = ?1 AND EXISTS (
                         SELECT 1 FROM room_sides
                         WHERE room_sides.match_id = votes.match_id AND room_sides.seat = votes.seat AND room_sides.{here})"
                ),
                "UPDATE bans SET person = ?2 WHERE person = ?1 AND chat = ?3",
                &format!("UPDATE calls SET person = ?2 WHERE person = ?1 AND {here}"),
                &format!("UPDATE room_visits SET person = ?2 WHERE person = ?1 AND {here}"),
                &format!(
                    "UPDATE handed_seats SET owner = ?2
                     WHERE owner = ?1 AND match_id IN (SELECT id FROM matches WHERE {here})"
                ),
                &format!(
                    "UPDATE handed_seats SET holder = ?2
                     WHERE holder = ?1 AND match_id IN (SELECT id FROM matches WHERE {here})"
                ),
                &format!(
                    "UPDATE seat_offers SET made_by = ?2
                     WHERE made_by = ?1 AND match_id IN (SELECT id FROM matches WHERE {here})"
                ),
                &format!(
                    "UPDATE seat_offers SET made_to = ?2
                     WHERE made_to = ?1 AND match_id IN (SELECT id FROM matches WHERE {here})"
                ),
            ] {
                self.change(sql, params![main, own.id, Word(own.chat)])?;
            }
            self.accepted_by_another(main, own.id, Some(own.chat))?;
            let sql = "INSERT INTO vacations (person, from_at, until_at, begun)
                       SELECT ?2, from_at, until_at, begun FROM vacations WHERE person = ?1";
            self.change(sql, [main, own.id])?;
            // What was learned is known in each chat, and nobody may be disturbed more than before.
            for sql in [
                "INSERT INTO pings (person, whom, room, at)
                 SELECT ?2, whom, room, at FROM pings WHERE person = ?1",
                "INSERT INTO pings (person, whom, at)
                 SELECT person, ?2, at FROM pings WHERE whom = ?1",
                "INSERT INTO lessons (person, game, lesson, task, misses, open, at, done_at)
                 SELECT ?2, game, lesson, task, misses, 0, at, done_at FROM lessons WHERE person = ?1",
                "INSERT INTO lesson_offers (person, game, at)
                 SELECT ?2, game, at FROM lesson_offers WHERE person = ?1",
                "INSERT INTO puzzle_tries (person, game, puzzle, misses, open, at, rated, shown, solved_at, begun_at, days)
                 SELECT ?2, game, puzzle, misses, 0, at, rated, shown, solved_at, begun_at, days
                 FROM puzzle_tries WHERE person = ?1",
                "INSERT INTO solvers (person, rating, deviation, volatility, won, lost, drawn, streak, last_at, days, most_days, last_day)
                 SELECT ?2, rating, deviation, volatility, won, lost, drawn, streak, last_at, days, most_days, last_day
                 FROM solvers WHERE person = ?1",
                // The puzzles of a match go with its seat.
                "UPDATE own_puzzles SET person = ?2
                 WHERE person = ?1 AND match_id IN (SELECT match_id FROM seats WHERE person = ?2)",
            ] {
                self.change(sql, [main, own.id])?;
            }
            self.part_solved_in_rooms(main, own)?;
        }
        Ok(parted)
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
        // A champion who hides their results has no role.
        self.change("UPDATE champions SET due = 0 WHERE person = ?", [id])?;
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

/// Writes the statement that puts `?1` for `?2` into a column of a table's key, but not where a row
/// with that key exists already.
pub(super) fn renaming(table: &str, column: &str, rest: &[&str]) -> String {
    let same: String =
        rest.iter().map(|column| format!(" AND known.{column} = {table}.{column}")).collect();
    format!(
        "UPDATE {table} SET {column} = ?1 WHERE {column} = ?2
         AND NOT EXISTS (SELECT 1 FROM {table} known WHERE known.{column} = ?1{same})"
    )
}

/// Folds the case of a name, by way of upper case, because some letters have two lower-case forms:
/// `ς` and `σ`.
fn folded(name: &str) -> String {
    name.to_uppercase().to_lowercase()
}
