//! When a player is reminded of their turn.
use serde::{Deserialize, Serialize};

use super::{DAY, HOUR, MINUTE};

/// The shortest and the longest reminder interval, in seconds.
pub const INTERVALS: std::ops::RangeInclusive<i64> = HOUR..=30 * DAY;

/// The most reminders in one turn with a player's own interval, so that an absent player isn't
/// reminded forever.
pub const MOST: u32 = 10;

/// The least time between a turn message and a reminder, and between two reminders, in seconds.
/// With less than eight hours it is an eighth of the time, but at least a minute.
const GAP: i64 = HOUR;
const LEAST_GAP: i64 = MINUTE;

/// How a player wants to be reminded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReminderSetting {
    /// When half and when one eighth of the time is left.
    #[default]
    Usual,
    /// At this interval, in seconds.
    Every(i64),
    Off,
}

/// The shortest and the longest time left at which a person is warned, in seconds, and the most such times.
pub const WARNINGS: std::ops::RangeInclusive<i64> = MINUTE..=30 * DAY;
pub const MOST_WARNINGS: usize = 4;

/// When a player is reminded of a turn.
#[derive(Clone, Copy, Debug)]
pub struct ReminderPlan<'a> {
    pub setting: ReminderSetting,
    /// With how much time left they are warned, in seconds, in place of the usual reminders.
    pub warnings: &'a [i64],
}

impl From<ReminderSetting> for ReminderPlan<'_> {
    fn from(setting: ReminderSetting) -> Self {
        ReminderPlan { setting, warnings: &[] }
    }
}

/// The state of a seat's reminders. Times are Unix seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReminderState {
    /// Since when the player has to act.
    since: i64,
    /// The seconds they had; none without a clock.
    time: Option<i64>,
    /// Reminders up to this time are done.
    done: i64,
    /// When the player was last notified: by the turn message or a reminder.
    heard: i64,
    given: u32,
    /// The end of the match's snooze.
    snoozed: i64,
    /// Whether the other side was told that time has run out.
    told: bool,
    /// Whether the other side was told that the player has been silent for a week.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    week: bool,
    /// Since when the player has been absent from the match's place.
    left: Option<i64>,
}

/// A reminder that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reminder {
    pub at: i64,
    /// Whether little time is left by then.
    pub pressing: bool,
}

impl ReminderState {
    /// Restarts: the player has to act since `since`, has `time` seconds, and is notified `now`.
    /// While the seat `is_late`, whether the other side was told doesn't change.
    pub fn begin(&mut self, now: i64, since: i64, time: Option<i64>, is_late: bool) {
        let ReminderState { snoozed, told, left, .. } = *self;
        let told = told && is_late;
        let week = false;
        *self = ReminderState {
            since,
            time,
            done: since,
            heard: now,
            given: 0,
            snoozed,
            told,
            week,
            left,
        };
    }

    /// Returns the earliest time of the next reminder.
    pub fn free_from(&self) -> i64 {
        let gap = self.time.map_or(GAP, |time| (time / 8).clamp(LEAST_GAP, GAP));
        self.heard.saturating_add(gap)
    }

    /// Returns when little time will be left, if there is a clock.
    pub fn presses_at(&self) -> Option<i64> {
        let time = self.time.filter(|&it| 0 < it)?;
        Some(self.since + time - time / 8)
    }

    /// Returns the next reminder, which may be one that was missed; several missed ones are one.
    pub fn next<'a>(&self, how: impl Into<ReminderPlan<'a>>) -> Option<Reminder> {
        let ReminderState { since, time, done, given, snoozed, heard, .. } = *self;
        let ReminderPlan { setting, warnings } = how.into();
        let time = time.filter(|&it| 0 < it);
        let next = match setting {
            ReminderSetting::Off => return None,
            ReminderSetting::Every(interval) => {
                let next = Reminder { at: done.saturating_add(interval), pressing: false };
                (given < MOST).then_some(next)
            }
            ReminderSetting::Usual if warnings.is_empty() => {
                let half = Reminder { at: since + time? / 2, pressing: false };
                let eighth = Reminder { at: self.presses_at()?, pressing: true };
                [half, eighth].into_iter().find(|it| done < it.at)
            }
            ReminderSetting::Usual => None,
        };
        let next = next.map(|next| Reminder { at: next.at.max(self.free_from()), ..next });
        // A time that a person chose isn't put off because they have just been notified.
        let free = heard.saturating_add(LEAST_GAP);
        let warned = |left: &i64| Some(since + time.filter(|time| left < time)? - left);
        let warning = warnings.iter().filter_map(warned).filter(|at| done < *at).min();
        let warning = warning.map(|at| Reminder { at: at.max(free), pressing: true });
        let first = next.into_iter().chain(warning).min_by_key(|it| it.at)?;
        Some(Reminder { at: first.at.max(snoozed), ..first })
    }

    /// Tells whether all reminders of the turn with the player's own interval were sent.
    pub fn is_spent(&self) -> bool {
        MOST <= self.given
    }

    /// Returns the reminder that must not be skipped: the last one before time runs out, or the
    /// next with the player's own interval.
    pub fn last<'a>(&self, how: impl Into<ReminderPlan<'a>>) -> Option<Reminder> {
        let mut nudge = *self;
        let how = how.into();
        loop {
            let next = nudge.next(how)?;
            if next.pressing || how.setting != ReminderSetting::Usual {
                return Some(next);
            }
            nudge.skip(next.at);
        }
    }

    /// Records that a reminder due at a time was sent, or would have been.
    pub fn dealt_with(&mut self, at: i64, now: i64) {
        self.skip(at.max(now));
        self.heard = now;
        self.given = self.given.saturating_add(1);
    }

    /// Skips the reminders up to a time.
    pub fn skip(&mut self, at: i64) {
        self.done = self.done.max(at);
    }

    /// Snoozes until a time.
    pub fn snooze(&mut self, until: i64) {
        self.snoozed = until;
    }

    /// Returns the end of the match's snooze.
    pub fn snoozed_until(&self, now: i64) -> Option<i64> {
        Some(self.snoozed).filter(|&it| now < it)
    }

    /// Sets since when the player has been absent, or that they are there.
    pub fn set_left(&mut self, since: Option<i64>) {
        self.left = since;
    }

    /// Returns since when the player has been absent.
    pub fn left_since(&self) -> Option<i64> {
        self.left
    }

    /// Records that the other side was told that time has run out.
    pub fn tell(&mut self) {
        self.told = true;
    }

    /// Tells whether the other side was told that time has run out.
    pub fn is_told(&self) -> bool {
        self.told
    }

    /// Records that the other side was told of a week of silence.
    pub fn tell_of_week(&mut self) {
        self.week = true;
    }

    /// Tells whether the other side was told of a week of silence.
    pub fn is_week_told(&self) -> bool {
        self.week
    }

    /// Returns since when an absent player has owed a step.
    pub fn silent_since_left(&self) -> Option<i64> {
        self.left.map(|it| it.max(self.since))
    }

    /// Shifts all times by `gap` seconds; negative if the clock was set back.
    pub fn leave_out(&mut self, gap: i64) {
        self.since += gap;
        self.done += gap;
        self.heard += gap;
        self.left = self.left.map(|left| left + gap);
        // A snooze ends on time, even after an outage.
        self.snoozed += gap.min(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owed() -> ReminderState {
        let mut nudge = ReminderState::default();
        nudge.begin(1000, 1000, Some(8 * HOUR), false);
        nudge
    }

    fn at(nudge: &ReminderState, how: ReminderSetting) -> Option<(i64, bool)> {
        nudge.next(how).map(|reminder| (reminder.at - 1000, reminder.pressing))
    }

    #[test]
    fn usually_at_half_and_at_one_eighth() {
        let mut nudge = owed();
        assert_eq!(at(&nudge, ReminderSetting::Usual), Some((4 * HOUR, false)));
        nudge.dealt_with(1000 + 4 * HOUR, 1000 + 4 * HOUR);
        assert_eq!(at(&nudge, ReminderSetting::Usual), Some((7 * HOUR, true)));
        nudge.dealt_with(1000 + 7 * HOUR, 1000 + 7 * HOUR);
        assert_eq!(at(&nudge, ReminderSetting::Usual), None);
        let mut late = owed();
        late.dealt_with(1000 + 9 * HOUR, 1000 + 9 * HOUR);
        assert_eq!(at(&late, ReminderSetting::Usual), None, "two that were missed are one");
        late.begin(1000, 1000, None, false);
        assert_eq!(
            at(&late, ReminderSetting::Usual),
            None,
            "no time is left where there is no clock"
        );
    }

    #[test]
    fn at_an_own_interval_until_it_is_plain_that_nobody_listens() {
        let mut nudge = owed();
        for n in 1..=i64::from(MOST) {
            assert_eq!(at(&nudge, ReminderSetting::Every(HOUR)), Some((n * HOUR, false)));
            nudge.dealt_with(1000 + n * HOUR, 1000 + n * HOUR);
        }
        assert_eq!(at(&nudge, ReminderSetting::Every(HOUR)), None);
        assert_eq!(at(&nudge, ReminderSetting::Off), None);
        nudge.begin(2000, 2000, None, false);
        assert_eq!(at(&nudge, ReminderSetting::Every(HOUR)), Some((HOUR + 1000, false)));
    }

    #[test]
    fn warnings_come_with_so_much_time_left() {
        let warnings = [HOUR, 10 * MINUTE];
        let plan = |setting| ReminderPlan { setting, warnings: &warnings };
        let mut nudge = owed();
        for left in warnings {
            let at = 1000 + 8 * HOUR - left;
            let next = nudge.next(plan(ReminderSetting::Usual));
            assert_eq!(next, Some(Reminder { at, pressing: true }));
            nudge.dealt_with(at, at);
        }
        assert_eq!(nudge.next(plan(ReminderSetting::Usual)), None);
        assert_eq!(owed().next(plan(ReminderSetting::Off)), None, "nothing is nothing");
        let every = owed().next(plan(ReminderSetting::Every(6 * HOUR))).map(|it| it.at);
        assert_eq!(every, Some(1000 + 6 * HOUR), "between the warnings, at their own interval");
        let mut short = owed();
        short.begin(1000, 1000, Some(30 * MINUTE), false);
        let next = short.next(plan(ReminderSetting::Usual)).map(|it| it.at);
        assert_eq!(next, Some(1000 + 20 * MINUTE), "there never was an hour");
        short.snooze(1000 + 25 * MINUTE);
        let next = short.next(plan(ReminderSetting::Usual)).map(|it| it.at);
        assert_eq!(next, Some(1000 + 25 * MINUTE));
    }

    #[test]
    fn snoozing_puts_off_and_time_left_out_shifts() {
        let mut nudge = owed();
        nudge.snooze(1000 + 6 * HOUR);
        assert_eq!(at(&nudge, ReminderSetting::Usual), Some((6 * HOUR, false)));
        nudge.snooze(0);
        nudge.leave_out(HOUR);
        assert_eq!(at(&nudge, ReminderSetting::Usual), Some((5 * HOUR, false)));
    }

    #[test]
    fn reminders_keep_their_distance_from_the_turn_message_and_each_other() {
        let mut nudge = owed();
        assert_eq!(nudge.free_from(), 1000 + HOUR, "an hour");
        nudge.begin(5000, 5000, Some(HOUR), false);
        assert_eq!(nudge.free_from(), 5000 + HOUR / 8, "an eighth of a shorter time");
        nudge.begin(5000, 5000, Some(40), false);
        assert_eq!(
            nudge.next(ReminderSetting::Usual).unwrap().at,
            5060,
            "too late: nobody is hurried"
        );
        nudge.begin(5000, 5000, None, false);
        // An early one before quiet hours counts from when it was sent.
        nudge.dealt_with(5000 + HOUR, 5000 + HOUR - 600);
        assert_eq!(nudge.free_from(), 5000 + 2 * HOUR - 600);
        assert_eq!(nudge.next(ReminderSetting::Every(HOUR)).unwrap().at, 5000 + 2 * HOUR);
    }

    #[test]
    fn that_somebody_is_late_is_told_once_until_it_is_no_longer_so() {
        let mut nudge = owed();
        nudge.tell();
        nudge.begin(2000, 2000, Some(0), true);
        assert!(nudge.is_told(), "another step of a late turn is no news");
        nudge.begin(2000, 2000, Some(HOUR), false);
        assert!(!nudge.is_told());
    }
}
