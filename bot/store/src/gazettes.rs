//! The rooms that are told once a week what happened there, and what is known of their last week.
use engine::seat::Seat;
use model::{
    glicko::Rating,
    ids::{MatchId, PersonId, RoomId},
    time::{DayOfWeek, Zone},
};
use serde::{Deserialize, Serialize};

use super::{
    MatchRow, StoreError, Tx,
    columns::Json,
    matches::{self, columns},
    sql::SqlRow,
};
use crate::{
    sql::{named_params, params},
    tables::TableSpec,
};

pub(super) const GAZETTES: TableSpec = TableSpec::new("gazettes", "room")
    .unexported(&[("*", "about rooms and the steps of matches, that everybody there can read")])
    .rooms(&[("room", Some(""))]);

/// A room that is told once a week what happened there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeeklyGazette {
    pub room: RoomId,
    pub on: DayOfWeek,
    /// Minutes after midnight.
    pub minute: u16,
    pub zone: Zone,
    pub due: i64,
    /// The start and end of the week that is told, or was told last.
    pub week: Option<(i64, i64)>,
    /// When it is told at the latest; none once it was.
    pub tell_by: Option<i64>,
    pub found: WeekInMatches,
}

/// What the reviews of a week's matches brought. It names nobody, so that people are named as they
/// want it when it is told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WeekInMatches {
    /// The last match that was looked at, in the order of their numbers.
    pub looked_at: Option<MatchId>,
    pub turned: Option<TurnedMatch>,
    pub lucky: Option<LuckyStep>,
    pub unlucky: Option<UnluckyPlayer>,
}

/// The step at which the chance of the side that won rose most, in percent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnedMatch {
    pub of: MatchId,
    pub step: u32,
    pub before: u32,
    pub after: u32,
}

/// The step at which luck gave a side most, in percent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LuckyStep {
    pub of: MatchId,
    pub step: u32,
    pub seat: Seat,
    pub gained: u32,
}

/// The side that luck cost most in a whole match, in percent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnluckyPlayer {
    pub of: MatchId,
    pub seat: Seat,
    pub lost: u32,
}

impl Tx<'_> {
    /// Returns when a room gets its gazette, if it has one.
    pub fn gazette(&self, room: RoomId) -> Result<Option<WeeklyGazette>, StoreError> {
        self.one("SELECT * FROM gazettes WHERE room = ?", [room], read)
    }

    /// Returns the rooms whose week is over or waits to be told, the longest overdue first.
    pub fn due_gazettes(&self, now: i64) -> Result<Vec<RoomId>, StoreError> {
        let sql = "SELECT room FROM gazettes WHERE due <= ? OR tell_by IS NOT NULL
                   ORDER BY due, room";
        self.all(sql, [now], |row| row.get(0))
    }

    /// Returns when the next week is over, or must be told, after a moment.
    pub fn next_gazette(&self, after: i64) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT (SELECT min(due) FROM gazettes WHERE due > ?1),
                          (SELECT min(tell_by) FROM gazettes WHERE tell_by > ?1)";
        let next: Option<(Option<i64>, Option<i64>)> =
            self.one(sql, [after], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(next.and_then(|(due, tell_by)| due.into_iter().chain(tell_by).min()))
    }

    /// Stores when a room gets its gazette, and what was found about its last week.
    ///
    /// # Errors
    /// [`StoreError::Forbidden`] if the room doesn't exist.
    pub fn put_gazette(&self, new: &WeeklyGazette) -> Result<(), StoreError> {
        let WeeklyGazette { room, on, minute, zone, due, week, tell_by, found } = new;
        let sql = "INSERT INTO gazettes (room, weekday, minute, zone, due, from_at, to_at, tell_by, found)
                   VALUES (:room, :weekday, :minute, :zone, :due, :from_at, :to_at, :tell_by, :found)
                   ON CONFLICT (room) DO UPDATE SET weekday = excluded.weekday, minute = excluded.minute, zone = excluded.zone,
                       due = excluded.due, from_at = excluded.from_at, to_at = excluded.to_at, tell_by = excluded.tell_by,
                       found = excluded.found";
        self.change(
            sql,
            named_params! {
                ":room": room, ":weekday": *on as i64, ":minute": minute, ":zone": zone.to_string(), ":due": due,
                ":from_at": week.map(|it| it.0), ":to_at": week.map(|it| it.1), ":tell_by": tell_by,
                ":found": Json(found),
            },
        )?;
        Ok(())
    }

    /// Moves the ends of weeks that come after `now` back, because the clock was set back by `by` seconds. A week that isn't
    /// over yet is told when it is. A room whose row can't be read keeps it.
    pub fn set_back_gazettes(&self, now: i64, by: i64) -> Result<(), StoreError> {
        for room in self.due_gazettes(i64::MAX)? {
            let gazette = match self.gazette(room) {
                Err(StoreError::Unreadable { .. }) => None,
                gazette => gazette?,
            };
            let Some(gazette) = gazette else { continue };
            let WeeklyGazette { on, minute, ref zone, due, week, tell_by, .. } = gazette;
            let due = zone.next_weekly(on, minute, now).map_or(due, |next| next.min(due));
            let week = week.filter(|(_, end)| *end <= now || tell_by.is_some());
            let tell_by = tell_by.map(|at| if now < at { at - by } else { at });
            self.put_gazette(&WeeklyGazette { due, week, tell_by, ..gazette.clone() })?;
        }
        Ok(())
    }

    /// Ends a room's gazette; returns whether it had one.
    pub fn drop_gazette(&self, room: RoomId) -> Result<bool, StoreError> {
        Ok(0 < self.change("DELETE FROM gazettes WHERE room = ?", [room])?)
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

fn read(row: &SqlRow<'_>) -> rusqlite::Result<WeeklyGazette> {
    let zone: String = row.get("zone")?;
    let from: Option<i64> = row.get("from_at")?;
    let Json(found) = row.get("found")?;
    Ok(WeeklyGazette {
        room: row.get("room")?,
        on: DayOfWeek::after_monday(row.get("weekday")?).unwrap_or(DayOfWeek::Monday),
        minute: row.get("minute")?,
        zone: Zone::named(&zone).unwrap_or_default(),
        due: row.get("due")?,
        week: from.zip(row.get("to_at")?),
        tell_by: row.get("tell_by")?,
        found,
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

    fn weekly(room: RoomId) -> WeeklyGazette {
        WeeklyGazette {
            room,
            on: DayOfWeek::Sunday,
            minute: 1080,
            zone: Zone::default(),
            due: 100,
            week: None,
            tell_by: None,
            found: WeekInMatches::default(),
        }
    }

    #[test]
    fn a_room_is_told_of_its_week_until_it_is_dropped() {
        fresh(|tx| {
            let room = world(tx).room;
            assert_eq!(tx.next_gazette(0).unwrap(), None);
            let nowhere = tx.attempt(|| tx.put_gazette(&weekly(RoomId(99))));
            assert!(nowhere.is_err(), "no such room");
            tx.put_gazette(&weekly(room)).unwrap();
            assert_eq!(tx.gazette(room).unwrap(), Some(weekly(room)));
            assert_eq!(
                (tx.due_gazettes(99).unwrap(), tx.next_gazette(0).unwrap()),
                (vec![], Some(100))
            );
            assert_eq!(tx.due_gazettes(100).unwrap(), [room]);
            let found = WeekInMatches {
                looked_at: Some(MatchId(3)),
                turned: Some(TurnedMatch { of: MatchId(3), step: 4, before: 31, after: 78 }),
                lucky: Some(LuckyStep { of: MatchId(2), step: 9, seat: Seat::Second, gained: 12 }),
                unlucky: Some(UnluckyPlayer { of: MatchId(2), seat: Seat::First, lost: 30 }),
            };
            let told = WeeklyGazette {
                on: DayOfWeek::Monday,
                due: 700,
                week: Some((10, 100)),
                tell_by: Some(150),
                found,
                ..weekly(room)
            };
            tx.put_gazette(&told).unwrap();
            assert_eq!(tx.gazette(room).unwrap(), Some(told.clone()));
            assert_eq!(tx.due_gazettes(100).unwrap(), [room], "it waits to be told");
            assert_eq!(tx.next_gazette(0).unwrap(), Some(150));
            tx.put_gazette(&WeeklyGazette { tell_by: None, ..told }).unwrap();
            assert_eq!(
                (tx.due_gazettes(100).unwrap(), tx.next_gazette(0).unwrap()),
                (vec![], Some(700))
            );
            assert!(tx.drop_gazette(room).unwrap());
            assert!(!tx.drop_gazette(room).unwrap());
            assert_eq!(tx.gazette(room).unwrap(), None);
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
