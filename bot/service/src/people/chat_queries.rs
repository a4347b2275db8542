//! What adapters ask the service besides requests: people, room settings, their own notes.
use engine::seat::{BySeat, Seat};
use model::ids::{Chat, MatchId, PersonId};
use store::{MatchRow, Room, RoomSettings, StoreError};

use crate::{RequestError, Service};

impl Service {
    /// Returns who has to act in a room, by name, with the match number if there are several.
    pub fn owed(&mut self, chat: Chat, room: &str) -> Result<Vec<String>, RequestError> {
        self.store.transaction(|tx| {
            let Some(room) = tx.room_by_handle(chat, room)? else { return Ok(Vec::new()) };
            tx.name_as_in(chat);
            let running = tx.running_in(room.id)?;
            let mut owed = Vec::new();
            for row in &running {
                for seat in Seat::BOTH.into_iter().filter(|&seat| *row.waiting.get(seat)) {
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

    /// Returns the people who have spoken in a room, by name, in order of their first message.
    pub fn heard_in(&mut self, chat: Chat, room: &str) -> Result<Vec<String>, StoreError> {
        self.store.transaction(|tx| match tx.room_by_handle(chat, room)? {
            Some(room) => tx.heard_in(&room),
            None => Ok(Vec::new()),
        })
    }

    /// Returns the titles of a person's running matches, those waiting for them first.
    pub fn titles(
        &mut self,
        chat: Chat,
        person: &str,
    ) -> Result<Vec<(MatchId, String)>, StoreError> {
        self.store.transaction(|tx| {
            let Some(person) = tx.person_by_handle(chat, person)? else { return Ok(Vec::new()) };
            tx.name_as_in(chat);
            let mut rows = tx.running_of(person.id)?;
            let seat_in = |row: &MatchRow| row.seats.find(|&it| it == person.id);
            rows.sort_by_key(|row| !seat_in(row).is_some_and(|seat| *row.waiting.get(seat)));
            let mut titles = Vec::new();
            for row in rows {
                let others = seat_in(&row).into_iter().flat_map(|seat| row.seats.others(seat));
                let names = others.map(|&other| Ok(tx.person(other)?.name));
                let names = names.collect::<Result<Vec<_>, StoreError>>()?.join(" and ");
                let with = if names.is_empty() { names } else { format!(" with {names}") };
                titles.push((row.id, format!("#{} {}{with}", row.id, row.terms.game)));
            }
            Ok(titles)
        })
    }

    /// Tells whether a person plays a match in a room.
    pub fn plays_in(&mut self, chat: Chat, room: &str, person: &str) -> Result<bool, StoreError> {
        self.store.transaction(|tx| {
            let room = tx.room_by_handle(chat, room)?;
            let person = tx.person_by_handle(chat, person)?;
            let (Some(room), Some(person)) = (room, person) else { return Ok(false) };
            Ok(tx.running_of(person.id)?.iter().any(|it| it.room == room.id))
        })
    }

    /// Returns a person's name in a chat.
    ///
    /// # Errors
    /// If the store fails or there is no such person.
    pub fn name_of(&mut self, chat: Chat, person: PersonId) -> Result<String, RequestError> {
        self.store.transaction(|tx| Ok(tx.person_in(chat, person)?.name))
    }

    /// Returns people's ids in a chat, leaving out unknown people and those who deleted their data.
    pub fn handles(
        &mut self,
        chat: Chat,
        people: &[PersonId],
    ) -> Result<Vec<Option<String>>, RequestError> {
        self.store.transaction(|tx| {
            people.iter().map(|&person| Ok(tx.handle_in(chat, person)?)).collect()
        })
    }

    /// Returns the name of the person with this id in a chat.
    pub fn name_by_handle(
        &mut self,
        chat: Chat,
        handle: &str,
    ) -> Result<Option<String>, StoreError> {
        self.store.transaction(|tx| Ok(tx.person_by_handle(chat, handle)?.map(|it| it.name)))
    }

    /// Tells whether a person with this id is known in a chat; not if they deleted their data and
    /// haven't returned.
    pub fn knows(&mut self, chat: Chat, handle: &str) -> Result<bool, StoreError> {
        self.store.transaction(|tx| Ok(tx.person_by_handle(chat, handle)?.is_some()))
    }

    /// Returns the running matches in some rooms of a chat, with their players.
    pub fn running_in(
        &mut self,
        chat: Chat,
        fits: impl Fn(&Room) -> bool,
    ) -> Result<Vec<(MatchId, BySeat<PersonId>)>, StoreError> {
        self.store.transaction(|tx| {
            let mut found = Vec::new();
            for row in tx.running()? {
                let away = tx.away_rooms(row.id)?.into_iter().map(|it| it.1);
                for room in [row.room].into_iter().chain(away) {
                    let room = tx.room(room)?;
                    if room.chat == chat && fits(&room) {
                        found.push((row.id, row.seats));
                        break;
                    }
                }
            }
            Ok(found)
        })
    }

    /// Gives a room a new id in its chat, with everything played there. Returns the running
    /// matches.
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

    /// Returns the settings of a room, or the defaults for an unknown room.
    pub fn room_settings(&mut self, chat: Chat, room: &str) -> Result<RoomSettings, StoreError> {
        let known = self.store.transaction(|tx| tx.room_by_handle(chat, room))?;
        Ok(known.map_or_else(|| RoomSettings::usual(chat), |it| it.settings))
    }
}
