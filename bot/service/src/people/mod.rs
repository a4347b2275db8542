//! People: linked accounts, stored data, help.
pub(super) mod anonymise;
pub(super) mod erase;
pub(super) mod explain;
pub(super) mod help;
pub(super) mod identity;
pub(super) mod link;
pub(crate) mod merged_settings;
pub(super) mod mydata;
pub(crate) mod words;
