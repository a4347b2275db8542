//! The bot: one desk that serves every chat.
pub mod store;
