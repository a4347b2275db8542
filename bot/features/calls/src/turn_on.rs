//! Turns calls on and off in a room.
use command::{Permitted, verbs};
use model::text::Text;
use service::{
    RequestError, RoomSettingRow,
    context::{RequestContext, setting_row::SettingRow},
    room_settings,
};
use store::SettingKey;

use super::{callable::channel, rows, words};

/// Whether others can call who wins somebody's matches.
pub(super) const OPEN_TO_OTHERS: SettingKey<bool> = SettingKey::usually_on("no_calls");

pub(super) const OF_PERSON: SettingRow = SettingRow::on_off(
    words::ORDER.word(),
    OPEN_TO_OTHERS,
    false,
    "keeps others from saying who wins your matches",
);

/// Whether people who don't play can call who wins in a room.
pub(super) const ON_IN_ROOM: SettingKey<bool> = SettingKey::new("calls");

/// Whether people who don't play can call matches of this room.
pub(super) const OF_ROOM: RoomSettingRow = RoomSettingRow {
    name: words::ORDER.word(),
    help: "`calls on` or `off`: people who don't play can say who wins.",
    example: "admin calls on",
    may: Some(Permitted::Manager),
    posts: false,
    picks: None,
    set: set_calls,
    shows: Some(shown),
};

/// Lets people who don't play call matches of this room, or no longer.
fn set_calls(cx: &mut RequestContext<'_>, said: &verbs::Admin) -> Result<(), RequestError> {
    match said.value.to_lowercase().as_str() {
        "" => {}
        "on" | "yes" => turn(cx, true)?,
        "off" | "no" => turn(cx, false)?,
        _ => return Err(room_settings::words::on_or_off(words::ORDER).into()),
    }
    room_settings::admin::show_admin(cx)
}

/// Writes whether calls are on here. A thread has the calls of its channel.
fn shown(cx: &RequestContext<'_>) -> Result<Option<Text>, RequestError> {
    let is_on = channel(cx.tx, &cx.room)?.settings.get(&ON_IN_ROOM);
    let value = if is_on { "on" } else { "off" };
    Ok(Some(room_settings::words::setting(words::ORDER.word(), value)))
}

/// Turns calls on or off. Who is in the room is noted only while they are on.
fn turn(cx: &mut RequestContext<'_>, calls: bool) -> Result<(), RequestError> {
    let room = channel(cx.tx, &cx.room)?;
    let settings = room.settings.with(&ON_IN_ROOM, calls);
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
