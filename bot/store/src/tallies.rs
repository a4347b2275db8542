//! How what several people wanted a side to do was counted, step by step: checks of ties need it.
use std::collections::BTreeMap;

use engine::chance::StepKey;
use model::ids::MatchId;

use super::{StoreError, Tx, columns::Json};
use crate::{sql::params, tables::TableSpec};

pub(super) const TALLIES: TableSpec = TableSpec::new("tallies", "match_id, step, take")
    .unexported(&[("*", "how many wanted each move, without names")]);

/// How many people wanted each action, the most wanted first.
pub type WantedCounts = Vec<(String, u32)>;

/// How the wishes in a match were counted, by step and take.
pub type WantedByStep = BTreeMap<(u32, u32), WantedCounts>;

impl Tx<'_> {
    /// Stores how many people wanted each action where one became a step.
    ///
    /// # Errors
    /// If the match doesn't exist.
    pub fn add_tally(
        &self,
        of: MatchId,
        step: StepKey,
        counts: &WantedCounts,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO tallies (match_id, step, take, counts) VALUES (?, ?, ?, ?)";
        self.change(sql, params![of, step.step, step.take, Json(counts)])?;
        Ok(())
    }

    /// Tells whether a step was chosen by counting.
    pub fn is_tallied(&self, of: MatchId, step: StepKey) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM tallies WHERE match_id = ? AND step = ? AND take = ?";
        let found: Option<i64> =
            self.one(sql, params![of, step.step, step.take], |row| row.get(0))?;
        Ok(found.is_some())
    }

    /// Returns how the wishes in a match were counted, by step and take.
    pub fn tallies(&self, of: MatchId) -> Result<WantedByStep, StoreError> {
        let sql = "SELECT step, take, counts FROM tallies WHERE match_id = ?";
        let all: Vec<_> = self.all(sql, [of], |row| {
            let Json(counts) = row.get("counts")?;
            Ok(((row.get("step")?, row.get("take")?), counts))
        })?;
        Ok(all.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::example::{fresh, new_match, world},
        *,
    };

    #[test]
    fn what_was_counted_is_kept_by_step() {
        fresh(|tx| {
            let of = tx.add_match(&new_match(&world(tx))).unwrap();
            let counts = vec![("a".to_owned(), 2), ("b".to_owned(), 1)];
            tx.add_tally(of, StepKey { step: 3, take: 0 }, &counts).unwrap();
            assert_eq!(tx.tallies(of).unwrap(), BTreeMap::from([((3, 0), counts)]));
            let is_tallied = |step| tx.is_tallied(of, StepKey { step, take: 0 }).unwrap();
            assert_eq!([2, 3].map(is_tallied), [false, true]);
        });
    }
}
