//! Steps: what was played in a match, with the state after each. What is taken back stays, marked.
use std::io;

use engine::{chance::Throw, house::Mark};
use rusqlite::{
    Row, named_params, params,
    types::{Type, ValueRef},
};

use serde_json::Value;

use super::{
    MatchId, StepRow, StoreError, Tx,
    columns::{Json, Word},
    packed::{self, Packed},
};
use crate::time::Stand;

/// What of a step is packed: action, events, throws, news and state.
type Kept<'a> = (&'a Value, &'a Value, &'a [Throw], &'a Value, &'a Value);

/// The columns of [`read`].
const STEP: &str =
    "steps.*, (SELECT base.packed FROM steps base WHERE base.match_id = steps.match_id
    AND base.step = steps.base_step AND base.take = steps.base_take) AS base";

/// How many steps may be packed by the same base: with more, they differ too much from it.
const BY_ONE_BASE: u32 = 8;

/// A step that others are packed by.
struct Base {
    step: u32,
    take: u32,
    json: Vec<u8>,
}

impl Tx<'_> {
    /// Stores a step.
    ///
    /// # Errors
    /// [`StoreError::Forbidden`] if the match does not exist, has a live step of this number, or ever had one of this number and
    /// take.
    pub fn add_step(&self, row: &StepRow) -> Result<(), StoreError> {
        let StepRow {
            of,
            step,
            take,
            seat,
            written,
            action,
            events,
            throws,
            news,
            state,
            rules,
            fixed,
            decided,
            sealed,
            ended_turn,
            at,
            undo,
            lot,
        } = row;
        let sql = "INSERT INTO steps (match_id, step, take, seat, written, action, events, throws, news, state, packed, base_step, base_take, rules, fixed, decided, sealed, ended_turn, at, undo, lot)
                   VALUES (:of, :step, :take, :seat, :written, '0', '0', '0', '0', '0', :packed, :base_step, :base_take, :rules, :fixed, :decided, :sealed, :ended_turn, :at, :undo, :lot)";
        let kept: Kept<'_> = (action, events, throws, news, state);
        let base = self.base_for(*of, *step)?;
        let packed = packed::write(&kept, base.as_ref().map(|it| &*it.json));
        self.add(
            sql,
            named_params! {
                ":of": of,
                ":step": step,
                ":take": take,
                ":seat": seat.map(Word),
                ":written": written,
                ":packed": packed.map_err(|err| self.error(err))?,
                ":base_step": base.as_ref().map(|it| it.step),
                ":base_take": base.as_ref().map(|it| it.take),
                ":rules": rules,
                ":fixed": fixed,
                ":decided": decided,
                ":sealed": sealed,
                ":ended_turn": ended_turn,
                ":at": at,
                ":undo": undo.map(Word),
                ":lot": lot.as_ref().map(Json),
            },
        )?;
        Ok(())
    }

    /// Returns the base a step is packed by; none if it becomes a base itself.
    fn base_for(&self, of: MatchId, step: u32) -> Result<Option<Base>, StoreError> {
        let sql = "SELECT step, take, packed FROM steps
                   WHERE match_id = ? AND step <= ? AND step > ? AND packed IS NOT NULL AND base_step IS NULL
                   ORDER BY step DESC, take DESC LIMIT 1";
        let (most, least) = (step, i64::from(step) - i64::from(BY_ONE_BASE));
        self.one(sql, params![of, most, least], |row| {
            let packed: Vec<u8> = row.get("packed")?;
            let json = packed::base(&packed).map_err(unreadable)?;
            Ok(Base { step: row.get("step")?, take: row.get("take")?, json })
        })
    }

    /// Returns the last live step of a match.
    ///
    /// # Errors
    /// [`StoreError::Missing`] if the match has none, not even an opening.
    pub fn last_step(&self, of: MatchId) -> Result<StepRow, StoreError> {
        let sql = format!(
            "SELECT {STEP} FROM steps WHERE match_id = ? AND taken_back = 0 ORDER BY step DESC LIMIT 1"
        );
        self.one(&sql, [of], read)?.ok_or(StoreError::Missing { what: "step of match", id: of.0 })
    }

    /// Returns one step of one take, taken back or not.
    ///
    /// # Errors
    /// If the database fails.
    pub fn step(&self, of: MatchId, step: u32, take: u32) -> Result<Option<StepRow>, StoreError> {
        let sql = format!("SELECT {STEP} FROM steps WHERE match_id = ? AND step = ? AND take = ?");
        self.one(&sql, params![of, step, take], read)
    }

    /// Returns the step of this number that was not taken back.
    ///
    /// # Errors
    /// If the database fails.
    pub fn live_step(&self, of: MatchId, step: u32) -> Result<Option<StepRow>, StoreError> {
        let sql =
            format!("SELECT {STEP} FROM steps WHERE match_id = ? AND step = ? AND taken_back = 0");
        self.one(&sql, params![of, step], read)
    }

    /// Returns the live steps of a match in order, from the opening, with their states.
    ///
    /// # Errors
    /// If the database fails.
    pub fn steps(&self, of: MatchId) -> Result<Vec<StepRow>, StoreError> {
        let sql =
            format!("SELECT {STEP} FROM steps WHERE match_id = ? AND taken_back = 0 ORDER BY step");
        self.all(&sql, [of], read)
    }

    /// Returns the last of the live steps from `from` to `to`, and of the others the first and each
    /// `every`th after it, in order. Those left out cost next to nothing.
    ///
    /// # Errors
    /// If the database fails.
    pub fn some_steps(
        &self,
        of: MatchId,
        from: u32,
        to: u32,
        every: u32,
    ) -> Result<Vec<StepRow>, StoreError> {
        let sql = format!(
            "SELECT {STEP} FROM steps WHERE match_id = ?1 AND taken_back = 0 AND step BETWEEN ?2 AND ?3
             AND (step = ?3 OR (step - ?2) % ?4 = 0) ORDER BY step"
        );
        self.all(&sql, params![of, from, to, every.max(1)], read)
    }

    /// Returns every step of a match, those taken back as well, in the order in which they were played.
    ///
    /// # Errors
    /// If the database fails.
    pub fn all_steps(&self, of: MatchId) -> Result<Vec<StepRow>, StoreError> {
        let sql = format!("SELECT {STEP} FROM steps WHERE match_id = ? ORDER BY take, step");
        self.all(&sql, [of], read)
    }

    /// Returns the live steps of a match in order, without the opening, as the house needs to know them: short, however large
    /// the states are.
    ///
    /// # Errors
    /// If the database fails.
    pub fn marks(&self, of: MatchId) -> Result<Vec<Mark>, StoreError> {
        let sql = "SELECT seat, fixed, decided, ended_turn FROM steps
                   WHERE match_id = ? AND taken_back = 0 AND step > 0 ORDER BY step";
        self.all(sql, [of], |row| {
            let Word(seat) = row.get("seat")?;
            Ok(Mark {
                seat,
                fixed: row.get("fixed")?,
                decided: row.get("decided")?,
                ended_turn: row.get("ended_turn")?,
            })
        })
    }

    /// Stores how the time of the match stood before a step.
    ///
    /// # Errors
    /// [`StoreError::Missing`] if there is no such step.
    pub fn set_stand(
        &self,
        of: MatchId,
        step: u32,
        take: u32,
        stand: &Stand,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE steps SET stand = NULL, packed_stand = ? WHERE match_id = ? AND step = ? AND take = ?";
        match self.change(sql, params![Packed(stand), of, step, take])? {
            0 => Err(StoreError::Missing { what: "step of match", id: of.0 }),
            _ => Ok(()),
        }
    }

    /// Returns how the time of the match stood before a step; none if that was not kept.
    ///
    /// # Errors
    /// If the database fails.
    pub fn stand(&self, of: MatchId, step: u32, take: u32) -> Result<Option<Stand>, StoreError> {
        let sql =
            "SELECT stand, packed_stand FROM steps WHERE match_id = ? AND step = ? AND take = ?";
        Ok(self.one(sql, params![of, step, take], read_stand)?.flatten())
    }

    /// Returns the live steps of a match after number `keep`, in order.
    ///
    /// # Errors
    /// If the database fails.
    pub fn steps_after(&self, of: MatchId, keep: u32) -> Result<Vec<StepRow>, StoreError> {
        let sql = format!(
            "SELECT {STEP} FROM steps WHERE match_id = ? AND taken_back = 0 AND step > ? ORDER BY step"
        );
        self.all(&sql, params![of, keep], read)
    }

    /// Returns the live steps of a match with numbers from `from` to `to`, in order.
    ///
    /// # Errors
    /// If the database fails.
    pub fn steps_between(
        &self,
        of: MatchId,
        from: u32,
        to: u32,
    ) -> Result<Vec<StepRow>, StoreError> {
        let sql = format!(
            "SELECT {STEP} FROM steps WHERE match_id = ? AND taken_back = 0 AND step BETWEEN ? AND ? ORDER BY step"
        );
        self.all(&sql, params![of, from, to], read)
    }

    /// Marks every live step after number `keep` as taken back.
    ///
    /// # Errors
    /// If the database fails.
    pub fn take_back(&self, of: MatchId, keep: u32) -> Result<(), StoreError> {
        let sql =
            "UPDATE steps SET taken_back = 1 WHERE match_id = ? AND taken_back = 0 AND step > ?";
        self.change(sql, params![of, keep])?;
        Ok(())
    }

    /// Goes back to the position after a step: every later live step is marked as taken back, and `row` is kept in place of that
    /// step.
    ///
    /// # Errors
    /// As [`Tx::add_step`].
    pub fn go_back(&self, row: &StepRow) -> Result<(), StoreError> {
        let StepRow { of, step, take, .. } = *row;
        let sql = "SELECT stand, packed_stand FROM steps WHERE match_id = ? AND step = ? AND taken_back = 0";
        let stand = self.one(sql, params![of, step], read_stand)?;
        let sql =
            "UPDATE steps SET taken_back = 1 WHERE match_id = ? AND taken_back = 0 AND step >= ?";
        self.change(sql, params![of, step])?;
        self.add_step(row)?;
        match stand.flatten() {
            Some(stand) => self.set_stand(of, step, take, &stand),
            None => Ok(()),
        }
    }

    /// Keeps other words in a step: in what was said, what it brought and how the match stood after it.
    ///
    /// # Errors
    /// If the database fails.
    pub fn reword_step(&self, row: &StepRow) -> Result<(), StoreError> {
        let StepRow { of, step, take, .. } = row;
        // What was packed by it is packed anew, by itself.
        let sql = format!(
            "SELECT {STEP} FROM steps WHERE match_id = ?1 AND step >= ?2 AND base_step = ?2 AND base_take = ?3"
        );
        let by_it = self.all(&sql, params![of, step, take], read)?;
        for row in by_it.iter().chain([row]) {
            let StepRow { of, step, take, written, action, events, throws, news, state, .. } = row;
            let sql = "UPDATE steps SET written = :written, action = '0', events = '0', throws = '0', news = '0', state = '0',
                              packed = :packed, base_step = NULL, base_take = NULL
                       WHERE match_id = :of AND step = :step AND take = :take";
            let kept: Kept<'_> = (action, events, throws, news, state);
            let params = named_params! {
                ":of": of, ":step": step, ":take": take, ":written": written, ":packed": Packed(kept),
            };
            self.change(sql, params)?;
        }
        Ok(())
    }
}

/// Reads how the time stood, however it is kept.
fn read_stand(row: &Row<'_>) -> rusqlite::Result<Option<Stand>> {
    if let Some(Packed(stand)) = row.get("packed_stand")? {
        return Ok(Some(stand));
    }
    Ok(row.get::<_, Option<Json<Stand>>>("stand")?.map(|it| it.0))
}

/// Reads what is packed, or what a step from before holds unpacked.
fn read_kept(row: &Row<'_>) -> rusqlite::Result<(Value, Value, Vec<Throw>, Value, Value)> {
    if let ValueRef::Blob(packed) = row.get_ref("packed")? {
        let base = row.get_ref("base")?.as_blob_or_null()?;
        return packed::read(packed, base).map_err(unreadable);
    }
    let Json(action) = row.get("action")?;
    let Json(events) = row.get("events")?;
    let Json(throws) = row.get("throws")?;
    let Json(news) = row.get("news")?;
    let Json(state) = row.get("state")?;
    Ok((action, events, throws, news, state))
}

fn unreadable(err: io::Error) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, Type::Blob, err.into())
}

fn read(row: &Row<'_>) -> rusqlite::Result<StepRow> {
    let seat: Option<Word<_>> = row.get("seat")?;
    let undo: Option<Word<_>> = row.get("undo")?;
    let lot: Option<Json<_>> = row.get("lot")?;
    let (action, events, throws, news, state) = read_kept(row)?;
    Ok(StepRow {
        of: row.get("match_id")?,
        step: row.get("step")?,
        take: row.get("take")?,
        seat: seat.map(|it| it.0),
        written: row.get("written")?,
        action,
        events,
        throws,
        news,
        state,
        rules: row.get("rules")?,
        fixed: row.get("fixed")?,
        decided: row.get("decided")?,
        sealed: row.get("sealed")?,
        ended_turn: row.get("ended_turn")?,
        at: row.get("at")?,
        undo: undo.map(|it| it.0),
        lot: lot.map(|it| it.0),
    })
}

#[cfg(test)]
mod tests;
