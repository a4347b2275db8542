//! Time zones, and the hours in which somebody wants to hear nothing.
use std::fmt;

use jiff::{
    Timestamp, ToSpan as _,
    civil::{Date, Time},
    tz::TimeZone,
};
use serde::{Deserialize, Serialize};

/// Minutes in an hour and in a day, as quiet hours count.
const HOUR: u16 = 60;
const DAY: u16 = 24 * HOUR;

/// A time zone by its name, such as `Europe/Berlin`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Zone(String);

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
    /// Finds a time zone by its name, whatever the case of its letters.
    pub fn named(name: &str) -> Option<Zone> {
        let zone = TimeZone::get(name.trim()).ok()?;
        zone.iana_name().map(|it| Zone(it.to_owned()))
    }

    /// Writes a moment as people there do, `2026-11-21 08:15`.
    pub fn say(&self, at: i64) -> String {
        match Timestamp::from_second(at) {
            Ok(at) => at.to_zoned(self.rules()).strftime("%Y-%m-%d %H:%M").to_string(),
            Err(_) => "out of any calendar".to_owned(),
        }
    }

    /// A zone that a later version knew is taken for UTC.
    fn rules(&self) -> TimeZone {
        TimeZone::get(&self.0).unwrap_or(TimeZone::UTC)
    }
}

/// The hours of each day in which somebody wants to hear nothing; they may go through midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quiet {
    /// Minutes after midnight.
    from: u16,
    /// The same; never equal to `from`.
    to: u16,
}

impl Quiet {
    /// Reads `22-7` or `22:30-7:15`.
    pub fn read(text: &str) -> Option<Quiet> {
        let (from, to) = text.split_once(['-', '–'])?;
        let (from, to) = (minutes(from)?, minutes(to)?);
        (from != to).then_some(Quiet { from, to })
    }

    /// Returns when the quiet hours begin and end in which a moment lies.
    pub fn around(&self, zone: &Zone, at: i64) -> Option<(i64, i64)> {
        let rules = zone.rules();
        let here = Timestamp::from_second(at).ok()?.to_zoned(rules.clone());
        let today = here.date();
        let yesterday = today.yesterday().ok()?;
        // Where clocks are put forward or back the moments say it right, whatever the hands show.
        [yesterday, today].into_iter().find_map(|day| {
            let end = if self.from < self.to { day } else { day.tomorrow().ok()? };
            let from = moment(day, self.from, &rules)?;
            let to = moment(end, self.to, &rules)?;
            (from <= at && at < to).then_some((from, to))
        })
    }
}

impl fmt::Display for Quiet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Quiet { from, to } = self;
        let [from, to] = [from, to].map(|it| format!("{}:{:02}", it / HOUR, it % HOUR));
        write!(f, "{from}-{to}")
    }
}

fn moment(day: Date, minutes: u16, rules: &TimeZone) -> Option<i64> {
    let midnight = day.to_datetime(Time::midnight());
    let local = midnight.checked_add(i64::from(minutes).minutes()).ok()?;
    Some(local.to_zoned(rules.clone()).ok()?.timestamp().as_second())
}

/// Reads `22`, `7:15` or `24`, which is midnight.
fn minutes(text: &str) -> Option<u16> {
    let (hours, minutes) = text.trim().split_once(':').unwrap_or((text.trim(), "0"));
    let number = |it: &str| {
        let digits = (1..=2).contains(&it.len()) && it.bytes().all(|it| it.is_ascii_digit());
        it.parse::<u16>().ok().filter(|_| digits)
    };
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    let time = hours * HOUR + minutes;
    (minutes < HOUR && time <= DAY).then_some(time % DAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the moment at which it is so late in a place.
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
        ] {
            let quiet = Quiet::read(text).map_or(String::new(), |it| it.to_string());
            assert_eq!(quiet, written, "{text}");
        }
        for odd in ["", "22", "7-7", "25-7", "22-7:60", "24:01-3", "-1-7", "a-b", "22-7-9", "1e1-7"]
        {
            assert_eq!(Quiet::read(odd), None, "{odd}");
        }
    }

    #[test]
    fn zones_are_found_by_name_and_nothing_is_made_up() {
        assert_eq!(Zone::named("europe/berlin").unwrap().to_string(), "Europe/Berlin");
        assert_eq!(Zone::named("utc"), Some(Zone::default()));
        for odd in ["", "Mars/Phobos", "../../etc/passwd", "Europe", "+25:00", "é"] {
            assert_eq!(Zone::named(odd), None, "{odd}");
        }
        let berlin = Zone::named("Europe/Berlin").unwrap();
        assert_eq!(berlin.say(0), "1970-01-01 01:00");
        assert_eq!(berlin.say(i64::MAX), "out of any calendar");
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
}
