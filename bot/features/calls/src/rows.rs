//! What people who don't play say about who wins, and since when the bot knows them in a room.
use engine::{
    chance::StepKey,
    seat::{BySeat, Seat},
};
use model::ids::{MatchId, PersonId, RoomId};

use store::{
    StoreError, Tx,
    sql::{RowResult, SqlRow, Word, named_params, params},
    tables::{OnErase, OnLink, OnUnlink, RowExport, TableSpec, person},
};

pub(super) const CALLS: TableSpec = TableSpec::new("calls", "match_id, person, what")
    .exports(&[RowExport::own(
        "match_id, what, says, percent, room, step, take, CASE WHEN points IS NOT NULL THEN chance END AS chance, at, season, points",
    )])
    .rooms(&[("room", None)])
    .people(&[person(
        "person",
        OnErase::Delete,
        OnLink::Call(link_calls),
        OnUnlink::WithRoom,
    )]);

pub(super) const ROOM_VISITS: TableSpec = TableSpec::new("room_visits", "room, person")
    .exports(&[RowExport::own("room, at")])
    .rooms(&[("room", Some("person"))])
    .people(&[person("person", OnErase::Delete, OnLink::Call(link_visits), OnUnlink::WithRoom)]);

/// What is called here: who wins. Calls of turns have words of their own.
const WINNER: &str = "winner";

/// Stores a call in place of the one of the same person and kind.
pub(super) const PUT_CALL: &str =
    "INSERT INTO calls (match_id, person, what, says, percent, room, step, take, chance, at)
     VALUES (:of, :person, :what, :says, :percent, :room, :step, :take, :chance, :at)
     ON CONFLICT (match_id, person, what) DO UPDATE SET says = excluded.says, percent = excluded.percent,
         room = excluded.room, step = excluded.step, take = excluded.take, chance = excluded.chance,
         at = excluded.at, season = NULL, points = NULL";

/// A call of who wins a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WinnerCall {
    pub of: MatchId,
    pub person: PersonId,
    /// The room whose table it counts for.
    pub room: RoomId,
    pub seat: Seat,
    /// How sure they are, in percent.
    pub percent: u32,
    /// The position it was made at.
    pub on: StepKey,
    /// The chance of the same side there, as the strongest computer player saw it, in hundredths of
    /// a percent.
    pub chance: u32,
    pub at: i64,
    /// In millionths of a point; none until the match is over.
    pub points: Option<i64>,
}

/// The calls of a person in a room in a season.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CallerScore {
    pub person: PersonId,
    /// Of who wins.
    pub calls: u32,
    /// Of what a turn brings.
    pub turns: u32,
    /// In millionths of a point.
    pub points: i64,
}

/// Stores a call in place of the person's last one on the match.
///
/// # Errors
/// If the match, the person or the room doesn't exist.
pub(super) fn put_call(tx: &Tx<'_>, call: &WinnerCall) -> Result<(), StoreError> {
    let WinnerCall { of, person, room, seat, percent, on, chance, at, points: _ } = call;
    tx.change(
        PUT_CALL,
        named_params! {
            ":of": of, ":person": person, ":what": WINNER, ":says": Word(*seat), ":percent": percent,
            ":room": room, ":step": on.step, ":take": on.take, ":chance": chance, ":at": at,
        },
    )?;
    Ok(())
}

/// Returns a person's call of who wins a match.
pub(super) fn call_of(
    tx: &Tx<'_>,
    of: MatchId,
    person: PersonId,
) -> Result<Option<WinnerCall>, StoreError> {
    let sql = "SELECT * FROM calls WHERE match_id = ? AND person = ? AND what = ?";
    tx.one(sql, params![of, person, WINNER], read)
}

/// Returns all calls of who wins a match, oldest first.
pub(super) fn calls_on(tx: &Tx<'_>, of: MatchId) -> Result<Vec<WinnerCall>, StoreError> {
    let sql = "SELECT * FROM calls WHERE match_id = ? AND what = ? ORDER BY at, person";
    tx.all(sql, params![of, WINNER], read)
}

/// Counts the running matches of which a person has called who wins.
pub(super) fn count_open_calls(tx: &Tx<'_>, person: PersonId) -> Result<u32, StoreError> {
    let sql = "SELECT count(*) FROM calls JOIN matches ON matches.id = calls.match_id
               WHERE calls.person = ? AND calls.what = ? AND matches.ended_at IS NULL";
    Ok(tx.one(sql, params![person, WINNER], |row| row.get(0))?.unwrap_or(0))
}

/// Counts how many calls of a person have earned something in a season on matches between two people.
pub(super) fn count_calls_on_pair(
    tx: &Tx<'_>,
    person: PersonId,
    season: i32,
    players: &BySeat<PersonId>,
) -> Result<u32, StoreError> {
    let sql = "SELECT count(*) FROM calls
               WHERE person = ?1 AND what = ?2 AND season = ?3 AND points IS NOT NULL
                 AND match_id IN (SELECT match_id FROM seats WHERE person = ?4)
                 AND match_id IN (SELECT match_id FROM seats WHERE person = ?5)";
    let BySeat { first, second } = players;
    let count = tx.one(sql, params![person, WINNER, season, first, second], |row| row.get(0));
    Ok(count?.unwrap_or(0))
}

/// Stores what a call has earned, in millionths of a point, and the season it counts for.
pub(super) fn settle_call(
    tx: &Tx<'_>,
    of: MatchId,
    person: PersonId,
    season: i32,
    points: i64,
) -> Result<(), StoreError> {
    let sql = "UPDATE calls SET season = ?, points = ?
               WHERE match_id = ? AND person = ? AND what = ?";
    tx.change(sql, params![season, points, of, person, WINNER])?;
    Ok(())
}

/// Deletes a person's call of who wins a match.
pub(super) fn drop_call(tx: &Tx<'_>, of: MatchId, person: PersonId) -> Result<(), StoreError> {
    let sql = "DELETE FROM calls WHERE match_id = ? AND person = ? AND what = ?";
    tx.change(sql, params![of, person, WINNER])?;
    Ok(())
}

/// Deletes all calls on a match, also those of its turns.
pub(super) fn drop_calls(tx: &Tx<'_>, of: MatchId) -> Result<(), StoreError> {
    tx.change("DELETE FROM calls WHERE match_id = ?", [of])?;
    Ok(())
}

/// Returns who has called matches of a room in a season that are over, the most points first,
/// without those who hide their results, and those who left.
pub(super) fn callers(
    tx: &Tx<'_>,
    room: RoomId,
    season: i32,
) -> Result<Vec<CallerScore>, StoreError> {
    let place = tx.room(room)?;
    let hidden = tx.unlisted(place.chat, place.server_key())?;
    let sql =
        "SELECT calls.person, CAST(sum(CASE WHEN what = ?3 THEN 1 ELSE 0 END) AS BIGINT) AS calls,
             CAST(sum(CASE WHEN what = ?3 THEN 0 ELSE 1 END) AS BIGINT) AS turns,
             CAST(sum(calls.points) AS BIGINT) AS points
         FROM calls JOIN matches ON matches.id = calls.match_id
         WHERE calls.room = ?1 AND calls.season = ?2 AND matches.ended_at IS NOT NULL
         GROUP BY calls.person ORDER BY 4 DESC, calls.person";
    let mut found: Vec<CallerScore> = tx.all(sql, params![room, season, WINNER], |row| {
        Ok(CallerScore {
            person: row.get("person")?,
            calls: row.get("calls")?,
            turns: row.get("turns")?,
            points: row.get("points")?,
        })
    })?;
    found.retain(|score| !hidden.contains(&score.person));
    Ok(found)
}

/// Notes that a person was in a room where calls are on; the first time counts.
pub(super) fn note_visit(
    tx: &Tx<'_>,
    room: RoomId,
    person: PersonId,
    now: i64,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO room_visits (room, person, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
    tx.change(sql, params![room, person, now])?;
    Ok(())
}

/// Returns since when the bot knows a person in a room where calls are on.
pub(super) fn visited_since(
    tx: &Tx<'_>,
    room: RoomId,
    person: PersonId,
) -> Result<Option<i64>, StoreError> {
    let sql = "SELECT at FROM room_visits WHERE room = ? AND person = ?";
    tx.one(sql, params![room, person], |row| row.get(0))
}

/// Begins to note who is in a room: those who have played there, or spoke there last, are known
/// since then.
pub(super) fn begin_visits(tx: &Tx<'_>, room: RoomId) -> Result<(), StoreError> {
    for sql in [
        "INSERT INTO room_visits (room, person, at)
         SELECT seats.room, seats.person, min(matches.opened_at)
         FROM seats JOIN matches ON matches.id = seats.match_id JOIN people ON people.id = seats.person
         WHERE matches.room = ?1 AND people.gone = 0 AND people.level IS NULL AND people.room IS NULL
         GROUP BY seats.room, seats.person ON CONFLICT DO NOTHING",
        "INSERT INTO room_visits (room, person, at)
         SELECT spoke_in, coalesce(linked, id), min(spoke_at) FROM people
         WHERE spoke_in = ?1 AND spoke_at IS NOT NULL AND gone = 0
         GROUP BY spoke_in, coalesce(linked, id) ON CONFLICT DO NOTHING",
    ] {
        tx.change(sql, [room])?;
    }
    Ok(())
}

/// Forgets who was in a room.
pub(super) fn end_visits(tx: &Tx<'_>, room: RoomId) -> Result<(), StoreError> {
    tx.change("DELETE FROM room_visits WHERE room = ?", [room])?;
    Ok(())
}

/// Gives what `other` has called to `main`. Where both have called the same match neither call stays, so that nobody keeps the better
/// of two; and nobody keeps a call on a match of their own.
fn link_calls(tx: &Tx<'_>, main: PersonId, other: PersonId) -> Result<(), StoreError> {
    let twice = "DELETE FROM calls WHERE person IN (?1, ?2) AND EXISTS (
                     SELECT 1 FROM calls twice WHERE twice.match_id = calls.match_id AND twice.what = calls.what
                     AND twice.person IN (?1, ?2) AND twice.person <> calls.person)";
    tx.change(twice, [main, other])?;
    tx.change("UPDATE calls SET person = ?1 WHERE person = ?2", [main, other])?;
    let called = "SELECT DISTINCT match_id FROM calls WHERE person = ?";
    let called: Vec<MatchId> = tx.all(called, [main], |row| row.get(0))?;
    for of in called {
        if tx.has_part_in(of, main)? {
            tx.change("DELETE FROM calls WHERE person = ? AND match_id = ?", params![main, of])?;
        }
    }
    Ok(())
}

/// Gives `main` the visits of `other`; of two to the same room the earlier one.
fn link_visits(tx: &Tx<'_>, main: PersonId, other: PersonId) -> Result<(), StoreError> {
    let later = "DELETE FROM room_visits WHERE person = ?1 AND EXISTS (
                     SELECT 1 FROM room_visits earlier WHERE earlier.person = ?2
                     AND earlier.room = room_visits.room AND earlier.at < room_visits.at)";
    tx.change(later, [main, other])?;
    tx.rename_once("room_visits", "person", "room", main, other)
}

fn read(row: &SqlRow<'_>) -> RowResult<WinnerCall> {
    let Word(seat) = row.get("says")?;
    Ok(WinnerCall {
        of: row.get("match_id")?,
        person: row.get("person")?,
        room: row.get("room")?,
        seat,
        percent: row.get("percent")?,
        on: StepKey { step: row.get("step")?, take: row.get("take")? },
        chance: row.get("chance")?,
        at: row.get("at")?,
        points: row.get("points")?,
    })
}

#[cfg(test)]
mod tests {
    use model::ids::Chat;
    use store::{
        HIDDEN, KERNEL, Settings, TableParts,
        example::{ended, fresh_with, new_match, touched, world},
    };

    use super::{super::TABLES, *};

    const PARTS: TableParts = &[&KERNEL, &TABLES];

    fn call(of: MatchId, person: PersonId, room: RoomId, percent: u32) -> WinnerCall {
        let on = StepKey { step: 3, take: 1 };
        let (seat, chance) = (Seat::Second, 6_250);
        WinnerCall { of, person, room, seat, percent, on, chance, at: 5, points: None }
    }

    #[test]
    fn a_person_has_one_call_on_a_match_and_it_counts_once_the_match_is_over() {
        fresh_with(PARTS, |tx| {
            let world = world(tx);
            let row = touched(tx, &new_match(&world), 10);
            let cid = tx.meet_person(Chat::Discord, "c1", "Cid").unwrap().id;
            let dan = tx.meet_person(Chat::Discord, "d1", "Dan").unwrap().id;
            put_call(tx, &call(row.id, cid, world.room, 60)).unwrap();
            put_call(tx, &call(row.id, cid, world.room, 70)).unwrap();
            put_call(tx, &call(row.id, dan, world.room, 40)).unwrap();
            assert_eq!(call_of(tx, row.id, cid).unwrap(), Some(call(row.id, cid, world.room, 70)));
            assert_eq!(calls_on(tx, row.id).unwrap().len(), 2);
            assert_eq!(count_open_calls(tx, cid).unwrap(), 1);
            assert_eq!(callers(tx, world.room, 9).unwrap(), []);
            let of = row.id;
            ended(tx, row, 20, true);
            assert_eq!(count_open_calls(tx, cid).unwrap(), 0);
            settle_call(tx, of, cid, 9, -1_500_000).unwrap();
            settle_call(tx, of, dan, 9, 2_000_000).unwrap();
            let scores = callers(tx, world.room, 9).unwrap();
            let first = CallerScore { person: dan, calls: 1, turns: 0, points: 2_000_000 };
            assert_eq!((scores.len(), scores[0]), (2, first));
            assert_eq!(callers(tx, world.room, 8).unwrap(), []);
            tx.set_settings(dan, &Settings::default().with(&HIDDEN, true)).unwrap();
            assert_eq!(callers(tx, world.room, 9).unwrap().len(), 1);
            drop_call(tx, of, dan).unwrap();
            assert_eq!(calls_on(tx, of).unwrap().len(), 1);
            drop_calls(tx, of).unwrap();
            assert_eq!(calls_on(tx, of).unwrap(), []);
        });
    }

    #[test]
    fn two_linked_accounts_keep_no_call_on_the_same_match_and_none_on_their_own() {
        fresh_with(PARTS, |tx| {
            let world = world(tx);
            let add = || tx.add_match(&new_match(&world)).unwrap();
            let (same, one, own) = (add(), add(), add());
            let cid = tx.meet_person(Chat::Discord, "c1", "Cid").unwrap().id;
            let dan = tx.meet_person(Chat::Matrix, "@d:x", "Dan").unwrap().id;
            for (of, person) in [(same, cid), (same, dan), (one, dan), (own, cid)] {
                put_call(tx, &call(of, person, world.room, 70)).unwrap();
            }
            note_visit(tx, world.room, cid, 9).unwrap();
            note_visit(tx, world.room, dan, 4).unwrap();
            tx.link(cid, dan).unwrap();
            assert_eq!(calls_on(tx, same).unwrap(), []);
            assert_eq!(call_of(tx, one, cid).unwrap().map(|it| it.percent), Some(70));
            assert_eq!(visited_since(tx, world.room, cid).unwrap(), Some(4));
            tx.link(world.ann, cid).unwrap();
            assert_eq!(calls_on(tx, one).unwrap(), [], "Ann plays it");
            assert_eq!(calls_on(tx, own).unwrap(), [], "Ann plays it");
        });
    }

    #[test]
    fn who_has_played_or_spoken_in_a_room_is_known_there() {
        fresh_with(PARTS, |tx| {
            let world = world(tx);
            tx.add_match(&new_match(&world)).unwrap();
            let room = tx.room(world.room).unwrap();
            let cid = tx.meet_person(Chat::Discord, "c1", "Cid").unwrap().id;
            tx.note_speaking(&room, "c1", 70).unwrap();
            begin_visits(tx, room.id).unwrap();
            let since = |person| visited_since(tx, room.id, person).unwrap();
            assert_eq!([world.ann, world.ben, cid].map(since), [Some(1000), Some(1000), Some(70)]);
            note_visit(tx, room.id, cid, 80).unwrap();
            assert_eq!(since(cid), Some(70));
            tx.erase_person(cid).unwrap();
            assert_eq!(since(cid), None);
            end_visits(tx, room.id).unwrap();
            assert_eq!(since(world.ann), None);
        });
    }
}
