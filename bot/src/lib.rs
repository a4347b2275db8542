//! The bot: one service that serves every chat.
#![recursion_limit = "256"]

pub mod arena;
#[cfg(any(feature = "discord", feature = "matrix", feature = "postgres"))]
mod backoff;
pub mod command;
pub mod completion;
pub mod config;
pub mod console;
pub mod delivery;
#[cfg(feature = "discord")]
pub mod discord;
pub mod examples;
pub mod figures;
pub mod glicko;
pub mod guide;
pub mod lengths;
pub mod lessons;
#[cfg(feature = "matrix")]
pub mod matrix;
#[cfg(feature = "operate")]
pub mod operate;
pub mod paint;
pub mod peers;
pub mod plain;
mod pool;
pub mod portal;
mod private;
pub mod program;
pub mod puzzles;
pub mod reply;
pub mod service;
#[cfg(feature = "serving")]
mod serving;
pub mod sheets;
pub mod store;
pub mod text;
mod ticking;
pub mod time;
pub mod way;
#[cfg(feature = "web")]
pub mod web;
