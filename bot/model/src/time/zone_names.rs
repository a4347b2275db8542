//! How a time zone is named: by its place, as a database writes it or as people say it.
use jiff::{
    Timestamp,
    tz::{Offset, TimeZone},
};
use unicode_normalization::UnicodeNormalization as _;

use super::Zone;

/// The areas of the database whose zones are called after places. Others turn the meaning round: `Etc/GMT-3` is ahead of Greenwich.
const AREAS: [&str; 10] = [
    "Africa",
    "America",
    "Antarctica",
    "Arctic",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
];

/// Places that many people know, and so are offered first for an offset.
const KNOWN: [&str; 44] = [
    "UTC",
    "Europe/London",
    "Europe/Lisbon",
    "Europe/Berlin",
    "Europe/Paris",
    "Africa/Lagos",
    "Europe/Helsinki",
    "Europe/Kyiv",
    "Africa/Johannesburg",
    "Africa/Cairo",
    "Europe/Istanbul",
    "Europe/Moscow",
    "Africa/Nairobi",
    "Asia/Tehran",
    "Asia/Dubai",
    "Asia/Kabul",
    "Asia/Karachi",
    "Asia/Kolkata",
    "Asia/Kathmandu",
    "Asia/Dhaka",
    "Asia/Yangon",
    "Asia/Bangkok",
    "Asia/Jakarta",
    "Asia/Shanghai",
    "Asia/Singapore",
    "Australia/Perth",
    "Asia/Tokyo",
    "Asia/Seoul",
    "Australia/Adelaide",
    "Australia/Sydney",
    "Australia/Brisbane",
    "Pacific/Auckland",
    "Pacific/Honolulu",
    "America/Anchorage",
    "America/Los_Angeles",
    "America/Denver",
    "America/Phoenix",
    "America/Chicago",
    "America/Mexico_City",
    "America/New_York",
    "America/Halifax",
    "America/Sao_Paulo",
    "America/Argentina/Buenos_Aires",
    "America/Santiago",
];

/// Countries as people call them, with their zones.
const COUNTRIES: &str = include_str!("../../../../data/countries.txt");

/// What clocks are called, and places where people mean that by it: a name for winter alone would be wrong for half of the year.
const ABBREVIATIONS: [(&[&str], &[&str]); 22] = [
    (&["PST", "PDT", "PT"], &["America/Los_Angeles"]),
    (&["MST", "MDT", "MT"], &["America/Denver", "America/Phoenix"]),
    (&["CST", "CDT", "CT"], &["America/Chicago", "Asia/Shanghai"]),
    (&["EST", "EDT", "ET"], &["America/New_York"]),
    (&["AST", "ADT"], &["America/Halifax"]),
    (&["NST", "NDT"], &["America/St_Johns"]),
    (&["AKST", "AKDT"], &["America/Anchorage"]),
    (&["HST"], &["Pacific/Honolulu"]),
    (&["GMT", "BST"], &["Europe/London"]),
    (&["WET", "WEST"], &["Europe/Lisbon"]),
    (&["CET", "CEST", "MEZ", "MESZ"], &["Europe/Berlin", "Europe/Paris"]),
    (&["EET", "EEST"], &["Europe/Kyiv", "Europe/Helsinki"]),
    (&["MSK"], &["Europe/Moscow"]),
    (&["IST"], &["Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem"]),
    (&["PKT"], &["Asia/Karachi"]),
    (&["SGT"], &["Asia/Singapore"]),
    (&["JST"], &["Asia/Tokyo"]),
    (&["KST"], &["Asia/Seoul"]),
    (&["AWST"], &["Australia/Perth"]),
    (&["ACST", "ACDT"], &["Australia/Adelaide"]),
    (&["AEST", "AEDT"], &["Australia/Sydney", "Australia/Brisbane"]),
    (&["NZST", "NZDT"], &["Pacific/Auckland"]),
];

/// Why nothing is meant by a name, and names that may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    pub like: Vec<String>,
    /// Whether the name is an offset, such as `UTC-3`, and these are places that have it now.
    pub is_offset: bool,
}

impl Zone {
    /// Returns the time zone that has this name in the database of time zones, ignoring case.
    pub fn named(name: &str) -> Option<Zone> {
        Some(Zone(TimeZone::get(name).ok()?.iana_name()?.to_owned()))
    }

    /// Finds the time zone that a person means by its name, by its city alone, or by a country with one zone, ignoring case and accents.
    /// An offset is no zone, and neither is what clocks are called: they change with summer time.
    ///
    /// # Errors
    /// If it is an offset or the name of one, there is no such zone, or several places have this name.
    pub fn meant(said: &str, now: i64) -> Result<Zone, Unknown> {
        let said = said.trim();
        let is_short = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(said));
        if let Some((_, like)) = ABBREVIATIONS.iter().find(|it| is_short(it.0)) {
            let like = like.iter().map(|it| (*it).to_owned()).collect();
            return Err(Unknown { like, is_offset: false });
        }
        if let Some(zone) = Zone::named(said) {
            return Ok(zone);
        }
        let all: Vec<String> = jiff::tz::db().available().map(|it| it.to_string()).collect();
        let all = || all.iter().filter(|zone| city(zone).is_some()).map(String::as_str);
        let unknown = |like: Vec<&str>, is_offset| {
            Err(Unknown { like: like.into_iter().map(str::to_owned).collect(), is_offset })
        };
        if let Some(offset) = offset(said) {
            let at = Timestamp::from_second(now).unwrap_or_default();
            let has_it =
                |zone: &&str| TimeZone::get(zone).is_ok_and(|rules| rules.to_offset(at) == offset);
            let known = KNOWN.into_iter().filter(has_it);
            let others = all().filter(|zone| !KNOWN.contains(zone)).filter(has_it);
            return unknown(known.chain(others).take(3).collect(), true);
        }
        let wanted = said.to_lowercase().replace(' ', "_");
        let called = |zone: &&str| city(zone).is_some_and(|city| begins(city, &wanted) == Some(""));
        match &all().filter(called).collect::<Vec<_>>()[..] {
            [one] => Ok(Zone((*one).to_owned())),
            [] if let Some(zones) = of_country(said) => match zones[..] {
                [one] => Ok(Zone(one.to_owned())),
                _ => unknown(zones, false),
            },
            [] if wanted.len() < 3 => unknown(Vec::new(), false),
            [] => {
                let like =
                    |zone: &&str| city(zone).is_some_and(|city| begins(city, &wanted).is_some());
                unknown(all().filter(like).take(5).collect(), false)
            }
            several => unknown(several.to_vec(), false),
        }
    }
}

/// Returns the zones of a country, the best known first.
fn of_country(said: &str) -> Option<Vec<&'static str>> {
    let letters = |name: &str| -> String {
        let name = name.nfkd().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase);
        name.collect()
    };
    let wanted = letters(said.strip_prefix("the ").unwrap_or(said));
    let is_it = |names: &str| names.split('|').any(|name| letters(name) == wanted);
    let rows = COUNTRIES.lines().filter_map(|line| line.split_once(": "));
    let mut found = rows.filter(|row| is_it(row.0)).map(|row| row.1.split(' ').collect());
    found.next()
}

/// Returns the last part of the name of a zone that is called after a place.
fn city(zone: &str) -> Option<&str> {
    let area = zone.split_once('/')?.0;
    AREAS.contains(&area).then_some(zone.rsplit_once('/')?.1)
}

/// Tells whether a city begins with what is wanted, and how it goes on. A letter with an accent stands for any: cities have none.
fn begins<'a>(city: &'a str, wanted: &str) -> Option<&'a str> {
    let mut rest = city.chars();
    wanted
        .chars()
        .all(|letter| {
            rest.next().is_some_and(|own| {
                own.eq_ignore_ascii_case(&letter) || ('\u{df}'..'\u{250}').contains(&letter)
            })
        })
        .then_some(rest.as_str())
}

/// Reads `UTC+5:30`, `gmt -3`, `+0200` or `-03:00`: how far clocks are ahead of Greenwich, or behind.
fn offset(said: &str) -> Option<Offset> {
    let said: String = said.chars().filter(|it| !it.is_whitespace()).collect();
    let said = said.to_lowercase().replace(['−', '–'], "-");
    let bare = ["utc", "gmt"].into_iter().find_map(|name| said.strip_prefix(name));
    let bare = bare.unwrap_or(&said);
    let (sign, time) = match bare.strip_prefix('+') {
        Some(time) => (1, time),
        None => (-1, bare.strip_prefix('-')?),
    };
    let (hours, minutes) = match time.split_once(':') {
        Some(parts) => parts,
        None if time.len() == 4 => time.split_at_checked(2)?,
        None => (time, "00"),
    };
    let number = |text: &str, least: usize| -> Option<i32> {
        let digits = text.bytes().all(|it| it.is_ascii_digit());
        text.parse().ok().filter(|_| digits && (least..=2).contains(&text.len()))
    };
    let (hours, minutes) = (number(hours, 1)?, number(minutes, 2)?);
    Offset::from_seconds(sign * (hours * 60 + minutes) * 60).ok().filter(|_| minutes < 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first of January and of July 2026.
    const WINTER: i64 = 1_767_225_600;
    const SUMMER: i64 = 1_782_864_000;

    fn like(said: &str) -> Vec<String> {
        Zone::meant(said, WINTER).unwrap_err().like
    }

    #[test]
    fn zones_are_found_by_name_and_nothing_is_made_up() {
        let found = |said: &str| Zone::meant(said, WINTER).unwrap().to_string();
        for (said, zone) in [
            ("europe/berlin", "Europe/Berlin"),
            (" utc ", "UTC"),
            ("berlin", "Europe/Berlin"),
            ("New York", "America/New_York"),
            ("São Paulo", "America/Sao_Paulo"),
            ("zürich", "Europe/Zurich"),
            ("India", "Asia/Kolkata"),
            ("the netherlands", "Europe/Amsterdam"),
            ("Cote d'Ivoire", "Africa/Abidjan"),
            ("UK", "Europe/London"),
        ] {
            assert_eq!(found(said), zone, "{said}");
        }
        assert_eq!(like("louisville").len(), 2, "{:?}", like("louisville"));
        assert_eq!(like("berl"), ["Europe/Berlin"]);
        assert_eq!(like("east"), ["Pacific/Easter"]);
        assert_eq!(like("usa")[0], "America/New_York");
        assert_eq!(like("Brazil")[0], "America/Sao_Paulo");
        assert_eq!(like("PST"), ["America/Los_Angeles"]);
        assert_eq!(like("est"), ["America/New_York"], "its name in the database has no summer");
        for odd in ["", "Mars/Phobos", "../../etc/passwd", "Europe", "é", "gmt+x"] {
            let unknown = Unknown { like: Vec::new(), is_offset: false };
            assert_eq!(Zone::meant(odd, WINTER), Err(unknown), "{odd}");
        }
    }

    #[test]
    fn an_offset_is_behind_with_a_minus_however_it_is_written_and_leads_to_places_that_have_it() {
        for (said, first) in [
            ("GMT-3", "America/Sao_Paulo"),
            ("UTC-3", "America/Sao_Paulo"),
            ("-03:00", "America/Sao_Paulo"),
            ("utc −3", "America/Sao_Paulo"),
            ("GMT+3", "Europe/Istanbul"),
            ("UTC+5:30", "Asia/Kolkata"),
            ("+0545", "Asia/Kathmandu"),
            ("+12:45", ""),
            ("UTC+0", "UTC"),
            ("-9:30", "Pacific/Marquesas"),
        ] {
            let unknown = Zone::meant(said, WINTER).unwrap_err();
            assert!(unknown.is_offset, "{said}");
            assert_eq!(unknown.like.first().map_or("", |it| it), first, "{said}");
        }
        assert_eq!(Zone::meant("+02:00", SUMMER).unwrap_err().like[0], "Europe/Berlin");
        for none in ["+25:00", "-13", "+1:23"] {
            assert_eq!(like(none), [""; 0], "{none}");
        }
        for odd in ["+", "-", "utc+", "+1:2", "+123", "+12:60", "+١", "5:30", "2026-07-01"] {
            assert!(Zone::meant(odd, WINTER).is_err_and(|it| !it.is_offset), "{odd}");
        }
    }

    /// Whatever is called after a place: no name of the database means the opposite of what people mean by it.
    #[test]
    fn no_offset_that_a_person_says_is_taken_for_another() {
        for sign in ["+", "-", "−"] {
            for hour in 1..=14 {
                for end in ["", ":00", ":30"] {
                    for name in ["GMT", "UTC", "gmt ", ""] {
                        let said = format!("{name}{sign}{hour}{end}");
                        let minutes = hour * 60 + if end == ":30" { 30 } else { 0 };
                        let wanted = if sign == "+" { minutes } else { -minutes } * 60;
                        for zone in Zone::meant(&said, WINTER).unwrap_err().like {
                            let at = Timestamp::from_second(WINTER).unwrap();
                            let found = Zone(zone).rules().to_offset(at).seconds();
                            assert_eq!(found, wanted, "{said}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn every_known_place_is_in_the_database() {
        let of_countries = COUNTRIES.lines().skip(1).map(|line| line.split_once(": ").unwrap().1);
        let places =
            of_countries.chain(ABBREVIATIONS.iter().flat_map(|names| names.1.iter().copied()));
        for place in KNOWN.into_iter().chain(places.flat_map(|it| it.split(' '))) {
            assert_eq!(Zone::named(place).map(|it| it.to_string()).as_deref(), Some(place));
        }
    }
}
