//! A match under way: what is played, what it brings, and what may be said about it.
pub(super) mod ask;
pub(super) mod bare;
pub(super) mod choose;
pub(super) mod house;
pub(super) mod look;
pub(super) mod menu;
pub(super) mod news;
pub(super) mod numbered;
pub(super) mod question;
pub(super) mod sealed;
pub(super) mod several;
pub(super) mod step;
pub(super) mod turn;
pub(super) mod undo;
pub(super) mod watch;
pub(super) mod wonder;
pub(super) mod words;
