//! What an adapter asks the desk besides requests: who is who, what a room chose, notes of its own.
use engine::seat::Seat;

use super::{Desk, Fault};
use crate::store::{Chat, MatchId, PersonId, RoomSettings, StoreError};

impl Desk {
    /// Returns who owes a decision in a room, by name, with the number of the match where there are several.
    ///
    /// # Errors
    /// When the store fails.
    pub fn owed(&mut self, chat: Chat, room: &str) -> Result<Vec<String>, Fault> {
        self.store.transaction(|tx| {
            let Some(room) = tx.room_by_handle(chat, room)? else { return Ok(Vec::new()) };
            let running = tx.running_in(room.id)?;
            let mut owed = Vec::new();
            for row in &running {
                for seat in Seat::BOTH.into_iter().filter(|&it| *row.waiting.get(it)) {
                    let name = tx.person(*row.seats.get(seat))?.name;
                    owed.push(match running.len() {
                        1 => name,
                        _ => format!("{name} in #{}", row.id),
                    });
                }
            }
            Ok(owed)
        })
    }

    /// Returns what a person is called.
    ///
    /// # Errors
    /// When the store fails or knows no such person.
    pub fn name_of(&mut self, person: PersonId) -> Result<String, Fault> {
        self.store.transaction(|tx| Ok(tx.person(person)?.name))
    }

    /// Returns the ids by which a chat knows people; nothing for those it does not know, or who had their data deleted.
    ///
    /// # Errors
    /// When the store fails.
    pub fn handles(
        &mut self,
        chat: Chat,
        people: &[PersonId],
    ) -> Result<Vec<Option<String>>, Fault> {
        self.store.transaction(|tx| people.iter().map(|&it| Ok(tx.handle_in(chat, it)?)).collect())
    }

    /// Returns a note that an adapter keeps for itself, such as where it put the last board of a match.
    ///
    /// # Errors
    /// When the store fails.
    pub fn note(&mut self, chat: Chat, key: &str) -> Result<Option<String>, StoreError> {
        self.store.transaction(|tx| tx.note(chat, key))
    }

    /// Keeps a note of an adapter, or strikes it out.
    ///
    /// # Errors
    /// When the store fails.
    pub fn keep(&mut self, chat: Chat, key: &str, value: Option<&str>) -> Result<(), StoreError> {
        self.store.transaction(|tx| tx.keep_note(chat, key, value))
    }

    /// Has a room go on under another id of its chat, with all that is played there. Returns the matches that run.
    ///
    /// # Errors
    /// When the store fails.
    pub fn move_room(
        &mut self,
        chat: Chat,
        old: &str,
        new: &str,
    ) -> Result<Vec<MatchId>, StoreError> {
        self.store.transaction(|tx| {
            let Some(room) = tx.move_room(chat, old, new)? else { return Ok(Vec::new()) };
            Ok(tx.running_in(room.id)?.into_iter().map(|it| it.id).collect())
        })
    }

    /// Returns what the moderators of a room chose for it; the usual where nobody has spoken there.
    ///
    /// # Errors
    /// When the store fails.
    pub fn room_settings(&mut self, chat: Chat, room: &str) -> Result<RoomSettings, StoreError> {
        let known = self.store.transaction(|tx| tx.room_by_handle(chat, room))?;
        Ok(known.map_or_else(|| RoomSettings::usual(chat), |it| it.settings))
    }
}
