//! Calls: what people who don't play say about who wins and what the next turns bring, and how well
//! they foresee it.
pub(super) mod call;
mod next;
mod said;
pub(super) mod score;
pub(super) mod settle;
pub(super) mod show;
pub(super) mod turn_on;
pub(super) mod turns;
mod words;
