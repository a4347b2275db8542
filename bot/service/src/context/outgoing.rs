//! Outgoing replies: stored until the chat has them, and passed to the right chat.
use std::collections::{BTreeMap, BTreeSet};

use model::{
    ids::{Chat, MatchId, OutboxId, PersonId},
    reply::{Audience, Reply},
};
use store::{
    BoardMessage, CardAt, DeliveryTurn, OutboxRow, OutboxTopic, Room, RoomSettings, StoreError,
    ThreadAt, Tx,
};
use tokio::sync::mpsc::{self, UnboundedReceiver};

use crate::{RequestError, Service};

/// A reply to deliver, marked as delivered by its id.
#[derive(Clone, Debug, PartialEq)]
pub struct Outgoing {
    /// None if it couldn't be stored, for instance on a full disk; it is sent anyway.
    pub id: Option<OutboxId>,
    /// The chat's id of the destination room.
    pub room: String,
    pub reply: Reply,
}

/// What a chat needs to deliver a reply, read in one call.
#[derive(Default)]
pub struct DeliveryContext {
    /// The chat's ids of the people that the reply names, pings or is for.
    pub handles: BTreeMap<PersonId, String>,
    /// The names of those it pings.
    pub names: BTreeMap<PersonId, String>,
    /// Whether the bot can't post in the room, only answer presses and commands.
    pub answers_only: bool,
    /// Whether the bot lost the room, so that nothing is tried there.
    pub lost: bool,
    /// Since when the person that the reply is for takes no private messages, in Unix seconds.
    pub shut: Option<i64>,
    /// Whether matches get threads in the room.
    pub threads: bool,
    /// What stands before commands in the room; empty where nobody else is.
    pub prefix: String,
    /// The thread of the match there.
    pub thread: Option<ThreadAt>,
    /// The match's current board.
    pub board: Option<BoardMessage>,
    /// The card that stands now.
    pub card: Option<CardAt>,
    /// The person whose private room this is.
    pub owner: Option<String>,
    /// The current boards of other matches that the reply names and its reader can open.
    pub boards: BTreeMap<MatchId, BoardMessage>,
    /// Whether this process may deliver it now.
    pub turn: DeliveryTurn,
}

/// The most matches named in a text whose boards are looked up.
const MOST_BOARDS: usize = 25;

/// A reply and its destination.
#[derive(Clone)]
pub struct Addressed {
    pub room: Room,
    pub reply: Reply,
    /// Its subject, if it replaces an earlier reply about the same.
    pub about: Option<OutboxTopic>,
}

impl Service {
    /// Subscribes to replies for a chat that are caused elsewhere. Without a subscriber they wait
    /// in the outbox, so call [`Service::undelivered`] in the same turn.
    pub fn listen(&mut self, chat: Chat) -> UnboundedReceiver<Outgoing> {
        let (sender, receiver) = mpsc::unbounded_channel();
        self.listeners.retain(|(of, _)| *of != chat);
        self.listeners.push((chat, sender));
        self.store.delivers(chat, true);
        receiver
    }

    /// Ends a subscription; what this process hasn't delivered is left to other processes.
    pub fn unlisten(&mut self, chat: Chat) -> Result<(), StoreError> {
        self.listeners.retain(|(of, _)| *of != chat);
        self.store.delivers(chat, false);
        self.store.transaction(|tx| tx.leave_outbox(Some(chat)))
    }

    /// Ends the service; other processes deliver what is left.
    pub fn leave(mut self) {
        if let Err(err) = self.store.transaction(|tx| tx.leave_outbox(None)) {
            // They notice when this process's lease lapses.
            tracing::warn!(%err, "undelivered replies couldn't be left to other processes");
        }
    }

    /// Returns the replies that no running process delivers, oldest first, and whether they may have
    /// been sent. This process delivers them from now on.
    pub fn left(&mut self, chat: Chat) -> Result<Vec<(Outgoing, bool)>, StoreError> {
        self.store.transaction(|tx| {
            let rows = tx.take_outbox(chat)?;
            rows.into_iter().filter_map(|row| read(tx, row).transpose()).collect()
        })
    }

    /// Makes this process deliver a reply.
    pub fn claim(&mut self, id: OutboxId) -> Result<(), StoreError> {
        self.store.transaction(|tx| tx.claim(id))
    }

    /// Tells the pages of a match that its board changed, or that something is asked or answered there.
    pub(crate) fn tell_pages(&self, reply: &Reply) {
        // An error means that nobody looks.
        reply.told_match().into_iter().for_each(|of| drop(self.shown.send(of)));
    }

    pub(crate) fn pass_on(&self, chat: Chat, outgoing: Outgoing) {
        self.tell_pages(&outgoing.reply);
        if let Some((_, listener)) = self.listeners.iter().find(|(of, _)| *of == chat) {
            outgoing.id.into_iter().for_each(|id| self.memory.figures.sends(chat, id));
            // A listener that has gone finds it in the outbox when it returns.
            drop(listener.send(outgoing));
        }
    }

    /// Returns the undelivered replies, oldest first.
    pub fn undelivered(&mut self, chat: Chat) -> Result<Vec<Outgoing>, StoreError> {
        self.store.transaction(|tx| {
            let rows = tx.outbox(chat)?.into_iter();
            rows.filter_map(|row| Some(read(tx, row).transpose()?.map(|it| it.0))).collect()
        })
    }

    /// Reads what a chat needs to deliver a reply.
    pub fn context(
        &mut self,
        chat: Chat,
        outgoing: &Outgoing,
    ) -> Result<DeliveryContext, RequestError> {
        let Outgoing { id, room, reply } = outgoing;
        self.store.transaction(|tx| {
            let mut people: BTreeSet<PersonId> = reply.mentions.iter().copied().collect();
            reply.text.clone().each_person(&mut |id, _| {
                people.insert(*id);
            });
            people.extend(match reply.to {
                Audience::Only(person) => Some(person),
                Audience::Room | Audience::Asker => None,
            });
            let mut handles = BTreeMap::new();
            for person in people {
                if let Some(handle) = tx.handle_in(chat, person)? {
                    handles.insert(person, handle);
                }
            }
            let mut names = BTreeMap::new();
            for &person in &reply.mentions {
                names.insert(person, tx.person_in(chat, person)?.name);
            }
            let known = tx.room_by_handle(chat, room)?;
            let of = reply.board_of();
            let answers_only = known.as_ref().is_some_and(|it| it.answers_only);
            let lost = known.as_ref().is_some_and(|it| it.lost.is_some());
            let shut = match reply.to {
                Audience::Only(person) => tx.private_room(chat, person)?.and_then(|it| it.lost),
                Audience::Room | Audience::Asker => None,
            };
            let settings = known.map_or_else(|| RoomSettings::usual(chat, ""), |it| it.settings);
            Ok(DeliveryContext {
                handles,
                names,
                answers_only,
                lost,
                shut,
                threads: settings.threads && !answers_only,
                prefix: settings.prefix,
                thread: reply
                    .told_match()
                    .map(|of| tx.thread(chat, of, room))
                    .transpose()?
                    .flatten(),
                board: of.map(|of| tx.standing(chat, of, room)).transpose()?.flatten(),
                card: reply
                    .card
                    .as_ref()
                    .map(|card| tx.card(chat, room, &card.of))
                    .transpose()?
                    .flatten(),
                owner: tx.alone_in(chat, room)?,
                boards: boards(tx, chat, outgoing)?,
                turn: id.map(|id| tx.delivery_turn(id)).transpose()?.unwrap_or_default(),
            })
        })
    }

    /// Marks replies as delivered.
    ///
    /// # Errors
    /// If the store fails; they will then be sent again.
    pub fn delivered(&mut self, ids: &[OutboxId]) -> Result<(), StoreError> {
        self.store.transaction(|tx| ids.iter().try_for_each(|&id| tx.delivered(id)))?;
        ids.iter().for_each(|&id| self.memory.figures.brings(id));
        Ok::<_, StoreError>(())
    }
}

/// Reads a reply, and whether it may have been sent; one that can't be read stays where it is.
fn read(tx: &Tx<'_>, row: OutboxRow) -> Result<Option<(Outgoing, bool)>, StoreError> {
    match serde_json::from_str(&row.body) {
        Ok(reply) => {
            let room = tx.room(row.room)?.handle;
            Ok(Some((Outgoing { id: Some(row.id), room, reply }, row.tried)))
        }
        Err(err) => {
            tracing::error!(id = row.id.0, %err, "an outbox row can't be read");
            Ok(None)
        }
    }
}

/// Finds the boards of the matches that a reply names, if its reader can open them: those in the
/// same room, or in the rooms of one of their own matches.
fn boards(
    tx: &Tx<'_>,
    chat: Chat,
    Outgoing { id: _, room, reply }: &Outgoing,
) -> Result<BTreeMap<MatchId, BoardMessage>, StoreError> {
    let mut boards = BTreeMap::new();
    let named: BTreeSet<MatchId> = MatchId::named_in(&reply.text.bare()).collect();
    for of in named.into_iter().take(MOST_BOARDS) {
        // A room gets boards that are in it, and its own match's board is the one that is sent.
        if reply.board_of() == Some(of) && reply.to == Audience::Room {
            continue;
        }
        let Some(row) = tx.match_row(of)? else { continue };
        let own = match reply.to {
            Audience::Only(person) => row.seats.find(|&it| it == person).is_some(),
            Audience::Room | Audience::Asker => false,
        };
        let away = tx.away_rooms(of)?.into_iter().map(|it| it.1);
        for place in [row.room].into_iter().chain(away) {
            let place = tx.room(place)?;
            let here = place.handle == *room;
            if place.chat != chat || (here && reply.board_of() == Some(of)) || !(here || own) {
                continue;
            }
            if let Some(board) = tx.standing(chat, of, &place.handle)? {
                boards.insert(of, board);
            }
        }
    }
    Ok(boards)
}

/// Stores replies in the outbox, in the transaction of the changes they report.
pub fn post(
    tx: &Tx<'_>,
    replies: Vec<Addressed>,
    now: i64,
) -> Result<Vec<(Chat, Outgoing)>, RequestError> {
    let mut out = Vec::with_capacity(replies.len());
    for Addressed { room, mut reply, about } in replies {
        // The bot itself needs no messages, and a room is told as a room.
        if let Audience::Only(person) = reply.to
            && !tx.person(person)?.is_person()
        {
            continue;
        }
        let mut people = Vec::new();
        for person in reply.mentions {
            if tx.person(person)?.is_person() {
                people.push(person);
            }
        }
        reply.mentions = people;
        let room = match reply.to {
            // A person who isn't in that chat gets it in their own.
            Audience::Only(person) if tx.handle_in(room.chat, person)?.is_none() => {
                tx.last_rooms(person)?.into_iter().next().unwrap_or(room)
            }
            Audience::Only(_) | Audience::Room | Audience::Asker => room,
        };
        // Each chat uses its own names for people.
        reply.text.each_person(&mut |id, name| {
            if let Ok(person) = tx.person_in(room.chat, *id) {
                *name = person.name;
            }
        });
        let stored = reply.stored_as.as_deref().unwrap_or(&reply);
        let body =
            serde_json::to_string(stored).map_err(|err| RequestError::Broken(err.to_string()))?;
        let id = match about {
            Some(topic) => tx.post_about(topic, room.chat, room.id, &body, now)?,
            None => tx.post(room.chat, room.id, &body, now)?,
        };
        out.push((room.chat, Outgoing { id: Some(id), room: room.handle, reply }));
    }
    Ok(out)
}
