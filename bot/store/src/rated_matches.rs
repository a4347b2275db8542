//! The matches that count for ratings, in the order they ended, and rating curves.
use engine::{
    game::{Outcome, Why},
    games::GameId,
    seat::{BySeat, Seat},
};
use model::{
    glicko::Rating,
    ids::{MatchId, PersonId, RoomId},
};

use super::{
    MatchRow, StoreError, Tx,
    columns::{Json, Word},
    matches::{self, columns},
    sql::SqlRow,
};
use crate::{
    ratings::CALCULATED,
    sql::{named_params, params},
    tables::{RowExport, TableSpec},
};

pub(super) const CURVES: TableSpec = TableSpec::new("curves", "person, game, counted")
    .exports(&[RowExport::own("game, counted, at, rating, deviation")])
    .people(&[CALCULATED]);

/// A match that counted for ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    pub of: MatchId,
    pub room: RoomId,
    pub game: GameId,
    pub seats: BySeat<PersonId>,
    /// None in a draw.
    pub winner: Option<Seat>,
    /// Whether the loser left in the first turns, so that only their rating changes.
    pub left: bool,
    pub at: i64,
}

/// A rating after a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    pub at: i64,
    pub rating: f64,
    pub deviation: f64,
}

/// The columns of [`read`].
const COLUMNS: &str = "matches.id, matches.room, matches.game, (SELECT '{' || string_agg(json_quote(seat) || ':' || person, ',') || '}' FROM seats WHERE match_id = matches.id) AS seated, matches.outcome, matches.ended_at, json_type(matches.ending, '$.left') IS NOT NULL AS left_early";

impl Tx<'_> {
    /// Returns every match that counts for ratings, in the order they ended.
    pub fn counted(&self) -> Result<Vec<Counted>, StoreError> {
        let sql =
            format!("SELECT {COLUMNS} FROM matches WHERE counted IS NOT NULL ORDER BY counted");
        self.all(&sql, [], read)
    }

    /// Returns how many matches that count a person has ended before a time, and against how many
    /// people, without those a side left in the first turns.
    pub fn experience(&self, person: PersonId, before: i64) -> Result<(u32, u32), StoreError> {
        let sql = "SELECT count(*), count(DISTINCT others.person) FROM seats own
                       JOIN seats others ON others.match_id = own.match_id AND others.seat <> own.seat
                       JOIN matches ON matches.id = own.match_id
                   WHERE own.person = :person AND own.counted = 1 AND own.ended_at IS NOT NULL AND own.ended_at < :before
                     AND json_type(matches.ending, '$.left') IS NULL";
        let params = named_params! { ":person": person, ":before": before };
        let found = self.one(sql, params, |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(found.unwrap_or_default())
    }

    /// Returns every ended match, with its number among those that count.
    pub fn ended_matches(&self) -> Result<Vec<(MatchRow, Option<i64>)>, StoreError> {
        let sql =
            concat!("SELECT ", columns!(), " FROM matches WHERE ended_at IS NOT NULL ORDER BY id");
        self.all(sql, [], |row| Ok((super::matches::read(row)?, row.get("counted")?)))
    }

    /// Makes these matches count, in this order, and no others.
    pub fn count_in_order(&self, order: &[MatchId]) -> Result<(), StoreError> {
        // Curves refer to these numbers and are recalculated afterwards.
        self.forget_ratings()?;
        self.change("UPDATE matches SET counted = NULL WHERE counted IS NOT NULL", [])?;
        for (id, number) in order.iter().zip(1..) {
            self.change("UPDATE matches SET counted = ? WHERE id = ?", params![number, id])?;
        }
        Ok(())
    }

    /// Adds a rating after a match.
    ///
    /// # Errors
    /// [`StoreError::Forbidden`] if the match doesn't count.
    pub fn add_curve_point(
        &self,
        person: PersonId,
        game: Option<GameId>,
        of: MatchId,
        new: &Rating,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO curves (person, game, counted, at, rating, deviation)
                   VALUES (:person, :game, (SELECT counted FROM matches WHERE id = :of), :at, :rating, :deviation)";
        let params = named_params! {
            ":person": person, ":game": game.map_or("", GameId::name), ":of": of,
            ":at": new.last_at, ":rating": new.rating, ":deviation": new.deviation,
        };
        self.change(sql, params)?;
        Ok(())
    }

    /// Returns a person's rating curve, oldest match first.
    pub fn curve(
        &self,
        person: PersonId,
        game: Option<GameId>,
    ) -> Result<Vec<CurvePoint>, StoreError> {
        let sql = "SELECT at, rating, deviation FROM curves WHERE person = ? AND game = ? ORDER BY counted";
        self.all(sql, params![person, game.map_or("", GameId::name)], |row| {
            Ok(CurvePoint {
                at: row.get("at")?,
                rating: row.get("rating")?,
                deviation: row.get("deviation")?,
            })
        })
    }

    /// Returns all ratings.
    pub fn ratings(&self) -> Result<Vec<(PersonId, Option<GameId>, Rating)>, StoreError> {
        self.all("SELECT * FROM ratings ORDER BY person, game", [], |row| {
            let game: String = row.get("game")?;
            let game = if game.is_empty() { None } else { Some(row.get::<_, Word<_>>("game")?.0) };
            Ok((row.get("person")?, game, super::ratings::read(row)?))
        })
    }

    /// Returns the matches between people, or rooms, that ended with a result in a span of time, by
    /// number: those of a room and those with a side that plays from there, without private ones.
    pub fn ended_between(
        &self,
        room: RoomId,
        (from, to): (i64, i64),
    ) -> Result<Vec<MatchRow>, StoreError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM matches
             WHERE (room = ?1 OR id IN (SELECT match_id FROM away_rooms WHERE room = ?1))
               AND ended_at IS NOT NULL AND ended_at >= ?2 AND ended_at < ?3
               AND private = 0 AND outcome IS NOT NULL AND annulled_at IS NULL
               AND NOT EXISTS (SELECT 1 FROM practice WHERE practice.match_id = matches.id)
             ORDER BY id"
        );
        self.all(sql, params![room, from, to], matches::read)
    }

    /// Returns the matches of a person against people, or rooms, that ended with a result in a span of
    /// time, in the order they ended; private ones too.
    pub fn results_between(
        &self,
        person: PersonId,
        (from, to): (i64, i64),
    ) -> Result<Vec<MatchRow>, StoreError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM matches
             WHERE id IN (SELECT match_id FROM seats
                          WHERE person = ?1 AND ended_at IS NOT NULL AND ended_at >= ?2 AND ended_at < ?3)
               AND outcome IS NOT NULL AND annulled_at IS NULL
               AND NOT EXISTS (SELECT 1 FROM practice WHERE practice.match_id = matches.id)
             ORDER BY ended_at, id"
        );
        self.all(sql, params![person, from, to], matches::read)
    }

    /// Returns by how much a match changed the ratings of its players in all games together.
    pub fn rating_changes(&self, of: MatchId) -> Result<Vec<(PersonId, f64)>, StoreError> {
        let sql = "SELECT person, rating, (
                       SELECT earlier.rating FROM curves earlier
                       WHERE earlier.person = curves.person AND earlier.game = '' AND earlier.counted < curves.counted
                       ORDER BY earlier.counted DESC LIMIT 1) AS before
                   FROM curves WHERE game = '' AND counted = (SELECT counted FROM matches WHERE id = ?)
                   ORDER BY person";
        self.all(sql, [of], |row| {
            let before: Option<f64> = row.get("before")?;
            let after: f64 = row.get("rating")?;
            Ok((row.get("person")?, after - before.unwrap_or_else(|| Rating::unknown().rating)))
        })
    }
}

fn read(row: &SqlRow<'_>) -> rusqlite::Result<Counted> {
    let Word(game) = row.get("game")?;
    let Json(Outcome::<Why> { winner, why: _ }) = row.get("outcome")?;
    let Json(seats) = row.get("seated")?;
    Ok(Counted {
        of: row.get("id")?,
        room: row.get("room")?,
        game,
        seats,
        winner,
        left: row.get("left_early")?,
        at: row.get("ended_at")?,
    })
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            NewMatch, Terms,
            tests::example::{ended, fresh, new_match, rating, terms, touched, world},
        },
        *,
    };

    #[test]
    fn matches_count_in_the_order_in_which_they_ended() {
        fresh(|tx| {
            let world = world(tx);
            let new = new_match(&world);
            let unrated = NewMatch { terms: Terms { rated: false, ..terms() }, ..new.clone() };
            let [first, second, off] = [&new, &new, &new].map(|it| touched(tx, it, 10));
            ended(tx, touched(tx, &unrated, 10), 20, true);
            // In the same second, the numbers don't say which was first.
            let second = ended(tx, second, 20, true);
            ended(tx, off, 20, false);
            let first = ended(tx, first, 20, true);
            tx.update_match(&second).unwrap();
            let found: Vec<MatchId> = tx.counted().unwrap().iter().map(|it| it.of).collect();
            assert_eq!(found, [second.id, first.id]);
            let one = tx.counted().unwrap()[0];
            assert_eq!((one.winner, one.at, one.seats), (Some(Seat::First), 20, second.seats));
        });
    }

    #[test]
    fn a_curve_goes_by_the_matches_that_counted() {
        fresh(|tx| {
            let world = world(tx);
            let mut points = Vec::new();
            for figure in [1500.0, 1400.0] {
                let row = ended(tx, touched(tx, &new_match(&world), 5), 20, true);
                tx.add_curve_point(world.ann, None, row.id, &rating(figure)).unwrap();
                let Rating { rating, deviation, last_at, .. } = rating(figure);
                points.push(CurvePoint { at: last_at, rating, deviation });
            }
            assert_eq!(tx.curve(world.ann, None).unwrap(), points);
            assert_eq!(tx.curve(world.ann, Some(terms().game)).unwrap(), []);
            let running = touched(tx, &new_match(&world), 5);
            let err = tx
                .attempt(|| tx.add_curve_point(world.ann, None, running.id, &rating(1.0)))
                .unwrap_err();
            assert!(matches!(err, StoreError::Forbidden(_)), "{err}");
            tx.erase_ratings(world.ann).unwrap();
            assert_eq!(tx.curve(world.ann, None).unwrap(), []);
        });
    }

    #[test]
    fn a_week_has_the_public_matches_that_ended_with_a_result() {
        fresh(|tx| {
            let world = world(tx);
            let new = new_match(&world);
            let private = NewMatch { terms: Terms { private: true, ..terms() }, ..new.clone() };
            let [early, first, late, hushed, off, annulled] =
                [&new, &new, &new, &private, &new, &new].map(|it| touched(tx, it, 5));
            for (row, at) in [(early, 9), (first.clone(), 10), (late, 20), (hushed.clone(), 15)] {
                ended(tx, row, at, true);
            }
            ended(tx, off, 15, false);
            let mut annulled = ended(tx, annulled, 15, true);
            annulled.end.as_mut().unwrap().annulled_at = Some(16);
            tx.update_match(&annulled).unwrap();
            let found = |room, span| -> Vec<MatchId> {
                tx.ended_between(room, span).unwrap().iter().map(|it| it.id).collect()
            };
            assert_eq!(found(world.room, (10, 20)), [first.id]);
            for person in [world.ann, world.ben] {
                let own = tx.results_between(person, (10, 20)).unwrap();
                assert_eq!(own.iter().map(|it| it.id).collect::<Vec<_>>(), [first.id, hushed.id]);
            }
            assert_eq!(tx.results_between(PersonId(99), (10, 20)).unwrap(), []);
            let elsewhere = tx.meet_room(world_chat(tx, world.room), "r9", "", "s").unwrap().id;
            assert_eq!(found(elsewhere, (10, 20)), []);
            tx.add_away_room(first.id, Seat::Second, elsewhere).unwrap();
            assert_eq!(found(elsewhere, (10, 20)), [first.id], "a side plays from there");
        });
    }

    fn world_chat(tx: &Tx<'_>, room: RoomId) -> model::ids::Chat {
        tx.room(room).unwrap().chat
    }

    #[test]
    fn ratings_change_from_what_they_were_before_the_match() {
        fresh(|tx| {
            let world = world(tx);
            for (figure, change) in [(1540.0, 40.0), (1525.0, -15.0)] {
                let row = ended(tx, touched(tx, &new_match(&world), 5), 20, true);
                tx.add_curve_point(world.ann, None, row.id, &rating(figure)).unwrap();
                assert_eq!(tx.rating_changes(row.id).unwrap(), [(world.ann, change)]);
            }
            let running = touched(tx, &new_match(&world), 5);
            assert_eq!(tx.rating_changes(running.id).unwrap(), []);
        });
    }
}
