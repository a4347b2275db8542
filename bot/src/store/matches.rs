//! Running and finished matches.
use engine::{games::GameId, house::House, seat::BySeat};
use rusqlite::{Params, Row, named_params, params};

use super::{
    CalledOff, End, MatchId, MatchRow, NewMatch, PersonId, RoomId, StoreError, Terms, Tx,
    challenges::terms,
    columns::{Json, Word},
};
use crate::time::{Nudge, Timer};

impl Tx<'_> {
    /// Stores a new match and returns its id. Nobody has to act and nothing is due until
    /// [`Tx::update_match`].
    ///
    /// # Errors
    /// If the room or a person doesn't exist, or the database fails.
    pub fn add_match(&self, new: &NewMatch) -> Result<MatchId, StoreError> {
        let NewMatch {
            room,
            seats,
            terms: Terms { game, options, clock, rated, private, start },
            tag,
            secret,
            words,
            pact,
            opened_at,
        } = new;
        let sql = "INSERT INTO matches (room, first, second, game, options, clock, rated, private, start, tag, secret, word_first, word_second, pact, house,
                                        timer, nudges, opened_at, touched_at)
                   VALUES (:room, :first, :second, :game, :options, :clock, :rated, :private, :start, :tag, :secret, :word_first, :word_second, :pact, :house,
                           :timer, :nudges, :opened_at, :opened_at)";
        let id = self.add(
            sql,
            named_params! {
                ":room": room,
                ":first": seats.first,
                ":second": seats.second,
                ":game": Word(game),
                ":options": Json(options),
                ":clock": clock.map(Json),
                ":rated": rated,
                ":private": private,
                ":start": start.as_ref().map(Json),
                ":tag": tag,
                ":secret": Word(secret),
                ":word_first": words.first,
                ":word_second": words.second,
                ":pact": Json(pact),
                ":house": Json(House::default()),
                ":timer": Json(Timer::new(clock.as_ref(), *opened_at)),
                ":nudges": Json(BySeat::<Nudge>::default()),
                ":opened_at": opened_at,
            },
        )?;
        Ok(MatchId(id))
    }

    /// Returns a match.
    ///
    /// # Errors
    /// If the database fails.
    pub fn match_row(&self, id: MatchId) -> Result<Option<MatchRow>, StoreError> {
        self.first("SELECT * FROM matches WHERE id = ?", [id])
    }

    /// Stores the changes of a match: the house, who has to act, when it was changed, its time and
    /// its end. Everything else stays.
    ///
    /// # Errors
    /// [`StoreError::Missing`] if there is no such match; [`StoreError::Forbidden`] if it is over
    /// and someone would have to act.
    pub fn update_match(&self, row: &MatchRow) -> Result<(), StoreError> {
        let MatchRow {
            id,
            house,
            waiting,
            touched_at,
            timer,
            nudges,
            due,
            end,
            room: _,
            seats: _,
            terms: _,
            tag: _,
            secret: _,
            words: _,
            pact: _,
            opened_at: _,
        } = row;
        let sql = "UPDATE matches SET house = :house, waiting_first = :waiting_first, waiting_second = :waiting_second,
                          touched_at = :touched_at, timer = :timer, nudges = :nudges, due = :due, ended_at = :ended_at, outcome = :outcome, ending = :ending,
                          ruled_by = :ruled_by, annulled_at = :annulled_at,
                          counted = iif(:counts, coalesce(counted, (SELECT coalesce(max(counted), 0) + 1 FROM matches)), NULL)
                   WHERE id = :id";
        let changed = self.change(
            sql,
            named_params! {
                ":id": id,
                ":house": Json(house),
                ":waiting_first": waiting.first,
                ":waiting_second": waiting.second,
                ":touched_at": touched_at,
                ":timer": Json(timer),
                ":nudges": Json(nudges),
                ":due": due,
                ":ended_at": end.as_ref().map(|it| it.at),
                ":outcome": end.as_ref().and_then(|it| it.outcome.as_ref()).map(Json),
                ":ending": end.as_ref().and_then(|it| it.ending.as_ref()).map(Json),
                ":ruled_by": end.as_ref().and_then(|it| it.ruled_by),
                ":annulled_at": end.as_ref().and_then(|it| it.annulled_at),
                ":counts": row.counts(),
            },
        )?;
        match changed {
            0 => Err(StoreError::Missing { what: "match", id: id.0 }),
            _ => Ok(()),
        }
    }

    /// Returns the running matches of a room, last changed first.
    ///
    /// # Errors
    /// If the database fails.
    pub fn running_in(&self, room: RoomId) -> Result<Vec<MatchRow>, StoreError> {
        let sql = "SELECT * FROM matches WHERE ended_at IS NULL AND room = ? ORDER BY touched_at DESC, id DESC";
        self.list(sql, [room])
    }

    /// Returns a person's running matches: those that wait for them first, then last changed first.
    ///
    /// # Errors
    /// If the database fails.
    pub fn running_of(&self, person: PersonId) -> Result<Vec<MatchRow>, StoreError> {
        let sql = "SELECT * FROM matches WHERE ended_at IS NULL AND (first = ?1 OR second = ?1)
                   ORDER BY (first = ?1 AND waiting_first) OR (second = ?1 AND waiting_second) DESC, touched_at DESC, id DESC";
        self.list(sql, [person])
    }

    /// Counts the running matches of a person with other people.
    ///
    /// # Errors
    /// If the database fails.
    pub fn count_with_people(&self, person: PersonId) -> Result<usize, StoreError> {
        let sql =
            "SELECT count(*) FROM matches WHERE ended_at IS NULL AND (first = ?1 OR second = ?1)
                   AND NOT EXISTS (SELECT 1 FROM practice WHERE match_id = matches.id)";
        Ok(self.one(sql, [person], |row| row.get(0))?.unwrap_or(0))
    }

    /// Returns every running match, oldest first.
    ///
    /// # Errors
    /// If the database fails.
    pub fn running(&self) -> Result<Vec<MatchRow>, StoreError> {
        self.list("SELECT * FROM matches WHERE ended_at IS NULL ORDER BY id", [])
    }

    /// Returns the running matches with something due, earliest first.
    ///
    /// # Errors
    /// If the database fails.
    pub fn due(&self, now: i64) -> Result<Vec<MatchRow>, StoreError> {
        let sql = "SELECT * FROM matches WHERE ended_at IS NULL AND due IS NOT NULL AND due <= ? ORDER BY due, id";
        self.list(sql, [now])
    }

    /// Returns when something is next due in any running match.
    ///
    /// # Errors
    /// If the database fails.
    pub fn next_due(&self) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT min(due) FROM matches WHERE ended_at IS NULL AND due IS NOT NULL";
        Ok(self.one(sql, [], |row| row.get(0))?.flatten())
    }

    /// Returns the last changed match of a room, running or over, that isn't private.
    ///
    /// # Errors
    /// If the database fails.
    pub fn latest_in(&self, room: RoomId) -> Result<Option<MatchRow>, StoreError> {
        let sql = "SELECT * FROM matches WHERE room = ? AND private = 0 ORDER BY touched_at DESC, id DESC LIMIT 1";
        self.first(sql, [room])
    }

    /// Returns a person's last changed match in a room, running or over.
    ///
    /// # Errors
    /// If the database fails.
    pub fn latest_of(
        &self,
        person: PersonId,
        room: RoomId,
    ) -> Result<Option<MatchRow>, StoreError> {
        // One query for each seat, each with an index: an OR would scan the room.
        let sql = "SELECT * FROM matches WHERE id IN (
                       SELECT * FROM (SELECT id FROM matches WHERE first = ?1 AND room = ?2 ORDER BY touched_at DESC, id DESC LIMIT 1)
                       UNION ALL
                       SELECT * FROM (SELECT id FROM matches WHERE second = ?1 AND room = ?2 ORDER BY touched_at DESC, id DESC LIMIT 1))
                   ORDER BY touched_at DESC, id DESC LIMIT 1";
        self.first(sql, params![person, room])
    }

    /// Returns a person's finished matches, of one game or of all, including called-off ones: at
    /// most `limit`, last ended first.
    ///
    /// # Errors
    /// If the database fails.
    pub fn finished_of(
        &self,
        person: PersonId,
        game: Option<GameId>,
        limit: u32,
    ) -> Result<Vec<MatchRow>, StoreError> {
        let sql = "SELECT * FROM matches WHERE ended_at IS NOT NULL AND (first = ?1 OR second = ?1) AND (?2 = '' OR game = ?2)
                   ORDER BY ended_at DESC, id DESC LIMIT ?3";
        self.list(sql, params![person, game.map_or("", GameId::name), limit])
    }

    /// Returns every match of a person, oldest first.
    ///
    /// # Errors
    /// If the database fails.
    pub fn matches_of(&self, person: PersonId) -> Result<Vec<MatchRow>, StoreError> {
        self.list("SELECT * FROM matches WHERE first = ?1 OR second = ?1 ORDER BY id", [person])
    }

    /// Returns how many matches of a person have ended, and how many of these they called off, by
    /// aborting or resigning in the first turns.
    ///
    /// # Errors
    /// If the database fails.
    pub fn called_off(&self, person: PersonId) -> Result<CalledOff, StoreError> {
        let sql = "SELECT count(*), count(*) FILTER (WHERE called_off_by = ?1) FROM matches
                   WHERE ended_at IS NOT NULL AND (first = ?1 OR second = ?1)
                     AND NOT EXISTS (SELECT 1 FROM practice WHERE match_id = matches.id)";
        let found =
            self.one(sql, [person], |row| Ok(CalledOff { times: row.get(1)?, of: row.get(0)? }))?;
        Ok(found.unwrap_or_default())
    }

    /// Returns how many matches a person has called off since a moment.
    ///
    /// # Errors
    /// If the database fails.
    pub fn called_off_since(&self, person: PersonId, since: i64) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM matches WHERE called_off_by = ? AND ended_at > ?
                   AND NOT EXISTS (SELECT 1 FROM practice WHERE match_id = matches.id)";
        Ok(self.one(sql, params![person, since], |row| row.get(0))?.unwrap_or(0))
    }

    /// Returns the finished matches between two people that have a valid outcome, last ended first.
    ///
    /// # Errors
    /// If the database fails.
    pub fn finished_between(&self, a: PersonId, b: PersonId) -> Result<Vec<MatchRow>, StoreError> {
        let sql = "SELECT * FROM matches WHERE outcome IS NOT NULL AND annulled_at IS NULL AND (first = ?1 AND second = ?2 OR first = ?2 AND second = ?1)
                   ORDER BY ended_at DESC, id DESC";
        self.list(sql, params![a, b])
    }

    fn first(&self, sql: &str, params: impl Params) -> Result<Option<MatchRow>, StoreError> {
        self.one(sql, params, read)
    }

    fn list(&self, sql: &str, params: impl Params) -> Result<Vec<MatchRow>, StoreError> {
        self.all(sql, params, read)
    }
}

pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<MatchRow> {
    let Json(house) = row.get("house")?;
    let Word(secret) = row.get("secret")?;
    let Json(timer) = row.get("timer")?;
    let Json(nudges) = row.get("nudges")?;
    let Json(pact) = row.get("pact")?;
    Ok(MatchRow {
        id: row.get("id")?,
        room: row.get("room")?,
        seats: BySeat { first: row.get("first")?, second: row.get("second")? },
        terms: terms(row)?,
        tag: row.get("tag")?,
        secret,
        words: BySeat { first: row.get("word_first")?, second: row.get("word_second")? },
        pact,
        house,
        waiting: BySeat { first: row.get("waiting_first")?, second: row.get("waiting_second")? },
        opened_at: row.get("opened_at")?,
        touched_at: row.get("touched_at")?,
        timer,
        nudges,
        due: row.get("due")?,
        end: end(row)?,
    })
}

fn end(row: &Row<'_>) -> rusqlite::Result<Option<End>> {
    let Some(at) = row.get("ended_at")? else { return Ok(None) };
    let outcome: Option<Json<_>> = row.get("outcome")?;
    let ending: Option<Json<_>> = row.get("ending")?;
    Ok(Some(End {
        at,
        outcome: outcome.map(|it| it.0),
        ending: ending.map(|it| it.0),
        ruled_by: row.get("ruled_by")?,
        annulled_at: row.get("annulled_at")?,
    }))
}

#[cfg(test)]
mod tests;
