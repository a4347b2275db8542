//! Which matches belong to a room's week, and who stood out in them.
use std::collections::BTreeMap;

use engine::{game::Outcome, seat::Seat};
use model::{
    ids::{MatchId, PersonId, RoomId},
    time::DAY,
};
use service::{Standout, context::RequestContext};
use store::{HIDDEN, MatchEnd, MatchRow, Room, StoreError, Tx};

use super::rows::WeeklyGazette;

/// How far apart two weeks may end where clocks change, in seconds.
const LONG_WEEK: i64 = 8 * DAY;

/// How long a week is, in seconds.
const WEEK: i64 = 7 * DAY;

/// How many missed weeks are left out at most.
const MOST_MISSED: usize = 1000;

/// Ends the week that is due. After an outage those before the latest are left out. What was told
/// already isn't told again.
pub(super) fn ended(gazette: &WeeklyGazette, now: i64) -> WeeklyGazette {
    let WeeklyGazette { on, minute, zone, .. } = gazette;
    let mut end = gazette.due;
    let mut due = None;
    for _ in 0..MOST_MISSED {
        match zone.next_weekly(*on, *minute, end) {
            Some(next) if next <= now => end = next,
            next => {
                due = next;
                break;
            }
        }
    }
    // Without a calendar there is no next week.
    let due = due.or_else(|| zone.next_weekly(*on, *minute, now)).unwrap_or(i64::MAX);
    let before = gazette.week.map(|it| it.1).filter(|told| end - told < LONG_WEEK);
    let week = Some((before.unwrap_or(end - WEEK).min(end), end));
    WeeklyGazette { due, week, ..gazette.clone() }
}

/// Returns the rooms whose matches stand in a room's gazette: itself, and the room paired with it.
/// Threads are rooms of their own, and may be private.
pub(super) fn rooms(tx: &Tx<'_>, room: &Room) -> Result<Vec<RoomId>, StoreError> {
    Ok([room.id].into_iter().chain(tx.paired_with(room.id)?).collect())
}

/// Returns the public matches of a week that were played by people who show their results, or by
/// rooms, in the order of their numbers.
pub(super) fn matches(
    cx: &RequestContext<'_>,
    room: &Room,
    week: (i64, i64),
) -> Result<Vec<MatchRow>, StoreError> {
    let mut found = BTreeMap::new();
    for one in rooms(cx.tx, room)? {
        for row in cx.tx.ended_between(one, week)? {
            if is_shown(cx.tx, &row)? {
                found.insert(row.id, row);
            }
        }
    }
    Ok(found.into_values().collect())
}

fn is_shown(tx: &Tx<'_>, row: &MatchRow) -> Result<bool, StoreError> {
    let owners = row.owners();
    for seat in Seat::BOTH {
        for person in [row.seats.get(seat), owners.get(seat)] {
            let person = tx.person(*person)?;
            if person.settings.get(&HIDDEN) || person.gone {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Returns which side won.
pub(super) fn winner(row: &MatchRow) -> Option<Seat> {
    let MatchEnd { outcome, .. } = row.end.as_ref()?;
    let Outcome { winner, why: _ } = outcome.as_ref()?;
    *winner
}

/// Returns who gained most rating in these matches.
pub(super) fn climber(
    cx: &RequestContext<'_>,
    matches: &[MatchRow],
) -> Result<Option<Standout>, StoreError> {
    let mut gained: BTreeMap<PersonId, (f64, u32)> = BTreeMap::new();
    for row in matches {
        for (person, change) in cx.tx.rating_changes(row.id)? {
            let (sum, count) = gained.entry(person).or_default();
            *sum += change;
            *count += 1;
        }
    }
    let whole =
        gained.into_iter().map(|(person, (sum, count))| (person, sum.round() as i64, count));
    Standout::best(cx, whole, 1)
}

/// Returns who won most matches in a row. A draw ends the row.
pub(super) fn winning(
    cx: &RequestContext<'_>,
    matches: &[MatchRow],
) -> Result<Option<Standout>, StoreError> {
    let mut by_end: Vec<&MatchRow> = matches.iter().collect();
    by_end.sort_by_key(|row| (row.end.as_ref().map(|it| it.at), row.id));
    let mut rows: BTreeMap<PersonId, (i64, i64)> = BTreeMap::new();
    for row in by_end {
        for seat in Seat::BOTH {
            let (now, most) = rows.entry(*row.seats.get(seat)).or_default();
            *now = if winner(row) == Some(seat) { *now + 1 } else { 0 };
            *most = (*most).max(*now);
        }
    }
    Standout::best(cx, rows.into_iter().map(|(person, (_, most))| (person, most, 0)), 2)
}

/// Finds a match by its number.
pub(super) fn numbered(matches: &[MatchRow], of: MatchId) -> Option<&MatchRow> {
    matches.iter().find(|row| row.id == of)
}

#[cfg(test)]
mod tests {
    use model::time::{DayOfWeek, Zone};

    use super::{super::rows::WeekInMatches, *};

    /// The first Sunday of 2026, at six in the evening.
    const SUNDAY: i64 = 1_767_225_600 + 3 * DAY + 18 * 3600;

    fn due(due: i64, week: Option<(i64, i64)>) -> WeeklyGazette {
        WeeklyGazette {
            room: RoomId(1),
            on: DayOfWeek::Sunday,
            minute: 18 * 60,
            zone: Zone::default(),
            due,
            week,
            tell_by: None,
            found: WeekInMatches::default(),
        }
    }

    #[test]
    fn a_week_begins_where_the_last_one_that_was_told_ended() {
        for (told, now, from, end) in [
            (None, SUNDAY, SUNDAY - WEEK, SUNDAY),
            (None, SUNDAY + WEEK - 1, SUNDAY - WEEK, SUNDAY),
            (None, SUNDAY + WEEK, SUNDAY, SUNDAY + WEEK),
            (None, SUNDAY + 3 * WEEK + DAY, SUNDAY + 2 * WEEK, SUNDAY + 3 * WEEK),
            // The day or the zone was changed since.
            (Some(SUNDAY - 2 * DAY), SUNDAY, SUNDAY - 2 * DAY, SUNDAY),
            (Some(SUNDAY - WEEK - 3600), SUNDAY, SUNDAY - WEEK - 3600, SUNDAY),
            // Weeks without a match weren't told.
            (Some(SUNDAY - 3 * WEEK), SUNDAY, SUNDAY - WEEK, SUNDAY),
            // The clock was set back.
            (Some(SUNDAY + DAY), SUNDAY, SUNDAY, SUNDAY),
        ] {
            let new = ended(&due(SUNDAY, told.map(|end| (end - WEEK, end))), now);
            assert_eq!(new.week, Some((from, end)), "{told:?} {now}");
            assert_eq!(new.due, end + WEEK, "{told:?} {now}");
        }
    }
}
