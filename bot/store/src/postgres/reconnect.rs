//! When a broken connection to the server is made again.
use std::{
    path::Path,
    thread,
    time::{Duration, Instant},
};

use model::backoff::{Backoff, Pauses};

use crate::StoreError;

/// The pauses between connections. They stay short, because people wait and the leases of a process end soon.
pub(crate) const PAUSES: Pauses = Pauses {
    shortest: Duration::from_millis(50),
    longest: Duration::from_secs(2),
    held: Duration::from_secs(10),
};

/// How long a request waits for the next attempt. If it would take longer, the request fails at once.
const PATIENCE: Duration = Duration::from_millis(250);

/// The attempts to connect.
pub(super) struct Reconnects {
    backoff: Backoff,
    /// Whether there is a connection, or was until now.
    connected: bool,
    /// When to try next, and why the last attempt failed.
    waits: Option<(Instant, String)>,
}

impl Reconnects {
    /// Begins with a connection that was just made.
    pub(super) fn connected() -> Reconnects {
        let mut backoff = Backoff::new(PAUSES);
        backoff.works(Instant::now());
        Reconnects { backoff, connected: true, waits: None }
    }

    /// Connects by `connect`, unless the last attempt was too short a while ago.
    ///
    /// # Errors
    /// Those of `connect`; [`StoreError::Unreachable`] if it is too early.
    pub(super) fn attempt<T>(
        &mut self,
        path: &Path,
        connect: impl FnOnce() -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        if std::mem::replace(&mut self.connected, false) {
            let next = Instant::now() + self.backoff.next_pause();
            self.waits = Some((next, "it closes every connection".to_owned()));
        }
        if let Some((next, why)) = &self.waits {
            let left = next.saturating_duration_since(Instant::now());
            if PATIENCE < left {
                let (path, detail) = (path.to_owned(), why.clone());
                return Err(StoreError::Unreachable { path, detail });
            }
            thread::sleep(left);
        }
        let made = connect();
        match &made {
            Ok(_) => {
                self.backoff.works(Instant::now());
                (self.connected, self.waits) = (true, None);
            }
            Err(err) => {
                let why = match err {
                    StoreError::Unreachable { detail, .. } | StoreError::Lost { detail, .. } => {
                        detail.clone()
                    }
                    other => other.to_string(),
                };
                self.waits = Some((Instant::now() + self.backoff.next_pause(), why));
            }
        }
        made
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn unreachable() -> StoreError {
        StoreError::Unreachable { path: "x".into(), detail: "nobody listens".to_owned() }
    }

    #[test]
    fn a_server_that_is_away_is_not_asked_by_every_request() {
        let mut reconnects = Reconnects::connected();
        let mut asked = 0;
        for _ in 0..1000 {
            let done = reconnects.attempt(Path::new("x"), || {
                asked += 1;
                Err::<(), _>(unreachable())
            });
            let err = done.unwrap_err();
            assert!(err.to_string().contains("nobody listens"), "{err}");
        }
        assert!((3..12).contains(&asked), "{asked}");
    }

    #[test]
    fn a_server_that_closes_every_connection_at_once_is_not_asked_by_every_request() {
        let mut reconnects = Reconnects::connected();
        let made = (0..1000).filter(|_| reconnects.attempt(Path::new("x"), || Ok(())).is_ok());
        let made = made.count();
        assert!((3..12).contains(&made), "{made}");
    }

    #[test]
    fn a_connection_that_broke_is_made_anew_at_once() {
        let mut reconnects = Reconnects::connected();
        assert!(reconnects.attempt(Path::new("x"), || Ok(())).is_ok());
        assert!(reconnects.attempt(Path::new("x"), || Err::<(), _>(unreachable())).is_err());
        assert!(reconnects.attempt(Path::new("x"), || Ok(())).is_ok());
    }
}
