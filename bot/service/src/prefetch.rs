//! Long reads (leaderboards, seasons, profiles, histories, films, files) run on a connection of
//! their own before their request has its turn, so that no move waits for them. So do hashes of codes.
#[cfg(test)]
mod tests;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use command::{Command, Line, Property};
use engine::refusal::{Code, Refusal};
use model::{ids::Chat, text::clean_name};
use store::{Reader, StoreError};

use crate::{
    ErrorReply, RandomSource, Request, RequestError, RequestOutcome, Service, Trigger,
    codes::{hash_ahead, needs_hash},
    context::{
        RequestContext, fault,
        meet::arrive,
        memory::{HashedAhead, InMemory},
        outgoing::{Addressed, post},
        seam::Features,
    },
    dispatch, subjects,
};

/// How many results may wait for their requests before one is dropped for each new one; a dropped read
/// is repeated in its turn.
const MOST: usize = 256;

/// The result of a long read.
pub(super) struct Reading {
    error_reply: ErrorReply,
    found: Result<Vec<Addressed>, Refusal>,
}

/// Runs long reads on one of the connections [`beside`](super::beside) the service.
#[derive(Clone)]
pub(super) struct Prefetch {
    found: Readings,
    hashed: Hashes,
    features: &'static Features,
}

/// Results by message id.
pub(super) type Readings = Arc<Mutex<HashMap<(Chat, String), Reading>>>;

/// Hashes of codes by message id.
pub(super) type Hashes = Arc<Mutex<HashMap<(Chat, String), HashedAhead>>>;

impl Prefetch {
    /// Tells whether a request is a long read, or needs the hash of a code.
    pub(super) fn is_for(&self, request: &Request) -> bool {
        // Whether a name means the bot itself is only known in its turn.
        let calls_bot = request.mentioned.iter().any(|it| it.bot);
        let reads = !calls_bot && long(&request.line).is_some();
        request.message.is_some() && (reads || needs_hash(self.features, &request.line))
    }

    /// Runs a long read and keeps the result for its turn. If anything is unusual it keeps nothing,
    /// and the read runs in its turn.
    pub(super) fn read(&self, reader: &mut Reader, request: &Request) {
        let Some(message) = request.message.clone() else { return };
        if let Some(hashed) = hash_ahead(reader, self.features, request) {
            put(&self.hashed, (request.chat, message), hashed);
            return;
        }
        let Some(said) = long(&request.line) else { return };
        if let Some(reading) = reading(self.features, reader, request, said) {
            put(&self.found, (request.chat, message), reading);
        }
    }
}

/// Keeps a result for the turn of its request.
fn put<T>(all: &Mutex<HashMap<(Chat, String), T>>, key: (Chat, String), result: T) {
    let mut all = locked(all);
    let one = all.keys().next().filter(|_| MOST <= all.len()).cloned();
    if let Some(one) = one {
        all.remove(&one);
    }
    all.insert(key, result);
}

fn reading(
    features: &'static Features,
    reader: &mut Reader,
    request: &Request,
    said: &Command,
) -> Option<Reading> {
    let read = reader.look(|tx| {
        tx.name_as_in(request.chat);
        let room = tx.room_by_handle(request.chat, &request.room.handle)?;
        let me = tx.person_by_handle(request.chat, &request.from.handle)?;
        // A new person, or a new name, has to be stored first.
        let (Some(room), Some(me)) = (room, me) else { return Ok(None) };
        let named = &request.room.name;
        let renamed = !named.is_empty() && room.name != clean_name(named);
        if me.name != clean_name(&request.from.name) || renamed {
            return Ok(None);
        }
        // A long read draws no random values and needs nothing from earlier requests.
        let mut memory = InMemory::new(RandomSource::System, features);
        let cause = Trigger::Asked(request);
        let mut context = RequestContext::new(tx, &mut memory, cause, room, me, request.now);
        let done = dispatch::commands::execute(&mut context, said);
        let error_reply = fault::error_reply(&mut context);
        let found = match done {
            Ok(()) => Ok(context.replies),
            Err(RequestError::Refused(refusal)) if refusal.code != Code::Broken => Err(refusal),
            // The request reads it again in its turn, and reports the refusal there.
            Err(_) => return Ok(None),
        };
        Ok::<_, StoreError>(Some(Reading { error_reply, found }))
    });
    read.ok().flatten()
}

/// Returns the command of a line if it is a long read.
fn long(line: &Line) -> Option<&Command> {
    line.command().filter(|said| said.verb().is(Property::ReadsLong))
}

impl Service {
    pub(super) fn reads_ahead(&self) -> Prefetch {
        let features = self.memory.features;
        Prefetch { found: self.found.clone(), hashed: self.hashed.clone(), features }
    }

    /// Takes what was hashed for a request.
    pub(super) fn take_hashed(&self, request: &Request) -> Option<HashedAhead> {
        let message = request.message.clone()?;
        locked(&self.hashed).remove(&(request.chat, message))
    }

    /// Takes the result of a read for a request.
    pub(super) fn take_reading(&self, request: &Request) -> Option<Reading> {
        let message = request.message.clone()?;
        locked(&self.found).remove(&(request.chat, message))
    }

    /// Stores the replies of a read, in a transaction of its own.
    pub(super) fn tell_reading(
        &mut self,
        request: &Request,
        reading: Reading,
    ) -> Result<RequestOutcome, RequestError> {
        let Reading { error_reply, found } = reading;
        let said = match found {
            Err(refusal) => self.answer_refusal(request, &refusal, &error_reply)?,
            Ok(replies) => self.store.transaction_about(&subjects(request), |tx| {
                if arrive(tx, request)?.is_none() {
                    return Ok(Vec::new());
                }
                post(tx, replies.clone(), request.now)
            })?,
        };
        Ok(RequestOutcome::of(error_reply.verb, said))
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A read that panicked has changed nothing.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
