//! What the terminal and the browser share of the local room: its people, who of them speaks, what they ask of the service, and its time.
use command::{Line, Means, verbs};
use model::{
    ids::{Chat, MatchId, PersonId},
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

/// Has a job done that may fail: that it wasn't done is a failure too.
///
/// # Errors
/// Those of the job; [`NotDone`](service::NotDone) as [`Queue::ask`].
pub async fn done<T: Send + 'static, E: Into<anyhow::Error> + Send + 'static>(
    queue: &Queue,
    job: impl FnOnce(&mut Service) -> Result<T, E> + Send + 'static,
) -> anyhow::Result<T> {
    queue.ask(job).await?.map_err(Into::into)
}

/// Returns the speaker by a typed name, which may be in a new spelling.
///
/// # Errors
/// If the service has closed or its store fails.
pub async fn speaker(queue: &Queue, typed: &str) -> anyhow::Result<PersonName> {
    Ok(person(typed, name_of(queue, typed).await?.as_deref()))
}

/// Returns the name of somebody else that a new name looks like.
///
/// # Errors
/// If the service has closed or its store fails.
pub(crate) async fn look_alike(
    queue: &Queue,
    person: &PersonName,
) -> anyhow::Result<Option<String>> {
    let person = person.clone();
    done(queue, move |service| service.looks_like(&person)).await
}

async fn name_of(queue: &Queue, name: &str) -> anyhow::Result<Option<String>> {
    let handle = handle(name);
    done(queue, move |service| service.name_by_handle(Chat::Console, &handle)).await
}

/// Who of those at a screen says a line without a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhoIsAsked {
    /// The only one who is asked, by their handle.
    One(String),
    /// Several choose in private, so it could be either.
    Several,
    /// None of them is asked alone.
    Nobody,
}

/// Finds who of the people at a screen is asked: in the match `of`, if it was said on its page.
///
/// # Errors
/// If the service has closed or its store fails.
pub async fn asked(
    queue: &Queue,
    line: &Line,
    of: Option<MatchId>,
    is_here: impl Fn(&str) -> bool,
) -> anyhow::Result<WhoIsAsked> {
    let offers = done(queue, |service| service.offers_in(Chat::Console, ROOM)).await?;
    let offers = offers
        .into_iter()
        .filter(|(who, offer)| is_here(who) && of.is_none_or(|of| of == offer.of));
    let mut turns: Vec<String> = offers.map(|it| it.0).collect();
    turns.dedup();
    if turns.len() != 1 && plays(line) {
        let choosing =
            move |service: &mut Service| service.choosing_in_private(Chat::Console, ROOM, of);
        turns = done(queue, choosing).await?;
        turns.retain(|who| is_here(who));
        if 1 < turns.len() {
            return Ok(WhoIsAsked::Several);
        }
    }
    Ok(match <[String; 1]>::try_from(turns) {
        Ok([only]) => WhoIsAsked::One(only),
        Err(_) => WhoIsAsked::Nobody,
    })
}

/// Tells whether a line is a choice in a match.
fn plays(line: &Line) -> bool {
    !line.asks
        && match &line.means {
            Means::Words(said) => matches!(said, Ok(None)),
            Means::Command(said) => said.is::<verbs::Play>(),
            Means::Refused(_) => false,
        }
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
