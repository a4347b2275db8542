//! Seasons and rounds: how they begin, and what ends them.
use engine::seat::Seat;
use model::{
    ids::{PersonId, RoomId},
    reply::Reply,
    text::Text,
    time::DAY,
};
use service::{
    RequestError,
    context::RequestContext,
    lobby::{self, open_match::InCompetition, unasked::UnaskedMatch},
    matches,
};
use store::{Competition, MatchRow, Person, SideWish};

use super::{
    gather::GATHERS_DAYS,
    rows::{self, LeagueId, LeaguePlayer, LeagueRules, LeagueState},
    schedule::{moved_between, pairs, rounds, sizes},
    standing::{GroupResult, TableLine, table},
    words,
};

/// How many leagues are listed to somebody who was away.
const LISTED: usize = 5;

/// A group in one season.
pub(super) struct Division {
    pub(super) competition: Competition,
    /// Its place among the groups, 0 for the best.
    pub(super) nth: u32,
    /// How many there were at the beginning; the schedule is for so many.
    pub(super) size: u32,
    /// Everyone who began, by number; one who was linked to another is missing.
    pub(super) players: Vec<LeaguePlayer>,
    /// The matches with their rounds.
    pub(super) matches: Vec<(u32, MatchRow)>,
}

impl Division {
    fn numbered(&self, number: u32) -> Option<&LeaguePlayer> {
        self.players.iter().find(|it| it.number == number)
    }

    /// Returns the pairs of a round.
    pub(super) fn pairs(&self, round: u32) -> Vec<(&LeaguePlayer, &LeaguePlayer)> {
        let both = |(one, other)| Some((self.numbered(one)?, self.numbered(other)?));
        pairs(self.size, round).into_iter().filter_map(both).collect()
    }

    /// Returns the match of two people in a round.
    fn met(&self, round: u32, one: PersonId, other: PersonId) -> Option<&MatchRow> {
        let both = |row: &MatchRow| {
            [one, other].iter().all(|who| row.owners().find(|&it| it == *who).is_some())
        };
        // One that is played again replaces the earlier.
        self.matches.iter().rev().find(|(of, row)| *of == round && both(row)).map(|it| &it.1)
    }

    /// Returns the results up to a round. What somebody who left hasn't played is given to the other,
    /// unless all their results are dropped.
    fn results(&self, upto: u32) -> Vec<GroupResult> {
        let mut all = Vec::new();
        for round in 1..=upto {
            for (one, other) in self.pairs(round) {
                if !one.is_in() || !other.is_in() {
                    continue;
                }
                let row = self.met(round, one.person, other.person);
                let end = row.and_then(|it| it.end.as_ref());
                let outcome =
                    end.filter(|it| it.annulled_at.is_none()).and_then(|it| it.outcome.as_ref());
                let pair = (one.number, other.number);
                let number =
                    |who: PersonId| if who == one.person { one.number } else { other.number };
                let winner = match (outcome, row, one.left_at, other.left_at) {
                    (Some(outcome), Some(row), ..) => {
                        outcome.winner.map(|seat| number(*row.owners().get(seat)))
                    }
                    // It is being played.
                    (None, Some(_), ..) if end.is_none() => continue,
                    (None, _, Some(_), None) => Some(other.number),
                    (None, _, None, Some(_)) => Some(one.number),
                    _ => continue,
                };
                all.push(GroupResult { round, pair, winner });
            }
        }
        all
    }

    /// Returns the table up to a round, the best first.
    pub(super) fn standings(&self, upto: u32) -> Vec<(TableLine, LeaguePlayer)> {
        let people: Vec<u32> =
            self.players.iter().filter(|it| it.is_in()).map(|it| it.number).collect();
        let lines = table(&people, &self.results(upto)).into_iter();
        lines.filter_map(|line| Some((line, *self.numbered(line.number)?))).collect()
    }

    /// Returns those who are still there, the best first.
    pub(super) fn ranking(&self) -> Vec<(TableLine, LeaguePlayer)> {
        let mut all = self.standings(self.size);
        all.retain(|it| it.1.left_at.is_none());
        all
    }

    /// Returns the winner; none if several share the first place.
    pub(super) fn winner(&self) -> Option<PersonId> {
        let all = self.ranking();
        let (first, player) = all.first()?;
        let shared = all.iter().filter(|it| it.0.place == first.place).count();
        (shared == 1).then_some(player.person)
    }
}

/// Lists the leagues with a match of the person's that is being played.
pub(crate) fn rounds_wait(
    cx: &RequestContext<'_>,
    person: &Person,
) -> Result<Vec<Text>, RequestError> {
    let mut leagues: Vec<LeagueId> = Vec::new();
    for row in cx.tx.running_of(person.id)? {
        let Some((competition, _)) = cx.tx.competition_of(row.id)? else { continue };
        if let Some(LeagueRules { league, .. }) = competition.rules()?
            && matches::competition::is_bound(cx, row.id)?
            && !leagues.contains(&league)
        {
            leagues.push(league);
        }
    }
    let mut lines = Vec::new();
    for league in leagues.into_iter().take(LISTED) {
        let league = rows::league(cx.tx, league)?.filter(|league| league.round != 0);
        lines.extend(league.map(|league| words::round_waits(&league, cx.now)));
    }
    Ok(lines)
}

/// Returns the groups of a league's season, the best first.
pub(super) fn groups(
    cx: &RequestContext<'_>,
    league: LeagueId,
    season: u32,
) -> Result<Vec<Division>, RequestError> {
    let players = rows::league_players(cx.tx, league, season)?;
    let mut groups = Vec::new();
    for (competition, rules) in rows::groups_of(cx.tx, league, season)? {
        let LeagueRules { group: nth, size, .. } = rules;
        let matches = cx.tx.rounds_of(competition.id)?;
        let players = players.iter().filter(|it| it.division == nth).copied().collect();
        groups.push(Division { competition, nth, size, players, matches });
    }
    Ok(groups)
}

/// Begins the season that people have joined.
pub(super) fn begin_season(
    cx: &mut RequestContext<'_>,
    league: &mut LeagueState,
) -> Result<(), RequestError> {
    let players = rows::league_players(cx.tx, league.id, league.season)?;
    let mut line = players.into_iter();
    let count = u32::try_from(line.len()).unwrap_or(u32::MAX);
    for (group, size) in (0..).zip(sizes(count, league.groups_of)) {
        for (number, player) in (0..size).zip(line.by_ref()) {
            let player = LeaguePlayer { division: group, number, ..player };
            rows::set_league_player(cx.tx, league.id, league.season, &player)?;
        }
        let rules = LeagueRules { league: league.id, season: league.season, group, size };
        cx.tx.add_competition(league.room, &rules, cx.now)?;
    }
    begin_round(cx, league)
}

/// Begins the next round that has a match, or ends the season.
pub(super) fn begin_round(
    cx: &mut RequestContext<'_>,
    league: &mut LeagueState,
) -> Result<(), RequestError> {
    let ended = league.round;
    crate::withdrawn::leave_out_absent(cx, league)?;
    let groups = groups(cx, league.id, league.season)?;
    let last = groups.iter().map(|it| rounds(it.size)).max().unwrap_or(0);
    let plays = |round: u32| {
        let both = |&(one, other): &(&LeaguePlayer, &LeaguePlayer)| {
            one.left_at.is_none() && other.left_at.is_none()
        };
        groups.iter().any(|group| group.pairs(round).iter().any(both))
    };
    let Some(round) = (ended + 1..=last).find(|it| plays(*it)) else {
        league.round = last.max(1);
        return end_season(cx, league, &groups);
    };
    league.round = round;
    league.due = cx.now + i64::from(league.days) * DAY;
    rows::update_league(cx.tx, league)?;
    crate::show::tell_round(cx, league, &groups, ended)?;
    for group in &groups {
        for (one, other) in group.pairs(round) {
            if one.left_at.is_none() && other.left_at.is_none() {
                begin_pairing(cx, league, group, one, other)?;
            }
        }
    }
    Ok(())
}

/// Begins the match of two people: in the league's room if one of them plays there.
fn begin_pairing(
    cx: &mut RequestContext<'_>,
    league: &LeagueState,
    group: &Division,
    one: &LeaguePlayer,
    other: &LeaguePlayer,
) -> Result<(), RequestError> {
    let room = if other.room == league.room { other.room } else { one.room };
    let sides = [(Seat::First, one.room), (Seat::Second, other.room)];
    let away: Vec<(Seat, RoomId)> = sides.into_iter().filter(|it| it.1 != room).collect();
    lobby::unasked::begin_unasked(
        cx,
        UnaskedMatch {
            room,
            by: one.person,
            other: other.person,
            terms: league.terms.clone(),
            side: SideWish::First,
            best_of: 1,
            part: InCompetition { of: group.competition.id, round: league.round, away },
            more: Vec::new(),
        },
    )
}

/// Goes on after a match of a round has ended: when all have, the next round begins.
pub(crate) fn go_on_in_league(
    cx: &mut RequestContext<'_>,
    league: LeagueId,
    season: u32,
    round: u32,
) -> Result<(), RequestError> {
    let Some(mut league) = rows::league(cx.tx, league)? else { return Ok(()) };
    let now = league.ended_at.is_none() && (league.season, league.round) == (season, round);
    if !now || !unfinished(cx, &league)?.is_empty() {
        return Ok(());
    }
    begin_round(cx, &mut league)
}

/// Returns the matches of the present round that are still running.
pub(super) fn unfinished(
    cx: &RequestContext<'_>,
    league: &LeagueState,
) -> Result<Vec<MatchRow>, RequestError> {
    let groups = groups(cx, league.id, league.season)?;
    let all = groups.into_iter().flat_map(|it| it.matches);
    let running = all.filter(|(round, row)| *round == league.round && row.end.is_none());
    Ok(running.map(|it| it.1).collect())
}

/// Ends a season: announces the tables, and puts everyone in line for the next.
fn end_season(
    cx: &mut RequestContext<'_>,
    league: &mut LeagueState,
    groups: &[Division],
) -> Result<(), RequestError> {
    for group in groups {
        cx.tx.end_competition(group.competition.id, group.winner(), cx.now)?;
    }
    let ended = league.clone();
    league.season += 1;
    league.round = 0;
    league.due = cx.now + GATHERS_DAYS * DAY;
    rows::update_league(cx.tx, league)?;
    for (number, player) in (0..).zip(in_line(groups)) {
        let player = LeaguePlayer { division: 0, number, ..player };
        rows::set_league_player(cx.tx, league.id, league.season, &player)?;
    }
    crate::show::tell_season(cx, &ended, groups)
}

/// Says something in all rooms of a league.
pub(super) fn say_in_league(
    cx: &mut RequestContext<'_>,
    league: &LeagueState,
    reply: impl Fn(&RequestContext<'_>, RoomId) -> Result<Reply, RequestError>,
) -> Result<(), RequestError> {
    for room in rooms_of(cx, league)? {
        let reply = reply(cx, room)?;
        cx.say_in(room, reply)?;
    }
    Ok(())
}

/// Returns the rooms of a league: its own, and those that people play from.
pub(super) fn rooms_of(
    cx: &RequestContext<'_>,
    league: &LeagueState,
) -> Result<Vec<RoomId>, RequestError> {
    let mut rooms = vec![league.room];
    for player in rows::league_players(cx.tx, league.id, league.season)? {
        if player.left_at.is_none() && !rooms.contains(&player.room) {
            rooms.push(player.room);
        }
    }
    Ok(rooms)
}

/// Returns everyone in line for the next season: the best of each group have changed places with
/// the last of the group above.
pub(super) fn in_line(groups: &[Division]) -> Vec<LeaguePlayer> {
    let ranked: Vec<Vec<LeaguePlayer>> =
        groups.iter().map(|group| group.ranking().into_iter().map(|it| it.1).collect()).collect();
    let mut out = Vec::new();
    for (nth, own) in ranked.iter().enumerate() {
        let (up, down) = moves(groups, nth);
        let above = nth.checked_sub(1).and_then(|at| ranked.get(at));
        let below = ranked.get(nth + 1);
        // Those who come down stand first, and those who come up last.
        out.extend(above.into_iter().flat_map(|above| above.iter().skip(above.len() - up)));
        out.extend(own.iter().take(own.len() - down).skip(up));
        out.extend(below.into_iter().flat_map(|below| below.iter().take(down)));
    }
    out
}

/// Returns how many of a group are promoted and relegated.
pub(super) fn moves(groups: &[Division], nth: usize) -> (usize, usize) {
    let count = |nth: usize| groups.get(nth).map_or(0, |group| group.ranking().len());
    let between = |one: usize, other: usize| match (count(one), count(other)) {
        (2.., 2..) => {
            let both =
                [count(one), count(other)].map(|size| u32::try_from(size).unwrap_or(u32::MAX));
            moved_between(both[0], both[1]) as usize
        }
        _ => 0,
    };
    (nth.checked_sub(1).map_or(0, |it| between(it, nth)), between(nth, nth + 1))
}
