//! Vacations.
use model::ids::PersonId;

use super::{StoreError, Tx, Vacation};
use crate::{
    sql::params,
    tables::{OnErase, OnLink, OnUnlink, RowExport, TableSpec, person},
};

pub(super) const VACATIONS: TableSpec = TableSpec::new("vacations", "rowid")
    .exports(&[RowExport::own("from_at, until_at, begun")])
    .people(&[person(
        "person",
        OnErase::Delete,
        OnLink::Call(link_vacations),
        OnUnlink::Copy("from_at, until_at, begun"),
    )]);

impl Tx<'_> {
    /// Returns a person's vacations that end after a moment, earliest first.
    pub fn vacations(&self, person: PersonId, after: i64) -> Result<Vec<Vacation>, StoreError> {
        let sql = "SELECT from_at, until_at FROM vacations WHERE person = ? AND until_at > ? ORDER BY from_at";
        self.all(sql, params![person, after], |row| {
            Ok(Vacation { from: row.get("from_at")?, until: row.get("until_at")? })
        })
    }

    /// Stores a current or planned vacation.
    ///
    /// # Errors
    /// [`StoreError::Forbidden`] if the person doesn't exist or it ends before it begins.
    pub fn add_vacation(
        &self,
        person: PersonId,
        vacation: Vacation,
        begun: bool,
    ) -> Result<(), StoreError> {
        let Vacation { from, until } = vacation;
        let sql = "INSERT INTO vacations (person, from_at, until_at, begun) VALUES (?, ?, ?, ?)";
        self.change(sql, params![person, from, until, begun])?;
        Ok(())
    }

    /// Returns the planned vacations that should begin, and their people.
    pub fn planned_vacations(&self, now: i64) -> Result<Vec<(PersonId, Vacation)>, StoreError> {
        let sql = "SELECT person, from_at, until_at FROM vacations WHERE begun = 0 AND from_at <= ? ORDER BY from_at";
        self.all(sql, [now], |row| {
            let vacation = Vacation { from: row.get("from_at")?, until: row.get("until_at")? };
            Ok((row.get("person")?, vacation))
        })
    }

    /// Returns when the next planned vacation begins after a moment.
    pub fn next_vacation(&self, after: i64) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT min(from_at) FROM vacations WHERE begun = 0 AND from_at > ?";
        Ok(self.one(sql, [after], |row| row.get(0))?.flatten())
    }

    /// Records that a person's planned vacations have begun.
    pub fn begin_vacation(&self, person: PersonId, now: i64) -> Result<(), StoreError> {
        let sql = "UPDATE vacations SET begun = 1 WHERE person = ? AND from_at <= ?";
        self.change(sql, params![person, now])?;
        Ok(())
    }

    /// Deletes a person's vacations planned after a moment; tells whether there were any.
    pub fn cancel_vacation(&self, person: PersonId, now: i64) -> Result<bool, StoreError> {
        let sql = "DELETE FROM vacations WHERE person = ? AND begun = 0 AND from_at > ?";
        Ok(0 < self.change(sql, params![person, now])?)
    }

    /// Moves current vacations back by `by` seconds, because the clock was set back. Planned ones
    /// keep their day.
    pub fn set_back_vacations(&self, now: i64, by: i64) -> Result<(), StoreError> {
        let sql = "UPDATE vacations SET from_at = from_at - ?2, until_at = until_at - ?2 WHERE until_at > ?1 AND begun = 1";
        self.change(sql, params![now, by])?;
        Ok(())
    }

    /// Ends a person's vacation at a moment, if they are on one.
    pub fn end_vacation(&self, person: PersonId, now: i64) -> Result<(), StoreError> {
        let sql = "UPDATE vacations SET until_at = ?2 WHERE person = ?1 AND from_at <= ?2 AND until_at > ?2";
        self.change(sql, params![person, now])?;
        Ok(())
    }
}

fn link_vacations(tx: &Tx<'_>, main: PersonId, other: PersonId) -> Result<(), StoreError> {
    tx.change("UPDATE vacations SET person = ?1 WHERE person = ?2", [main, other])?;
    // Vacations can't overlap.
    let sql = "DELETE FROM vacations WHERE person = ?1 AND EXISTS (
                   SELECT 1 FROM vacations other WHERE other.person = ?1 AND other.rowid <> vacations.rowid
                   AND other.from_at <= vacations.from_at AND other.until_at >= vacations.until_at
                   AND (other.from_at, -other.until_at, other.rowid) < (vacations.from_at, -vacations.until_at, vacations.rowid))";
    tx.change(sql, [main])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::example::{fresh, world},
        *,
    };

    #[test]
    fn vacations_are_counted_and_cut_short() {
        fresh(|tx| {
            let world = world(tx);
            let all = |after| tx.vacations(world.ann, after).unwrap();
            tx.add_vacation(world.ann, Vacation { from: 10, until: 20 }, true).unwrap();
            tx.add_vacation(world.ann, Vacation { from: 30, until: 40 }, true).unwrap();
            tx.add_vacation(world.ben, Vacation { from: 30, until: 50 }, true).unwrap();
            assert_eq!(all(0).len(), 2);
            assert_eq!(all(20), [Vacation { from: 30, until: 40 }]);
            tx.end_vacation(world.ann, 35).unwrap();
            assert_eq!(all(20), [Vacation { from: 30, until: 35 }]);
            assert_eq!(tx.vacations(world.ben, 35).unwrap().len(), 1);
            tx.set_back_vacations(33, 7).unwrap();
            assert_eq!(all(20), [Vacation { from: 23, until: 28 }]);
            assert_eq!(all(0)[0], Vacation { from: 10, until: 20 }, "what is over stays");
            assert!(
                tx.attempt(|| tx.add_vacation(world.ann, Vacation { from: 2, until: 1 }, true))
                    .is_err()
            );
            assert!(
                tx.attempt(|| tx.add_vacation(PersonId(99), Vacation { from: 1, until: 2 }, true))
                    .is_err()
            );
        });
    }

    #[test]
    fn what_is_planned_waits_for_its_day() {
        fresh(|tx| {
            let world = world(tx);
            let july = Vacation { from: 70, until: 90 };
            tx.add_vacation(world.ann, july, false).unwrap();
            assert_eq!(tx.next_vacation(0).unwrap(), Some(70));
            tx.set_back_vacations(50, 10).unwrap();
            assert_eq!(tx.planned_vacations(69).unwrap(), []);
            assert_eq!(tx.planned_vacations(70).unwrap(), [(world.ann, july)]);
            tx.begin_vacation(world.ann, 70).unwrap();
            assert_eq!(
                (tx.planned_vacations(99).unwrap(), tx.next_vacation(0).unwrap()),
                (vec![], None)
            );
            assert!(!tx.cancel_vacation(world.ann, 60).unwrap(), "it has begun");
            tx.add_vacation(world.ann, Vacation { from: 170, until: 190 }, false).unwrap();
            assert!(tx.cancel_vacation(world.ann, 100).unwrap());
            assert_eq!(tx.vacations(world.ann, 0).unwrap(), [july]);
        });
    }
}
