//! Lessons and puzzles: positions with tasks, answered in private. Lessons teach a game step by step; puzzles have one best choice, and ratings.
//! A room can get a puzzle every day, and what somebody missed in their own matches comes back as puzzles of theirs.
mod answer;
mod commands;
mod daily;
mod lesson;
mod newcomers;
mod next_puzzle;
mod offers;
mod own;
mod place;
mod puzzle;
mod puzzle_place;
mod rating;
mod room_puzzle;
mod rows;
mod solution;
mod words;

use content::house::HousePart;
use service::{Feature, row};

pub static FEATURE: Feature = Feature {
    commands: &[row!(commands::Learn, lesson::learn), row!(commands::Puzzle, puzzle::puzzle)],
    synonyms: include_str!("../synonyms.txt"),
    house: HousePart { rules: "", asked: include_str!("../asked.txt"), synonyms: &[] },
    tables: Some(&rows::TABLES),
    room_settings: &[daily::OF_ROOM],
    hears: Some(answer::hears),
    reads: Some(answer::reads),
    opens: Some(newcomers::opens),
    missed: Some(own::keep_missed),
    news: Some(room_puzzle::best_streak),
    of_week: Some(next_puzzle::of_week),
    unnamed: Some(room_puzzle::show_again),
    time_left_out: Some(rows::time_left_out),
    offers: Some(offers::offers),
    due: &[room_puzzle::SOLVERS, daily::PUZZLES],
    ..Feature::named("learn")
};
