//! Where chats write to people, and what is there: private rooms, last boards, last menus, offers
//! of private replies.
#[cfg(test)]
mod tests;

use std::fmt;

use model::ids::{Chat, MatchId, OutboxId, PersonId, RoomId};
use serde::{Deserialize, Serialize};

use super::{
    CardAt, Room, StoreError, Tx,
    columns::{Json, Word},
    room_players::NAMELESS,
    sql::SqlRow,
};
use crate::{
    sql::{named_params, params},
    tables::{KeptCards, OnErase, OnLink, OnUnlink, PersonColumn, RowExport, TableSpec, person},
};

/// Whose row it is in one chat. When data is deleted, [`Tx::forget_places`] deletes it, and says which places the chat leaves.
const OF_ACCOUNT: PersonColumn = person("person", OnErase::Keep, OnLink::Keep, OnUnlink::Stay);

/// Finds what each account of a person has.
pub const OF_ACCOUNTS: &str = "person IN (SELECT id FROM people WHERE id = ?1 OR linked = ?1)";

pub(super) const PRIVATE_PLACES: TableSpec = TableSpec::new("private_places", "person")
    .exports(&[RowExport::new(OF_ACCOUNTS, "chat, place, declined_at")])
    .people(&[OF_ACCOUNT]);

pub(super) const MENUS: TableSpec = TableSpec::new("menus", "rowid")
    .exports(&[RowExport::new(OF_ACCOUNTS, "chat, place, thread, body")])
    .people(&[OF_ACCOUNT])
    .cards(KeptCards { key: ASKED, keep: keep_asked, find: find_asked });

const ASKED: [&str; 2] = ["asked_in", "question"];

/// Names the card of a message that asks something in a match: a question of that number.
pub fn asked_card(of: MatchId, number: usize) -> [(&'static str, i64); 2] {
    [(ASKED[0], of.0), (ASKED[1], i64::try_from(number).unwrap_or(i64::MAX))]
}

/// The message that asks something in a match.
#[derive(Serialize, Deserialize)]
struct AskedAt {
    place: String,
    message: String,
    /// Whether it still asks.
    open: bool,
}

fn keep_asked(
    tx: &Tx<'_>,
    [of, number]: [i64; 2],
    room: RoomId,
    CardAt { place, message, .. }: &CardAt,
) -> Result<(), StoreError> {
    let (place, message) = (place.clone(), message.clone());
    tx.put_asked(&tx.room(room)?, [of, number], &AskedAt { place, message, open: true })
}

fn find_asked(
    tx: &Tx<'_>,
    key: [i64; 2],
    room: RoomId,
) -> Result<Option<(String, String)>, StoreError> {
    let found = tx.asked_at(&tx.room(room)?, key)?;
    Ok(found.map(|AskedAt { place, message, .. }| (place, message)))
}

pub(super) const FETCHES: TableSpec = TableSpec::new("fetches", "reply")
    .exports(&[RowExport::new(OF_ACCOUNTS, "reply, place, message")])
    .people(&[OF_ACCOUNT]);

pub(super) const BOARDS: TableSpec = TableSpec::new("boards", "chat, message")
    .unexported(&[("*", "a message of the bot in a room, that everybody there can read")]);

/// A person's private room in a chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrivatePlace {
    /// The chat's id of the room.
    pub place: String,
    /// When the person declined to join it, in the chat's unit of time.
    pub declined_at: Option<i64>,
}

/// The message with the last board of a match in a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardMessage {
    pub of: MatchId,
    /// The chat's ids: of the room, of the place of the message there (such as a thread), and of the
    /// message.
    pub room: String,
    pub place: String,
    pub message: String,
    /// Its text; empty if the chat doesn't need it.
    pub plain: String,
    pub html: String,
    /// Whether the bot can only answer presses and commands in the room.
    pub answers_only: bool,
}

/// Where in a place a menu was shown, by the chat's ids. The database has it as a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MenuSpot {
    /// Outside threads.
    Main,
    Thread(String),
    /// In the message that asks a question of a match, by their numbers.
    Asked([i64; 2]),
    /// On a board that was edited, so that the menu in the message itself is out of date.
    Board(String),
}

impl fmt::Display for MenuSpot {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MenuSpot::Main => Ok(()),
            MenuSpot::Thread(thread) => out.write_str(thread),
            MenuSpot::Asked([of, number]) => write!(out, "asked in {of}: {number}"),
            MenuSpot::Board(message) => write!(out, "on {message}"),
        }
    }
}

/// The last menu shown in a place.
#[derive(Clone, Debug, PartialEq)]
pub struct MenuAt {
    pub place: String,
    pub spot: MenuSpot,
    /// The handle of the person it was shown to, if it was only one.
    pub only: Option<String>,
    pub body: serde_json::Value,
}

/// A message that offers a private reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FetchAt {
    pub reply: OutboxId,
    pub handle: String,
    pub place: String,
    pub message: String,
}

/// Boards, with whether the bot can only answer presses and commands in their room.
const ALL_BOARDS: &str =
    "SELECT boards.*, EXISTS (SELECT 1 FROM rooms WHERE rooms.chat = boards.chat
                      AND handle = boards.room AND answers_only = 1) AS answers_only FROM boards";

/// The row of a person in a chat, by their handle there; linked people have one in each.
const OWN_ROW: &str = "(SELECT id FROM people WHERE chat = :chat AND handle = :handle)";

impl Tx<'_> {
    /// Returns a person's private room in a chat.
    pub fn private_place(
        &self,
        chat: Chat,
        handle: &str,
    ) -> Result<Option<PrivatePlace>, StoreError> {
        let sql = format!("SELECT * FROM private_places WHERE person = {OWN_ROW}");
        self.one(&sql, named_params! { ":chat": Word(chat), ":handle": handle }, |row| {
            Ok(PrivatePlace { place: row.get("place")?, declined_at: row.get("declined_at")? })
        })
    }

    /// Returns the handle of the person whose private room this is.
    pub fn alone_in(&self, chat: Chat, place: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT handle FROM people JOIN private_places ON person = people.id
                   WHERE private_places.chat = ? AND place = ?";
        self.one(sql, params![Word(chat), place], |row| row.get(0))
    }

    /// Stores a person's private room, unless they are unknown or were forgotten.
    pub fn keep_private_place(
        &self,
        chat: Chat,
        handle: &str,
        private: &PrivatePlace,
    ) -> Result<(), StoreError> {
        if self.private_place(chat, handle)?.as_ref() == Some(private) {
            return Ok(());
        }
        let PrivatePlace { place, declined_at } = private;
        let sql = "INSERT INTO private_places (person, chat, place, declined_at)
                   SELECT id, chat, :place, :declined FROM people WHERE chat = :chat AND handle = :handle
                   ON CONFLICT (person) DO UPDATE SET place = excluded.place, declined_at = excluded.declined_at";
        let chat = Word(chat);
        self.change(
            sql,
            named_params! { ":chat": chat, ":handle": handle, ":place": place, ":declined": declined_at },
        )?;
        Ok(())
    }

    /// Stores the current board of a match in a room; earlier ones there are handed over.
    ///
    /// # Errors
    /// If the match doesn't exist.
    pub fn keep_board(&self, chat: Chat, board: &BoardMessage) -> Result<(), StoreError> {
        let BoardMessage { of, room, place, message, plain, html, answers_only: _ } = board;
        self.pass_boards(chat, *of, room)?;
        let sql = "INSERT INTO boards (chat, message, match_id, room, place, plain, html) VALUES (?, ?, ?, ?, ?, ?, ?)
                   ON CONFLICT (chat, message) DO UPDATE
                   SET passed = 0, plain = excluded.plain, html = excluded.html";
        self.change(sql, params![Word(chat), message, of, room, place, plain, html])?;
        Ok(())
    }

    /// Hands over all boards of a match in a room.
    pub fn pass_boards(&self, chat: Chat, of: MatchId, room: &str) -> Result<(), StoreError> {
        let sql = "UPDATE boards SET passed = 1 WHERE chat = ? AND match_id = ? AND room = ? AND passed = 0";
        self.change(sql, params![Word(chat), of, room])?;
        Ok(())
    }

    /// Returns the current board of a match in a room.
    pub fn standing(
        &self,
        chat: Chat,
        of: MatchId,
        room: &str,
    ) -> Result<Option<BoardMessage>, StoreError> {
        let sql =
            format!("{ALL_BOARDS} WHERE chat = ? AND match_id = ? AND room = ? AND passed = 0");
        self.one(&sql, params![Word(chat), of, room], board)
    }

    /// Returns the boards of a match, or of all, that were handed over and haven't shrunk.
    pub fn passed(&self, chat: Chat, of: Option<MatchId>) -> Result<Vec<BoardMessage>, StoreError> {
        self.all(&passed(), params![Word(chat), of], board)
    }

    /// Returns all boards of a chat.
    pub fn boards(&self, chat: Chat) -> Result<Vec<BoardMessage>, StoreError> {
        let sql = format!("{ALL_BOARDS} WHERE chat = ? ORDER BY match_id, message");
        self.all(&sql, [Word(chat)], board)
    }

    /// Returns the current or earlier board that a message is.
    pub fn board_at(&self, chat: Chat, message: &str) -> Result<Option<BoardMessage>, StoreError> {
        let sql = format!("{ALL_BOARDS} WHERE chat = ? AND message = ?");
        self.one(&sql, params![Word(chat), message], board)
    }

    /// Forgets a board that was deleted or has shrunk.
    pub fn forget_board(&self, chat: Chat, message: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM boards WHERE chat = ? AND message = ?";
        self.change(sql, params![Word(chat), message])?;
        Ok(())
    }

    /// Stores the last menu shown in a place, unless it was for an unknown person.
    pub fn keep_menu(&self, chat: Chat, menu: &MenuAt) -> Result<(), StoreError> {
        let MenuAt { place, spot, only, body } = menu;
        let sql = "INSERT INTO menus (chat, place, thread, person, body)
                   SELECT :chat, :place, :thread, own.id, :body
                   FROM (SELECT 1) AS one LEFT JOIN people own ON own.chat = :chat AND own.handle = :handle
                   WHERE :handle IS NULL OR own.id IS NOT NULL
                   ON CONFLICT (chat, place, thread, coalesce(person, 0)) DO UPDATE SET body = excluded.body";
        self.change(
            sql,
            named_params! {
                ":chat": Word(chat), ":place": place, ":thread": spot.to_string(), ":handle": only, ":body": Json(body)
            },
        )?;
        Ok(())
    }

    /// Stores the menus last shown in some places, except for a person who was just forgotten.
    pub fn keep_menus(
        &self,
        chat: Chat,
        menus: &[MenuAt],
        asked_by: Option<&str>,
    ) -> Result<(), StoreError> {
        if let Some(by) = asked_by
            && self.person_by_handle(chat, by)?.is_none()
        {
            return Ok(());
        }
        menus.iter().try_for_each(|menu| self.keep_menu(chat, menu))
    }

    fn put_asked(&self, room: &Room, key: [i64; 2], at: &AskedAt) -> Result<(), StoreError> {
        let body = serde_json::json!(at);
        let (place, spot) = (room.handle.clone(), MenuSpot::Asked(key));
        self.keep_menu(room.chat, &MenuAt { place, spot, only: None, body })
    }

    fn asked_at(&self, room: &Room, key: [i64; 2]) -> Result<Option<AskedAt>, StoreError> {
        let sql = "SELECT body FROM menus WHERE chat = ? AND place = ? AND thread = ?";
        let spot = MenuSpot::Asked(key).to_string();
        self.one(sql, params![Word(room.chat), &room.handle, spot], |row| {
            row.get(0).map(|Json(at)| at)
        })
    }

    /// Returns the numbers of the questions of a match whose messages still ask in a room.
    pub fn asked_in(&self, room: &Room, of: MatchId) -> Result<Vec<usize>, StoreError> {
        let sql = "SELECT thread, body FROM menus WHERE chat = ? AND place = ? AND thread LIKE ?
                   ORDER BY thread";
        let spot = MenuSpot::Asked([of.0, 0]).to_string();
        let begins = spot.trim_end_matches('0');
        let read = |row: &SqlRow<'_>| {
            let (thread, Json(at)): (String, Json<AskedAt>) = (row.get(0)?, row.get(1)?);
            let number = thread.strip_prefix(begins).and_then(|number| number.parse().ok());
            Ok(number.filter(|_| at.open))
        };
        let params = params![Word(room.chat), &room.handle, format!("{begins}%")];
        let found: Vec<Option<usize>> = self.all(sql, params, read)?;
        Ok(found.into_iter().flatten().collect())
    }

    /// Notes that the message of a question asks nothing any more; it is still found, to be changed.
    pub fn close_asked(&self, room: &Room, of: MatchId, number: usize) -> Result<(), StoreError> {
        let key = asked_card(of, number).map(|it| it.1);
        match self.asked_at(room, key)? {
            Some(at) => self.put_asked(room, key, &AskedAt { open: false, ..at }),
            None => Ok(()),
        }
    }

    /// Forgets the messages that asked something in matches that are over.
    pub fn forget_asked(&self, chat: Chat) -> Result<(), StoreError> {
        let sql = "DELETE FROM menus WHERE chat = ? AND thread LIKE 'asked in %' AND NOT EXISTS
                     (SELECT 1 FROM matches WHERE ended_at IS NULL AND thread LIKE 'asked in ' || id || ': %')";
        self.change(sql, [Word(chat)])?;
        Ok(())
    }

    /// Forgets a board that was deleted. Returns it if it was the standing board of a running match.
    pub fn lose_board(
        &self,
        chat: Chat,
        message: &str,
    ) -> Result<Option<BoardMessage>, StoreError> {
        let Some(board) = self.board_at(chat, message)? else { return Ok(None) };
        let stood = self.standing(chat, board.of, &board.room)?.is_some_and(|it| it == board);
        let runs = self.match_row(board.of)?.is_some_and(|it| it.end.is_none());
        self.forget_board(chat, message)?;
        Ok(Some(board).filter(|_| stood && runs))
    }

    /// Returns the last menus shown in a place: to everyone, and to one person.
    pub fn menus(
        &self,
        chat: Chat,
        place: &str,
        spot: &MenuSpot,
        handle: &str,
    ) -> Result<Vec<serde_json::Value>, StoreError> {
        let sql = format!(
            "SELECT body FROM menus WHERE chat = :chat AND place = :place AND thread = :thread
             AND (person IS NULL OR person = {OWN_ROW}) ORDER BY person NULLS FIRST"
        );
        let params = named_params! { ":chat": Word(chat), ":place": place, ":thread": spot.to_string(), ":handle": handle };
        self.all(&sql, params, |row| row.get("body").map(|Json(it)| it))
    }

    /// Stores which message offers a private reply.
    pub fn keep_fetch(&self, chat: Chat, fetch: &FetchAt) -> Result<(), StoreError> {
        let FetchAt { reply, handle, place, message } = fetch;
        let sql = "INSERT INTO fetches (reply, person, place, message)
                   SELECT :reply, id, :place, :message FROM people WHERE chat = :chat AND handle = :handle
                   ON CONFLICT (reply) DO UPDATE SET person = excluded.person, place = excluded.place, message = excluded.message";
        self.change(
            sql,
            named_params! {
                ":chat": Word(chat), ":reply": reply, ":handle": handle, ":place": place, ":message": message
            },
        )?;
        Ok(())
    }

    /// Returns the messages of a chat that offer private replies, oldest first.
    pub fn fetches(&self, chat: Chat) -> Result<Vec<FetchAt>, StoreError> {
        let sql = "SELECT fetches.*, handle FROM fetches JOIN people ON person = people.id WHERE people.chat || '' = ? ORDER BY reply";
        self.all(sql, [Word(chat)], |row| {
            Ok(FetchAt {
                reply: row.get("reply")?,
                handle: row.get("handle")?,
                place: row.get("place")?,
                message: row.get("message")?,
            })
        })
    }

    /// Forgets the offer of a private reply.
    pub fn forget_fetch(&self, reply: OutboxId) -> Result<(), StoreError> {
        self.change("DELETE FROM fetches WHERE reply = ?", [reply])?;
        Ok(())
    }
}

/// What is deleted with a person's data.
impl Tx<'_> {
    /// Forgets a person's private rooms, and everything in them. Returns the rooms.
    pub fn forget_places(&self, person: PersonId) -> Result<Vec<(Chat, String)>, StoreError> {
        let sql = "SELECT chat, place FROM private_places WHERE person = ?";
        let places: Vec<(Chat, String)> = self.all(sql, [person], |row| {
            let Word(chat) = row.get("chat")?;
            Ok((chat, row.get("place")?))
        })?;
        for (chat, place) in &places {
            for sql in [
                "DELETE FROM boards WHERE chat = ? AND place = ?",
                "DELETE FROM threads WHERE chat = ? AND room = ?",
                "DELETE FROM menus WHERE chat = ? AND place = ?",
                "DELETE FROM greetings WHERE chat = ? AND place = ?",
            ] {
                self.change(sql, params![Word(*chat), place])?;
            }
            self.forget_reading(*chat, place)?;
        }
        self.change("DELETE FROM private_places WHERE person = ?", [person])?;
        self.change("DELETE FROM menus WHERE person = ?", [person])?;
        self.change("DELETE FROM fetches WHERE person = ?", [person])?;
        Ok(places)
    }

    /// Keeps the matches of a former private room, but removes its id.
    pub fn forget_room(&self, chat: Chat, handle: &str) -> Result<(), StoreError> {
        // No chat has ids with a space.
        let sql = "UPDATE rooms SET handle = 'gone ' || id, name = ? WHERE chat = ? AND handle = ?";
        self.change(sql, params![NAMELESS, Word(chat), handle])?;
        Ok(())
    }

    /// Forgets the menus that match.
    pub fn forget_menus(
        &self,
        fits: impl Fn(&serde_json::Value) -> bool,
    ) -> Result<(), StoreError> {
        let all = self.all("SELECT rowid, body FROM menus", [], |row| {
            let Json(body) = row.get("body")?;
            Ok((row.get("rowid")?, body))
        })?;
        let all: Vec<(i64, serde_json::Value)> = all;
        for (number, _) in all.iter().filter(|it| fits(&it.1)) {
            self.change("DELETE FROM menus WHERE rowid = ?", [number])?;
        }
        Ok(())
    }
}

/// Returns the statement for the boards that another one has taken the place of.
fn passed() -> String {
    format!(
        "{ALL_BOARDS} WHERE chat = ?1 AND passed = 1 AND (match_id = ?2 OR ?2 IS NULL) ORDER BY match_id, message"
    )
}

fn board(row: &SqlRow<'_>) -> rusqlite::Result<BoardMessage> {
    Ok(BoardMessage {
        of: row.get("match_id")?,
        room: row.get("room")?,
        place: row.get("place")?,
        message: row.get("message")?,
        plain: row.get("plain")?,
        html: row.get("html")?,
        answers_only: row.get("answers_only")?,
    })
}
