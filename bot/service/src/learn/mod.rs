//! Lessons and puzzles: positions with tasks, answered in private.
mod answer;
mod daily;
mod lesson;
mod offer;
mod place;
mod puzzle;
mod words;

pub(crate) use self::answer::LessonQuestion;
