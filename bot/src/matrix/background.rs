//! Background tasks that must hold up nobody who listens: joining, greeting, moving, leaving.
use std::{collections::BTreeSet, sync::Arc};

use matrix_sdk::ruma::OwnedRoomId;
use tokio::{sync::Semaphore, task::JoinSet};

use super::adapter::tag;

/// How many tasks run at once.
const AT_ONCE: usize = 8;

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Task {
    Join,
    Follow,
    Leave,
    /// To say that a message there cannot be read.
    Excuse,
}

/// Tasks under way: each once at a time for each room. Those that are broken off at the end are taken up after the next start.
pub(super) struct Background {
    tasks: JoinSet<(Task, OwnedRoomId)>,
    under_way: BTreeSet<(Task, OwnedRoomId)>,
    places: Arc<Semaphore>,
}

impl Background {
    pub(super) fn new() -> Background {
        let places = Arc::new(Semaphore::new(AT_ONCE));
        Background { tasks: JoinSet::new(), under_way: BTreeSet::new(), places }
    }

    /// Has a task done when there is a place for it.
    pub(super) fn run(
        &mut self,
        why: Task,
        room: OwnedRoomId,
        task: impl Future<Output = anyhow::Result<()>> + Send + 'static,
    ) {
        while let Some(done) = self.tasks.try_join_next() {
            match done {
                Ok(done) => drop(self.under_way.remove(&done)),
                Err(err) => tracing::error!(%err, "a task ended early"),
            }
        }
        let key = (why, room);
        if !self.under_way.insert(key.clone()) {
            return;
        }
        let places = Arc::clone(&self.places);
        self.tasks.spawn(async move {
            // It is never closed.
            let place = places.acquire().await;
            if let Err(err) = task.await {
                let room = tag(&key.1);
                tracing::warn!(room, ?why, err = format!("{err:#}"), "a task failed");
            }
            drop(place);
            key
        });
    }
}
