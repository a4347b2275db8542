//! Replies on their way: kept until the chat has them, passed on where they belong to another chat.
use std::collections::{BTreeMap, BTreeSet};

use tokio::sync::mpsc::{self, UnboundedReceiver};

use super::{Drawing, Fault, Service};
use crate::{
    reply::{Audience, Reply},
    store::{
        BoardAt, CardAt, Chat, OutboxId, PersonId, Room, RoomSettings, StoreError, ThreadAt, Tx,
    },
};

/// A reply on its way, to be marked as delivered by its id.
#[derive(Clone, Debug, PartialEq)]
pub struct Outgoing {
    /// Nothing where the reply could not be kept, as on a full disk: it is sent all the same.
    pub id: Option<OutboxId>,
    /// The chat's own id of the room it goes to.
    pub room: String,
    pub reply: Reply,
}

/// What a chat has to know to bring a reply, found in one go.
#[derive(Default)]
pub struct Context {
    /// By which ids the chat knows those who are named, called or told.
    pub handles: BTreeMap<PersonId, String>,
    /// Whether matches get threads in the room.
    pub threads: bool,
    /// The thread of the match there.
    pub thread: Option<ThreadAt>,
    /// The board of the match that stands.
    pub board: Option<BoardAt>,
    /// The card of the challenge that stands.
    pub card: Option<CardAt>,
    /// The one person besides the bot whose place the room is.
    pub owner: Option<String>,
    /// What the picture shows; nothing where none was promised.
    pub drawing: Option<Result<Drawing, String>>,
}

/// A reply and where it goes.
pub(super) struct Addressed {
    pub(super) room: Room,
    pub(super) reply: Reply,
    /// What it is about, where it makes an earlier reply about the same worthless.
    pub(super) about: Option<String>,
}

impl Service {
    /// Gives what to say in a chat because of something that happened in another one. What nobody listens for waits in
    /// the outbox: ask for [`Service::undelivered`] in the same breath.
    pub fn listen(&mut self, chat: Chat) -> UnboundedReceiver<Outgoing> {
        let (sender, receiver) = mpsc::unbounded_channel();
        self.listeners.retain(|(of, _)| *of != chat);
        self.listeners.push((chat, sender));
        receiver
    }

    pub(super) fn pass_on(&self, chat: Chat, outgoing: Outgoing) {
        if let Some((_, listener)) = self.listeners.iter().find(|(of, _)| *of == chat) {
            outgoing.id.into_iter().for_each(|id| self.figures.sends(chat, id));
            // A listener that has gone finds it in the outbox when it comes back.
            drop(listener.send(outgoing));
        }
    }

    /// Returns what was committed and not delivered, the oldest first: to be sent after a restart.
    ///
    /// # Errors
    /// When the store fails.
    pub fn undelivered(&mut self, chat: Chat) -> Result<Vec<Outgoing>, StoreError> {
        self.store.transaction(|tx| {
            let mut late = Vec::new();
            for row in tx.outbox(chat)? {
                match serde_json::from_str(&row.body) {
                    Ok(reply) => {
                        let room = tx.room(row.room)?.handle;
                        late.push(Outgoing { id: Some(row.id), room, reply });
                    }
                    Err(err) => {
                        tracing::error!(id = row.id.0, %err, "an outbox row cannot be read")
                    }
                }
            }
            Ok(late)
        })
    }

    /// Finds what a chat has to know to bring a reply.
    ///
    /// # Errors
    /// When the store fails.
    pub fn context(&mut self, chat: Chat, outgoing: &Outgoing) -> Result<Context, Fault> {
        let Outgoing { id: _, room, reply } = outgoing;
        let drawing =
            reply.picture.as_ref().map(|it| self.drawing(it).map_err(|err| format!("{err:?}")));
        self.store.transaction(|tx| {
            let mut people: BTreeSet<PersonId> = reply.mentions.iter().copied().collect();
            reply.text.clone().each_person(&mut |id, _| {
                people.insert(*id);
            });
            people.extend(match reply.to {
                Audience::Only(person) => Some(person),
                Audience::Room => None,
            });
            let mut handles = BTreeMap::new();
            for person in people {
                if let Some(handle) = tx.handle_in(chat, person)? {
                    handles.insert(person, handle);
                }
            }
            let known = tx.room_by_handle(chat, room)?;
            let of = reply.turn_of;
            Ok(Context {
                handles,
                threads: known.map_or_else(|| RoomSettings::usual(chat), |it| it.settings).threads,
                thread: of.map(|of| tx.thread(chat, of, room)).transpose()?.flatten(),
                board: of.map(|of| tx.standing(chat, of)).transpose()?.flatten(),
                card: reply.card.map(|it| tx.card(chat, it.of)).transpose()?.flatten(),
                owner: tx.alone_in(chat, room)?,
                drawing,
            })
        })
    }

    /// Marks replies as delivered.
    ///
    /// # Errors
    /// When the store fails; they will then be sent once more.
    pub fn delivered(&mut self, ids: &[OutboxId]) -> Result<(), StoreError> {
        self.store.transaction(|tx| ids.iter().try_for_each(|&id| tx.delivered(id)))?;
        ids.iter().for_each(|&id| self.figures.brings(id));
        Ok::<_, StoreError>(())
    }
}

/// Puts replies into the outbox, in the same transaction as what they tell of.
pub(super) fn post(
    tx: &Tx<'_>,
    replies: Vec<Addressed>,
    now: i64,
) -> Result<Vec<(Chat, Outgoing)>, Fault> {
    let mut out = Vec::with_capacity(replies.len());
    for Addressed { room, mut reply, about } in replies {
        // The bot needs no message to know what it does.
        if let Audience::Only(person) = reply.to
            && tx.person(person)?.level.is_some()
        {
            continue;
        }
        let mut people = Vec::new();
        for person in reply.mentions {
            if tx.person(person)?.level.is_none() {
                people.push(person);
            }
        }
        reply.mentions = people;
        let room = match reply.to {
            // Who is not in that chat is told where they are.
            Audience::Only(person) if tx.handle_in(room.chat, person)?.is_none() => {
                tx.last_rooms(person)?.into_iter().next().unwrap_or(room)
            }
            Audience::Only(_) | Audience::Room => room,
        };
        // Each chat calls people by its own name for them.
        reply.text.each_person(&mut |id, name| {
            if let Ok(person) = tx.person_in(room.chat, *id) {
                *name = person.name;
            }
        });
        let body = serde_json::to_string(&reply).map_err(|err| Fault::Broken(err.to_string()))?;
        let id = match about {
            Some(topic) => tx.post_about(&topic, room.chat, room.id, &body, now)?,
            None => tx.post(room.chat, room.id, &body, now)?,
        };
        out.push((room.chat, Outgoing { id: Some(id), room: room.handle, reply }));
    }
    Ok(out)
}
