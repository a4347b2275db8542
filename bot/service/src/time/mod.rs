//! Time: clocks that run out, reminders, vacations, pauses, absent players.
pub mod absent;
pub mod attend;
pub mod lapse;
pub mod long_absence;
pub mod lost_rooms;
pub mod outage;
pub mod pause;
pub mod remind;
pub mod settle;
pub mod snooze;
pub mod sweep;
pub mod vacation;
pub mod words;
