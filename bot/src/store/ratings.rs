//! Ratings, and the leaderboards made of them.
use engine::games::GameId;
use rusqlite::{Row, named_params, params};

use super::{PersonId, Rating, Scope, Standing, StoreError, Tx, columns::Word};

impl Tx<'_> {
    /// Returns how well a person plays a game, or all games together where none is named; nothing before the first rated match.
    ///
    /// # Errors
    /// When the database fails.
    pub fn rating(
        &self,
        person: PersonId,
        game: Option<GameId>,
    ) -> Result<Option<Rating>, StoreError> {
        let sql = "SELECT * FROM ratings WHERE game = ? AND person = ?";
        self.one(sql, params![key(game), person], read)
    }

    /// Keeps how well a person plays a game, or all games together.
    ///
    /// # Errors
    /// [`StoreError::Forbidden`] when the person is not known or a figure is no number.
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

    /// Returns everybody who has finished a rated match of the game (or of any) in the scope, best rating first, equals by id. The
    /// rating is the one of all their matches: there is but one. A match that was called off is not finished.
    ///
    /// Rooms that are part of no server have none in common: the scope of an empty server is empty.
    ///
    /// # Errors
    /// When the database fails.
    pub fn standings(
        &self,
        game: Option<GameId>,
        scope: &Scope,
    ) -> Result<Vec<Standing>, StoreError> {
        let key = key(game);
        match scope {
            Scope::Room(room) => {
                let counted = "rated = 1 AND outcome IS NOT NULL AND room = :room";
                let params = named_params! { ":game": key, ":room": room };
                self.all(&sql(counted), params, standing)
            }
            Scope::Server(_, server) if server.is_empty() => Ok(Vec::new()),
            Scope::Server(chat, server) => {
                let counted = "rated = 1 AND outcome IS NOT NULL
                               AND room IN (SELECT id FROM rooms WHERE chat = :chat AND server = :server)";
                let params = named_params! { ":game": key, ":chat": Word(chat), ":server": server };
                self.all(&sql(counted), params, standing)
            }
            Scope::Everywhere => {
                let counted = "rated = 1 AND outcome IS NOT NULL";
                self.all(&sql(counted), named_params! { ":game": key }, standing)
            }
        }
    }
}

/// Writes the query for standings among the matches that `counted`, a condition, lets through.
fn sql(counted: &str) -> String {
    format!(
        "SELECT people.name, ratings.* FROM ratings JOIN people ON people.id = ratings.person
         WHERE ratings.game = :game AND ratings.person IN (
             SELECT first FROM matches WHERE {counted} AND (:game = '' OR game = :game)
             UNION SELECT second FROM matches WHERE {counted} AND (:game = '' OR game = :game))
         ORDER BY ratings.rating DESC, ratings.person"
    )
}

fn key(game: Option<GameId>) -> &'static str {
    game.map_or("", GameId::name)
}

fn read(row: &Row<'_>) -> rusqlite::Result<Rating> {
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

fn standing(row: &Row<'_>) -> rusqlite::Result<Standing> {
    Ok(Standing { person: row.get("person")?, name: row.get("name")?, rating: read(row)? })
}
