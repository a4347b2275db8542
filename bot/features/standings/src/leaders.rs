//! Leaderboards.
use charts::{Chart, Part, Ranking, Row};
use std::cmp::Ordering;

use command::Command;
use model::{
    glicko::{AWAY_DAYS, Rating, aged},
    ids::PersonId,
    reply::{Choice, Sheet},
    text::Text,
    time::DAY,
};
use service::{
    RequestError, authority,
    context::RequestContext,
    ratings::{self, profile::estimate},
};
use store::{LeaderboardRow, Person, PlaySum, Room, THEME, Tx};

use super::{
    commands::{self, Reach},
    rows::{self, ListScope},
    words,
};

/// What its pictures are called.
pub(super) const FILE: &str = "leaderboard";

/// How many people a page lists, in words and in the picture.
const PAGE: usize = 15;

/// Who reads a list, and where.
pub(super) struct ListReader<'a> {
    pub(super) tx: &'a Tx<'a>,
    pub(super) room: &'a Room,
    /// None for a visitor of the server's page.
    pub(super) me: Option<&'a Person>,
    pub(super) now: i64,
}

/// A page of a list, in words and as a picture.
pub(super) struct ListPage {
    pub(super) text: Text,
    /// None if nobody is on the list yet.
    pub(super) chart: Option<Chart>,
    /// What the file of its picture is called.
    name: &'static str,
    /// The button for the next page.
    pub(super) next: Option<Choice>,
}

impl ListReader<'_> {
    pub(super) fn of<'a>(cx: &'a RequestContext<'_>) -> ListReader<'a> {
        ListReader { tx: cx.tx, room: &cx.room, me: Some(&cx.me), now: cx.now }
    }
}

impl ListPage {
    /// Sends it.
    pub(super) fn say(self, cx: &mut RequestContext<'_>) -> Result<(), RequestError> {
        let mut reply = authority::decide::shown_here(cx, self.text)?;
        if let Some(chart) = self.chart {
            reply = reply.sheet(Sheet::new(chart, self.name, &cx.me.settings.get(&THEME)));
        }
        cx.say(reply.choices(self.next));
        Ok(())
    }
}

pub(super) fn leaderboard(
    cx: &mut RequestContext<'_>,
    said: &commands::Leaderboard,
) -> Result<(), RequestError> {
    leaderboard_of(&ListReader::of(cx), said)?.say(cx)
}

pub(super) fn leaderboard_of(
    reader: &ListReader<'_>,
    said: &commands::Leaderboard,
) -> Result<ListPage, RequestError> {
    let (room, game) = (reader.room, said.game);
    let reach = said.scope.unwrap_or(Reach::Here);
    let (scope, found) = match reach {
        Reach::Everywhere => (ListScope::Everywhere, reach),
        Reach::Server if !room.server.is_empty() => {
            (ListScope::Server(room.chat, room.server.clone()), reach)
        }
        Reach::Server | Reach::Here => (ListScope::Room(room.id), Reach::Here),
    };
    let [mut ranked, mut provisional, mut away] = [Vec::new(), Vec::new(), Vec::new()];
    for (person, rating) in rows::standings(reader.tx, game, &scope)? {
        let section = if AWAY_DAYS * DAY < reader.now - rating.last_at {
            &mut away
        } else if rating.is_provisional() {
            &mut provisional
        } else {
            &mut ranked
        };
        section.push((person, aged(rating, reader.now)));
    }
    // Among people without a place, those who have played more would be above others only
    // because more is known of them.
    let by_rating = |rated: Vec<(PersonId, Rating)>| {
        rated
            .into_iter()
            .map(|(person, rating)| LeaderboardRow { person, by: rating.rating })
            .collect()
    };
    let ranked =
        ranked.into_iter().map(|(person, rating)| LeaderboardRow { person, by: rating.floor() });
    let title = words::leaderboard_of(game, found);
    let mut board = PagedList::new(title.as_str(), FILE);
    board.add_ranked(ranked.collect());
    board.add(words::provisional(), by_rating(provisional));
    board.add(words::away(AWAY_DAYS), by_rating(away));
    let mut lines = vec![Text::strong(title.as_str())];
    lines.push(Text::plain(match board.len() {
        0 => ratings::words::no_rated_match(),
        _ => words::by_floor(),
    }));
    let turn = |page| {
        let page = u32::try_from(page).ok();
        Command::from(commands::Leaderboard { game, scope: Some(reach), page })
    };
    let rating = |person| {
        let rating = reader.tx.rating(person, game)?.unwrap_or_else(Rating::unknown);
        Ok((aged(rating, reader.now), reader.tx.play_of(person, game)?))
    };
    page_of(reader, lines, board, said.page, rating, turn)
}

/// Returns a page of a leaderboard, with the reader's own row.
pub(super) fn page_of(
    reader: &ListReader<'_>,
    mut lines: Vec<Text>,
    mut board: PagedList,
    page: Option<u32>,
    known: impl Fn(PersonId) -> Result<(Rating, PlaySum), RequestError>,
    turn: impl Fn(usize) -> Command,
) -> Result<ListPage, RequestError> {
    let pages = board.len().div_ceil(PAGE).max(1);
    let page = page.map_or(1, |it| it as usize);
    if pages < page {
        return Err(ratings::words::list_has(pages, turn(1)).into());
    }
    let shown = board.page(page, reader.me.map(|me| me.id), |person, place| {
        let (rating, play) = known(person)?;
        let Rating { won, lost, drawn, streak, .. } = rating;
        let (name, skill) = (reader.tx.person(person)?.name, ratings::skill::skill(&play));
        Ok(Row { place, name, rating: estimate(&rating), won, lost, drawn, streak, skill })
    })?;
    lines.extend(in_lines(&shown));
    if shown.parts.iter().flat_map(|it| &it.rows).any(|row| row.skill.is_some()) {
        lines.push(Text::small(ratings::words::about_skill()));
    }
    let PagedList { title, name, podium, sections: _ } = board;
    let is_empty = shown.parts.is_empty();
    let ranking = Ranking { title, podium: podium && page == 1, ..shown };
    let next = (page < pages).then(|| ratings::words::page_button(page + 1, pages, turn(page + 1)));
    let chart = (!is_empty).then_some(Chart::Ranking(ranking));
    Ok(ListPage { text: Text::Lines(lines), chart, name, next })
}

/// Everyone on a leaderboard, in sections.
pub(super) struct PagedList {
    /// What its picture is called.
    title: String,
    /// What its file is called.
    name: &'static str,
    /// Whether its first three stand on a podium.
    podium: bool,
    sections: Vec<ListSection>,
}

/// A part of a leaderboard with a title; its people are sorted only as far as they are shown.
struct ListSection {
    title: String,
    placed: bool,
    people: Vec<LeaderboardRow>,
}

impl PagedList {
    pub(super) fn new(title: impl Into<String>, name: &'static str) -> PagedList {
        PagedList { title: title.into(), name, podium: false, sections: Vec::new() }
    }

    /// Puts its first three on a podium.
    pub(super) fn on_podium(self) -> PagedList {
        PagedList { podium: true, ..self }
    }

    /// Adds the ranked people.
    pub(super) fn add_ranked(&mut self, people: Vec<LeaderboardRow>) {
        self.sections.push(ListSection { title: String::new(), placed: true, people });
    }

    /// Adds people without a rank.
    pub(super) fn add(&mut self, title: String, people: Vec<LeaderboardRow>) {
        self.sections.push(ListSection { title, placed: false, people });
    }

    /// Returns how many people it has.
    pub(super) fn len(&self) -> usize {
        self.sections.iter().map(|it| it.people.len()).sum()
    }

    /// Returns a page without a title: its sections, the reader's row if it is elsewhere, and how
    /// many are left out.
    fn page(
        &mut self,
        page: usize,
        me: Option<PersonId>,
        row: impl Fn(PersonId, Option<u32>) -> Result<Row, RequestError>,
    ) -> Result<Ranking, RequestError> {
        let (from, all) = ((page - 1) * PAGE, self.len());
        let mut parts: Vec<Part> = Vec::new();
        let mut seen = false;
        let mut before = 0;
        for section in &mut self.sections {
            let count = section.people.len();
            let [start, end] = [from, from + PAGE].map(|at| at.saturating_sub(before).min(count));
            before += count;
            if start == end {
                continue;
            }
            let mut rows = Vec::new();
            for (figure, place) in section.people_between(start, end).iter().zip(1 + start as u32..)
            {
                rows.push((figure.person, place));
            }
            seen |= rows.iter().any(|row| Some(row.0) == me);
            let placed = section.placed;
            let rows = rows.into_iter().map(|(who, place)| row(who, placed.then_some(place)));
            parts
                .push(Part { title: section.title.clone(), rows: rows.collect::<Result<_, _>>()? });
        }
        let own = me.filter(|_| !seen).and_then(|me| {
            let mut sections = self.sections.iter();
            sections.find_map(|section| Some((me, section, section.place(me)?)))
        });
        if let Some((me, section, place)) = own {
            let rows = vec![row(me, section.placed.then_some(place))?];
            parts.push(Part { title: words::you(), rows });
        }
        let more = words::and_more(all.saturating_sub(page * PAGE));
        Ok(Ranking { title: String::new(), parts, podium: false, more })
    }
}

impl ListSection {
    /// Returns those whose places, from 0, are in a range. The others aren't sorted.
    fn people_between(&mut self, start: usize, end: usize) -> &[LeaderboardRow] {
        if 0 < start {
            self.people.select_nth_unstable_by(start, best_first);
        }
        let rest = &mut self.people[start..];
        let count = end - start;
        if count < rest.len() {
            rest.select_nth_unstable_by(count, best_first);
        }
        rest[..count].sort_unstable_by(best_first);
        &rest[..count]
    }

    /// Returns a person's place, from 1.
    fn place(&self, person: PersonId) -> Option<u32> {
        let own = self.people.iter().find(|it| it.person == person)?;
        let better = self.people.iter().filter(|figure| best_first(figure, own) == Ordering::Less);
        Some(1 + better.count() as u32)
    }
}

/// Orders people, best first.
fn best_first(a: &LeaderboardRow, b: &LeaderboardRow) -> Ordering {
    b.by.total_cmp(&a.by).then(a.person.cmp(&b.person))
}

/// Writes a page as text.
fn in_lines(page: &Ranking) -> Vec<Text> {
    let mut lines = Vec::new();
    for Part { title, rows } in &page.parts {
        let line = |row: &Row| Text::plain(format!("{} ({})", row.rated(), row.counts()));
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Every page is a slice of the whole list, in order.
    #[test]
    fn pages_are_pieces_of_one_order() {
        let figure =
            |n: i64| LeaderboardRow { person: PersonId(n), by: f64::from((n * 37 % 101) as i32) };
        let mut all: Vec<LeaderboardRow> = (0..101).map(figure).collect();
        let mut section = ListSection { title: String::new(), placed: true, people: all.clone() };
        all.sort_by(best_first);
        for (start, end) in [(0, 15), (15, 30), (45, 60), (90, 101), (0, 101)] {
            assert_eq!(section.people_between(start, end), &all[start..end]);
        }
        for (at, figure) in all.iter().enumerate() {
            assert_eq!(section.place(figure.person), Some(at as u32 + 1));
        }
        assert_eq!(section.place(PersonId(500)), None);
    }
}
