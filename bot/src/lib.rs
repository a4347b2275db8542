//! The bot: one desk that serves every chat.
pub mod command;
pub mod reply;
pub mod store;
pub mod text;
