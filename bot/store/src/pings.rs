//! Who disturbed whom lately, which is limited by the hour.
use model::ids::{PersonId, RoomId};

use super::{StoreError, Tx};
use crate::{
    sql::params,
    tables::{OnErase, OnLink, OnUnlink, RowExport, TableSpec, person},
};

// Nobody may be disturbed more than before, once people are parted. Who was pinged was said in the room.
pub(super) const PINGS: TableSpec =
    TableSpec::new("pings", "rowid").exports(&[RowExport::own("room, at")]).people(&[
        person("person", OnErase::Delete, OnLink::Rename, OnUnlink::Copy("whom, room, at")),
        person("whom", OnErase::Delete, OnLink::Rename, OnUnlink::Copy("person, at")),
    ]);

impl Tx<'_> {
    /// Returns when a person pinged another after a moment, earliest first.
    pub fn pings_of(
        &self,
        by: PersonId,
        whom: PersonId,
        after: i64,
    ) -> Result<Vec<i64>, StoreError> {
        let sql = "SELECT at FROM pings WHERE person = ? AND whom = ? AND at > ? ORDER BY at";
        self.all(sql, params![by, whom, after], |row| row.get(0))
    }

    /// Counts how often a person was pinged by others after a moment.
    pub fn count_pings_to(&self, whom: PersonId, after: i64) -> Result<usize, StoreError> {
        let sql = "SELECT count(*) FROM pings WHERE whom = ? AND at > ?";
        let count = self.one(sql, params![whom, after], |row| row.get::<_, i64>(0))?;
        Ok(count.and_then(|count| usize::try_from(count).ok()).unwrap_or(0))
    }

    /// Returns when a person called everyone in a room after a moment, earliest first.
    pub fn calls_of(&self, by: PersonId, room: RoomId, after: i64) -> Result<Vec<i64>, StoreError> {
        let sql = "SELECT at FROM pings WHERE person = ? AND room = ? AND at > ? ORDER BY at";
        self.all(sql, params![by, room, after], |row| row.get(0))
    }

    /// Stores that a person pinged another.
    ///
    /// # Errors
    /// If one of them doesn't exist, or the database fails.
    pub fn add_ping(&self, by: PersonId, whom: PersonId, now: i64) -> Result<(), StoreError> {
        let sql = "INSERT INTO pings (person, whom, at) VALUES (?, ?, ?)";
        self.change(sql, params![by, whom, now])?;
        Ok(())
    }

    /// Stores that a person called everyone in a room.
    ///
    /// # Errors
    /// If the person or the room doesn't exist, or the database fails.
    pub fn add_call(&self, by: PersonId, room: RoomId, now: i64) -> Result<(), StoreError> {
        let sql = "INSERT INTO pings (person, room, at) VALUES (?, ?, ?)";
        self.change(sql, params![by, room, now])?;
        Ok(())
    }

    /// Deletes what happened up to a moment.
    pub fn forget_pings(&self, until: i64) -> Result<(), StoreError> {
        self.change("DELETE FROM pings WHERE at <= ?", [until])?;
        Ok(())
    }

    /// Moves everything back by `by` seconds, because the clock was set back.
    pub fn set_back_pings(&self, by: i64) -> Result<(), StoreError> {
        self.change("UPDATE pings SET at = at - ?", [by])?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::example::{World, fresh, world};

    #[test]
    fn pings_are_counted_for_each_person_and_room_until_they_are_forgotten() {
        fresh(|tx| {
            let World { room, ann, ben } = world(tx);
            for at in [7, 5] {
                tx.add_ping(ann, ben, at).unwrap();
                tx.add_call(ben, room, at + 1).unwrap();
            }
            assert_eq!(tx.pings_of(ann, ben, 4).unwrap(), [5, 7]);
            assert_eq!(tx.pings_of(ann, ben, 5).unwrap(), [7]);
            assert_eq!(tx.pings_of(ben, ann, 0).unwrap(), [0; 0]);
            assert_eq!(tx.calls_of(ben, room, 0).unwrap(), [6, 8]);
            assert_eq!(tx.calls_of(ann, room, 0).unwrap(), [0; 0]);
            tx.set_back_pings(3).unwrap();
            assert_eq!(tx.pings_of(ann, ben, 0).unwrap(), [2, 4]);
            tx.forget_pings(4).unwrap();
            assert_eq!(tx.pings_of(ann, ben, 0).unwrap(), [0; 0]);
            assert_eq!(tx.calls_of(ben, room, 0).unwrap(), [5]);
        });
    }
}
