//! Running and finished matches.
#[cfg(test)]
mod tests;

use engine::{
    games::GameId,
    match_rules::MatchRules,
    seat::{BySeat, Seat},
};
use model::{
    ids::{MatchId, PersonId, RoomId},
    time::{ReminderState, Timer},
};

use super::{
    CalledOff, HandedSeat, HandedTo, MatchCommitted, MatchEnd, MatchRow, NewMatch, Room,
    StoreError, Terms, Tx,
    challenges::terms,
    columns::{Json, Word},
    sql::{Params, SqlRow},
};
use crate::{
    sql::{named_params, params},
    tables::{OnErase, OnLink, OnUnlink, RowExport, TableSpec, json_object, person},
};

pub(super) const MATCHES: TableSpec = TableSpec::new("matches", "id")
    .exports(&[
        RowExport::new(
            "id IN (SELECT match_id FROM seats WHERE person = ?1)",
            "id, room, game, options, clock, timer, rated, private, tag, start, vote, opened_at, touched_at, due, ended_at, outcome, ending, counted",
        )
        .written(&[
            ("seats", || json_object("seat", "person", "seats WHERE match_id = matches.id")),
            ("nudges", || {
                json_object("seat", "(nudges -> seat)", "seats WHERE match_id = matches.id AND person = ?1")
            }),
        ]),
        RowExport::new("ruled_by = ?1", "id, room, ended_at, annulled_at"),
    ])
    .unexported(&[
        ("secret", "it foretells the dice; `verify` shows it after the end"),
        ("house", "what the players have asked each other for, as both were told; no more than that"),
        (
            "pact",
            "what was agreed, as given beside it, with the salts of both players; in `export` after the end",
        ),
    ])
    .rooms(&[("room", None)])
    .people(&[person("ruled_by", OnErase::Keep, OnLink::Rename, OnUnlink::WithRoom)]);

pub(super) const SEATS: TableSpec = TableSpec::new("seats", "match_id, seat")
    .exports(&[RowExport::own("match_id, seat, waiting, called_off, word, luck, play")])
    .unexported(&[("room, game, touched_at, ended_at, counted", "as in its match")])
    .people(&[person("person", OnErase::Call(forget_salts), OnLink::Rename, OnUnlink::WithRoom)]);

/// The columns of [`read`]: those of the match, and what each of its seats holds.
macro_rules! columns {
    () => {
        "matches.*, (SELECT '{' || string_agg(json_quote(seat) || ':[' || person || ',' || CASE waiting WHEN 1 THEN 'true' ELSE 'false' END
                                          || ',' || json_quote(word) || ']', ',') || '}'
                     FROM seats WHERE match_id = matches.id) AS seated,
         (SELECT '[' || string_agg('[' || number || ',' || json_quote(seat) || ',' || owner || ',' || holder || ',' || json_quote(kind)
                                   || ',' || from_at || ',' || from_step || ',' || coalesce('' || until_at, 'null')
                                   || ',' || coalesce('' || ended_at, 'null') || ',' || CASE moved WHEN 1 THEN 'true' ELSE 'false' END
                                   || ',' || CASE shown WHEN 1 THEN 'true' ELSE 'false' END || ']', ',') || ']'
          FROM handed_seats WHERE match_id = matches.id) AS handed,
         (SELECT settlements.due FROM settlements WHERE match_id = matches.id) AS settles_at"
    };
}
pub(super) use columns;

/// The query for matches, up to its conditions.
macro_rules! select {
    ($conditions:literal) => {
        concat!("SELECT ", columns!(), " FROM matches ", $conditions)
    };
}

/// The running matches, by their index: in the order of `id` itself SQLite would look through all.
const RUNNING: &str = select!("WHERE ended_at IS NULL ORDER BY +id");

/// A person's running matches.
const RUNNING_OF: &str = select!(
    "WHERE id IN (SELECT match_id FROM seats WHERE person = ?1 AND ended_at IS NULL)
             ORDER BY EXISTS (SELECT 1 FROM seats WHERE match_id = matches.id AND person = ?1 AND waiting = 1) DESC,
                      touched_at DESC, id DESC"
);

/// The running matches that wait for a person.
const WAITING_FOR: &str = select!(
    "WHERE id IN (SELECT match_id FROM seats WHERE person = ? AND ended_at IS NULL AND waiting = 1)
             ORDER BY touched_at DESC, id DESC"
);

/// The running matches with something due.
const DUE: &str = "SELECT id FROM matches
                   WHERE ended_at IS NULL AND due IS NOT NULL AND due <= ? ORDER BY due, id";

/// A person's last changed match in a room.
const LATEST_OF: &str = select!(
    "WHERE id = (SELECT match_id FROM seats WHERE person = ? AND room = ?
                         ORDER BY touched_at DESC, match_id DESC LIMIT 1)"
);

/// A person's finished matches.
const FINISHED_OF: &str = select!(
    "WHERE id IN (SELECT match_id FROM seats
                          WHERE person = ?1 AND ended_at IS NOT NULL AND (?2 = '' OR game = ?2)
                          GROUP BY match_id, ended_at ORDER BY ended_at DESC, match_id DESC LIMIT ?3)
             ORDER BY ended_at DESC, id DESC"
);

/// The finished matches between two people.
const FINISHED_BETWEEN: &str = select!(
    "WHERE outcome IS NOT NULL AND annulled_at IS NULL AND id IN (
                 SELECT one.match_id FROM seats one JOIN seats two ON two.match_id = one.match_id AND two.seat <> one.seat
                 WHERE one.person = ?1 AND two.person = ?2 AND one.ended_at IS NOT NULL)
             ORDER BY ended_at DESC, id DESC"
);

/// What a row of `seats` tells of its match: person, whether it waits for them, their word.
type Seated = (PersonId, bool, String);

/// A row of `handed_seats`: its number, and the fields of [`HandedSeat`].
type HandedColumns =
    (u32, Seat, PersonId, PersonId, HandedTo, i64, u32, Option<i64>, Option<i64>, bool, bool);

/// What is due in a running match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DueInMatch {
    pub of: MatchId,
    /// When the next automatic action is due; none for never.
    pub due: Option<i64>,
    pub nudges: BySeat<ReminderState>,
}

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
            terms: Terms { game, options, clock, rated, private, start, room_time },
            tag,
            secret,
            words,
            pact,
            opened_at,
        } = new;
        let sql = "INSERT INTO matches (room, game, options, clock, rated, private, start, tag, secret, pact, house,
                                        timer, nudges, opened_at, touched_at, vote)
                   VALUES (:room, :game, :options, :clock, :rated, :private, :start, :tag, :secret, :pact, :house,
                           :timer, :nudges, :opened_at, :opened_at, :vote) RETURNING id";
        let id = self.add(
            sql,
            named_params! {
                ":room": room,
                ":game": Word(game),
                ":options": Json(options),
                ":clock": clock.map(Json),
                ":rated": rated,
                ":private": private,
                ":vote": room_time,
                ":start": start.as_ref().map(Json),
                ":tag": tag,
                ":secret": Word(secret),
                ":pact": Json(pact),
                ":house": Json(MatchRules::default()),
                ":timer": Json(Timer::new(clock.as_ref(), *opened_at)),
                ":nudges": Json(BySeat::<ReminderState>::default()),
                ":opened_at": opened_at,
            },
        )?;
        for seat in Seat::BOTH {
            let sql = "INSERT INTO seats (match_id, seat, person, room, game, touched_at, word)
                       VALUES (:id, :seat, :person, :room, :game, :opened_at, :word)";
            self.change(
                sql,
                named_params! {
                    ":id": id, ":seat": Word(seat), ":person": seats.get(seat), ":room": room,
                    ":game": Word(game), ":opened_at": opened_at, ":word": words.get(seat),
                },
            )?;
        }
        Ok(MatchId(id))
    }

    /// Returns a match.
    pub fn match_row(&self, id: MatchId) -> Result<Option<MatchRow>, StoreError> {
        if let Some(known) = self.read.borrow().matches.get(&id) {
            return Ok(Some(known.clone()));
        }
        let row = self.first(select!("WHERE id = ?"), [id])?;
        Ok(row.inspect(|row| {
            self.read.borrow_mut().matches.insert(id, row.clone());
        }))
    }

    /// Returns the running matches of a room, and those with a side that plays from there, last
    /// changed first.
    pub fn running_in(&self, room: RoomId) -> Result<Vec<MatchRow>, StoreError> {
        let sql = select!(
            "WHERE ended_at IS NULL AND (room = ?1 OR id IN (SELECT match_id FROM away_rooms WHERE room = ?1))
             ORDER BY touched_at DESC, id DESC"
        );
        self.list(sql, [room])
    }

    /// Returns the running matches where a room has a seat, last changed first.
    pub fn running_of_room(&self, room: RoomId) -> Result<Vec<MatchRow>, StoreError> {
        let sql = select!(
            "WHERE id IN (SELECT match_id FROM seats WHERE ended_at IS NULL
                 AND person = (SELECT id FROM people WHERE room = ?)) ORDER BY touched_at DESC, id DESC"
        );
        self.list(sql, [room])
    }

    /// Returns the running matches of a room's server, last changed first.
    pub fn running_on(&self, room: &Room) -> Result<Vec<MatchRow>, StoreError> {
        let sql = select!(
            "WHERE ended_at IS NULL AND room IN (SELECT id FROM rooms WHERE chat = ?
                 AND coalesce(nullif(server, ''), handle) = ?) ORDER BY touched_at DESC, id DESC"
        );
        self.list(sql, params![Word(room.chat), room.server_key()])
    }

    /// Returns a person's running matches: those that wait for them first, then last changed first.
    pub fn running_of(&self, person: PersonId) -> Result<Vec<MatchRow>, StoreError> {
        self.list(RUNNING_OF, [person])
    }

    /// Returns the running matches that wait for a person, last changed first.
    pub fn waiting_for(&self, person: PersonId) -> Result<Vec<MatchRow>, StoreError> {
        self.list(WAITING_FOR, [person])
    }

    /// Returns what is due in the running matches of a person, and of a room that plays.
    pub fn due_for(
        &self,
        person: Option<PersonId>,
        room: Option<RoomId>,
    ) -> Result<Vec<DueInMatch>, StoreError> {
        let sql = "SELECT id, due, nudges FROM matches
                   WHERE id IN (SELECT match_id FROM seats WHERE person IN (?1, (SELECT id FROM people WHERE room = ?2)) AND ended_at IS NULL)
                   ORDER BY id";
        self.all(sql, params![person, room], |row| {
            let (of, due) = (row.get("id")?, row.get("due")?);
            let Json(nudges) = row.get("nudges")?;
            Ok(DueInMatch { of, due, nudges })
        })
    }

    /// Returns when something is next due in a match; none if it is over.
    pub fn due_in(&self, of: MatchId) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT due FROM matches WHERE id = ? AND ended_at IS NULL";
        Ok(self.one(sql, [of], |row| row.get(0))?.flatten())
    }

    /// Counts the running matches of a person with other people.
    pub fn count_with_people(&self, person: PersonId) -> Result<usize, StoreError> {
        let sql = "SELECT count(DISTINCT match_id) FROM seats WHERE person = ? AND ended_at IS NULL
                   AND NOT EXISTS (SELECT 1 FROM practice WHERE practice.match_id = seats.match_id)";
        Ok(self.one(sql, [person], |row| row.get(0))?.unwrap_or(0))
    }

    /// Returns every running match, oldest first.
    pub fn running(&self) -> Result<Vec<MatchRow>, StoreError> {
        self.list(RUNNING, [])
    }

    /// Returns every running match that can be read, oldest first, and how many can't.
    pub fn readable_running(&self) -> Result<(Vec<MatchRow>, usize), StoreError> {
        let rows = self.all(RUNNING, [], |row| Ok(read(row).ok()))?;
        let unreadable = rows.iter().filter(|row| row.is_none()).count();
        Ok((rows.into_iter().flatten().collect(), unreadable))
    }

    /// Returns the running matches with something due, earliest first.
    pub fn due(&self, now: i64) -> Result<Vec<MatchId>, StoreError> {
        self.all(DUE, [now], |row| row.get(0))
    }

    /// Returns the players of those matches.
    pub fn players_of_due(&self, now: i64) -> Result<Vec<PersonId>, StoreError> {
        let sql = "SELECT DISTINCT person FROM seats WHERE match_id IN (
                       SELECT id FROM matches
                       WHERE ended_at IS NULL AND due IS NOT NULL AND due <= ?) ORDER BY person";
        self.all(sql, [now], |row| row.get(0))
    }

    /// Returns when something is next due in any running match after a moment.
    pub fn next_due(&self, after: i64) -> Result<Option<i64>, StoreError> {
        let sql =
            "SELECT min(due) FROM matches WHERE ended_at IS NULL AND due IS NOT NULL AND due > ?";
        Ok(self.one(sql, [after], |row| row.get(0))?.flatten())
    }

    /// Returns the last changed match of a room, running or over, that isn't private.
    pub fn latest_in(&self, room: RoomId) -> Result<Option<MatchRow>, StoreError> {
        let sql =
            select!("WHERE room = ? AND private = 0 ORDER BY touched_at DESC, id DESC LIMIT 1");
        self.first(sql, [room])
    }

    /// Returns a person's last changed match in a room, running or over.
    pub fn latest_of(
        &self,
        person: PersonId,
        room: RoomId,
    ) -> Result<Option<MatchRow>, StoreError> {
        self.first(LATEST_OF, params![person, room])
    }

    /// Returns a person's finished matches, of one game or of all, including called-off ones: at
    /// most `limit`, last ended first.
    pub fn finished_of(
        &self,
        person: PersonId,
        game: Option<GameId>,
        limit: u32,
    ) -> Result<Vec<MatchRow>, StoreError> {
        self.list(FINISHED_OF, params![person, game.map_or("", GameId::name), limit])
    }

    /// Returns every match of a person, oldest first.
    pub fn matches_of(&self, person: PersonId) -> Result<Vec<MatchRow>, StoreError> {
        let sql = select!("WHERE id IN (SELECT match_id FROM seats WHERE person = ?) ORDER BY id");
        self.list(sql, [person])
    }

    /// Returns the game of a person's last match, if they have played any.
    pub fn last_game(&self, person: PersonId) -> Result<Option<GameId>, StoreError> {
        let sql = "SELECT game FROM seats WHERE person = ? ORDER BY match_id DESC LIMIT 1";
        self.one(sql, [person], |row| row.get(0).map(|Word(game)| game))
    }

    /// Returns how many matches of a person have ended, and how many of these they called off, by
    /// aborting or resigning in the first turns.
    pub fn called_off(&self, person: PersonId) -> Result<CalledOff, StoreError> {
        let sql = "SELECT count(DISTINCT match_id), count(*) FILTER (WHERE called_off = 1) FROM seats
                   WHERE person = ? AND ended_at IS NOT NULL
                     AND NOT EXISTS (SELECT 1 FROM practice WHERE practice.match_id = seats.match_id)";
        let found =
            self.one(sql, [person], |row| Ok(CalledOff { times: row.get(1)?, of: row.get(0)? }))?;
        Ok(found.unwrap_or_default())
    }

    /// Returns how many matches a person has called off since a moment.
    pub fn called_off_since(&self, person: PersonId, since: i64) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM seats WHERE person = ? AND called_off = 1 AND ended_at > ?
                   AND NOT EXISTS (SELECT 1 FROM practice WHERE practice.match_id = seats.match_id)";
        Ok(self.one(sql, params![person, since], |row| row.get(0))?.unwrap_or(0))
    }

    /// Tells whether two people have played each other, or do now, be it for somebody else.
    pub fn have_met(&self, a: PersonId, b: PersonId) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM seats one JOIN seats other USING (match_id)
                   WHERE one.person = ?1 AND other.person = ?2)
                OR EXISTS (
                   WITH played AS (SELECT match_id, seat, owner AS person FROM handed_seats
                                   UNION ALL SELECT match_id, seat, holder FROM handed_seats
                                   UNION ALL SELECT match_id, seat, person FROM seats)
                   SELECT 1 FROM played one JOIN played other ON other.match_id = one.match_id AND other.seat <> one.seat
                   WHERE one.person = ?1 AND other.person = ?2
                     AND one.match_id IN (SELECT match_id FROM handed_seats WHERE ?1 IN (owner, holder) OR ?2 IN (owner, holder)))";
        Ok(self.one(sql, params![a, b], |row| row.get(0))?.unwrap_or(false))
    }

    /// Returns the finished matches between two people that have a valid outcome, last ended first.
    pub fn finished_between(&self, a: PersonId, b: PersonId) -> Result<Vec<MatchRow>, StoreError> {
        self.list(FINISHED_BETWEEN, params![a, b])
    }

    fn first(&self, sql: &str, params: impl Params) -> Result<Option<MatchRow>, StoreError> {
        self.one(sql, params, read)
    }

    fn list(&self, sql: &str, params: impl Params) -> Result<Vec<MatchRow>, StoreError> {
        self.all(sql, params, read)
    }
}

pub(super) fn read(row: &SqlRow<'_>) -> rusqlite::Result<MatchRow> {
    let (id, room) = (row.get("id")?, row.get("room")?);
    let terms = terms(row)?;
    let (opened_at, touched_at, due) =
        (row.get("opened_at")?, row.get("touched_at")?, row.get("due")?);
    let end = end(row)?;
    let tag = row.get("tag")?;
    let Word(secret) = row.get("secret")?;
    let Json(match_rules) = row.get("house")?;
    let Json(timer) = row.get("timer")?;
    let Json(nudges) = row.get("nudges")?;
    let Json(pact) = row.get("pact")?;
    let (seats, waiting, words) = seated(row)?;
    Ok(MatchRow {
        id,
        room,
        seats,
        terms,
        tag,
        secret,
        words,
        pact,
        match_rules,
        waiting,
        opened_at,
        touched_at,
        timer,
        nudges,
        due,
        end,
        handed: handed(row)?,
        settles_at: row.get("settles_at")?,
    })
}

fn seated(row: &SqlRow<'_>) -> rusqlite::Result<(BySeat<PersonId>, BySeat<bool>, BySeat<String>)> {
    let Json(BySeat { first, second }) = row.get::<_, Json<BySeat<Seated>>>("seated")?;
    Ok((
        BySeat { first: first.0, second: second.0 },
        BySeat { first: first.1, second: second.1 },
        BySeat { first: first.2, second: second.2 },
    ))
}

fn handed(row: &SqlRow<'_>) -> rusqlite::Result<Vec<HandedSeat>> {
    let Some(Json(mut rows)) = row.get::<_, Option<Json<Vec<HandedColumns>>>>("handed")? else {
        return Ok(Vec::new());
    };
    rows.sort_by_key(|it| it.0);
    let read = |(_, seat, owner, holder, kind, from, from_step, until, ended, moved, shown)| {
        HandedSeat { seat, owner, holder, kind, from, from_step, until, ended, moved, shown }
    };
    Ok(rows.into_iter().map(read).collect())
}

fn end(row: &SqlRow<'_>) -> rusqlite::Result<Option<MatchEnd>> {
    let Some(at) = row.get("ended_at")? else { return Ok(None) };
    let outcome: Option<Json<_>> = row.get("outcome")?;
    let ending: Option<Json<_>> = row.get("ending")?;
    Ok(Some(MatchEnd {
        at,
        outcome: outcome.map(|it| it.0),
        ending: ending.map(|it| it.0),
        ruled_by: row.get("ruled_by")?,
        annulled_at: row.get("annulled_at")?,
    }))
}

/// Deletes the salts of a person's fingerprints, without which they identify nobody.
fn forget_salts(tx: &Tx<'_>, id: PersonId) -> Result<(), StoreError> {
    let seats: Vec<(MatchId, Word<Seat>)> =
        tx.all("SELECT match_id, seat FROM seats WHERE person = ?", [id], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?;
    for (of, Word(seat)) in seats {
        let pact = tx.one("SELECT pact FROM matches WHERE id = ?", [of], |row| row.get(0))?;
        if let Some(Json::<MatchCommitted>(mut pact)) = pact {
            *pact.salts.get_mut(seat) = None;
            tx.change("UPDATE matches SET pact = ? WHERE id = ?", params![Json(pact), of])?;
        }
    }
    Ok(())
}
