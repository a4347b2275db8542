//! Seasons: the quarters of a year.
use engine::games::GameId;
use jiff::{Timestamp, civil::Date, tz::TimeZone};
use store::{Room, SeasonList};

/// A quarter of a year, in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Season {
    year: i16,
    /// 1 to 4.
    quarter: i8,
}

impl Season {
    /// Returns the season of a time; the year 1970 if it is out of range.
    pub fn of(at: i64) -> Season {
        let day = Timestamp::from_second(at).unwrap_or_default().to_zoned(TimeZone::UTC).date();
        Season { year: day.year(), quarter: (day.month() + 2) / 3 }
    }

    /// Reads `2026-Q3`, or `2026-3`.
    pub fn read(said: &str) -> Option<Season> {
        let (year, quarter) = said.split_once('-')?;
        let quarter = quarter.trim_start_matches(['q', 'Q']).parse().ok()?;
        let season = Season { year: year.parse().ok()?, quarter };
        ((1970..=9000).contains(&season.year) && (1..=4).contains(&quarter)).then_some(season)
    }

    /// Returns the season before it.
    pub fn before(self) -> Season {
        match self.quarter {
            ..=1 => Season { year: self.year.saturating_sub(1), quarter: 4 },
            quarter => Season { quarter: quarter - 1, ..self },
        }
    }

    fn after(self) -> Season {
        match self.quarter {
            4.. => Season { year: self.year.saturating_add(1), quarter: 1 },
            quarter => Season { quarter: quarter + 1, ..self },
        }
    }

    /// Returns the start and the end, in Unix seconds.
    pub fn span(self) -> (i64, i64) {
        (self.begins(), self.after().begins())
    }

    /// Returns how many quarters there were since the year 0.
    pub fn number(self) -> i32 {
        i32::from(self.year) * 4 + i32::from(self.quarter) - 1
    }

    /// Returns its list on a room's server.
    pub fn list(self, room: &Room, game: Option<GameId>) -> SeasonList {
        SeasonList {
            chat: room.chat,
            server: room.server_key().to_owned(),
            season: self.number(),
            game,
            span: self.span(),
        }
    }

    fn begins(self) -> i64 {
        let day = Date::new(self.year, self.quarter * 3 - 2, 1);
        let begins = day.and_then(|it| it.to_zoned(TimeZone::UTC));
        begins.map_or(i64::MAX, |begins| begins.timestamp().as_second())
    }
}

impl std::fmt::Display for Season {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-Q{}", self.year, self.quarter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_season_is_a_quarter_of_a_year() {
        let season = Season::of(1_795_219_199);
        assert_eq!(season.to_string(), "2026-Q4");
        let (from, to) = season.span();
        assert_eq!((Season::of(from), Season::of(to - 1)), (season, season));
        assert_eq!((Season::of(from - 1), Season::of(to)), (season.before(), season.after()));
        assert_eq!(season.after().to_string(), "2027-Q1");
        assert_eq!(season.after().before(), season);
        assert!(season.before() < season);
    }

    #[test]
    fn seasons_are_read_as_they_are_written() {
        let season = Season { year: 2026, quarter: 3 };
        assert_eq!(Season::read("2026-Q3"), Some(season));
        assert_eq!(Season::read("2026-3"), Some(season));
        for odd in ["2026", "2026-Q5", "2026-Q0", "-5-Q1", "99999-Q1", "x-Q1", "2026-Q", ""] {
            assert_eq!(Season::read(odd), None, "{odd}");
        }
    }
}
