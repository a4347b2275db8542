//! Ratings and leaderboards.
use engine::games::GameId;
use model::{
    glicko::Rating,
    ids::{PersonId, RoomId},
};

use super::{Scope, StoreError, Tx, columns::Word, sql::SqlRow};
use crate::{
    sql::{named_params, params},
    tables::{OnErase, OnLink, OnUnlink, PersonColumn, RowExport, TableSpec, person},
};

// When data is deleted, [`Tx::erase_ratings`] deletes the ratings: opponents are rated against them until then.
pub(super) const RATINGS: TableSpec = TableSpec::new("ratings", "game, person")
    .exports(&[RowExport::own(
        "game, rating, deviation, volatility, won, lost, drawn, streak, last_at",
    )])
    .people(&[CALCULATED]);

pub(super) const SHIFTS: TableSpec = TableSpec::new("shifts", "person, game")
    .exports(&[RowExport::own("game, at, before, after")])
    .people(&[CALCULATED]);

/// Whose something is that is calculated anew after people were linked or parted.
pub(super) const CALCULATED: PersonColumn =
    person("person", OnErase::Keep, OnLink::Delete, OnUnlink::Stay);

/// A change of a rating without a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingCorrection {
    /// None for all games together.
    pub game: Option<GameId>,
    pub at: i64,
    pub before: f64,
    pub after: f64,
}

impl Tx<'_> {
    /// Returns a person's rating in a game, or in all games together; none before the first rated
    /// match.
    pub fn rating(
        &self,
        person: PersonId,
        game: Option<GameId>,
    ) -> Result<Option<Rating>, StoreError> {
        let sql = "SELECT * FROM ratings WHERE game = ? AND person = ?";
        self.one(sql, params![key(game), person], read)
    }

    /// Stores a person's rating in a game, or in all games together.
    ///
    /// # Errors
    /// [`StoreError::Forbidden`] if the person doesn't exist or a number is NaN.
    pub fn put_rating(
        &self,
        person: PersonId,
        game: Option<GameId>,
        new: &Rating,
    ) -> Result<(), StoreError> {
        let Rating { rating, deviation, volatility, won, lost, drawn, streak, last_at } = new;
        let sql = "INSERT INTO ratings (person, game, rating, deviation, volatility, won, lost, drawn, streak, last_at)
                   VALUES (:person, :game, :rating, :deviation, :volatility, :won, :lost, :drawn, :streak, :last_at)
                   ON CONFLICT (game, person) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
                       volatility = excluded.volatility, won = excluded.won, lost = excluded.lost, drawn = excluded.drawn,
                       streak = excluded.streak, last_at = excluded.last_at";
        self.change(
            sql,
            named_params! {
                ":person": person,
                ":game": key(game),
                ":rating": rating,
                ":deviation": deviation,
                ":volatility": volatility,
                ":won": won,
                ":lost": lost,
                ":drawn": drawn,
                ":streak": streak,
                ":last_at": last_at,
            },
        )?;
        Ok(())
    }

    /// Deletes all ratings and curves, before they are recalculated.
    pub fn forget_ratings(&self) -> Result<(), StoreError> {
        self.change("DELETE FROM ratings", [])?;
        self.change("DELETE FROM curves", [])?;
        Ok(())
    }

    /// Stores a change of a rating without a match, replacing an earlier one.
    ///
    /// # Errors
    /// If the person doesn't exist.
    pub fn put_shift(&self, person: PersonId, shift: &RatingCorrection) -> Result<(), StoreError> {
        let RatingCorrection { game, at, before, after } = *shift;
        let sql = "INSERT INTO shifts (person, game, at, before, after) VALUES (?, ?, ?, ?, ?)
                   ON CONFLICT (person, game) DO UPDATE SET at = excluded.at, before = excluded.before, after = excluded.after";
        self.change(sql, params![person, key(game), at, before, after])?;
        Ok(())
    }

    /// Returns the changes of a person's ratings without a match, after a moment.
    pub fn shifts(
        &self,
        person: PersonId,
        after: i64,
    ) -> Result<Vec<RatingCorrection>, StoreError> {
        let sql = "SELECT * FROM shifts WHERE person = ? AND at > ? ORDER BY game";
        self.all(sql, params![person, after], |row| {
            let game: String = row.get("game")?;
            Ok(RatingCorrection {
                game: GameId::named(&game),
                at: row.get("at")?,
                before: row.get("before")?,
                after: row.get("after")?,
            })
        })
    }

    /// Returns everyone who has finished a rated match of the game (or of any) in the scope and
    /// isn't hidden, in the order of their ids. The rating is from all their matches. A called-off
    /// match isn't finished.
    ///
    /// Rooms without a server share none, so the scope of an empty server is empty.
    pub fn standings(
        &self,
        game: Option<GameId>,
        scope: &Scope,
    ) -> Result<Vec<(PersonId, Rating)>, StoreError> {
        let hidden = self.hidden()?;
        let mut found = match self.played_in(game, scope)? {
            None => self.all(&standings(""), [key(game)], standing)?,
            Some(players) if players.len() <= FEW => {
                let sql = standings(" AND person = ?");
                let one = |person: PersonId| self.one(&sql, params![key(game), person], standing);
                let found = players.into_iter().map(one).collect::<Result<Vec<_>, _>>()?;
                found.into_iter().flatten().collect()
            }
            Some(players) => {
                // Both are in the order of their ids.
                let mut players = players.into_iter().peekable();
                let mut found = self.all(&standings(""), [key(game)], standing)?;
                found.retain(|(person, _)| {
                    while players.next_if(|it| it < person).is_some() {}
                    players.peek() == Some(person)
                });
                found
            }
        };
        found.retain(|(person, _)| !hidden.contains(person));
        Ok(found)
    }

    /// Counts the ratings in a game, or in all games together: the least work that a list of them
    /// takes.
    pub fn count_ratings(&self, game: Option<GameId>) -> Result<u64, StoreError> {
        // A column near the end, so that whole rows are read.
        let sql = "SELECT count(last_at) FROM ratings WHERE game = ?";
        Ok(self.one(sql, [key(game)], |row| row.get(0))?.unwrap_or(0))
    }

    /// Returns the ids of everyone who has finished a rated match in a scope, in order; nothing for
    /// everywhere, where everyone with a rating has.
    fn played_in(
        &self,
        game: Option<GameId>,
        scope: &Scope,
    ) -> Result<Option<Vec<PersonId>>, StoreError> {
        let rooms: Vec<RoomId> = match scope {
            Scope::Everywhere => return Ok(None),
            Scope::Room(room) => vec![*room],
            Scope::Server(_, server) if server.is_empty() => Vec::new(),
            Scope::Server(chat, server) => {
                let sql = "SELECT id FROM rooms WHERE chat = ? AND server = ?";
                self.all(sql, params![Word(chat), server], |row| row.get(0))?
            }
        };
        let mut players = Vec::new();
        for room in rooms {
            let here: Vec<PersonId> = match game {
                None => {
                    let sql = "SELECT person FROM seats WHERE counted = 1 AND room = ?";
                    self.all(sql, [room], |row| row.get(0))?
                }
                Some(game) => {
                    let sql =
                        "SELECT person FROM seats WHERE counted = 1 AND room = ? AND game = ?";
                    self.all(sql, params![room, game.name()], |row| row.get(0))?
                }
            };
            players.extend(here);
        }
        players.sort_unstable();
        players.dedup();
        Ok(Some(players))
    }
}

/// The most people to look up one by one; for more, all rows are read.
const FEW: usize = 1000;

/// Writes the query for standings.
fn standings(whose: &str) -> String {
    format!(
        "SELECT person, rating, deviation, volatility, won, lost, drawn, streak, last_at
         FROM ratings WHERE game = ?{whose} ORDER BY person"
    )
}

pub(super) fn key(game: Option<GameId>) -> &'static str {
    game.map_or("", GameId::name)
}

/// Reads the columns of a rating.
pub fn read(row: &SqlRow<'_>) -> rusqlite::Result<Rating> {
    Ok(Rating {
        rating: row.get("rating")?,
        deviation: row.get("deviation")?,
        volatility: row.get("volatility")?,
        won: row.get("won")?,
        lost: row.get("lost")?,
        drawn: row.get("drawn")?,
        streak: row.get("streak")?,
        last_at: row.get("last_at")?,
    })
}

/// Reads by position, because there are many.
fn standing(row: &SqlRow<'_>) -> rusqlite::Result<(PersonId, Rating)> {
    let rating = Rating {
        rating: row.get(1)?,
        deviation: row.get(2)?,
        volatility: row.get(3)?,
        won: row.get(4)?,
        lost: row.get(5)?,
        drawn: row.get(6)?,
        streak: row.get(7)?,
        last_at: row.get(8)?,
    };
    Ok((row.get(0)?, rating))
}

#[cfg(test)]
mod tests {
    use engine::seat::BySeat;
    use model::ids::{Chat, RoomId};

    use super::{
        super::{
            NewMatch, Settings, Terms,
            settings::HIDDEN,
            tests::example::{ended, fresh, new_match, rating, terms, touched, world},
        },
        *,
    };

    /// Plays a match that ends with an outcome.
    fn play(tx: &Tx<'_>, room: RoomId, first: PersonId, second: PersonId) {
        let new = NewMatch { room, seats: BySeat { first, second }, ..new_match(&world(tx)) };
        ended(tx, touched(tx, &new, 10), 20, true);
    }

    fn people(tx: &Tx<'_>, game: Option<GameId>, scope: &Scope) -> Vec<PersonId> {
        tx.standings(game, scope).unwrap().into_iter().map(|it| it.0).collect()
    }

    #[test]
    fn ratings_come_back_and_are_replaced() {
        fresh(|tx| {
            let world = world(tx);
            let game = Some(terms().game);
            assert_eq!(tx.rating(world.ann, game).unwrap(), None);
            tx.put_rating(world.ann, game, &rating(1500.1)).unwrap();
            tx.put_rating(world.ann, None, &rating(1400.2)).unwrap();
            tx.put_rating(world.ben, game, &rating(1300.3)).unwrap();
            let better = Rating { won: 4, streak: 1, last_at: 6000, ..rating(1510.7) };
            tx.put_rating(world.ann, game, &better).unwrap();
            assert_eq!(tx.rating(world.ann, game).unwrap(), Some(better));
            assert_eq!(tx.rating(world.ann, None).unwrap(), Some(rating(1400.2)));
            assert_eq!(tx.rating(world.ben, game).unwrap(), Some(rating(1300.3)));
            assert_eq!(tx.rating(world.ben, None).unwrap(), None);
        });
    }

    #[test]
    fn a_rating_is_a_number_of_somebody() {
        fresh(|tx| {
            let ann = world(tx).ann;
            for (person, figure) in [(ann, f64::NAN), (PersonId(99), 1500.0)] {
                let err = tx.attempt(|| tx.put_rating(person, None, &rating(figure))).unwrap_err();
                assert!(matches!(err, StoreError::Forbidden(_)), "{err}");
            }
        });
    }

    #[test]
    fn standings_are_complete_but_for_those_who_hide() {
        fresh(|tx| {
            let world = world(tx);
            let cat = tx.meet_person(Chat::Discord, "c1", "Cat").unwrap().id;
            play(tx, world.room, world.ann, world.ben);
            play(tx, world.room, cat, world.ann);
            for (person, figure) in [(world.ann, 1500.0), (world.ben, 1600.0), (cat, 1500.0)] {
                tx.put_rating(person, None, &rating(figure)).unwrap();
            }
            let settings = Settings::default().with(&HIDDEN, true);
            tx.set_settings(cat, &settings).unwrap();
            let expected = [(world.ann, rating(1500.0)), (world.ben, rating(1600.0))];
            for scope in [Scope::Everywhere, Scope::Room(world.room)] {
                assert_eq!(tx.standings(None, &scope).unwrap(), expected);
            }
            assert_eq!(tx.standings(Some(terms().game), &Scope::Everywhere).unwrap(), []);
        });
    }

    #[test]
    fn a_scope_counts_only_who_played_there() {
        fresh(|tx| {
            let world = world(tx);
            let meet = |name: &str| tx.meet_person(Chat::Discord, name, name).unwrap().id;
            let (cat, dan, eve) = (meet("Cat"), meet("Dan"), meet("Eve"));
            let room = |chat, handle, server| tx.meet_room(chat, handle, "", server).unwrap().id;
            let beside = room(Chat::Discord, "r2", "s1");
            let alone = room(Chat::Discord, "r3", "");
            let namesake = room(Chat::Matrix, "r1", "s1");
            play(tx, world.room, world.ann, world.ben);
            play(tx, beside, cat, world.ann);
            play(tx, alone, dan, dan);
            play(tx, namesake, eve, eve);
            for person in [world.ann, world.ben, cat, dan, eve] {
                tx.put_rating(person, None, &rating(1500.0)).unwrap();
            }
            let server = |chat, name: &str| Scope::Server(chat, name.to_owned());
            let of = |scope| people(tx, None, &scope);
            assert_eq!(of(Scope::Room(world.room)), [world.ann, world.ben]);
            assert_eq!(of(Scope::Room(beside)), [world.ann, cat]);
            assert_eq!(of(server(Chat::Discord, "s1")), [world.ann, world.ben, cat]);
            assert_eq!(of(server(Chat::Matrix, "s1")), [eve]);
            assert_eq!(of(server(Chat::Discord, "")), []);
            assert_eq!(of(Scope::Everywhere), [world.ann, world.ben, cat, dan, eve]);
        });
    }

    #[test]
    fn only_rated_matches_with_an_outcome_of_the_same_game_count() {
        fresh(|tx| {
            let world = world(tx);
            let game = terms().game;
            for person in [world.ann, world.ben] {
                tx.put_rating(person, Some(game), &rating(1500.0)).unwrap();
                tx.put_rating(person, None, &rating(1400.0)).unwrap();
            }
            let new = new_match(&world);
            let unrated = Terms { rated: false, ..terms() };
            let unrated = NewMatch { terms: unrated, ..new.clone() };
            touched(tx, &new, 10);
            ended(tx, touched(tx, &new, 10), 20, false);
            ended(tx, touched(tx, &unrated, 10), 20, true);
            let nobody: [PersonId; 0] = [];
            assert_eq!(people(tx, None, &Scope::Room(world.room)), nobody);

            play(tx, world.room, world.ann, world.ben);
            let both = [world.ann, world.ben];
            assert_eq!(people(tx, Some(game), &Scope::Room(world.room)), both);
            assert_eq!(people(tx, None, &Scope::Room(world.room)), both);
            tx.change("UPDATE matches SET game = 'another'", []).unwrap();
            assert_eq!(people(tx, Some(game), &Scope::Room(world.room)), nobody);
            assert_eq!(people(tx, None, &Scope::Room(world.room)), both);
        });
    }
}
