//! How far people are in the lessons.
use engine::games::GameId;
use model::ids::PersonId;

use super::{StoreError, Tx, columns::Word, sql::SqlRow};
use crate::{
    sql::params,
    tables::{OnErase, OnLink, OnUnlink, RowExport, TableSpec, person},
};

// A lesson that two who are linked have both done counts once. What was learned is known in each chat.
pub(super) const LESSONS: TableSpec = TableSpec::new("lessons", "person, game, lesson")
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

pub(super) const LESSON_OFFERS: TableSpec = TableSpec::new("lesson_offers", "person, game")
    .exports(&[RowExport::own("game, at")])
    .people(&[person(
        "person",
        OnErase::Delete,
        OnLink::RenameOnce("game"),
        OnUnlink::Copy("game, at"),
    )]);

/// A lesson that a person has begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonRow {
    pub game: GameId,
    /// The lesson's name.
    pub lesson: String,
    /// How many of its tasks are done.
    pub task: u32,
    /// Wrong answers to the next one.
    pub misses: u32,
    /// Whether an answer without a command is for it.
    pub open: bool,
    pub at: i64,
    /// When all of it was done for the first time.
    pub done_at: Option<i64>,
}

impl Tx<'_> {
    /// Returns the lessons that a person has begun, the latest first.
    pub fn lessons(&self, person: PersonId) -> Result<Vec<LessonRow>, StoreError> {
        let sql = "SELECT * FROM lessons WHERE person = ? ORDER BY at DESC, game, lesson";
        self.all(sql, [person], read)
    }

    /// Stores how far a person is in a lesson. If it is open, their others are closed.
    ///
    /// # Errors
    /// [`StoreError::Forbidden`] if the person doesn't exist or the name is empty.
    pub fn put_lesson(&self, person: PersonId, row: &LessonRow) -> Result<(), StoreError> {
        let LessonRow { game, lesson, task, misses, open, at, done_at } = row;
        if *open {
            self.close_lessons(person)?;
            self.close_puzzles(person)?;
        }
        let sql =
            "INSERT INTO lessons (person, game, lesson, task, misses, open, at, done_at)
                   VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                   ON CONFLICT (person, game, lesson) DO UPDATE SET task = excluded.task, misses = excluded.misses,
                       open = excluded.open, at = excluded.at, done_at = excluded.done_at";
        let row = params![person, Word(game), lesson, task, misses, open, at, done_at];
        self.change(sql, row)?;
        Ok(())
    }

    /// Closes the open lesson of a person; returns whether there was one.
    pub fn close_lessons(&self, person: PersonId) -> Result<bool, StoreError> {
        let sql = "UPDATE lessons SET open = 0 WHERE person = ? AND open = 1";
        Ok(0 < self.change(sql, [person])?)
    }

    /// Stores that someone new to a game hears about its lessons. Returns false and stores nothing if
    /// they have heard about them, begun one, or played the game before.
    pub fn offer_lessons(
        &self,
        person: PersonId,
        game: GameId,
        now: i64,
    ) -> Result<bool, StoreError> {
        let sql = "INSERT INTO lesson_offers (person, game, at)
                   SELECT ?1, ?2, ?3
                   WHERE NOT EXISTS (SELECT 1 FROM lessons WHERE person = ?1 AND game = ?2)
                   AND NOT EXISTS (SELECT 1 FROM seats WHERE person = ?1 AND game = ?2)
                   ON CONFLICT DO NOTHING";
        Ok(0 < self.change(sql, params![person, Word(game), now])?)
    }
}

fn read(row: &SqlRow<'_>) -> rusqlite::Result<LessonRow> {
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
    use super::super::tests::example::{fresh, new_match, world};
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
            tx.put_lesson(world.ann, &row("one", 1)).unwrap();
            tx.put_lesson(world.ben, &row("one", 2)).unwrap();
            tx.put_lesson(world.ann, &row("two", 3)).unwrap();
            let all = tx.lessons(world.ann).unwrap();
            assert_eq!(all, [row("two", 3), LessonRow { open: false, ..row("one", 1) }]);
            tx.put_lesson(world.ann, &LessonRow { task: 2, ..row("one", 4) }).unwrap();
            assert_eq!(tx.lessons(world.ann).unwrap()[0].task, 2);
            assert!(tx.close_lessons(world.ann).unwrap());
            assert!(!tx.close_lessons(world.ann).unwrap());
            assert!(tx.lessons(world.ben).unwrap()[0].open);
        });
    }

    #[test]
    fn lessons_are_offered_once_and_to_newcomers_alone() {
        fresh(|tx| {
            let world = world(tx);
            let new = new_match(&world);
            let game = new.terms.game;
            assert!(tx.offer_lessons(world.ann, game, 1).unwrap());
            assert!(!tx.offer_lessons(world.ann, game, 2).unwrap());
            tx.add_match(&new).unwrap();
            assert!(!tx.offer_lessons(world.ben, game, 3).unwrap(), "they have played it");
            let other = *GameId::ALL.iter().find(|it| **it != game).unwrap();
            assert!(tx.offer_lessons(world.ben, other, 4).unwrap());
        });
    }
}
