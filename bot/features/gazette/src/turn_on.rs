//! Sets when a room gets its gazette, or ends it.
use command::{Permitted, verbs};
use model::{
    reply::{Privacy, Reply},
    text::Text,
    time::{DayOfWeek, leading_time},
};
use service::{RequestError, RoomSettingRow, context::RequestContext, room_settings};
use store::ZONE;

use super::{
    rows::{self, WeekInMatches, WeeklyGazette},
    words,
};

/// When this room gets its gazette.
pub(super) const OF_ROOM: RoomSettingRow = RoomSettingRow {
    name: words::ORDER.word(),
    help: "`gazette sunday 18:00`: what happened here, once a week at that time, in your time zone; `gazette off` ends it.",
    example: "admin gazette sunday 18:00",
    may: Some(Permitted::Manager),
    posts: true,
    picks: None,
    set: set_gazette,
    shows: Some(shown),
};

/// Sets when this room gets its gazette, or ends it.
fn set_gazette(cx: &mut RequestContext<'_>, said: &verbs::Admin) -> Result<(), RequestError> {
    let value = said.value.as_str();
    let room = cx.room.clone();
    let lower = value.trim().to_lowercase();
    match lower.as_str() {
        "" => {}
        "off" | "none" | "stop" => {
            if !rows::drop_gazette(cx.tx, room.id)? {
                return Err(words::already_off().into());
            }
        }
        said => {
            let (day, time) = said.split_once(' ').unwrap_or((said, ""));
            let form = || words::form(value);
            let on = DayOfWeek::named(day).ok_or_else(form)?;
            let (minute, "") = leading_time(time).ok_or_else(form)? else {
                return Err(form().into());
            };
            let zone = cx.me.settings.get(&ZONE);
            let due = zone.next_weekly(on, minute, cx.now).ok_or_else(form)?;
            // The week that was told last can still be shown.
            let before = rows::gazette(cx.tx, room.id)?;
            let (week, tell_by, found) = match before {
                Some(WeeklyGazette { week, tell_by, found, .. }) => (week, tell_by, found),
                None => (None, None, WeekInMatches::default()),
            };
            let room = room.id;
            let new = WeeklyGazette { room, on, minute, zone, due, week, tell_by, found };
            rows::put_gazette(cx.tx, &new)?;
        }
    }
    let now = rows::gazette(cx.tx, room.id)?;
    let text = words::settings(now.as_ref());
    cx.say(Reply::only(cx.me.id, text).private(Privacy::Personal));
    Ok(())
}

/// Writes when this room gets its gazette.
fn shown(cx: &RequestContext<'_>) -> Result<Option<Text>, RequestError> {
    let told = rows::gazette(cx.tx, cx.room.id)?;
    let value = told.map_or_else(|| "off".to_owned(), |told| words::is_set(&told));
    Ok(Some(room_settings::words::setting(words::ORDER.word(), &value)))
}
