//! Snapshots of the program's state: counters, database, and whether the service answers.
use std::{
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use model::ids::Chat;
use service::{Queue, WeakQueue, metrics::Metrics};
use store::{DatabaseSummary, Reader, peers::Peers};
use tokio::{task::spawn_blocking, time::timeout};

/// How long the service may take to answer.
pub(super) const PATIENCE: Duration = Duration::from_secs(1);

/// The sources of snapshots.
pub struct HealthWatch {
    /// Weak, so that an open connection doesn't keep the service from closing.
    queue: WeakQueue,
    metrics: Arc<Metrics>,
    reader: Arc<Mutex<Reader>>,
    /// The path of the database. The free space of its disk is checked.
    database: PathBuf,
    chats: Vec<Chat>,
    peers: Peers,
    since: Instant,
}

/// A snapshot of the program's state.
pub(super) struct Snapshot {
    pub(super) metrics: Arc<Metrics>,
    /// The configured chats of this process, and how long ago each was heard from.
    pub(super) chats: Vec<(Chat, Option<Duration>)>,
    /// How long the program has been running.
    pub(super) up: Duration,
    /// Whether the service answered in time.
    pub(super) answers: bool,
    /// The state of the database, or why it can't be read.
    pub(super) glance: Result<DatabaseSummary, String>,
    /// The free bytes on the database's disk, if known.
    pub(super) free: Option<u64>,
    /// The time of the snapshot, in seconds since 1970.
    pub(super) now: i64,
}

impl HealthWatch {
    pub fn new(
        queue: &Queue,
        reader: Reader,
        database: PathBuf,
        chats: Vec<Chat>,
        peers: Peers,
    ) -> HealthWatch {
        let metrics = queue.shared_metrics();
        let (queue, reader) = (queue.downgrade(), Arc::new(Mutex::new(reader)));
        HealthWatch { queue, metrics, reader, database, chats, peers, since: Instant::now() }
    }

    pub(super) async fn look(&self) -> Snapshot {
        let reader = self.reader.clone();
        let glance =
            spawn_blocking(move || reader.lock().unwrap_or_else(PoisonError::into_inner).glance());
        let answers = match self.queue.upgrade() {
            Some(queue) => {
                let asked = timeout(PATIENCE, queue.ask(|service| service.count_minds())).await;
                asked.is_ok_and(|it| it.is_ok())
            }
            None => false,
        };
        let glance = match glance.await {
            Ok(glance) => glance.map_err(|err| err.to_string()),
            Err(err) => Err(err.to_string()),
        };
        Snapshot {
            metrics: self.metrics.clone(),
            chats: self.connected().map(|chat| (chat, self.metrics.last_heard(chat))).collect(),
            up: self.since.elapsed(),
            answers,
            glance,
            free: free(&self.database),
            now: model::host_clock::now().as_second(),
        }
    }

    /// Returns the configured chats that no other process has.
    fn connected(&self) -> impl Iterator<Item = Chat> {
        let duties = self.peers.duties().borrow().clone();
        self.chats.iter().copied().filter(move |chat| duties.connects(*chat))
    }

    /// Returns the number of requests since the start.
    pub(super) fn requests(&self) -> u64 {
        let chats = Chat::ALL.into_iter();
        chats
            .flat_map(|chat| self.metrics.requests.of(chat).each())
            .map(|(_, counter)| counter.get())
            .sum()
    }
}

impl Snapshot {
    /// Returns the number of replies that wait for a chat, and the age of the oldest in seconds.
    pub(super) fn waiting(&self, chat: Chat) -> (u64, i64) {
        let rows = self.glance.as_ref().ok().and_then(|glance| {
            glance.outbox.iter().find(|it| it.0 == chat).map(|&(_, rows, oldest)| (rows, oldest))
        });
        rows.map_or((0, 0), |(rows, oldest)| (rows, (self.now - oldest).max(0)))
    }
}

/// Returns the free bytes on the disk of a file.
#[cfg(unix)]
fn free(file: &std::path::Path) -> Option<u64> {
    let found = rustix::fs::statvfs(file).ok()?;
    Some(found.f_bavail.saturating_mul(found.f_frsize))
}

#[cfg(not(unix))]
fn free(_: &std::path::Path) -> Option<u64> {
    None
}

#[cfg(test)]
pub(super) mod example {
    use super::*;

    /// Returns a snapshot where everything works.
    pub(crate) fn well() -> Snapshot {
        Snapshot {
            metrics: Arc::new(Metrics::new(command::Commands::kernel())),
            chats: vec![(Chat::Discord, Some(Duration::from_secs(120)))],
            up: Duration::from_secs(600),
            answers: true,
            glance: Ok(DatabaseSummary::default()),
            free: Some(u64::MAX),
            now: 1_000_000,
        }
    }
}
