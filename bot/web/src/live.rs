//! Viewers of shared matches. They are told whenever a match has more steps.
use std::{
    collections::BTreeMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use service::{Length, NotDone, RequestError, SharedState, shared_state};
use tokio::sync::watch;

use super::handle::Handle;

/// How often progress is checked.
const EVERY: Duration = Duration::from_secs(1);
/// The maximum number of open pages that are told of changes, in total and from one client: most of the connections that a client may have
/// (`serving`), so that pages and presses still get through.
const MOST: (usize, usize) = (2000, 40);

/// The progress of a match; `None` once it can no longer be viewed.
type WatchedState = Option<SharedState>;

/// All viewers.
#[derive(Default)]
pub(super) struct Live {
    matches: Mutex<Matches>,
}

#[derive(Default)]
struct Matches {
    /// By the key in the match's URL.
    told: BTreeMap<String, watch::Sender<WatchedState>>,
    from: BTreeMap<IpAddr, usize>,
    all: usize,
}

/// A viewer's subscription; dropped with the connection.
pub(super) struct Listener {
    _visit: Visit,
    told: watch::Receiver<WatchedState>,
}

/// An open page that counts against the limits; dropped with the connection.
pub(super) struct Visit {
    live: Arc<Live>,
    from: IpAddr,
}

impl Live {
    fn matches(&self) -> MutexGuard<'_, Matches> {
        self.matches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts an open page, unless there are too many.
    pub(super) fn enter(self: &Arc<Live>, from: IpAddr) -> Option<Visit> {
        let (mut matches, from) = (self.matches(), serving::client(from));
        let (most, most_from) = MOST;
        let own = matches.from.get(&from).copied().unwrap_or(0);
        if most <= matches.all || most_from <= own {
            return None;
        }
        matches.all += 1;
        matches.from.insert(from, own + 1);
        Some(Visit { live: self.clone(), from })
    }

    /// Adds a viewer, unless there are too many.
    pub(super) fn listen(
        self: &Arc<Live>,
        key: &str,
        from: IpAddr,
        state: SharedState,
    ) -> Option<Listener> {
        let visit = self.enter(from)?;
        let mut matches = self.matches();
        let told = matches.told.entry(key.to_owned());
        let told = told.or_insert_with(|| watch::channel(Some(state)).0).subscribe();
        Some(Listener { _visit: visit, told })
    }

    /// Checks the progress of viewed matches once every [`EVERY`].
    pub(super) async fn look(&self, queue: Handle) {
        loop {
            tokio::time::sleep(EVERY).await;
            let keys: Vec<String> = {
                let mut matches = self.matches();
                matches.told.retain(|_, sender| 0 < sender.receiver_count());
                matches.told.keys().cloned().collect()
            };
            if keys.is_empty() {
                continue;
            }
            let (asked, features) = (keys.clone(), queue.features());
            let states = queue.look(Length::Short, move |tx| {
                asked
                    .iter()
                    .map(|key| shared_state(features, tx, key))
                    .collect::<Result<Vec<WatchedState>, RequestError>>()
            });
            let states = match states.await {
                Ok(states) => states,
                // The program is ending.
                Err(err) if err.downcast_ref() == Some(&NotDone::Closed) => return,
                Err(err) => {
                    tracing::warn!(
                        err = format!("{err:#}"),
                        "the progress of matches couldn't be read"
                    );
                    continue;
                }
            };
            let matches = self.matches();
            for (key, state) in keys.iter().zip(states) {
                if let Some(told) = matches.told.get(key) {
                    told.send_if_modified(|before| {
                        let differs = *before != state;
                        *before = state;
                        differs
                    });
                }
            }
        }
    }
}

impl Listener {
    /// Waits for a change. Returns `None` if no more can come.
    pub(super) async fn changed(&mut self) -> Option<()> {
        self.told.changed().await.ok()
    }

    pub(super) fn state(&mut self) -> WatchedState {
        *self.told.borrow_and_update()
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        let mut matches = self.live.matches();
        matches.all -= 1;
        let left = matches.from.get(&self.from).map_or(0, |viewers| viewers - 1);
        match left {
            0 => matches.from.remove(&self.from),
            left => matches.from.insert(self.from, left),
        };
    }
}
