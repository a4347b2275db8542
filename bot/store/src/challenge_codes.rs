//! Playing across rooms: codes of open challenges, and pairs of rooms.
use model::ids::{ChallengeId, RoomId};

use super::{StoreError, Tx};
use crate::{
    sql::params,
    tables::{RowExport, TableSpec},
};

pub(super) const CHALLENGE_CODES: TableSpec = TableSpec::new("challenge_codes", "challenge")
    .exports(&[RowExport::new(
        "challenge IN (SELECT id FROM challenges WHERE made_by = ?1)",
        "challenge, code",
    )]);

pub(super) const ROOM_PAIRS: TableSpec =
    TableSpec::new("room_pairs", "room").unexported(&[("*", "places")]);

impl Tx<'_> {
    /// Gives an open challenge a code. Returns false if another open challenge has it. Codes of
    /// closed challenges are deleted.
    ///
    /// # Errors
    /// If the challenge doesn't exist, or the database fails.
    pub fn set_code(&self, of: ChallengeId, code: &str) -> Result<bool, StoreError> {
        let closed = "DELETE FROM challenge_codes WHERE challenge IN
                      (SELECT id FROM challenges WHERE state <> 'open' AND id <> ?)";
        self.change(closed, [of])?;
        let sql = "INSERT INTO challenge_codes (challenge, code) VALUES (?, ?)
                   ON CONFLICT (code) DO NOTHING";
        Ok(self.change(sql, params![of, code])? == 1)
    }

    /// Returns the code of a challenge.
    pub fn code_of(&self, of: ChallengeId) -> Result<Option<String>, StoreError> {
        let sql = "SELECT code FROM challenge_codes WHERE challenge = ?";
        self.one(sql, [of], |row| row.get(0))
    }

    /// Returns the challenge with a code.
    pub fn challenge_with_code(&self, code: &str) -> Result<Option<ChallengeId>, StoreError> {
        let sql = "SELECT challenge FROM challenge_codes WHERE code = ?";
        self.one(sql, [code], |row| row.get(0))
    }

    /// Pairs two rooms.
    ///
    /// # Errors
    /// If one of them is paired already, or the database fails.
    pub fn pair_rooms(&self, rooms: [RoomId; 2]) -> Result<(), StoreError> {
        let [one, other] = rooms;
        let sql = "INSERT INTO room_pairs (room, other) VALUES (?1, ?2), (?2, ?1)";
        self.change(sql, params![one, other])?;
        Ok(())
    }

    /// Ends the pair of a room.
    pub fn unpair_room(&self, room: RoomId) -> Result<(), StoreError> {
        self.change("DELETE FROM room_pairs WHERE ?1 IN (room, other)", [room])?;
        Ok(())
    }

    /// Returns the room that a room is paired with.
    pub fn paired_with(&self, room: RoomId) -> Result<Option<RoomId>, StoreError> {
        self.one("SELECT other FROM room_pairs WHERE room = ?", [room], |row| row.get(0))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        Chat,
        tests::example::{fresh, world},
    };

    #[test]
    fn a_room_is_in_one_pair_at_most() {
        fresh(|tx| {
            let world = world(tx);
            let [there, third] =
                ["!a", "!b"].map(|room| tx.meet_room(Chat::Matrix, room, "a room", "").unwrap().id);
            tx.pair_rooms([world.room, there]).unwrap();
            assert_eq!(tx.paired_with(there).unwrap(), Some(world.room));
            assert!(tx.attempt(|| tx.pair_rooms([third, there])).is_err());
            tx.unpair_room(there).unwrap();
            assert_eq!(tx.paired_with(world.room).unwrap(), None);
            tx.pair_rooms([third, there]).unwrap();
        });
    }
}
