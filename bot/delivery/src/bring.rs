//! Delivers one reply: finds its place, renders it, sends it, and records the result.
use std::{
    fmt::Display,
    sync::Arc,
    time::{Duration, Instant},
};

use engine::refusal::Code;
use model::{
    ids::MatchId,
    reply::{Audience, Reply},
};
use service::{Landed, Outgoing, Service};
use store::{BoardAt, ThreadAt};

use super::{
    Asked, Delivery, Dispatcher, Job, Place, Thread, board, card,
    chat::{
        Abilities, Answer, Brought, Cause, ChatAdapter, Edits, Excuse, Posted, RenderedReply,
        SentReply, Target, Threads,
    },
    excuse,
    failure::{BEHIND, Failure},
    place, private,
    queue::{Attempt, Worker},
    render::{RenderOutcome, render, thread},
    roles, upkeep,
};

/// How long to retry a message that the chat rejects while it accepts others.
const GIVEN_UP: Duration = Duration::from_secs(60 * 60);

/// Refusal codes that aren't shown when people talk in a match's thread.
const TALK: [Code; 4] = [Code::Unreadable, Code::Unknown, Code::NotYours, Code::Over];

/// A sent message, and what remains to be recorded about it.
pub(super) struct Sent {
    pub(super) landed: Landed,
    /// People it pings who must be told in private.
    pub(super) absent: Vec<String>,
    pub(super) place: Place,
}

/// The reply being delivered and what it answers.
pub(super) struct SendTask<'a, C: ChatAdapter> {
    pub(super) chat: &'a Arc<C>,
    pub(super) reply: Arc<RenderedReply<C>>,
    pub(super) asked: Option<&'a Asked<C::Interaction>>,
    pub(super) can: Abilities,
}

impl<C: ChatAdapter> Worker for C {
    type Job = Job<C>;

    async fn attempt(self: &Arc<C>, job: &mut Job<C>) -> Attempt {
        if !self.connected().await {
            return Attempt::Retry { after: None };
        }
        let tried = match job {
            Job::Reply(delivery) => attempt(self, delivery).await,
            Job::Copies(copies) => match excuse::copy(self, copies).await {
                Ok(()) => Attempt::Done,
                Err(failure) => retry(&failure),
            },
            Job::Shrink(board, tried) => match board::shrink(self, board, tried).await {
                Ok(()) => Attempt::Done,
                Err(failure) => retry(&failure),
            },
            Job::Card(card) => match card::changed(self, card).await {
                Ok(()) => Attempt::Done,
                Err(failure) => retry(&failure),
            },
            Job::Deleted(message) => {
                upkeep::deleted(self, message).await;
                Attempt::Done
            }
            Job::Chore(chore) => {
                self.work(chore).await;
                Attempt::Done
            }
        };
        if matches!(tried, Attempt::Retry { after: Some(_) }) {
            self.dispatcher().service().figures().held_up.of(C::CHAT).count();
        }
        tried
    }
}

fn retry(Failure { why, cause }: &Failure) -> Attempt {
    match cause {
        Cause::Behind => tracing::debug!(why),
        Cause::Last => {
            tracing::debug!(why);
            return Attempt::Last { after: BEHIND };
        }
        _ => tracing::warn!(why, "a message isn't out yet"),
    }
    Attempt::Retry {
        after: match cause {
            Cause::Later { after } => *after,
            Cause::Behind => Some(BEHIND),
            _ => None,
        },
    }
}

/// Tries to deliver a reply. One that can never be sent is deleted, so that it blocks nothing.
async fn attempt<C: ChatAdapter>(chat: &Arc<C>, delivery: &mut Delivery<C>) -> Attempt {
    let tried = delivery.begun.get_or_insert_with(Instant::now).elapsed();
    let mut brought = bring(chat, delivery).await;
    if let Err(Failure { why, cause }) = &brought
        && (!cause.passes() || (matches!(cause, Cause::Later { .. }) && GIVEN_UP < tried))
    {
        let id = delivery.outgoing.id;
        tracing::error!(id = id.map(|it| it.0), why, "a message can't be sent");
        delivery.sent = Some(Sent {
            landed: strike_out(&delivery.outgoing),
            absent: Vec::new(),
            place: Place::default(),
        });
        brought = bring(chat, delivery).await;
    }
    match brought {
        Ok(_) => {
            if let Some(brought) = delivery.brought.take()
                && brought.send(()).is_err()
            {
                tracing::debug!("the asker no longer waits");
            }
            Attempt::Done
        }
        Err(failure) => retry(&failure),
    }
}

async fn bring<C: ChatAdapter>(
    chat: &Arc<C>,
    delivery: &mut Delivery<C>,
) -> Result<Brought, Failure> {
    if delivery.sent.is_none() {
        match send(chat, delivery).await? {
            DeliveryResult::Sent(sent) => delivery.sent = Some(*sent),
            DeliveryResult::Waits => return Ok(Brought::Waits),
        }
    }
    if let Some(sent) = &delivery.sent {
        // It is sent, so only the recording is retried.
        settle(chat, sent, delivery.rendered.as_ref()).await?;
    }
    Ok(Brought::Done)
}

/// The result of a delivery, before the service records it.
pub(super) enum DeliveryResult {
    Sent(Box<Sent>),
    Waits,
}

impl DeliveryResult {
    /// There is no message for the service to record.
    pub(super) fn struck_out(outgoing: &Outgoing) -> DeliveryResult {
        let (landed, place) = (strike_out(outgoing), Place::default());
        DeliveryResult::Sent(Box::new(Sent { landed, absent: Vec::new(), place }))
    }
}

pub(super) fn strike_out(outgoing: &Outgoing) -> Landed {
    Landed { replies: outgoing.id.into_iter().collect(), ..Landed::default() }
}

async fn send<C: ChatAdapter>(
    chat: &Arc<C>,
    delivery: &mut Delivery<C>,
) -> Result<DeliveryResult, Failure> {
    if roles::change(&**chat, &mut delivery.outgoing.reply).await?.is_silent() {
        return Ok(DeliveryResult::struck_out(&delivery.outgoing));
    }
    let Outgoing { id, room, reply } = &delivery.outgoing;
    // What ends a turn is shown even if more has come since.
    let is_overtaken = reply.watched && chat.dispatcher().is_overtaken(room, reply, *id);
    if is_overtaken && reply.goes_on {
        return Ok(DeliveryResult::struck_out(&delivery.outgoing));
    }
    if delivery.asked.as_ref().is_some_and(|it| it.talk)
        && reply.refused.is_some_and(|it| TALK.contains(&it))
    {
        tracing::debug!("talk in a thread");
        return Ok(DeliveryResult::struck_out(&delivery.outgoing));
    }
    let to = reply.to;
    let entered = match to {
        Audience::Room | Audience::Asker => {
            chat.enter(room).await.map_err(|err| Failure::of::<C>(&err))
        }
        Audience::Only(_) => Ok(false),
    };
    let (alone, closed) = match entered {
        Ok(alone) => (alone, None),
        Err(failure) if failure.cause.passes() || failure.cause == Cause::Never => {
            return Err(failure);
        }
        Err(failure) => (false, Some(failure)),
    };
    let reply = match &delivery.rendered {
        Some(reply) => reply.clone(),
        None => {
            let RenderOutcome::Ready(reply) = render(chat, delivery, alone).await? else {
                tracing::info!("another process delivers a reply");
                return Ok(DeliveryResult::Waits);
            };
            delivery.rendered.insert(Arc::from(reply)).clone()
        }
    };
    let can = chat.abilities();
    // Where the bot can't post, the last press is answered once more.
    let answers_on = match (reply.context.answers_only, to, &delivery.asked) {
        (true, Audience::Room, None) => chat.still_open(&reply.outgoing.room),
        _ => None,
    };
    let asked = delivery.asked.as_deref().or(answers_on.as_ref());
    let task = SendTask { chat, reply, asked, can };
    match to {
        Audience::Room => task.to_room(closed).await,
        Audience::Asker => match task.asked.filter(|it| it.interaction.is_some()) {
            Some(asked) => match chat.answer(&task.reply, asked, Answer::Alone).await {
                Ok(Some(_)) => Ok(DeliveryResult::struck_out(&task.reply.outgoing)),
                Ok(None) => task.to_room(closed).await,
                Err(err) => Err(Failure::of::<C>(&err)),
            },
            None => task.to_room(closed).await,
        },
        Audience::Only(person) => match task.reply.context.handles.get(&person) {
            Some(handle) => private::to_one(&task, handle).await,
            None => {
                // For a person of another chat. It may be secret from the asker.
                tracing::warn!("a private reply is for nobody in this chat");
                Ok(DeliveryResult::struck_out(&task.reply.outgoing))
            }
        },
    }
}

impl<C: ChatAdapter> SendTask<'_, C> {
    fn reply(&self) -> &Reply {
        &self.reply.outgoing.reply
    }

    /// Delivers a reply to its room: in the match's thread, otherwise in the room, otherwise in
    /// private to those it concerns.
    async fn to_room(&self, closed: Option<Failure>) -> Result<DeliveryResult, Failure> {
        if self.reply().card.is_some_and(|it| it.changed) {
            return Ok(card::change(self).await);
        }
        let room = &self.reply.outgoing.room;
        let mut last = Place::room(room);
        let mut closed = closed;
        let has_answer = self.asked.is_some_and(|it| it.interaction.is_some());
        if closed.is_none() && self.reply.context.answers_only && !has_answer {
            closed = Some(Failure::nothing_to_answer());
        }
        if closed.is_none() {
            let (mut lead, opened) = self.thread().await;
            for place in place::in_room(self.reply(), room, opened, self.asked, &self.can) {
                let failure = match self.show(&place, lead.as_deref()).await {
                    Ok(sent) => return Ok(DeliveryResult::Sent(Box::new(sent))),
                    Err(failure) if failure.cause.passes() => return Err(failure),
                    Err(failure) => failure,
                };
                if let (Some(of), Some(_)) = (self.reply().turn_of, &place.thread)
                    && self.can.threads == Threads::Opened
                {
                    tracing::info!(why = failure.why, "a thread can't be used");
                    self.keep_thread(of, None).await;
                    let cause = failure.cause;
                    lead = self.chat.excuse(Excuse::Thread { of, cause }).await;
                }
                closed = Some(failure);
                last = place;
            }
        }
        match closed {
            Some(failure) if failure.cause != Cause::Never => {
                if self.reply.context.answers_only {
                    tracing::debug!(why = failure.why, "it goes by direct message");
                } else {
                    tracing::warn!(why = failure.why, "the bot may not speak there");
                }
                excuse::tell_concerned(self, &last, failure.cause).await
            }
            Some(failure) => Err(failure),
            None => Ok(DeliveryResult::struck_out(&self.reply.outgoing)),
        }
    }

    /// Returns the match's thread, opening it if needed, and an explanation if it can't be opened.
    async fn thread(&self) -> (Option<String>, Option<Thread>) {
        let context = &self.reply.context;
        let Some(of) = self.reply().turn_of.filter(|_| {
            self.can.threads == Threads::Opened && context.threads && context.thread.is_none()
        }) else {
            return (None, thread(context));
        };
        match self.chat.open_thread(of, &self.reply).await {
            Ok(id) => {
                self.keep_thread(of, Some(id.clone())).await;
                (None, Some(Thread { id, last: String::new() }))
            }
            Err(err) if C::classify(&err).passes() => {
                tracing::warn!(%err, "a thread couldn't be opened now");
                (None, None)
            }
            Err(err) => {
                tracing::info!(%err, "no thread can be opened");
                self.keep_thread(of, None).await;
                (self.chat.excuse(Excuse::NoThread { of }).await, None)
            }
        }
    }

    async fn keep_thread(&self, of: MatchId, thread: Option<String>) {
        let room = self.reply.outgoing.room.clone();
        let thread = ThreadAt { of, room, thread, last: String::new() };
        let kept = self.chat.dispatcher().ask(move |it| it.keep_thread(C::CHAT, &thread)).await;
        if let Err(err) = kept {
            tracing::error!(why = err.why, "a thread isn't kept");
        }
    }

    /// Shows a reply in a place: as an answer to a press, as an edit of the standing board, or as a
    /// new message.
    async fn show(&self, place: &Place, lead: Option<&str>) -> Result<Sent, Failure> {
        let SendTask { chat, reply, asked, can } = self;
        let here = asked.filter(|it| {
            it.place.room == place.room && it.place.id(can.threads) == place.id(can.threads)
        });
        // Before sending, because a retry after sending would send it twice.
        let absent = chat.absent(reply, place, here).await.map_err(|err| Failure::of::<C>(&err))?;
        let standing = reply.context.board.as_ref();
        let pressed = asked.and_then(|it| it.pressed.as_deref());
        // Where the bot can't post, it edits while it can, to leave answers for later.
        let any = reply.context.answers_only && pressed.is_none();
        let edits = if any { Edits::Any } else { can.edits };
        let can = &Abilities { edits, ..*can };
        let change = board::change(self.reply(), standing, place, pressed, can);
        let sent = |posted: Option<Posted>, change| {
            let waits = !absent.is_empty();
            let landed = board::landed(reply, (place, posted.as_ref(), change), waits, can);
            let said = SentReply { reply, place, posted: posted.as_ref(), change, asked: *asked };
            chat.follow_up(said);
            Sent { landed, absent: absent.clone(), place: place.clone() }
        };
        if let (Some(asked), Some(_)) = (here, self.reply().turn_of)
            && asked.interaction.is_some()
        {
            match chat.answer(reply, asked, Answer::Board(place, change)).await {
                Ok(Some(posted)) => return Ok(sent(posted, change)),
                Ok(None) => {}
                Err(err) => {
                    tracing::info!(%err, "a press takes no answer; the board goes out by itself");
                    // It may have arrived although the chat didn't confirm it.
                    if C::classify(&err).passes()
                        && let Some(posted) = chat.find_posted(reply, place).await
                    {
                        return Ok(sent(Some(posted), change));
                    }
                }
            }
        }
        if let (Some(board), board::Change::InPlace) = (standing, change) {
            match chat.replace(board, Some(reply)).await {
                Ok(()) => {
                    let (place, message) = (board.place.clone(), board.message.clone());
                    return Ok(sent(Some(Posted { place, message }), change));
                }
                Err(err)
                    if C::classify(&err) == Cause::Never
                        || (reply.context.answers_only && !C::classify(&err).passes()) =>
                {
                    tracing::info!(%err, "a board can't be changed; a new one is posted");
                }
                Err(err) => return Err(Failure::of::<C>(&err)),
            }
        }
        if reply.late
            && self.reply().turn_of.is_some()
            && let Some(posted) = chat.find_posted(reply, place).await
        {
            return Ok(sent(Some(posted), board::Change::New));
        }
        let target = Target { place, asked: here, lead };
        let posted = chat.post(reply, target).await.map_err(|err| Failure::of::<C>(&err))?;
        Ok(sent(posted, board::Change::New))
    }
}

/// Records the result in one call to the service, and queues handed-over boards to be shrunk.
async fn settle<C: ChatAdapter>(
    chat: &Arc<C>,
    sent: &Sent,
    reply: Option<&Arc<RenderedReply<C>>>,
) -> Result<(), Failure> {
    let Sent { landed, absent, place } = sent;
    if *landed != Landed::default() {
        let passed = chat.dispatcher().landed(landed.clone()).await?;
        Dispatcher::shrink(chat, passed);
    }
    if let (Some(reply), Some(first)) = (reply, absent.first()) {
        let queue = format!("copy {first}");
        let copies = excuse::Copies::new(reply.clone(), absent.clone(), place.clone());
        chat.dispatcher().push(chat, &queue, Job::Copies(copies));
    }
    Ok(())
}

impl<C: ChatAdapter> Dispatcher<C> {
    /// Records the result and the boards shrunk meanwhile. Returns the boards that still have to
    /// shrink.
    pub(super) async fn landed(&self, mut landed: Landed) -> Result<Vec<BoardAt>, Failure> {
        let shrunk = std::mem::take(&mut self.passed().shrunk);
        landed.shrunk.extend_from_slice(&shrunk);
        let passed = self.ask(move |it| it.landed(C::CHAT, &landed)).await;
        let mut known = self.passed();
        match &passed {
            Ok(_) => known.seen.retain(|it| !shrunk.contains(it)),
            Err(_) => known.shrunk.extend(shrunk),
        }
        drop(known);
        passed
    }

    /// Calls the service. Its failures pass: the service returns with the next start, the store
    /// when it is free.
    pub(super) async fn ask<T, E>(
        &self,
        job: impl FnOnce(&mut Service) -> Result<T, E> + Send + 'static,
    ) -> Result<T, Failure>
    where
        T: Send + 'static,
        E: Display + Send + 'static,
    {
        match self.service().ask(job).await {
            Ok(Ok(it)) => Ok(it),
            Ok(Err(err)) => Err(Failure::offline(err)),
            Err(closed) => Err(Failure::offline(closed)),
        }
    }
}
