//! Steps: what was played in a match, with the state after each. What is taken back stays, marked.
use engine::house::Mark;
use rusqlite::{Row, named_params, params};

use super::{
    MatchId, StepRow, StoreError, Tx,
    columns::{Json, Word},
};
use crate::time::Stand;

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
        let sql = "INSERT INTO steps (match_id, step, take, seat, written, action, events, throws, news, state, rules, fixed, decided, sealed, ended_turn, at, undo, lot)
                   VALUES (:of, :step, :take, :seat, :written, :action, :events, :throws, :news, :state, :rules, :fixed, :decided, :sealed, :ended_turn, :at, :undo, :lot)";
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
                ":throws": Json(throws),
                ":news": Json(news),
                ":state": Json(state),
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

    /// Returns every step of a match, those taken back as well, in the order in which they were played.
    ///
    /// # Errors
    /// When the database fails.
    pub fn all_steps(&self, of: MatchId) -> Result<Vec<StepRow>, StoreError> {
        let sql = "SELECT * FROM steps WHERE match_id = ? ORDER BY take, step";
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

    /// Keeps how the time of the match stood before a step.
    ///
    /// # Errors
    /// [`StoreError::Missing`] when there is no such step.
    pub fn set_stand(
        &self,
        of: MatchId,
        step: u32,
        take: u32,
        stand: &Stand,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE steps SET stand = ? WHERE match_id = ? AND step = ? AND take = ?";
        match self.change(sql, params![Json(stand), of, step, take])? {
            0 => Err(StoreError::Missing { what: "step of match", id: of.0 }),
            _ => Ok(()),
        }
    }

    /// Returns how the time of the match stood before a step; nothing where that was not kept.
    ///
    /// # Errors
    /// When the database fails.
    pub fn stand(&self, of: MatchId, step: u32, take: u32) -> Result<Option<Stand>, StoreError> {
        let sql = "SELECT stand FROM steps WHERE match_id = ? AND step = ? AND take = ?";
        let found = self.one(sql, params![of, step, take], |row| {
            Ok(row.get::<_, Option<Json<Stand>>>(0)?.map(|it| it.0))
        })?;
        Ok(found.flatten())
    }

    /// Returns the live steps of a match after number `keep`, in order.
    ///
    /// # Errors
    /// When the database fails.
    pub fn steps_after(&self, of: MatchId, keep: u32) -> Result<Vec<StepRow>, StoreError> {
        let sql =
            "SELECT * FROM steps WHERE match_id = ? AND taken_back = 0 AND step > ? ORDER BY step";
        self.all(sql, params![of, keep], read)
    }

    /// Marks every live step after number `keep` as taken back.
    ///
    /// # Errors
    /// When the database fails.
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
        let sql = "SELECT stand FROM steps WHERE match_id = ? AND step = ? AND taken_back = 0";
        let stand = self.one(sql, params![of, step], |row| row.get::<_, Option<Json<Stand>>>(0))?;
        let sql =
            "UPDATE steps SET taken_back = 1 WHERE match_id = ? AND taken_back = 0 AND step >= ?";
        self.change(sql, params![of, step])?;
        self.add_step(row)?;
        match stand.flatten() {
            Some(Json(stand)) => self.set_stand(of, step, take, &stand),
            None => Ok(()),
        }
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<StepRow> {
    let seat: Option<Word<_>> = row.get("seat")?;
    let undo: Option<Word<_>> = row.get("undo")?;
    let lot: Option<Json<_>> = row.get("lot")?;
    let Json(action) = row.get("action")?;
    let Json(events) = row.get("events")?;
    let Json(throws) = row.get("throws")?;
    let Json(news) = row.get("news")?;
    let Json(state) = row.get("state")?;
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
mod tests {
    use engine::seat::Seat;
    use serde_json::{Value, json};

    use super::{
        super::{
            Undo,
            example::{fresh, new_match, step, world},
        },
        *,
    };

    /// Runs `f` on a match with an opening and `steps` steps of take 0.
    fn played(steps: u32, f: impl FnOnce(&Tx<'_>, MatchId)) {
        fresh(|tx| {
            let of = tx.add_match(&new_match(&world(tx))).unwrap();
            for n in 0..=steps {
                tx.add_step(&step(of, n, 0)).unwrap();
            }
            f(tx, of);
        });
    }

    #[test]
    fn steps_come_back_as_they_were_played() {
        played(4, |tx, of| {
            let all: Vec<StepRow> = (0..=4).map(|n| step(of, n, 0)).collect();
            assert_eq!(tx.steps(of).unwrap(), all);
            assert_eq!(tx.last_step(of).unwrap(), all[4]);
            for (row, n) in all.into_iter().zip(0..) {
                assert_eq!(tx.step(of, n, 0).unwrap(), Some(row.clone()));
                assert_eq!(tx.live_step(of, n).unwrap(), Some(row));
            }
            assert_eq!(tx.live_step(of, 5).unwrap(), None);
            assert_eq!(tx.step(of, 4, 1).unwrap(), None);
        });
    }

    #[test]
    fn marks_leave_out_the_opening() {
        played(3, |tx, of| {
            let mark = |seat, fixed, decided, ended_turn| Mark { seat, fixed, decided, ended_turn };
            let expected = [
                mark(Seat::First, false, true, true),
                mark(Seat::Second, true, false, true),
                mark(Seat::First, false, true, false),
            ];
            assert_eq!(tx.marks(of).unwrap(), expected);
        });
    }

    /// The position after a step, to which a match goes back.
    fn back(of: MatchId, n: u32, take: u32) -> StepRow {
        StepRow { take, undo: Some(Undo::Agreed), ..step(of, n, 0) }
    }

    #[test]
    fn what_is_taken_back_stays_and_counts_no_more() {
        played(4, |tx, of| {
            tx.go_back(&back(of, 2, 1)).unwrap();
            assert_eq!(tx.marks(of).unwrap().len(), 2);
            assert_eq!(tx.last_step(of).unwrap(), back(of, 2, 1));
            assert_eq!(tx.step(of, 2, 0).unwrap(), Some(step(of, 2, 0)));
            assert_eq!(tx.live_step(of, 3).unwrap(), None);
            assert_eq!(tx.step(of, 3, 0).unwrap(), Some(step(of, 3, 0)));

            tx.add_step(&step(of, 3, 1)).unwrap();
            assert_eq!(tx.live_step(of, 3).unwrap(), Some(step(of, 3, 1)));
            assert_eq!(tx.last_step(of).unwrap(), step(of, 3, 1));
            let live = [step(of, 0, 0), step(of, 1, 0), back(of, 2, 1), step(of, 3, 1)];
            assert_eq!(tx.steps(of).unwrap(), live);
            assert_eq!(tx.steps_after(of, 1).unwrap(), live[2..]);

            tx.go_back(&back(of, 0, 2)).unwrap();
            assert_eq!(tx.steps(of).unwrap(), [back(of, 0, 2)]);
            assert_eq!(tx.marks(of).unwrap(), []);
            assert_eq!(tx.step(of, 3, 0).unwrap(), Some(step(of, 3, 0)));
            assert_eq!(tx.step(of, 3, 1).unwrap(), Some(step(of, 3, 1)));
        });
    }

    #[test]
    fn taking_back_leaves_other_matches_alone() {
        played(2, |tx, of| {
            let other = tx.add_match(&new_match(&world(tx))).unwrap();
            for n in 0..=2 {
                tx.add_step(&step(other, n, 0)).unwrap();
            }
            tx.go_back(&back(of, 0, 1)).unwrap();
            assert_eq!(tx.steps(other).unwrap().len(), 3);
        });
    }

    #[test]
    fn how_the_time_stood_before_a_step_is_known_when_a_match_has_gone_back_to_it() {
        played(2, |tx, of| {
            let stand = crate::time::Timer::new(None, 1000).stand().clone();
            tx.set_stand(of, 1, 0, &stand).unwrap();
            tx.go_back(&back(of, 1, 1)).unwrap();
            assert_eq!(tx.stand(of, 1, 1).unwrap(), Some(stand));
            tx.go_back(&back(of, 0, 2)).unwrap();
            assert_eq!(tx.stand(of, 0, 2).unwrap(), None);
        });
    }

    #[test]
    fn no_step_is_played_twice_and_none_in_no_match() {
        played(1, |tx, of| {
            let seatless = StepRow { seat: None, ..step(of, 2, 0) };
            tx.go_back(&back(of, 0, 1)).unwrap();
            tx.add_step(&step(of, 1, 1)).unwrap();
            for broken in [
                step(of, 1, 2),
                step(of, 1, 1),
                step(of, 1, 0),
                step(of, 0, 1),
                step(MatchId(99), 0, 0),
                seatless,
            ] {
                let err = tx.add_step(&broken).unwrap_err();
                assert!(matches!(err, StoreError::Forbidden(_)), "{err}");
            }
            let err = tx.last_step(MatchId(99)).unwrap_err();
            assert!(matches!(err, StoreError::Missing { id: 99, .. }), "{err}");
            assert_eq!(tx.steps(MatchId(99)).unwrap(), []);
        });
    }

    /// A disc that came to rest must lie there again after a restart, to the last bit.
    #[test]
    fn numbers_of_a_state_come_back_to_the_last_bit() {
        played(0, |tx, of| {
            let mut numbers = vec![f64::MIN_POSITIVE, f64::MAX, f64::EPSILON, 0.1 + 0.2, -0.0];
            numbers.extend((1..2000).map(|n| f64::from(n).sqrt() / 7.0));
            let whole = [i64::MIN, i64::MAX, 0];
            let state = json!({"discs": numbers, "whole": whole, "seed": u64::MAX});
            tx.add_step(&StepRow { state: state.clone(), ..step(of, 1, 0) }).unwrap();
            let kept: Value = tx.last_step(of).unwrap().state;
            let kept_numbers = kept["discs"].as_array().unwrap();
            assert_eq!(kept_numbers.len(), numbers.len());
            for (kept, number) in kept_numbers.iter().zip(numbers) {
                assert_eq!(kept.as_f64().map(f64::to_bits), Some(number.to_bits()), "{number}");
            }
            assert_eq!((&kept["whole"], &kept["seed"]), (&state["whole"], &state["seed"]));
        });
    }
}
