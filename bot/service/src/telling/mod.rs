//! What a step says: the board, who is asked, and what each room and player is told.
pub mod controls;
pub mod drawing;
pub mod earlier_moves;
pub mod end;
pub(crate) mod list;
pub mod marked_choices;
pub mod menu;
pub mod news;
pub mod next;
pub mod one_line;
pub mod requests;
pub mod rooms;
pub mod turn;
pub mod watchers;
pub mod words;
