//! How matches change ratings: when they end, as a preview, and recalculated from all results.
use std::collections::BTreeMap;

use engine::{games::GameId, match_rules::Ending, seat::Seat};
use model::{
    glicko::{self, Rating, aged},
    ids::{MatchId, PersonId},
    text::Text,
};
use store::{Counted, HIDDEN, Person, RatingCorrection, Tx};

use super::{
    standing::{add_to_season, seasons_anew},
    words,
};
use crate::{
    RequestError,
    context::{RequestContext, loaded::LoadedMatch},
};

/// The weight of a match outside seasons.
const FULL: f64 = 1.0;

/// Outside seasons every match counts the same.
pub fn always(_: u32) -> f64 {
    FULL
}

/// Ratings by person and game; no game means all games together.
pub type Ratings = BTreeMap<(PersonId, Option<GameId>), Rating>;

/// Rates a match that has just ended, for its game and for all games together.
pub fn rate(cx: &mut RequestContext<'_>, loaded: &LoadedMatch) -> Result<Vec<Text>, RequestError> {
    let outcome = loaded.row.end.as_ref().and_then(|it| it.outcome.as_ref());
    let (Some(outcome), true) = (outcome, loaded.row.counts()) else {
        return Ok(Vec::new());
    };
    let left = matches!(loaded.row.match_rules.ending(), Some(Ending::Left(_)));
    let people = [&loaded.people.first, &loaded.people.second];
    let mut changes = Vec::new();
    for game in [Some(loaded.game()), None] {
        let before = [rating(cx, people[0].id, game)?, rating(cx, people[1].id, game)?];
        let after = glicko::rate(before, outcome.winner, FULL, cx.now);
        for seat in Seat::BOTH.into_iter().filter(|&it| is_changed(outcome.winner, left, it)) {
            let n = seat.index();
            cx.tx.put_rating(people[n].id, game, &after[n])?;
            cx.tx.add_curve_point(people[n].id, game, loaded.row.id, &after[n])?;
            if game.is_some() && !people[n].settings.get(&HIDDEN) && !people[n].gone {
                let changed = words::changed(&people[n].name, before[n].rating, &after[n]);
                changes.push(Text::plain(changed));
            }
        }
    }
    add_to_season(
        cx.tx,
        &cx.tx.room(loaded.row.room)?,
        &Counted {
            of: loaded.row.id,
            room: loaded.row.room,
            game: loaded.game(),
            seats: loaded.row.seats,
            winner: outcome.winner,
            left,
            at: cx.now,
        },
    )?;
    Ok(changes)
}

/// Recalculates every rating after accounts were linked or unlinked. People whose rating
/// changes find the reason in their profile.
pub fn rate_anew_for(cx: &RequestContext<'_>, selves: &[Person]) -> Result<(), RequestError> {
    let before = cx.tx.ratings()?.into_iter();
    let before: BTreeMap<_, _> = before.map(|(who, game, rating)| ((who, game), rating)).collect();
    rate_anew(cx.tx)?;
    for (who, game, after) in cx.tx.ratings()? {
        let Some(before) = before.get(&(who, game)) else { continue };
        let same = before.rating.round() == after.rating.round();
        if !same && selves.iter().all(|it| it.id != who) {
            let (before, after) = (before.rating, after.rating);
            cx.tx.put_shift(who, &RatingCorrection { game, at: cx.now, before, after })?;
        }
    }
    Ok(())
}

/// Recalculates every rating after a match was annulled, and says how the two players' ratings
/// changed.
pub fn rate_without(
    cx: &RequestContext<'_>,
    game: GameId,
    people: [&Person; 2],
) -> Result<Vec<Text>, RequestError> {
    let known =
        |person: &Person| Ok::<_, RequestError>(aged(rating(cx, person.id, Some(game))?, cx.now));
    let was = [known(people[0])?, known(people[1])?];
    rate_anew(cx.tx)?;
    let mut lines = Vec::new();
    for (person, before) in people.into_iter().zip(was) {
        if person.settings.get(&HIDDEN) || person.gone {
            continue;
        }
        let name = person.name.clone();
        lines.push(Text::Plain(match cx.tx.rating(person.id, Some(game))? {
            None => words::no_matches_left(&name, game),
            Some(after) => {
                let after = aged(after, cx.now);
                words::changed(&name, before.rating, &after)
            }
        }));
    }
    Ok(lines)
}

/// Says how a rated match between two people could change their ratings.
pub fn stakes(
    cx: &RequestContext<'_>,
    game: GameId,
    people: [&Person; 2],
) -> Result<Vec<Text>, RequestError> {
    if let Some(hidden) = people.iter().find(|it| it.settings.get(&HIDDEN)) {
        return Ok(vec![Text::Plain(words::hides_rating(&hidden.name))]);
    }
    let before = [rating(cx, people[0].id, Some(game))?, rating(cx, people[1].id, Some(game))?];
    let changes = |seat: Seat| {
        let n = seat.index();
        [Some(seat), None, Some(seat.other())].map(|winner| {
            let after = glicko::rate(before, winner, FULL, cx.now)[n].rating;
            (after.round() - before[n].rating.round()) as i64
        })
    };
    if before.iter().all(|rating| rating.played() == 0) {
        return Ok(vec![Text::Plain(words::at_stake(None, changes(Seat::First)))]);
    }
    let lines = Seat::BOTH.map(|seat| {
        let n = seat.index();
        let who = (people[n].name.as_str(), &aged(before[n], cx.now));
        Text::Plain(words::at_stake(Some(who), changes(seat)))
    });
    Ok(lines.to_vec())
}

/// Returns a person's rating as of their last match.
fn rating(
    cx: &RequestContext<'_>,
    person: PersonId,
    game: Option<GameId>,
) -> Result<Rating, RequestError> {
    Ok(cx.tx.rating(person, game)?.unwrap_or_else(Rating::unknown))
}

/// Tells whether a result changes a seat's rating: not for a player who wins because the other left
/// in the first turns, because two people could otherwise give each other rating.
pub(super) fn is_changed(winner: Option<Seat>, left: bool, seat: Seat) -> bool {
    !left || winner != Some(seat)
}

/// Recalculates every rating from the matches that count, as if people had always been linked as
/// they are now.
pub(crate) fn rate_anew(tx: &Tx<'_>) -> Result<(), RequestError> {
    let counted = tx.counted()?;
    tx.forget_ratings()?;
    for (of, (person, game), rating) in course(&counted, always) {
        if !tx.person(person)?.gone {
            tx.put_rating(person, game, &rating)?;
            tx.add_curve_point(person, game, of, &rating)?;
        }
    }
    seasons_anew(tx)
}

/// Computes ratings from results, in the order the matches ended. `weight` is the weight of a match
/// between two people who have met so many times before.
pub(crate) fn from_results(counted: &[Counted], weight: impl Fn(u32) -> f64) -> Ratings {
    course(counted, weight).into_iter().map(|(_, whose, rating)| (whose, rating)).collect()
}

/// Computes how ratings change with each match, in the order the matches ended.
pub fn course(
    counted: &[Counted],
    weight: impl Fn(u32) -> f64,
) -> Vec<(MatchId, (PersonId, Option<GameId>), Rating)> {
    let mut known = Ratings::new();
    let mut met: BTreeMap<(PersonId, PersonId, Option<GameId>), u32> = BTreeMap::new();
    let mut all = Vec::with_capacity(counted.len() * 4);
    for &Counted { of, game, seats, winner, left, at, room: _ } in counted {
        let people = [seats.first, seats.second];
        for game in [Some(game), None] {
            let before = people.map(|person| {
                let known = known.get(&(person, game)).copied();
                known.unwrap_or_else(Rating::unknown)
            });
            let [low, high] = [people[0].min(people[1]), people[0].max(people[1])];
            let times = met.entry((low, high, game)).or_default();
            let after = glicko::rate(before, winner, weight(*times), at);
            *times += 1;
            for (seat, after) in Seat::BOTH.into_iter().zip(after) {
                if !is_changed(winner, left, seat) {
                    continue;
                }
                let person = people[seat.index()];
                known.insert((person, game), after);
                all.push((of, (person, game), after));
            }
        }
    }
    all
}
