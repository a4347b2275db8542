//! What a step says: the board, who is asked, and what each room and player is told.
pub(crate) mod controls;
pub(crate) mod drawing;
mod earlier_moves;
pub(crate) mod end;
pub(crate) mod marked_choices;
pub(crate) mod menu;
pub(crate) mod news;
pub(crate) mod next;
pub(crate) mod one_line;
pub(crate) mod rooms;
pub(crate) mod turn;
pub(crate) mod watchers;
pub(crate) mod words;
