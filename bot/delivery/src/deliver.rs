//! Delivers one reply: finds its place, renders it, sends it, and records the result.
use std::{
    fmt::Display,
    sync::Arc,
    time::{Duration, Instant},
};

use engine::refusal::Code;
use model::reply::Audience;
use service::{Outgoing, Service};

use super::{
    Delivery, Dispatcher, Job, Place, board, card,
    chat::{Answer, Cause, ChatAdapter},
    failure::{BEHIND, Failure},
    fallback, private,
    queue::{Attempt, Worker},
    queue_key::QueueKey,
    render::{RenderOutcome, render},
    rendered::RenderedReply,
    roles, upkeep,
};
use crate::{
    receipt::{Outdated, Receipt, record},
    send_task::{DeliveryResult, SendTask, Sent},
};

/// How long to retry a message that the chat rejects while it accepts others.
const GIVEN_UP: Duration = Duration::from_secs(60 * 60);

/// Refusal codes that aren't shown when people talk in a match's thread.
const TALK: [Code; 4] = [Code::Unreadable, Code::Unknown, Code::NotYours, Code::Over];

impl<C: ChatAdapter> Worker for C {
    type Job = Job<C>;

    async fn attempt(self: &Arc<C>, job: &mut Job<C>) -> Attempt {
        if !self.connected().await {
            return Attempt::Retry { after: None };
        }
        let tried = match job {
            Job::Reply(delivery) => attempt(self, delivery).await,
            Job::Copies(copies) => match fallback::copy(self, copies).await {
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
            Job::Remove(told, tried) => match board::remove(self, told, tried).await {
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
            self.dispatcher().service().metrics().held_up.of(C::CHAT).count();
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
    let mut reached = bring(chat, delivery).await;
    if let Err(Failure { why, cause }) = &reached
        && (!cause.passes() || (matches!(cause, Cause::Later { .. }) && GIVEN_UP < tried))
    {
        let id = delivery.outgoing.id;
        tracing::error!(id = id.map(|it| it.0), why, "a message can't be sent");
        delivery.sent = Some(Sent {
            receipt: strike_out(&delivery.outgoing),
            absent: Vec::new(),
            place: Place::default(),
        });
        reached = bring(chat, delivery).await;
    }
    match reached {
        Ok(()) => {
            if let Some(delivered) = delivery.delivered.take()
                && delivered.send(()).is_err()
            {
                tracing::debug!("the asker no longer waits");
            }
            Attempt::Done
        }
        Err(failure) => retry(&failure),
    }
}

/// Sends a reply and records that, unless it waits in the outbox.
async fn bring<C: ChatAdapter>(chat: &Arc<C>, delivery: &mut Delivery<C>) -> Result<(), Failure> {
    if delivery.sent.is_none() {
        match send(chat, delivery).await? {
            DeliveryResult::Sent(sent) => delivery.sent = Some(*sent),
            DeliveryResult::Waits => return Ok(()),
        }
    }
    if let Some(sent) = &delivery.sent {
        // It is sent, so only the recording is retried.
        record_sent(chat, sent, delivery.rendered.as_ref()).await?;
    }
    Ok(())
}

pub(super) fn strike_out(outgoing: &Outgoing) -> Receipt {
    Receipt { replies: outgoing.id.into_iter().collect(), ..Receipt::default() }
}

async fn send<C: ChatAdapter>(
    chat: &Arc<C>,
    delivery: &mut Delivery<C>,
) -> Result<DeliveryResult, Failure> {
    if roles::change(&**chat, &mut delivery.outgoing.reply).await?.is_silent() {
        return Ok(DeliveryResult::struck_out(&delivery.outgoing));
    }
    let Outgoing { id, room, reply } = &delivery.outgoing;
    // What ends a turn is shown even if more has come since, and a press changes what was pressed.
    let is_overtaken = chat.dispatcher().is_overtaken(room, reply, *id);
    let pressed = delivery.asked.as_ref().and_then(|it| it.pressed.as_ref());
    if is_overtaken && reply.goes_on() && (reply.is_watched() || pressed.is_none()) {
        return Ok(DeliveryResult::struck_out(&delivery.outgoing));
    }
    if delivery.asked.as_ref().is_some_and(|it| it.talk)
        && (reply.guessed || reply.refused.is_some_and(|code| TALK.contains(&code)))
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
    // An interaction has little time.
    if asked.is_none_or(|asked| asked.interaction.is_none()) {
        chat.dispatcher().under_way.go_first(&reply.outgoing.reply).await;
    }
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

/// Records the result in one call to the service, and queues handed-over boards to be shrunk.
async fn record_sent<C: ChatAdapter>(
    chat: &Arc<C>,
    sent: &Sent,
    reply: Option<&Arc<RenderedReply<C>>>,
) -> Result<(), Failure> {
    let Sent { receipt, absent, place } = sent;
    if *receipt != Receipt::default() {
        let outdated = chat.dispatcher().record(receipt.clone()).await?;
        Dispatcher::clear_away(chat, outdated);
    }
    if let (Some(reply), Some(first)) = (reply, absent.first()) {
        let queue = QueueKey::Copies(first.clone());
        let copies = fallback::Copies::new(reply.clone(), absent.clone(), place.clone());
        chat.dispatcher().push(chat, queue, Job::Copies(copies));
    }
    Ok(())
}

impl<C: ChatAdapter> Dispatcher<C> {
    /// Records the result and the boards shrunk meanwhile. Returns what is out of date now.
    pub(super) async fn record(&self, mut receipt: Receipt) -> Result<Outdated, Failure> {
        let shrunk = std::mem::take(&mut self.passed().shrunk);
        receipt.shrunk.extend_from_slice(&shrunk);
        let passed = self.ask(move |service| record(service, C::CHAT, &receipt)).await;
        let mut known = self.passed();
        match &passed {
            Ok(_) => known.seen.retain(|board| !shrunk.contains(board)),
            Err(_) => known.shrunk.extend(shrunk),
        }
        drop(known);
        passed
    }

    /// Calls the service. The store's failures pass when it is free.
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
            Err(why) => Err(Failure::of_service(why)),
        }
    }
}
