//! Who plays best: leaderboards, and seasons with their winners.
use engine::{
    games::GameId,
    quote::short,
    refusal::{Code, Refusal},
    scene::{Chart, Estimate, Part, Ranking, Row},
};
use jiff::{Timestamp, civil::Date, tz::TimeZone};

use super::{
    Asking, Fault,
    glicko::{AWAY_DAYS, PROVISIONAL, aged, tally},
    ranks::from_results,
};
use crate::{
    command::Args,
    reply::{Reply, Sheet},
    span,
    store::{PersonId, Rating, Scope, Standing},
    text::Text,
    time::{DAY, duration},
};

/// How many lines of each part of a leaderboard are shown.
const SHOWN: usize = 10;
/// How many matches somebody needs in a season to win it.
const TO_WIN: u32 = 3;
/// Says in what order a season stands.
const BY_FLOOR: &str = "In order of rating less deviation, what somebody is worth at least.";
/// How many past seasons are looked at.
const PAST: usize = 8;

impl Asking<'_> {
    pub(super) fn leaderboard(&mut self, args: &Args) -> Result<(), Fault> {
        let game = args.game("game");
        let (scope, place) = match args.get("scope").unwrap_or("here") {
            "everywhere" => (Scope::Everywhere, "everywhere"),
            "server" if !self.room.server.is_empty() => {
                (Scope::Server(self.room.chat, self.room.server.clone()), "on this server")
            }
            _ => (Scope::Room(self.room.id), "here"),
        };
        let standings = self.tx.standings(game, &scope)?.into_iter();
        let standings =
            standings.map(|it| Standing { rating: aged(it.rating, self.now), ..it }).collect();
        let of = game.map_or("all games", GameId::title);
        let title = format!("Leaderboard of {of}, {place}");
        let listed = self.listed(standings);
        let mut lines = vec![Text::strong(title.as_str())];
        if listed.is_empty() {
            lines.push(Text::plain("No rated match has ended yet."));
        }
        lines.extend(in_lines(&listed));
        let ranking = Ranking { title, parts: listed.into_iter().map(|it| it.part).collect() };
        self.say_ranking(lines, ranking, "leaderboard");
        Ok(())
    }

    /// Tells how a season stands on this server, and who won the ones before it.
    pub(super) fn season(&mut self, args: &Args) -> Result<(), Fault> {
        let game = args.game("game");
        let present = Season::of(self.now);
        let season = match args.get("which") {
            None => present,
            Some(said) => Season::read(said).filter(|it| *it <= present).ok_or_else(|| {
                let says = format!(
                    "`{}` is no season that has begun; they look like `{present}`.",
                    short(said)
                );
                Refusal::new(Code::Unknown, says).instead(["season"])
            })?,
        };
        let of = game.map_or("all games", GameId::title);
        let standings = self.season_standings(season, game)?;
        let (ranked, few): (Vec<Standing>, Vec<Standing>) =
            standings.into_iter().partition(|it| TO_WIN <= it.rating.played());
        let me = self.me.id;
        let mut listed = vec![
            Listed::new("", &ranked, me),
            Listed::new("With fewer than three matches", &few, me),
        ];
        listed.retain(|it| !it.part.rows.is_empty());
        let mut lines = vec![Text::strong(format!("Season {season} of {of}, on this server"))];
        if season == present {
            lines
                .push(Text::plain(format!("It ends in {}.", duration(season.span().1 - self.now))));
        }
        match listed.is_empty() {
            true => lines.push(Text::plain("No rated match has ended in it.")),
            false => lines.push(Text::plain(BY_FLOOR)),
        }
        lines.extend(in_lines(&listed));
        let mut parts: Vec<Part> = listed.into_iter().map(|it| it.part).collect();
        let (past, winners) = self.past_winners(season, game)?;
        if !past.is_empty() {
            lines.push(Text::plain("Past winners:"));
            lines.push(Text::List(past));
        }
        if !parts.is_empty() && !winners.is_empty() {
            parts.push(Part { title: "Past winners".to_owned(), rows: winners });
        }
        let title = format!("Season {season} of {of}, by rating less deviation");
        let ranking = Ranking { title, parts };
        self.say_ranking(lines, ranking, "season");
        Ok(())
    }

    fn say_ranking(&mut self, lines: Vec<Text>, ranking: Ranking, name: &str) {
        let empty = ranking.parts.is_empty();
        let mut reply = Reply::room(Text::Lines(lines));
        if !empty {
            let theme = &self.me.settings.theme;
            reply = reply.sheet(Sheet::new(Chart::Ranking(ranking), name, theme));
        }
        self.say(reply);
    }

    /// Sorts standings into three parts: ranked, provisional, away.
    fn listed(&self, standings: Vec<Standing>) -> Vec<Listed> {
        let (away, here): (Vec<Standing>, Vec<Standing>) =
            standings.into_iter().partition(|it| AWAY_DAYS * DAY < self.now - it.rating.last_at);
        let (provisional, ranked): (Vec<Standing>, Vec<Standing>) =
            here.into_iter().partition(|it| PROVISIONAL < it.rating.deviation);
        let mut listed = vec![
            Listed::new("", &ranked, self.me.id),
            Listed::new("Provisional, too few results yet", &provisional, self.me.id),
            Listed::new("Away for long", &away, self.me.id),
        ];
        listed.retain(|it| !it.part.rows.is_empty());
        listed
    }

    /// Returns how people stand in a season by its matches alone: everybody begins it anew. Best is who is worth most for all
    /// but certain, so that one lucky match wins nothing. Who hides is left out.
    fn season_standings(
        &self,
        season: Season,
        game: Option<GameId>,
    ) -> Result<Vec<Standing>, Fault> {
        let mut standings = self.season_results(season, game)?;
        standings.retain(|(_, _, hidden)| !hidden);
        standings
            .into_iter()
            .map(|(person, rating, _)| {
                let name = self.tx.person(person)?.name;
                Ok(Standing { person, name, rating })
            })
            .collect()
    }

    /// Returns everybody's rating in a season, the best first, and whether they hide it.
    fn season_results(
        &self,
        season: Season,
        game: Option<GameId>,
    ) -> Result<Vec<(PersonId, Rating, bool)>, Fault> {
        let counted = self.tx.counted_on(&self.room, game, season.span())?;
        let mut all = Vec::new();
        for ((person, of), rating) in from_results(&counted) {
            if of == game {
                all.push((person, rating, self.tx.person(person)?.settings.hidden));
            }
        }
        all.sort_by(|a, b| b.1.floor().total_cmp(&a.1.floor()));
        Ok(all)
    }

    /// Says who won the seasons before one, and returns the winners as rows of a table, but for who hides.
    fn past_winners(
        &self,
        before: Season,
        game: Option<GameId>,
    ) -> Result<(Vec<Text>, Vec<Row>), Fault> {
        let Some(first) = self.tx.first_counted_on(&self.room)?.map(Season::of) else {
            return Ok(Default::default());
        };
        let (mut lines, mut rows) = (Vec::new(), Vec::new());
        let mut season = before.before();
        while first <= season && lines.len() < PAST {
            let results = self.season_results(season, game)?;
            let winner = results.into_iter().find(|it| TO_WIN <= it.1.played());
            lines.push(match winner {
                None => Text::plain(format!("{season}: nobody played three matches")),
                Some((_, _, true)) => {
                    Text::plain(format!("{season}: somebody who keeps results hidden"))
                }
                Some((person, rating, false)) => {
                    let name = self.tx.person(person)?.name;
                    rows.push(row(format!("{season}: {name}"), &rating));
                    span![
                        format!("{season}: "),
                        Text::strong(name),
                        format!(" ({})", tally(&rating))
                    ]
                }
            });
            season = season.before();
        }
        Ok((lines, rows))
    }
}

/// A part of a leaderboard, as far as it is shown.
struct Listed {
    part: Part,
    /// How many more there are.
    more: usize,
    /// The place and the row of whoever asks, where it is not shown.
    own: Option<(usize, Row)>,
}

impl Listed {
    fn new(title: &str, standings: &[Standing], me: PersonId) -> Listed {
        let mut rows: Vec<Row> =
            standings.iter().map(|it| row(it.name.clone(), &it.rating)).collect();
        let place = standings.iter().position(|it| it.person == me).filter(|&it| SHOWN <= it);
        let own = place.and_then(|it| Some((it + 1, rows.get(it)?.clone())));
        let more = rows.len().saturating_sub(SHOWN);
        rows.truncate(SHOWN);
        Listed { part: Part { title: title.to_owned(), rows }, more, own }
    }
}

fn row(name: String, rating: &Rating) -> Row {
    let Rating { won, lost, drawn, streak, .. } = *rating;
    Row { name, rating: estimate(rating), won, lost, drawn, streak }
}

/// Writes a place: `1st`, `12th`, `23rd`.
fn ordinal(place: usize) -> String {
    let end = match (place % 100, place % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{place}{end}")
}

/// Rounds a rating for a chart.
pub(super) fn estimate(rating: &Rating) -> Estimate {
    Estimate { rating: rating.rating.round() as i32, give: rating.give().round() as i32 }
}

/// Writes a ranking as lines of a message.
fn in_lines(listed: &[Listed]) -> Vec<Text> {
    let mut lines = Vec::new();
    for Listed { part: Part { title, rows }, more, own } in listed {
        let line = |row: &Row| {
            let all = row.to_string();
            let (rating, counts) = all.split_once(", ").unwrap_or((&all, ""));
            format!("{rating} ({counts})")
        };
        if title.is_empty() {
            let rows = rows.iter().zip(1..);
            lines.extend(rows.map(|(row, place)| Text::plain(format!("{place}. {}", line(row)))));
        } else {
            lines.push(Text::plain(format!("{title}:")));
            lines.push(Text::List(rows.iter().map(|it| Text::plain(line(it))).collect()));
        }
        if 0 < *more {
            lines.push(Text::plain(format!("And {more} more.")));
        }
        if let Some((place, row)) = own {
            lines.push(Text::plain(format!("You: {}, {}.", ordinal(*place), line(row))));
        }
    }
    lines
}

/// A quarter of a year, in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Season {
    year: i16,
    /// 1 to 4.
    quarter: i8,
}

impl Season {
    /// Returns the season of a time; of the year 1970 for times that no calendar reaches.
    fn of(at: i64) -> Season {
        let day = Timestamp::from_second(at).unwrap_or_default().to_zoned(TimeZone::UTC).date();
        Season { year: day.year(), quarter: (day.month() + 2) / 3 }
    }

    /// Reads `2026-Q3`, or `2026-3`.
    fn read(said: &str) -> Option<Season> {
        let (year, quarter) = said.split_once('-')?;
        let quarter = quarter.trim_start_matches(['q', 'Q']).parse().ok()?;
        let season = Season { year: year.parse().ok()?, quarter };
        ((1970..=9000).contains(&season.year) && (1..=4).contains(&quarter)).then_some(season)
    }

    fn before(self) -> Season {
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

    /// Returns when it begins and when the next one does, in Unix seconds.
    fn span(self) -> (i64, i64) {
        (self.begins(), self.after().begins())
    }

    fn begins(self) -> i64 {
        let day = Date::new(self.year, self.quarter * 3 - 2, 1);
        let begins = day.and_then(|it| it.to_zoned(TimeZone::UTC));
        begins.map_or(i64::MAX, |it| it.timestamp().as_second())
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
    fn places_are_said_as_people_say_them() {
        let said = [1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(ordinal);
        let all = ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th"];
        assert_eq!(said, all);
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
