//! When somebody is reminded of a decision they owe.
use serde::{Deserialize, Serialize};

use super::{DAY, HOUR, MINUTE};

/// How often a person may wish to be reminded at most and at least, in seconds.
pub const INTERVALS: std::ops::RangeInclusive<i64> = HOUR..=30 * DAY;

/// How often somebody is reminded of one turn at an interval of their own: the one who has gone for good is left alone.
pub const MOST: u32 = 10;

/// The least time between a turn message and a reminder, and between two reminders, in seconds. Where there is less than eight
/// hours it is an eighth of the time, but a minute at least.
const GAP: i64 = HOUR;
const LEAST_GAP: i64 = MINUTE;

/// How somebody wants to be reminded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Nudging {
    /// When half and when one eighth of the time is left.
    #[default]
    Usual,
    /// After so many seconds, again and again.
    Every(i64),
    Off,
}

/// When a seat must be reminded. Moments are Unix seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Nudge {
    /// Since when the decision is owed.
    since: i64,
    /// The seconds there were for it; nothing without a clock.
    time: Option<i64>,
    /// Reminders up to this moment are dealt with.
    done: i64,
    /// When the player last heard of this decision: by the turn message or a reminder.
    heard: i64,
    given: u32,
    /// Until when the player wants to hear nothing of this match.
    snoozed: i64,
    /// Whether the other side was told that this one has run out of time.
    told: bool,
    /// Since when the player is known to have left the place of the match.
    left: Option<i64>,
}

/// A reminder that must be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reminder {
    pub at: i64,
    /// Whether little time is left then.
    pub pressing: bool,
}

impl Nudge {
    /// Begins anew: a decision is owed from `since` on, there are `time` seconds for it, and the player hears of it `now`. Whether
    /// the other side was told that this one is late stays so while it `is_late`.
    pub fn begin(&mut self, now: i64, since: i64, time: Option<i64>, is_late: bool) {
        let Nudge { snoozed, told, left, .. } = *self;
        let told = told && is_late;
        *self = Nudge { since, time, done: since, heard: now, given: 0, snoozed, told, left };
    }

    /// Returns from when on the player may hear of it again.
    pub fn free_from(&self) -> i64 {
        let gap = self.time.map_or(GAP, |it| (it / 8).clamp(LEAST_GAP, GAP));
        self.heard.saturating_add(gap)
    }

    /// Returns when little time is left, if time is counted.
    pub fn presses_at(&self) -> Option<i64> {
        let time = self.time.filter(|&it| 0 < it)?;
        Some(self.since + time - time / 8)
    }

    /// Returns the next reminder, which may be one that was missed; several that were missed are one.
    pub fn next(&self, how: Nudging) -> Option<Reminder> {
        let Nudge { since, time, done, given, snoozed, .. } = *self;
        let next = match how {
            Nudging::Off => None,
            Nudging::Every(interval) => {
                let next = Reminder { at: done.saturating_add(interval), pressing: false };
                (given < MOST).then_some(next)
            }
            Nudging::Usual => {
                let time = time.filter(|&it| 0 < it)?;
                let half = Reminder { at: since + time / 2, pressing: false };
                let eighth = Reminder { at: self.presses_at()?, pressing: true };
                [half, eighth].into_iter().find(|it| done < it.at)
            }
        };
        next.map(|it| Reminder { at: it.at.max(snoozed).max(self.free_from()), ..it })
    }

    /// Tells whether all reminders at an own interval were given that there are for one turn.
    pub fn is_spent(&self) -> bool {
        MOST <= self.given
    }

    /// Returns the reminder that is not to be left out: the last one before time runs out, or the next of an own interval.
    pub fn last(&self, how: Nudging) -> Option<Reminder> {
        let mut nudge = *self;
        loop {
            let next = nudge.next(how)?;
            if next.pressing || how != Nudging::Usual {
                return Some(next);
            }
            nudge.skip(next.at);
        }
    }

    /// Notes that a reminder was given now which was due at a moment, or would have been.
    pub fn dealt_with(&mut self, at: i64, now: i64) {
        self.skip(at.max(now));
        self.heard = now;
        self.given = self.given.saturating_add(1);
    }

    /// Leaves out the reminders up to a moment.
    pub fn skip(&mut self, at: i64) {
        self.done = self.done.max(at);
    }

    /// Keeps silent until a moment.
    pub fn snooze(&mut self, until: i64) {
        self.snoozed = until;
    }

    /// Returns until when the player wants to hear nothing of this match.
    pub fn snoozed_until(&self, now: i64) -> Option<i64> {
        Some(self.snoozed).filter(|&it| now < it)
    }

    /// Notes since when the player is known to have left the place of the match, or that they are there.
    pub fn set_left(&mut self, since: Option<i64>) {
        self.left = since;
    }

    /// Returns since when the player is known to have left the place of the match.
    pub fn left_since(&self) -> Option<i64> {
        self.left
    }

    /// Notes that the other side was told that time has run out.
    pub fn tell(&mut self) {
        self.told = true;
    }

    /// Tells whether the other side was told that time has run out.
    pub fn is_told(&self) -> bool {
        self.told
    }

    /// Returns since when a player who has left has made no step that they owe.
    pub fn silent_since_left(&self) -> Option<i64> {
        self.left.map(|it| it.max(self.since))
    }

    /// Shifts everything by the seconds that are left out; fewer than none where a clock was put back.
    pub fn leave_out(&mut self, gap: i64) {
        self.since += gap;
        self.done += gap;
        self.heard += gap;
        self.left = self.left.map(|it| it + gap);
        // A snooze ends when it was said to end, whether the bot was there or not.
        self.snoozed += gap.min(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owed() -> Nudge {
        let mut nudge = Nudge::default();
        nudge.begin(1000, 1000, Some(8 * HOUR), false);
        nudge
    }

    fn at(nudge: &Nudge, how: Nudging) -> Option<(i64, bool)> {
        nudge.next(how).map(|it| (it.at - 1000, it.pressing))
    }

    #[test]
    fn usually_at_half_and_at_one_eighth() {
        let mut nudge = owed();
        assert_eq!(at(&nudge, Nudging::Usual), Some((4 * HOUR, false)));
        nudge.dealt_with(1000 + 4 * HOUR, 1000 + 4 * HOUR);
        assert_eq!(at(&nudge, Nudging::Usual), Some((7 * HOUR, true)));
        nudge.dealt_with(1000 + 7 * HOUR, 1000 + 7 * HOUR);
        assert_eq!(at(&nudge, Nudging::Usual), None);
        let mut late = owed();
        late.dealt_with(1000 + 9 * HOUR, 1000 + 9 * HOUR);
        assert_eq!(at(&late, Nudging::Usual), None, "two that were missed are one");
        late.begin(1000, 1000, None, false);
        assert_eq!(at(&late, Nudging::Usual), None, "no time is left where there is no clock");
    }

    #[test]
    fn at_an_own_interval_until_it_is_plain_that_nobody_listens() {
        let mut nudge = owed();
        for n in 1..=i64::from(MOST) {
            assert_eq!(at(&nudge, Nudging::Every(HOUR)), Some((n * HOUR, false)));
            nudge.dealt_with(1000 + n * HOUR, 1000 + n * HOUR);
        }
        assert_eq!(at(&nudge, Nudging::Every(HOUR)), None);
        assert_eq!(at(&nudge, Nudging::Off), None);
        nudge.begin(2000, 2000, None, false);
        assert_eq!(at(&nudge, Nudging::Every(HOUR)), Some((HOUR + 1000, false)));
    }

    #[test]
    fn snoozing_puts_off_and_time_left_out_shifts() {
        let mut nudge = owed();
        nudge.snooze(1000 + 6 * HOUR);
        assert_eq!(at(&nudge, Nudging::Usual), Some((6 * HOUR, false)));
        nudge.snooze(0);
        nudge.leave_out(HOUR);
        assert_eq!(at(&nudge, Nudging::Usual), Some((5 * HOUR, false)));
    }

    #[test]
    fn reminders_keep_their_distance_from_the_turn_message_and_each_other() {
        let mut nudge = owed();
        assert_eq!(nudge.free_from(), 1000 + HOUR, "an hour");
        nudge.begin(5000, 5000, Some(HOUR), false);
        assert_eq!(nudge.free_from(), 5000 + HOUR / 8, "an eighth of a shorter time");
        nudge.begin(5000, 5000, Some(40), false);
        assert_eq!(nudge.next(Nudging::Usual).unwrap().at, 5060, "too late: nobody is hurried");
        nudge.begin(5000, 5000, None, false);
        // One that was given ahead of quiet hours counts from when it was given.
        nudge.dealt_with(5000 + HOUR, 5000 + HOUR - 600);
        assert_eq!(nudge.free_from(), 5000 + 2 * HOUR - 600);
        assert_eq!(nudge.next(Nudging::Every(HOUR)).unwrap().at, 5000 + 2 * HOUR);
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
