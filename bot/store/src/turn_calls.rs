//! What people who don't play say about this turn and the next of a match: whether something happens.
use engine::{chance::StepKey, seat::Seat};
use model::ids::{MatchId, PersonId, RoomId};
use rusqlite::types::{FromSqlError, FromSqlResult, ValueRef};

use super::{StoreError, Tx, calls::PUT_CALL, sql::SqlRow};
use crate::sql::{FromSql, named_params, params};

/// A call of what this turn and the next bring. It is stored among the calls: `what` is `turn 34` after
/// 34 steps, and `says` is `yes first 0`: whether the first seat's gain number 0 will rise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnCall {
    pub of: MatchId,
    pub person: PersonId,
    /// The room whose table it counts for.
    pub room: RoomId,
    /// Whether they think that it happens.
    pub happens: bool,
    /// Whose gain it is about.
    pub seat: Seat,
    /// Which of its gains, by its number.
    pub gain: usize,
    /// How sure they are, in percent.
    pub percent: u32,
    /// The position it was made at.
    pub on: StepKey,
    /// The chance that they are right, as quick players showed it there, in hundredths of a percent.
    pub chance: u32,
    pub at: i64,
    /// In millionths of a point; none until it is decided.
    pub points: Option<i64>,
}

impl TurnCall {
    fn what(&self) -> String {
        format!("turn {}", self.on.step)
    }

    fn says(&self) -> String {
        let answer = if self.happens { "yes" } else { "no" };
        format!("{answer} {} {}", self.seat.name(), self.gain)
    }
}

impl Tx<'_> {
    /// Stores a call in place of the person's last one at the same step.
    ///
    /// # Errors
    /// If the match, the person or the room doesn't exist.
    pub fn put_turn_call(&self, call: &TurnCall) -> Result<(), StoreError> {
        let TurnCall { of, person, room, percent, on, chance, at, .. } = call;
        self.change(
            PUT_CALL,
            named_params! {
                ":of": of, ":person": person, ":what": call.what(), ":says": call.says(), ":percent": percent,
                ":room": room, ":step": on.step, ":take": on.take, ":chance": chance, ":at": at,
            },
        )?;
        Ok(())
    }

    /// Returns all calls of turns of a match, by step and person.
    pub fn turn_calls_on(&self, of: MatchId) -> Result<Vec<TurnCall>, StoreError> {
        let sql =
            "SELECT * FROM calls WHERE match_id = ? AND what LIKE 'turn %' ORDER BY step, person";
        self.all(sql, [of], read)
    }

    /// Stores what a call of a turn has earned, in millionths of a point, and the season it counts for.
    pub fn settle_turn_call(
        &self,
        call: &TurnCall,
        season: i32,
        points: i64,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE calls SET season = ?, points = ?
                   WHERE match_id = ? AND person = ? AND what = ?";
        self.change(sql, params![season, points, call.of, call.person, call.what()])?;
        Ok(())
    }

    /// Deletes a call of a turn.
    pub fn drop_turn_call(&self, call: &TurnCall) -> Result<(), StoreError> {
        let sql = "DELETE FROM calls WHERE match_id = ? AND person = ? AND what = ?";
        self.change(sql, params![call.of, call.person, call.what()])?;
        Ok(())
    }
}

fn read(row: &SqlRow<'_>) -> rusqlite::Result<TurnCall> {
    let SaidOfTurn(happens, seat, gain) = row.get("says")?;
    Ok(TurnCall {
        of: row.get("match_id")?,
        person: row.get("person")?,
        room: row.get("room")?,
        happens,
        seat,
        gain,
        percent: row.get("percent")?,
        on: StepKey { step: row.get("step")?, take: row.get("take")? },
        chance: row.get("chance")?,
        at: row.get("at")?,
        points: row.get("points")?,
    })
}

/// What a call says, as it is stored: `yes first 0`.
struct SaidOfTurn(bool, Seat, usize);

impl FromSql for SaidOfTurn {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<SaidOfTurn> {
        SaidOfTurn::read(value.as_str()?).ok_or(FromSqlError::InvalidType)
    }
}

impl SaidOfTurn {
    fn read(says: &str) -> Option<SaidOfTurn> {
        let mut words = says.split(' ');
        let happens = match words.next()? {
            "yes" => true,
            "no" => false,
            _ => return None,
        };
        let seat = Seat::named(words.next()?)?;
        Some(SaidOfTurn(happens, seat, words.next()?.parse().ok()?))
    }
}

#[cfg(test)]
mod tests {
    use model::ids::Chat;

    use super::{
        super::{
            WinnerCall,
            tests::example::{ended, fresh, new_match, touched, world},
        },
        *,
    };

    fn call(of: MatchId, person: PersonId, room: RoomId, step: u32) -> TurnCall {
        let on = StepKey { step, take: 1 };
        TurnCall {
            of,
            person,
            room,
            happens: false,
            seat: Seat::Second,
            gain: 1,
            percent: 75,
            on,
            chance: 4_000,
            at: 5,
            points: None,
        }
    }

    #[test]
    fn calls_of_turns_stand_beside_that_of_the_winner() {
        fresh(|tx| {
            let world = world(tx);
            let row = touched(tx, &new_match(&world), 10);
            let of = row.id;
            let cid = tx.meet_person(Chat::Discord, "c1", "Cid").unwrap().id;
            let first = call(of, cid, world.room, 3);
            let second = call(of, cid, world.room, 12);
            tx.put_turn_call(&TurnCall { percent: 60, happens: true, ..first.clone() }).unwrap();
            for made in [&first, &second] {
                tx.put_turn_call(made).unwrap();
            }
            let winner = WinnerCall {
                of,
                person: cid,
                room: world.room,
                seat: Seat::First,
                percent: 70,
                on: first.on,
                chance: 5_000,
                at: 5,
                points: None,
            };
            tx.put_call(&winner).unwrap();
            assert_eq!(tx.turn_calls_on(of).unwrap(), [first.clone(), second.clone()]);
            assert_eq!(tx.calls_on(of).unwrap(), [winner]);
            assert_eq!(tx.count_open_calls(cid).unwrap(), 1, "turns are counted apart");
            tx.settle_turn_call(&first, 9, 250_000).unwrap();
            assert_eq!(tx.callers(world.room, 9).unwrap(), [], "the match isn't over");
            ended(tx, row, 20, true);
            let [score] = tx.callers(world.room, 9).unwrap()[..] else { panic!() };
            assert_eq!((score.calls, score.turns, score.points), (0, 1, 250_000));
            tx.settle_call(of, cid, 9, 1_000_000).unwrap();
            let [score] = tx.callers(world.room, 9).unwrap()[..] else { panic!() };
            assert_eq!((score.calls, score.turns, score.points), (1, 1, 1_250_000));
            tx.drop_call(of, cid).unwrap();
            tx.drop_turn_call(&second).unwrap();
            let settled = TurnCall { points: Some(250_000), ..first };
            assert_eq!(tx.turn_calls_on(of).unwrap(), [settled]);
            tx.drop_calls(of).unwrap();
            assert_eq!(tx.turn_calls_on(of).unwrap(), []);
        });
    }

    #[test]
    fn two_linked_accounts_keep_no_call_of_the_same_turn() {
        fresh(|tx| {
            let world = world(tx);
            let of = tx.add_match(&new_match(&world)).unwrap();
            let cid = tx.meet_person(Chat::Discord, "c1", "Cid").unwrap().id;
            let dan = tx.meet_person(Chat::Matrix, "@d:x", "Dan").unwrap().id;
            for (person, step) in [(cid, 3), (dan, 3), (dan, 9)] {
                tx.put_turn_call(&call(of, person, world.room, step)).unwrap();
            }
            tx.link(cid, dan).unwrap();
            assert_eq!(tx.turn_calls_on(of).unwrap(), [call(of, cid, world.room, 9)]);
            tx.erase_person(cid).unwrap();
            assert_eq!(tx.turn_calls_on(of).unwrap(), []);
        });
    }
}
