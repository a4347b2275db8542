//! The rooms that are told once a week what happened there, and what is known of their last week.
use engine::seat::Seat;
use model::{
    ids::{MatchId, RoomId},
    time::{DayOfWeek, Zone},
};
use serde::{Deserialize, Serialize};
use service::TimeGap;
use store::{
    StoreError, Tx,
    sql::{Json, RowResult, SqlRow, named_params},
    tables::TableSpec,
};

pub(super) const GAZETTES: TableSpec = TableSpec::new("gazettes", "room")
    .unexported(&[("*", "about rooms and the steps of matches, that everybody there can read")])
    .rooms(&[("room", Some(""))]);

/// A room that is told once a week what happened there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WeeklyGazette {
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
pub(super) struct WeekInMatches {
    /// The last match that was looked at, in the order of their numbers.
    pub looked_at: Option<MatchId>,
    pub turned: Option<TurnedMatch>,
    pub lucky: Option<LuckyStep>,
    pub unlucky: Option<UnluckyPlayer>,
}

/// The step at which the chance of the side that won rose most, in percent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TurnedMatch {
    pub of: MatchId,
    pub step: u32,
    pub before: u32,
    pub after: u32,
}

/// The step at which luck gave a side most, in percent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct LuckyStep {
    pub of: MatchId,
    pub step: u32,
    pub seat: Seat,
    pub gained: u32,
}

/// The side that luck cost most in a whole match, in percent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct UnluckyPlayer {
    pub of: MatchId,
    pub seat: Seat,
    pub lost: u32,
}

/// Returns when a room gets its gazette, if it has one.
pub(super) fn gazette(tx: &Tx<'_>, room: RoomId) -> Result<Option<WeeklyGazette>, StoreError> {
    tx.one("SELECT * FROM gazettes WHERE room = ?", [room], read)
}

/// Returns the rooms whose week is over or waits to be told, the longest overdue first.
pub(super) fn due_gazettes(tx: &Tx<'_>, now: i64) -> Result<Vec<RoomId>, StoreError> {
    let sql = "SELECT room FROM gazettes WHERE due <= ? OR tell_by IS NOT NULL
               ORDER BY due, room";
    tx.all(sql, [now], |row| row.get(0))
}

/// Returns when the next week is over, or must be told, after a moment.
pub(super) fn next_gazette(tx: &Tx<'_>, after: i64) -> Result<Option<i64>, StoreError> {
    let sql = "SELECT (SELECT min(due) FROM gazettes WHERE due > ?1),
                      (SELECT min(tell_by) FROM gazettes WHERE tell_by > ?1)";
    let next: Option<(Option<i64>, Option<i64>)> =
        tx.one(sql, [after], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(next.and_then(|(due, tell_by)| due.into_iter().chain(tell_by).min()))
}

/// Stores when a room gets its gazette, and what was found about its last week.
///
/// # Errors
/// [`StoreError::Forbidden`] if the room doesn't exist.
pub(super) fn put_gazette(tx: &Tx<'_>, new: &WeeklyGazette) -> Result<(), StoreError> {
    let WeeklyGazette { room, on, minute, zone, due, week, tell_by, found } = new;
    let sql = "INSERT INTO gazettes (room, weekday, minute, zone, due, from_at, to_at, tell_by, found)
               VALUES (:room, :weekday, :minute, :zone, :due, :from_at, :to_at, :tell_by, :found)
               ON CONFLICT (room) DO UPDATE SET weekday = excluded.weekday, minute = excluded.minute, zone = excluded.zone,
                   due = excluded.due, from_at = excluded.from_at, to_at = excluded.to_at, tell_by = excluded.tell_by,
                   found = excluded.found";
    tx.change(
        sql,
        named_params! {
            ":room": room, ":weekday": *on as i64, ":minute": minute, ":zone": zone.to_string(), ":due": due,
            ":from_at": week.map(|it| it.0), ":to_at": week.map(|it| it.1), ":tell_by": tell_by,
            ":found": Json(found),
        },
    )?;
    Ok(())
}

/// Moves the ends of weeks that are still to come back, because the clock was set back. A week that isn't over yet is told when it is. A
/// room whose row can't be read keeps it.
pub(super) fn follow_gap(tx: &Tx<'_>, gap: &TimeGap) -> Result<(), StoreError> {
    if 0 <= gap.seconds() {
        return Ok(());
    }
    let now = gap.to;
    for room in due_gazettes(tx, i64::MAX)? {
        let gazette = match gazette(tx, room) {
            Err(StoreError::Unreadable { .. }) => None,
            gazette => gazette?,
        };
        let Some(gazette) = gazette else { continue };
        let WeeklyGazette { on, minute, ref zone, due, week, tell_by, .. } = gazette;
        let due = zone.next_weekly(on, minute, now).map_or(due, |next| next.min(due));
        let week = week.filter(|(_, end)| *end <= now || tell_by.is_some());
        let tell_by = tell_by.map(|at| if now < at { at + gap.seconds() } else { at });
        put_gazette(tx, &WeeklyGazette { due, week, tell_by, ..gazette.clone() })?;
    }
    Ok(())
}

/// Ends a room's gazette; returns whether it had one.
pub(super) fn drop_gazette(tx: &Tx<'_>, room: RoomId) -> Result<bool, StoreError> {
    Ok(0 < tx.change("DELETE FROM gazettes WHERE room = ?", [room])?)
}

fn read(row: &SqlRow<'_>) -> RowResult<WeeklyGazette> {
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
    use model::ids::Chat;
    use store::{KERNEL, Store, TableParts};

    use super::{super::TABLES, *};

    const PARTS: TableParts = &[&KERNEL, &TABLES];

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
        let mut store = Store::trial_with(PARTS).unwrap();
        let done = store.transaction_once::<_, StoreError>(|tx| {
            let room = tx.meet_room(Chat::Discord, "r", "games", "s")?.id;
            assert_eq!(next_gazette(tx, 0).unwrap(), None);
            let nowhere = tx.attempt(|| put_gazette(tx, &weekly(RoomId(99))));
            assert!(nowhere.is_err(), "no such room");
            put_gazette(tx, &weekly(room)).unwrap();
            assert_eq!(gazette(tx, room).unwrap(), Some(weekly(room)));
            assert_eq!(
                (due_gazettes(tx, 99).unwrap(), next_gazette(tx, 0).unwrap()),
                (vec![], Some(100))
            );
            assert_eq!(due_gazettes(tx, 100).unwrap(), [room]);
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
            put_gazette(tx, &told).unwrap();
            assert_eq!(gazette(tx, room).unwrap(), Some(told.clone()));
            assert_eq!(due_gazettes(tx, 100).unwrap(), [room], "it waits to be told");
            assert_eq!(next_gazette(tx, 0).unwrap(), Some(150));
            put_gazette(tx, &WeeklyGazette { tell_by: None, ..told }).unwrap();
            assert_eq!(
                (due_gazettes(tx, 100).unwrap(), next_gazette(tx, 0).unwrap()),
                (vec![], Some(700))
            );
            assert!(drop_gazette(tx, room).unwrap());
            assert!(!drop_gazette(tx, room).unwrap());
            assert_eq!(gazette(tx, room).unwrap(), None);
            Ok(())
        });
        done.unwrap();
    }
}
