//! Puzzles: who tried which, the ratings of both, and the rooms that get one every day.
use engine::games::GameId;
use model::{
    glicko::Rating,
    ids::{PersonId, RoomId},
    time::Zone,
};

use store::{
    StoreError, Tx, read_rating,
    sql::{RowResult, SqlRow, Word, params},
    tables::{OnErase, OnLink, OnUnlink, RowExport, TableSpec, person},
};

use super::{close_lessons, part_solved_in_rooms};

pub(crate) const PUZZLES: TableSpec =
    TableSpec::new("puzzles", "game, puzzle").unexported(&[("*", "about puzzles alone")]);

pub(crate) const SOLVERS: TableSpec = TableSpec::new("solvers", "person")
    .exports(&[RowExport::own(SOLVER)])
    .people(&[person("person", OnErase::Delete, OnLink::RenameOnce(""), OnUnlink::Copy(SOLVER))]);

const SOLVER: &str =
    "rating, deviation, volatility, won, lost, drawn, streak, last_at, days, most_days, last_day";

pub(crate) const PUZZLE_TRIES: TableSpec = TableSpec::new("puzzle_tries", "person, game, puzzle")
    .exports(&[RowExport::own(
        "game, puzzle, misses, open, at, rated, shown, solved_at, room, begun_at, days",
    )])
    .people(&[person(
        "person",
        OnErase::Delete,
        OnLink::Call(|tx, main, other| {
            tx.change("UPDATE puzzle_tries SET open = 0 WHERE person = ?", [other])?;
            tx.rename_once("puzzle_tries", "person", "game, puzzle", main, other)
        }),
        OnUnlink::Call(|tx, main, own| {
            let columns =
                "game, puzzle, misses, 0 AS open, at, rated, shown, solved_at, begun_at, days";
            tx.copy_rows("puzzle_tries", "person", columns, main, own.id)?;
            part_solved_in_rooms(tx, main, own)
        }),
    )]);

pub(crate) const DAILY_PUZZLES: TableSpec =
    TableSpec::new("daily_puzzles", "room").unexported(&[("*", "about rooms alone")]);

/// A puzzle that a person has looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PuzzleTry {
    pub(crate) game: GameId,
    /// The puzzle's name.
    pub(crate) puzzle: String,
    /// Wrong answers.
    pub(crate) misses: u32,
    /// Whether an answer without a command is for it.
    pub(crate) open: bool,
    pub(crate) at: i64,
    /// Whether it has counted for the ratings.
    pub(crate) rated: bool,
    /// Whether their answers don't count: they have looked at the solution, or chose the puzzle by its number.
    pub(crate) shown: bool,
    pub(crate) solved_at: Option<i64>,
    /// The room where they began it while it was the puzzle of the day there.
    pub(crate) room: Option<RoomId>,
    pub(crate) begun_at: Option<i64>,
    /// On how many days in a row they had solved one when they solved this.
    pub(crate) days: Option<u32>,
}

/// How well a person solves puzzles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Solver {
    pub(crate) rating: Rating,
    /// On how many days in a row they have solved one.
    pub(crate) days: u32,
    pub(crate) most_days: u32,
    /// The last of these days, counted from 1970 in their time zone.
    pub(crate) last_day: i64,
}

/// How many people a puzzle had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PuzzleSolvers {
    pub(crate) answered: u32,
    pub(crate) solved: u32,
    /// The median of the seconds from the first look to the solution, as far as they are known.
    pub(crate) median: Option<i64>,
}

/// A room that gets a puzzle every day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DailyPuzzle {
    pub(crate) room: RoomId,
    /// None for every game in turn.
    pub(crate) game: Option<GameId>,
    /// Minutes after midnight.
    pub(crate) minute: u16,
    pub(crate) zone: Zone,
    pub(crate) due: i64,
}

/// Returns the puzzles that a person has looked at, the latest first.
pub(crate) fn puzzle_tries(tx: &Tx<'_>, person: PersonId) -> Result<Vec<PuzzleTry>, StoreError> {
    let sql = "SELECT * FROM puzzle_tries WHERE person = ? ORDER BY at DESC, game, puzzle";
    tx.all(sql, [person], read_try)
}

/// Stores how far a person is with a puzzle. If it is open, their lessons and other puzzles are
/// closed.
///
/// # Errors
/// [`StoreError::Forbidden`] if the person doesn't exist or the name is empty.
pub(crate) fn put_puzzle_try(
    tx: &Tx<'_>,
    person: PersonId,
    row: &PuzzleTry,
) -> Result<(), StoreError> {
    let PuzzleTry { game, puzzle, misses, open, at, rated, shown, solved_at, room, begun_at, days } =
        row;
    if *open {
        close_lessons(tx, person)?;
        close_puzzles(tx, person)?;
    }
    let sql = "INSERT INTO puzzle_tries (person, game, puzzle, misses, open, at, rated, shown, solved_at, room, begun_at, days)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
               ON CONFLICT (person, game, puzzle) DO UPDATE SET misses = excluded.misses, open = excluded.open, at = excluded.at,
                   rated = excluded.rated, shown = excluded.shown, solved_at = excluded.solved_at, room = excluded.room,
                   begun_at = excluded.begun_at, days = excluded.days";
    let row = params![
        person,
        Word(game),
        puzzle,
        misses,
        open,
        at,
        rated,
        shown,
        solved_at,
        room,
        begun_at,
        days
    ];
    tx.change(sql, row)?;
    Ok(())
}

/// Closes the open puzzle of a person.
pub(crate) fn close_puzzles(tx: &Tx<'_>, person: PersonId) -> Result<(), StoreError> {
    for table in ["puzzle_tries", "own_puzzles"] {
        let sql = format!("UPDATE {table} SET open = 0 WHERE person = ? AND open = 1");
        tx.change(&sql, [person])?;
    }
    Ok(())
}

/// Counts the people who answered a puzzle, and those who solved it.
pub(crate) fn puzzle_solvers(
    tx: &Tx<'_>,
    game: GameId,
    puzzle: &str,
) -> Result<PuzzleSolvers, StoreError> {
    let sql = "SELECT count(*) FILTER (WHERE rated = 1), count(solved_at),
                   count(solved_at - begun_at) FROM puzzle_tries WHERE game = ? AND puzzle = ?";
    let read = |row: &SqlRow<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    let found = tx.one(sql, params![Word(game), puzzle], read)?;
    let (answered, solved, timed): (u32, u32, u32) = found.unwrap_or_default();
    let sql = "SELECT solved_at - begun_at FROM puzzle_tries
               WHERE game = ? AND puzzle = ? AND solved_at IS NOT NULL AND begun_at IS NOT NULL
               ORDER BY 1 LIMIT 1 OFFSET ?";
    let middle = timed.saturating_sub(1) / 2;
    let median = tx.one(sql, params![Word(game), puzzle, middle], |row| row.get(0))?;
    Ok(PuzzleSolvers { answered, solved, median })
}

/// Returns how hard a puzzle is; none before anyone tried it.
pub(crate) fn puzzle_rating(
    tx: &Tx<'_>,
    game: GameId,
    puzzle: &str,
) -> Result<Option<Rating>, StoreError> {
    let sql = "SELECT * FROM puzzles WHERE game = ? AND puzzle = ?";
    tx.one(sql, params![Word(game), puzzle], read_rating)
}

/// Stores how hard a puzzle is.
///
/// # Errors
/// [`StoreError::Forbidden`] if a number is NaN.
pub(crate) fn put_puzzle_rating(
    tx: &Tx<'_>,
    game: GameId,
    puzzle: &str,
    new: &Rating,
) -> Result<(), StoreError> {
    let Rating { rating, deviation, volatility, won, lost, drawn, streak, last_at } = new;
    let sql = "INSERT INTO puzzles (game, puzzle, rating, deviation, volatility, won, lost, drawn, streak, last_at)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
               ON CONFLICT (game, puzzle) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
                   volatility = excluded.volatility, won = excluded.won, lost = excluded.lost, drawn = excluded.drawn,
                   streak = excluded.streak, last_at = excluded.last_at";
    let row = params![
        Word(game),
        puzzle,
        rating,
        deviation,
        volatility,
        won,
        lost,
        drawn,
        streak,
        last_at
    ];
    tx.change(sql, row)?;
    Ok(())
}

/// Returns how well a person solves puzzles; none before their first.
pub(crate) fn solver(tx: &Tx<'_>, person: PersonId) -> Result<Option<Solver>, StoreError> {
    tx.one("SELECT * FROM solvers WHERE person = ?", [person], |row| {
        Ok(Solver {
            rating: read_rating(row)?,
            days: row.get("days")?,
            most_days: row.get("most_days")?,
            last_day: row.get("last_day")?,
        })
    })
}

/// Stores how well a person solves puzzles.
///
/// # Errors
/// [`StoreError::Forbidden`] if the person doesn't exist or a number is NaN.
pub(crate) fn put_solver(tx: &Tx<'_>, person: PersonId, new: &Solver) -> Result<(), StoreError> {
    let Solver { rating, days, most_days, last_day } = new;
    let Rating { rating, deviation, volatility, won, lost, drawn, streak, last_at } = rating;
    let sql = "INSERT INTO solvers (person, rating, deviation, volatility, won, lost, drawn, streak, last_at, days, most_days, last_day)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
               ON CONFLICT (person) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
                   volatility = excluded.volatility, won = excluded.won, lost = excluded.lost, drawn = excluded.drawn,
                   streak = excluded.streak, last_at = excluded.last_at, days = excluded.days,
                   most_days = excluded.most_days, last_day = excluded.last_day";
    let row = params![
        person, rating, deviation, volatility, won, lost, drawn, streak, last_at, days, most_days,
        last_day
    ];
    tx.change(sql, row)?;
    Ok(())
}

/// Returns when a room gets its puzzles, if it does.
pub(crate) fn daily_puzzle(tx: &Tx<'_>, room: RoomId) -> Result<Option<DailyPuzzle>, StoreError> {
    tx.one("SELECT * FROM daily_puzzles WHERE room = ?", [room], daily)
}

/// Returns the rooms that have to get their puzzle, the longest overdue first.
pub(crate) fn due_puzzles(tx: &Tx<'_>, now: i64) -> Result<Vec<RoomId>, StoreError> {
    let sql = "SELECT room FROM daily_puzzles WHERE due <= ? ORDER BY due, room";
    tx.all(sql, [now], |row| row.get(0))
}

/// Returns when the next room gets its puzzle after a moment.
pub(crate) fn next_puzzle(tx: &Tx<'_>, after: i64) -> Result<Option<i64>, StoreError> {
    let sql = "SELECT min(due) FROM daily_puzzles WHERE due > ?";
    tx.one(sql, [after], |row| row.get(0)).map(Option::flatten)
}

/// Stores when a room gets its puzzles.
///
/// # Errors
/// [`StoreError::Forbidden`] if the room doesn't exist.
pub(crate) fn put_daily_puzzle(tx: &Tx<'_>, new: &DailyPuzzle) -> Result<(), StoreError> {
    let DailyPuzzle { room, game, minute, zone, due } = new;
    let game = game.map_or("", GameId::name);
    let sql = "INSERT INTO daily_puzzles (room, game, minute, zone, due) VALUES (?, ?, ?, ?, ?)
               ON CONFLICT (room) DO UPDATE SET game = excluded.game, minute = excluded.minute, zone = excluded.zone,
                   due = excluded.due";
    tx.change(sql, params![room, game, minute, zone.to_string(), due])?;
    Ok(())
}

/// Stops a room's puzzles; returns whether it got any.
pub(crate) fn drop_daily_puzzle(tx: &Tx<'_>, room: RoomId) -> Result<bool, StoreError> {
    Ok(0 < tx.change("DELETE FROM daily_puzzles WHERE room = ?", [room])?)
}

pub(crate) fn read_try(row: &SqlRow<'_>) -> RowResult<PuzzleTry> {
    Ok(PuzzleTry {
        game: row.get::<_, Word<GameId>>("game")?.0,
        puzzle: row.get("puzzle")?,
        misses: row.get("misses")?,
        open: row.get("open")?,
        at: row.get("at")?,
        rated: row.get("rated")?,
        shown: row.get("shown")?,
        solved_at: row.get("solved_at")?,
        room: row.get("room")?,
        begun_at: row.get("begun_at")?,
        days: row.get("days")?,
    })
}

fn daily(row: &SqlRow<'_>) -> RowResult<DailyPuzzle> {
    let (game, zone): (String, String) = (row.get("game")?, row.get("zone")?);
    Ok(DailyPuzzle {
        room: row.get("room")?,
        game: GameId::named(&game),
        minute: row.get("minute")?,
        // A zone known only to a later version counts as UTC.
        zone: Zone::named(&zone).unwrap_or_default(),
        due: row.get("due")?,
    })
}

#[cfg(test)]
mod tests {
    use store::example::world;

    use super::super::tests::fresh;
    use super::*;

    #[test]
    fn tries_ratings_and_days_are_kept() {
        fresh(|tx| {
            let world = world(tx);
            let game = GameId::ALL[0];
            let row = |puzzle: &str, at| PuzzleTry {
                game,
                puzzle: puzzle.to_owned(),
                misses: 0,
                open: true,
                at,
                rated: true,
                shown: false,
                solved_at: None,
                room: None,
                begun_at: None,
                days: None,
            };
            put_puzzle_try(tx, world.ann, &row("1.2", 1)).unwrap();
            put_puzzle_try(tx, world.ann, &row("3.4", 2)).unwrap();
            let solved = PuzzleTry { solved_at: Some(13), begun_at: Some(3), ..row("1.2", 3) };
            put_puzzle_try(tx, world.ben, &solved).unwrap();
            let tries = puzzle_tries(tx, world.ann).unwrap();
            assert_eq!(tries, [row("3.4", 2), PuzzleTry { open: false, ..row("1.2", 1) }]);
            let solvers = PuzzleSolvers { answered: 2, solved: 1, median: Some(10) };
            assert_eq!(puzzle_solvers(tx, game, "1.2").unwrap(), solvers);
            let nobody = PuzzleSolvers { answered: 1, ..PuzzleSolvers::default() };
            assert_eq!(puzzle_solvers(tx, game, "3.4").unwrap(), nobody);
            assert_eq!(puzzle_rating(tx, game, "1.2").unwrap(), None);
            let rating = Rating { rating: 1600.0, ..Rating::unknown() };
            put_puzzle_rating(tx, game, "1.2", &rating).unwrap();
            assert_eq!(puzzle_rating(tx, game, "1.2").unwrap(), Some(rating));
            let kept = Solver { rating, days: 2, most_days: 3, last_day: 20_000 };
            put_solver(tx, world.ann, &kept).unwrap();
            assert_eq!(solver(tx, world.ann).unwrap(), Some(kept));
            assert_eq!(solver(tx, world.ben).unwrap(), None);
        });
    }

    #[test]
    fn rooms_get_puzzles_when_they_are_due() {
        fresh(|tx| {
            let room = world(tx).room;
            let zone = Zone::named("Europe/Berlin").unwrap();
            let new = DailyPuzzle { room, game: None, minute: 1080, zone, due: 50 };
            put_daily_puzzle(tx, &new).unwrap();
            assert_eq!(daily_puzzle(tx, room).unwrap().as_ref(), Some(&new));
            assert_eq!(
                (due_puzzles(tx, 49).unwrap().len(), next_puzzle(tx, 0).unwrap()),
                (0, Some(50))
            );
            assert_eq!(due_puzzles(tx, 50).unwrap(), [room]);
            assert!(drop_daily_puzzle(tx, room).unwrap() && !drop_daily_puzzle(tx, room).unwrap());
            assert_eq!(next_puzzle(tx, 0).unwrap(), None);
        });
    }
}
