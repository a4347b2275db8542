//! Time zones and quiet hours.
use std::fmt;

use jiff::{
    Timestamp, ToSpan as _,
    civil::{Date, Time, Weekday},
    tz::{AmbiguousZoned, TimeZone},
};
use serde::{Deserialize, Serialize};

use super::{DayOfWeek, words};

/// Minutes in an hour and in a day.
const HOUR: u16 = 60;
const DAY: u16 = 24 * HOUR;

/// The last day that counts; the calendar of the crate ends a little later, where days have no beginning.
const LAST_DAY: Date = Date::constant(9000, 1, 1);

/// A time zone by its name, such as `Europe/Berlin`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Zone(pub(super) String);

impl Default for Zone {
    fn default() -> Zone {
        Zone("UTC".to_owned())
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Zone {
    /// Writes a time in local time, `2026-11-21 08:15`.
    pub fn say(&self, at: i64) -> String {
        match Timestamp::from_second(at) {
            Ok(at) => at.to_zoned(self.rules()).strftime("%Y-%m-%d %H:%M").to_string(),
            Err(_) => words::OUT_OF_ANY_CALENDAR.to_owned(),
        }
    }

    /// Returns the start of a day there: `2026-07-01`, `today`, `tomorrow`, `monday`, `24 dec`, `December 24, 2026` or `24.12.`;
    /// the next one, if the year isn't said.
    pub fn day(&self, said: &str, now: i64) -> Option<i64> {
        let today = Timestamp::from_second(now).ok()?.to_zoned(self.rules()).date();
        let said = said.trim().to_lowercase();
        let day = match said.as_str() {
            "today" => today,
            "tomorrow" => today.tomorrow().ok()?,
            // The crate also reads times of day and more.
            date if date.len() == "2026-07-01".len() && date.contains('-') => {
                date.parse::<Date>().ok()?.min(LAST_DAY)
            }
            said => match DayOfWeek::named(said) {
                Some(day) => {
                    let weekday = Weekday::from_monday_zero_offset(day as i8).ok()?;
                    today.nth_weekday(1, weekday).ok()?
                }
                None => day_of_month(said, today)?,
            },
        };
        Some(moment(day, 0, &self.rules())?.later().ok()?.timestamp().as_second())
    }

    /// Reads a day, as [`Zone::day`] does, in the first words of a text. Returns it with the rest.
    pub fn leading_day<'a>(&self, said: &'a str, now: i64) -> Option<(i64, &'a str)> {
        leading(said, 3, |words| self.day(words, now))
    }

    /// Returns the next moment after `now` when it is so many minutes after midnight there.
    pub fn next(&self, minute: u16, now: i64) -> Option<i64> {
        let mut day = Timestamp::from_second(now).ok()?.to_zoned(self.rules()).date();
        // Where clocks change, a day may lack the time; then it is a little later.
        for _ in 0..3 {
            let at = moment(day, minute, &self.rules())?.compatible().ok()?.timestamp().as_second();
            if now < at {
                return Some(at);
            }
            day = day.tomorrow().ok()?;
        }
        None
    }

    /// Returns the number of the day there, counted from 1970.
    pub fn day_number(&self, at: i64) -> i64 {
        let offset = Timestamp::from_second(at)
            .map_or(0, |time| i64::from(time.to_zoned(self.rules()).offset().seconds()));
        at.saturating_add(offset).div_euclid(i64::from(DAY) * 60)
    }

    /// A zone known only to a later version counts as UTC.
    pub(super) fn rules(&self) -> TimeZone {
        TimeZone::get(&self.0).unwrap_or(TimeZone::UTC)
    }
}

/// A player's quiet hours, which may include midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quiet {
    /// Minutes after midnight.
    from: u16,
    /// The same; never equal to `from`.
    to: u16,
}

impl Quiet {
    /// Reads `22-7`, `22:30 - 7:15`, `10pm-7am` or `22 to 7`.
    pub fn read(text: &str) -> Option<Quiet> {
        let text = text.trim().to_lowercase().replace(" to ", "-");
        let (from, to) = text.split_once(['-', '–', '—'])?;
        let (from, to) = (minutes(from)?, minutes(to)?);
        (from != to).then_some(Quiet { from, to })
    }

    /// Returns how many minutes of a day are quiet.
    pub fn minutes(&self) -> u16 {
        if self.from < self.to { self.to - self.from } else { 24 * HOUR - self.from + self.to }
    }

    /// Returns the start and end of the quiet hours around a time.
    pub fn around(&self, zone: &Zone, at: i64) -> Option<(i64, i64)> {
        let rules = zone.rules();
        let here = Timestamp::from_second(at).ok()?.to_zoned(rules.clone());
        let today = here.date();
        let yesterday = today.yesterday().ok()?;
        // Comparing moments is right even when clocks change.
        [yesterday, today].into_iter().find_map(|day| {
            let end = if self.from < self.to { day } else { day.tomorrow().ok()? };
            // An hour that occurs twice is quiet twice, and a skipped one doesn't end the night
            // early.
            let from = moment(day, self.from, &rules)?.earlier().ok()?;
            let to = moment(end, self.to, &rules)?.later().ok()?;
            let [from, to] = [from, to].map(|end| end.timestamp().as_second());
            (from <= at && at < to).then_some((from, to))
        })
    }
}

impl fmt::Display for Quiet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Quiet { from, to } = self;
        let [from, to] = [from, to].map(|time| format!("{}:{:02}", time / HOUR, time % HOUR));
        write!(f, "{from}-{to}")
    }
}

/// Returns when it is this time there; when clocks change there may be two such moments, or none.
fn moment(day: Date, minutes: u16, rules: &TimeZone) -> Option<AmbiguousZoned> {
    let midnight = day.to_datetime(Time::midnight());
    let local = midnight.checked_add(i64::from(minutes).minutes()).ok()?;
    Some(rules.to_ambiguous_zoned(local))
}

/// Reads a time of day, `18:00`, `6pm` or `6:00 PM`, in the first words of a text, in minutes after midnight. Returns it with the rest.
pub fn leading_time(text: &str) -> Option<(u16, &str)> {
    leading(text, 2, |words| minutes(&words.to_lowercase()))
}

/// Reads as many of the first words of a text as can be read, up to so many.
fn leading<T>(text: &str, most: usize, read: impl Fn(&str) -> Option<T>) -> Option<(T, &str)> {
    let text = text.trim();
    let blanks = text.match_indices(char::is_whitespace).map(|it| it.0);
    let mut ends: Vec<usize> = blanks.chain([text.len()]).take(most).collect();
    ends.reverse();
    ends.into_iter().find_map(|end| Some((read(&text[..end])?, text[end..].trim())))
}

/// Reads a day and its month in either order, by name or as `24.12.`, and perhaps a year; without one it is the next such day.
fn day_of_month(said: &str, today: Date) -> Option<Date> {
    const MONTHS: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let mut parts: Vec<&str> = said
        .split(|sign: char| sign.is_whitespace() || ".,".contains(sign))
        .filter(|it| !it.is_empty())
        .collect();
    let year = parts.get(2).map(|year| year.parse::<i16>().ok().filter(|year| 2000 <= *year));
    let named = |part: &str| {
        let found = MONTHS.iter().position(|month| 3 <= part.len() && month.starts_with(part))?;
        Some(found as i8 + 1)
    };
    if !(2..=3).contains(&parts.len()) {
        return None;
    }
    if named(parts[0]).is_some() {
        parts.swap(0, 1);
    }
    let ordinal = ["st", "nd", "rd", "th"].into_iter().find_map(|end| parts[0].strip_suffix(end));
    let day = ordinal.unwrap_or(parts[0]).parse::<i8>().ok()?;
    // By numbers alone, only dots say which of them is the month.
    let dotted = || parts[1].parse::<i8>().ok().filter(|_| said.contains('.'));
    let month = named(parts[1]).or_else(dotted)?;
    match year {
        Some(year) => Date::new(year?, month, day).ok().map(|day| day.min(LAST_DAY)),
        None => [today.year(), today.year() + 1]
            .into_iter()
            .filter_map(|year| Date::new(year, month, day).ok())
            .find(|day| today <= *day),
    }
}

/// Reads `22`, `7:15`, `10pm`, `10:30 pm` or `24`, which is midnight.
fn minutes(text: &str) -> Option<u16> {
    let text = text.trim();
    let half = [("am", 0), ("pm", 12 * HOUR)];
    let half = half.into_iter().find_map(|(sign, more)| Some((text.strip_suffix(sign)?, more)));
    match half {
        // Twelve is the hour before one.
        Some((text, more)) => {
            let time = hands(text.trim_end())?;
            (HOUR..13 * HOUR).contains(&time).then_some(time % (12 * HOUR) + more)
        }
        None => hands(text),
    }
}

/// Reads `7` or `7:15`.
fn hands(text: &str) -> Option<u16> {
    let (hours, minutes) = text.split_once(':').unwrap_or((text, "0"));
    let number = |text: &str| {
        let digits = (1..=2).contains(&text.len()) && text.bytes().all(|it| it.is_ascii_digit());
        text.parse::<u16>().ok().filter(|_| digits)
    };
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    let time = hours * HOUR + minutes;
    (minutes < HOUR && time <= DAY).then_some(time % DAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the moment of a local time.
    fn at(text: &str) -> i64 {
        text.parse::<jiff::Zoned>().unwrap().timestamp().as_second()
    }

    #[test]
    fn quiet_hours_are_read_and_written() {
        for (text, written) in [
            ("22-7", "22:00-7:00"),
            ("22:30-07:15", "22:30-7:15"),
            ("0-24:00", ""),
            ("13–15", "13:00-15:00"),
            ("22-24", "22:00-0:00"),
            ("10pm-7am", "22:00-7:00"),
            ("10:30 PM - 12 am", "22:30-0:00"),
            ("12pm-1pm", "12:00-13:00"),
            ("22:30 - 7", "22:30-7:00"),
            ("22 to 7", "22:00-7:00"),
        ] {
            let quiet = Quiet::read(text).map_or(String::new(), |it| it.to_string());
            assert_eq!(quiet, written, "{text}");
        }
        for odd in [
            "", "22", "7-7", "25-7", "22-7:60", "24:01-3", "-1-7", "a-b", "22-7-9", "1e1-7",
            "13pm-7", "0am-7", "10pmpm-7",
        ] {
            assert_eq!(Quiet::read(odd), None, "{odd}");
        }
    }

    #[test]
    fn times_and_days_are_those_of_the_zone() {
        let berlin = Zone::named("Europe/Berlin").unwrap();
        assert_eq!(berlin.say(0), "1970-01-01 01:00");
        assert_eq!(berlin.say(i64::MAX), "out of any calendar");
        for (said, day) in [("2026-07-01", "2026-07-01 00:00"), ("tomorrow", "1970-01-02 00:00")] {
            assert_eq!(berlin.day(said, 0).map(|day| berlin.say(day)).as_deref(), Some(day));
        }
        // The first of January 1970 was a Thursday.
        for (said, day) in [
            ("friday", "1970-01-02"),
            ("Thu", "1970-01-08"),
            ("24 dec", "1970-12-24"),
            ("Dec 24", "1970-12-24"),
            ("24th December 2026", "2026-12-24"),
            ("December 24, 2026", "2026-12-24"),
            ("24.12.", "1970-12-24"),
            ("1.7.2026", "2026-07-01"),
            ("1 jan", "1970-01-01"),
        ] {
            let found = berlin.day(said, 0).map(|day| berlin.say(day));
            assert_eq!(found, Some(format!("{day} 00:00")), "{said}");
        }
        let later = |said| berlin.leading_day(said, 0).map(|(day, rest)| (berlin.say(day), rest));
        assert_eq!(later("24 dec 10 days"), Some(("1970-12-24 00:00".to_owned(), "10 days")));
        assert_eq!(later("tomorrow 10 days"), Some(("1970-01-02 00:00".to_owned(), "10 days")));
        assert_eq!(later("monday"), Some(("1970-01-05 00:00".to_owned(), "")));
        assert_eq!(leading_time("6:00 PM draughts"), Some((18 * HOUR, "draughts")));
        assert_eq!(leading_time("18:00 draughts"), Some((18 * HOUR, "draughts")));
        assert_eq!(leading_time("draughts"), None);
        for odd in [
            "",
            "31 feb",
            "7/1",
            "may",
            "24 12",
            "1.13.",
            "2026-02-30",
            "2026-07-01T10",
            "01-07-2026",
        ] {
            assert_eq!(berlin.day(odd, 0), None, "{odd}");
        }
    }

    #[test]
    fn the_night_goes_through_midnight_in_the_zone_of_the_sleeper() {
        let night = Quiet::read("22-7").unwrap();
        let berlin = Zone::named("Europe/Berlin").unwrap();
        let span = (at("2026-11-21T22:00[Europe/Berlin]"), at("2026-11-22T07:00[Europe/Berlin]"));
        for inside in ["2026-11-21T22:00", "2026-11-21T23:59", "2026-11-22T06:59"] {
            let inside = at(&format!("{inside}[Europe/Berlin]"));
            assert_eq!(night.around(&berlin, inside), Some(span));
        }
        assert_eq!(night.around(&berlin, span.1), None);
        assert_eq!(night.around(&berlin, at("2026-11-21T21:30[UTC]")), Some(span));
        assert_eq!(night.around(&Zone::default(), at("2026-11-21T21:30[UTC]")), None);
        let noon = Quiet::read("12-13").unwrap();
        assert_eq!(noon.around(&berlin, at("2026-11-21T13:00[Europe/Berlin]")), None);
    }

    #[test]
    fn the_night_in_which_clocks_change_is_an_hour_longer_or_shorter() {
        let night = Quiet::read("22-7").unwrap();
        let berlin = Zone::named("Europe/Berlin").unwrap();
        let length = |inside: &str| {
            let (from, to) = night.around(&berlin, at(inside)).unwrap();
            (to - from) / 3600
        };
        assert_eq!(length("2026-10-24T23:00[Europe/Berlin]"), 10);
        assert_eq!(length("2026-03-28T23:00[Europe/Berlin]"), 8);
    }

    #[test]
    fn an_hour_that_comes_twice_is_quiet_twice() {
        let night = Quiet::read("22-2:30").unwrap();
        let berlin = Zone::named("Europe/Berlin").unwrap();
        // On that night it is 2:15 at 0:15 UTC and again at 1:15 UTC.
        for inside in ["2026-10-25T00:15[UTC]", "2026-10-25T01:15[UTC]", "2026-10-25T01:29[UTC]"] {
            assert!(night.around(&berlin, at(inside)).is_some(), "{inside}");
        }
        assert_eq!(night.around(&berlin, at("2026-10-25T01:30[UTC]")), None);
        // In spring there is no 2:30, so the night ends an hour later on the clock.
        assert!(night.around(&berlin, at("2026-03-29T00:59[UTC]")).is_some());
        assert_eq!(night.around(&berlin, at("2026-03-29T01:30[UTC]")), None);
    }
}
