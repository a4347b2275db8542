//! Practice: matches against the bot, advice in other matches, and reviews of finished ones.
pub(super) mod advice;
pub(super) mod begin;
pub(crate) mod bot_seats;
pub(super) mod insight;
pub(crate) mod luck;
mod missed;
pub(super) mod review;
pub(super) mod settle;
pub(super) mod shared_review;
#[cfg(test)]
mod tests;
pub(super) mod think;
pub(super) mod turn;
pub(super) mod wanted;
pub(crate) mod words;
