//! Seats that somebody plays for their owner, and matches that end by their position.
use engine::seat::Seat;
use model::ids::{MatchId, PersonId};

use super::{HandedSeat, StoreError, Tx, columns::Word};
use crate::{
    sql::params,
    tables::{OnErase, OnLink, OnUnlink, RowExport, TableSpec, person},
};

pub(super) const HANDED_SEATS: TableSpec = TableSpec::new("handed_seats", "match_id, number")
    .exports(&[RowExport::new(
        "?1 IN (owner, holder)",
        "match_id, seat, owner, holder, kind, from_at, from_step, until_at, ended_at, moved, shown",
    )])
    .unexported(&[("number", "a number that means something inside the database alone")])
    .people(&[
        person("owner", OnErase::Keep, OnLink::Rename, OnUnlink::WithMatch),
        person("holder", OnErase::Keep, OnLink::Rename, OnUnlink::WithMatch),
    ]);

pub(super) const SETTLEMENTS: TableSpec = TableSpec::new("settlements", "match_id")
    .unexported(&[("*", "what both sides and their room were told")]);

/// A match that ends by its position unless the absent side comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settlement {
    /// The side that asked for it.
    pub by: Seat,
    pub winner: Seat,
    /// When the match ends, in Unix seconds.
    pub due: i64,
}

impl Tx<'_> {
    /// Hands a seat over: from now on its holder plays it.
    ///
    /// # Errors
    /// If the match or a person doesn't exist, or a person would hold their own seat.
    pub fn hand_over(&self, of: MatchId, handed: &HandedSeat) -> Result<(), StoreError> {
        let HandedSeat { seat, owner, holder, kind, from, from_step, until, shown, .. } = *handed;
        let sql = "INSERT INTO handed_seats (match_id, number, seat, owner, holder, kind, from_at, from_step, until_at, shown)
                   VALUES (?1, (SELECT count(*) + 1 FROM handed_seats WHERE match_id = ?1), ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
        let (seat, kind) = (Word(seat), Word(kind));
        self.change(sql, params![of, seat, owner, holder, kind, from, from_step, until, shown])?;
        self.seat(of, handed.seat, holder)
    }

    /// Gives a seat back to its owner. `moved` is whether its holder has decided anything.
    pub fn give_back(
        &self,
        of: MatchId,
        handed: &HandedSeat,
        moved: bool,
        now: i64,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE handed_seats SET ended_at = ?, moved = ?
                   WHERE match_id = ? AND seat = ? AND ended_at IS NULL";
        self.change(sql, params![now, moved, of, Word(handed.seat)])?;
        self.seat(of, handed.seat, handed.owner)
    }

    fn seat(&self, of: MatchId, seat: Seat, person: PersonId) -> Result<(), StoreError> {
        let sql = "UPDATE seats SET person = ? WHERE match_id = ? AND seat = ?";
        self.change(sql, params![person, of, Word(seat)])?;
        Ok(())
    }

    /// Tells whether a person has or had a seat in a match, their own or another's.
    pub fn has_part_in(&self, of: MatchId, person: PersonId) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM seats WHERE match_id = ?1 AND person = ?2
                   UNION ALL
                   SELECT 1 FROM handed_seats WHERE match_id = ?1 AND ?2 IN (owner, holder)";
        Ok(self.one(sql, params![of, person], |_| Ok(()))?.is_some())
    }

    /// Returns the running matches where somebody else plays for a person, oldest first.
    pub fn played_for(&self, owner: PersonId) -> Result<Vec<MatchId>, StoreError> {
        let sql = "SELECT match_id FROM handed_seats WHERE owner = ? AND ended_at IS NULL ORDER BY match_id";
        self.all(sql, [owner], |row| row.get(0))
    }

    /// Returns the running matches where a person plays for somebody else, oldest first.
    pub fn played_by(&self, holder: PersonId) -> Result<Vec<MatchId>, StoreError> {
        let sql = "SELECT match_id FROM handed_seats WHERE holder = ? AND ended_at IS NULL ORDER BY match_id";
        self.all(sql, [holder], |row| row.get(0))
    }

    /// Stores how a match ends unless the absent side comes back.
    pub fn put_settlement(&self, of: MatchId, new: &Settlement) -> Result<(), StoreError> {
        let Settlement { by, winner, due } = *new;
        let sql = "INSERT INTO settlements (match_id, seat, winner, due) VALUES (?, ?, ?, ?)
                   ON CONFLICT (match_id) DO UPDATE SET seat = excluded.seat, winner = excluded.winner, due = excluded.due";
        self.change(sql, params![of, Word(by), Word(winner), due])?;
        Ok(())
    }

    /// Returns how a match ends unless the absent side comes back.
    pub fn settlement(&self, of: MatchId) -> Result<Option<Settlement>, StoreError> {
        self.one("SELECT * FROM settlements WHERE match_id = ?", [of], |row| {
            let (Word(by), Word(winner)) = (row.get("seat")?, row.get("winner")?);
            Ok(Settlement { by, winner, due: row.get("due")? })
        })
    }

    /// Forgets that a match was to end by its position; returns whether it was.
    pub fn drop_settlement(&self, of: MatchId) -> Result<bool, StoreError> {
        Ok(0 < self.change("DELETE FROM settlements WHERE match_id = ?", [of])?)
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            HandedTo,
            tests::example::{ended, fresh, new_match, touched, world},
        },
        *,
    };

    fn handed(owner: PersonId, holder: PersonId, kind: HandedTo) -> HandedSeat {
        HandedSeat {
            seat: Seat::First,
            owner,
            holder,
            kind,
            from: 20,
            from_step: 3,
            until: Some(90),
            ended: None,
            moved: false,
            shown: false,
        }
    }

    #[test]
    fn a_seat_goes_to_its_holder_and_back_and_its_owner_stays_known() {
        fresh(|tx| {
            let world = world(tx);
            let cid = tx.meet_person(model::ids::Chat::Discord, "c1", "Cid").unwrap().id;
            let of = tx.add_match(&new_match(&world)).unwrap();
            let given = handed(world.ann, cid, HandedTo::Away);
            tx.hand_over(of, &given).unwrap();
            let row = tx.match_row(of).unwrap().unwrap();
            assert_eq!((row.seats.first, row.owners().first), (cid, world.ann));
            assert_eq!(row.handed, [given]);
            assert_eq!(tx.played_for(world.ann).unwrap(), [of]);
            assert_eq!(tx.played_by(cid).unwrap(), [of]);
            assert!(
                tx.have_met(cid, world.ben).unwrap() && tx.have_met(world.ann, world.ben).unwrap()
            );
            assert!(!tx.have_met(cid, world.ann).unwrap(), "they are on the same side");
            let dan = tx.meet_person(model::ids::Chat::Discord, "d1", "Dan").unwrap().id;
            let parts =
                [world.ann, world.ben, cid, dan].map(|person| tx.has_part_in(of, person).unwrap());
            assert_eq!(parts, [true, true, true, false]);
            tx.give_back(of, &given, true, 50).unwrap();
            let row = tx.match_row(of).unwrap().unwrap();
            assert_eq!((row.seats.first, row.handed_now(Seat::First)), (world.ann, None));
            assert_eq!(row.handed, [HandedSeat { ended: Some(50), moved: true, ..given }]);
            assert!(tx.have_met(cid, world.ben).unwrap(), "that stays");
            assert_eq!(tx.played_for(world.ann).unwrap(), []);
            tx.hand_over(of, &HandedSeat { kind: HandedTo::Friend, until: None, ..given }).unwrap();
            assert_eq!(tx.match_row(of).unwrap().unwrap().handed.len(), 2);
            assert!(tx.attempt(|| tx.hand_over(of, &handed(cid, cid, HandedTo::Friend))).is_err());
        });
    }

    #[test]
    fn what_somebody_else_has_played_counts_only_as_a_loss() {
        fresh(|tx| {
            let world = world(tx);
            let cid = tx.meet_person(model::ids::Chat::Discord, "c1", "Cid").unwrap().id;
            let counts = |kind, moved, outcome: bool| {
                let row = touched(tx, &new_match(&world), 10);
                let given = handed(world.ann, cid, kind);
                tx.hand_over(row.id, &given).unwrap();
                tx.give_back(row.id, &given, moved, 15).unwrap();
                let row = tx.match_row(row.id).unwrap().unwrap();
                ended(tx, row, 20, outcome).counts()
            };
            // The first seat wins.
            assert!(!counts(HandedTo::Friend, true, true));
            assert!(counts(HandedTo::Friend, false, true), "the owner came back in time");
            assert!(!counts(HandedTo::Bot, false, true));
            let row = touched(tx, &new_match(&world), 10);
            let given =
                HandedSeat { seat: Seat::Second, ..handed(world.ben, cid, HandedTo::Friend) };
            tx.hand_over(row.id, &given).unwrap();
            tx.give_back(row.id, &given, true, 15).unwrap();
            assert!(ended(tx, tx.match_row(row.id).unwrap().unwrap(), 20, true).counts());
        });
    }

    #[test]
    fn a_match_counts_for_nobody_once_a_secret_was_shown() {
        fresh(|tx| {
            let world = world(tx);
            let cid = tx.meet_person(model::ids::Chat::Discord, "c1", "Cid").unwrap().id;
            for (owner, seat) in [(world.ann, Seat::First), (world.ben, Seat::Second)] {
                let row = touched(tx, &new_match(&world), 10);
                let given =
                    HandedSeat { seat, shown: true, ..handed(owner, cid, HandedTo::Friend) };
                tx.hand_over(row.id, &given).unwrap();
                tx.give_back(row.id, &given, false, 15).unwrap();
                let row = tx.match_row(row.id).unwrap().unwrap();
                assert_eq!(row.handed, [HandedSeat { ended: Some(15), ..given }]);
                assert!(!row.is_rated() && !ended(tx, row, 20, true).counts(), "{seat:?}");
            }
        });
    }

    #[test]
    fn a_settlement_comes_back_until_it_is_over() {
        fresh(|tx| {
            let of = tx.add_match(&new_match(&world(tx))).unwrap();
            let settled = Settlement { by: Seat::Second, winner: Seat::Second, due: 99 };
            tx.put_settlement(of, &settled).unwrap();
            assert_eq!(tx.settlement(of).unwrap(), Some(settled));
            assert!(tx.drop_settlement(of).unwrap() && !tx.drop_settlement(of).unwrap());
        });
    }
}
