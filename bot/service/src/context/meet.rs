//! Stores the asker and the room when they are first seen.
use model::{ids::Chat, text::clean_name};
use store::{Person, Room, StoreError, Tx};

use crate::{PersonName, Request, RoomName, RoomPresence, words};

/// Returns the room and the asker of a request, stored if they are new, and notes that they spoke; nothing if the request was handled
/// before. People are named as in its chat from here on.
pub(crate) fn arrive(tx: &Tx<'_>, request: &Request) -> Result<Option<(Room, Person)>, StoreError> {
    if !first_time(tx, request)? {
        return Ok(None);
    }
    tx.name_as_in(request.chat);
    let room = meet_room(tx, request)?;
    let me = meet_asker(tx, request)?;
    if room.lost.is_some() && request.company == RoomPresence::Alone {
        // They are here again, so they can be answered here.
        tx.set_lost(room.id, None)?;
    }
    tx.note_speaking(&room, &request.from.handle, request.now)?;
    Ok(Some((room, me)))
}

fn first_time(tx: &Tx<'_>, request: &Request) -> Result<bool, StoreError> {
    match &request.message {
        Some(message) => tx.handle_once(request.chat, message, request.now),
        None => Ok(true),
    }
}

/// Returns the asker. Where nobody else reads, the name of an account isn't that by which rooms know somebody.
fn meet_asker(tx: &Tx<'_>, request: &Request) -> Result<Person, StoreError> {
    let Request { chat, from, company, .. } = request;
    if *company == RoomPresence::Alone
        && chat.names_by_server()
        && let Some(known) = tx.person_by_handle(*chat, &from.handle)?
    {
        return Ok(known);
    }
    meet(tx, *chat, from)
}

pub fn meet(tx: &Tx<'_>, chat: Chat, who: &PersonName) -> Result<Person, StoreError> {
    tx.meet_person(chat, &who.handle, &clean_name(&who.name))
}

pub fn meet_room(tx: &Tx<'_>, request: &Request) -> Result<Room, StoreError> {
    let room = meet_named(tx, request.chat, &request.room)?;
    if let Some(parent) = &request.thread_of {
        tx.set_parent(room.id, parent)?;
        return Ok(Room { parent: parent.clone(), ..room });
    }
    Ok(room)
}

/// Returns a room by its name in a chat, storing it if it is new.
pub(crate) fn meet_named(tx: &Tx<'_>, chat: Chat, named: &RoomName) -> Result<Room, StoreError> {
    let RoomName { handle, name, server, answers_only } = named;
    let name = if name.is_empty() { stored_name(tx, chat, handle)? } else { clean_name(name) };
    let room = tx.meet_room(chat, handle, &name, server)?;
    if room.answers_only == *answers_only {
        return Ok(room);
    }
    tx.set_answers_only(room.id, *answers_only)?;
    Ok(Room { answers_only: *answers_only, ..room })
}

/// Names a room whose name the chat doesn't know now.
fn stored_name(tx: &Tx<'_>, chat: Chat, handle: &str) -> Result<String, StoreError> {
    let known = tx.room_by_handle(chat, handle)?;
    Ok(known.map_or_else(|| words::nameless_room().to_owned(), |it| it.name))
}
