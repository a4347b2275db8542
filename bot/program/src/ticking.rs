//! Runs the service's ticks.
use std::{
    error::Error,
    fmt,
    sync::Arc,
    time::{Duration, Instant},
};

use service::{NotDone, Queue, Service, until_tick};
use store::peers::{Duties, Peers};
use tokio::sync::Notify;

/// How late a tick may be before it counts as late.
const LATE: Duration = Duration::from_secs(1);

/// Something without which the bot can't run has ended by a fault of its own.
#[derive(Debug)]
pub(crate) struct InternalFault(pub(crate) &'static str);

impl fmt::Display for InternalFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let InternalFault(what) = self;
        write!(
            out,
            "{what} has ended by a fault of the bot, so the bot ends too. What was stored is safe. Start it again"
        )
    }
}

impl Error for InternalFault {}

/// Runs ticks until nothing more can be stored or the service has ended; returns why. The bot can't run on then. What fails once is
/// tried again.
pub(crate) async fn keep_time(queue: Queue, peers: Peers, thoughts: Arc<Notify>) -> anyhow::Error {
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
            Ok(Err(err)) if err.is_final() => return err.into(),
            Ok(Err(err)) => {
                tracing::error!(%err, "what is due couldn't be done");
                None
            }
            Err(err @ NotDone::Panicked) => {
                tracing::error!(%err, "what is due couldn't be done");
                None
            }
            // Access is held here, so nobody has asked it to close.
            Err(NotDone::Closed) => return InternalFault("the service").into(),
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
    use store::{Store, StoreError, Sync};

    /// Ends a thread even where panics are caught.
    struct Twice;

    impl Drop for Twice {
        fn drop(&mut self) {
            panic!("on purpose, again");
        }
    }

    fn in_memory() -> Queue {
        Queue::open(Service::new(
            Store::in_memory_with(features::FEATURES.tables()).unwrap(),
            RandomSource::System,
            &crate::FEATURES,
        ))
        .0
    }

    #[tokio::test]
    async fn where_the_service_ends_by_a_fault_time_ends_with_it() {
        let queue = in_memory();
        let ended = queue.ask(|_| std::panic::panic_any(Twice)).await;
        assert_eq!(ended, Err::<(), _>(NotDone::Closed));
        let why = keep_time(queue, Peers::alone(), Arc::default()).await;
        assert!(why.to_string().starts_with("the service has ended by a fault"), "{why}");
    }

    #[tokio::test]
    async fn where_the_database_is_removed_time_ends() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.db");
        let (queue, _closed) = Queue::open(Service::new(
            Store::open(&file, Sync::Normal, crate::FEATURES.tables()).unwrap(),
            RandomSource::System,
            &crate::FEATURES,
        ));
        std::fs::remove_file(&file).unwrap();
        let why = keep_time(queue, Peers::alone(), Arc::default()).await;
        assert!(matches!(why.downcast_ref(), Some(StoreError::Replaced(_))), "{why:?}");
    }
}
