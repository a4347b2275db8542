//! What people who don't play say about this turn and the next of a match: whether something happens.
use engine::{chance::StepKey, seat::Seat};
use model::ids::{MatchId, PersonId, RoomId};
use store::{
    StoreError, Tx,
    sql::{
        FromSql, FromSqlError, FromSqlResult, RowResult, SqlRow, ValueRef, named_params, params,
    },
};

use super::rows::PUT_CALL;

/// A call of what this turn and the next bring. It is stored among the calls: `what` is `turn 34` after
/// 34 steps, and `says` is `yes first 0`: whether the first seat's gain number 0 will rise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TurnCall {
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

/// Stores a call in place of the person's last one at the same step.
///
/// # Errors
/// If the match, the person or the room doesn't exist.
pub(super) fn put_turn_call(tx: &Tx<'_>, call: &TurnCall) -> Result<(), StoreError> {
    let TurnCall { of, person, room, percent, on, chance, at, .. } = call;
    tx.change(
        PUT_CALL,
        named_params! {
            ":of": of, ":person": person, ":what": call.what(), ":says": call.says(), ":percent": percent,
            ":room": room, ":step": on.step, ":take": on.take, ":chance": chance, ":at": at,
        },
    )?;
    Ok(())
}

/// Returns all calls of turns of a match, by step and person.
pub(super) fn turn_calls_on(tx: &Tx<'_>, of: MatchId) -> Result<Vec<TurnCall>, StoreError> {
    let sql = "SELECT * FROM calls WHERE match_id = ? AND what LIKE 'turn %' ORDER BY step, person";
    tx.all(sql, [of], read)
}

/// Stores what a call of a turn has earned, in millionths of a point, and the season it counts for.
pub(super) fn settle_turn_call(
    tx: &Tx<'_>,
    call: &TurnCall,
    season: i32,
    points: i64,
) -> Result<(), StoreError> {
    let sql = "UPDATE calls SET season = ?, points = ?
               WHERE match_id = ? AND person = ? AND what = ?";
    tx.change(sql, params![season, points, call.of, call.person, call.what()])?;
    Ok(())
}

/// Deletes a call of a turn.
pub(super) fn drop_turn_call(tx: &Tx<'_>, call: &TurnCall) -> Result<(), StoreError> {
    let sql = "DELETE FROM calls WHERE match_id = ? AND person = ? AND what = ?";
    tx.change(sql, params![call.of, call.person, call.what()])?;
    Ok(())
}

fn read(row: &SqlRow<'_>) -> RowResult<TurnCall> {
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
    use store::{
        KERNEL, TableParts,
        example::{ended, fresh_with, new_match, touched, world},
    };

    use super::{
        super::{
            TABLES,
            rows::{self, WinnerCall},
        },
        *,
    };

    const PARTS: TableParts = &[&KERNEL, &TABLES];

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
        fresh_with(PARTS, |tx| {
            let world = world(tx);
            let row = touched(tx, &new_match(&world), 10);
            let of = row.id;
            let cid = tx.meet_person(Chat::Discord, "c1", "Cid").unwrap().id;
            let first = call(of, cid, world.room, 3);
            let second = call(of, cid, world.room, 12);
            put_turn_call(tx, &TurnCall { percent: 60, happens: true, ..first.clone() }).unwrap();
            for made in [&first, &second] {
                put_turn_call(tx, made).unwrap();
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
            rows::put_call(tx, &winner).unwrap();
            assert_eq!(turn_calls_on(tx, of).unwrap(), [first.clone(), second.clone()]);
            assert_eq!(rows::calls_on(tx, of).unwrap(), [winner]);
            assert_eq!(rows::count_open_calls(tx, cid).unwrap(), 1, "turns are counted apart");
            settle_turn_call(tx, &first, 9, 250_000).unwrap();
            assert_eq!(rows::callers(tx, world.room, 9).unwrap(), [], "the match isn't over");
            ended(tx, row, 20, true);
            let [score] = rows::callers(tx, world.room, 9).unwrap()[..] else { panic!() };
            assert_eq!((score.calls, score.turns, score.points), (0, 1, 250_000));
            rows::settle_call(tx, of, cid, 9, 1_000_000).unwrap();
            let [score] = rows::callers(tx, world.room, 9).unwrap()[..] else { panic!() };
            assert_eq!((score.calls, score.turns, score.points), (1, 1, 1_250_000));
            rows::drop_call(tx, of, cid).unwrap();
            drop_turn_call(tx, &second).unwrap();
            let settled = TurnCall { points: Some(250_000), ..first };
            assert_eq!(turn_calls_on(tx, of).unwrap(), [settled]);
            rows::drop_calls(tx, of).unwrap();
            assert_eq!(turn_calls_on(tx, of).unwrap(), []);
        });
    }

    #[test]
    fn two_linked_accounts_keep_no_call_of_the_same_turn() {
        fresh_with(PARTS, |tx| {
            let world = world(tx);
            let of = tx.add_match(&new_match(&world)).unwrap();
            let cid = tx.meet_person(Chat::Discord, "c1", "Cid").unwrap().id;
            let dan = tx.meet_person(Chat::Matrix, "@d:x", "Dan").unwrap().id;
            for (person, step) in [(cid, 3), (dan, 3), (dan, 9)] {
                put_turn_call(tx, &call(of, person, world.room, step)).unwrap();
            }
            tx.link(cid, dan).unwrap();
            assert_eq!(turn_calls_on(tx, of).unwrap(), [call(of, cid, world.room, 9)]);
            tx.erase_person(cid).unwrap();
            assert_eq!(turn_calls_on(tx, of).unwrap(), []);
        });
    }
}
