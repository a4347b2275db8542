//! The rules of the games, and nothing else: no clock, no randomness of its own, no files, no chat, no pixels.
pub mod checkers;
pub mod refusal;
pub mod scene;
pub mod seat;
