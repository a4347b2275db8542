//! Compares the stored ratings with the results, and repairs them.
use std::collections::BTreeMap;

use engine::games::GameId;
use model::{glicko::Rating, ids::PersonId};
use store::{CurvePoint, MatchEnd, MatchRow, Tx};

use super::words::{self, Uncounted};
use crate::{
    RequestError, Service,
    ratings::ranks::{Ratings, always, course, rate_anew},
};

/// The result of recalculating all ratings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recount {
    /// How many matches count.
    pub matches: usize,
    /// How many ratings are stored.
    pub ratings: usize,
    /// The differences, line by line.
    pub differ: Vec<String>,
}

impl Service {
    /// Recalculates every rating and curve from the results and compares them bit by bit with the
    /// stored ones; also checks for every match whether it should count. With `repair`, differences
    /// are corrected.
    pub fn recount(&mut self, repair: bool) -> Result<Recount, RequestError> {
        self.store.transaction(|tx| {
            let mut differ = wrongly_counted(tx)?;
            let matches = tx.counted()?.len();
            let ratings = compare(tx, &mut differ)?;
            if repair && !differ.is_empty() {
                count_anew(tx)?;
                rate_anew(tx)?;
            }
            Ok(Recount { matches, ratings, differ })
        })
    }
}

/// Lists the matches that count and shouldn't, and those that should and don't.
fn wrongly_counted(tx: &Tx<'_>) -> Result<Vec<String>, RequestError> {
    let mut wrong = Vec::new();
    for (row, counted) in tx.ended_matches()? {
        let id = row.id;
        match (row.counts(), counted) {
            (true, None) => {
                wrong.push(words::missing_from_ratings(id));
            }
            (false, Some(_)) => {
                wrong.push(words::wrongly_in_ratings(id, why_uncounted(&row)));
            }
            _ => {}
        }
    }
    Ok(wrong)
}

/// Returns why a match doesn't count.
fn why_uncounted(row: &MatchRow) -> Uncounted {
    match &row.end {
        None | Some(MatchEnd { outcome: None, .. }) => Uncounted::NoResult,
        Some(MatchEnd { annulled_at: Some(_), .. }) => Uncounted::Annulled,
        Some(_) if !row.terms.rated => Uncounted::Unrated,
        Some(_) => Uncounted::Ruled,
    }
}

/// Compares ratings and curves with those from the results. Returns how many ratings are stored.
fn compare(tx: &Tx<'_>, differ: &mut Vec<String>) -> Result<usize, RequestError> {
    let course = course(&tx.counted()?, always);
    let mut again: Ratings = course.iter().map(|&(_, whose, rating)| (whose, rating)).collect();
    let mut curves: BTreeMap<(PersonId, Option<GameId>), Vec<CurvePoint>> = BTreeMap::new();
    for (_, whose, Rating { rating, deviation, last_at: at, .. }) in course {
        curves.entry(whose).or_default().push(CurvePoint { at, rating, deviation });
    }
    let kept = tx.ratings()?;
    let ratings = kept.len();
    for (person, game, rating) in kept {
        let whose = whose(tx, person, game)?;
        match again.remove(&(person, game)) {
            Some(recounted) if recounted == rating => {}
            Some(recounted)
                if words::shown(&recounted) == words::shown(&rating)
                    && recounted.played() == rating.played() =>
            {
                differ.push(words::off_by_a_fraction(&whose, &rating));
            }
            Some(recounted) => differ.push(words::other_than_stored(&whose, &rating, &recounted)),
            None => differ.push(words::without_results(&whose, &rating)),
        }
        let points = curves.remove(&(person, game)).unwrap_or_default();
        let curve = tx.curve(person, game)?;
        if curve != points {
            let same = curve.iter().zip(&points).take_while(|(a, b)| a == b).count();
            differ.push(words::other_curve(&whose, curve.len(), points.len(), same));
        }
    }
    for ((person, game), rating) in again {
        // A person who deleted their data has results but no rating.
        if !tx.person(person)?.gone {
            differ.push(words::not_stored(&whose(tx, person, game)?, &rating));
        }
    }
    Ok(ratings)
}

fn whose(tx: &Tx<'_>, person: PersonId, game: Option<GameId>) -> Result<String, RequestError> {
    Ok(words::rating_of(&tx.person(person)?.name, person, game))
}

/// Renumbers the matches that count. Those with a number keep their order; others are inserted by
/// the time they ended.
fn count_anew(tx: &Tx<'_>) -> Result<(), RequestError> {
    let mut order: Vec<(MatchRow, Option<i64>)> = tx.ended_matches()?;
    order.retain(|(row, _)| row.counts());
    let ended = |row: &MatchRow| row.end.as_ref().map_or(0, |it| it.at);
    let (mut numbered, missing): (Vec<_>, Vec<_>) =
        order.into_iter().partition(|it| it.1.is_some());
    numbered.sort_by_key(|it| it.1);
    for (row, none) in missing {
        let at = numbered.iter().position(|(other, _)| ended(&row) < ended(other));
        numbered.insert(at.unwrap_or(numbered.len()), (row, none));
    }
    let ids: Vec<_> = numbered.iter().map(|(row, _)| row.id).collect();
    Ok(tx.count_in_order(&ids)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PersonName, RandomSource, Request};
    use command::Commands;
    use model::ids::{Chat, MatchId};
    use store::{Store, StoreError};

    fn say(service: &mut Service, who: &str, words: &str) {
        let typed = Request::typed(Chat::Console, "r", who, Commands::kernel().read(words));
        let mentioned = vec![PersonName::plain("bob")];
        let replies = service.handle(&Request { mentioned, ..typed });
        assert!(replies.iter().all(|it| it.reply.refused.is_none()), "{words}: {replies:?}");
    }

    fn damage(
        service: &mut Service,
        how: impl Fn(&Tx<'_>) -> Result<(), StoreError>,
    ) -> Vec<String> {
        service.store.transaction::<_, StoreError>(|tx| how(tx)).unwrap();
        let differ = service.recount(false).unwrap().differ;
        service.recount(true).unwrap();
        let repaired = service.recount(false).unwrap();
        assert_eq!((repaired.matches, repaired.ratings, repaired.differ.len()), (3, 4, 0));
        differ
    }

    #[test]
    fn what_does_not_follow_from_the_results_is_named_plainly_and_repaired() {
        let mut service =
            Service::new(Store::trial().unwrap(), RandomSource::System, &crate::KERNEL_ALONE);
        for _ in 0..3 {
            for (who, words) in [
                ("ann", "challenge @bob trapdoor"),
                ("bob", "accept"),
                ("ann", "draw"),
                ("bob", "draw"),
            ] {
                say(&mut service, who, words);
            }
        }
        assert_eq!(damage(&mut service, |_| Ok(())), [""; 0]);
        let uncounted = damage(&mut service, |tx| tx.count_in_order(&[MatchId(3), MatchId(1)]));
        assert_eq!(uncounted[0], "Match #2 counts, but is missing from the ratings.");
        assert!(
            uncounted[1].contains("no rating is stored; the results give 1500 ± "),
            "{uncounted:?}"
        );
        let better = damage(&mut service, |tx| {
            let (person, game, rating) = tx.ratings()?[0];
            tx.put_rating(person, game, &Rating { rating: 1800.0, won: 7, ..rating })
        });
        assert_eq!(better.len(), 1, "{better:?}");
        assert!(
            better[0].starts_with("ann (person 1), all games: 1800 ± ")
                && better[0].contains(" after 10 matches is stored; the results give 1500 ± ")
                && better[0].ends_with(" after 3 matches."),
            "{better:?}"
        );
        let curves = damage(&mut service, |tx| {
            let ratings = tx.ratings()?;
            tx.forget_ratings()?;
            ratings
                .iter()
                .try_for_each(|(person, game, rating)| tx.put_rating(*person, *game, rating))
        });
        assert_eq!(curves.len(), 4, "{curves:?}");
        assert!(
            curves[0].contains("the curve has 0 points where the results give 3"),
            "{curves:?}"
        );
    }
}
