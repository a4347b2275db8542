//! The terms and the score of a series.
use engine::game::Outcome;
use model::{
    ids::{MatchId, PersonId},
    text::Text,
};
use serde::{Deserialize, Serialize};
use service::{RequestError, context::RequestContext};
use store::{Competition, CompetitionRules, MatchRow};

use crate::words;

/// The terms of a series: two people play at most this many matches, with sides swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SeriesRules {
    pub best_of: u32,
}

impl CompetitionRules for SeriesRules {
    const KIND: &'static str = "series";
}

/// The score of a series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeriesScore {
    /// The most matches.
    pub best_of: u32,
    /// The two players and their points, in half points: two for a win, one for a draw.
    pub halves: [(PersonId, u32); 2],
    /// How many matches had a result.
    pub played: u32,
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

/// Says which match of a series this is, and the score.
pub(crate) fn series_line(
    cx: &RequestContext<'_>,
    series: &Competition,
    round: u32,
) -> Result<Option<Text>, RequestError> {
    let Some(score) = score_of(cx, series)? else { return Ok(None) };
    Ok(Some(words::series_stands(round, score.best_of, &named(cx, &score)?)))
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
        competition.ended_at.is_none() && competition.kind == SeriesRules::KIND
    });
    found.ok_or_else(|| words::in_no_series(of).into())
}

pub(crate) fn score_of(
    cx: &RequestContext<'_>,
    series: &Competition,
) -> Result<Option<SeriesScore>, RequestError> {
    let Some(SeriesRules { best_of }) = series.rules()? else { return Ok(None) };
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

#[cfg(test)]
mod tests {
    use super::*;

    fn score(best_of: u32, halves: [u32; 2], played: u32) -> SeriesScore {
        let halves = [(PersonId(1), halves[0]), (PersonId(2), halves[1])];
        SeriesScore { best_of, halves, played }
    }

    #[test]
    fn a_series_is_decided_when_nobody_can_be_caught() {
        assert!(!score(3, [2, 0], 1).is_decided());
        assert!(score(3, [4, 0], 2).is_decided(), "two wins of three");
        assert!(
            !score(3, [3, 1], 2).is_decided(),
            "a win and a draw: one more decides nothing yet"
        );
        assert!(score(3, [3, 3], 3).is_decided());
        assert_eq!(score(3, [3, 3], 3).leader(), None);
        assert_eq!(score(5, [2, 8], 5).leader(), Some(PersonId(2)));
    }
}
