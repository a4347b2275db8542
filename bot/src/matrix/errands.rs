//! What takes its time and must hold up nobody who listens: coming into rooms, greeting, moving, going.
use std::{collections::BTreeSet, sync::Arc};

use matrix_sdk::ruma::OwnedRoomId;
use tokio::{sync::Semaphore, task::JoinSet};

use super::side::tag;

/// How many errands are under way at once.
const AT_ONCE: usize = 8;

/// Why the bot goes to a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Errand {
    Join,
    Follow,
    Leave,
    /// To say that a message there cannot be read.
    Excuse,
}

/// Errands under way: each once at a time for each room. Those that are broken off at the end are taken up after the next start.
pub(super) struct Errands {
    tasks: JoinSet<(Errand, OwnedRoomId)>,
    under_way: BTreeSet<(Errand, OwnedRoomId)>,
    places: Arc<Semaphore>,
}

impl Errands {
    pub(super) fn new() -> Errands {
        let places = Arc::new(Semaphore::new(AT_ONCE));
        Errands { tasks: JoinSet::new(), under_way: BTreeSet::new(), places }
    }

    /// Has an errand done when there is a place for it.
    pub(super) fn go(
        &mut self,
        why: Errand,
        room: OwnedRoomId,
        errand: impl Future<Output = anyhow::Result<()>> + Send + 'static,
    ) {
        while let Some(done) = self.tasks.try_join_next() {
            match done {
                Ok(done) => drop(self.under_way.remove(&done)),
                Err(err) => tracing::error!(%err, "an errand broke off"),
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
            if let Err(err) = errand.await {
                let room = tag(&key.1);
                tracing::warn!(room, ?why, err = format!("{err:#}"), "an errand failed");
            }
            drop(place);
            key
        });
    }
}
