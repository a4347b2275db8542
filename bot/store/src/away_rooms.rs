//! Rooms of sides that play a match from another room than its own.
use engine::seat::Seat;
use model::ids::{MatchId, RoomId};

use super::{StoreError, Tx, columns::Word};
use crate::sql::params;

impl Tx<'_> {
    /// Stores that a side sees and plays a match in another room.
    ///
    /// # Errors
    /// If the match or the room doesn't exist.
    pub fn add_away_room(&self, of: MatchId, seat: Seat, room: RoomId) -> Result<(), StoreError> {
        let sql = "INSERT INTO away_rooms (match_id, seat, room) VALUES (?, ?, ?)";
        self.change(sql, params![of, Word(seat), room])?;
        Ok(())
    }

    /// Returns the sides that play a match from another room, with their rooms.
    pub fn away_rooms(&self, of: MatchId) -> Result<Vec<(Seat, RoomId)>, StoreError> {
        let sql = "SELECT seat, room FROM away_rooms WHERE match_id = ? ORDER BY seat";
        self.all(sql, [of], |row| {
            let Word(seat) = row.get("seat")?;
            Ok((seat, row.get("room")?))
        })
    }

    /// Tells whether a side of a match plays from this room, which isn't the match's own.
    pub fn is_away_room(&self, of: MatchId, room: RoomId) -> Result<bool, StoreError> {
        Ok(self.away_rooms(of)?.iter().any(|it| it.1 == room))
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            Chat,
            example::{fresh, new_match, world},
        },
        *,
    };

    #[test]
    fn a_side_has_one_room_elsewhere() {
        fresh(|tx| {
            let world = world(tx);
            let there = tx.meet_room(Chat::Matrix, "!r:x", "", "").unwrap().id;
            let of = tx.add_match(&new_match(&world)).unwrap();
            assert!(!tx.is_away_room(of, there).unwrap());
            tx.add_away_room(of, Seat::Second, there).unwrap();
            assert!(tx.attempt(|| tx.add_away_room(of, Seat::Second, world.room)).is_err(), "once");
            assert_eq!(tx.away_rooms(of).unwrap(), [(Seat::Second, there)]);
            assert!(tx.is_away_room(of, there).unwrap());
            assert!(tx.attempt(|| tx.add_away_room(MatchId(99), Seat::First, there)).is_err());
        });
    }
}
