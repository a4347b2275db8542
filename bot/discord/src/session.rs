//! The session of a shard: what resumes it, and up to where its events were handled.
use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::Notify;

/// A session of a shard.
pub(super) struct Session {
    pub(super) id: String,
    /// Where it is resumed.
    pub(super) address: String,
    events: Mutex<Events>,
    /// Notified when no event is being handled.
    idle: Notify,
}

struct Events {
    /// The last that was received.
    last: u64,
    /// Those being handled.
    open: BTreeSet<u64>,
}

/// An event being handled. If the program is killed or gives up before the end, the event isn't handled, and is received
/// again by the process that resumes the session.
pub(super) struct Handling {
    session: Arc<Session>,
    number: u64,
}

impl Session {
    /// Creates a session whose events are handled up to this one.
    pub(super) fn new(id: String, address: String, last: u64) -> Session {
        let events = Mutex::new(Events { last, open: BTreeSet::new() });
        Session { id, address, events, idle: Notify::new() }
    }

    /// Returns the last event that was received.
    pub(super) fn received(&self) -> u64 {
        self.events().last
    }

    /// Records an event that needs nothing.
    pub(super) fn pass(&self, number: u64) {
        let mut events = self.events();
        events.last = events.last.max(number);
    }

    /// Records an event that is being handled from now on.
    pub(super) fn begin(self: &Arc<Session>, number: u64) -> Handling {
        self.pass(number);
        self.events().open.insert(number);
        Handling { session: self.clone(), number }
    }

    /// Returns the last event such that it and all before it were handled.
    pub(super) fn handled(&self) -> u64 {
        let events = self.events();
        events.open.first().map_or(events.last, |first| first.saturating_sub(1))
    }

    /// Waits until no event is being handled.
    pub(super) async fn is_idle(&self) {
        loop {
            let idle = self.idle.notified();
            if self.events().open.is_empty() {
                return;
            }
            idle.await;
        }
    }

    fn end(&self, number: u64) {
        let mut events = self.events();
        events.open.remove(&number);
        if events.open.is_empty() {
            self.idle.notify_waiters();
        }
    }

    fn events(&self) -> MutexGuard<'_, Events> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Handling {
    /// Records that the event was handled.
    pub(super) fn finish(self) {
        self.session.end(self.number);
    }
}

impl Drop for Handling {
    fn drop(&mut self) {
        // An event that makes a handler panic would do so again.
        if std::thread::panicking() {
            self.session.end(self.number);
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::{Duration, timeout};

    use super::*;

    fn session() -> Arc<Session> {
        Arc::new(Session::new("s".to_owned(), "wss://x".to_owned(), 7))
    }

    #[test]
    fn no_event_counts_as_handled_before_all_earlier_ones_are() {
        let session = session();
        assert_eq!(session.handled(), 7);
        session.pass(8);
        let [nine, ten] = [9, 10].map(|number| session.begin(number));
        session.pass(11);
        assert_eq!(session.handled(), 8);
        ten.finish();
        assert_eq!(session.handled(), 8);
        nine.finish();
        assert_eq!(session.handled(), 11);
        // Received again after a connection was resumed.
        let again = session.begin(10);
        assert_eq!(session.handled(), 9);
        again.finish();
        assert_eq!(session.handled(), 11);
    }

    #[test]
    fn what_was_cut_off_is_not_handled_and_what_broke_is() {
        let session = session();
        drop(session.begin(8));
        assert_eq!(session.handled(), 7);
        let session = self::session();
        let broken = session.begin(8);
        let thread = std::thread::spawn(move || {
            let _broken = broken;
            panic!("a handler breaks");
        });
        assert!(thread.join().is_err());
        assert_eq!(session.handled(), 8);
    }

    #[tokio::test]
    async fn the_end_of_the_last_event_is_waited_for() {
        let session = session();
        session.is_idle().await;
        let event = session.begin(8);
        let soon = Duration::from_millis(10);
        assert!(timeout(soon, session.is_idle()).await.is_err());
        let ((), ()) = tokio::join!(session.is_idle(), async { event.finish() });
    }
}
