//! The competition of a match: a series, a league or a ladder.
use engine::game::Outcome;
use model::{
    ids::{MatchId, PersonId},
    text::Text,
};
use store::{Competition, CompetitionRules, MatchRow};

use crate::{RequestError, context::RequestContext, matches};

/// Says that a match is for a ladder.
pub(crate) fn ladder_line() -> Text {
    Text::plain(matches::words::is_for_ladder())
}

/// Says to which round of a league a match belongs.
pub(crate) fn league_line(
    cx: &RequestContext<'_>,
    group: &Competition,
    round: u32,
) -> Result<Option<Text>, RequestError> {
    let CompetitionRules::League { league, group, size, .. } = group.rules else {
        return Ok(None);
    };
    let grouped = cx.tx.league(league)?.is_some_and(|it| it.groups_of.is_some());
    let group = grouped.then_some(group);
    Ok(Some(matches::words::round_in_league(league, group, round, rounds(size))))
}

/// Tells whether a match belongs to a league that is running. It can't be called off: a
/// player who leaves it early loses it.
pub(crate) fn is_in_league(cx: &RequestContext<'_>, of: MatchId) -> Result<bool, RequestError> {
    Ok(match cx.tx.competition_of(of)? {
        Some((group, _)) => match group.rules {
            CompetitionRules::League { league, .. } => {
                group.ended_at.is_none()
                    && cx.tx.league(league)?.is_some_and(|it| it.ended_at.is_none())
            }
            CompetitionRules::Series { .. } | CompetitionRules::Ladder { .. } => false,
        },
        None => false,
    })
}

/// Tells whether a match counts in a league, a series or a ladder that goes on.
pub(crate) fn is_in_competition(
    cx: &RequestContext<'_>,
    of: MatchId,
) -> Result<bool, RequestError> {
    Ok(cx.tx.competition_of(of)?.is_some_and(|(competition, _)| competition.ended_at.is_none()))
}

/// The score of a series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeriesScore {
    /// The most matches.
    pub(crate) best_of: u32,
    /// The two players and their points, in half points: two for a win, one for a draw.
    pub(crate) halves: [(PersonId, u32); 2],
    /// How many matches had a result.
    pub(crate) played: u32,
}

impl SeriesScore {
    /// Counts the results of matches between the players of the first.
    fn of(best_of: u32, matches: &[MatchRow]) -> Option<SeriesScore> {
        let seats = matches.first()?.owners();
        let mut halves = [(seats.first, 0), (seats.second, 0)];
        let mut played = 0;
        for row in matches {
            let Some(end) = row.end.as_ref().filter(|it| it.annulled_at.is_none()) else {
                continue;
            };
            let Some(Outcome { winner, .. }) = &end.outcome else { continue };
            played += 1;
            for (person, points) in &mut halves {
                *points += match winner.map(|seat| *row.owners().get(seat)) {
                    Some(winner) if winner == *person => 2,
                    Some(_) => 0,
                    None => 1,
                };
            }
        }
        Some(SeriesScore { best_of, halves, played })
    }

    /// Tells whether nobody can be caught any more, or all matches are played.
    pub(crate) fn is_decided(&self) -> bool {
        self.played >= self.best_of || self.halves.iter().any(|it| self.best_of < it.1)
    }

    /// Returns who has more points.
    pub(crate) fn leader(&self) -> Option<PersonId> {
        let [one, other] = self.halves;
        match one.1.cmp(&other.1) {
            std::cmp::Ordering::Greater => Some(one.0),
            std::cmp::Ordering::Less => Some(other.0),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// Says which match of a series this is, and the score; none for a match outside a series.
pub(crate) fn series_line(
    cx: &RequestContext<'_>,
    of: MatchId,
) -> Result<Option<Text>, RequestError> {
    let Some((series, round)) = cx.tx.competition_of(of)? else { return Ok(None) };
    match series.rules {
        CompetitionRules::Series { .. } => {}
        CompetitionRules::League { .. } => return league_line(cx, &series, round),
        CompetitionRules::Ladder { .. } => return Ok(Some(ladder_line())),
    }
    let Some(score) = score_of(cx, &series)? else { return Ok(None) };
    Ok(Some(matches::words::series_stands(round, score.best_of, &named(cx, &score)?)))
}

/// Returns the running series of a match.
///
/// # Errors
/// If the match belongs to none.
pub(crate) fn check_series(
    cx: &RequestContext<'_>,
    of: MatchId,
) -> Result<Competition, RequestError> {
    let found = cx.tx.competition_of(of)?.map(|it| it.0);
    let found = found.filter(|competition| {
        competition.ended_at.is_none()
            && matches!(competition.rules, CompetitionRules::Series { .. })
    });
    found.ok_or_else(|| matches::words::in_no_series(of).into())
}

pub(crate) fn score_of(
    cx: &RequestContext<'_>,
    series: &Competition,
) -> Result<Option<SeriesScore>, RequestError> {
    let CompetitionRules::Series { best_of } = series.rules else { return Ok(None) };
    Ok(SeriesScore::of(best_of, &cx.tx.matches_for(series.id)?))
}

/// Returns the names of the players with their half points.
pub(crate) fn named(
    cx: &RequestContext<'_>,
    score: &SeriesScore,
) -> Result<[(String, u32); 2], RequestError> {
    let [one, other] = score.halves;
    Ok([(cx.tx.person(one.0)?.name, one.1), (cx.tx.person(other.0)?.name, other.1)])
}

/// Returns how many rounds a group of this size plays.
pub(crate) fn rounds(count: u32) -> u32 {
    match count {
        0 | 1 => 0,
        _ => even(count) - 1,
    }
}

pub(crate) fn even(count: u32) -> u32 {
    count + count % 2
}
