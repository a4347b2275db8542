//! The queue of the service: chats run in parallel, requests one at a time.
pub mod answered;
pub mod order;
pub mod rooms;
#[cfg(test)]
mod tests;

use std::{
    any::type_name_of_val,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Instant,
};

use command::Commands;
use model::{
    ids::{Chat, MatchId},
    reply::Picture,
};
use store::{BoardMessage, StoreError, Tx};
use tokio::sync::{
    broadcast,
    mpsc::{self, UnboundedReceiver, UnboundedSender},
    oneshot,
};

use self::{order::ChatOrder, rooms::RoomLookups};
use crate::{
    Drawing, Features, Outgoing, Request, RequestError, Service, drawing,
    metrics::Metrics,
    prefetch::Prefetch,
    read_pool::{Length, Readers},
};

pub use self::{
    answered::{Answered, AnsweredReply, QueuedRequest},
    order::InOrder,
    rooms::RoomLookup,
};

/// How many requests may wait before callers have to wait too.
const PLACES: usize = 256;

/// The most frames of a film that waits for no other: those of a turn.
const SHORT_FILM: u32 = 30;

type ServiceJob = (Instant, Box<dyn FnOnce(&mut Service) + Send>);

/// Access to the service; clones share it.
#[derive(Clone)]
pub struct Queue {
    jobs: mpsc::Sender<ServiceJob>,
    shared: Arc<SharedQueue>,
}

/// Access to the service that doesn't keep it open.
#[derive(Clone)]
pub struct WeakQueue {
    jobs: mpsc::WeakSender<ServiceJob>,
    shared: Arc<SharedQueue>,
}

/// What all that have access share.
struct SharedQueue {
    /// How often the service was called.
    trips: AtomicU64,
    metrics: Arc<Metrics>,
    features: &'static Features,
    prefetch: Prefetch,
    /// Of which match something was just told.
    shown: broadcast::Sender<MatchId>,
    /// Whether other processes may change the database.
    shares: bool,
    /// None for a store in memory, where everything is read in its turn.
    readers: Option<Readers>,
    /// The chats that listen; the service's thread alone changes them.
    chats: Mutex<Vec<ListeningChat>>,
    rooms: RoomLookups,
}

/// A chat that listens to the service.
struct ListeningChat {
    chat: Chat,
    order: ChatOrder,
    /// What other chats or the time have caused in this turn.
    caused: UnboundedReceiver<Outgoing>,
    news: UnboundedSender<InOrder<Outgoing>>,
}

/// What a chat gets when it begins to listen, read in one turn, so that nothing of it comes again as news.
pub struct Listening {
    /// What other chats or the time cause.
    pub news: UnboundedReceiver<InOrder<Outgoing>>,
    /// The replies that no running process delivers, oldest first, and whether they may have been sent.
    pub left: Vec<(Outgoing, bool)>,
    /// The boards that were handed over and haven't shrunk.
    pub passed: Vec<BoardMessage>,
}

/// The service while it works; those who listen learn when it no longer does.
struct OpenService(Arc<SharedQueue>);

impl Drop for OpenService {
    fn drop(&mut self) {
        self.0.chats().clear();
    }
}

impl WeakQueue {
    /// Returns full access while the service is open.
    pub fn upgrade(&self) -> Option<Queue> {
        Some(Queue { jobs: self.jobs.upgrade()?, shared: self.shared.clone() })
    }
}

impl SharedQueue {
    /// Gives what a turn has caused to the chats, in order.
    fn pass_news(&self) {
        for ListeningChat { order, caused, news, .. } in self.chats().iter_mut() {
            while let Ok(outgoing) = caused.try_recv() {
                // A chat that has stopped finds it in the outbox when it listens again.
                drop(news.send(InOrder::new(outgoing, Some(order))));
            }
        }
    }

    /// Gives something a place in the order of a chat, after all that was caused before.
    fn in_order<T>(&self, chat: Chat, said: T) -> InOrder<T> {
        self.pass_news();
        let chats = self.chats();
        InOrder::new(said, chats.iter().find(|it| it.chat == chat).map(|it| &it.order))
    }

    fn chats(&self) -> MutexGuard<'_, Vec<ListeningChat>> {
        self.chats.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why the service didn't do a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotDone {
    /// The service has closed.
    #[error("the service is closed")]
    Closed,
    /// The job ended in a panic. What it was about isn't done; the service goes on.
    #[error("the bot failed at it")]
    Panicked,
}

impl Queue {
    /// Runs the service on a thread of its own. It closes when the last `Queue` is dropped and all
    /// jobs are done; the receiver then gets it back.
    pub fn open(mut service: Service) -> (Queue, oneshot::Receiver<Service>) {
        let (jobs, mut waiting) = mpsc::channel::<ServiceJob>(PLACES);
        let (back, closed) = oneshot::channel();
        let shared = Arc::new(SharedQueue {
            trips: AtomicU64::default(),
            metrics: service.metrics(),
            features: service.memory.features,
            prefetch: service.reads_ahead(),
            shown: service.shown.clone(),
            shares: service.store.is_shared(),
            readers: Readers::open(&service.store),
            chats: Mutex::default(),
            rooms: RoomLookups::default(),
        });
        let open = OpenService(shared.clone());
        thread::spawn(move || {
            let metrics = &open.0.metrics;
            while let Some((since, job)) = waiting.blocking_recv() {
                let began = Instant::now();
                metrics.waited.observe(began - since);
                metrics.queue.add(-1);
                job(&mut service);
                metrics.worked.observe(began.elapsed());
            }
            drop(open);
            // The caller may have gone.
            drop(back.send(service));
        });
        (Queue { jobs, shared }, closed)
    }

    /// Tells whether other processes may change the database, of which this one isn't told.
    pub fn shares(&self) -> bool {
        self.shared.shares
    }

    /// Listens to the matches of which this process tells something: that a board is shown, or something is asked or answered.
    pub fn matches_told(&self) -> broadcast::Receiver<MatchId> {
        self.shared.shown.subscribe()
    }

    /// Returns how often the service was called.
    pub fn trips(&self) -> u64 {
        self.shared.trips.load(Ordering::Relaxed)
    }

    /// Runs a job in the service's turn. If it panics, that costs only this job.
    ///
    /// # Errors
    /// If the service has closed or the job panicked.
    pub async fn ask<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Service) -> T + Send + 'static,
    ) -> Result<T, NotDone> {
        self.shared.trips.fetch_add(1, Ordering::Relaxed);
        let (answer, answered) = oneshot::channel();
        let shared = self.shared.clone();
        let job = Box::new(move |service: &mut Service| {
            let what = type_name_of_val(&job);
            let said = shared.metrics.guarded(what, || job(service));
            // What it had stored before it panicked is told anyway.
            shared.pass_news();
            // The caller may have stopped waiting; the job is done anyway.
            drop(answer.send(said.ok_or(NotDone::Panicked)));
        });
        self.metrics().queue.add(1);
        self.jobs.send((Instant::now(), job)).await.map_err(|_| {
            self.metrics().queue.add(-1);
            NotDone::Closed
        })?;
        answered.await.map_err(|_| NotDone::Closed)?
    }

    /// Runs a job in the service's turn, and returns its result in the order of a chat: after everything that the
    /// service said earlier has been queued.
    ///
    /// # Errors
    /// As [`Queue::ask`].
    pub async fn ask_in_order<T: Send + 'static>(
        &self,
        chat: Chat,
        job: impl FnOnce(&mut Service) -> T + Send + 'static,
    ) -> Result<InOrder<T>, NotDone> {
        let shared = self.shared.clone();
        let said = self.ask(move |service| {
            let said = job(service);
            shared.in_order(chat, said)
        });
        Ok(said.await?.comes().await)
    }

    /// Has a request handled. A long read is done before its turn, and chats are asked about rooms
    /// that it would use.
    ///
    /// # Errors
    /// As [`Queue::ask`].
    pub async fn answer(&self, question: QueuedRequest) -> Result<InOrder<Answered>, NotDone> {
        self.read_ahead(&question.request).await;
        self.answer_knowing_rooms(question).await
    }

    /// Begins to listen to what a chat is told without having asked. Call it before the first request, so that only
    /// old replies count as left over.
    ///
    /// # Errors
    /// If the store fails; [`NotDone`] as [`Queue::ask`].
    pub async fn listen(&self, chat: Chat) -> Result<Result<Listening, StoreError>, NotDone> {
        let shared = self.shared.clone();
        let listen = move |service: &mut Service| {
            let caused = service.listen(chat);
            let passed = service.keep(|tx| tx.passed(chat, None))?;
            let left = service.left(chat)?;
            let (sender, news) = mpsc::unbounded_channel();
            let mut chats = shared.chats();
            chats.retain(|it| it.chat != chat);
            chats.push(ListeningChat { chat, order: ChatOrder::default(), caused, news: sender });
            Ok(Listening { news, left, passed })
        };
        self.ask(listen).await
    }

    /// Reads a snapshot of the database, beside the service.
    ///
    /// # Errors
    /// Those of `job`, which include a panic; [`NotDone::Closed`] if the service has closed.
    pub async fn look<T: Send + 'static>(
        &self,
        length: Length,
        job: impl FnMut(&Tx<'_>) -> Result<T, RequestError> + Send + 'static,
    ) -> Result<Result<T, RequestError>, NotDone> {
        let found = match &self.shared.readers {
            None => self.ask(move |service| service.look(job)).await,
            Some(readers) => {
                let (metrics, what) = (self.shared_metrics(), type_name_of_val(&job));
                let read =
                    readers.read(length, move |reader| metrics.guarded(what, || reader.look(job)));
                read.await.flatten().ok_or(NotDone::Panicked)
            }
        };
        // What can't be read is the caller's to tell, as of any other fault.
        found.or_else(|why| match why {
            NotDone::Closed => Err(why),
            NotDone::Panicked => Ok(Err(RequestError::Broken(why.to_string()))),
        })
    }

    /// Loads the position of a picture, and those of its film, beside the service. The caller draws
    /// them.
    ///
    /// # Errors
    /// If the store fails, or a position can't be loaded any more; [`NotDone::Closed`] if the service has closed.
    pub async fn drawing(
        &self,
        picture: &Picture,
    ) -> Result<Result<Drawing, RequestError>, NotDone> {
        let promised = picture.clone();
        let length = if SHORT_FILM < picture.frames() { Length::Long } else { Length::Short };
        self.look(length, move |tx| drawing(tx, &promised)).await
    }

    /// Runs a long read outside the service's turn, before its request is queued. The service then
    /// only stores its replies.
    pub(crate) async fn read_ahead(&self, request: &Request) {
        let Some(readers) = &self.shared.readers else { return };
        if !self.shared.prefetch.is_for(request) {
            return;
        }
        let (prefetch, request) = (self.shared.prefetch.clone(), request.clone());
        let metrics = self.shared_metrics();
        let read = readers.read(Length::Long, move |reader| {
            metrics.guarded("a long read", || prefetch.read(reader, &request))
        });
        if read.await.flatten().is_none() {
            tracing::warn!("a long read failed; it is repeated in its turn");
        }
    }

    /// Returns access that doesn't keep the service open.
    pub fn downgrade(&self) -> WeakQueue {
        WeakQueue { jobs: self.jobs.downgrade(), shared: self.shared.clone() }
    }

    /// Returns what the program is made of.
    pub fn features(&self) -> &'static Features {
        self.shared.features
    }

    /// Returns the commands that there are, to read lines by.
    pub fn commands(&self) -> &'static Commands {
        self.shared.features.commands()
    }

    /// Returns the service's counters, which callers use too.
    pub fn metrics(&self) -> &Metrics {
        &self.shared.metrics
    }

    /// Returns the same counters, to keep.
    pub fn shared_metrics(&self) -> Arc<Metrics> {
        self.shared.metrics.clone()
    }
}
