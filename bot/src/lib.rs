//! The bot: one desk that serves every chat.
pub mod command;
pub mod guide;
pub mod reply;
pub mod service;
pub mod store;
pub mod text;
