//! When things were last done.
use std::fmt;

use model::ids::PersonId;

use super::{StoreError, Tx};
use crate::{
    sql::params,
    tables::{RowExport, TableSpec},
};

pub(super) const MOMENTS: TableSpec = TableSpec::new("moments", "name")
    .exports(&[RowExport::new("name LIKE '%/' || ?1 AND name NOT LIKE 'news/%'", "name, at")]);

/// What was done, or what was done for a person. The database has it as a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeMark {
    name: &'static str,
    of: Option<PersonId>,
}

impl TimeMark {
    /// The service did something.
    pub const ALIVE: TimeMark = TimeMark::new("alive");
    /// What is no longer needed was deleted.
    pub const SWEPT: TimeMark = TimeMark::new("swept");
    /// Codes that have expired were deleted.
    pub const SWEPT_CODES: TimeMark = TimeMark::new("swept-codes");
    /// A person's data was deleted.
    pub const ERASED: TimeMark = TimeMark::new("erased");
    /// A person was there, though they said nothing, or it was looked in their absence what waits for them.
    pub const NEWS: TimeMark = TimeMark::new("news");

    /// Names what is done. The name is never changed, and no other mark has it.
    pub const fn new(name: &'static str) -> TimeMark {
        TimeMark { name, of: None }
    }

    /// The same for one person. It goes with them: when they are deleted, linked or unlinked.
    #[must_use]
    pub fn of(self, person: PersonId) -> TimeMark {
        TimeMark { of: Some(person), ..self }
    }
}

impl fmt::Display for TimeMark {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.of {
            Some(person) => write!(out, "{}/{person}", self.name),
            None => out.write_str(self.name),
        }
    }
}

impl Tx<'_> {
    /// Returns when something was last done.
    pub fn moment(&self, of: TimeMark) -> Result<Option<i64>, StoreError> {
        self.one("SELECT at FROM moments WHERE name = ?", [of.to_string()], |row| row.get(0))
    }

    /// Stores when something was done.
    pub fn set_moment(&self, of: TimeMark, at: i64) -> Result<(), StoreError> {
        let sql = "INSERT INTO moments (name, at) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET at = excluded.at";
        self.change(sql, params![of.to_string(), at])?;
        Ok(())
    }

    /// Moves times after `now` back by `by` seconds, because the clock was set back.
    pub fn set_back_moments(&self, now: i64, by: i64) -> Result<(), StoreError> {
        self.change("UPDATE moments SET at = at - ?2 WHERE at > ?1", params![now, by])?;
        Ok(())
    }

    /// Forgets when something was done for a person.
    pub fn forget_moments_of(&self, person: PersonId) -> Result<(), StoreError> {
        self.change("DELETE FROM moments WHERE name LIKE '%/' || ?1", [person])?;
        Ok(())
    }

    /// Notes for a person what was done for another, who is or was one with them: the later time counts.
    pub fn copy_moments(&self, from: PersonId, to: PersonId) -> Result<(), StoreError> {
        let sql = "INSERT INTO moments (name, at)
                   SELECT substr(name, 1, length(name) - length('' || ?1)) || ?2, at FROM moments WHERE name LIKE '%/' || ?1
                   ON CONFLICT (name) DO UPDATE SET at = CASE WHEN moments.at < excluded.at THEN excluded.at ELSE moments.at END";
        self.change(sql, [from, to])?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use model::ids::PersonId;

    use super::{super::tests::example::fresh, TimeMark};

    const LISTED_AT: TimeMark = TimeMark::new("digest");

    #[test]
    fn the_last_time_counts() {
        let digest = LISTED_AT.of(PersonId(1));
        fresh(|tx| {
            assert_eq!(tx.moment(TimeMark::ALIVE).unwrap(), None);
            tx.set_moment(TimeMark::ALIVE, 7).unwrap();
            tx.set_moment(TimeMark::ALIVE, 5).unwrap();
            assert_eq!(tx.moment(TimeMark::ALIVE).unwrap(), Some(5));
            assert_eq!(tx.moment(digest).unwrap(), None);
            tx.set_moment(digest, 90).unwrap();
            tx.set_back_moments(10, 80).unwrap();
            assert_eq!(
                (tx.moment(TimeMark::ALIVE).unwrap(), tx.moment(digest).unwrap()),
                (Some(5), Some(10))
            );
        });
    }

    #[test]
    fn what_was_done_for_a_person_goes_with_them() {
        let [ann, other, eleven] = [1, 2, 11].map(PersonId);
        fresh(|tx| {
            let at = |of| tx.moment(LISTED_AT.of(of)).unwrap();
            for (person, at) in [(ann, 20), (other, 30), (eleven, 40)] {
                tx.set_moment(LISTED_AT.of(person), at).unwrap();
            }
            tx.set_moment(TimeMark::NEWS.of(other), 50).unwrap();
            tx.copy_moments(other, ann).unwrap();
            tx.forget_moments_of(other).unwrap();
            assert_eq!([ann, other, eleven].map(at), [Some(30), None, Some(40)]);
            assert_eq!(tx.moment(TimeMark::NEWS.of(ann)).unwrap(), Some(50));
            tx.set_moment(LISTED_AT.of(other), 10).unwrap();
            tx.copy_moments(other, ann).unwrap();
            assert_eq!([ann, other].map(at), [Some(30), Some(10)]);
        });
    }
}
