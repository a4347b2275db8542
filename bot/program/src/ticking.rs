//! Runs the service's ticks.
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use service::{Closed, Queue, Service, until_tick};
use store::{
    StoreError,
    peers::{Duties, Peers},
};
use tokio::sync::{Notify, watch};

/// How late a tick may be before it counts as late.
const LATE: Duration = Duration::from_secs(1);

/// Runs ticks until the service closes.
///
/// # Errors
/// If the database was removed or replaced, or another bot took it: the chats are then stopped, because nothing can be
/// stored any more.
pub(crate) async fn keep_time(
    queue: Queue,
    peers: Peers,
    thoughts: Arc<Notify>,
    stopping: watch::Sender<bool>,
) -> Result<(), StoreError> {
    let mut planned = Instant::now();
    let mut duties = peers.duties();
    loop {
        let now = model::host_clock::now();
        if LATE < planned.elapsed() {
            queue.metrics().late_ticks.count();
        }
        let Duties { ticks, of, .. } = *duties.borrow_and_update();
        let tick = move |service: &mut Service| {
            service.share_time(ticks, of);
            service.tick(now.as_second())
        };
        let next = match queue.ask(tick).await {
            Ok(Ok(next)) => next,
            Ok(Err(err)) if err.is_final() => {
                stopping.send_replace(true);
                return Err(err);
            }
            Ok(Err(err)) => {
                tracing::error!(%err, "what is due couldn't be done");
                None
            }
            Err(Closed) => return Ok(()),
        };
        #[cfg(feature = "operate")]
        operate::beat();
        let wait = until_tick(now.as_millisecond(), next);
        planned = Instant::now() + wait;
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            () = thoughts.notified() => {}
            // Without other processes they never change.
            Ok(()) = duties.changed() => {}
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use service::RandomSource;
    use store::{Store, Sync};

    #[tokio::test]
    async fn where_the_database_is_removed_the_chats_are_told_to_stop() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.db");
        let (queue, _closed) = Queue::open(Service::new(
            Store::open(&file, Sync::Normal).unwrap(),
            RandomSource::System,
        ));
        let (stopping, stop) = watch::channel(false);
        std::fs::remove_file(&file).unwrap();
        let ended = keep_time(queue, Peers::alone(), Arc::default(), stopping).await;
        assert!(matches!(ended, Err(StoreError::Replaced(_))), "{ended:?}");
        assert!(*stop.borrow());
    }
}
