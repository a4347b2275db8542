//! Who said wrong codes, and what is valid for minutes. Codes are stored as hashes.
use model::ids::PersonId;

use super::{StoreError, Tx};
use crate::{
    sql::params,
    tables::{OnErase, OnLink, OnUnlink, RowExport, TableSpec, person},
};

pub(super) const WRONG_CODES: TableSpec = TableSpec::new("wrong_codes", "person")
    .exports(&[RowExport::own("tries, until")])
    .people(&[person("person", OnErase::Delete, OnLink::DeleteBoth, OnUnlink::Delete)]);

/// A code as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HashedCode {
    pub salt: String,
    pub hash: String,
}

impl Tx<'_> {
    /// Returns how many wrong codes a person has said lately.
    pub fn wrong_codes(&self, by: PersonId, now: i64) -> Result<u32, StoreError> {
        let sql = "SELECT tries FROM wrong_codes WHERE person = ? AND until > ?";
        Ok(self.one(sql, params![by, now], |row| row.get(0))?.unwrap_or(0))
    }

    /// Counts a wrong code. The first one says until when they are remembered.
    ///
    /// # Errors
    /// If the person doesn't exist, or the database fails.
    pub fn add_wrong_code(&self, by: PersonId, now: i64, until: i64) -> Result<(), StoreError> {
        self.change("DELETE FROM wrong_codes WHERE person = ? AND until <= ?", params![by, now])?;
        let sql = "INSERT INTO wrong_codes (person, tries, until) VALUES (?, 1, ?)
                   ON CONFLICT (person) DO UPDATE SET tries = wrong_codes.tries + 1";
        self.change(sql, params![by, until])?;
        Ok(())
    }

    /// Deletes everything that is no longer valid, also questions.
    pub fn forget_old_codes(&self, now: i64) -> Result<(), StoreError> {
        for table in TABLES {
            self.change(&format!("DELETE FROM {table} WHERE until <= ?"), [now])?;
        }
        Ok(())
    }

    /// Moves all those ends back by `by` seconds, because the clock was set back.
    pub fn set_back_codes(&self, by: i64) -> Result<(), StoreError> {
        for table in TABLES {
            self.change(&format!("UPDATE {table} SET until = until - ?"), [by])?;
        }
        Ok(())
    }
}

/// The tables whose rows are valid until a moment.
const TABLES: [&str; 2] = ["wrong_codes", "questions"];

#[cfg(test)]
mod tests {
    use super::{
        super::{
            AskedByOther,
            tests::example::{World, fresh, world},
        },
        *,
    };

    #[test]
    fn wrong_codes_are_counted_from_the_first_and_forgotten_together() {
        fresh(|tx| {
            let World { ann, ben, .. } = world(tx);
            for (now, until) in [(0, 10), (5, 15)] {
                tx.add_wrong_code(ann, now, until).unwrap();
            }
            assert_eq!(tx.wrong_codes(ann, 9).unwrap(), 2);
            assert_eq!((tx.wrong_codes(ann, 10).unwrap(), tx.wrong_codes(ben, 9).unwrap()), (0, 0));
            tx.add_wrong_code(ann, 12, 22).unwrap();
            assert_eq!(tx.wrong_codes(ann, 12).unwrap(), 1);
        });
    }

    #[test]
    fn what_is_over_is_deleted() {
        fresh(|tx| {
            let World { ann, .. } = world(tx);
            tx.add_wrong_code(ann, 0, 10).unwrap();
            let [yes, no] = ["accept 1", "decline 1"].map(str::to_owned);
            tx.put_question(ann, &AskedByOther { yes, no, until: 10 }).unwrap();
            let rows = || {
                TABLES.map(|table| {
                    let sql = format!("SELECT count(*) FROM {table}");
                    tx.one(&sql, [], |row| row.get::<_, i64>(0)).unwrap().unwrap()
                })
            };
            tx.forget_old_codes(9).unwrap();
            assert_eq!(rows(), [1; 2]);
            tx.forget_old_codes(10).unwrap();
            assert_eq!(rows(), [0; 2]);
        });
    }
}
