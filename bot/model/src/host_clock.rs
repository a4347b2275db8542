//! The clock of the machine, which may be set to anything.
use std::time::{SystemTime, UNIX_EPOCH};

use jiff::Timestamp;

/// Returns the present moment. A clock that is set outside the calendar shows its first or last moment.
#[allow(clippy::disallowed_methods, reason = "this is what all others use")]
pub fn now() -> Timestamp {
    within_calendar(SystemTime::now())
}

fn within_calendar(clock: SystemTime) -> Timestamp {
    Timestamp::try_from(clock).unwrap_or(if clock < UNIX_EPOCH {
        Timestamp::MIN
    } else {
        Timestamp::MAX
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_clock_outside_the_calendar_shows_its_first_or_last_moment() {
        let years = |count: u64| Duration::from_secs(count * 366 * 86_400);
        for (clock, shown) in [
            (UNIX_EPOCH, Timestamp::UNIX_EPOCH),
            (UNIX_EPOCH + years(9000), Timestamp::MAX),
            (UNIX_EPOCH - years(13_000), Timestamp::MIN),
        ] {
            assert_eq!(within_calendar(clock), shown);
        }
        assert!(Timestamp::UNIX_EPOCH < now());
    }
}
