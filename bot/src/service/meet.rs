//! Who asks, and where: each is met when they are heard of first.
use super::{PersonName, Request, RoomName};
use crate::{
    store::{Chat, Person, Room, StoreError, Tx},
    text::clean_name,
};

pub(super) fn first_time(tx: &Tx<'_>, request: &Request) -> Result<bool, StoreError> {
    match &request.message {
        Some(message) => tx.handle_once(request.chat, message, request.now),
        None => Ok(true),
    }
}

pub(super) fn meet(tx: &Tx<'_>, chat: Chat, who: &PersonName) -> Result<Person, StoreError> {
    tx.meet_person(chat, &who.handle, &clean_name(&who.name))
}

pub(super) fn meet_room(tx: &Tx<'_>, request: &Request) -> Result<Room, StoreError> {
    let RoomName { handle, name, server } = &request.room;
    tx.meet_room(request.chat, handle, &clean_name(name), server)
}
