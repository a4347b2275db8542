//! Time as data: durations, clocks, quiet hours. Nothing here reads a clock; the time is always
//! passed in.
mod clock;
mod nudge;
mod quiet;
mod timer;

use jiff::{Span, SpanRelativeTo};

pub use self::{
    clock::{Clock, ClockError, PRESETS, Preset},
    nudge::{INTERVALS, MOST, Nudge, Nudging, Reminder},
    quiet::{Quiet, Unknown, Zone},
    timer::{Notice, Owes, SILENCE, Stand, Timer},
};

pub const MINUTE: i64 = 60;
pub const HOUR: i64 = 3600;
pub const DAY: i64 = 86_400;

/// What is left when time has run out.
pub const NO_TIME: &str = "no time";

/// Reads a duration such as `3d`, `1d 12h`, `10 min` or `2 weeks`, in seconds. None if it is
/// invalid or not positive; a day has 24 hours.
pub fn length(text: &str) -> Option<i64> {
    let text = text.trim();
    // The crate also reads ISO 8601, `P3D`, which nobody types.
    if !text.starts_with(|it: char| it.is_ascii_digit()) {
        return None;
    }
    let text = text.to_lowercase();
    let length = match fraction(&text) {
        Some(length) => length,
        None => {
            let span: Span = text.parse().ok()?;
            span.to_duration(SpanRelativeTo::days_are_24_hours()).ok()?.as_secs()
        }
    };
    (0 < length).then_some(length)
}

/// Reads `1.5d`, `2.5 days` or `0.5 weeks` in seconds: the crate only takes fractions of hours and
/// smaller units.
fn fraction(text: &str) -> Option<i64> {
    let end = text.find(|it: char| !it.is_ascii_digit() && it != '.')?;
    let (number, unit) = text.split_at(end);
    let unit = match unit.trim_start() {
        "d" | "day" | "days" => DAY,
        "w" | "week" | "weeks" => 7 * DAY,
        _ => return None,
    };
    let (whole, part) = number.split_once('.')?;
    // Nobody means more than thousandths; seconds are whole.
    let digits = |it: &str| it.bytes().all(|it| it.is_ascii_digit());
    if !digits(whole) || !digits(part) || !(1..=3).contains(&part.len()) || 6 < whole.len() {
        return None;
    }
    let thousandths: i64 = format!("{part:0<3}").parse().ok()?;
    Some(whole.parse::<i64>().ok()? * unit + thousandths * unit / 1000)
}

/// Writes a duration in its two largest units, `2 d 4 h`, rounded up to a whole hour or minute.
pub fn duration(seconds: i64) -> String {
    said(seconds, |number, unit| format!("{number} {}", unit.sign))
}

/// Says as a sentence how much time is left: `2 d 4 h left.`, `Time is up.`
pub fn left(seconds: i64) -> String {
    match seconds {
        ..=0 => "Time is up.".to_owned(),
        1..MINUTE => "Less than a minute left.".to_owned(),
        _ => format!("{} left.", duration(seconds)),
    }
}

/// Writes a duration like [`duration`], with full words: `2 days 4 hours`.
pub fn spelled(seconds: i64) -> String {
    said(seconds, |number, unit| {
        let many = if number == 1 { "" } else { "s" };
        format!("{number} {}{many}", unit.name)
    })
}

/// Units of time.
struct TimeUnit {
    sign: &'static str,
    /// One of them.
    name: &'static str,
}

const DAYS: TimeUnit = TimeUnit { sign: "d", name: "day" };
const HOURS: TimeUnit = TimeUnit { sign: "h", name: "hour" };
const MINUTES: TimeUnit = TimeUnit { sign: "min", name: "minute" };

fn said(seconds: i64, write: impl Fn(i64, TimeUnit) -> String) -> String {
    let up = |unit: i64| seconds.saturating_add(unit - 1) / unit;
    let (large, small) = match seconds {
        ..=0 => return NO_TIME.to_owned(),
        1..MINUTE => return "less than a minute".to_owned(),
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
    fn lengths_are_read_as_people_write_them() {
        for (text, seconds) in [
            ("3d", 3 * DAY),
            ("3 days", 3 * DAY),
            ("1d 12h", 36 * HOUR),
            ("1d12h", 36 * HOUR),
            ("10min", 600),
            ("10 MIN", 600),
            ("2 weeks", 14 * DAY),
            ("1.5h", 5400),
            ("1.5d", 36 * HOUR),
            ("2.25 days", 54 * HOUR),
            ("0.5 weeks", 84 * HOUR),
            (" 6h ", 6 * HOUR),
        ] {
            assert_eq!(length(text), Some(seconds), "{text}");
        }
        for odd in [
            "",
            "3",
            "d",
            "-3d",
            "0d",
            "3d ago",
            "P3D",
            "1mo",
            "1y",
            "99999999999999999999d",
            "3dd",
            "é",
            "3 fortnights",
            "NaN h",
            "1.d",
            "1.5.5d",
            "0.0d",
            "9999999.5d",
            "1.2345d",
        ] {
            assert_eq!(length(odd), None, "{odd}");
        }
    }
}
