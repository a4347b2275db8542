//! People's latest turns: whether they were in time, and how long they took.
use model::ids::{MatchId, PersonId};

use super::{StoreError, Tx};
use crate::{
    sql::params,
    tables::{OnErase, OnLink, OnUnlink, RowExport, TableSpec, person},
};

pub(super) const TURNS: TableSpec = TableSpec::new("turns", "rowid")
    .exports(&[RowExport::own("match_id, at, took, in_time")])
    .people(&[person("person", OnErase::Delete, OnLink::Rename, OnUnlink::WithMatch)]);

/// How many turns of a person are remembered.
pub const REMEMBERED: u32 = 20;

/// A turn that its player ended, or let run out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndedTurn {
    /// How much of their time it took, in seconds.
    pub took: i64,
    pub in_time: bool,
}

impl Tx<'_> {
    /// Stores a turn of a person, and forgets all but the latest.
    ///
    /// # Errors
    /// If the match or the person doesn't exist.
    pub fn add_turn(
        &self,
        person: PersonId,
        of: MatchId,
        turn: EndedTurn,
        now: i64,
    ) -> Result<(), StoreError> {
        let EndedTurn { took, in_time } = turn;
        let sql = "INSERT INTO turns (person, match_id, at, took, in_time) VALUES (?, ?, ?, ?, ?)";
        self.change(sql, params![person, of, now, took.max(0), in_time])?;
        let sql = "DELETE FROM turns WHERE person = ?1 AND (at, rowid) <= (
                       SELECT at, rowid FROM turns WHERE person = ?1 ORDER BY at DESC, rowid DESC LIMIT 1 OFFSET ?2)";
        self.change(sql, params![person, REMEMBERED])?;
        Ok(())
    }

    /// Returns the latest turns of a person, newest first.
    pub fn last_turns(&self, person: PersonId) -> Result<Vec<EndedTurn>, StoreError> {
        let sql = "SELECT took, in_time FROM turns WHERE person = ?
                   ORDER BY at DESC, rowid DESC LIMIT ?";
        self.all(sql, params![person, REMEMBERED], |row| {
            Ok(EndedTurn { took: row.get(0)?, in_time: row.get(1)? })
        })
    }

    /// Returns how many matches with people a person has played to a result.
    pub fn count_played_out(&self, person: PersonId) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM seats JOIN matches ON matches.id = seats.match_id
                   WHERE seats.person = ? AND seats.ended_at IS NOT NULL AND outcome IS NOT NULL
                     AND NOT EXISTS (SELECT 1 FROM practice WHERE practice.match_id = seats.match_id)";
        Ok(self.one(sql, [person], |row| row.get(0))?.unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::example::{ended, fresh, new_match, touched, world},
        *,
    };

    #[test]
    fn only_the_latest_turns_are_remembered() {
        fresh(|tx| {
            let world = world(tx);
            let of = tx.add_match(&new_match(&world)).unwrap();
            let turn = |took| EndedTurn { took, in_time: took % 2 == 0 };
            for took in 0..25 {
                tx.add_turn(world.ann, of, turn(took), 100).unwrap();
            }
            tx.add_turn(world.ben, of, turn(7), 100).unwrap();
            let last: Vec<EndedTurn> = (5..25).rev().map(turn).collect();
            assert_eq!(tx.last_turns(world.ann).unwrap(), last);
            assert_eq!(tx.last_turns(world.ben).unwrap(), [turn(7)]);
        });
    }

    #[test]
    fn matches_with_a_result_are_counted() {
        fresh(|tx| {
            let world = world(tx);
            for (at, outcome) in [(10, true), (20, false), (30, true)] {
                ended(tx, touched(tx, &new_match(&world), at), at, outcome);
            }
            touched(tx, &new_match(&world), 40);
            assert_eq!(tx.count_played_out(world.ann).unwrap(), 2);
        });
    }
}
