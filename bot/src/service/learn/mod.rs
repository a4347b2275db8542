//! Lessons: positions with tasks, played in private.
mod answer;
mod lesson;
mod offer;
mod place;
mod words;

pub(in crate::service) use self::answer::LessonQuestion;
