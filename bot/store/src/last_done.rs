//! When things were last done.
use std::fmt;

use model::ids::PersonId;

use super::{StoreError, Tx};
use crate::{
    sql::params,
    tables::{RowExport, TableSpec},
};

pub(super) const MOMENTS: TableSpec = TableSpec::new("moments", "name")
    .exports(&[RowExport::new("name IN ('digest/' || ?1, 'recap/' || ?1)", "name, at")]);

/// What was done. The database has it as a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeMark {
    /// The service did something.
    Alive,
    /// What is no longer needed was deleted.
    Swept,
    /// Codes that have expired were deleted.
    SweptCodes,
    /// People slid down on ladders.
    SlidLadders,
    /// A person's data was deleted.
    Erased,
    /// It was looked for people who have long been away.
    LookedForAbsent,
    /// A person got the list of their matches.
    Digest(PersonId),
    /// It was looked, in a person's absence, what waits for them.
    News(PersonId),
    /// A person showed a room their year or season.
    RecapShared(PersonId),
}

impl fmt::Display for TimeMark {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeMark::Alive => out.write_str("alive"),
            TimeMark::Swept => out.write_str("swept"),
            TimeMark::SweptCodes => out.write_str("swept-codes"),
            TimeMark::SlidLadders => out.write_str("slid-ladders"),
            TimeMark::Erased => out.write_str("erased"),
            TimeMark::LookedForAbsent => out.write_str("looked-for-absent"),
            TimeMark::Digest(person) => write!(out, "digest/{person}"),
            TimeMark::News(person) => write!(out, "news/{person}"),
            TimeMark::RecapShared(person) => write!(out, "recap/{person}"),
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

    /// Forgets when something was done.
    pub fn forget_moment(&self, of: TimeMark) -> Result<(), StoreError> {
        self.change("DELETE FROM moments WHERE name = ?", [of.to_string()])?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use model::ids::PersonId;

    use super::{super::tests::example::fresh, TimeMark};

    #[test]
    fn the_last_time_counts() {
        let digest = TimeMark::Digest(PersonId(1));
        fresh(|tx| {
            assert_eq!(tx.moment(TimeMark::Alive).unwrap(), None);
            tx.set_moment(TimeMark::Alive, 7).unwrap();
            tx.set_moment(TimeMark::Alive, 5).unwrap();
            assert_eq!(tx.moment(TimeMark::Alive).unwrap(), Some(5));
            assert_eq!(tx.moment(digest).unwrap(), None);
            tx.set_moment(digest, 90).unwrap();
            tx.set_back_moments(10, 80).unwrap();
            assert_eq!(
                (tx.moment(TimeMark::Alive).unwrap(), tx.moment(digest).unwrap()),
                (Some(5), Some(10))
            );
            tx.forget_moment(TimeMark::Alive).unwrap();
            assert_eq!(tx.moment(TimeMark::Alive).unwrap(), None);
        });
    }
}
