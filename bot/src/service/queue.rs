//! The queue of the service: chats run in parallel, requests one at a time.
use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Instant,
};

use tokio::sync::{mpsc, oneshot};

use super::{Request, Service, ahead::Ahead};
use crate::figures::Figures;

/// How many requests may wait before callers have to wait too.
const PLACES: usize = 256;

type Job = (Instant, Box<dyn FnOnce(&mut Service) + Send>);

/// Access to the service; clones share it.
#[derive(Clone)]
pub struct Queue {
    jobs: mpsc::Sender<Job>,
    trips: Arc<AtomicU64>,
    figures: Arc<Figures>,
    ahead: Option<Ahead>,
}

/// Access to the service that doesn't keep it open.
#[derive(Clone)]
pub struct WeakQueue {
    jobs: mpsc::WeakSender<Job>,
    trips: Arc<AtomicU64>,
    figures: Arc<Figures>,
    ahead: Option<Ahead>,
}

impl WeakQueue {
    /// Returns full access while the service is open.
    pub fn upgrade(&self) -> Option<Queue> {
        let WeakQueue { jobs, trips, figures, ahead } = self.clone();
        Some(Queue { jobs: jobs.upgrade()?, trips, figures, ahead })
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
        (Queue { jobs, trips: Arc::default(), figures, ahead }, closed)
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

    /// Runs a long read outside the service's turn, before its request is queued. The service then
    /// only stores its replies.
    pub async fn read_ahead(&self, request: &Request) {
        let Some(ahead) = &self.ahead else { return };
        if !ahead.is_for(request) {
            return;
        }
        let (ahead, request) = (ahead.clone(), request.clone());
        // A failed read is repeated in its turn.
        drop(tokio::task::spawn_blocking(move || ahead.read(&request)).await);
    }

    /// Returns access that doesn't keep the service open.
    pub fn downgrade(&self) -> WeakQueue {
        let Queue { jobs, trips, figures, ahead } = self.clone();
        WeakQueue { jobs: jobs.downgrade(), trips, figures, ahead }
    }

    /// Returns the service's counters, which callers use too.
    pub fn figures(&self) -> &Figures {
        &self.figures
    }

    /// Returns the same counters, to keep.
    pub fn shared_figures(&self) -> Arc<Figures> {
        self.figures.clone()
    }
}
