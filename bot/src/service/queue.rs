//! The line in front of the service: chats run side by side, requests are carried out one at a time.
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

/// How many requests may wait before the one who brings more has to wait, too.
const PLACES: usize = 256;

type Job = (Instant, Box<dyn FnOnce(&mut Service) + Send>);

/// A way to the service; clones lead to the same one.
#[derive(Clone)]
pub struct Queue {
    jobs: mpsc::Sender<Job>,
    trips: Arc<AtomicU64>,
    figures: Arc<Figures>,
    ahead: Option<Ahead>,
}

/// A way to the service that does not keep it open.
#[derive(Clone)]
pub struct WeakQueue {
    jobs: mpsc::WeakSender<Job>,
    trips: Arc<AtomicU64>,
    figures: Arc<Figures>,
    ahead: Option<Ahead>,
}

impl WeakQueue {
    /// Returns the way, as long as somebody else keeps the service open.
    pub fn upgrade(&self) -> Option<Queue> {
        let WeakQueue { jobs, trips, figures, ahead } = self.clone();
        Some(Queue { jobs: jobs.upgrade()?, trips, figures, ahead })
    }
}

/// The service has closed: nothing more is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the service is closed")]
pub struct Closed;

impl Queue {
    /// Puts the service on a thread of its own. It closes when the last way to it is gone and all that waited is done; the
    /// receiver then gets it back.
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
            // The one who asked for it may have gone.
            drop(back.send(service));
        });
        (Queue { jobs, trips: Arc::default(), figures, ahead }, closed)
    }

    /// Returns how often the service was asked for something: each request waits until those before it are done.
    pub fn trips(&self) -> u64 {
        self.trips.load(Ordering::Relaxed)
    }

    /// Has the service do something when everything before it is done.
    ///
    /// # Errors
    /// When the service has closed.
    pub async fn ask<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Service) -> T + Send + 'static,
    ) -> Result<T, Closed> {
        self.trips.fetch_add(1, Ordering::Relaxed);
        let (answer, answered) = oneshot::channel();
        let job = Box::new(move |service: &mut Service| {
            // The asker may have stopped waiting; what was done stays done.
            drop(answer.send(job(service)));
        });
        self.figures.queue.add(1);
        self.jobs.send((Instant::now(), job)).await.map_err(|_| {
            self.figures.queue.add(-1);
            Closed
        })?;
        answered.await.map_err(|_| Closed)
    }

    /// Reads for a request beside the line, where that may take long; to be called before it is put in line. The service then only tells
    /// what was read.
    pub async fn read_ahead(&self, request: &Request) {
        let Some(ahead) = &self.ahead else { return };
        if !ahead.is_for(request) {
            return;
        }
        let (ahead, request) = (ahead.clone(), request.clone());
        // What breaks off is read again in its turn.
        drop(tokio::task::spawn_blocking(move || ahead.read(&request)).await);
    }

    /// Returns a way that does not keep the service open.
    pub fn downgrade(&self) -> WeakQueue {
        let Queue { jobs, trips, figures, ahead } = self.clone();
        WeakQueue { jobs: jobs.downgrade(), trips, figures, ahead }
    }

    /// Returns the figures of the service, into which those who bring requests count, too.
    pub fn figures(&self) -> &Figures {
        &self.figures
    }

    /// Returns the same figures, to keep.
    pub fn shared_figures(&self) -> Arc<Figures> {
        self.figures.clone()
    }
}
