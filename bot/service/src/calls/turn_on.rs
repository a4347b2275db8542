//! Turns calls on and off in a room.
use store::RoomSettings;

use crate::{RequestError, context::RequestContext, matches::calls::channel};

/// Lets people who don't play call matches of this room, or no longer. Who is in the room is noted only
/// while calls are on.
pub(crate) fn set_calls(cx: &mut RequestContext<'_>, calls: bool) -> Result<(), RequestError> {
    let room = channel(cx.tx, &cx.room)?;
    let settings = RoomSettings { calls, ..room.settings };
    cx.tx.set_room_settings(room.id, &settings)?;
    match calls {
        true => cx.tx.begin_visits(room.id)?,
        false => cx.tx.end_visits(room.id)?,
    }
    if room.id == cx.room.id {
        cx.room.settings = settings;
    }
    Ok(())
}
