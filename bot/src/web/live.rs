//! Who looks on at shared matches, and what they are told: how far each match has come.
use std::{
    collections::BTreeMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::sync::watch;

use super::handle::Handle;
use crate::service::SharedState;

/// How often it is seen how far the matches have come.
const EVERY: Duration = Duration::from_secs(1);
/// How many may look on at once, and how many of them from one address.
const MOST: (usize, usize) = (2000, 50);

/// How far a match has come; nothing once nobody may look at it.
type State = Option<SharedState>;

/// Everybody who looks on.
#[derive(Default)]
pub(super) struct Live {
    matches: Mutex<Matches>,
}

#[derive(Default)]
struct Matches {
    /// By the key of its address.
    told: BTreeMap<String, watch::Sender<State>>,
    from: BTreeMap<IpAddr, usize>,
    all: usize,
}

/// One who looks on; dropped with the connection.
pub(super) struct Listener {
    live: Arc<Live>,
    from: IpAddr,
    told: watch::Receiver<State>,
}

impl Live {
    fn matches(&self) -> MutexGuard<'_, Matches> {
        self.matches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets somebody look on; nothing where too many do already.
    pub(super) fn listen(
        self: &Arc<Live>,
        key: &str,
        from: IpAddr,
        state: SharedState,
    ) -> Option<Listener> {
        let mut matches = self.matches();
        let (most, most_from) = MOST;
        let own = matches.from.get(&from).copied().unwrap_or(0);
        if most <= matches.all || most_from <= own {
            return None;
        }
        matches.all += 1;
        matches.from.insert(from, own + 1);
        let told = matches.told.entry(key.to_owned());
        let told = told.or_insert_with(|| watch::channel(Some(state)).0).subscribe();
        Some(Listener { live: self.clone(), from, told })
    }

    /// Looks again and again how far the matches have come that somebody looks at.
    pub(super) async fn look(&self, queue: Handle) {
        loop {
            tokio::time::sleep(EVERY).await;
            let keys: Vec<String> = {
                let mut matches = self.matches();
                matches.told.retain(|_, it| 0 < it.receiver_count());
                matches.told.keys().cloned().collect()
            };
            if keys.is_empty() {
                continue;
            }
            let asked = keys.clone();
            let states = match queue.ask(move |it| it.shared_states(&asked)).await {
                Ok(Ok(states)) => states,
                Ok(Err(err)) => {
                    tracing::warn!(?err, "it could not be seen how far matches have come");
                    continue;
                }
                // The program ends.
                Err(_) => return,
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
    /// Waits until something has changed; nothing when that can no longer be.
    pub(super) async fn changed(&mut self) -> Option<()> {
        self.told.changed().await.ok()
    }

    pub(super) fn state(&mut self) -> State {
        *self.told.borrow_and_update()
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut matches = self.live.matches();
        matches.all -= 1;
        let left = matches.from.get(&self.from).map_or(0, |it| it - 1);
        match left {
            0 => matches.from.remove(&self.from),
            left => matches.from.insert(self.from, left),
        };
    }
}
