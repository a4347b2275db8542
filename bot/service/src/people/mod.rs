//! People: linked accounts, stored data, help.
pub(super) mod anonymise;
pub(crate) mod board_link;
pub(crate) mod browser_names;
pub(super) mod chat_queries;
pub(super) mod erase;
pub(super) mod help;
pub(super) mod link;
pub(super) mod mydata;
pub(super) mod rules;
pub(crate) mod setting_rows;
pub(super) mod settings;
pub(crate) mod words;
