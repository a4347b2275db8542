//! The rules of the games, and nothing else: no clock, no randomness of its own, no files, no chat, no pixels.
pub mod chance;
pub mod checkers;
pub mod fair;
pub mod game;
pub mod games;
pub mod match_rules;
pub mod mind;
pub mod physics;
pub mod playout;
pub mod quote;
pub mod refusal;
pub mod scenario;
pub mod scene;
pub mod seat;
pub mod settings;
mod setup;
mod short;
pub mod table;
