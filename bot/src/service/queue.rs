//! The line in front of the desk: chats run side by side, requests are carried out one at a time.
use std::thread;

use tokio::sync::{mpsc, oneshot};

use super::Desk;

/// How many requests may wait before whoever brings more has to wait, too.
const PLACES: usize = 256;

type Job = Box<dyn FnOnce(&mut Desk) + Send>;

/// A way to the desk; clones lead to the same one.
#[derive(Clone)]
pub struct Queue {
    jobs: mpsc::Sender<Job>,
}

/// The desk has closed: nothing more is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the desk is closed")]
pub struct Closed;

impl Queue {
    /// Puts the desk on a thread of its own. It closes when the last way to it is gone and all that waited is done; the
    /// receiver then gets it back.
    pub fn open(mut desk: Desk) -> (Queue, oneshot::Receiver<Desk>) {
        let (jobs, mut waiting) = mpsc::channel::<Job>(PLACES);
        let (back, closed) = oneshot::channel();
        thread::spawn(move || {
            while let Some(job) = waiting.blocking_recv() {
                job(&mut desk);
            }
            // Whoever asked for it may have gone.
            drop(back.send(desk));
        });
        (Queue { jobs }, closed)
    }

    /// Has the desk do something when everything before it is done.
    ///
    /// # Errors
    /// When the desk has closed.
    pub async fn ask<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Desk) -> T + Send + 'static,
    ) -> Result<T, Closed> {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |desk| {
            // The asker may have stopped waiting; what was done stays done.
            drop(answer.send(job(desk)));
        });
        self.jobs.send(job).await.map_err(|_| Closed)?;
        answered.await.map_err(|_| Closed)
    }
}
