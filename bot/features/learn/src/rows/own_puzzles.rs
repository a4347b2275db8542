//! Choices that people missed in matches of their own, kept as puzzles that come back until they are
//! solved.
use engine::games::GameId;
use model::ids::{MatchId, PersonId};

use store::{
    StoreError, Tx,
    sql::{RowResult, SqlRow, Word, params},
    tables::{OnErase, OnLink, OnUnlink, RowExport, TableSpec, person},
};

use super::{close_lessons, close_puzzles};

// The puzzles of a match go with its seat.
pub(crate) const OWN_PUZZLES: TableSpec = TableSpec::new("own_puzzles", "person, match_id, step")
    .exports(&[RowExport::own(
        "match_id, step, solution, best, next, pause, due, in_row, misses, open, at, done_at",
    )])
    .people(&[person(
        "person",
        OnErase::Delete,
        OnLink::Call(|tx, main, other| {
            tx.change("UPDATE own_puzzles SET open = 0 WHERE person = ?", [other])?;
            tx.rename_once("own_puzzles", "person", "match_id, step", main, other)
        }),
        OnUnlink::Call(|tx, main, own| {
            let sql = "UPDATE own_puzzles SET person = ?2
                       WHERE person = ?1 AND match_id IN (SELECT match_id FROM seats WHERE person = ?2)";
            tx.change(sql, [main, own.id]).map(drop)
        }),
    )]);

/// A puzzle of a person's own match. Moments are Unix seconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OwnPuzzle {
    pub(crate) of: MatchId,
    /// The step at which they chose something else.
    pub(crate) step: u32,
    /// The game of the match.
    pub(crate) game: GameId,
    pub(crate) solution: String,
    /// The chance to win with the solution and with the next best choice, in percent.
    pub(crate) chances: [u8; 2],
    /// Which pause comes next.
    pub(crate) pause: u32,
    /// When it must be solved again.
    pub(crate) due: i64,
    /// How often in a row it was solved by the first answer.
    pub(crate) in_row: u32,
    /// Wrong answers since it was last due.
    pub(crate) misses: u32,
    /// Whether an answer without a command is for it.
    pub(crate) open: bool,
    /// When they last looked at it.
    pub(crate) at: Option<i64>,
    /// When it was solved for good.
    pub(crate) done_at: Option<i64>,
}

impl OwnPuzzle {
    /// Tells whether it must be solved now.
    pub(crate) fn is_due(&self, now: i64) -> bool {
        self.done_at.is_none() && self.due <= now
    }
}

/// Returns the puzzles of a person's own matches, of the latest match first.
pub(crate) fn own_puzzles(tx: &Tx<'_>, person: PersonId) -> Result<Vec<OwnPuzzle>, StoreError> {
    let sql = "SELECT own_puzzles.*, matches.game FROM own_puzzles
               JOIN matches ON matches.id = own_puzzles.match_id
               WHERE own_puzzles.person = ? ORDER BY own_puzzles.match_id DESC, own_puzzles.step";
    tx.all(sql, [person], read)
}

/// Stores a puzzle of a person's own match that isn't known yet; tells whether it wasn't.
///
/// # Errors
/// [`StoreError::Forbidden`] if the person or the match doesn't exist, or there is no solution.
pub(crate) fn add_own_puzzle(
    tx: &Tx<'_>,
    person: PersonId,
    new: &OwnPuzzle,
) -> Result<bool, StoreError> {
    let OwnPuzzle { of, step, game: _, solution, chances: [best, next], pause, due, .. } = new;
    let OwnPuzzle { in_row, misses, open, at, done_at, .. } = new;
    let sql = "INSERT INTO own_puzzles (person, match_id, step, solution, best, next, pause, due, in_row, misses, open, at, done_at)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";
    let row = params![
        person, of, step, solution, best, next, pause, due, in_row, misses, open, at, done_at
    ];
    Ok(0 < tx.change(sql, row)?)
}

/// Stores how far a person is with a puzzle of their own. If it is open, their lessons and other
/// puzzles are closed.
pub(crate) fn put_own_puzzle(
    tx: &Tx<'_>,
    person: PersonId,
    new: &OwnPuzzle,
) -> Result<(), StoreError> {
    let OwnPuzzle { of, step, pause, due, in_row, misses, open, at, done_at, .. } = new;
    if *open {
        close_lessons(tx, person)?;
        close_puzzles(tx, person)?;
    }
    let sql = "UPDATE own_puzzles SET pause = ?, due = ?, in_row = ?, misses = ?, open = ?, at = ?, done_at = ?
               WHERE person = ? AND match_id = ? AND step = ?";
    let row = params![pause, due, in_row, misses, open, at, done_at, person, of, step];
    tx.change(sql, row)?;
    Ok(())
}

/// Deletes a puzzle of a person's own match.
pub(crate) fn drop_own_puzzle(
    tx: &Tx<'_>,
    person: PersonId,
    of: MatchId,
    step: u32,
) -> Result<(), StoreError> {
    let sql = "DELETE FROM own_puzzles WHERE person = ? AND match_id = ? AND step = ?";
    tx.change(sql, params![person, of, step])?;
    Ok(())
}

/// Moves what is due after `now` back by `by` seconds, because the clock was set back.
pub(crate) fn set_back_own_puzzles(tx: &Tx<'_>, now: i64, by: i64) -> Result<(), StoreError> {
    tx.change("UPDATE own_puzzles SET due = due - ?2 WHERE due > ?1", params![now, by])?;
    Ok(())
}

fn read(row: &SqlRow<'_>) -> RowResult<OwnPuzzle> {
    Ok(OwnPuzzle {
        of: row.get("match_id")?,
        step: row.get("step")?,
        game: row.get::<_, Word<GameId>>("game")?.0,
        solution: row.get("solution")?,
        chances: [row.get("best")?, row.get("next")?],
        pause: row.get("pause")?,
        due: row.get("due")?,
        in_row: row.get("in_row")?,
        misses: row.get("misses")?,
        open: row.get("open")?,
        at: row.get("at")?,
        done_at: row.get("done_at")?,
    })
}

/// Makes a puzzle that nobody has looked at yet, for tests.
#[cfg(test)]
pub(crate) fn missed(of: MatchId, step: u32) -> OwnPuzzle {
    OwnPuzzle {
        of,
        step,
        game: GameId::named("trapdoor").unwrap(),
        solution: "f8-f9".to_owned(),
        chances: [70, 40],
        pause: 0,
        due: 100,
        in_row: 0,
        misses: 0,
        open: false,
        at: None,
        done_at: None,
    }
}

#[cfg(test)]
mod tests {
    use model::ids::Chat;

    use store::example::{new_match, world};

    use super::{
        super::{PuzzleTry, put_puzzle_try, puzzle_tries, tests::fresh},
        *,
    };

    #[test]
    fn a_puzzle_of_ones_own_is_kept_once_and_only_one_is_open() {
        fresh(|tx| {
            let world = world(tx);
            let [one, two] = [(); 2].map(|()| tx.add_match(&new_match(&world)).unwrap());
            for new in [missed(one, 9), missed(one, 4), missed(two, 7)] {
                assert!(add_own_puzzle(tx, world.ann, &new).unwrap());
            }
            let open = OwnPuzzle { open: true, misses: 2, at: Some(7), ..missed(one, 4) };
            put_own_puzzle(tx, world.ann, &open).unwrap();
            assert!(!add_own_puzzle(tx, world.ann, &missed(one, 4)).unwrap(), "it is known");
            let kept = own_puzzles(tx, world.ann).unwrap();
            assert_eq!(kept, [missed(two, 7), open.clone(), missed(one, 9)]);
            assert_eq!(own_puzzles(tx, world.ben).unwrap(), []);
            // A puzzle of the house closes it.
            let other = PuzzleTry {
                game: open.game,
                puzzle: "1.2".to_owned(),
                misses: 0,
                open: true,
                at: 8,
                rated: false,
                shown: false,
                solved_at: None,
                room: None,
                begun_at: None,
                days: None,
            };
            put_puzzle_try(tx, world.ann, &other).unwrap();
            assert!(own_puzzles(tx, world.ann).unwrap().iter().all(|it| !it.open));
            put_own_puzzle(tx, world.ann, &open).unwrap();
            assert!(!puzzle_tries(tx, world.ann).unwrap()[0].open);
            let done =
                OwnPuzzle { pause: 2, due: 900, in_row: 2, open: false, done_at: Some(9), ..open };
            put_own_puzzle(tx, world.ann, &done).unwrap();
            assert_eq!(own_puzzles(tx, world.ann).unwrap()[1], done);
            set_back_own_puzzles(tx, 100, 50).unwrap();
            let due = |tx: &Tx<'_>| -> Vec<i64> {
                own_puzzles(tx, world.ann).unwrap().iter().map(|it| it.due).collect()
            };
            assert_eq!(due(tx), [100, 850, 100]);
            drop_own_puzzle(tx, world.ann, one, 4).unwrap();
            assert_eq!(due(tx), [100, 100]);
            let nobody = tx.attempt(|| add_own_puzzle(tx, world.ann, &missed(MatchId(99), 4)));
            let nobody = nobody.unwrap_err();
            assert!(matches!(nobody, StoreError::Forbidden(_)), "{nobody}");
        });
    }

    #[test]
    fn puzzles_of_ones_own_go_with_the_seat_and_with_ones_data() {
        fresh(|tx| {
            let world = world(tx);
            let here = tx.add_match(&new_match(&world)).unwrap();
            let cid = tx.meet_person(Chat::Matrix, "@c:x", "Cid").unwrap().id;
            let room = tx.meet_room(Chat::Matrix, "!r:x", "games", "").unwrap().id;
            let mut new = new_match(&world);
            (new.room, new.seats.first, new.seats.second) = (room, cid, world.ben);
            let there = tx.add_match(&new).unwrap();
            add_own_puzzle(tx, world.ann, &missed(here, 4)).unwrap();
            add_own_puzzle(tx, cid, &missed(there, 7)).unwrap();
            let open = OwnPuzzle { open: true, at: Some(7), ..missed(there, 7) };
            put_own_puzzle(tx, cid, &open).unwrap();
            tx.link(world.ann, cid).unwrap();
            let closed = OwnPuzzle { open: false, ..open };
            assert_eq!(own_puzzles(tx, world.ann).unwrap(), [closed.clone(), missed(here, 4)]);
            tx.unlink(world.ann).unwrap();
            assert_eq!(own_puzzles(tx, world.ann).unwrap(), [missed(here, 4)]);
            assert_eq!(own_puzzles(tx, cid).unwrap(), [closed]);
            tx.erase_person(cid).unwrap();
            assert_eq!(own_puzzles(tx, cid).unwrap(), []);
            assert_eq!(own_puzzles(tx, world.ann).unwrap().len(), 1);
        });
    }
}
