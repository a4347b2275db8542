//! What a feature has left to do for a match because it failed: it is tried again.
use model::ids::{ChallengeId, MatchId};

use super::{StoreError, Tx};
use crate::{sql::params, tables::TableSpec};

pub(super) const UNFINISHED: TableSpec = TableSpec::new("unfinished", "match_id, feature, moment")
    .unexported(&[("*", "what the program itself has left to do")]);

/// What a feature has left to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished {
    pub of: MatchId,
    pub feature: String,
    /// What of the match it would have followed.
    pub moment: String,
    /// The challenge that began the match, where the feature needs it.
    pub challenge: Option<ChallengeId>,
}

impl Tx<'_> {
    /// Stores that something is left to do.
    ///
    /// # Errors
    /// If the match or the challenge doesn't exist.
    pub fn keep_unfinished(&self, unfinished: &Unfinished) -> Result<(), StoreError> {
        let Unfinished { of, feature, moment, challenge } = unfinished;
        let sql =
            "INSERT INTO unfinished (match_id, feature, moment, challenge) VALUES (?, ?, ?, ?)
                   ON CONFLICT DO NOTHING";
        self.change(sql, params![of, feature, moment, challenge])?;
        Ok(())
    }

    /// Returns the matches with anything left to do.
    pub fn matches_with_unfinished(&self) -> Result<Vec<MatchId>, StoreError> {
        let sql = "SELECT DISTINCT match_id FROM unfinished ORDER BY match_id";
        self.all(sql, [], |row| row.get("match_id"))
    }

    /// Returns what is left to do for a match.
    pub fn unfinished_of(&self, of: MatchId) -> Result<Vec<Unfinished>, StoreError> {
        let sql = "SELECT * FROM unfinished WHERE match_id = ? ORDER BY feature, moment";
        self.all(sql, [of], |row| {
            Ok(Unfinished {
                of: row.get("match_id")?,
                feature: row.get("feature")?,
                moment: row.get("moment")?,
                challenge: row.get("challenge")?,
            })
        })
    }

    /// Stores that it is done.
    pub fn finish(&self, unfinished: &Unfinished) -> Result<(), StoreError> {
        let Unfinished { of, feature, moment, challenge: _ } = unfinished;
        let sql = "DELETE FROM unfinished WHERE match_id = ? AND feature = ? AND moment = ?";
        self.change(sql, params![of, feature, moment])?;
        Ok(())
    }
}
