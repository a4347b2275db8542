//! Leaderboards and seasons.
use std::collections::{BTreeMap, BTreeSet};

use engine::{
    games::GameId,
    quote::short,
    refusal::{Code, Refusal},
    scene::{Chart, Estimate, Part, Ranking, Row},
};
use jiff::{Timestamp, civil::Date, tz::TimeZone};

use crate::service::{Fault, RequestContext, ratings::ranks::from_results};
use crate::{
    command::{Said, verbs, verbs::Reach},
    glicko::{AWAY_DAYS, RANKED_AFTER, aged, tally},
    reply::{Choice, Reply, Sheet},
    span,
    store::{Counted, PersonId, Rating, Scope, Standing},
    text::Text,
    time::{DAY, duration},
};

/// How many people a page lists, in words and in the picture.
const PAGE: usize = 15;
/// How many matches a person needs to win a season.
pub(in crate::service) const TO_WIN: u32 = 3;
/// How many established opponents a person needs to win a season.
const OPPONENTS_TO_WIN: usize = 2;
/// The matches and opponents that make a person established, so that invented opponents don't
/// count.
const ESTABLISHED: (u32, u32) = (5, 2);
/// How many matches between the same two people count in full in a season; later ones count less
/// and less.
const FULL_IN_SEASON: u32 = 5;
/// Explains the order.
const BY_FLOOR: &str = "Ranked by the low end of the rating: 1612 ± 80 counts as 1532.";
/// How many past seasons are listed.
const PAST: usize = 8;

impl RequestContext<'_> {
    pub(in crate::service) fn leaderboard(
        &mut self,
        said: &verbs::Leaderboard,
    ) -> Result<(), Fault> {
        let game = said.game;
        let reach = said.scope.unwrap_or(Reach::Here);
        let (scope, place) = match reach {
            Reach::Everywhere => (Scope::Everywhere, "everywhere"),
            Reach::Server if !self.room.server.is_empty() => {
                (Scope::Server(self.room.chat, self.room.server.clone()), "on this server")
            }
            Reach::Server | Reach::Here => (Scope::Room(self.room.id), "here"),
        };
        let standings = self.tx.standings(game, &scope)?.into_iter();
        let standings: Vec<Standing> =
            standings.map(|it| Standing { rating: aged(it.rating, self.now), ..it }).collect();
        let of = game.map_or("all games", GameId::title);
        let title = format!("Leaderboard of {of}, {place}");
        let (away, here): (Vec<Standing>, Vec<Standing>) =
            standings.into_iter().partition(|it| AWAY_DAYS * DAY < self.now - it.rating.last_at);
        let (provisional, ranked): (Vec<Standing>, Vec<Standing>) =
            here.into_iter().partition(|it| it.rating.is_provisional());
        let mut board = Leaderboard::default();
        board.add_ranked(ranked);
        board.add(format!("Provisional: fewer than {RANKED_AFTER} matches"), provisional);
        board.add(format!("No match for {AWAY_DAYS} days"), away);
        let mut lines = vec![Text::strong(title.as_str())];
        lines.push(Text::plain(match board.rows.is_empty() {
            true => "No rated match has ended yet.",
            false => BY_FLOOR,
        }));
        let turn = |page| {
            let page = u32::try_from(page).ok();
            Said::from(verbs::Leaderboard { game, scope: Some(reach), page }).line()
        };
        self.say_board(lines, title, board, said.page, turn, "leaderboard")
    }

    /// Shows a season on this server, and the winners of earlier ones.
    pub(in crate::service) fn season(&mut self, said: &verbs::Season) -> Result<(), Fault> {
        let game = said.game;
        let present = Season::of(self.now);
        let season = match said.which.as_deref() {
            None => present,
            Some(which) => Season::read(which).filter(|it| *it <= present).ok_or_else(|| {
                let says = format!(
                    "`{}` isn't a game or a past season; seasons look like `{present}`.",
                    short(which)
                );
                Refusal::new(Code::Unknown, says)
                    .instead(["season".to_owned(), format!("season {}", GameId::ALL[0].name())])
            })?,
        };
        let of = game.map_or("all games", GameId::title);
        let mut results = self.season_results(season, game)?;
        results.retain(|it| !it.hidden);
        let (ranked, rest): (Vec<InSeason>, Vec<InSeason>) =
            results.into_iter().partition(InSeason::may_win);
        let mut board = Leaderboard::default();
        board.add_ranked(self.named(ranked)?);
        let needs = format!(
            "Not in the running: fewer than {TO_WIN} matches or {OPPONENTS_TO_WIN} established opponents"
        );
        board.add(needs, self.named(rest)?);
        let mut lines = vec![Text::strong(format!("Season {season} of {of}, on this server"))];
        if season == present {
            lines
                .push(Text::plain(format!("It ends in {}.", duration(season.span().1 - self.now))));
        }
        lines.push(Text::plain(match board.rows.is_empty() {
            true => "No rated match has ended this season.",
            false => BY_FLOOR,
        }));
        let winners = self.past_winners(season, game)?;
        if !winners.is_empty() {
            lines.push(Text::plain("Past winners:"));
            lines.push(Text::List(winners));
        }
        let title = format!("Season {season} of {of}");
        let turn = |page| {
            let (page, which) = (u32::try_from(page).ok(), Some(season.to_string()));
            Said::from(verbs::Season { game, page, which }).line()
        };
        self.say_board(lines, title, board, said.page, turn, "season")
    }

    /// Sends a page of a leaderboard, in words and as a picture, with the asker's own row and a
    /// button for the next page.
    fn say_board(
        &mut self,
        mut lines: Vec<Text>,
        title: String,
        board: Leaderboard,
        page: Option<u32>,
        turn: impl Fn(usize) -> String,
        name: &str,
    ) -> Result<(), Fault> {
        let pages = board.rows.len().div_ceil(PAGE).max(1);
        let page = page.map_or(1, |it| it as usize);
        if pages < page {
            let pages = if pages == 1 { "1 page".to_owned() } else { format!("{pages} pages") };
            let says = format!("This list has {pages}.");
            return Err(Refusal::new(Code::Unknown, says).instead([turn(1)]).into());
        }
        let shown = board.page(page, self.me.id);
        lines.extend(in_lines(&shown));
        if shown.parts.is_empty() {
            self.say(Reply::room(Text::Lines(lines)));
            return Ok(());
        }
        let ranking = Ranking { title, podium: name == "season" && page == 1, ..shown };
        let sheet = Sheet::new(Chart::Ranking(ranking), name, &self.me.settings.theme);
        let mut reply = Reply::room(Text::Lines(lines)).sheet(sheet);
        if page < pages {
            reply = reply
                .choices([Choice::new(format!("Page {} of {pages}", page + 1), turn(page + 1))]);
        }
        self.say(reply);
        Ok(())
    }

    fn named(&self, results: Vec<InSeason>) -> Result<Vec<Standing>, Fault> {
        let results = results.into_iter();
        results
            .map(|InSeason { person, rating, .. }| {
                let name = self.tx.person(person)?.name;
                Ok(Standing { person, name, rating })
            })
            .collect()
    }

    /// Returns everyone's rating in a season from its matches alone, best first. The order is by
    /// the low end of the rating, so that one lucky match wins nothing.
    fn season_results(&self, season: Season, game: Option<GameId>) -> Result<Vec<InSeason>, Fault> {
        let (from, to) = season.span();
        let counted = self.tx.counted_on(&self.room, game, (from, to))?;
        let mut all = Vec::new();
        let weight =
            |met: u32| f64::from(FULL_IN_SEASON) / f64::from((met + 1).max(FULL_IN_SEASON));
        let opponents = self.established_opponents(&counted, to)?;
        for ((person, of), rating) in from_results(&counted, weight) {
            if of == game {
                let hidden = self.tx.person(person)?.settings.hidden;
                let opponents = opponents.get(&person).copied().unwrap_or(0);
                all.push(InSeason { person, rating, opponents, hidden });
            }
        }
        all.sort_by(|a, b| b.rating.floor().total_cmp(&a.rating.floor()));
        Ok(all)
    }

    /// Counts each person's opponents who are established by the end of the season.
    fn established_opponents(
        &self,
        counted: &[Counted],
        to: i64,
    ) -> Result<BTreeMap<PersonId, usize>, Fault> {
        let mut met: BTreeMap<PersonId, BTreeSet<PersonId>> = BTreeMap::new();
        for Counted { seats, .. } in counted.iter().filter(|it| !it.left) {
            met.entry(seats.first).or_default().insert(seats.second);
            met.entry(seats.second).or_default().insert(seats.first);
        }
        let mut established = BTreeSet::new();
        for &person in met.keys() {
            let (matches, people) = self.tx.experience(person, to)?;
            if ESTABLISHED.0 <= matches && ESTABLISHED.1 <= people {
                established.insert(person);
            }
        }
        let known = |it: BTreeSet<PersonId>| it.intersection(&established).count();
        Ok(met.into_iter().map(|(person, others)| (person, known(others))).collect())
    }

    /// Lists the winners of earlier seasons, newest first.
    fn past_winners(&self, before: Season, game: Option<GameId>) -> Result<Vec<Text>, Fault> {
        let Some(first) = self.tx.first_counted_on(&self.room)?.map(Season::of) else {
            return Ok(Vec::new());
        };
        let mut lines = Vec::new();
        let mut season = before.before();
        while first <= season && lines.len() < PAST {
            let results = self.season_results(season, game)?;
            lines.push(match results.into_iter().find(InSeason::may_win) {
                None => Text::plain(format!("{season}: no winner")),
                Some(InSeason { hidden: true, .. }) => {
                    Text::plain(format!("{season}: a player with hidden results"))
                }
                Some(InSeason { person, rating, .. }) => {
                    let name = self.tx.person(person)?.name;
                    span![
                        format!("{season}: "),
                        Text::strong(name),
                        format!(" ({})", tally(&rating))
                    ]
                }
            });
            season = season.before();
        }
        Ok(lines)
    }
}

/// A person's season.
struct InSeason {
    person: PersonId,
    rating: Rating,
    /// How many established opponents they met.
    opponents: usize,
    hidden: bool,
}

impl InSeason {
    fn may_win(&self) -> bool {
        TO_WIN <= self.rating.played() && OPPONENTS_TO_WIN <= self.opponents
    }
}

/// Everyone on a leaderboard, in order, each in a section.
#[derive(Default)]
struct Leaderboard {
    titles: Vec<String>,
    rows: Vec<Placed>,
}

struct Placed {
    /// The index of the section's title.
    part: usize,
    person: PersonId,
    row: Row,
}

impl Leaderboard {
    /// Adds the ranked people.
    fn add_ranked(&mut self, standings: Vec<Standing>) {
        self.put(String::new(), standings, true);
    }

    /// Adds people without a rank.
    fn add(&mut self, title: String, standings: Vec<Standing>) {
        self.put(title, standings, false);
    }

    fn put(&mut self, title: String, mut standings: Vec<Standing>, placed: bool) {
        standings.sort_by(|a, b| b.rating.floor().total_cmp(&a.rating.floor()));
        let part = self.titles.len();
        self.titles.push(title);
        for (Standing { person, name, rating }, place) in standings.into_iter().zip(1..) {
            let Rating { won, lost, drawn, streak, .. } = rating;
            let place = placed.then_some(place);
            let row = Row { place, name, rating: estimate(&rating), won, lost, drawn, streak };
            self.rows.push(Placed { part, person, row });
        }
    }

    /// Returns a page without a title: its sections, the asker's row if it is elsewhere, and how
    /// many are left out.
    fn page(&self, page: usize, me: PersonId) -> Ranking {
        let shown = self.rows.iter().skip((page - 1) * PAGE).take(PAGE);
        let mut parts: Vec<Part> = Vec::new();
        let mut last = None;
        let mut seen = false;
        for Placed { part, person, row } in shown {
            if last != Some(part) {
                parts.push(Part { title: self.titles[*part].clone(), rows: Vec::new() });
                last = Some(part);
            }
            if let Some(part) = parts.last_mut() {
                part.rows.push(row.clone());
            }
            seen |= *person == me;
        }
        if let (false, Some(own)) = (seen, self.rows.iter().find(|it| it.person == me)) {
            parts.push(Part { title: "You".to_owned(), rows: vec![own.row.clone()] });
        }
        let more = match self.rows.len().saturating_sub(page * PAGE) {
            0 => String::new(),
            more => format!("And {more} more."),
        };
        Ranking { title: String::new(), parts, podium: false, more }
    }
}

/// Rounds a rating for a chart.
pub(in crate::service) fn estimate(rating: &Rating) -> Estimate {
    Estimate { rating: rating.rating.round() as i32, give: rating.give().round() as i32 }
}

/// Writes a page as text.
fn in_lines(page: &Ranking) -> Vec<Text> {
    let mut lines = Vec::new();
    for Part { title, rows } in &page.parts {
        let line = |row: &Row| {
            let all = row.to_string();
            let (rating, counts) = all.split_once(", ").unwrap_or((&all, ""));
            Text::plain(format!("{rating} ({counts})"))
        };
        if title.is_empty() {
            lines.extend(rows.iter().map(line));
        } else {
            lines.push(Text::plain(format!("{title}:")));
            lines.push(Text::List(rows.iter().map(line).collect()));
        }
    }
    if !page.more.is_empty() {
        lines.push(Text::plain(page.more.as_str()));
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
    /// Returns the season of a time; the year 1970 if it is out of range.
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

    /// Returns the start and the end, in Unix seconds.
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
    fn seasons_are_read_as_they_are_written() {
        let season = Season { year: 2026, quarter: 3 };
        assert_eq!(Season::read("2026-Q3"), Some(season));
        assert_eq!(Season::read("2026-3"), Some(season));
        for odd in ["2026", "2026-Q5", "2026-Q0", "-5-Q1", "99999-Q1", "x-Q1", "2026-Q", ""] {
            assert_eq!(Season::read(odd), None, "{odd}");
        }
    }
}
