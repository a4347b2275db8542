//! What adapters ask the service besides requests: people, room settings, their own notes.
use command::{after_move, verbs, with_number};
use engine::{chance::Dice, game::Status, seat::Seat, table::Table};
use model::ids::{Chat, MatchId, PersonId};
use store::{MatchRow, RoomSettings, StoreError, Tx};

use crate::{RequestError, Service, matches::find::table_after};

/// A match that asks a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskedIn {
    pub of: MatchId,
    /// Whether nobody else may see their choices.
    pub private: bool,
    /// When something was done in it last, in Unix seconds.
    pub since: i64,
}

/// A match that asks a person, with their seat and its position.
type AskedPosition = (AskedIn, Seat, Box<dyn Table>);

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

    /// Returns the matches in a room that ask a person.
    ///
    /// # Errors
    /// If the store fails, or a match can't be loaded.
    pub fn asked_in(
        &mut self,
        chat: Chat,
        room: &str,
        person: &str,
    ) -> Result<Vec<AskedIn>, RequestError> {
        self.store.transaction(|tx| {
            let asked = asking(tx, chat, (room, person))?.into_iter();
            Ok(asked.map(|(asked, _, _)| asked).collect())
        })
    }

    /// Returns the match that words are a move in, though they were said in a room and to nobody:
    /// the only one where the person is asked and which offers them, or else the only one where
    /// they are asked, if the words are written like a move. What must stay secret is no such
    /// move. After `play` or `move`, anything that can be done in a match is one.
    ///
    /// # Errors
    /// If the store fails, or a match can't be loaded.
    pub fn move_in(
        &mut self,
        chat: Chat,
        room: &str,
        person: &str,
        words: &str,
    ) -> Result<Option<MatchId>, RequestError> {
        let line = self.memory.commands.read(words);
        let play = line.command().map(|said| said.read::<verbs::Play>());
        let (named, words, played) = match &play {
            Some(Some(verbs::Play { of, words })) => (*of, words.as_str(), true),
            Some(None) => return Ok(None),
            None => match with_number(line.text()) {
                Ok((named, words)) => match after_move(words) {
                    Some(words) => (named, words, true),
                    None => (named, words, false),
                },
                Err(_) => return Ok(None),
            },
        };
        self.store.transaction(|tx| {
            let (mut asked, mut offering) = (Vec::new(), Vec::new());
            for (AskedIn { of, private, since: _ }, seat, mut table) in
                asking(tx, chat, (room, person))?
            {
                if private || named.is_some_and(|it| it != of) {
                    continue;
                }
                asked.push(of);
                let menu = table.menu(seat);
                let offers = menu.listed.iter().any(|it| it.eq_ignore_ascii_case(words));
                let mut reads = || table.play(seat, words, &mut Dice::thinking(0)).is_ok();
                if offers || played && reads() {
                    offering.push(of);
                }
            }
            Ok(match (&offering[..], &asked[..]) {
                ([one], _) => Some(*one),
                ([], [one]) if is_written_like_a_move(words) => Some(*one),
                _ => None,
            })
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
        Ok(known.map_or_else(|| RoomSettings::usual(chat, ""), |it| it.settings))
    }
}

/// Returns the matches in a room that ask a person.
fn asking(
    tx: &Tx<'_>,
    chat: Chat,
    (room, person): (&str, &str),
) -> Result<Vec<AskedPosition>, RequestError> {
    let room = tx.room_by_handle(chat, room)?;
    let person = tx.person_by_handle(chat, person)?;
    let (Some(room), Some(person)) = (room, person) else { return Ok(Vec::new()) };
    let mut all = Vec::new();
    for row in tx.running_in(room.id)? {
        let Some(seat) = row.seats.find(|&it| it == person.id) else { continue };
        if !*row.waiting.get(seat) {
            continue;
        }
        let table = table_after(row.terms.game, &tx.last_step(row.id)?)?;
        let Status::Waiting(prompts) = table.status() else { continue };
        let private = prompts.iter().any(|prompt| prompt.seat == seat && prompt.kind.is_private());
        all.push((AskedIn { of: row.id, private, since: row.touched_at }, seat, table));
    }
    Ok(all)
}

/// Tells whether words name squares and how a piece gets from one to the next: `b6-c5`, `b6 c5`,
/// `b6xd4xf2`.
fn is_written_like_a_move(words: &str) -> bool {
    let squares = words.split(['-', 'x', ':', ' ']).filter(|it| !it.is_empty());
    let is_square = |square: &str| {
        let mut letters = square.chars();
        letters.next().is_some_and(|it| it.is_ascii_alphabetic())
            && matches!(letters.as_str().parse::<u8>(), Ok(1..=26))
    };
    1 < squares.clone().count() && squares.clone().all(is_square)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn talk_is_not_taken_for_a_move() {
        for words in ["b6-c5", "B6xd4xf2", "a1:b2", "k10-l11", "b6 c5", "b6 - c5"] {
            assert!(is_written_like_a_move(words), "{words}");
        }
        for words in
            ["2-1", "b6", "good-bye", "a-b", "x", "-", "", "b6-", "see you b6-c5", "2 more"]
        {
            assert!(!is_written_like_a_move(words), "{words}");
        }
    }
}
