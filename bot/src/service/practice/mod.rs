//! Practice: matches that the bot plays in, what it advises in others, and looking back at those that are over.
pub(super) mod advice;
pub(super) mod begin;
pub(super) mod insight;
pub(super) mod review;
pub(super) mod seats;
#[cfg(test)]
mod tests;
pub(super) mod think;
pub(super) mod turn;
pub(super) mod wish;
