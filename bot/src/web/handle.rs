//! The connection from the pages to the service, and to the database beside it.
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Semaphore;

use crate::{
    service::{Closed, Fault, Queue, Service},
    store::{Reader, StoreError, Tx},
};

/// How many pages read the database at once.
const READERS: usize = 2;

/// Access to the service that ends with the server, so that open connections don't keep the service
/// alive.
#[derive(Clone)]
pub(super) struct Handle {
    queue: Arc<Mutex<Option<Queue>>>,
    shelf: Arc<Shelf>,
}

/// Connections for reading beside the service; none for a database in memory, which is read in the
/// service's turn.
struct Shelf {
    readers: Mutex<Vec<Reader>>,
    free: Semaphore,
}

/// A connection that goes back when it is dropped.
struct Lent {
    shelf: Arc<Shelf>,
    reader: Option<Reader>,
}

impl Handle {
    /// Opens the connections.
    ///
    /// # Errors
    /// If the database can't be read, or the service has closed.
    pub(super) async fn open(queue: Queue) -> anyhow::Result<Handle> {
        let readers = queue.ask(|service| {
            let readers = (0..READERS).map(|_| service.reader());
            readers.collect::<Result<Vec<Option<Reader>>, StoreError>>()
        });
        let readers: Vec<Reader> = readers.await??.into_iter().flatten().collect();
        let free = Semaphore::new(readers.len().max(1));
        let shelf = Arc::new(Shelf { readers: Mutex::new(readers), free });
        Ok(Handle { queue: Arc::new(Mutex::new(Some(queue))), shelf })
    }

    /// Ends access for every clone.
    pub(super) fn close(&self) {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// Runs something in the service's turn.
    ///
    /// # Errors
    /// If access has ended, or the service has closed.
    pub(super) async fn ask<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Service) -> T + Send + 'static,
    ) -> Result<T, Closed> {
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner).clone();
        queue.ok_or(Closed)?.ask(job).await
    }

    /// Reads the database as it is at this moment, beside the service.
    ///
    /// # Errors
    /// If access has ended, or those of `job`.
    pub(super) async fn look<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Tx<'_>) -> Result<T, Fault> + Send + 'static,
    ) -> anyhow::Result<T> {
        if self.queue.lock().unwrap_or_else(PoisonError::into_inner).is_none() {
            return Err(Closed.into());
        }
        let turn = self.shelf.free.acquire().await?;
        let found = match Lent::from(&self.shelf) {
            Some(mut lent) => tokio::task::spawn_blocking(move || {
                lent.reader.as_mut().map(|reader| reader.look(job))
            })
            .await?
            .ok_or(Closed)?,
            None => self.ask(move |service| service.look(job)).await?,
        };
        drop(turn);
        Ok(found?)
    }
}

impl Lent {
    fn from(shelf: &Arc<Shelf>) -> Option<Lent> {
        let reader = shelf.readers.lock().unwrap_or_else(PoisonError::into_inner).pop()?;
        Some(Lent { shelf: shelf.clone(), reader: Some(reader) })
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let mut readers = self.shelf.readers.lock().unwrap_or_else(PoisonError::into_inner);
        readers.extend(self.reader.take());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::{
        service::RandomSource,
        store::{Store, Sync},
    };

    fn handle(store: Store) -> (tokio::runtime::Runtime, Queue, Handle) {
        let runtime = tokio::runtime::Builder::new_multi_thread().build().unwrap();
        let (queue, _) = Queue::open(Service::new(store, RandomSource::Repeatable(1)));
        let handle = runtime.block_on(Handle::open(queue.clone())).unwrap();
        (runtime, queue, handle)
    }

    #[test]
    fn a_page_is_read_while_the_service_is_busy() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("x.db"), Sync::Normal).unwrap();
        let (runtime, queue, handle) = handle(store);
        let (done, wait) = mpsc::channel::<()>();
        runtime.block_on(async {
            let busy = tokio::spawn(async move { queue.ask(move |_| wait.recv()).await });
            // The service can't go on before this has been read.
            for _ in 0..2 * READERS {
                let missing = handle.look(|tx| crate::service::shared_state(tx, "x")).await;
                assert_eq!(missing.unwrap(), None);
            }
            done.send(()).unwrap();
            busy.await.unwrap().unwrap().unwrap();
        });
    }

    #[test]
    fn a_connection_comes_back_after_a_panic_and_access_ends() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("x.db"), Sync::Normal).unwrap();
        let (runtime, _queue, handle) = handle(store);
        runtime.block_on(async {
            for _ in 0..2 * READERS {
                let panics = handle.look(|_| -> Result<(), Fault> { panic!("in a page") });
                assert!(panics.await.is_err());
            }
            assert_eq!(handle.look(|_| Ok(7)).await.unwrap(), 7);
            assert_eq!(handle.shelf.readers.lock().unwrap().len(), READERS);
            handle.close();
            assert!(handle.look(|_| Ok(7)).await.unwrap_err().is::<Closed>());
        });
    }

    #[test]
    fn a_database_in_memory_is_read_in_the_turn_of_the_service() {
        let (runtime, _queue, handle) = handle(Store::in_memory().unwrap());
        runtime.block_on(async {
            let missing = handle.look(|tx| crate::service::shared_state(tx, "x")).await;
            assert_eq!(missing.unwrap(), None);
        });
    }
}
