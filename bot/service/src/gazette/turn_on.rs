//! Sets when a room gets its gazette, or ends it.
use model::{
    reply::{Privacy, Reply},
    time::{DayOfWeek, time_of_day},
};
use store::{WeekInMatches, WeeklyGazette, ZONE};

use super::words;
use crate::{RequestError, context::RequestContext};

/// Sets when this room gets its gazette, or ends it.
pub(crate) fn set_gazette(cx: &mut RequestContext<'_>, value: &str) -> Result<(), RequestError> {
    let room = cx.room.clone();
    let lower = value.trim().to_lowercase();
    match lower.as_str() {
        "" => {}
        "off" | "none" | "stop" => {
            if !cx.tx.drop_gazette(room.id)? {
                return Err(words::already_off().into());
            }
        }
        said => {
            let (day, time) = said.split_once(' ').unwrap_or((said, ""));
            let form = || words::form(value);
            let on = DayOfWeek::named(day).ok_or_else(form)?;
            let minute = time_of_day(time).ok_or_else(form)?;
            if room.answers_only {
                return Err(words::cannot_post().into());
            }
            let zone = cx.me.settings.get(&ZONE);
            let due = zone.next_weekly(on, minute, cx.now).ok_or_else(form)?;
            // The week that was told last can still be shown.
            let before = cx.tx.gazette(room.id)?;
            let (week, tell_by, found) = match before {
                Some(WeeklyGazette { week, tell_by, found, .. }) => (week, tell_by, found),
                None => (None, None, WeekInMatches::default()),
            };
            let room = room.id;
            let new = WeeklyGazette { room, on, minute, zone, due, week, tell_by, found };
            cx.tx.put_gazette(&new)?;
        }
    }
    let now = cx.tx.gazette(room.id)?;
    let text = words::settings(now.as_ref());
    cx.say(Reply::only(cx.me.id, text).private(Privacy::Personal));
    Ok(())
}
