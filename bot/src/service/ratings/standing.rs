//! Season standings: updated as matches end, and recalculated from all results.
//!
//! In a season everyone starts fresh, and only matches on one server count.
use std::collections::{BTreeMap, BTreeSet};

use engine::{games::GameId, seat::Seat};

use super::{
    ranks::{from_results, is_changed},
    season::Season,
};
use crate::service::Fault;
use crate::{
    glicko::rate,
    store::{Counted, PersonId, Rating, Room, RoomId, SeasonList, Tx},
};

/// How many matches a person needs to win a season.
pub(in crate::service) const TO_WIN: u32 = 3;
/// How many established opponents a person needs to win a season.
pub(super) const OPPONENTS_TO_WIN: usize = 2;
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

fn may_win(rating: &Rating, opponents: usize) -> bool {
    TO_WIN <= rating.played() && OPPONENTS_TO_WIN <= opponents
}

/// Adds a match that counts and has just ended to its season.
pub(super) fn add_to_season(tx: &Tx<'_>, room: &Room, new: &Counted) -> Result<(), Fault> {
    if tx.lacks_seasons()? {
        return seasons_anew(tx);
    }
    let &Counted { game, seats, winner, left, at, .. } = new;
    let season = Season::of(at);
    let people = [seats.first, seats.second];
    for game in [Some(game), None] {
        let list = season.list(room, game);
        let known = |it| {
            let known = tx.season_rating(&list, it)?;
            Ok::<_, Fault>(known.unwrap_or_else(Rating::unknown))
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
    for person in concerned {
        for list in tx.season_lists_of(person, season.number())? {
            let list = SeasonList { span: season.span(), ..list };
            let opponents = tx.season_opponents(&list, person)?;
            let rating = tx.season_rating(&list, person)?;
            tx.set_may_win(&list, person, rating.is_some_and(|it| may_win(&it, opponents)))?;
        }
    }
    Ok(())
}

/// Recalculates the standings of all seasons.
pub(in crate::service) fn seasons_anew(tx: &Tx<'_>) -> Result<(), Fault> {
    let counted = tx.counted()?;
    tx.forget_seasons()?;
    let established = established(&counted);
    for (&person, &at) in &established {
        tx.establish(person, at)?;
    }
    let mut rooms: BTreeMap<RoomId, Room> = BTreeMap::new();
    let mut seasons: BTreeMap<(&str, String, Season), Vec<Counted>> = BTreeMap::new();
    for it in &counted {
        let room = match rooms.get(&it.room) {
            Some(room) => room,
            None => rooms.entry(it.room).or_insert(tx.room(it.room)?),
        };
        let whose = (room.chat.name(), room.server_key().to_owned(), Season::of(it.at));
        seasons.entry(whose).or_default().push(*it);
    }
    for ((_, _, season), counted) in seasons {
        let games: BTreeSet<&str> = counted.iter().map(|it| it.game.name()).collect();
        let games = games.into_iter().map(GameId::named).chain([None]);
        for game in games {
            let of: Vec<Counted> = counted
                .iter()
                .filter(|it| game.is_none_or(|game| it.game == game))
                .copied()
                .collect();
            let Some(room) = of.first().and_then(|it| rooms.get(&it.room)) else { continue };
            let list = season.list(room, game);
            let opponents = opponents(&of, &established, list.span.1);
            for ((person, rated), rating) in from_results(&of, weight) {
                if rated == game {
                    tx.put_season_rating(&list, person, &rating)?;
                    let met = opponents.get(&person).copied().unwrap_or(0);
                    tx.set_may_win(&list, person, may_win(&rating, met))?;
                }
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

/// Counts each person's opponents who are established before a time.
fn opponents(
    counted: &[Counted],
    established: &BTreeMap<PersonId, i64>,
    before: i64,
) -> BTreeMap<PersonId, usize> {
    let mut met: BTreeMap<PersonId, BTreeSet<PersonId>> = BTreeMap::new();
    for Counted { seats, .. } in counted.iter().filter(|it| !it.left) {
        for (person, other) in [(seats.first, seats.second), (seats.second, seats.first)] {
            if established.get(&other).is_some_and(|it| *it < before) {
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
        house::Ending,
        seat::BySeat,
    };
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::{
        store::{Chat, MatchEnd, MatchRow, NewMatch, Pact, Store, Terms},
        time::DAY,
    };

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
            vote: None,
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
            pact: Pact { offer: String::new(), begun: String::new(), salts },
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
            for (season, may_win) in seasons.iter().flat_map(|it| [(it, true), (it, false)]) {
                for game in GameId::ALL.iter().copied().map(Some).chain([None]) {
                    let list = season.list(room, game);
                    for it in tx.season_places(&list, may_win).unwrap() {
                        let rating = tx.season_rating(&list, it.person).unwrap().unwrap();
                        all.push(format!("{list:?} {may_win} {it:?} {rating:?}"));
                    }
                }
            }
        }
        all
    }

    #[test]
    fn seasons_kept_as_matches_end_are_those_of_all_results() {
        let mut store = Store::trial().unwrap();
        store
            .transaction::<_, Fault>(|tx| {
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
                    let ending = left.map(|it| Ending::Left(it.other()));
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
