//! How lengths of time and clocks are worded.
use super::{Clock, DAY, HOUR, MINUTE};

/// What is left when time has run out.
pub(crate) const NO_TIME: &str = "no time";

const LESS_THAN_A_MINUTE: &str = "less than a minute";

pub(super) const OUT_OF_ANY_CALENDAR: &str = "out of any calendar";

/// Units of time.
struct TimeUnit {
    sign: &'static str,
    /// The singular.
    name: &'static str,
}

const DAYS: TimeUnit = TimeUnit { sign: "d", name: "day" };
const HOURS: TimeUnit = TimeUnit { sign: "h", name: "hour" };
const MINUTES: TimeUnit = TimeUnit { sign: "min", name: "minute" };

/// Words a duration in its two largest units, `2 d 4 h`, rounded up to a whole hour or minute.
pub fn duration(seconds: i64) -> String {
    said(seconds, |number, unit| format!("{number} {}", unit.sign))
}

/// Words a duration like [`duration`], with full words: `2 days 4 hours`.
pub fn spelled(seconds: i64) -> String {
    said(seconds, |number, unit| {
        let many = if number == 1 { "" } else { "s" };
        format!("{number} {}{many}", unit.name)
    })
}

/// Says how much time is left: `2 d 4 h left.`, `Time is up.`
pub fn left(seconds: i64) -> String {
    match seconds {
        ..=0 => "Time is up.".to_owned(),
        1..MINUTE => "Less than a minute left.".to_owned(),
        _ => format!("{} left.", duration(seconds)),
    }
}

fn said(seconds: i64, write: impl Fn(i64, TimeUnit) -> String) -> String {
    let up = |unit: i64| seconds.saturating_add(unit - 1) / unit;
    let (large, small) = match seconds {
        ..=0 => return NO_TIME.to_owned(),
        1..MINUTE => return LESS_THAN_A_MINUTE.to_owned(),
        _ if up(MINUTE) < HOUR / MINUTE => ((up(MINUTE), MINUTES), None),
        _ if up(MINUTE) < DAY / MINUTE => {
            ((up(MINUTE) / 60, HOURS), Some((up(MINUTE) % 60, MINUTES)))
        }
        _ => ((up(HOUR) / 24, DAYS), Some((up(HOUR) % 24, HOURS))),
    };
    let small = small.filter(|it| it.0 != 0).map(|(number, unit)| write(number, unit));
    let large = write(large.0, large.1);
    small.map_or_else(|| large.clone(), |small| format!("{large} {small}"))
}

/// Words a clock shortly: `2 days per turn`, `3 days + 1 day per turn`, `no clock`.
pub fn clock(clock: Option<Clock>) -> String {
    let Some(Clock { start, more, cap, hard }) = clock else { return "no clock".to_owned() };
    let [first, gain] = [start, more].map(spelled);
    let says = match start == more && start == cap {
        true => format!("{gain} per turn"),
        false => format!("{first} + {gain} per turn"),
    };
    if hard { format!("{says} (hard)") } else { says }
}

/// Words a clock with everything that it does: `3 days each to begin with, 1 day more per turn, at
/// most 5 days`.
pub fn clock_in_full(Clock { start, more, cap, hard }: Clock) -> String {
    let [first, gain, most] = [start, more, cap].map(spelled);
    let says = match start == more && start == cap {
        true => format!("{gain} per turn"),
        false => format!("{first} each to begin with, {gain} more per turn, at most {most}"),
    };
    match hard {
        true => format!("{says}. Running out of time loses at once"),
        false => says,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_said_shortly() {
        assert_eq!(duration(3 * DAY), "3 d");
        assert_eq!(duration(3 * DAY - 1), "3 d");
        assert_eq!(duration(2 * DAY + 4 * HOUR + 59), "2 d 5 h");
        assert_eq!(duration(DAY - 1), "1 d");
        assert_eq!(duration(DAY - 60), "23 h 59 min");
        assert_eq!(duration(3661), "1 h 2 min");
        assert_eq!(duration(3600), "1 h");
        assert_eq!(duration(7200), "2 h");
        assert_eq!(duration(HOUR - 1), "1 h");
        assert_eq!(duration(HOUR - MINUTE), "59 min");
        assert_eq!(duration(MINUTE), "1 min");
        assert_eq!(duration(5), "less than a minute");
        assert_eq!(
            [5, 0, HOUR].map(left),
            ["Less than a minute left.", "Time is up.", "1 h left."]
        );
        assert_eq!(spelled(HOUR), "1 hour");
        assert_eq!(duration(-5), "no time");
        assert_eq!(spelled(2 * DAY + 4 * HOUR), "2 days 4 hours");
        assert_eq!(spelled(DAY + HOUR), "1 day 1 hour");
        assert_eq!(spelled(90 * MINUTE), "1 hour 30 minutes");
    }

    #[test]
    fn a_clock_says_what_each_side_has() {
        for (typed, says) in [
            ("36h", "1 day 12 hours per turn"),
            ("usual", "3 days + 1 day per turn"),
            ("none", "no clock"),
        ] {
            assert_eq!(clock(Clock::read(typed).unwrap()), says);
        }
        let hard = |typed| Clock { hard: true, ..Clock::read(typed).unwrap().unwrap() };
        assert_eq!(clock(Some(hard("1d"))), "1 day per turn (hard)");
        assert_eq!(clock(Some(hard("live"))), "20 minutes + 1 minute per turn (hard)");
        assert_eq!(
            clock_in_full(hard("live")),
            "20 minutes each to begin with, 1 minute more per turn, at most 30 minutes. Running out \
             of time loses at once"
        );
        assert_eq!(clock_in_full(Clock::a_turn(DAY)), "1 day per turn");
    }
}
