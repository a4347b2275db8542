//! The line in front of the service: chats run side by side, requests are carried out one at a time.
use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use tokio::sync::{mpsc, oneshot};

use super::Service;

/// How many requests may wait before the one who brings more has to wait, too.
const PLACES: usize = 256;

type Job = Box<dyn FnOnce(&mut Service) + Send>;

/// A way to the service; clones lead to the same one.
#[derive(Clone)]
pub struct Queue {
    jobs: mpsc::Sender<Job>,
    trips: Arc<AtomicU64>,
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
        thread::spawn(move || {
            while let Some(job) = waiting.blocking_recv() {
                job(&mut service);
            }
            // The one who asked for it may have gone.
            drop(back.send(service));
        });
        (Queue { jobs, trips: Arc::default() }, closed)
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
        let job: Job = Box::new(move |service| {
            // The asker may have stopped waiting; what was done stays done.
            drop(answer.send(job(service)));
        });
        self.jobs.send(job).await.map_err(|_| Closed)?;
        answered.await.map_err(|_| Closed)
    }
}
