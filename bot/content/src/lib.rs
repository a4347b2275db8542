//! What comes with the program and is shown: rules, lessons, drawn examples, puzzles, and how long matches take.
pub mod asked;
pub mod examples;
pub mod guide;
pub mod house;
pub mod lengths;
pub mod lessons;
pub mod puzzles;
pub mod short_forms;
