//! Calls: what people who don't play say about who wins, and how well they foresee it.
pub(super) mod call;
mod said;
pub(super) mod score;
pub(super) mod settle;
pub(super) mod show;
pub(super) mod turn_on;
mod words;
