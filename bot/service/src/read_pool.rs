//! Reads beside the service, each on a connection of its own, so that no request waits for them.
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use store::{Reader, Store, StoreError};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    task::spawn_blocking,
};

/// How many reads of each length run at once.
const READERS: usize = 2;

/// How much a read takes. Short ones never wait for long ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// A position or a page.
    Short,
    /// Much of a match, or of all matches: films, histories, leaderboards.
    Long,
}

/// The connections; clones share them.
#[derive(Clone)]
pub(super) struct Readers {
    short: Arc<Lane>,
    long: Arc<Lane>,
}

/// Connections for reads of one length.
struct Lane {
    readers: Mutex<Vec<Reader>>,
    free: Arc<Semaphore>,
}

/// A connection that goes back when it is dropped.
struct PooledConnection {
    lane: Arc<Lane>,
    reader: Option<Reader>,
    /// Given back after the connection.
    _turn: OwnedSemaphorePermit,
}

impl Readers {
    /// Opens the connections; none for a store in memory, which has only one.
    pub(super) fn open(store: &Store) -> Option<Readers> {
        let lanes = Lane::open(|| store.reader())
            .and_then(|short| Ok(short.zip(Lane::open(|| store.long_reader())?)));
        match lanes {
            Ok(lanes) => lanes.map(|(short, long)| Readers { short, long }),
            Err(err) => {
                tracing::warn!(%err, "long reads will wait in the queue of moves");
                None
            }
        }
    }

    /// Runs a read when a connection is free; nothing if it panicked.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        length: Length,
        job: impl FnOnce(&mut Reader) -> T + Send + 'static,
    ) -> Option<T> {
        let lane = match length {
            Length::Short => &self.short,
            Length::Long => &self.long,
        };
        let turn = lane.free.clone().acquire_owned().await.ok()?;
        let mut lent =
            PooledConnection { reader: lane.readers().pop(), lane: lane.clone(), _turn: turn };
        // The caller may stop waiting; the connection is busy until the read ends.
        spawn_blocking(move || lent.reader.as_mut().map(job)).await.ok().flatten()
    }
}

impl Lane {
    fn open(
        reader: impl Fn() -> Result<Option<Reader>, StoreError>,
    ) -> Result<Option<Arc<Lane>>, StoreError> {
        let readers: Result<Option<Vec<Reader>>, StoreError> =
            (0..READERS).map(|_| reader()).collect();
        let free = Arc::new(Semaphore::new(READERS));
        Ok(readers?.map(|readers| Arc::new(Lane { readers: Mutex::new(readers), free })))
    }

    fn readers(&self) -> MutexGuard<'_, Vec<Reader>> {
        self.readers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for PooledConnection {
    fn drop(&mut self) {
        self.lane.readers().extend(self.reader.take());
    }
}
