//! Rooms of sides that play a match from another room than its own.
use engine::seat::Seat;
use model::ids::{Chat, MatchId, PersonId, RoomId};

use super::{Room, StoreError, Tx, columns::Word};
use crate::{
    sql::params,
    tables::{RowExport, TableSpec},
};

pub(super) const AWAY_ROOMS: TableSpec = TableSpec::new("away_rooms", "match_id, seat")
    .exports(&[RowExport::new(
        "EXISTS (SELECT 1 FROM seats WHERE seats.match_id = away_rooms.match_id AND seats.seat = away_rooms.seat AND person = ?1)",
        "match_id, seat, room",
    )])
    .rooms(&[("room", None)]);

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

    /// Returns the sides that play a match from another room, with their rooms. If the bot lost the
    /// room that a side plays from, it is the private room of its player, unless that is lost too.
    pub fn away_rooms(&self, of: MatchId) -> Result<Vec<(Seat, RoomId)>, StoreError> {
        if let Some(known) = self.read.borrow().away_rooms.get(&of) {
            return Ok(known.clone());
        }
        let sql = "SELECT seats.seat, person, rooms.id AS room, rooms.chat, away_rooms.room AS away,
                          CASE WHEN rooms.lost IS NULL THEN 0 ELSE 1 END AS is_lost
                   FROM matches JOIN seats ON seats.match_id = matches.id
                     LEFT JOIN away_rooms ON away_rooms.match_id = matches.id AND away_rooms.seat = seats.seat
                     JOIN rooms ON rooms.id = coalesce(away_rooms.room, matches.room)
                   WHERE matches.id = ? AND (away_rooms.room IS NOT NULL OR rooms.lost IS NOT NULL)
                   ORDER BY seats.seat";
        let sides = self.all(sql, [of], |row| {
            let (Word(seat), Word(chat)) = (row.get("seat")?, row.get("chat")?);
            let away: Option<RoomId> = row.get("away")?;
            let (person, is_lost): (PersonId, bool) = (row.get("person")?, row.get("is_lost")?);
            Ok((seat, away, is_lost.then_some((chat, person))))
        })?;
        let mut rooms = Vec::new();
        for (seat, away, lost) in sides {
            let private = match lost {
                Some((chat, person)) => self.private_room(chat, person)?,
                None => None,
            };
            let own = private.filter(|room| room.lost.is_none()).map(|room| room.id);
            rooms.extend(own.or(away).map(|room| (seat, room)));
        }
        self.read.borrow_mut().away_rooms.insert(of, rooms.clone());
        Ok(rooms)
    }

    /// Returns the room that a side plays from while no room is lost.
    ///
    /// # Errors
    /// [`StoreError::Missing`] if there is no such match.
    pub fn usual_room(&self, of: MatchId, seat: Seat) -> Result<RoomId, StoreError> {
        let sql = "SELECT coalesce(away_rooms.room, matches.room) AS room FROM matches
                     LEFT JOIN away_rooms ON match_id = id AND seat = ? WHERE id = ?";
        let room = self.one(sql, params![Word(seat), of], |row| row.get("room"))?;
        room.ok_or(StoreError::Missing { what: "match", id: of.0 })
    }

    /// Returns the matches that are played from a room by somebody who was let in from there.
    pub fn away_in(&self, room: RoomId) -> Result<Vec<MatchId>, StoreError> {
        let sql = "SELECT match_id FROM away_rooms WHERE room = ? ORDER BY match_id";
        self.all(sql, [room], |row| row.get("match_id"))
    }

    /// Returns the private room of a person in a chat, if something was said there.
    pub fn private_room(&self, chat: Chat, person: PersonId) -> Result<Option<Room>, StoreError> {
        let Some(handle) = self.handle_in(chat, person)? else { return Ok(None) };
        match self.private_place(chat, &handle)? {
            Some(place) => self.room_by_handle(chat, &place.place),
            None => Ok(None),
        }
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
            PrivatePlace,
            tests::example::{fresh, new_match, world},
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
    #[test]
    fn a_side_whose_room_is_lost_plays_from_its_private_room() {
        fresh(|tx| {
            let world = world(tx);
            let of = tx.add_match(&new_match(&world)).unwrap();
            let home = tx.room(world.room).unwrap();
            let row = tx.match_row(of).unwrap().unwrap();
            let first = tx.person(row.seats.first).unwrap();
            let place = PrivatePlace { place: "own".to_owned(), declined_at: None };
            tx.keep_private_place(home.chat, &first.handle, &place).unwrap();
            tx.set_lost(home.id, Some(7)).unwrap();
            assert_eq!(tx.away_rooms(of).unwrap(), [], "nothing was said there");
            let own = tx.meet_room(home.chat, "own", "", "").unwrap().id;
            assert_eq!(tx.away_rooms(of).unwrap(), [(Seat::First, own)]);
            tx.set_lost(own, Some(8)).unwrap();
            assert_eq!(tx.away_rooms(of).unwrap(), []);
            tx.set_lost(own, None).unwrap();
            tx.set_lost(home.id, None).unwrap();
            assert_eq!(tx.away_rooms(of).unwrap(), []);
        });
    }
}
