//! Where chats write to people, and what is there: private rooms, last boards, last menus, offers
//! of private replies.
use rusqlite::{Row, named_params, params};

use super::{
    Chat, MatchId, OutboxId, PersonId, StoreError, Tx,
    columns::{Json, Word},
};

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
pub struct BoardAt {
    pub of: MatchId,
    /// The chat's ids: of the room, of the place of the message there (such as a thread), and of the
    /// message.
    pub room: String,
    pub place: String,
    pub message: String,
    /// Its text; empty if the chat doesn't need it.
    pub plain: String,
    pub html: String,
}

/// The last menu shown in a place.
#[derive(Clone, Debug, PartialEq)]
pub struct MenuAt {
    pub place: String,
    /// Empty outside threads.
    pub thread: String,
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

/// The row of a person in a chat, by their handle there; linked people have one in each.
const OWN_ROW: &str = "(SELECT id FROM people WHERE chat = :chat AND handle = :handle)";

impl Tx<'_> {
    /// Returns a person's private room in a chat.
    ///
    /// # Errors
    /// If the database fails.
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
    ///
    /// # Errors
    /// If the database fails.
    pub fn alone_in(&self, chat: Chat, place: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT handle FROM people JOIN private_places ON person = people.id
                   WHERE private_places.chat = ? AND place = ?";
        self.one(sql, params![Word(chat), place], |row| row.get(0))
    }

    /// Stores a person's private room, unless they are unknown or were forgotten.
    ///
    /// # Errors
    /// If the database fails.
    pub fn keep_private_place(
        &self,
        chat: Chat,
        handle: &str,
        it: &PrivatePlace,
    ) -> Result<(), StoreError> {
        let PrivatePlace { place, declined_at } = it;
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
    pub fn keep_board(&self, chat: Chat, it: &BoardAt) -> Result<(), StoreError> {
        let BoardAt { of, room, place, message, plain, html } = it;
        self.pass_boards(chat, *of, room)?;
        let sql = "INSERT INTO boards (chat, message, match_id, room, place, plain, html) VALUES (?, ?, ?, ?, ?, ?, ?)
                   ON CONFLICT (chat, message) DO UPDATE
                   SET passed = 0, plain = excluded.plain, html = excluded.html";
        self.change(sql, params![Word(chat), message, of, room, place, plain, html])?;
        Ok(())
    }

    /// Hands over all boards of a match in a room.
    ///
    /// # Errors
    /// If the database fails.
    pub fn pass_boards(&self, chat: Chat, of: MatchId, room: &str) -> Result<(), StoreError> {
        let sql = "UPDATE boards SET passed = 1 WHERE chat = ? AND match_id = ? AND room = ? AND passed = 0";
        self.change(sql, params![Word(chat), of, room])?;
        Ok(())
    }

    /// Returns the current board of a match in a room.
    ///
    /// # Errors
    /// If the database fails.
    pub fn standing(
        &self,
        chat: Chat,
        of: MatchId,
        room: &str,
    ) -> Result<Option<BoardAt>, StoreError> {
        let sql =
            "SELECT * FROM boards WHERE chat = ? AND match_id = ? AND room = ? AND passed = 0";
        self.one(sql, params![Word(chat), of, room], board)
    }

    /// Returns the boards of a match, or of all, that were handed over and haven't shrunk.
    ///
    /// # Errors
    /// If the database fails.
    pub fn passed(&self, chat: Chat, of: Option<MatchId>) -> Result<Vec<BoardAt>, StoreError> {
        let sql = "SELECT * FROM boards WHERE chat = ?1 AND passed = 1 AND (?2 IS NULL OR match_id = ?2) ORDER BY match_id, message";
        self.all(sql, params![Word(chat), of], board)
    }

    /// Returns all boards of a chat.
    ///
    /// # Errors
    /// If the database fails.
    pub fn boards(&self, chat: Chat) -> Result<Vec<BoardAt>, StoreError> {
        let sql = "SELECT * FROM boards WHERE chat = ? ORDER BY match_id, message";
        self.all(sql, [Word(chat)], board)
    }

    /// Returns the current or earlier board that a message is.
    ///
    /// # Errors
    /// If the database fails.
    pub fn board_at(&self, chat: Chat, message: &str) -> Result<Option<BoardAt>, StoreError> {
        let sql = "SELECT * FROM boards WHERE chat = ? AND message = ?";
        self.one(sql, params![Word(chat), message], board)
    }

    /// Forgets a board that was deleted or has shrunk.
    ///
    /// # Errors
    /// If the database fails.
    pub fn forget_board(&self, chat: Chat, message: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM boards WHERE chat = ? AND message = ?";
        self.change(sql, params![Word(chat), message])?;
        Ok(())
    }

    /// Stores the last menu shown in a place, unless it was for an unknown person.
    ///
    /// # Errors
    /// If the database fails.
    pub fn keep_menu(&self, chat: Chat, it: &MenuAt) -> Result<(), StoreError> {
        let MenuAt { place, thread, only, body } = it;
        let sql = "INSERT INTO menus (chat, place, thread, person, body)
                   SELECT :chat, :place, :thread, own.id, :body
                   FROM (SELECT 1) LEFT JOIN people own ON own.chat = :chat AND own.handle = :handle
                   WHERE :handle IS NULL OR own.id IS NOT NULL
                   ON CONFLICT (chat, place, thread, coalesce(person, 0)) DO UPDATE SET body = excluded.body";
        self.change(
            sql,
            named_params! {
                ":chat": Word(chat), ":place": place, ":thread": thread, ":handle": only, ":body": Json(body)
            },
        )?;
        Ok(())
    }

    /// Returns the last menus shown in a place: to everyone, and to one person.
    ///
    /// # Errors
    /// If the database fails.
    pub fn menus(
        &self,
        chat: Chat,
        place: &str,
        thread: &str,
        handle: &str,
    ) -> Result<Vec<serde_json::Value>, StoreError> {
        let sql = format!(
            "SELECT body FROM menus WHERE chat = :chat AND place = :place AND thread = :thread
             AND (person IS NULL OR person = {OWN_ROW}) ORDER BY person"
        );
        let params = named_params! { ":chat": Word(chat), ":place": place, ":thread": thread, ":handle": handle };
        self.all(&sql, params, |row| row.get("body").map(|Json(it)| it))
    }

    /// Stores which message offers a private reply.
    ///
    /// # Errors
    /// If the database fails.
    pub fn keep_fetch(&self, chat: Chat, it: &FetchAt) -> Result<(), StoreError> {
        let FetchAt { reply, handle, place, message } = it;
        let sql = "INSERT OR REPLACE INTO fetches (reply, person, place, message)
                   SELECT :reply, id, :place, :message FROM people WHERE chat = :chat AND handle = :handle";
        self.change(
            sql,
            named_params! {
                ":chat": Word(chat), ":reply": reply, ":handle": handle, ":place": place, ":message": message
            },
        )?;
        Ok(())
    }

    /// Returns the messages of a chat that offer private replies, oldest first.
    ///
    /// # Errors
    /// If the database fails.
    pub fn fetches(&self, chat: Chat) -> Result<Vec<FetchAt>, StoreError> {
        let sql = "SELECT fetches.*, handle FROM fetches JOIN people ON person = people.id WHERE chat = ? ORDER BY reply";
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
    ///
    /// # Errors
    /// If the database fails.
    pub fn forget_fetch(&self, reply: OutboxId) -> Result<(), StoreError> {
        self.change("DELETE FROM fetches WHERE reply = ?", [reply])?;
        Ok(())
    }
}

/// What is forgotten with a person.
impl Tx<'_> {
    /// Forgets a person's private rooms, and everything in them. Returns the rooms.
    ///
    /// # Errors
    /// If the database fails.
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

    /// Stores the matches of a former private room, but removes its id.
    ///
    /// # Errors
    /// If the database fails.
    pub fn forget_room(&self, chat: Chat, handle: &str) -> Result<(), StoreError> {
        // No chat has ids with a space.
        let sql = "UPDATE rooms SET handle = 'gone ' || id, name = 'a room' WHERE chat = ? AND handle = ?";
        self.change(sql, params![Word(chat), handle])?;
        Ok(())
    }

    /// Forgets the menus that match.
    ///
    /// # Errors
    /// If the database fails.
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

fn board(row: &Row<'_>) -> rusqlite::Result<BoardAt> {
    Ok(BoardAt {
        of: row.get("match_id")?,
        room: row.get("room")?,
        place: row.get("place")?,
        message: row.get("message")?,
        plain: row.get("plain")?,
        html: row.get("html")?,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{
        super::example::{fresh, new_match, world},
        *,
    };

    fn place(id: &str) -> PrivatePlace {
        PrivatePlace { place: id.to_owned(), declined_at: None }
    }

    #[test]
    fn a_private_place_is_found_from_both_ends_and_kept_of_known_people_only() {
        fresh(|tx| {
            world(tx);
            tx.keep_private_place(Chat::Discord, "a1", &place("7")).unwrap();
            tx.keep_private_place(Chat::Discord, "nobody", &place("8")).unwrap();
            assert_eq!(tx.private_place(Chat::Discord, "a1").unwrap(), Some(place("7")));
            assert_eq!(tx.alone_in(Chat::Discord, "7").unwrap().as_deref(), Some("a1"));
            assert_eq!(tx.alone_in(Chat::Matrix, "7").unwrap(), None);
            assert_eq!(tx.alone_in(Chat::Discord, "8").unwrap(), None);
            let declined = PrivatePlace { declined_at: Some(5), ..place("9") };
            tx.keep_private_place(Chat::Discord, "a1", &declined).unwrap();
            assert_eq!(tx.private_place(Chat::Discord, "a1").unwrap(), Some(declined));
        });
    }

    #[test]
    fn the_menu_of_a_place_and_that_of_a_person_there_are_kept_apart() {
        fresh(|tx| {
            world(tx);
            let keep = |only: Option<&str>, body| {
                let only = only.map(str::to_owned);
                let (place, thread) = ("!r".to_owned(), String::new());
                tx.keep_menu(Chat::Discord, &MenuAt { place, thread, only, body }).unwrap();
            };
            keep(None, json!(1));
            keep(None, json!(2));
            keep(Some("a1"), json!(3));
            keep(Some("nobody"), json!(4));
            let all = |handle| tx.menus(Chat::Discord, "!r", "", handle).unwrap();
            assert_eq!(all("a1"), [json!(2), json!(3)]);
            assert_eq!(all("nobody"), [json!(2)]);
        });
    }

    #[test]
    fn a_match_has_one_standing_board_in_each_room() {
        fresh(|tx| {
            let of = tx.add_match(&new_match(&world(tx))).unwrap();
            let keep = |room: &str, message: &str| {
                let [room, message] = [room, message].map(str::to_owned);
                let (plain, html) = (String::new(), String::new());
                let board = BoardAt { of, place: room.clone(), room, message, plain, html };
                tx.keep_board(Chat::Discord, &board).unwrap();
            };
            [("own", "1"), ("other", "2"), ("own", "3")]
                .into_iter()
                .for_each(|it| keep(it.0, it.1));
            let stands = |room: &str| tx.standing(Chat::Discord, of, room).unwrap();
            assert_eq!(stands("own").map(|it| it.message).as_deref(), Some("3"));
            assert_eq!(stands("other").map(|it| it.message).as_deref(), Some("2"));
            let passed = tx.passed(Chat::Discord, Some(of)).unwrap();
            assert_eq!(passed.iter().map(|it| &*it.message).collect::<Vec<_>>(), ["1"]);
        });
    }

    #[test]
    fn what_stands_in_a_private_place_goes_with_it() {
        fresh(|tx| {
            let world = world(tx);
            let of = tx.add_match(&new_match(&world)).unwrap();
            tx.keep_private_place(Chat::Discord, "a1", &place("777")).unwrap();
            let room = tx.meet_room(Chat::Discord, "777", "direct messages", "").unwrap().id;
            for (place, message) in [("777", "1"), ("888", "2")] {
                let [place, message, plain, html] = [place, message, "", ""].map(str::to_owned);
                let room = place.clone();
                let board = BoardAt { of, room, place, message, plain, html };
                tx.keep_board(Chat::Discord, &board).unwrap();
            }
            for place in ["777", "888"] {
                tx.keep_newest_event(Chat::Discord, place, "1").unwrap();
                tx.keep_greeting(Chat::Discord, place, true).unwrap();
            }
            let fetch = FetchAt {
                reply: OutboxId(4),
                handle: "a1".to_owned(),
                place: "888".to_owned(),
                message: "3".to_owned(),
            };
            tx.keep_fetch(Chat::Discord, &fetch).unwrap();
            assert_eq!(tx.fetches(Chat::Discord).unwrap(), [fetch]);
            for (chat, place) in tx.forget_places(world.ann).unwrap() {
                tx.forget_room(chat, &place).unwrap();
            }
            assert_eq!(tx.boards(Chat::Discord).unwrap().len(), 1);
            assert_eq!(tx.board_at(Chat::Discord, "2").unwrap().map(|it| it.of), Some(of));
            assert_eq!(tx.fetches(Chat::Discord).unwrap(), []);
            for (place, stays) in [("777", false), ("888", true)] {
                let newest = tx.newest_event(Chat::Discord, place).unwrap();
                assert_eq!(newest.is_some(), stays);
                assert_eq!(tx.is_greeted(Chat::Discord, place).unwrap(), stays);
            }
            assert_eq!(tx.room_by_handle(Chat::Discord, "777").unwrap(), None);
            assert_eq!(tx.room(room).unwrap().name, "a room");
        });
    }
}
