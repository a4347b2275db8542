//! People: linked accounts, stored data, help.
pub mod anonymise;
pub mod board_link;
pub mod browser_names;
pub mod chat_queries;
pub mod erase;
pub(crate) mod first_words;
pub mod help;
pub mod mydata;
pub mod rules;
pub mod setting_rows;
pub mod settings;
pub mod words;
