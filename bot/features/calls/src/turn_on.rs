//! Turns calls on and off in a room.
use command::{Permitted, verbs};
use service::{RequestError, RoomSettingRow, context::RequestContext, moderation};
use store::RoomSettings;

use super::{callable::channel, rows, words};

/// Whether people who don't play can call matches of this room.
pub(super) const OF_ROOM: RoomSettingRow = RoomSettingRow {
    name: words::ORDER.word(),
    help: "`calls on` or `off`: people who don't play can say who wins.",
    example: "admin calls on",
    may: Permitted::Manager,
    set: set_calls,
    shows: Some(shown),
};

/// Lets people who don't play call matches of this room, or no longer.
fn set_calls(cx: &mut RequestContext<'_>, said: &verbs::Admin) -> Result<(), RequestError> {
    match said.value.to_lowercase().as_str() {
        "" => {}
        "on" | "yes" => turn(cx, true)?,
        "off" | "no" => turn(cx, false)?,
        _ => return Err(moderation::words::on_or_off(words::ORDER).into()),
    }
    moderation::admin::show_admin(cx)
}

/// Writes whether calls are on here. A thread has the calls of its channel.
fn shown(cx: &RequestContext<'_>) -> Result<String, RequestError> {
    let is_on = channel(cx.tx, &cx.room)?.settings.calls;
    Ok(if is_on { "on" } else { "off" }.to_owned())
}

/// Turns calls on or off. Who is in the room is noted only while they are on.
fn turn(cx: &mut RequestContext<'_>, calls: bool) -> Result<(), RequestError> {
    let room = channel(cx.tx, &cx.room)?;
    let settings = RoomSettings { calls, ..room.settings };
    cx.tx.set_room_settings(room.id, &settings)?;
    if calls {
        rows::begin_visits(cx.tx, room.id)?;
    } else {
        rows::end_visits(cx.tx, room.id)?;
    }
    if room.id == cx.room.id {
        cx.room.settings = settings;
    }
    Ok(())
}
