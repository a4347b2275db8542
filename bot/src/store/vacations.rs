//! When people are away.
use rusqlite::params;

use super::{PersonId, StoreError, Tx, Vacation};

impl Tx<'_> {
    /// Returns the vacations of a person that end after a moment, the earliest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn vacations(&self, person: PersonId, after: i64) -> Result<Vec<Vacation>, StoreError> {
        let sql = "SELECT from_at, until_at FROM vacations WHERE person = ? AND until_at > ? ORDER BY from_at";
        self.all(sql, params![person, after], |row| {
            Ok(Vacation { from: row.get("from_at")?, until: row.get("until_at")? })
        })
    }

    /// Keeps a vacation.
    ///
    /// # Errors
    /// [`StoreError::Forbidden`] when the person is not known or it ends before it begins.
    pub fn add_vacation(&self, person: PersonId, it: Vacation) -> Result<(), StoreError> {
        let Vacation { from, until } = it;
        let sql = "INSERT INTO vacations (person, from_at, until_at) VALUES (?, ?, ?)";
        self.add(sql, params![person, from, until])?;
        Ok(())
    }

    /// Follows a clock that was put back by so many seconds: what ends after `now`, as it was before, begins and ends earlier.
    ///
    /// # Errors
    /// When the database fails.
    pub fn set_back_vacations(&self, now: i64, by: i64) -> Result<(), StoreError> {
        let sql = "UPDATE vacations SET from_at = from_at - ?2, until_at = until_at - ?2 WHERE until_at > ?1";
        self.change(sql, params![now, by])?;
        Ok(())
    }

    /// Lets the vacation end at a moment in which somebody is away then.
    ///
    /// # Errors
    /// When the database fails.
    pub fn end_vacation(&self, person: PersonId, now: i64) -> Result<(), StoreError> {
        let sql = "UPDATE vacations SET until_at = ?2 WHERE person = ?1 AND from_at <= ?2 AND until_at > ?2";
        self.change(sql, params![person, now])?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::example::{fresh, world},
        *,
    };

    #[test]
    fn vacations_are_counted_and_cut_short() {
        fresh(|tx| {
            let world = world(tx);
            let all = |after| tx.vacations(world.ann, after).unwrap();
            tx.add_vacation(world.ann, Vacation { from: 10, until: 20 }).unwrap();
            tx.add_vacation(world.ann, Vacation { from: 30, until: 40 }).unwrap();
            tx.add_vacation(world.ben, Vacation { from: 30, until: 50 }).unwrap();
            assert_eq!(all(0).len(), 2);
            assert_eq!(all(20), [Vacation { from: 30, until: 40 }]);
            tx.end_vacation(world.ann, 35).unwrap();
            assert_eq!(all(20), [Vacation { from: 30, until: 35 }]);
            assert_eq!(tx.vacations(world.ben, 35).unwrap().len(), 1);
            tx.set_back_vacations(33, 7).unwrap();
            assert_eq!(all(20), [Vacation { from: 23, until: 28 }]);
            assert_eq!(all(0)[0], Vacation { from: 10, until: 20 }, "what is over stays");
            assert!(tx.add_vacation(world.ann, Vacation { from: 2, until: 1 }).is_err());
            assert!(tx.add_vacation(PersonId(99), Vacation { from: 1, until: 2 }).is_err());
        });
    }
}
