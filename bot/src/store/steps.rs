//! Steps: what was played in a match, with the state after each. What is taken back stays, marked.
use engine::house::Mark;
use rusqlite::{Row, named_params, params};

use super::{
    MatchId, StepRow, StoreError, Tx,
    columns::{Json, Word},
};

impl Tx<'_> {
    /// Keeps a step.
    ///
    /// # Errors
    /// [`StoreError::Forbidden`] when the match is not known, has a live step of this number, or ever had one of this number and
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
            state,
            rules,
            fixed,
            decided,
            sealed,
            ended_turn,
            at,
        } = row;
        let sql = "INSERT INTO steps (match_id, step, take, seat, written, action, events, state, rules, fixed, decided, sealed, ended_turn, at)
                   VALUES (:of, :step, :take, :seat, :written, :action, :events, :state, :rules, :fixed, :decided, :sealed, :ended_turn, :at)";
        self.add(
            sql,
            named_params! {
                ":of": of,
                ":step": step,
                ":take": take,
                ":seat": seat.map(Word),
                ":written": written,
                ":action": Json(action),
                ":events": Json(events),
                ":state": Json(state),
                ":rules": rules,
                ":fixed": fixed,
                ":decided": decided,
                ":sealed": sealed,
                ":ended_turn": ended_turn,
                ":at": at,
            },
        )?;
        Ok(())
    }

    /// Returns the last live step of a match.
    ///
    /// # Errors
    /// [`StoreError::Missing`] when the match has none, not even an opening.
    pub fn last_step(&self, of: MatchId) -> Result<StepRow, StoreError> {
        let sql =
            "SELECT * FROM steps WHERE match_id = ? AND taken_back = 0 ORDER BY step DESC LIMIT 1";
        self.one(sql, [of], read)?.ok_or(StoreError::Missing { what: "step of match", id: of.0 })
    }

    /// Returns one step of one take, taken back or not.
    ///
    /// # Errors
    /// When the database fails.
    pub fn step(&self, of: MatchId, step: u32, take: u32) -> Result<Option<StepRow>, StoreError> {
        let sql = "SELECT * FROM steps WHERE match_id = ? AND step = ? AND take = ?";
        self.one(sql, params![of, step, take], read)
    }

    /// Returns the step of this number that was not taken back.
    ///
    /// # Errors
    /// When the database fails.
    pub fn live_step(&self, of: MatchId, step: u32) -> Result<Option<StepRow>, StoreError> {
        let sql = "SELECT * FROM steps WHERE match_id = ? AND step = ? AND taken_back = 0";
        self.one(sql, params![of, step], read)
    }

    /// Returns the live steps of a match in order, from the opening, with their states.
    ///
    /// # Errors
    /// When the database fails.
    pub fn steps(&self, of: MatchId) -> Result<Vec<StepRow>, StoreError> {
        let sql = "SELECT * FROM steps WHERE match_id = ? AND taken_back = 0 ORDER BY step";
        self.all(sql, [of], read)
    }

    /// Returns the live steps of a match in order, without the opening, as the house needs to know them: short, however large
    /// the states are.
    ///
    /// # Errors
    /// When the database fails.
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

    /// Counts the live steps of a match without the opening; so it is also the number of the last one.
    ///
    /// # Errors
    /// When the database fails.
    pub fn step_count(&self, of: MatchId) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM steps WHERE match_id = ? AND taken_back = 0 AND step > 0";
        let count = self.one(sql, [of], |row| row.get(0))?;
        Ok(count.unwrap_or(0))
    }

    /// Marks every live step after number `keep` as taken back; the opening always stays.
    ///
    /// # Errors
    /// When the database fails.
    pub fn take_back(&self, of: MatchId, keep: u32) -> Result<(), StoreError> {
        let sql =
            "UPDATE steps SET taken_back = 1 WHERE match_id = ? AND taken_back = 0 AND step > ?";
        self.change(sql, params![of, keep])?;
        Ok(())
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<StepRow> {
    let seat: Option<Word<_>> = row.get("seat")?;
    let Json(action) = row.get("action")?;
    let Json(events) = row.get("events")?;
    let Json(state) = row.get("state")?;
    Ok(StepRow {
        of: row.get("match_id")?,
        step: row.get("step")?,
        take: row.get("take")?,
        seat: seat.map(|it| it.0),
        written: row.get("written")?,
        action,
        events,
        state,
        rules: row.get("rules")?,
        fixed: row.get("fixed")?,
        decided: row.get("decided")?,
        sealed: row.get("sealed")?,
        ended_turn: row.get("ended_turn")?,
        at: row.get("at")?,
    })
}
