//! Who called the matches of a room's week best.
use std::collections::BTreeMap;

use model::ids::PersonId;
use service::{RequestError, RoomWeek, Standout, WeekWords, context::RequestContext};

use super::{rows, score::rounded, words};

/// Names the best caller.
pub(super) fn of_week(
    cx: &RequestContext<'_>,
    week: &RoomWeek<'_>,
) -> Result<WeekWords, RequestError> {
    let mut points: BTreeMap<PersonId, (i64, u32)> = BTreeMap::new();
    for row in week.matches {
        let calls = rows::calls_on(cx.tx, row.id)?;
        for call in calls.into_iter().filter(|call| week.rooms.contains(&call.room)) {
            let Some(earned) = call.points else { continue };
            let (sum, count) = points.entry(call.person).or_default();
            *sum += earned;
            *count += 1;
        }
    }
    let whole = points.into_iter().map(|(person, (sum, count))| (person, rounded(sum), count));
    let best = Standout::best(cx, whole, 1)?.map(|best| words::best_caller(&best));
    Ok(WeekWords { best: best.into_iter().collect(), ..WeekWords::default() })
}
