//! Puts replies into their queues: answers to requests, what happens elsewhere, and what was left in the outbox by the last run.
use std::{
    collections::HashSet,
    future::poll_fn,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Poll, ready},
    time::{Duration, Instant},
};

use render::Painter;
use tokio::sync::{mpsc::UnboundedReceiver, oneshot, watch};

use super::{
    bring::Sent,
    chat::{Asked, Chat, RenderedReply},
    excuse::Copies,
    place,
    queue::DeliveryQueues,
};
use crate::{
    reply::Audience,
    service::{Landed, Outgoing, Queue, Request, Service},
    store::{BoardAt, StoreError},
};

/// What a chat needs to have its replies delivered.
pub struct Dispatcher<C: Chat> {
    service: Queue,
    painter: Arc<Painter>,
    queues: Arc<DeliveryQueues<Job<C>>>,
    /// What is to be said because of something that happened elsewhere.
    elsewhere: Mutex<Option<UnboundedReceiver<Outgoing>>>,
    passed: Mutex<Passed>,
}

/// The messages of boards whose place others have taken.
#[derive(Default)]
pub(super) struct Passed {
    /// Those that wait to shrink, and those that did.
    pub(super) seen: HashSet<String>,
    /// Those that have shrunk, of which the service does not know yet.
    pub(super) shrunk: Vec<String>,
}

/// Something in a queue.
pub enum Job<C: Chat> {
    Reply(Box<Delivery<C>>),
    Copies(Copies<C>),
    /// A board whose place another one has taken.
    Shrink(BoardAt),
    Chore(C::Chore),
}

/// A reply on its way.
pub struct Delivery<C: Chat> {
    pub(super) outgoing: Outgoing,
    /// Whether it was left from before the start, so that it may have been sent already.
    pub(super) late: bool,
    pub(super) asked: Option<Arc<Asked<C::Interaction>>>,
    /// When it was first tried.
    pub(super) begun: Option<Instant>,
    /// Made at the first try.
    pub(super) rendered: Option<Arc<RenderedReply<C>>>,
    /// What is still to be settled when it has been sent.
    pub(super) sent: Option<Sent>,
    /// Told when it has been brought; dropped when it will not be before the next start.
    pub(super) brought: Option<oneshot::Sender<()>>,
}

impl<C: Chat> Delivery<C> {
    fn new(outgoing: Outgoing) -> Delivery<C> {
        Delivery {
            outgoing,
            late: false,
            asked: None,
            begun: None,
            rendered: None,
            sent: None,
            brought: None,
        }
    }
}

impl<C: Chat> Dispatcher<C> {
    /// Prepares the queues. To be called where tasks can be started.
    pub fn new(
        service: Queue,
        painter: Arc<Painter>,
        stop: watch::Receiver<bool>,
    ) -> Dispatcher<C> {
        let queues = DeliveryQueues::new(stop);
        let (elsewhere, passed) = (Mutex::default(), Mutex::default());
        Dispatcher { service, painter, queues, elsewhere, passed }
    }

    pub fn service(&self) -> &Queue {
        &self.service
    }

    pub fn painter(&self) -> &Arc<Painter> {
        &self.painter
    }

    /// Takes up what was left from the last time, and what happens elsewhere from now on. To be called before anything new comes in:
    /// else what is under way would be taken for what was left.
    ///
    /// # Errors
    /// When the store fails.
    pub fn begin(chat: &Arc<C>, service: &mut Service) -> Result<(), StoreError> {
        let mut elsewhere = chat.dispatcher().elsewhere();
        *elsewhere = Some(service.listen(C::CHAT));
        Dispatcher::shrink(chat, service.passed(C::CHAT)?);
        for outgoing in service.undelivered(C::CHAT)? {
            Dispatcher::put(chat, Delivery { late: true, ..Delivery::new(outgoing) }, false);
        }
        Ok(())
    }

    /// Delivers what is to be said because of what happens elsewhere, until the service closes.
    pub async fn listen(chat: &Arc<C>) {
        loop {
            // In its queue before anybody else can take it for not yet told: so the order is that of the service.
            let heard = poll_fn(|context| {
                let mut elsewhere = chat.dispatcher().elsewhere();
                let Some(receiver) = elsewhere.as_mut() else { return Poll::Ready(None) };
                let outgoing = ready!(receiver.poll_recv(context));
                Poll::Ready(outgoing.map(|it| Dispatcher::put(chat, Delivery::new(it), false)))
            });
            if heard.await.is_none() {
                return;
            }
        }
    }

    /// Has the service carry out a request, and delivers what it said before that because of something else. The replies are to be handed
    /// to [`Dispatcher::answer`] before anybody else asks the service for anything.
    pub fn handle(chat: &Arc<C>, service: &mut Service, request: &Request) -> Vec<Outgoing> {
        let replies = service.handle(request);
        let mut elsewhere = chat.dispatcher().elsewhere();
        while let Some(Ok(outgoing)) = elsewhere.as_mut().map(|it| it.try_recv()) {
            Dispatcher::put(chat, Delivery::new(outgoing), false);
        }
        replies
    }

    /// Delivers the reply to a request. Returns what tells that it was brought; nothing where it is for another room.
    pub fn answer(
        chat: &Arc<C>,
        service: &mut Service,
        outgoing: Outgoing,
        asked: &Arc<Asked<C::Interaction>>,
    ) -> Option<oneshot::Receiver<()>> {
        if outgoing.room != asked.place.room {
            Dispatcher::put(chat, Delivery::new(outgoing), false);
            return None;
        }
        let own = match outgoing.reply.to {
            Audience::Room => false,
            Audience::Only(person) => {
                let handles = service.handles(C::CHAT, &[person]).unwrap_or_default();
                handles.first().is_some_and(|it| it.as_ref() == Some(&asked.by))
            }
        };
        Some(Dispatcher::say(chat, outgoing, asked, own))
    }

    /// Delivers an answer to somebody's words or press. `own` tells whether it is for them alone.
    pub fn say(
        chat: &Arc<C>,
        outgoing: Outgoing,
        asked: &Arc<Asked<C::Interaction>>,
        own: bool,
    ) -> oneshot::Receiver<()> {
        let (brought, told) = oneshot::channel();
        let (asked, brought) = (Some(asked.clone()), Some(brought));
        Dispatcher::put(chat, Delivery { asked, brought, ..Delivery::new(outgoing) }, own);
        told
    }

    fn put(chat: &Arc<C>, delivery: Delivery<C>, own: bool) {
        let Outgoing { room, reply, .. } = &delivery.outgoing;
        let queue = place::queue(reply, room, delivery.asked.as_deref(), own);
        chat.dispatcher().push(chat, &queue, Job::Reply(Box::new(delivery)));
    }

    /// Has work of the chat's own done when what is in the queue before it is done.
    pub fn queue(chat: &Arc<C>, queue: &str, chore: C::Chore) {
        chat.dispatcher().push(chat, queue, Job::Chore(chore));
    }

    pub(super) fn push(&self, chat: &Arc<C>, queue: &str, job: Job<C>) {
        self.queues.push(chat, queue, job);
    }

    /// Forgets what is of no use any more, and tries again to let boards shrink that others have taken the place of.
    ///
    /// # Errors
    /// When the service fails or has closed; the message says why.
    pub async fn sweep(chat: &Arc<C>) -> Result<(), String> {
        let now = jiff::Timestamp::now().as_second();
        let sweep = move |service: &mut Service| {
            service.tidy(C::CHAT, now)?;
            service.passed(C::CHAT)
        };
        let passed = chat.dispatcher().ask(sweep).await.map_err(|failure| failure.why)?;
        Dispatcher::shrink(chat, passed);
        Ok(())
    }

    /// Starts a task whose end is waited for before the program ends.
    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        if !self.queues.beside(task) {
            tracing::info!("something comes too late to be done");
        }
    }

    /// Waits until everything is out, as long as is allowed; the outbox keeps the rest.
    pub async fn close(&self, within: Duration) {
        if !self.queues.close(within).await {
            tracing::warn!("not every answer got out; the rest goes out after the next start");
        }
        if !self.passed().shrunk.is_empty()
            && let Err(failure) = self.landed(Landed::default()).await
        {
            tracing::warn!(why = failure.why, "boards that have shrunk will shrink again");
        }
    }

    pub(super) fn passed(&self) -> MutexGuard<'_, Passed> {
        self.passed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn elsewhere(&self) -> MutexGuard<'_, Option<UnboundedReceiver<Outgoing>>> {
        self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
