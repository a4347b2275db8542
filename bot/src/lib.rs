//! The bot: one desk that serves every chat.
pub mod command;
pub mod config;
pub mod console;
pub mod guide;
pub mod program;
pub mod reply;
pub mod service;
pub mod store;
pub mod text;
