//! When things were last done, by key.
use super::{StoreError, Tx};
use crate::sql::params;

impl Tx<'_> {
    /// Returns when something was last done.
    pub fn moment(&self, name: &str) -> Result<Option<i64>, StoreError> {
        self.one("SELECT at FROM moments WHERE name = ?", [name], |row| row.get(0))
    }

    /// Stores when something was done.
    pub fn set_moment(&self, name: &str, at: i64) -> Result<(), StoreError> {
        let sql = "INSERT INTO moments (name, at) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET at = excluded.at";
        self.change(sql, params![name, at])?;
        Ok(())
    }

    /// Moves times after `now` back by `by` seconds, because the clock was set back.
    pub fn set_back_moments(&self, now: i64, by: i64) -> Result<(), StoreError> {
        self.change("UPDATE moments SET at = at - ?2 WHERE at > ?1", params![now, by])?;
        Ok(())
    }

    /// Forgets when something was done.
    pub fn forget_moment(&self, name: &str) -> Result<(), StoreError> {
        self.change("DELETE FROM moments WHERE name = ?", [name])?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::fresh;

    #[test]
    fn the_last_time_counts() {
        fresh(|tx| {
            assert_eq!(tx.moment("alive").unwrap(), None);
            tx.set_moment("alive", 7).unwrap();
            tx.set_moment("alive", 5).unwrap();
            assert_eq!(tx.moment("alive").unwrap(), Some(5));
            assert_eq!(tx.moment("digest/1").unwrap(), None);
            tx.set_moment("digest/1", 90).unwrap();
            tx.set_back_moments(10, 80).unwrap();
            assert_eq!(
                (tx.moment("alive").unwrap(), tx.moment("digest/1").unwrap()),
                (Some(5), Some(10))
            );
            tx.forget_moment("alive").unwrap();
            assert_eq!(tx.moment("alive").unwrap(), None);
        });
    }
}
