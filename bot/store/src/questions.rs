//! What people were asked by others: a bare yes or no answers it for a while.
use model::ids::PersonId;

use super::{StoreError, Tx};
use crate::{
    sql::params,
    tables::{OnErase, OnLink, OnUnlink, RowExport, TableSpec, person},
};

pub(super) const QUESTIONS: TableSpec = TableSpec::new("questions", "rowid")
    .exports(&[RowExport::own("yes, no, until")])
    .people(&[person("person", OnErase::Delete, OnLink::Delete, OnUnlink::Stay)]);

/// What a person was asked by another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedByOther {
    /// The lines that yes and no stand for.
    pub yes: String,
    pub no: String,
    /// Until when a bare word answers it.
    pub until: i64,
}

impl Tx<'_> {
    /// Stores a question to a person. A repeated one counts once.
    ///
    /// # Errors
    /// If the person doesn't exist, or the database fails.
    pub fn put_question(&self, to: PersonId, question: &AskedByOther) -> Result<(), StoreError> {
        let sql = "INSERT INTO questions (person, yes, no, until) VALUES (?, ?, ?, ?)
                   ON CONFLICT (person, yes) DO UPDATE SET no = excluded.no, until = excluded.until";
        self.change(sql, params![to, question.yes, question.no, question.until])?;
        Ok(())
    }

    /// Returns the questions to a person that a bare word still answers, the oldest first.
    pub fn questions_to(&self, to: PersonId, now: i64) -> Result<Vec<AskedByOther>, StoreError> {
        let sql = "SELECT yes, no, until FROM questions WHERE person = ? AND until > ?
                   ORDER BY until, rowid";
        self.all(sql, params![to, now], |row| {
            Ok(AskedByOther { yes: row.get(0)?, no: row.get(1)?, until: row.get(2)? })
        })
    }

    /// Deletes a question to a person.
    pub fn drop_question(&self, to: PersonId, yes: &str) -> Result<(), StoreError> {
        self.change("DELETE FROM questions WHERE person = ? AND yes = ?", params![to, yes])?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::example::{World, fresh, world},
        *,
    };

    #[test]
    fn a_question_counts_once_and_until_its_end() {
        fresh(|tx| {
            let World { ann, ben, .. } = world(tx);
            let asked =
                |yes: &str, until| AskedByOther { yes: yes.to_owned(), no: "no".to_owned(), until };
            for (yes, until) in [("a", 10), ("b", 12), ("a", 14)] {
                tx.put_question(ann, &asked(yes, until)).unwrap();
            }
            assert_eq!(tx.questions_to(ann, 11).unwrap(), [asked("b", 12), asked("a", 14)]);
            assert_eq!(tx.questions_to(ann, 12).unwrap(), [asked("a", 14)]);
            assert_eq!(tx.questions_to(ben, 11).unwrap(), []);
            tx.drop_question(ann, "a").unwrap();
            assert_eq!(tx.questions_to(ann, 11).unwrap(), [asked("b", 12)]);
            tx.put_question(ann, &asked("a", 12)).unwrap();
            assert_eq!(tx.questions_to(ann, 11).unwrap(), [asked("b", 12), asked("a", 12)]);
            tx.erase_person(ann).unwrap();
            assert_eq!(tx.questions_to(ann, 11).unwrap(), []);
        });
    }
}
