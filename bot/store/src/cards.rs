//! The messages that show what people can still join: challenges, leagues and what features post, one in each
//! room. They are edited when that changes.
use model::ids::{CardOf, Chat};

use super::{StoreError, Tx, columns::Word, sql::SqlRow};
use crate::{
    sql::params,
    tables::{self, PostedCards, TableSpec},
};

pub(super) const CARDS: TableSpec = TableSpec::new("cards", "challenge, room").unexported(&[(
    "*",
    "which message shows a challenge in a room, that everybody there can read",
)]);

/// Which messages list what people can join in a season.
pub const LEAGUE_CARDS: TableSpec = TableSpec::new("league_cards", "league, season, room")
    .unexported(&[("*", "which message lists a league in a room, that everybody there can read")]);

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
            CardOf::League { league, season } => {
                let Some(room) = self.room_by_handle(chat, room)? else { return Ok(()) };
                let sql = "INSERT INTO league_cards (league, season, room, place, message) VALUES (?, ?, ?, ?, ?)
                           ON CONFLICT (league, season, room) DO UPDATE SET place = excluded.place, message = excluded.message";
                self.change(sql, params![league, season, room.id, place, message])?;
            }
            CardOf::Posted { room, posted_at } => {
                if let Some(posted) = self.posted_cards() {
                    (posted.keep)(self, *room, *posted_at, card)?;
                }
            }
        }
        Ok(())
    }

    /// Returns which message is a card in a room.
    pub fn card(&self, chat: Chat, room: &str, of: CardOf) -> Result<Option<CardAt>, StoreError> {
        let read = |row: &SqlRow<'_>| {
            let (place, message) = (row.get("place")?, row.get("message")?);
            Ok(CardAt { of, room: room.to_owned(), place, message })
        };
        match of {
            CardOf::Challenge(of) => {
                let sql = "SELECT place, message FROM cards WHERE challenge = ?
                             AND room = (SELECT id FROM rooms WHERE chat = ? AND handle = ?)";
                self.one(sql, params![of, Word(chat), room], read)
            }
            CardOf::League { league, season } => {
                let sql = "SELECT place, message FROM league_cards WHERE league = ? AND season = ?
                             AND room = (SELECT id FROM rooms WHERE chat = ? AND handle = ?)";
                self.one(sql, params![league, season, Word(chat), room], read)
            }
            CardOf::Posted { room: posted_in, posted_at } => {
                let Some(posted) = self.posted_cards() else { return Ok(None) };
                let found = (posted.find)(self, posted_in, posted_at, (chat, room))?;
                let room = room.to_owned();
                Ok(found.map(|(place, message)| CardAt { of, room, place, message }))
            }
        }
    }

    fn posted_cards(&self) -> Option<PostedCards> {
        tables::specs(self.tables()).find_map(|spec| spec.posted)
    }
}
