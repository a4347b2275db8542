//! How far people are in the lessons.
use engine::games::GameId;
use model::ids::PersonId;

use store::{
    StoreError, Tx,
    sql::{RowResult, SqlRow, Word, params},
    tables::{OnErase, OnLink, OnUnlink, RowExport, TableSpec, person},
};

use super::close_puzzles;

// A lesson that two who are linked have both done counts once. What was learned is known in each chat.
pub(crate) const LESSONS: TableSpec = TableSpec::new("lessons", "person, game, lesson")
    .exports(&[RowExport::own("game, lesson, task, misses, open, at, done_at")])
    .people(&[person(
        "person",
        OnErase::Delete,
        OnLink::Call(|tx, main, other| {
            tx.change("UPDATE lessons SET open = 0 WHERE person = ?", [other])?;
            tx.rename_once("lessons", "person", "game, lesson", main, other)
        }),
        OnUnlink::Copy("game, lesson, task, misses, 0 AS open, at, done_at"),
    )]);

pub(crate) const LESSON_OFFERS: TableSpec = TableSpec::new("lesson_offers", "person, game")
    .exports(&[RowExport::own("game, at")])
    .people(&[person(
        "person",
        OnErase::Delete,
        OnLink::RenameOnce("game"),
        OnUnlink::Copy("game, at"),
    )]);

/// A lesson that a person has begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LessonRow {
    pub(crate) game: GameId,
    /// The lesson's name.
    pub(crate) lesson: String,
    /// How many of its tasks are done.
    pub(crate) task: u32,
    /// Wrong answers to the next one.
    pub(crate) misses: u32,
    /// Whether an answer without a command is for it.
    pub(crate) open: bool,
    pub(crate) at: i64,
    /// When all of it was done for the first time.
    pub(crate) done_at: Option<i64>,
}

/// Returns the lessons that a person has begun, the latest first.
pub(crate) fn lessons(tx: &Tx<'_>, person: PersonId) -> Result<Vec<LessonRow>, StoreError> {
    let sql = "SELECT * FROM lessons WHERE person = ? ORDER BY at DESC, game, lesson";
    tx.all(sql, [person], read)
}

/// Stores how far a person is in a lesson. If it is open, their others are closed.
///
/// # Errors
/// [`StoreError::Forbidden`] if the person doesn't exist or the name is empty.
pub(crate) fn put_lesson(tx: &Tx<'_>, person: PersonId, row: &LessonRow) -> Result<(), StoreError> {
    let LessonRow { game, lesson, task, misses, open, at, done_at } = row;
    if *open {
        close_lessons(tx, person)?;
        close_puzzles(tx, person)?;
    }
    let sql =
        "INSERT INTO lessons (person, game, lesson, task, misses, open, at, done_at)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?)
               ON CONFLICT (person, game, lesson) DO UPDATE SET task = excluded.task, misses = excluded.misses,
                   open = excluded.open, at = excluded.at, done_at = excluded.done_at";
    let row = params![person, Word(game), lesson, task, misses, open, at, done_at];
    tx.change(sql, row)?;
    Ok(())
}

/// Closes the open lesson of a person; returns whether there was one.
pub(crate) fn close_lessons(tx: &Tx<'_>, person: PersonId) -> Result<bool, StoreError> {
    let sql = "UPDATE lessons SET open = 0 WHERE person = ? AND open = 1";
    Ok(0 < tx.change(sql, [person])?)
}

/// Stores that someone new to a game hears about its lessons. Returns false and stores nothing if
/// they have heard about them, begun one, or played the game before.
pub(crate) fn offer_lessons(
    tx: &Tx<'_>,
    person: PersonId,
    game: GameId,
    now: i64,
) -> Result<bool, StoreError> {
    let sql = "INSERT INTO lesson_offers (person, game, at)
               SELECT ?1, ?2, ?3
               WHERE NOT EXISTS (SELECT 1 FROM lessons WHERE person = ?1 AND game = ?2)
               AND NOT EXISTS (SELECT 1 FROM seats WHERE person = ?1 AND game = ?2)
               ON CONFLICT DO NOTHING";
    Ok(0 < tx.change(sql, params![person, Word(game), now])?)
}

fn read(row: &SqlRow<'_>) -> RowResult<LessonRow> {
    Ok(LessonRow {
        game: row.get::<_, Word<GameId>>("game")?.0,
        lesson: row.get("lesson")?,
        task: row.get("task")?,
        misses: row.get("misses")?,
        open: row.get("open")?,
        at: row.get("at")?,
        done_at: row.get("done_at")?,
    })
}

#[cfg(test)]
mod tests {
    use store::example::{new_match, world};

    use super::super::tests::fresh;
    use super::*;

    #[test]
    fn one_lesson_of_a_person_is_open() {
        fresh(|tx| {
            let world = world(tx);
            let game = new_match(&world).terms.game;
            let row = |lesson: &str, at| LessonRow {
                game,
                lesson: lesson.to_owned(),
                task: 0,
                misses: 1,
                open: true,
                at,
                done_at: None,
            };
            put_lesson(tx, world.ann, &row("one", 1)).unwrap();
            put_lesson(tx, world.ben, &row("one", 2)).unwrap();
            put_lesson(tx, world.ann, &row("two", 3)).unwrap();
            let all = lessons(tx, world.ann).unwrap();
            assert_eq!(all, [row("two", 3), LessonRow { open: false, ..row("one", 1) }]);
            put_lesson(tx, world.ann, &LessonRow { task: 2, ..row("one", 4) }).unwrap();
            assert_eq!(lessons(tx, world.ann).unwrap()[0].task, 2);
            assert!(close_lessons(tx, world.ann).unwrap());
            assert!(!close_lessons(tx, world.ann).unwrap());
            assert!(lessons(tx, world.ben).unwrap()[0].open);
        });
    }

    #[test]
    fn lessons_are_offered_once_and_to_newcomers_alone() {
        fresh(|tx| {
            let world = world(tx);
            let new = new_match(&world);
            let game = new.terms.game;
            assert!(offer_lessons(tx, world.ann, game, 1).unwrap());
            assert!(!offer_lessons(tx, world.ann, game, 2).unwrap());
            tx.add_match(&new).unwrap();
            assert!(!offer_lessons(tx, world.ben, game, 3).unwrap(), "they have played it");
            let other = *GameId::ALL.iter().find(|it| **it != game).unwrap();
            assert!(offer_lessons(tx, world.ben, other, 4).unwrap());
        });
    }
}
