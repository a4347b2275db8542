//! Time: clocks that run out, reminders, vacations, pauses, absent players.
pub(super) mod absent;
pub(super) mod attend;
pub(super) mod lapse;
pub(super) mod long_absence;
pub(super) mod lost_rooms;
pub(super) mod outage;
pub(super) mod pause;
pub(super) mod remind;
pub(super) mod settle;
pub(super) mod snooze;
pub(super) mod sweep;
pub(super) mod vacation;
pub(crate) mod words;
