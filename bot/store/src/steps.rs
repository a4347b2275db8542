//! Steps: what was played in a match, with the state after each. Steps that were taken back are kept and marked.
mod chain;
#[cfg(test)]
mod tests;

use std::io;

use engine::{chance::StepKey, match_rules::StepMark, table::Saved};
use model::{ids::MatchId, time::ClockState};
use rusqlite::types::Type;

use super::{
    StepRow, StoreError, Tx,
    columns::{Json, Word},
    packed::{self, Packed},
    sql::SqlRow,
};
use crate::{
    sql::{named_params, params},
    tables::TableSpec,
};

pub(super) const STEPS: TableSpec = TableSpec::new("steps", "match_id, step, take").unexported(&[(
    "*",
    "what the person did is given with its match; the rest is in `export`, as far as it is no secret",
)]);

pub(super) use self::chain::RecentChains;
use self::chain::StepChain;

impl Tx<'_> {
    /// Stores a step.
    ///
    /// # Errors
    /// [`StoreError::Forbidden`] if the match doesn't exist, has a live step of this number, or ever had one of this number and
    /// take.
    pub fn add_step(&self, row: &StepRow) -> Result<(), StoreError> {
        self.add_timed_step(row, None)
    }

    /// Stores a step with the state of the match's time before it, which an undo restores.
    ///
    /// # Errors
    /// As [`Tx::add_step`].
    pub fn add_timed_step(
        &self,
        row: &StepRow,
        stand: Option<&ClockState>,
    ) -> Result<(), StoreError> {
        let StepRow {
            of,
            step,
            take,
            seat,
            written,
            action,
            events,
            throws,
            after: Saved { rules, state, last },
            fixed,
            decided,
            sealed,
            ended_turn,
            at,
            undo,
            lot,
        } = row;
        let sql = "INSERT INTO steps (match_id, step, take, seat, written, action, events, throws, news, state, packed, base_step, base_take, rules, fixed, decided, sealed, ended_turn, at, undo, lot, packed_stand)
                   VALUES (:of, :step, :take, :seat, :written, '0', '0', '0', '0', '0', :packed, :base_step, :base_take, :rules, :fixed, :decided, :sealed, :ended_turn, :at, :undo, :lot, :stand)";
        let earlier = self.chain_before(*of, *step)?;
        let base = earlier.as_ref().and_then(StepChain::last);
        let json = packed::json(&(action, events, throws, last, state));
        let json = json.map_err(|err| self.unreadable(err))?;
        let packed = packed::pack(&json, earlier.as_ref().map(|it| &*it.json));
        let packed = packed.map_err(|err| self.unreadable(err))?;
        self.change(
            sql,
            named_params! {
                ":of": of,
                ":step": step,
                ":take": take,
                ":seat": seat.map(Word),
                ":written": written,
                ":packed": packed,
                ":base_step": base.map(|it| it.0),
                ":base_take": base.map(|it| it.1),
                ":rules": rules,
                ":fixed": fixed,
                ":decided": decided,
                ":sealed": sealed,
                ":ended_turn": ended_turn,
                ":at": at,
                ":undo": undo.map(Word),
                ":lot": lot.as_ref().map(Json),
                ":stand": stand.map(Packed),
            },
        )?;
        self.chains.borrow_mut().put(StepChain::with(earlier, *of, (*step, *take), &json));
        Ok(())
    }

    /// Returns the last live step of a match.
    ///
    /// # Errors
    /// [`StoreError::Missing`] if the match has none, not even an opening.
    pub fn last_step(&self, of: MatchId) -> Result<StepRow, StoreError> {
        let sql =
            "SELECT * FROM steps WHERE match_id = ? AND taken_back = 0 ORDER BY step DESC LIMIT 1";
        self.step_by(sql, [of])?.ok_or(StoreError::Missing { what: "step of match", id: of.0 })
    }

    /// Returns one step of one take, taken back or not.
    pub fn step(&self, of: MatchId, step: u32, take: u32) -> Result<Option<StepRow>, StoreError> {
        let sql = "SELECT * FROM steps WHERE match_id = ? AND step = ? AND take = ?";
        self.step_by(sql, params![of, step, take])
    }

    /// Returns the step of this number that wasn't taken back.
    pub fn live_step(&self, of: MatchId, step: u32) -> Result<Option<StepRow>, StoreError> {
        let sql = "SELECT * FROM steps WHERE match_id = ? AND step = ? AND taken_back = 0";
        self.step_by(sql, params![of, step])
    }

    /// Tells whether a step was never taken back. That the match went back to the position after the step
    /// doesn't count.
    pub fn is_kept(&self, of: MatchId, at: StepKey) -> Result<bool, StoreError> {
        let sql = "SELECT count(*) FROM steps AS live
                   WHERE match_id = ?1 AND step = ?2 AND taken_back = 0
                     AND (take = ?3 OR take > ?3 AND undo IS NOT NULL)
                     AND NOT EXISTS (SELECT 1 FROM steps AS again
                                     WHERE again.match_id = ?1 AND again.step = ?2
                                       AND again.take > ?3 AND again.undo IS NULL)";
        let count = self.one(sql, params![of, at.step, at.take], |row| row.get::<_, u32>(0))?;
        Ok(count == Some(1))
    }

    /// Returns the live steps of a match in order, from the opening, with their states.
    pub fn steps(&self, of: MatchId) -> Result<Vec<StepRow>, StoreError> {
        let sql = "SELECT * FROM steps WHERE match_id = ? AND taken_back = 0 ORDER BY step";
        self.steps_by(sql, [of])
    }

    /// Returns some of the live steps from `from` to `to`, in order: the last, and of the others the first and each `every`th after it.
    /// Steps left out cost next to nothing.
    pub fn some_steps(
        &self,
        of: MatchId,
        from: u32,
        to: u32,
        every: u32,
    ) -> Result<Vec<StepRow>, StoreError> {
        let sql =
            "SELECT * FROM steps WHERE match_id = ?1 AND taken_back = 0 AND step BETWEEN ?2 AND ?3
             AND (step = ?3 OR (step - ?2) % ?4 = 0) ORDER BY step";
        self.steps_by(sql, params![of, from, to, every.max(1)])
    }

    /// Returns every step of a match, including those taken back, in the order they were played.
    pub fn all_steps(&self, of: MatchId) -> Result<Vec<StepRow>, StoreError> {
        let sql = "SELECT * FROM steps WHERE match_id = ? ORDER BY take, step";
        self.steps_by(sql, [of])
    }

    /// Returns the live steps of a match in order, without the opening, in the short form used for undos and ends: small, however large the
    /// states are.
    pub fn marks(&self, of: MatchId) -> Result<Vec<StepMark>, StoreError> {
        let sql = "SELECT seat, fixed, decided, ended_turn FROM steps
                   WHERE match_id = ? AND taken_back = 0 AND step > 0 ORDER BY step";
        self.all(sql, [of], |row| {
            let Word(seat) = row.get("seat")?;
            Ok(StepMark {
                seat,
                fixed: row.get("fixed")?,
                decided: row.get("decided")?,
                ended_turn: row.get("ended_turn")?,
            })
        })
    }

    /// Returns the state of the match's time before a step; none if it wasn't stored.
    pub fn stand(
        &self,
        of: MatchId,
        step: u32,
        take: u32,
    ) -> Result<Option<ClockState>, StoreError> {
        let sql =
            "SELECT stand, packed_stand FROM steps WHERE match_id = ? AND step = ? AND take = ?";
        Ok(self.one(sql, params![of, step, take], read_stand)?.flatten())
    }

    /// Returns the live steps of a match after number `keep`, in order.
    pub fn steps_after(&self, of: MatchId, keep: u32) -> Result<Vec<StepRow>, StoreError> {
        let sql =
            "SELECT * FROM steps WHERE match_id = ? AND taken_back = 0 AND step > ? ORDER BY step";
        self.steps_by(sql, params![of, keep])
    }

    /// Returns the live steps of a match with numbers from `from` to `to`, in order.
    pub fn steps_between(
        &self,
        of: MatchId,
        from: u32,
        to: u32,
    ) -> Result<Vec<StepRow>, StoreError> {
        let sql = "SELECT * FROM steps WHERE match_id = ? AND taken_back = 0 AND step BETWEEN ? AND ? ORDER BY step";
        self.steps_by(sql, params![of, from, to])
    }

    /// Marks every live step after number `keep` as taken back.
    pub fn take_back(&self, of: MatchId, keep: u32) -> Result<(), StoreError> {
        let sql =
            "UPDATE steps SET taken_back = 1 WHERE match_id = ? AND taken_back = 0 AND step > ?";
        self.change(sql, params![of, keep])?;
        Ok(())
    }

    /// Goes back to the position after a step: that step and every later live one are marked as taken back, and `row` replaces the step.
    ///
    /// # Errors
    /// As [`Tx::add_step`].
    pub fn go_back(&self, row: &StepRow) -> Result<(), StoreError> {
        let StepRow { of, step, .. } = *row;
        let sql = "SELECT stand, packed_stand FROM steps WHERE match_id = ? AND step = ? AND taken_back = 0";
        let stand = self.one(sql, params![of, step], read_stand)?;
        let sql =
            "UPDATE steps SET taken_back = 1 WHERE match_id = ? AND taken_back = 0 AND step >= ?";
        self.change(sql, params![of, step])?;
        self.add_timed_step(row, stand.flatten().as_ref())
    }
}

/// Reads the state of the time, packed or in its older form.
fn read_stand(row: &SqlRow<'_>) -> rusqlite::Result<Option<ClockState>> {
    if let Some(Packed(stand)) = row.get("packed_stand")? {
        return Ok(Some(stand));
    }
    Ok(row.get::<_, Option<Json<ClockState>>>("stand")?.map(|it| it.0))
}

fn unreadable(err: io::Error) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, Type::Blob, err.into())
}
