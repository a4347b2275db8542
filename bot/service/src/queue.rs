//! The queue of the service: chats run in parallel, requests one at a time.
use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Instant,
};

use model::reply::Picture;
use store::Tx;
use tokio::sync::{mpsc, oneshot};

use crate::{
    Drawing, Request, RequestError, Service, drawing,
    metrics::Metrics,
    prefetch::Prefetch,
    read_pool::{Length, Readers},
};

/// How many requests may wait before callers have to wait too.
const PLACES: usize = 256;

/// The most frames of a film that waits for no other: those of a turn.
const SHORT_FILM: u32 = 30;

type Job = (Instant, Box<dyn FnOnce(&mut Service) + Send>);

/// Access to the service; clones share it.
#[derive(Clone)]
pub struct Queue {
    jobs: mpsc::Sender<Job>,
    trips: Arc<AtomicU64>,
    figures: Arc<Metrics>,
    ahead: Prefetch,
    /// None for a store in memory, where everything is read in its turn.
    beside: Option<Readers>,
}

/// Access to the service that doesn't keep it open.
#[derive(Clone)]
pub struct WeakQueue {
    jobs: mpsc::WeakSender<Job>,
    trips: Arc<AtomicU64>,
    figures: Arc<Metrics>,
    ahead: Prefetch,
    /// None for a store in memory, where everything is read in its turn.
    beside: Option<Readers>,
}

impl WeakQueue {
    /// Returns full access while the service is open.
    pub fn upgrade(&self) -> Option<Queue> {
        let WeakQueue { jobs, trips, figures, ahead, beside } = self.clone();
        Some(Queue { jobs: jobs.upgrade()?, trips, figures, ahead, beside })
    }
}

/// The service has closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the service is closed")]
pub struct Closed;

impl Queue {
    /// Runs the service on a thread of its own. It closes when the last `Queue` is dropped and all
    /// jobs are done; the receiver then gets it back.
    pub fn open(mut service: Service) -> (Queue, oneshot::Receiver<Service>) {
        let (jobs, mut waiting) = mpsc::channel::<Job>(PLACES);
        let (back, closed) = oneshot::channel();
        let figures = service.figures();
        let counts = figures.clone();
        let ahead = service.reads_ahead();
        let beside = Readers::open(&service.store);
        thread::spawn(move || {
            while let Some((since, job)) = waiting.blocking_recv() {
                let began = Instant::now();
                counts.waited.observe(began - since);
                counts.queue.add(-1);
                job(&mut service);
                counts.worked.observe(began.elapsed());
            }
            // The caller may have gone.
            drop(back.send(service));
        });
        (Queue { jobs, trips: Arc::default(), figures, ahead, beside }, closed)
    }

    /// Returns how often the service was called.
    pub fn trips(&self) -> u64 {
        self.trips.load(Ordering::Relaxed)
    }

    /// Runs a job in the service's turn.
    ///
    /// # Errors
    /// If the service has closed.
    pub async fn ask<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Service) -> T + Send + 'static,
    ) -> Result<T, Closed> {
        self.trips.fetch_add(1, Ordering::Relaxed);
        let (answer, answered) = oneshot::channel();
        let job = Box::new(move |service: &mut Service| {
            // The caller may have stopped waiting; the job is done anyway.
            drop(answer.send(job(service)));
        });
        self.figures.queue.add(1);
        self.jobs.send((Instant::now(), job)).await.map_err(|_| {
            self.figures.queue.add(-1);
            Closed
        })?;
        answered.await.map_err(|_| Closed)
    }

    /// Reads a snapshot of the database, beside the service.
    ///
    /// # Errors
    /// Those of `job`; [`Closed`] if the service has closed.
    pub async fn look<T: Send + 'static>(
        &self,
        length: Length,
        job: impl FnMut(&Tx<'_>) -> Result<T, RequestError> + Send + 'static,
    ) -> Result<Result<T, RequestError>, Closed> {
        let Some(beside) = &self.beside else {
            return self.ask(move |service| service.look(job)).await;
        };
        let found = beside.read(length, move |reader| reader.look(job)).await;
        Ok(found.unwrap_or_else(|| Err(RequestError::Broken("a read ended in a panic".to_owned()))))
    }

    /// Loads the position of a picture, and those of its film, beside the service. The caller draws
    /// them.
    ///
    /// # Errors
    /// If the store fails, or a position can't be loaded any more; [`Closed`] if the service has
    /// closed.
    pub async fn drawing(
        &self,
        picture: &Picture,
    ) -> Result<Result<Drawing, RequestError>, Closed> {
        let promised = picture.clone();
        let length = if SHORT_FILM < picture.frames() { Length::Long } else { Length::Short };
        self.look(length, move |tx| drawing(tx, &promised)).await
    }

    /// Runs a long read outside the service's turn, before its request is queued. The service then
    /// only stores its replies.
    pub async fn read_ahead(&self, request: &Request) {
        let Some(beside) = &self.beside else { return };
        if !self.ahead.is_for(request) {
            return;
        }
        let (ahead, request) = (self.ahead.clone(), request.clone());
        let read = beside.read(Length::Long, move |reader| ahead.read(reader, &request));
        if read.await.is_none() {
            tracing::warn!("a long read failed; it is repeated in its turn");
        }
    }

    /// Returns access that doesn't keep the service open.
    pub fn downgrade(&self) -> WeakQueue {
        let Queue { jobs, trips, figures, ahead, beside } = self.clone();
        WeakQueue { jobs: jobs.downgrade(), trips, figures, ahead, beside }
    }

    /// Returns the service's counters, which callers use too.
    pub fn figures(&self) -> &Metrics {
        &self.figures
    }

    /// Returns the same counters, to keep.
    pub fn shared_figures(&self) -> Arc<Metrics> {
        self.figures.clone()
    }
}
