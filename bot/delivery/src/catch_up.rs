//! Puts replies into their queues: answers to requests, news from elsewhere, and what the last run
//! left in the outbox.
use std::{
    collections::{HashMap, HashSet},
    future::poll_fn,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Poll, ready},
    time::{Duration, Instant},
};

use model::{
    ids::{MatchId, OutboxId},
    reply::{Audience, Reply},
};
use render::Painter;
use service::{Outgoing, Queue, Request, Service};
use store::{BoardMessage, StoreError, peers::Peers};
use tokio::sync::{mpsc::UnboundedReceiver, oneshot, watch};

use super::{
    card::CardEdit,
    chat::{Asked, ChatAdapter, RenderedReply},
    fallback::Copies,
    place,
    queue::DeliveryQueues,
};
use crate::{
    receipt::{Receipt, tidy},
    send_task::Sent,
};

/// Delivers the replies of a chat.
pub struct Dispatcher<C: ChatAdapter> {
    service: Queue,
    painter: Arc<Painter>,
    queues: Arc<DeliveryQueues<Job<C>>>,
    /// News from elsewhere.
    elsewhere: Mutex<Option<UnboundedReceiver<Outgoing>>>,
    passed: Mutex<Passed>,
    /// The newest reply about each match for each room that watches it.
    watched: Mutex<HashMap<(MatchId, String), OutboxId>>,
}

/// Messages of handed-over boards.
#[derive(Default)]
pub(super) struct Passed {
    /// Those waiting to shrink, and those shrunk.
    pub(super) seen: HashSet<String>,
    /// Those shrunk that the service doesn't know about.
    pub(super) shrunk: Vec<String>,
}

/// A job in a queue.
pub enum Job<C: ChatAdapter> {
    Reply(Box<Delivery<C>>),
    Copies(Copies<C>),
    /// Shrinks a handed-over board, with how often that was tried.
    Shrink(BoardMessage, u32),
    /// A deleted message, which may have been a board.
    Deleted(String),
    /// A card to be edited.
    Card(CardEdit<C>),
    Chore(C::Chore),
}

/// A reply to deliver.
pub struct Delivery<C: ChatAdapter> {
    pub(super) outgoing: Outgoing,
    /// Whether it is from before the start, so that it may already have been sent.
    pub(super) late: bool,
    pub(super) asked: Option<Arc<Asked<C::Interaction>>>,
    /// When it was first tried.
    pub(super) begun: Option<Instant>,
    /// Set by the first try.
    pub(super) rendered: Option<Arc<RenderedReply<C>>>,
    /// What remains to be recorded once it is sent.
    pub(super) sent: Option<Sent>,
    /// Notified when it is delivered; dropped when it won't be before the next start.
    pub(super) brought: Option<oneshot::Sender<()>>,
}

impl<C: ChatAdapter> Delivery<C> {
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

impl<C: ChatAdapter> Dispatcher<C> {
    /// Creates the queues. Call it in a Tokio runtime.
    pub fn new(
        service: Queue,
        painter: Arc<Painter>,
        stop: watch::Receiver<bool>,
    ) -> Dispatcher<C> {
        let queues = DeliveryQueues::new(stop);
        let (elsewhere, passed, watched) = (Mutex::default(), Mutex::default(), Mutex::default());
        Dispatcher { service, painter, queues, elsewhere, passed, watched }
    }

    pub fn service(&self) -> &Queue {
        &self.service
    }

    pub fn painter(&self) -> &Arc<Painter> {
        &self.painter
    }

    /// Queues what the last run left, or other processes, and starts listening for news. Call it before the first
    /// request, so that only old replies count as left over.
    pub fn begin(chat: &Arc<C>, service: &mut Service) -> Result<(), StoreError> {
        let mut elsewhere = chat.dispatcher().elsewhere();
        *elsewhere = Some(service.listen(C::CHAT));
        Dispatcher::shrink(chat, service.keep(|tx| tx.passed(C::CHAT, None))?);
        Dispatcher::take_left(chat, service)
    }

    /// Queues the replies that no running process delivers.
    fn take_left(chat: &Arc<C>, service: &mut Service) -> Result<(), StoreError> {
        for (outgoing, late) in service.left(C::CHAT)? {
            Dispatcher::put(chat, Delivery { late, ..Delivery::new(outgoing) }, false);
        }
        Ok(())
    }

    /// Takes over what other processes leave, until the service closes; nothing if this process is
    /// alone on the database.
    pub async fn take_over(chat: &Arc<C>, mut peers: Peers) {
        while peers.left().await {
            let taker = chat.clone();
            let taken = move |service: &mut Service| Dispatcher::take_left(&taker, service);
            if let Err(failure) = chat.dispatcher().ask(taken).await {
                tracing::warn!(why = failure.why, "replies of other processes wait");
            }
        }
    }

    /// Delivers news from elsewhere until the service closes.
    pub async fn listen(chat: &Arc<C>) {
        loop {
            // Queue it before anyone else can find it undelivered, to keep the order of the
            // service.
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

    /// Has the service handle a request, and delivers the news it caused elsewhere. Pass the
    /// replies to [`Dispatcher::answer`] before the next request.
    pub fn handle(chat: &Arc<C>, service: &mut Service, request: &Request) -> Vec<Outgoing> {
        let replies = service.handle(request);
        let mut elsewhere = chat.dispatcher().elsewhere();
        while let Some(Ok(outgoing)) = elsewhere.as_mut().map(|it| it.try_recv()) {
            Dispatcher::put(chat, Delivery::new(outgoing), false);
        }
        replies
    }

    /// Queues the reply to a request. Returns a receiver that is notified on delivery, or nothing
    /// if the reply goes to another room.
    pub fn answer(
        chat: &Arc<C>,
        service: &mut Service,
        outgoing: Outgoing,
        asked: &Arc<Asked<C::Interaction>>,
    ) -> Option<oneshot::Receiver<()>> {
        // A watched board has its own queue, and must not replace the answer.
        if outgoing.room != asked.place.room || outgoing.reply.is_watched() {
            Dispatcher::put(chat, Delivery::new(outgoing), false);
            return None;
        }
        let own = match outgoing.reply.to {
            Audience::Room => false,
            Audience::Asker => true,
            Audience::Only(person) => {
                let handles = service.handles(C::CHAT, &[person]).unwrap_or_default();
                handles.first().is_some_and(|it| it.as_ref() == Some(&asked.by))
            }
        };
        Some(Dispatcher::say(chat, outgoing, asked, own))
    }

    /// Queues an answer. `own` tells whether only the asker may see it.
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
        let Outgoing { id, room, reply } = &delivery.outgoing;
        if let (true, Some(of), Some(id)) = (reply.is_watched(), reply.board_of(), *id) {
            chat.dispatcher().newest().insert((of, room.clone()), id);
        }
        let queue = place::queue(reply, room, delivery.asked.as_deref(), own);
        chat.dispatcher().push(chat, &queue, Job::Reply(Box::new(delivery)));
    }

    /// Tells whether a newer reply about a match waits for a room that watches it. It also tells
    /// what happened earlier in the turn.
    pub(super) fn is_overtaken(&self, room: &str, reply: &Reply, id: Option<OutboxId>) -> bool {
        let (Some(of), Some(id)) = (reply.board_of(), id) else { return false };
        let mut newest = self.newest();
        let key = (of, room.to_owned());
        match newest.get(&key) {
            Some(newest) if id < *newest => true,
            Some(_) | None => {
                newest.remove(&key);
                false
            }
        }
    }

    fn newest(&self) -> MutexGuard<'_, HashMap<(MatchId, String), OutboxId>> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a job of the chat's own.
    pub fn queue(chat: &Arc<C>, queue: &str, chore: C::Chore) {
        chat.dispatcher().push(chat, queue, Job::Chore(chore));
    }

    pub(super) fn push(&self, chat: &Arc<C>, queue: &str, job: Job<C>) {
        self.queues.push(chat, queue, job);
    }

    /// Forgets what is no longer needed, and retries to shrink handed-over boards.
    ///
    /// # Errors
    /// If the service fails or has closed.
    pub async fn sweep(chat: &Arc<C>) -> Result<(), String> {
        let now = jiff::Timestamp::now().as_second();
        let sweep = move |service: &mut Service| {
            tidy(service, C::CHAT, now)?;
            service.keep(|tx| tx.passed(C::CHAT, None))
        };
        let passed = chat.dispatcher().ask(sweep).await.map_err(|failure| failure.why)?;
        Dispatcher::shrink(chat, passed);
        Ok(())
    }

    /// Starts a task that is waited for before the program ends.
    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        if !self.queues.beside(task) {
            tracing::info!("skipped: too late");
        }
    }

    /// Waits until everything is sent, up to the time limit. The rest stays in the outbox.
    pub async fn close(&self, within: Duration) {
        if !self.queues.close(within).await {
            tracing::warn!("not every answer got out; the rest goes out after the next start");
        }
        if !self.passed().shrunk.is_empty()
            && let Err(failure) = self.landed(Receipt::default()).await
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
