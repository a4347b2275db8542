//! Where a person is in the lessons, and what a line about them means.
use command::Command;
use content::lessons::{self, NamedLesson};
use engine::{
    games::GameId,
    refusal::Code,
    scenario::{Lesson, Task},
    seat::Seat,
    table::Table,
};
use service::RequestError;

use super::{rows::LessonRow, words};

/// A person's place in a lesson.
pub(super) struct LessonPlace {
    /// The lesson's index among those of its game.
    pub(super) index: usize,
    /// How many lessons the game has.
    pub(super) count: usize,
    pub(super) named: &'static NamedLesson,
    pub(super) row: LessonRow,
}

/// What follows the game in a line about lessons.
pub(super) struct LessonWish<'a> {
    /// The lesson, from 1.
    pub(super) lesson: Option<usize>,
    /// The task that a control was made for, from 1.
    pub(super) task: Option<usize>,
    pub(super) rest: &'a str,
}

impl<'a> LessonWish<'a> {
    /// Reads `3`, `3.2 b6-a5` or `b6-a5`. Without a game, a number before other words belongs to the
    /// answer.
    pub(super) fn read(words: &'a str, has_game: bool) -> LessonWish<'a> {
        let words = words.trim();
        let (first, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        let none = LessonWish { lesson: None, task: None, rest: words };
        if !has_game && !rest.is_empty() {
            return none;
        }
        let (lesson, task) = match first.split_once('.') {
            Some((lesson, task)) => (lesson.parse(), task.parse().map(Some)),
            None => (first.parse(), Ok(None)),
        };
        match (lesson, task) {
            (Ok(lesson), Ok(task)) => LessonWish { lesson: Some(lesson), task, rest: rest.trim() },
            _ => none,
        }
    }
}

impl LessonPlace {
    /// Finds a lesson of a game: the one with the index, with how far the person is.
    pub(super) fn at(
        game: GameId,
        index: usize,
        rows: &[LessonRow],
        now: i64,
    ) -> Option<LessonPlace> {
        let all = lessons::of(game);
        let named = *all.get(index)?;
        let same = |row: &&LessonRow| row.game == game && row.lesson == named.name;
        let fresh = || LessonRow {
            game,
            lesson: named.name.to_owned(),
            task: 0,
            misses: 0,
            open: false,
            at: now,
            done_at: None,
        };
        let mut row = rows.iter().find(same).cloned().unwrap_or_else(fresh);
        if named.lesson.tasks.len() <= row.task as usize {
            // The lesson is shorter than it was.
            (row.task, row.misses) = (0, 0);
        }
        Some(LessonPlace { index, count: all.len(), named, row })
    }

    /// Finds the open lesson of a person.
    pub(super) fn open(rows: &[LessonRow], now: i64) -> Option<LessonPlace> {
        LessonPlace::of(rows.iter().find(|it| it.open)?, rows, now)
    }

    /// Returns the place that a row holds; none if the lesson is gone.
    pub(super) fn of(row: &LessonRow, rows: &[LessonRow], now: i64) -> Option<LessonPlace> {
        let index = lessons::of(row.game).iter().position(|it| it.name == row.lesson)?;
        LessonPlace::at(row.game, index, rows, now)
    }

    /// Finds the first lesson of a game that isn't done; none if all are.
    pub(super) fn next_of(game: GameId, rows: &[LessonRow], now: i64) -> Option<LessonPlace> {
        let all = lessons::of(game);
        let index = all.iter().position(|it| !is_done(game, it.name, rows))?;
        LessonPlace::at(game, index, rows, now)
    }

    pub(super) fn game(&self) -> GameId {
        self.row.game
    }

    pub(super) fn lesson(&self) -> &'static Lesson {
        &self.named.lesson
    }

    pub(super) fn task(&self) -> Result<&'static Task, RequestError> {
        self.lesson().tasks.get(self.row.task as usize).ok_or_else(gone)
    }

    /// Returns the position of the task.
    pub(super) fn table(&self) -> Result<Box<dyn Table>, RequestError> {
        self.lesson().position(self.row.task as usize).ok_or_else(gone)
    }

    pub(super) fn seat(&self) -> Result<Seat, RequestError> {
        Ok(self.task()?.seat)
    }

    /// Tells whether the game knows these words in the task.
    pub(super) fn reads(&self, words: &str) -> Result<bool, RequestError> {
        Ok(match self.lesson().attempt(self.row.task as usize, words) {
            Ok(_) => true,
            Err(refusal) => !matches!(refusal.code, Code::Unreadable | Code::Unknown),
        })
    }

    /// Returns what its controls send before their own words: `learn trapdoor 2.1`.
    pub(super) fn line(&self) -> Command {
        words::line_of(self.game(), self.index + 1, self.row.task + 1)
    }

    /// Returns the command that shows another lesson of the game.
    pub(super) fn line_to(&self, index: usize) -> Command {
        words::lesson_line(self.game(), index + 1)
    }
}

/// Tells whether a person has done a lesson.
pub(super) fn is_done(game: GameId, name: &str, rows: &[LessonRow]) -> bool {
    rows.iter().any(|row| row.game == game && row.lesson == name && row.done_at.is_some())
}

fn gone() -> RequestError {
    RequestError::Broken("a lesson has no such task".to_owned())
}
