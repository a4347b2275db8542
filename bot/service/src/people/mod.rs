//! People: linked accounts, stored data, help.
pub(super) mod anonymise;
pub(super) mod erase;
pub(super) mod explain;
pub(super) mod help;
pub(super) mod identity;
pub(super) mod link;
pub(super) mod mydata;
pub(super) mod stricter;
pub(crate) mod words;
