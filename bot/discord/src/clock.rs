//! Discord's clock, as far as it is known here: how long ago somebody pressed, also where the press came late.
use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use jiff::fmt::rfc2822;

/// When Discord began to count, in milliseconds since 1970.
const EPOCH: i64 = 1_420_070_400_000;

/// By how many milliseconds an id may be away from what the clock shows. One that is further away isn't made of a time.
const PLAUSIBLE: i64 = HOUR;

/// What is further back, in milliseconds, is long ago.
const LONG_AGO: i64 = HOUR;

const HOUR: i64 = 60 * 60 * 1000;

/// Discord's clock. Our own clock may be wrong, so it is compared with nothing but itself: it counts the time since the
/// start, and what Discord says tells which moment that was.
pub(super) struct DiscordClock {
    began: Instant,
    /// The least time, in milliseconds, that the clock since the start is ahead of Discord's. What Discord says is on its way
    /// for a while, so it is at most this.
    lead: Mutex<Option<i64>>,
}

impl Default for DiscordClock {
    fn default() -> DiscordClock {
        DiscordClock { began: Instant::now(), lead: Mutex::default() }
    }
}

impl DiscordClock {
    /// Learns from the `Date` of an answer.
    pub(super) fn read(&self, date: &str, now: Instant) {
        if let Ok(said) = rfc2822::parse(date) {
            self.learn(said.timestamp().as_millisecond(), now);
        }
    }

    fn learn(&self, said: i64, now: Instant) {
        let mut known = self.lead.lock().unwrap_or_else(PoisonError::into_inner);
        let lead = self.ours(now) - said;
        *known = Some(known.map_or(lead, |least| least.min(lead)));
    }

    /// Returns when the thing with this id was made; now if nobody can say. It is never said to be older than it is.
    pub(super) fn made(&self, id: u64, now: Instant) -> Instant {
        now.checked_sub(self.age(id, now)).unwrap_or(now)
    }

    /// Tells whether a moment, in milliseconds since 1970, is more than an hour ago. Nothing is if nobody can say.
    pub(super) fn is_long_ago(&self, moment: i64, now: Instant) -> bool {
        self.since(moment, now).is_some_and(|ago| LONG_AGO < ago)
    }

    fn age(&self, id: u64, now: Instant) -> Duration {
        let made = i64::try_from(id >> 22).unwrap_or(0) + EPOCH;
        let Some(ago) = self.since(made, now) else { return Duration::ZERO };
        if PLAUSIBLE < ago.abs() {
            return Duration::ZERO;
        }
        self.learn(made, now);
        Duration::from_millis(u64::try_from(ago).unwrap_or(0))
    }

    /// Returns how many milliseconds ago a moment was, if that is known.
    fn since(&self, moment: i64, now: Instant) -> Option<i64> {
        let lead = (*self.lead.lock().unwrap_or_else(PoisonError::into_inner))?;
        Some(self.ours(now) - lead - moment)
    }

    fn ours(&self, now: Instant) -> i64 {
        let since = now.saturating_duration_since(self.began);
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-01-01 00:00:00.
    const NEW_YEAR: i64 = 1_767_225_600_000;

    fn id(at: i64) -> u64 {
        u64::try_from(at - EPOCH).unwrap() << 22 | 7
    }

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn a_press_is_as_old_as_discord_says_whatever_our_own_clock_shows() {
        let clock = DiscordClock::default();
        let now = clock.began + ms(5000);
        assert_eq!(clock.age(id(NEW_YEAR), now), Duration::ZERO, "nothing is known yet");
        clock.read("Thu, 01 Jan 2026 00:00:00 GMT", now);
        assert_eq!(clock.age(id(NEW_YEAR - 4000), now), ms(4000));
        assert_eq!(clock.made(id(NEW_YEAR - 4000), now), now - ms(4000));
        assert_eq!(clock.age(id(NEW_YEAR), now + ms(300)), ms(300));
    }

    #[test]
    fn nothing_is_said_to_be_older_than_it_is() {
        let clock = DiscordClock::default();
        let now = clock.began + ms(5000);
        // It was said 900 ms before, or the second had begun 900 ms before.
        clock.read("Thu, 01 Jan 2026 00:00:00 GMT", now + ms(900));
        assert_eq!(clock.age(id(NEW_YEAR), now + ms(900)), Duration::ZERO);
        // A press that has just been made shows it.
        assert_eq!(clock.age(id(NEW_YEAR + 900), now + ms(950)), Duration::ZERO);
        assert_eq!(clock.age(id(NEW_YEAR), now + ms(950)), ms(900));
    }

    #[test]
    fn what_was_more_than_an_hour_before_is_long_ago() {
        let clock = DiscordClock::default();
        assert!(!clock.is_long_ago(0, clock.began), "nothing is known yet");
        clock.read("Thu, 01 Jan 2026 00:00:00 GMT", clock.began);
        assert!(clock.is_long_ago(NEW_YEAR - HOUR - 1, clock.began));
        assert!(!clock.is_long_ago(NEW_YEAR - HOUR, clock.began));
        assert!(!clock.is_long_ago(NEW_YEAR + HOUR, clock.began));
    }

    #[test]
    fn an_id_that_is_made_of_no_time_has_no_age() {
        let clock = DiscordClock::default();
        clock.read("Thu, 01 Jan 2026 00:00:00 GMT", clock.began);
        for odd in [0, 10_001, u64::MAX] {
            assert_eq!(clock.age(odd, clock.began + ms(10)), Duration::ZERO);
        }
        clock.read("yesterday", clock.began);
        assert_eq!(clock.age(id(NEW_YEAR), clock.began + ms(10)), ms(10));
    }
}
