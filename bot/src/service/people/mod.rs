//! Who people are: in two chats at once, what is kept about them, what explains the program to them.
pub(super) mod anonymise;
pub(super) mod codes;
pub(super) mod erase;
pub(super) mod explain;
pub(super) mod help;
pub(super) mod identity;
pub(super) mod kept;
pub(super) mod link;
pub(super) mod mydata;
pub(super) mod stricter;
