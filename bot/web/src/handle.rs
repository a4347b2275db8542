//! The pages' access to the service and, for reading, to the database.
use std::sync::{Arc, Mutex, PoisonError};

use command::Commands;
use service::{Features, Length, NotDone, Queue, RequestError, Service};
use store::Tx;
use tokio::sync::Semaphore;

use super::match_page::Analyses;

/// The maximum number of films and proofs made at once, because each uses a processor core.
const AT_ONCE: usize = 2;

/// Access to the service that can be closed, so that open connections don't keep the service alive.
#[derive(Clone)]
pub(super) struct Handle {
    queue: Arc<Mutex<Option<Queue>>>,
    features: &'static Features,
    /// What films and proofs wait for.
    pub(super) heavy: Arc<Semaphore>,
    pub(super) analyses: Arc<Analyses>,
}

impl Handle {
    pub(super) fn new(queue: Queue) -> Handle {
        Handle {
            features: queue.features(),
            queue: Arc::new(Mutex::new(Some(queue))),
            heavy: Arc::new(Semaphore::new(AT_ONCE)),
            analyses: Arc::default(),
        }
    }

    /// Returns the commands that there are.
    pub(super) fn commands(&self) -> &'static Commands {
        self.features.commands()
    }

    /// Returns what the program is made of.
    pub(super) fn features(&self) -> &'static Features {
        self.features
    }

    /// Ends access for every clone.
    pub(super) fn close(&self) {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// Runs a job in the service's queue.
    ///
    /// # Errors
    /// If access has ended, or as [`Queue::ask`].
    pub(super) async fn ask<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Service) -> T + Send + 'static,
    ) -> Result<T, NotDone> {
        self.queue()?.ask(job).await
    }

    /// Runs a job in the service's queue that may fail.
    ///
    /// # Errors
    /// If access has ended, the job failed, or as [`Queue::ask`].
    pub(super) async fn done<T: Send + 'static, E: Into<anyhow::Error> + Send + 'static>(
        &self,
        job: impl FnOnce(&mut Service) -> Result<T, E> + Send + 'static,
    ) -> anyhow::Result<T> {
        console::people::done(&self.queue()?, job).await
    }

    /// Reads the database concurrently with the service.
    ///
    /// # Errors
    /// If access has ended, or `job` fails.
    pub(super) async fn look<T: Send + 'static>(
        &self,
        length: Length,
        job: impl FnMut(&Tx<'_>) -> Result<T, RequestError> + Send + 'static,
    ) -> anyhow::Result<T> {
        Ok(self.queue()?.look(length, job).await??)
    }

    /// Returns the service's queue.
    ///
    /// # Errors
    /// If access has ended.
    pub(super) fn queue(&self) -> Result<Queue, NotDone> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).clone().ok_or(NotDone::Closed)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use model::ids::MatchId;
    use service::RandomSource;
    use store::Store;

    /// More reads than there are connections.
    const MANY: usize = 10;

    fn handle(store: Store) -> (tokio::runtime::Runtime, Queue, Handle) {
        let runtime = tokio::runtime::Builder::new_multi_thread().build().unwrap();
        let (queue, _) =
            Queue::open(Service::new(store, RandomSource::Repeatable(1), &service::KERNEL_ALONE));
        let handle = Handle::new(queue.clone());
        (runtime, queue, handle)
    }

    #[test]
    fn a_page_is_read_while_the_service_is_busy() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::trial_at(&folder.path().join("x.db"), store::KERNEL_ALONE).unwrap();
        let (runtime, queue, handle) = handle(store);
        let (done, wait) = mpsc::channel::<()>();
        runtime.block_on(async {
            let busy = tokio::spawn(async move { queue.ask(move |_| wait.recv()).await });
            // The service is blocked until these reads are done.
            for _ in 0..MANY {
                let missing = handle.look(Length::Short, |tx| Ok(tx.match_row(MatchId(1))?)).await;
                assert!(missing.unwrap().is_none());
            }
            done.send(()).unwrap();
            busy.await.unwrap().unwrap().unwrap();
        });
    }

    #[test]
    fn a_connection_comes_back_after_a_panic_and_access_ends() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::trial_at(&folder.path().join("x.db"), store::KERNEL_ALONE).unwrap();
        let (runtime, _queue, handle) = handle(store);
        runtime.block_on(async {
            for _ in 0..MANY {
                let panics = handle
                    .look(Length::Short, |_| -> Result<(), RequestError> { panic!("in a page") });
                assert!(panics.await.is_err());
            }
            assert_eq!(handle.look(Length::Short, |_| Ok(7)).await.unwrap(), 7);
            handle.close();
            let ended = handle.look(Length::Short, |_| Ok(7)).await.unwrap_err();
            assert_eq!(ended.downcast_ref(), Some(&NotDone::Closed));
        });
    }

    #[test]
    fn a_database_in_memory_is_read_in_the_turn_of_the_service() {
        let (runtime, _queue, handle) = handle(Store::trial().unwrap());
        runtime.block_on(async {
            let missing = handle.look(Length::Short, |tx| Ok(tx.match_row(MatchId(1))?)).await;
            assert!(missing.unwrap().is_none());
        });
    }
}
