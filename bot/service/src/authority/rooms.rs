//! Whether the asker may look and write in a room that they use from elsewhere, as its chat says.
use store::{Person, Room};

use super::{ActionTarget, decide::handle_in};
use crate::{
    RequestError,
    context::{
        RequestContext,
        request::{RoomFound, RoomQuestion, RoomRight},
    },
};

/// Returns what the asker may do in the room of what they affect.
pub(super) fn right_in(
    cx: &RequestContext<'_>,
    room: &Room,
    touched: ActionTarget<'_>,
) -> Result<RoomRight, RequestError> {
    let me = cx.me.id;
    // Moderators have paired the rooms for people on both sides. A private room belongs to a person who invited the asker, and who plays
    // from another room was invited to this one.
    let is_invited = match touched {
        ActionTarget::Match(row) => {
            let seat = row.seats.find(|&it| it == me);
            cx.tx.away_rooms(row.id)?.into_iter().any(|(away, _)| Some(away) == seat)
        }
        _ => false,
    };
    let is_open = room.id == cx.room.id
        || is_invited
        || cx.request().is_none()
        || cx.tx.paired_with(cx.room.id)? == Some(room.id)
        || cx.tx.alone_in(room.chat, &room.handle)?.is_some();
    if is_open {
        return Ok(RoomRight::Write);
    }
    let person = handle_in(cx, &cx.me, room)?;
    let asked = RoomQuestion { chat: room.chat, room: room.handle.clone(), person };
    Ok(found(cx, asked)?.map_or(RoomRight::Nothing, |it| it.may))
}

/// Tells whether the asker can see a room, as its chat says; what it doesn't know counts as hidden.
pub(super) fn is_seen(cx: &RequestContext<'_>, room: &Room) -> Result<bool, RequestError> {
    let person = handle_in(cx, &cx.me, room)?;
    let asked = RoomQuestion { chat: room.chat, room: room.handle.clone(), person };
    Ok(room.id == cx.room.id || found(cx, asked)?.is_some())
}

/// Tells whether a person isn't in a room any more, as its chat says; what it doesn't know counts as no.
pub(crate) fn is_gone_from(
    cx: &RequestContext<'_>,
    room: &Room,
    person: &Person,
) -> Result<bool, RequestError> {
    if cx.tx.leavers(room.chat, room.server_key())?.contains(&person.id) {
        return Ok(true);
    }
    if room.answers_only || cx.tx.alone_in(room.chat, &room.handle)?.is_some() {
        return Ok(false);
    }
    let person = handle_in(cx, person, room)?;
    let asked = RoomQuestion { chat: room.chat, room: room.handle.clone(), person };
    Ok(looked_up(cx, asked)?.is_some_and(|found| found.may == RoomRight::Nothing))
}

/// Returns a room as its chat describes it to the asker; nothing if it doesn't exist for them.
pub fn found(
    cx: &RequestContext<'_>,
    asked: RoomQuestion,
) -> Result<Option<RoomFound>, RequestError> {
    Ok(looked_up(cx, asked)?.filter(|it| RoomRight::Nothing < it.may))
}

fn looked_up(
    cx: &RequestContext<'_>,
    asked: RoomQuestion,
) -> Result<Option<RoomFound>, RequestError> {
    let said = cx.request().map(|request| &request.prepared.rooms);
    let known = said.and_then(|said| said.iter().find(|it| it.0 == asked));
    match known {
        Some((_, found)) => Ok(found.clone()),
        None if cx.memory.asks_chats => Err(RequestError::AsksChat(asked)),
        None => Ok(None),
    }
}
