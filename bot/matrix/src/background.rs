//! Background tasks that must not delay the sync loop, such as joining, greeting and leaving rooms.
use std::{collections::BTreeSet, sync::Arc};

use matrix_sdk::ruma::OwnedRoomId;
use tokio::{sync::Semaphore, task::JoinSet};

use super::adapter::tag;

/// The maximum number of tasks that run at once.
const AT_ONCE: usize = 8;

/// A kind of task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum BackgroundTask {
    Join,
    Follow,
    Leave,
    /// Tell players that the bot was removed from their room.
    Lost,
    /// Say that a message can't be decrypted.
    SayUnreadable,
}

/// Running tasks, at most one of each kind per room. Tasks cancelled by a stop run again after the
/// next start.
pub(super) struct Background {
    tasks: JoinSet<(BackgroundTask, OwnedRoomId)>,
    under_way: BTreeSet<(BackgroundTask, OwnedRoomId)>,
    places: Arc<Semaphore>,
}

impl Background {
    pub(super) fn new() -> Background {
        let places = Arc::new(Semaphore::new(AT_ONCE));
        Background { tasks: JoinSet::new(), under_way: BTreeSet::new(), places }
    }

    /// Runs a task as soon as fewer than [`AT_ONCE`] are running.
    pub(super) fn run(
        &mut self,
        why: BackgroundTask,
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
            // The semaphore is never closed.
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
