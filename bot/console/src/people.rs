//! What the terminal and the browser share of the local room: its people, what they ask of the service, and its time.
use command::Line;
use model::{
    ids::{Chat, PersonId},
    reply::Audience,
};
use service::{NotDone, PersonName, Power, Queue, Request, RequestError, RoomName, Service};

use super::{
    ROOM,
    line::{handle, mentioned, person},
    words::ROOM_NAME,
};

/// Returns a person by the name in a line, in the spelling they chose themselves.
///
/// # Errors
/// If the service has closed or its store fails.
pub async fn known(queue: &Queue, name: &str) -> anyhow::Result<PersonName> {
    let handle = handle(name);
    Ok(match name_of(queue, name).await?.filter(|known| self::handle(known) == handle) {
        Some(known) => PersonName { handle, name: known, bot: false },
        None => person(name, None),
    })
}

/// Returns the speaker by a typed name, which may be in a new spelling.
///
/// # Errors
/// If the service has closed or its store fails.
pub async fn speaker(queue: &Queue, typed: &str) -> anyhow::Result<PersonName> {
    Ok(person(typed, name_of(queue, typed).await?.as_deref()))
}

async fn name_of(queue: &Queue, name: &str) -> anyhow::Result<Option<String>> {
    let handle = handle(name);
    Ok(queue.ask(move |service| service.name_by_handle(Chat::Console, &handle)).await??)
}

/// Returns what somebody asks by a line, with the people it mentions.
///
/// # Errors
/// If the service has closed or its store fails.
pub async fn request(
    queue: &Queue,
    from: PersonName,
    line: Line,
    now: i64,
) -> anyhow::Result<Request> {
    let mut people = Vec::new();
    for name in mentioned(queue.commands(), &line) {
        people.push(known(queue, &name).await?);
    }
    let room = RoomName {
        handle: ROOM.to_owned(),
        name: ROOM_NAME.to_owned(),
        server: "local".to_owned(),
        answers_only: false,
    };
    // The person at this computer may do anything here.
    let power = Power::Server;
    let typed = Request::typed(Chat::Console, ROOM, "", line);
    Ok(Request { room, from, mentioned: people, power, now, ..typed })
}

/// Returns the name of the one person a reply is for, and the names of those it mentions.
///
/// # Errors
/// If the store fails, or has nobody of them.
pub fn names_in(
    service: &mut Service,
    to: Audience,
    mentions: &[PersonId],
) -> Result<(Option<String>, Vec<String>), RequestError> {
    let mut name = |&person: &PersonId| service.name_of(Chat::Console, person);
    let to = match to {
        Audience::Room | Audience::Asker => None,
        Audience::Only(person) => Some(name(&person)?),
    };
    Ok((to, mentions.iter().map(name).collect::<Result<_, _>>()?))
}

/// Does what is due; returns when something is next due.
///
/// # Errors
/// If the room has to end.
pub async fn do_due(queue: &Queue, now: i64) -> anyhow::Result<Option<i64>> {
    match queue.ask(move |service| service.tick(now)).await {
        Ok(Ok(next)) => Ok(next),
        // Nothing can be stored any more, so requests would be lost.
        Ok(Err(err)) if err.is_final() => Err(err.into()),
        Ok(Err(err)) => {
            // The next request gets the store's error.
            tracing::error!(%err, "what is due couldn't be done");
            Ok(None)
        }
        Err(NotDone::Panicked) => Ok(None),
        Err(closed) => Err(closed.into()),
    }
}
