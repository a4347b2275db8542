//! Moments that come back every week.
use std::fmt;

use super::Zone;

/// A day of the week.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DayOfWeek {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

impl DayOfWeek {
    /// All of them, in order.
    pub const ALL: [DayOfWeek; 7] = [
        DayOfWeek::Monday,
        DayOfWeek::Tuesday,
        DayOfWeek::Wednesday,
        DayOfWeek::Thursday,
        DayOfWeek::Friday,
        DayOfWeek::Saturday,
        DayOfWeek::Sunday,
    ];

    /// Reads `sunday`, `Sundays` or `sun`.
    pub fn named(said: &str) -> Option<DayOfWeek> {
        let said = said.to_lowercase();
        let said = said.strip_suffix('s').filter(|it| it.ends_with("day")).unwrap_or(&said);
        DayOfWeek::ALL.into_iter().find(|day| {
            let name = day.name().to_lowercase();
            3 <= said.len() && (name == said || said.len() < 6 && name.starts_with(said))
        })
    }

    /// Returns the day with this many days after Monday.
    pub fn after_monday(days: u8) -> Option<DayOfWeek> {
        DayOfWeek::ALL.get(usize::from(days)).copied()
    }

    fn name(self) -> &'static str {
        match self {
            DayOfWeek::Monday => "Monday",
            DayOfWeek::Tuesday => "Tuesday",
            DayOfWeek::Wednesday => "Wednesday",
            DayOfWeek::Thursday => "Thursday",
            DayOfWeek::Friday => "Friday",
            DayOfWeek::Saturday => "Saturday",
            DayOfWeek::Sunday => "Sunday",
        }
    }
}

impl fmt::Display for DayOfWeek {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Zone {
    /// Returns the next moment after `now` when it is so many minutes after midnight there, on a day
    /// of the week.
    pub fn next_weekly(&self, on: DayOfWeek, minute: u16, now: i64) -> Option<i64> {
        let mut at = now;
        for _ in 0..8 {
            at = self.next(minute, at)?;
            // The first of January 1970 was a Thursday.
            if (self.day_number(at) + 3).rem_euclid(7) == on as i64 {
                return Some(at);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_the_week_are_read() {
        for (said, day) in [
            ("sunday", Some(DayOfWeek::Sunday)),
            ("Sundays", Some(DayOfWeek::Sunday)),
            ("SUN", Some(DayOfWeek::Sunday)),
            ("thurs", Some(DayOfWeek::Thursday)),
            ("wed", Some(DayOfWeek::Wednesday)),
            ("su", None),
            ("", None),
            ("s", None),
            ("someday", None),
            ("sundayish", None),
        ] {
            assert_eq!(DayOfWeek::named(said), day, "{said}");
        }
        for (days, day) in (0..).zip(DayOfWeek::ALL) {
            assert_eq!(DayOfWeek::after_monday(days), Some(day));
            assert_eq!(DayOfWeek::named(&day.to_string()), Some(day));
        }
        assert_eq!(DayOfWeek::after_monday(7), None);
    }

    #[test]
    fn a_weekly_moment_keeps_its_hour_where_clocks_change() {
        let utc = Zone::default();
        let berlin = Zone::named("Europe/Berlin").unwrap();
        let next = |zone: &Zone, now: &str| {
            let now = now.parse::<jiff::Timestamp>().unwrap().as_second();
            let at = zone.next_weekly(DayOfWeek::Sunday, 18 * 60, now).unwrap();
            jiff::Timestamp::from_second(at).unwrap().to_string()
        };
        // The first of January 2026 was a Thursday.
        assert_eq!(next(&utc, "2026-01-01T00:00:00Z"), "2026-01-04T18:00:00Z");
        assert_eq!(next(&utc, "2026-01-04T17:59:59Z"), "2026-01-04T18:00:00Z");
        assert_eq!(next(&utc, "2026-01-04T18:00:00Z"), "2026-01-11T18:00:00Z");
        assert_eq!(next(&berlin, "2026-03-22T12:00:00Z"), "2026-03-22T17:00:00Z");
        assert_eq!(next(&berlin, "2026-03-22T17:00:00Z"), "2026-03-29T16:00:00Z");
        let west = Zone::named("America/Los_Angeles").unwrap();
        assert_eq!(next(&west, "2026-01-04T23:00:00Z"), "2026-01-05T02:00:00Z", "Sunday there");
        assert_eq!(utc.next_weekly(DayOfWeek::Sunday, 0, i64::MAX), None);
    }
}
