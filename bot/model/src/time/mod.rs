//! Time as data: durations, clocks, quiet hours. Nothing here reads a clock; the time is always
//! passed in.
mod clock;
mod quiet;
mod reminder;
mod timer;
mod weekly;
mod words;
mod zone_names;

use jiff::{Span, SpanRelativeTo};

pub use self::{
    clock::{Clock, ClockError, PRESETS, Preset},
    quiet::{Quiet, Zone, leading_time},
    reminder::{
        INTERVALS, MOST, MOST_WARNINGS, Reminder, ReminderPlan, ReminderSetting, ReminderState,
        WARNINGS,
    },
    timer::{ClockState, Notice, Owes, SILENCE, SILENT_WEEK, Timer},
    weekly::DayOfWeek,
    words::{another, clock, clock_in_full, duration, every, left},
    zone_names::Unknown,
};

pub const MINUTE: i64 = 60;
pub const HOUR: i64 = 3600;
pub const DAY: i64 = 86_400;

/// Returns how long a room has for each step of a turn after the first, which has `time`.
pub fn later_step(time: i64) -> i64 {
    (time / 4).max(MINUTE).min(time)
}

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
    let end = text.find(|letter: char| !letter.is_ascii_digit() && letter != '.')?;
    let (number, unit) = text.split_at(end);
    let unit = match unit.trim_start() {
        "d" | "day" | "days" => DAY,
        "w" | "week" | "weeks" => 7 * DAY,
        _ => return None,
    };
    let (whole, part) = number.split_once('.')?;
    // Nobody means more than thousandths; seconds are whole.
    let digits = |text: &str| text.bytes().all(|it| it.is_ascii_digit());
    if !digits(whole) || !digits(part) || !(1..=3).contains(&part.len()) || 6 < whole.len() {
        return None;
    }
    let thousandths: i64 = format!("{part:0<3}").parse().ok()?;
    Some(whole.parse::<i64>().ok()? * unit + thousandths * unit / 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

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
