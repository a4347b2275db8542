//! The puzzles that rooms got, one a day, and the message of each that lists who solved it.
use std::collections::BTreeMap;

use engine::games::GameId;
use model::{
    ids::{PersonId, RoomId},
    time::Zone,
};

use super::{
    DailyPuzzle, Person, PuzzleTry, StoreError, Tx, columns::Word, puzzles::read_try, sql::SqlRow,
};
use crate::{sql::params, tables::TableSpec};

pub(super) const PUZZLE_DAYS: TableSpec =
    TableSpec::new("puzzle_days", "room, at").unexported(&[(
        "*",
        "what a room got, and which message shows it, that everybody there can read",
    )]);

/// A puzzle that a room got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleDay {
    pub room: RoomId,
    pub at: i64,
    pub game: GameId,
    /// The puzzle's name.
    pub puzzle: String,
    /// The day, counted from 1970 in the room's time zone.
    pub day: i64,
    /// Whether anyone of the room solved it before the next one came.
    pub solved: bool,
    /// When its message must be changed.
    pub show_at: Option<i64>,
    /// When its message was last posted or changed.
    pub shown_at: i64,
}

impl Tx<'_> {
    /// Stores that a room got a puzzle.
    ///
    /// # Errors
    /// [`StoreError::Forbidden`] if the room doesn't exist.
    pub fn add_puzzle_day(&self, new: &PuzzleDay) -> Result<(), StoreError> {
        let PuzzleDay { room, at, game, puzzle, day, solved, show_at, shown_at } = new;
        let sql = "INSERT INTO puzzle_days (room, at, game, puzzle, day, solved, show_at, shown_at)
                   VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
        let row = params![room, at, Word(game), puzzle, day, solved, show_at, shown_at];
        self.change(sql, row)?;
        Ok(())
    }

    /// Stores whether a room solved its puzzle, and when its message changes.
    pub fn put_puzzle_day(&self, new: &PuzzleDay) -> Result<(), StoreError> {
        let PuzzleDay { room, at, game: _, puzzle: _, day: _, solved, show_at, shown_at } = new;
        let sql = "UPDATE puzzle_days SET solved = ?, show_at = ?, shown_at = ? WHERE room = ? AND at = ?";
        self.change(sql, params![solved, show_at, shown_at, room, at])?;
        Ok(())
    }

    /// Returns the puzzles that a room got, the latest first.
    pub fn puzzle_days(&self, room: RoomId) -> Result<Vec<PuzzleDay>, StoreError> {
        self.all("SELECT * FROM puzzle_days WHERE room = ? ORDER BY at DESC", [room], day)
    }

    /// Returns the latest puzzle that a room got.
    pub fn latest_puzzle(&self, room: RoomId) -> Result<Option<PuzzleDay>, StoreError> {
        self.one("SELECT * FROM puzzle_days WHERE room = ? ORDER BY at DESC LIMIT 1", [room], day)
    }

    /// Returns the rooms where messages must be changed, the longest overdue first.
    pub fn rooms_to_show(&self, now: i64) -> Result<Vec<RoomId>, StoreError> {
        let sql = "SELECT room FROM puzzle_days WHERE show_at <= ? GROUP BY room
                   ORDER BY min(show_at), room";
        self.all(sql, [now], |row| row.get(0))
    }

    /// Returns the puzzles of a room whose messages must be changed, the longest overdue first.
    pub fn puzzles_to_show(&self, room: RoomId, now: i64) -> Result<Vec<PuzzleDay>, StoreError> {
        let sql = "SELECT * FROM puzzle_days WHERE room = ? AND show_at <= ? ORDER BY show_at, at";
        self.all(sql, params![room, now], day)
    }

    /// Returns when the next message must be changed after a moment.
    pub fn next_puzzle_to_show(&self, after: i64) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT min(show_at) FROM puzzle_days WHERE show_at IS NOT NULL AND show_at > ?";
        self.one(sql, [after], |row| row.get(0)).map(Option::flatten)
    }

    /// Moves what comes and what came after `now` back by `by` seconds, because the clock was set back. The next puzzle
    /// keeps its time of the day. A room whose row can't be read keeps it.
    pub fn set_back_puzzles(&self, now: i64, by: i64) -> Result<(), StoreError> {
        let mut zones = BTreeMap::new();
        for room in self.due_puzzles(i64::MAX)? {
            let daily = match self.daily_puzzle(room) {
                Err(StoreError::Unreadable { .. }) => None,
                daily => daily?,
            };
            let Some(DailyPuzzle { minute, ref zone, due, .. }) = daily else { continue };
            zones.insert(room, zone.clone());
            if let Some(due) = zone.next(minute, now).filter(|earlier| *earlier < due) {
                self.change("UPDATE daily_puzzles SET due = ? WHERE room = ?", params![due, room])?;
            }
        }
        let sql = "SELECT room, at FROM puzzle_days WHERE at > ? ORDER BY room, at";
        let came: Vec<(RoomId, i64)> =
            self.all(sql, [now], |row| Ok((row.get(0)?, row.get(1)?)))?;
        for (room, at) in came {
            self.move_puzzle(room, at, at - by, zones.entry(room).or_default())?;
        }
        let sql = "UPDATE puzzle_days SET show_at = show_at - ?2 WHERE show_at > ?1";
        self.change(sql, params![now, by])?;
        Ok(())
    }

    /// Changes when a room got a puzzle: to a moment at which it got no other, at this one or soon after it.
    fn move_puzzle(&self, room: RoomId, at: i64, to: i64, zone: &Zone) -> Result<(), StoreError> {
        let taken = "SELECT 1 FROM puzzle_days WHERE room = ? AND at = ?";
        let mut to = to;
        while self.one(taken, params![room, to], |_| Ok(()))?.is_some() {
            to += 1;
        }
        let sql = "UPDATE puzzle_days SET at = ?, day = ?, shown_at = 0 WHERE room = ? AND at = ?";
        self.change(sql, params![to, zone.day_number(to), room, at])?;
        Ok(())
    }

    /// Returns who solved a puzzle that a room got, and how, the first solver first.
    pub fn room_solvers(&self, day: &PuzzleDay) -> Result<Vec<(PersonId, PuzzleTry)>, StoreError> {
        let PuzzleDay { room, at, game, puzzle, .. } = day;
        let sql = "SELECT * FROM puzzle_tries
                   WHERE room = ? AND game = ? AND puzzle = ? AND solved_at >= ?
                   ORDER BY solved_at, person";
        self.all(sql, params![room, Word(game), puzzle, at], |row| {
            Ok((row.get("person")?, read_try(row)?))
        })
    }

    /// Returns the puzzles of rooms that a person solved there, the latest first.
    pub fn solved_in_rooms(&self, person: PersonId) -> Result<Vec<PuzzleDay>, StoreError> {
        let sql = "SELECT puzzle_days.* FROM puzzle_days
                   JOIN puzzle_tries ON puzzle_tries.room = puzzle_days.room
                       AND puzzle_tries.game = puzzle_days.game AND puzzle_tries.puzzle = puzzle_days.puzzle
                   WHERE person = ? AND solved_at >= puzzle_days.at
                   ORDER BY puzzle_days.at DESC, puzzle_days.room";
        self.all(sql, [person], day)
    }

    /// Gives a separated account what the two solved in rooms of its chat.
    pub(super) fn part_solved_in_rooms(
        &self,
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
        self.change(&theirs, params![main, own.id, Word(own.chat)])?;
        let rest = "UPDATE puzzle_tries SET room = NULL
                    WHERE person = ?1 AND room IN (SELECT id FROM rooms WHERE chat = ?2)";
        self.change(rest, params![main, Word(own.chat)])?;
        Ok(())
    }
}

fn day(row: &SqlRow<'_>) -> rusqlite::Result<PuzzleDay> {
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
    use super::super::tests::example::{fresh, world};
    use super::*;
    use crate::{CardAt, Chat};
    use model::ids::CardOf;

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
                tx.add_puzzle_day(&posted(room, puzzle, at)).unwrap();
            }
            let latest = tx.latest_puzzle(room).unwrap().unwrap();
            assert_eq!(tx.puzzle_days(room).unwrap(), [latest.clone(), posted(room, "1.2", 150)]);
            assert_eq!(latest, posted(room, "3.4", 250));
            tx.put_puzzle_try(world.ann, &solved(room, "3.4", 260)).unwrap();
            // It was solved before it was posted, and one was begun elsewhere.
            tx.put_puzzle_try(world.ben, &solved(room, "3.4", 240)).unwrap();
            let elsewhere = PuzzleTry { room: None, ..solved(room, "1.2", 160) };
            tx.put_puzzle_try(world.ann, &elsewhere).unwrap();
            let who = tx.room_solvers(&latest).unwrap();
            assert_eq!(who, [(world.ann, solved(room, "3.4", 260))]);
            assert_eq!(tx.solved_in_rooms(world.ann).unwrap(), std::slice::from_ref(&latest));
            assert_eq!(tx.solved_in_rooms(world.ben).unwrap(), []);
            let due = PuzzleDay { solved: true, show_at: Some(290), shown_at: 260, ..latest };
            tx.put_puzzle_day(&due).unwrap();
            assert_eq!(tx.next_puzzle_to_show(0).unwrap(), Some(290));
            assert_eq!(
                (tx.puzzles_to_show(room, 289).unwrap(), tx.rooms_to_show(289).unwrap()),
                (vec![], vec![])
            );
            assert_eq!(
                (tx.puzzles_to_show(room, 290).unwrap(), tx.rooms_to_show(290).unwrap()),
                (vec![due], vec![room])
            );
            tx.set_back_puzzles(100, 90).unwrap();
            assert_eq!(tx.next_puzzle_to_show(0).unwrap(), Some(200));
            let came = || tx.puzzle_days(room).unwrap().into_iter().map(|day| (day.at, day.puzzle));
            let [first, second] = ["1.2", "3.4"].map(str::to_owned);
            assert!(came().eq([(160, second.clone()), (60, first.clone())]));
            tx.set_back_puzzles(155, 100).unwrap();
            assert!(came().eq([(61, second), (60, first)]), "no two came at once");
        });
    }

    #[test]
    fn a_message_that_arrives_after_somebody_solved_it_is_changed_at_once() {
        fresh(|tx| {
            let world = world(tx);
            let room = tx.room(world.room).unwrap();
            let of = CardOf::Puzzle { puzzle_of: room.id, posted_at: 150 };
            let [handle, message] = [room.handle.clone(), "m1".to_owned()];
            let card = CardAt { of, place: handle.clone(), room: handle.clone(), message };
            tx.add_puzzle_day(&posted(room.id, "1.2", 150)).unwrap();
            assert_eq!(tx.card(Chat::Discord, &handle, of).unwrap(), None);
            tx.keep_card(Chat::Discord, &card).unwrap();
            assert_eq!(tx.next_puzzle_to_show(0).unwrap(), None);
            assert_eq!(tx.card(Chat::Discord, &handle, of).unwrap().as_ref(), Some(&card));
            assert_eq!(tx.card(Chat::Matrix, &handle, of).unwrap(), None);
            tx.put_puzzle_day(&PuzzleDay { solved: true, ..posted(room.id, "1.2", 150) }).unwrap();
            tx.keep_card(Chat::Discord, &card).unwrap();
            assert_eq!(tx.next_puzzle_to_show(0).unwrap(), Some(150));
        });
    }

    #[test]
    fn what_linked_accounts_solved_stays_with_the_account_of_the_chat() {
        fresh(|tx| {
            let world = world(tx);
            let there = tx.meet_person(Chat::Matrix, "@ann:x", "Ann").unwrap().id;
            let other = tx.meet_room(Chat::Matrix, "!r:x", "games", "").unwrap().id;
            tx.put_puzzle_try(world.ann, &solved(world.room, "1.2", 160)).unwrap();
            tx.put_puzzle_try(there, &solved(other, "3.4", 170)).unwrap();
            tx.add_puzzle_day(&posted(world.room, "1.2", 150)).unwrap();
            tx.add_puzzle_day(&posted(other, "3.4", 150)).unwrap();
            tx.link(world.ann, there).unwrap();
            assert_eq!(tx.solved_in_rooms(world.ann).unwrap().len(), 2);
            tx.unlink(world.ann).unwrap();
            let rooms = |person| -> Vec<RoomId> {
                tx.solved_in_rooms(person).unwrap().iter().map(|it| it.room).collect()
            };
            assert_eq!((rooms(world.ann), rooms(there)), (vec![world.room], vec![other]));
        });
    }
}
