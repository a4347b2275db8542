//! Forgets a person: everything that identifies them. Other people still see that someone played,
//! and the results.
use model::ids::{ChallengeId, Chat, MatchId, OutboxId, PersonId};

use super::{
    Person, StoreError, Terms, Tx,
    challenges::terms,
    columns::{Json, Word},
    last_done::TimeMark,
    room_players::called,
    sql::params,
    tables::{self, OnErase, TableSpec},
};

/// The name of a person who deleted their data.
pub const FORMER: &str = "a former player";

impl Tx<'_> {
    /// Removes a person's name, ids and settings from their rows, one for each chat, and what they
    /// wrote from challenges. Their open challenges are withdrawn. Returns the resulting row.
    ///
    /// # Errors
    /// [`StoreError::Missing`] if there is no such person.
    pub fn erase_person(&self, id: PersonId) -> Result<Person, StoreError> {
        for (TableSpec { name: table, .. }, column) in tables::people(self.tables()) {
            let name = column.name;
            let sql = match column.erased {
                OnErase::Delete => format!("DELETE FROM {table} WHERE {name} = ?"),
                OnErase::SetNull => format!("UPDATE {table} SET {name} = NULL WHERE {name} = ?"),
                OnErase::Keep => continue,
                OnErase::Call(erase) => {
                    erase(self, id)?;
                    continue;
                }
            };
            self.change(&sql, [id])?;
        }
        self.person(id)
    }

    /// Records that someone has their data deleted now. The moment is later each time, also within
    /// one second, so that it tells each from the one before.
    pub fn note_erasure(&self, now: i64) -> Result<(), StoreError> {
        let at = self.last_erasure()?.map_or(now, |last| now.max(last + 1));
        self.set_moment(TimeMark::ERASED, at)
    }

    /// Returns when someone last had their data deleted.
    pub fn last_erasure(&self) -> Result<Option<i64>, StoreError> {
        self.moment(TimeMark::ERASED)
    }

    /// Deletes a person's ratings. Their effect on others' ratings stays.
    pub fn erase_ratings(&self, id: PersonId) -> Result<(), StoreError> {
        self.change("DELETE FROM ratings WHERE person = ?", [id])?;
        self.change("DELETE FROM curves WHERE person = ?", [id])?;
        self.change("DELETE FROM shifts WHERE person = ?", [id])?;
        Ok(())
    }

    /// Renames a room until a new message from there brings its real name.
    pub fn rename_rooms(&self, chat: Chat, from: &str, to: &str) -> Result<(), StoreError> {
        let sql = "UPDATE rooms SET name = ? WHERE chat = ? AND name = ?";
        self.change(sql, params![to, Word(chat), from])?;
        // Rooms that play are named as rooms.
        let sql = "UPDATE people SET name = ?1 WHERE room IN (SELECT id FROM rooms WHERE chat = ?2 AND name = ?3)";
        self.change(sql, params![called(chat, to), Word(chat), to])?;
        Ok(())
    }

    /// Returns the names of a chat's rooms.
    pub fn room_names(&self, chat: Chat) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT DISTINCT name FROM rooms WHERE chat = ?";
        self.all(sql, [Word(chat)], |row| row.get(0))
    }

    /// Replaces the body of an undelivered reply.
    ///
    /// # Errors
    /// [`StoreError::Forbidden`] if `body` isn't JSON.
    pub fn rewrite(&self, id: OutboxId, body: &str) -> Result<(), StoreError> {
        self.change("UPDATE outbox SET body = ? WHERE id = ?", params![body, id])?;
        Ok(())
    }

    /// Returns the terms of every challenge.
    pub fn terms_of_challenges(&self) -> Result<Vec<(ChallengeId, Terms)>, StoreError> {
        self.all("SELECT * FROM challenges", [], |row| Ok((row.get("id")?, terms(row)?)))
    }

    /// Returns the terms of every match.
    pub fn terms_of_matches(&self) -> Result<Vec<(MatchId, Terms)>, StoreError> {
        self.all("SELECT * FROM matches", [], |row| Ok((row.get("id")?, terms(row)?)))
    }

    /// Replaces texts in a challenge's options and starting position.
    pub fn reword_challenge(&self, id: ChallengeId, terms: &Terms) -> Result<(), StoreError> {
        let sql = "UPDATE challenges SET options = ?, start = ? WHERE id = ?";
        self.change(sql, params![Json(&terms.options), terms.start.as_ref().map(Json), id])?;
        Ok(())
    }

    /// Replaces texts in a match's options and starting position.
    pub fn reword_match(&self, id: MatchId, terms: &Terms) -> Result<(), StoreError> {
        let sql = "UPDATE matches SET options = ?, start = ? WHERE id = ?";
        self.change(sql, params![Json(&terms.options), terms.start.as_ref().map(Json), id])?;
        Ok(())
    }

    /// Forgets handled messages of a chat whose id contains a word, such as a person's id.
    pub fn forget_messages(&self, chat: Chat, word: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM handled WHERE chat = ? AND instr(message, ?) > 0";
        self.change(sql, params![Word(chat), word])?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            ChallengeState, StoreError,
            tests::example::{challenge, fresh, rating, world},
        },
        *,
    };

    #[test]
    fn an_erased_person_is_nobody_and_can_be_met_anew() {
        fresh(|tx| {
            let world = world(tx);
            tx.put_rating(world.ann, None, &rating(1500.0)).unwrap();
            let open = tx.add_challenge(&challenge(&world)).unwrap();
            let gone = tx.erase_person(world.ann).unwrap();
            tx.erase_ratings(world.ann).unwrap();
            assert!(gone.gone && gone.name == FORMER && gone.id == world.ann);
            assert_eq!(tx.rating(world.ann, None).unwrap(), None);
            let kept = tx.challenge(open).unwrap().unwrap();
            assert_eq!((kept.state, kept.word.as_str()), (ChallengeState::Cancelled, ""));
            assert_eq!(tx.person_by_handle(Chat::Discord, &gone.handle).unwrap(), None);
            assert_eq!(tx.people_named(Chat::Discord, FORMER).unwrap(), []);
            assert_eq!(tx.people_named(Chat::Discord, "").unwrap(), []);
            assert_ne!(tx.meet_person(Chat::Discord, "a1", "Ann").unwrap().id, world.ann);
            assert_eq!(tx.person(world.ben).unwrap().name, "Ben");
            let err = tx.erase_person(PersonId(99)).unwrap_err();
            assert!(matches!(err, StoreError::Missing { what: "person", id: 99 }), "{err}");
        });
    }

    #[test]
    fn messages_and_rooms_named_for_somebody_are_forgotten() {
        fresh(|tx| {
            tx.handle_once(Chat::Matrix, "$1/@a:x", 5).unwrap();
            tx.handle_once(Chat::Matrix, "$2", 5).unwrap();
            tx.forget_messages(Chat::Matrix, "@a:x").unwrap();
            assert!(tx.handle_once(Chat::Matrix, "$1/@a:x", 5).unwrap());
            assert!(!tx.handle_once(Chat::Matrix, "$2", 5).unwrap());
            tx.meet_room(Chat::Matrix, "r", "Ann", "").unwrap();
            tx.rename_rooms(Chat::Matrix, "Ann", "a room").unwrap();
            assert_eq!(tx.room_names(Chat::Matrix).unwrap(), ["a room"]);
        });
    }
}
