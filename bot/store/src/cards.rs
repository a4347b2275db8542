//! The messages that show what people can still join: challenges, leagues and puzzles of the day, one in each
//! room. They are edited when that changes.
use model::ids::{CardOf, Chat};

use super::{StoreError, Tx, columns::Word, sql::SqlRow};
use crate::{sql::params, tables::TableSpec};

pub(super) const CARDS: TableSpec = TableSpec::new("cards", "challenge, room").unexported(&[(
    "*",
    "which message shows a challenge in a room, that everybody there can read",
)]);

pub(super) const LEAGUE_CARDS: TableSpec = TableSpec::new("league_cards", "league, season, room")
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
            CardOf::Puzzle { puzzle_of, posted_at } => {
                // Somebody may have solved it before the message was known.
                let sql = "UPDATE puzzle_days SET place = ?, message = ?,
                                  show_at = CASE WHEN solved = 1 THEN coalesce(show_at, at) ELSE show_at END
                           WHERE room = ? AND at = ?";
                self.change(sql, params![place, message, puzzle_of, posted_at])?;
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
            CardOf::Puzzle { puzzle_of, posted_at } => {
                let sql = "SELECT place, message FROM puzzle_days WHERE room = ? AND at = ? AND message IS NOT NULL
                             AND room = (SELECT id FROM rooms WHERE chat = ? AND handle = ?)";
                self.one(sql, params![puzzle_of, posted_at, Word(chat), room], read)
            }
        }
    }
}
