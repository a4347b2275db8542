//! Ratings.
use engine::games::GameId;
use model::{glicko::Rating, ids::PersonId};

use super::{StoreError, Tx, sql::SqlRow};
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

#[cfg(test)]
mod tests {
    use super::{
        super::tests::example::{fresh, rating, terms, world},
        *,
    };

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
}
