//! What time does: clocks that run out, reminders, vacations, pauses, people who have left.
pub(super) mod absent;
pub(super) mod alive;
pub(super) mod pause;
pub(super) mod remind;
pub(super) mod settle;
pub(super) mod snooze;
pub(super) mod tick;
pub(super) mod vacation;
