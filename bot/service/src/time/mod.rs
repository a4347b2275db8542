//! Time: clocks that run out, absent players.
pub mod absent;
pub mod attend;
pub mod back;
pub mod lapse;
pub mod late;
pub mod lost_rooms;
pub mod outage;
pub mod settle;
pub mod sweep;
pub mod words;
