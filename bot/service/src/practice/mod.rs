//! Practice: matches against the bot, advice in other matches, and reviews of finished ones.
pub mod advice;
pub mod begin;
pub mod bot_seats;
pub mod insight;
pub mod luck;
pub mod missed;
pub mod review;
pub mod settle;
pub mod shared_review;
#[cfg(test)]
mod tests;
pub mod think;
pub mod turn;
pub mod wanted;
pub mod words;
