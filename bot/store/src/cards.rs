//! The messages that show what people can still join: challenges, and what features post, one in each room. They are edited when that changes.
use std::collections::BTreeMap;

use model::ids::{CardOf, Chat};

use super::{StoreError, Tx, columns::Word};
use crate::{
    sql::params,
    tables::{self, KeptCards, TableSpec},
};

pub(super) const CARDS: TableSpec = TableSpec::new("cards", "challenge, room").unexported(&[(
    "*",
    "which message shows a challenge in a room, that everybody there can read",
)]);

/// The message of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardAt {
    pub of: CardOf,
    /// The chat's ids.
    pub room: String,
    pub place: String,
    pub message: String,
}

impl Tx<'_> {
    /// Stores which message is a card. A room or a challenge that has gone has none.
    pub fn keep_card(&self, chat: Chat, card: &CardAt) -> Result<(), StoreError> {
        let CardAt { of, room, place, message } = card;
        match of {
            CardOf::Challenge(of) if self.challenge(*of)?.is_some() => {
                let Some(room) = self.room_by_handle(chat, room)? else { return Ok(()) };
                let sql = "INSERT INTO cards (challenge, room, place, message) VALUES (?, ?, ?, ?)
                           ON CONFLICT (challenge, room) DO UPDATE SET place = excluded.place, message = excluded.message";
                self.change(sql, params![of, room.id, place, message])?;
            }
            CardOf::Challenge(_) => {}
            CardOf::Row(key) => {
                let Some((kept, key)) = self.kept_cards(key) else { return Ok(()) };
                let Some(room) = self.room_by_handle(chat, room)? else { return Ok(()) };
                (kept.keep)(self, key, room.id, card)?;
            }
        }
        Ok(())
    }

    /// Returns which message is a card in a room.
    pub fn card(&self, chat: Chat, room: &str, of: &CardOf) -> Result<Option<CardAt>, StoreError> {
        match of {
            CardOf::Challenge(challenge) => {
                let sql = "SELECT place, message FROM cards WHERE challenge = ?
                             AND room = (SELECT id FROM rooms WHERE chat = ? AND handle = ?)";
                self.one(sql, params![challenge, Word(chat), room], |row| {
                    let (place, message) = (row.get("place")?, row.get("message")?);
                    Ok(CardAt { of: of.clone(), room: room.to_owned(), place, message })
                })
            }
            CardOf::Row(key) => {
                let Some((kept, key)) = self.kept_cards(key) else { return Ok(None) };
                let Some(there) = self.room_by_handle(chat, room)? else { return Ok(None) };
                let found = (kept.find)(self, key, there.id)?;
                let (of, room) = (of.clone(), room.to_owned());
                Ok(found.map(|(place, message)| CardAt { of, room, place, message }))
            }
        }
    }

    /// Finds which table keeps the messages of a key, and the values of the key in the table's order.
    fn kept_cards(&self, key: &BTreeMap<String, i64>) -> Option<(KeptCards, [i64; 2])> {
        tables::specs(self.tables()).filter_map(|spec| spec.cards).find_map(|kept| {
            let [first, second] = kept.key.map(|column| key.get(column).copied());
            Some((kept, [first?, second?]))
        })
    }
}
