//! When somebody is reminded of a decision they owe.
use serde::{Deserialize, Serialize};

use super::{DAY, HOUR};

/// How often a person may wish to be reminded at most and at least, in seconds.
pub const INTERVALS: std::ops::RangeInclusive<i64> = HOUR..=30 * DAY;

/// How often somebody is reminded of one turn at an interval of their own: whoever has gone for good is left alone.
const MOST: u32 = 10;

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

/// When a seat is to be reminded. Moments are Unix seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Nudge {
    /// Since when the decision is owed.
    since: i64,
    /// The seconds there were for it; nothing without a clock.
    time: Option<i64>,
    /// Reminders up to this moment are dealt with.
    done: i64,
    given: u32,
    /// Until when the player wants to hear nothing of this match.
    snoozed: i64,
    /// Whether the other side was told that this one has run out of time.
    told: bool,
}

/// A reminder that is to be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reminder {
    pub at: i64,
    /// Whether little time is left then.
    pub pressing: bool,
}

impl Nudge {
    /// Begins anew: a decision is owed from `since` on, and there are `time` seconds for it.
    pub fn begin(&mut self, since: i64, time: Option<i64>) {
        let snoozed = self.snoozed;
        *self = Nudge { since, time, done: since, given: 0, snoozed, told: false };
    }

    /// Returns the next reminder, which may be one that was missed; several that were missed are one.
    pub fn next(&self, how: Nudging) -> Option<Reminder> {
        let Nudge { since, time, done, given, snoozed, told: _ } = *self;
        let next = match how {
            Nudging::Off => None,
            Nudging::Every(interval) => {
                let next = Reminder { at: done.saturating_add(interval), pressing: false };
                (given < MOST).then_some(next)
            }
            Nudging::Usual => {
                let time = time.filter(|&it| 0 < it)?;
                let half = Reminder { at: since + time / 2, pressing: false };
                let eighth = Reminder { at: since + time - time / 8, pressing: true };
                [half, eighth].into_iter().find(|it| done < it.at)
            }
        };
        next.map(|it| Reminder { at: it.at.max(snoozed), ..it })
    }

    /// Notes that a reminder was given which was due at a moment, or would have been.
    pub fn dealt_with(&mut self, at: i64) {
        self.skip(at);
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

    /// Notes that the other side was told that time has run out.
    pub fn tell(&mut self) {
        self.told = true;
    }

    /// Tells whether the other side was told that time has run out.
    pub fn is_told(&self) -> bool {
        self.told
    }

    /// Shifts everything by the seconds that are left out.
    pub fn leave_out(&mut self, gap: i64) {
        self.since += gap;
        self.done += gap;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owed() -> Nudge {
        let mut nudge = Nudge::default();
        nudge.begin(1000, Some(8 * HOUR));
        nudge
    }

    fn at(nudge: &Nudge, how: Nudging) -> Option<(i64, bool)> {
        nudge.next(how).map(|it| (it.at - 1000, it.pressing))
    }

    #[test]
    fn usually_at_half_and_at_one_eighth() {
        let mut nudge = owed();
        assert_eq!(at(&nudge, Nudging::Usual), Some((4 * HOUR, false)));
        nudge.dealt_with(1000 + 4 * HOUR);
        assert_eq!(at(&nudge, Nudging::Usual), Some((7 * HOUR, true)));
        nudge.dealt_with(1000 + 7 * HOUR);
        assert_eq!(at(&nudge, Nudging::Usual), None);
        let mut late = owed();
        late.dealt_with(1000 + 9 * HOUR);
        assert_eq!(at(&late, Nudging::Usual), None, "two that were missed are one");
        late.begin(1000, None);
        assert_eq!(at(&late, Nudging::Usual), None, "no time is left where there is no clock");
    }

    #[test]
    fn at_an_own_interval_until_it_is_plain_that_nobody_listens() {
        let mut nudge = owed();
        for n in 1..=i64::from(MOST) {
            assert_eq!(at(&nudge, Nudging::Every(HOUR)), Some((n * HOUR, false)));
            nudge.dealt_with(1000 + n * HOUR);
        }
        assert_eq!(at(&nudge, Nudging::Every(HOUR)), None);
        assert_eq!(at(&nudge, Nudging::Off), None);
        nudge.begin(2000, None);
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
}
