//! Codes for linking accounts and for pairing rooms, who is asked to confirm a link, and who said
//! wrong codes. Codes are stored as hashes.
use model::ids::{Chat, PersonId, RoomId};

use super::{StoreError, Tx, columns::Word};
use crate::{
    sql::params,
    tables::{OnErase, OnLink, OnUnlink, RowExport, TableSpec, person},
};

pub(super) const LINK_CODES: TableSpec = TableSpec::new("link_codes", "person")
    .exports(&[RowExport::own("chat, until")])
    .unexported(&[("salt, hash", "who knows it could try codes")])
    .people(&[person("person", OnErase::Delete, OnLink::DeleteBoth, OnUnlink::Delete)]);

// Both were told the name of the other.
pub(super) const LINK_REQUESTS: TableSpec = TableSpec::new("link_requests", "person")
    .exports(&[RowExport::new("?1 IN (person, other)", "until")])
    .people(&[
        person("person", OnErase::Delete, OnLink::DeleteBoth, OnUnlink::Delete),
        person("other", OnErase::Delete, OnLink::DeleteBoth, OnUnlink::Delete),
    ]);

pub(super) const WRONG_CODES: TableSpec = TableSpec::new("wrong_codes", "person")
    .exports(&[RowExport::own("tries, until")])
    .people(&[person("person", OnErase::Delete, OnLink::DeleteBoth, OnUnlink::Delete)]);

pub(super) const PAIR_CODES: TableSpec =
    TableSpec::new("pair_codes", "room").unexported(&[("*", "about rooms alone")]);

/// A code as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HashedCode {
    pub salt: String,
    pub hash: String,
}

impl Tx<'_> {
    /// Returns the salts of the valid codes for linking.
    pub fn link_salts(&self, now: i64) -> Result<Vec<String>, StoreError> {
        self.all("SELECT DISTINCT salt FROM link_codes WHERE until > ?", [now], |row| row.get(0))
    }

    /// Stores the code that a chat shows a person, instead of any earlier one.
    ///
    /// # Errors
    /// If the person doesn't exist, or the database fails.
    pub fn put_link_code(
        &self,
        of: PersonId,
        chat: Chat,
        code: &HashedCode,
        until: i64,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO link_codes (person, chat, salt, hash, until) VALUES (?, ?, ?, ?, ?)
                   ON CONFLICT (person) DO UPDATE SET chat = excluded.chat, salt = excluded.salt, hash = excluded.hash, until = excluded.until";
        self.change(sql, params![of, Word(chat), code.salt, code.hash, until])?;
        Ok(())
    }

    /// Deletes a valid code for linking. Returns whose it was, and the chat that showed it.
    pub fn take_link_code(
        &self,
        hash: &str,
        now: i64,
    ) -> Result<Option<(PersonId, Chat)>, StoreError> {
        let sql = "DELETE FROM link_codes WHERE hash = ? AND until > ? RETURNING person, chat";
        let found = self.one(sql, params![hash, now], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(found.map(|(of, Word(chat))| (of, chat)))
    }

    /// Deletes the code for linking that a person was shown.
    pub fn drop_link_code(&self, of: PersonId) -> Result<(), StoreError> {
        self.change("DELETE FROM link_codes WHERE person = ?", [of])?;
        Ok(())
    }

    /// Stores that a person who said the code of `other` is asked to confirm.
    ///
    /// # Errors
    /// If one of them doesn't exist, or the database fails.
    pub fn put_link_request(
        &self,
        of: PersonId,
        other: PersonId,
        until: i64,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO link_requests (person, other, until) VALUES (?, ?, ?)
                   ON CONFLICT (person) DO UPDATE SET other = excluded.other, until = excluded.until";
        self.change(sql, params![of, other, until])?;
        Ok(())
    }

    /// Deletes what a person is asked to confirm. Returns with whom they would be linked.
    pub fn take_link_request(
        &self,
        of: PersonId,
        now: i64,
    ) -> Result<Option<PersonId>, StoreError> {
        let sql = "DELETE FROM link_requests WHERE person = ? AND until > ? RETURNING other";
        self.one(sql, params![of, now], |row| row.get(0))
    }

    /// Deletes what others are asked to confirm about a person. Returns who was asked.
    pub fn take_link_requests_for(
        &self,
        other: PersonId,
        now: i64,
    ) -> Result<Vec<PersonId>, StoreError> {
        let sql = "DELETE FROM link_requests WHERE other = ? AND until > ? RETURNING person";
        self.all(sql, params![other, now], |row| row.get(0))
    }

    /// Returns how many wrong codes a person has said lately.
    pub fn wrong_codes(&self, by: PersonId, now: i64) -> Result<u32, StoreError> {
        let sql = "SELECT tries FROM wrong_codes WHERE person = ? AND until > ?";
        Ok(self.one(sql, params![by, now], |row| row.get(0))?.unwrap_or(0))
    }

    /// Counts a wrong code. The first one says until when they are remembered.
    ///
    /// # Errors
    /// If the person doesn't exist, or the database fails.
    pub fn add_wrong_code(&self, by: PersonId, now: i64, until: i64) -> Result<(), StoreError> {
        self.change("DELETE FROM wrong_codes WHERE person = ? AND until <= ?", params![by, now])?;
        let sql = "INSERT INTO wrong_codes (person, tries, until) VALUES (?, 1, ?)
                   ON CONFLICT (person) DO UPDATE SET tries = wrong_codes.tries + 1";
        self.change(sql, params![by, until])?;
        Ok(())
    }

    /// Returns the salts of the valid codes for pairing.
    pub fn pair_salts(&self, now: i64) -> Result<Vec<String>, StoreError> {
        self.all("SELECT DISTINCT salt FROM pair_codes WHERE until > ?", [now], |row| row.get(0))
    }

    /// Stores the code that a room shows, instead of any earlier one.
    ///
    /// # Errors
    /// If the room doesn't exist, or the database fails.
    pub fn put_pair_code(
        &self,
        of: RoomId,
        code: &HashedCode,
        until: i64,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO pair_codes (room, salt, hash, until) VALUES (?, ?, ?, ?)
                   ON CONFLICT (room) DO UPDATE SET salt = excluded.salt, hash = excluded.hash, until = excluded.until";
        self.change(sql, params![of, code.salt, code.hash, until])?;
        Ok(())
    }

    /// Returns the room with a valid code.
    pub fn room_with_code(&self, hash: &str, now: i64) -> Result<Option<RoomId>, StoreError> {
        let sql = "SELECT room FROM pair_codes WHERE hash = ? AND until > ?";
        self.one(sql, params![hash, now], |row| row.get(0))
    }

    /// Deletes the code of a room.
    pub fn drop_pair_code(&self, of: RoomId) -> Result<(), StoreError> {
        self.change("DELETE FROM pair_codes WHERE room = ?", [of])?;
        Ok(())
    }

    /// Deletes everything that is no longer valid, also questions.
    pub fn forget_old_codes(&self, now: i64) -> Result<(), StoreError> {
        for table in TABLES {
            self.change(&format!("DELETE FROM {table} WHERE until <= ?"), [now])?;
        }
        Ok(())
    }

    /// Moves all those ends back by `by` seconds, because the clock was set back.
    pub fn set_back_codes(&self, by: i64) -> Result<(), StoreError> {
        for table in TABLES {
            self.change(&format!("UPDATE {table} SET until = until - ?"), [by])?;
        }
        Ok(())
    }
}

/// The tables whose rows are valid until a moment.
const TABLES: [&str; 5] = ["link_codes", "link_requests", "wrong_codes", "pair_codes", "questions"];

#[cfg(test)]
mod tests {
    use super::{
        super::{
            AskedByOther,
            tests::example::{World, fresh, world},
        },
        *,
    };

    fn hashed(hash: &str) -> HashedCode {
        HashedCode { salt: "s".to_owned(), hash: hash.to_owned() }
    }

    #[test]
    fn a_code_counts_once_and_until_its_end() {
        fresh(|tx| {
            let World { ann, ben, .. } = world(tx);
            let put = |hash| tx.put_link_code(ann, Chat::Discord, &hashed(hash), 10).unwrap();
            put("first");
            put("second");
            assert_eq!(tx.link_salts(9).unwrap(), ["s"]);
            assert_eq!(tx.link_salts(10).unwrap(), [""; 0]);
            assert_eq!(tx.take_link_code("first", 9).unwrap(), None, "a new code replaces it");
            assert_eq!(tx.take_link_code("second", 10).unwrap(), None, "too late");
            let taken = tx.take_link_code("second", 9).unwrap();
            assert_eq!(taken, Some((ann, Chat::Discord)));
            assert_eq!(tx.take_link_code("second", 9).unwrap(), None, "once");
            put("third");
            tx.set_back_codes(5).unwrap();
            assert_eq!(tx.take_link_code("third", 5).unwrap(), None, "ten became five");
            tx.drop_link_code(ben).unwrap();
            assert!(tx.take_link_code("third", 4).unwrap().is_some(), "Ben's would be another");
        });
    }

    #[test]
    fn a_question_is_answered_once_and_forgotten_with_either_side() {
        fresh(|tx| {
            let World { ann, ben, .. } = world(tx);
            let ask = || tx.put_link_request(ben, ann, 10).unwrap();
            ask();
            assert_eq!(tx.take_link_request(ben, 10).unwrap(), None, "too late");
            assert_eq!(tx.take_link_request(ben, 9).unwrap(), Some(ann));
            assert_eq!(tx.take_link_request(ben, 9).unwrap(), None, "once");
            ask();
            assert_eq!(tx.take_link_requests_for(ann, 9).unwrap(), [ben]);
            for gone in [ann, ben] {
                ask();
                tx.erase_person(gone).unwrap();
                assert_eq!(tx.take_link_request(ben, 9).unwrap(), None);
            }
        });
    }

    #[test]
    fn wrong_codes_are_counted_from_the_first_and_forgotten_together() {
        fresh(|tx| {
            let World { ann, ben, .. } = world(tx);
            for (now, until) in [(0, 10), (5, 15)] {
                tx.add_wrong_code(ann, now, until).unwrap();
            }
            assert_eq!(tx.wrong_codes(ann, 9).unwrap(), 2);
            assert_eq!((tx.wrong_codes(ann, 10).unwrap(), tx.wrong_codes(ben, 9).unwrap()), (0, 0));
            tx.add_wrong_code(ann, 12, 22).unwrap();
            assert_eq!(tx.wrong_codes(ann, 12).unwrap(), 1);
        });
    }

    #[test]
    fn a_room_has_one_code_and_what_is_over_is_deleted() {
        fresh(|tx| {
            let World { room, ann, ben } = world(tx);
            for hash in ["first", "second"] {
                tx.put_pair_code(room, &hashed(hash), 10).unwrap();
            }
            assert_eq!(tx.room_with_code("first", 9).unwrap(), None);
            assert_eq!(tx.room_with_code("second", 9).unwrap(), Some(room));
            assert_eq!(tx.room_with_code("second", 10).unwrap(), None);
            assert_eq!(tx.pair_salts(9).unwrap(), ["s"]);
            tx.put_link_code(ann, Chat::Discord, &hashed("first"), 10).unwrap();
            tx.put_link_request(ben, ann, 10).unwrap();
            tx.add_wrong_code(ann, 0, 10).unwrap();
            let [yes, no] = ["accept 1", "decline 1"].map(str::to_owned);
            tx.put_question(ann, &AskedByOther { yes, no, until: 10 }).unwrap();
            let rows = || {
                TABLES.map(|table| {
                    let sql = format!("SELECT count(*) FROM {table}");
                    tx.one(&sql, [], |row| row.get::<_, i64>(0)).unwrap().unwrap()
                })
            };
            tx.forget_old_codes(9).unwrap();
            assert_eq!(rows(), [1; 5]);
            tx.forget_old_codes(10).unwrap();
            assert_eq!(rows(), [0; 5]);
            tx.put_pair_code(room, &hashed("third"), 10).unwrap();
            tx.drop_pair_code(room).unwrap();
            assert_eq!(rows(), [0; 5]);
        });
    }
}
