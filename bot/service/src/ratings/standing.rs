//! Season standings: updated as matches end, and recalculated from all results.
//!
//! In a season everyone starts fresh, and only matches on one server count.
use std::collections::{BTreeMap, BTreeSet};

use engine::{games::GameId, seat::Seat};
use model::{
    glicko::{Rating, rate},
    ids::{PersonId, RoomId},
};
use store::{Counted, Room, SeasonList, Tx};

use super::{
    ranks::{from_results, is_changed},
    season::Season,
};
use crate::{RequestError, context::seam::DueJob};

/// How many matches a person needs for a place in a season.
pub const MATCHES: u32 = 3;
/// How many opponents a person needs for a place, if so many play.
const OPPONENTS: usize = 2;
/// How many established people play a season before only they count as opponents.
const SETTLED: usize = 3;
/// Up to how many people of a list may have changed what all others need: those at which that
/// changes, and one more, because a match adds two.
const NEAR: usize = SETTLED + 1;
/// The matches and opponents that make a person established, so that invented opponents don't
/// count.
const ESTABLISHED: (u32, u32) = (5, 2);
/// How many matches between the same two people count in full in a season; later ones count less
/// and less.
const FULL_IN_SEASON: u32 = 5;

/// Returns the weight of a match between two people who have met `met` times before in the season.
fn weight(met: u32) -> f64 {
    f64::from(FULL_IN_SEASON) / f64::from((met + 1).max(FULL_IN_SEASON))
}

/// What a place on a list needs besides matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlaceTerms {
    pub opponents: usize,
    /// Whether only established opponents count.
    pub established: bool,
}

/// What a person still needs for a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missing {
    pub matches: u32,
    pub opponents: usize,
}

impl PlaceTerms {
    /// A list of a few people who are new asks for less, so that they can win too.
    fn among(people: usize, established: usize) -> PlaceTerms {
        let opponents = people.saturating_sub(1).clamp(1, OPPONENTS);
        PlaceTerms { opponents, established: SETTLED <= established }
    }

    /// Returns what a place on a list needs now.
    pub fn of(tx: &Tx<'_>, list: &SeasonList) -> Result<PlaceTerms, RequestError> {
        let (people, established) = tx.season_crowd(list, NEAR + 1)?;
        Ok(PlaceTerms::among(people, established))
    }

    /// Returns what is missing after so many matches and opponents; none for a place.
    fn missing(self, matches: u32, opponents: usize) -> Option<Missing> {
        let missing = Missing {
            matches: MATCHES.saturating_sub(matches),
            opponents: self.opponents.saturating_sub(opponents),
        };
        (missing != Missing { matches: 0, opponents: 0 }).then_some(missing)
    }

    /// Returns what a person on a list still needs for a place; none if they have one or aren't on
    /// it.
    pub fn missing_for(
        self,
        tx: &Tx<'_>,
        list: &SeasonList,
        person: PersonId,
    ) -> Result<Option<Missing>, RequestError> {
        let Some(rating) = tx.season_rating(list, person)? else { return Ok(None) };
        let opponents = tx.season_opponents(list, person, self.established)?;
        Ok(self.missing(rating.played(), opponents))
    }
}

/// Adds a match that counts and has just ended to its season.
pub(super) fn add_to_season(tx: &Tx<'_>, room: &Room, new: &Counted) -> Result<(), RequestError> {
    if tx.lacks_seasons()? {
        return seasons_anew(tx);
    }
    let &Counted { game, seats, winner, left, at, .. } = new;
    let season = Season::of(at);
    let people = [seats.first, seats.second];
    for game in [Some(game), None] {
        let list = season.list(room, game);
        let known = |person| {
            let known = tx.season_rating(&list, person)?;
            Ok::<_, RequestError>(known.unwrap_or_else(Rating::unknown))
        };
        let before = [known(people[0])?, known(people[1])?];
        // The match itself counts already.
        let met = tx.met_in_season(&list, people)?.saturating_sub(1);
        let after = rate(before, winner, weight(met), at);
        for seat in Seat::BOTH.into_iter().filter(|&it| is_changed(winner, left, it)) {
            tx.put_season_rating(&list, people[seat.index()], &after[seat.index()])?;
        }
    }
    // A newly established person counts as an opponent of everyone they met in the season.
    let mut concerned = BTreeSet::from(people);
    for person in people {
        if !left && !tx.is_established(person)? {
            let (matches, opponents) = tx.experience(person, at + 1)?;
            if ESTABLISHED.0 <= matches && ESTABLISHED.1 <= opponents {
                tx.establish(person, at)?;
                concerned.extend(tx.met_between(person, season.span())?);
            }
        }
    }
    let mut near: Vec<SeasonList> = Vec::new();
    for person in concerned {
        for list in tx.season_lists_of(person, season.number())? {
            let list = SeasonList { span: season.span(), ..list };
            let (people, established) = tx.season_crowd(&list, NEAR + 1)?;
            let needed = PlaceTerms::among(people, established);
            place(tx, &list, needed, person)?;
            let may_differ = people <= NEAR || (SETTLED..=NEAR).contains(&established);
            if may_differ && !near.contains(&list) {
                near.push(list);
            }
        }
    }
    for list in near {
        let needed = PlaceTerms::of(tx, &list)?;
        for person in tx.season_people(&list)? {
            place(tx, &list, needed, person)?;
        }
    }
    Ok(())
}

/// Stores whether a person on a list has a place.
fn place(
    tx: &Tx<'_>,
    list: &SeasonList,
    needed: PlaceTerms,
    person: PersonId,
) -> Result<(), RequestError> {
    let missing = needed.missing_for(tx, list, person)?;
    Ok(tx.set_may_win(list, person, missing.is_none())?)
}

/// Recalculates season standings if they were deleted.
pub(crate) const SEASONS: DueJob = DueJob {
    name: "seasons",
    due: |tx, _| Ok(if tx.lacks_seasons()? { vec![0] } else { Vec::new() }),
    next: None,
    act: |service, _, _| service.store.transaction(seasons_anew),
};

/// Recalculates the standings of all seasons.
pub(crate) fn seasons_anew(tx: &Tx<'_>) -> Result<(), RequestError> {
    let counted = tx.counted()?;
    tx.forget_seasons()?;
    let established = established(&counted);
    for (&person, &at) in &established {
        tx.establish(person, at)?;
    }
    let mut rooms: BTreeMap<RoomId, Room> = BTreeMap::new();
    let mut seasons: BTreeMap<(&str, String, Season), Vec<Counted>> = BTreeMap::new();
    for result in &counted {
        let room = match rooms.get(&result.room) {
            Some(room) => room,
            None => rooms.entry(result.room).or_insert(tx.room(result.room)?),
        };
        let whose = (room.chat.name(), room.server_key().to_owned(), Season::of(result.at));
        seasons.entry(whose).or_default().push(*result);
    }
    for ((_, _, season), counted) in seasons {
        let games: BTreeSet<&str> = counted.iter().map(|it| it.game.name()).collect();
        let games = games.into_iter().map(GameId::named).chain([None]);
        for game in games {
            let of: Vec<Counted> = counted
                .iter()
                .filter(|result| game.is_none_or(|game| result.game == game))
                .copied()
                .collect();
            let Some(room) = of.first().and_then(|result| rooms.get(&result.room)) else {
                continue;
            };
            let list = season.list(room, game);
            let ratings = from_results(&of, weight).into_iter();
            let ratings: Vec<(PersonId, Rating)> = ratings
                .filter(|it| it.0.1 == game)
                .map(|((person, _), rating)| (person, rating))
                .collect();
            let is_established =
                |person: PersonId| established.get(&person).is_some_and(|at| *at < list.span.1);
            let known = ratings.iter().filter(|it| is_established(it.0)).count();
            let needed = PlaceTerms::among(ratings.len(), known);
            let opponents = opponents(&of, |person| !needed.established || is_established(person));
            for (person, rating) in ratings {
                tx.put_season_rating(&list, person, &rating)?;
                let met = opponents.get(&person).copied().unwrap_or(0);
                tx.set_may_win(&list, person, needed.missing(rating.played(), met).is_none())?;
            }
        }
    }
    Ok(())
}

/// Returns since when each person is established.
fn established(counted: &[Counted]) -> BTreeMap<PersonId, i64> {
    let mut known: BTreeMap<PersonId, (u32, BTreeSet<PersonId>)> = BTreeMap::new();
    let mut since = BTreeMap::new();
    for Counted { seats, at, .. } in counted.iter().filter(|it| !it.left) {
        for (person, other) in [(seats.first, seats.second), (seats.second, seats.first)] {
            let (matches, met) = known.entry(person).or_default();
            *matches += 1;
            met.insert(other);
            if ESTABLISHED.0 <= *matches && ESTABLISHED.1 as usize <= met.len() {
                since.entry(person).or_insert(*at);
            }
        }
    }
    since
}

/// Counts each person's opponents who pass.
fn opponents(counted: &[Counted], passes: impl Fn(PersonId) -> bool) -> BTreeMap<PersonId, usize> {
    let mut met: BTreeMap<PersonId, BTreeSet<PersonId>> = BTreeMap::new();
    for Counted { seats, .. } in counted.iter().filter(|it| !it.left) {
        for (person, other) in [(seats.first, seats.second), (seats.second, seats.first)] {
            if passes(other) {
                met.entry(person).or_default().insert(other);
            }
        }
    }
    met.into_iter().map(|(person, others)| (person, others.len())).collect()
}

#[cfg(test)]
mod tests {
    use engine::{
        fair::Secret,
        game::{Outcome, Why},
        match_rules::Ending,
        seat::BySeat,
    };
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use model::{ids::Chat, time::DAY};
    use store::{MatchCommitted, MatchEnd, MatchRow, NewMatch, Store, Terms};

    /// When the first match ends.
    const BEGIN: i64 = 1_795_000_000;

    fn played(
        tx: &Tx<'_>,
        room: &Room,
        game: GameId,
        people: [PersonId; 2],
        end: MatchEnd,
    ) -> Counted {
        let terms = Terms {
            game,
            options: ().into(),
            clock: None,
            rated: true,
            private: false,
            start: None,
            room_time: None,
        };
        let [first, second] = people;
        let salts = BySeat::default();
        let new = NewMatch {
            room: room.id,
            seats: BySeat { first, second },
            terms,
            tag: String::new(),
            secret: Secret::from_bytes([1; 32]),
            words: BySeat::default(),
            pact: MatchCommitted { offer: String::new(), begun: String::new(), salts },
            opened_at: end.at - 10,
        };
        let row = tx.match_row(tx.add_match(&new).unwrap()).unwrap().unwrap();
        tx.update_match(&MatchRow { end: Some(end), ..row }).unwrap();
        *tx.counted().unwrap().last().unwrap()
    }

    /// Returns all lists of some seasons, with every rating.
    fn everything(tx: &Tx<'_>, rooms: &[Room]) -> Vec<String> {
        let mut all = Vec::new();
        let seasons: BTreeSet<Season> =
            (0..12).map(|month| Season::of(BEGIN + month * 30 * DAY)).collect();
        for room in rooms {
            for (season, may_win) in
                seasons.iter().flat_map(|season| [(season, true), (season, false)])
            {
                for game in GameId::ALL.iter().copied().map(Some).chain([None]) {
                    let list = season.list(room, game);
                    for figure in tx.season_places(&list, may_win).unwrap() {
                        let rating = tx.season_rating(&list, figure.person).unwrap().unwrap();
                        all.push(format!("{list:?} {may_win} {figure:?} {rating:?}"));
                    }
                }
            }
        }
        all
    }

    #[test]
    fn a_place_needs_three_matches_and_as_many_opponents_as_a_small_group_has() {
        let needs = |people, established| PlaceTerms::among(people, established);
        assert_eq!(needs(2, 0), PlaceTerms { opponents: 1, established: false });
        assert_eq!(needs(3, 2), PlaceTerms { opponents: 2, established: false });
        assert_eq!(needs(80, 2), PlaceTerms { opponents: 2, established: false });
        assert_eq!(needs(4, 3), PlaceTerms { opponents: 2, established: true });
        let four = needs(4, 0);
        assert_eq!(four.missing(3, 2), None);
        assert_eq!(four.missing(9, 1), Some(Missing { matches: 0, opponents: 1 }));
        assert_eq!(four.missing(2, 2), Some(Missing { matches: 1, opponents: 0 }));
    }

    #[test]
    fn seasons_kept_as_matches_end_are_those_of_all_results() {
        let mut store = Store::trial().unwrap();
        store
            .transaction::<_, RequestError>(|tx| {
                let meet = |n: i64| tx.meet_person(Chat::Console, &n.to_string(), "x").unwrap().id;
                let people: Vec<PersonId> = (0..7).map(meet).collect();
                let room =
                    |handle, server| tx.meet_room(Chat::Console, handle, "", server).unwrap();
                let rooms = [room("a", "s"), room("b", "s"), room("c", "")];
                let mut dice = ChaCha8Rng::seed_from_u64(3);
                for n in 0..240 {
                    let at = BEGIN + n * DAY;
                    let first = dice.random_range(0..people.len());
                    let second = (first + dice.random_range(1..people.len())) % people.len();
                    let winner =
                        [None, Some(Seat::First), Some(Seat::Second)][dice.random_range(0..3)];
                    let left = winner.filter(|_| dice.random_bool(0.2));
                    let why = Why::Words(String::new());
                    let ending = left.map(|seat| Ending::Left(seat.other()));
                    let end = MatchEnd::new(at, Some(Outcome { winner, why }), ending);
                    let room = &rooms[dice.random_range(0..3)];
                    let game = GameId::ALL[dice.random_range(0..2)];
                    let new = played(tx, room, game, [people[first], people[second]], end);
                    assert_eq!(new.left, left.is_some());
                    add_to_season(tx, room, &new)?;
                }
                let kept = everything(tx, &rooms);
                assert!(kept.iter().any(|it| it.contains("} true")) && 60 < kept.len());
                seasons_anew(tx)?;
                let anew = everything(tx, &rooms);
                for (kept, anew) in kept.iter().zip(&anew) {
                    assert_eq!(kept, anew);
                }
                assert_eq!(kept.len(), anew.len());
                // A room that becomes part of something else takes its matches along.
                tx.meet_room(Chat::Console, "c", "", "s")?;
                assert!(tx.lacks_seasons()? && everything(tx, &rooms).is_empty());
                seasons_anew(tx)?;
                assert!(!tx.lacks_seasons()?);
                Ok(())
            })
            .unwrap();
    }
}
