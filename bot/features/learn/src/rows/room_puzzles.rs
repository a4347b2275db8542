//! The puzzles that rooms got, one a day, and the message of each that lists who solved it.
use std::collections::BTreeMap;

use engine::games::GameId;
use model::{
    ids::{CardOf, PersonId, RoomId},
    time::Zone,
};

use store::{
    CardAt, Person, StoreError, Tx,
    sql::{RowResult, SqlRow, Word, params},
    tables::{KeptCards, TableSpec},
};

use super::{DailyPuzzle, PuzzleTry, daily_puzzle, due_puzzles, puzzles::read_try};

pub(crate) const PUZZLE_DAYS: TableSpec = TableSpec::new("puzzle_days", "room, at")
    .unexported(&[(
        "*",
        "what a room got, and which message shows it, that everybody there can read",
    )])
    .cards(KeptCards { key: CARD_KEY, keep: keep_card, find: card });

const CARD_KEY: [&str; 2] = ["puzzle_of", "posted_at"];

/// Names the card of what a room got at a time.
pub(crate) fn card_of(room: RoomId, at: i64) -> CardOf {
    let [puzzle_of, posted_at] = CARD_KEY;
    CardOf::row([(puzzle_of, room.0), (posted_at, at)])
}

/// Stores which message shows a puzzle that a room got.
fn keep_card(tx: &Tx<'_>, [of, at]: [i64; 2], _: RoomId, card: &CardAt) -> Result<(), StoreError> {
    // Somebody may have solved it before the message was known.
    let sql = "UPDATE puzzle_days SET place = ?, message = ?,
                      show_at = CASE WHEN solved = 1 THEN coalesce(show_at, at) ELSE show_at END
               WHERE room = ? AND at = ?";
    tx.change(sql, params![card.place, card.message, of, at])?;
    Ok(())
}

/// Returns which message shows a puzzle that a room got.
fn card(
    tx: &Tx<'_>,
    [of, at]: [i64; 2],
    room: RoomId,
) -> Result<Option<(String, String)>, StoreError> {
    let sql = "SELECT place, message FROM puzzle_days
               WHERE room = ?1 AND at = ?2 AND message IS NOT NULL AND room = ?3";
    tx.one(sql, params![of, at, room], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// A puzzle that a room got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PuzzleDay {
    pub(crate) room: RoomId,
    pub(crate) at: i64,
    pub(crate) game: GameId,
    /// The puzzle's name.
    pub(crate) puzzle: String,
    /// The day, counted from 1970 in the room's time zone.
    pub(crate) day: i64,
    /// Whether anyone of the room solved it before the next one came.
    pub(crate) solved: bool,
    /// When its message must be changed.
    pub(crate) show_at: Option<i64>,
    /// When its message was last posted or changed.
    pub(crate) shown_at: i64,
}

/// Stores that a room got a puzzle.
///
/// # Errors
/// [`StoreError::Forbidden`] if the room doesn't exist.
pub(crate) fn add_puzzle_day(tx: &Tx<'_>, new: &PuzzleDay) -> Result<(), StoreError> {
    let PuzzleDay { room, at, game, puzzle, day, solved, show_at, shown_at } = new;
    let sql = "INSERT INTO puzzle_days (room, at, game, puzzle, day, solved, show_at, shown_at)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
    let row = params![room, at, Word(game), puzzle, day, solved, show_at, shown_at];
    tx.change(sql, row)?;
    Ok(())
}

/// Stores whether a room solved its puzzle, and when its message changes.
pub(crate) fn put_puzzle_day(tx: &Tx<'_>, new: &PuzzleDay) -> Result<(), StoreError> {
    let PuzzleDay { room, at, game: _, puzzle: _, day: _, solved, show_at, shown_at } = new;
    let sql =
        "UPDATE puzzle_days SET solved = ?, show_at = ?, shown_at = ? WHERE room = ? AND at = ?";
    tx.change(sql, params![solved, show_at, shown_at, room, at])?;
    Ok(())
}

/// Returns the puzzles that a room got, the latest first.
pub(crate) fn puzzle_days(tx: &Tx<'_>, room: RoomId) -> Result<Vec<PuzzleDay>, StoreError> {
    tx.all("SELECT * FROM puzzle_days WHERE room = ? ORDER BY at DESC", [room], day)
}

/// Returns the latest puzzle that a room got.
pub(crate) fn latest_puzzle(tx: &Tx<'_>, room: RoomId) -> Result<Option<PuzzleDay>, StoreError> {
    tx.one("SELECT * FROM puzzle_days WHERE room = ? ORDER BY at DESC LIMIT 1", [room], day)
}

/// Returns the rooms where messages must be changed, the longest overdue first.
pub(crate) fn rooms_to_show(tx: &Tx<'_>, now: i64) -> Result<Vec<RoomId>, StoreError> {
    let sql = "SELECT room FROM puzzle_days WHERE show_at <= ? GROUP BY room
               ORDER BY min(show_at), room";
    tx.all(sql, [now], |row| row.get(0))
}

/// Returns the puzzles of a room whose messages must be changed, the longest overdue first.
pub(crate) fn puzzles_to_show(
    tx: &Tx<'_>,
    room: RoomId,
    now: i64,
) -> Result<Vec<PuzzleDay>, StoreError> {
    let sql = "SELECT * FROM puzzle_days WHERE room = ? AND show_at <= ? ORDER BY show_at, at";
    tx.all(sql, params![room, now], day)
}

/// Returns when the next message must be changed after a moment.
pub(crate) fn next_puzzle_to_show(tx: &Tx<'_>, after: i64) -> Result<Option<i64>, StoreError> {
    let sql = "SELECT min(show_at) FROM puzzle_days WHERE show_at IS NOT NULL AND show_at > ?";
    tx.one(sql, [after], |row| row.get(0)).map(Option::flatten)
}

/// Moves what comes and what came after `now` back by `by` seconds, because the clock was set back. The next puzzle
/// keeps its time of the day. A room whose row can't be read keeps it.
pub(crate) fn set_back_puzzles(tx: &Tx<'_>, now: i64, by: i64) -> Result<(), StoreError> {
    let mut zones = BTreeMap::new();
    for room in due_puzzles(tx, i64::MAX)? {
        let daily = match daily_puzzle(tx, room) {
            Err(StoreError::Unreadable { .. }) => None,
            daily => daily?,
        };
        let Some(DailyPuzzle { minute, ref zone, due, .. }) = daily else { continue };
        zones.insert(room, zone.clone());
        if let Some(due) = zone.next(minute, now).filter(|earlier| *earlier < due) {
            tx.change("UPDATE daily_puzzles SET due = ? WHERE room = ?", params![due, room])?;
        }
    }
    let sql = "SELECT room, at FROM puzzle_days WHERE at > ? ORDER BY room, at";
    let came: Vec<(RoomId, i64)> = tx.all(sql, [now], |row| Ok((row.get(0)?, row.get(1)?)))?;
    for (room, at) in came {
        move_puzzle(tx, room, at, at - by, zones.entry(room).or_default())?;
    }
    let sql = "UPDATE puzzle_days SET show_at = show_at - ?2 WHERE show_at > ?1";
    tx.change(sql, params![now, by])?;
    Ok(())
}

/// Changes when a room got a puzzle: to a moment at which it got no other, at this one or soon after it.
fn move_puzzle(tx: &Tx<'_>, room: RoomId, at: i64, to: i64, zone: &Zone) -> Result<(), StoreError> {
    let taken = "SELECT 1 FROM puzzle_days WHERE room = ? AND at = ?";
    let mut to = to;
    while tx.one(taken, params![room, to], |_| Ok(()))?.is_some() {
        to += 1;
    }
    let sql = "UPDATE puzzle_days SET at = ?, day = ?, shown_at = 0 WHERE room = ? AND at = ?";
    tx.change(sql, params![to, zone.day_number(to), room, at])?;
    Ok(())
}

/// Returns who solved a puzzle that a room got, and how, the first solver first.
pub(crate) fn room_solvers(
    tx: &Tx<'_>,
    day: &PuzzleDay,
) -> Result<Vec<(PersonId, PuzzleTry)>, StoreError> {
    let PuzzleDay { room, at, game, puzzle, .. } = day;
    let sql = "SELECT * FROM puzzle_tries
               WHERE room = ? AND game = ? AND puzzle = ? AND solved_at >= ?
               ORDER BY solved_at, person";
    tx.all(sql, params![room, Word(game), puzzle, at], |row| {
        Ok((row.get("person")?, read_try(row)?))
    })
}

/// Returns the puzzles of rooms that a person solved there, the latest first.
pub(crate) fn solved_in_rooms(tx: &Tx<'_>, person: PersonId) -> Result<Vec<PuzzleDay>, StoreError> {
    let sql = "SELECT puzzle_days.* FROM puzzle_days
               JOIN puzzle_tries ON puzzle_tries.room = puzzle_days.room
                   AND puzzle_tries.game = puzzle_days.game AND puzzle_tries.puzzle = puzzle_days.puzzle
               WHERE person = ? AND solved_at >= puzzle_days.at
               ORDER BY puzzle_days.at DESC, puzzle_days.room";
    tx.all(sql, [person], day)
}

/// Gives a separated account what the two solved in rooms of its chat.
pub(crate) fn part_solved_in_rooms(
    tx: &Tx<'_>,
    main: PersonId,
    own: &Person,
) -> Result<(), StoreError> {
    let there = "room IN (SELECT id FROM rooms WHERE chat = ?3)";
    let theirs = format!(
        "UPDATE puzzle_tries SET room = (
             SELECT room FROM puzzle_tries joint WHERE joint.person = ?1
             AND joint.game = puzzle_tries.game AND joint.puzzle = puzzle_tries.puzzle AND {there})
         WHERE person = ?2"
    );
    tx.change(&theirs, params![main, own.id, Word(own.chat)])?;
    let rest = "UPDATE puzzle_tries SET room = NULL
                WHERE person = ?1 AND room IN (SELECT id FROM rooms WHERE chat = ?2)";
    tx.change(rest, params![main, Word(own.chat)])?;
    Ok(())
}

fn day(row: &SqlRow<'_>) -> RowResult<PuzzleDay> {
    Ok(PuzzleDay {
        room: row.get("room")?,
        at: row.get("at")?,
        game: row.get::<_, Word<GameId>>("game")?.0,
        puzzle: row.get("puzzle")?,
        day: row.get("day")?,
        solved: row.get("solved")?,
        show_at: row.get("show_at")?,
        shown_at: row.get("shown_at")?,
    })
}

#[cfg(test)]
mod tests {
    use store::example::world;

    use super::super::{put_puzzle_try, tests::fresh};
    use super::*;
    use model::ids::Chat;

    fn posted(room: RoomId, puzzle: &str, at: i64) -> PuzzleDay {
        PuzzleDay {
            room,
            at,
            game: GameId::ALL[0],
            puzzle: puzzle.to_owned(),
            day: at / 100,
            solved: false,
            show_at: None,
            shown_at: at,
        }
    }

    fn solved(room: RoomId, puzzle: &str, at: i64) -> PuzzleTry {
        PuzzleTry {
            game: GameId::ALL[0],
            puzzle: puzzle.to_owned(),
            misses: 1,
            open: false,
            at,
            rated: true,
            shown: false,
            solved_at: Some(at),
            room: Some(room),
            begun_at: Some(at - 5),
            days: Some(3),
        }
    }

    #[test]
    fn a_room_has_its_puzzles_and_those_who_solved_them_there() {
        fresh(|tx| {
            let world = world(tx);
            let room = world.room;
            for (puzzle, at) in [("1.2", 150), ("3.4", 250)] {
                add_puzzle_day(tx, &posted(room, puzzle, at)).unwrap();
            }
            let latest = latest_puzzle(tx, room).unwrap().unwrap();
            assert_eq!(puzzle_days(tx, room).unwrap(), [latest.clone(), posted(room, "1.2", 150)]);
            assert_eq!(latest, posted(room, "3.4", 250));
            put_puzzle_try(tx, world.ann, &solved(room, "3.4", 260)).unwrap();
            // It was solved before it was posted, and one was begun elsewhere.
            put_puzzle_try(tx, world.ben, &solved(room, "3.4", 240)).unwrap();
            let elsewhere = PuzzleTry { room: None, ..solved(room, "1.2", 160) };
            put_puzzle_try(tx, world.ann, &elsewhere).unwrap();
            let who = room_solvers(tx, &latest).unwrap();
            assert_eq!(who, [(world.ann, solved(room, "3.4", 260))]);
            assert_eq!(solved_in_rooms(tx, world.ann).unwrap(), std::slice::from_ref(&latest));
            assert_eq!(solved_in_rooms(tx, world.ben).unwrap(), []);
            let due = PuzzleDay { solved: true, show_at: Some(290), shown_at: 260, ..latest };
            put_puzzle_day(tx, &due).unwrap();
            assert_eq!(next_puzzle_to_show(tx, 0).unwrap(), Some(290));
            assert_eq!(
                (puzzles_to_show(tx, room, 289).unwrap(), rooms_to_show(tx, 289).unwrap()),
                (vec![], vec![])
            );
            assert_eq!(
                (puzzles_to_show(tx, room, 290).unwrap(), rooms_to_show(tx, 290).unwrap()),
                (vec![due], vec![room])
            );
            set_back_puzzles(tx, 100, 90).unwrap();
            assert_eq!(next_puzzle_to_show(tx, 0).unwrap(), Some(200));
            let came =
                || puzzle_days(tx, room).unwrap().into_iter().map(|day| (day.at, day.puzzle));
            let [first, second] = ["1.2", "3.4"].map(str::to_owned);
            assert!(came().eq([(160, second.clone()), (60, first.clone())]));
            set_back_puzzles(tx, 155, 100).unwrap();
            assert!(came().eq([(61, second), (60, first)]), "no two came at once");
        });
    }

    #[test]
    fn a_message_that_arrives_after_somebody_solved_it_is_changed_at_once() {
        fresh(|tx| {
            let world = world(tx);
            let room = tx.room(world.room).unwrap();
            let of = card_of(room.id, 150);
            let [handle, message] = [room.handle.clone(), "m1".to_owned()];
            let card =
                CardAt { of: of.clone(), place: handle.clone(), room: handle.clone(), message };
            add_puzzle_day(tx, &posted(room.id, "1.2", 150)).unwrap();
            assert_eq!(tx.card(Chat::Discord, &handle, &of).unwrap(), None);
            tx.keep_card(Chat::Discord, &card).unwrap();
            assert_eq!(next_puzzle_to_show(tx, 0).unwrap(), None);
            assert_eq!(tx.card(Chat::Discord, &handle, &of).unwrap().as_ref(), Some(&card));
            assert_eq!(tx.card(Chat::Matrix, &handle, &of).unwrap(), None);
            put_puzzle_day(tx, &PuzzleDay { solved: true, ..posted(room.id, "1.2", 150) }).unwrap();
            tx.keep_card(Chat::Discord, &card).unwrap();
            assert_eq!(next_puzzle_to_show(tx, 0).unwrap(), Some(150));
        });
    }

    #[test]
    fn what_linked_accounts_solved_stays_with_the_account_of_the_chat() {
        fresh(|tx| {
            let world = world(tx);
            let there = tx.meet_person(Chat::Matrix, "@ann:x", "Ann").unwrap().id;
            let other = tx.meet_room(Chat::Matrix, "!r:x", "games", "").unwrap().id;
            put_puzzle_try(tx, world.ann, &solved(world.room, "1.2", 160)).unwrap();
            put_puzzle_try(tx, there, &solved(other, "3.4", 170)).unwrap();
            add_puzzle_day(tx, &posted(world.room, "1.2", 150)).unwrap();
            add_puzzle_day(tx, &posted(other, "3.4", 150)).unwrap();
            tx.link(world.ann, there).unwrap();
            assert_eq!(solved_in_rooms(tx, world.ann).unwrap().len(), 2);
            tx.unlink(world.ann).unwrap();
            let rooms = |person| -> Vec<RoomId> {
                solved_in_rooms(tx, person).unwrap().iter().map(|it| it.room).collect()
            };
            assert_eq!((rooms(world.ann), rooms(there)), (vec![world.room], vec![other]));
        });
    }
}
