//! Stores the asker and the room when they are first seen.
use crate::service::{PersonName, Request, RoomName};
use crate::{
    store::{Chat, Person, Room, StoreError, Tx},
    text::clean_name,
};

pub(in crate::service) fn first_time(tx: &Tx<'_>, request: &Request) -> Result<bool, StoreError> {
    match &request.message {
        Some(message) => tx.handle_once(request.chat, message, request.now),
        None => Ok(true),
    }
}

pub(in crate::service) fn meet(
    tx: &Tx<'_>,
    chat: Chat,
    who: &PersonName,
) -> Result<Person, StoreError> {
    tx.meet_person(chat, &who.handle, &clean_name(&who.name))
}

pub(in crate::service) fn meet_room(tx: &Tx<'_>, request: &Request) -> Result<Room, StoreError> {
    let RoomName { handle, name, server, answers_only } = &request.room;
    let room = tx.meet_room(request.chat, handle, &clean_name(name), server)?;
    if room.answers_only == *answers_only {
        return Ok(room);
    }
    tx.set_answers_only(room.id, *answers_only)?;
    Ok(Room { answers_only: *answers_only, ..room })
}
