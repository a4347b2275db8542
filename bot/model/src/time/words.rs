//! How lengths of time and clocks are worded.
use super::{Clock, DAY, HOUR, MINUTE};

/// What is left when time has run out.
pub(crate) const NO_TIME: &str = "no time";

const LESS_THAN_A_MINUTE: &str = "less than a minute";

pub(super) const OUT_OF_ANY_CALENDAR: &str = "out of any calendar";

/// Words a duration in its two largest units, `2 days 4 hours`, rounded up to a whole hour or minute.
pub fn duration(seconds: i64) -> String {
    let up = |unit: i64| seconds.saturating_add(unit - 1) / unit;
    let (large, small) = match seconds {
        ..=0 => return NO_TIME.to_owned(),
        1..MINUTE => return LESS_THAN_A_MINUTE.to_owned(),
        _ if up(MINUTE) < HOUR / MINUTE => ((up(MINUTE), "minute"), None),
        _ if up(MINUTE) < DAY / MINUTE => {
            ((up(MINUTE) / 60, "hour"), Some((up(MINUTE) % 60, "minute")))
        }
        _ => ((up(HOUR) / 24, "day"), Some((up(HOUR) % 24, "hour"))),
    };
    let write = |(number, unit): (i64, &str)| {
        format!("{number} {unit}{}", if number == 1 { "" } else { "s" })
    };
    match small.filter(|it| it.0 != 0) {
        Some(small) => format!("{} {}", write(large), write(small)),
        None => write(large),
    }
}

/// Says how often something comes: `every day`, `every 6 hours`.
pub fn every(seconds: i64) -> String {
    behind("every", seconds)
}

/// Says how long something still takes: `another hour`, `another 6 hours`.
pub fn another(seconds: i64) -> String {
    behind("another", seconds)
}

/// Puts a duration behind a word that needs no one before a single unit.
fn behind(word: &str, seconds: i64) -> String {
    let time = duration(seconds);
    let unit = time.strip_prefix("1 ").filter(|unit| !unit.contains(' '));
    format!("{word} {}", unit.unwrap_or(&time))
}

/// Says how much time is left: `2 days 4 hours left.`, `Time is up.`
pub fn left(seconds: i64) -> String {
    match seconds {
        ..=0 => "Time is up.".to_owned(),
        1..MINUTE => "Less than a minute left.".to_owned(),
        _ => format!("{} left.", duration(seconds)),
    }
}

/// Words a clock shortly: `2 days per turn`, `3 days + 1 day per turn`, `no clock`.
pub fn clock(clock: Option<Clock>) -> String {
    let Some(Clock { start, more, cap, hard }) = clock else { return "no clock".to_owned() };
    let [first, gain] = [start, more].map(duration);
    let says = if start == more && start == cap {
        format!("{gain} per turn")
    } else {
        format!("{first} + {gain} per turn")
    };
    if hard { format!("{says} (hard)") } else { says }
}

/// Words a clock with everything that it does: `3 days each to begin with, 1 day more per turn, at
/// most 5 days`.
pub fn clock_in_full(Clock { start, more, cap, hard }: Clock) -> String {
    let [first, gain, most] = [start, more, cap].map(duration);
    let says = if start == more && start == cap {
        format!("{gain} per turn")
    } else {
        format!("{first} each to begin with, {gain} more per turn, at most {most}")
    };
    if hard { format!("{says}. Running out of time loses at once") } else { says }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_out() {
        for (seconds, says) in [
            (3 * DAY, "3 days"),
            (3 * DAY - 1, "3 days"),
            (2 * DAY + 4 * HOUR + 59, "2 days 5 hours"),
            (DAY + HOUR, "1 day 1 hour"),
            (DAY - 1, "1 day"),
            (DAY - 60, "23 hours 59 minutes"),
            (3661, "1 hour 2 minutes"),
            (2 * HOUR, "2 hours"),
            (HOUR - 1, "1 hour"),
            (HOUR - MINUTE, "59 minutes"),
            (MINUTE, "1 minute"),
            (5, "less than a minute"),
            (-5, "no time"),
        ] {
            assert_eq!(duration(seconds), says);
        }
        assert_eq!(
            [5, 0, HOUR].map(left),
            ["Less than a minute left.", "Time is up.", "1 hour left."]
        );
        assert_eq!(
            [every(DAY), every(6 * HOUR), another(HOUR), another(DAY + HOUR)],
            ["every day", "every 6 hours", "another hour", "another 1 day 1 hour"]
        );
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
