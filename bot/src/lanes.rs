//! What is on its way out of a chat: in order to each destination, at the same time to different ones, tried again until it is there or
//! the program ends.
use std::{
    collections::{HashMap, VecDeque},
    future::poll_fn,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

use tokio::{
    runtime::Handle,
    sync::watch,
    task::JoinSet,
    time::{sleep, timeout},
};

/// How long is waited after the first failure, and at most.
const FIRST_WAIT: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// Brings loads to where they belong.
pub(crate) trait Carrier: Send + Sync + 'static {
    type Load: Send + 'static;

    /// Tries to bring a load. What is noted in the load is there at the next try.
    fn carry(self: &Arc<Self>, load: &mut Self::Load) -> impl Future<Output = Tried> + Send;
}

/// What came of a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tried {
    /// It is there, or to try again would not help.
    Done,
    /// It may work later; after so long, where that is known.
    Again { after: Option<Duration> },
}

/// One lane for each destination, open as long as something is in it.
pub(crate) struct Lanes<L> {
    stop: watch::Receiver<bool>,
    runtime: Handle,
    open: Mutex<HashMap<String, Lane<L>>>,
    tasks: Mutex<Tasks>,
}

enum Lane<L> {
    Open(VecDeque<L>),
    /// The program ends and something in it could not be brought: nothing may overtake that.
    GivenUp,
}

#[derive(Default)]
struct Tasks {
    running: JoinSet<()>,
    closed: bool,
}

/// The task of a lane. One that breaks off in a panic is followed by another, for what is left in the lane.
struct Cart<C: Carrier> {
    lanes: Arc<Lanes<C::Load>>,
    carrier: Arc<C>,
    to: String,
}

impl<L: Send + 'static> Lanes<L> {
    /// Makes the lanes; `stop` becomes true when the program shall end. To be called where tasks can be started.
    pub(crate) fn new(stop: watch::Receiver<bool>) -> Arc<Lanes<L>> {
        let runtime = Handle::current();
        Arc::new(Lanes { stop, runtime, open: Mutex::default(), tasks: Mutex::default() })
    }

    /// Puts a load into the lane of its destination. Never waits, so that loads are in the order in which this is called.
    pub(crate) fn push<C: Carrier<Load = L>>(
        self: &Arc<Self>,
        carrier: &Arc<C>,
        to: &str,
        load: L,
    ) {
        let mut open = locked(&self.open);
        match open.get_mut(to) {
            Some(Lane::Open(waiting)) => waiting.push_back(load),
            Some(Lane::GivenUp) => {}
            None => {
                if self.start(carrier.clone(), to.to_owned()) {
                    open.insert(to.to_owned(), Lane::Open(VecDeque::from([load])));
                }
            }
        }
    }

    /// Starts a task beside the lanes, whose end is waited for like theirs. Tells whether it could: not after the end.
    pub(crate) fn beside(&self, task: impl Future<Output = ()> + Send + 'static) -> bool {
        let mut tasks = locked(&self.tasks);
        while tasks.running.try_join_next().is_some() {}
        if !tasks.closed {
            tasks.running.spawn_on(task, &self.runtime);
        }
        !tasks.closed
    }

    /// Waits until everything is out, as long as is allowed; the rest is broken off. Tells whether there was none.
    pub(crate) async fn close(&self, within: Duration) -> bool {
        let all = || poll_fn(|context| locked(&self.tasks).running.poll_join_next(context));
        let out = async { while all().await.is_some() {} };
        if timeout(within, out).await.is_ok() {
            return true;
        }
        {
            let mut tasks = locked(&self.tasks);
            tasks.closed = true;
            tasks.running.abort_all();
        }
        while all().await.is_some() {}
        // Whoever waits for one of them learns that it does not come.
        locked(&self.open).clear();
        false
    }

    /// Waits, and tells whether the program shall end.
    pub(crate) async fn stopped_within(&self, wait: Duration) -> bool {
        let mut stop = self.stop.clone();
        tokio::select! {
            // Whoever could still say so has gone: that is an end, too.
            _ = stop.wait_for(|it| *it) => true,
            () = sleep(wait) => false,
        }
    }

    fn start<C: Carrier<Load = L>>(self: &Arc<Self>, carrier: Arc<C>, to: String) -> bool {
        let cart = Cart { lanes: self.clone(), carrier, to };
        self.beside(cart.run())
    }

    /// Takes the next load out of a lane; a lane in which there is none is closed.
    fn next(&self, to: &str) -> Option<L> {
        let mut open = locked(&self.open);
        let Some(Lane::Open(waiting)) = open.get_mut(to) else { return None };
        let next = waiting.pop_front();
        if next.is_none() {
            open.remove(to);
        }
        next
    }

    fn give_up(&self, to: &str) {
        // What was in it may say so when it is dropped: not while the lanes are locked.
        let left = locked(&self.open).insert(to.to_owned(), Lane::GivenUp);
        drop(left);
    }
}

impl<C: Carrier> Cart<C> {
    async fn run(self) {
        while let Some(mut load) = self.lanes.next(&self.to) {
            let mut wait = FIRST_WAIT;
            while let Tried::Again { after } = self.carrier.carry(&mut load).await {
                if self.lanes.stopped_within(after.unwrap_or(wait)).await {
                    return self.lanes.give_up(&self.to);
                }
                wait = (wait * 2).min(LONGEST_WAIT);
            }
        }
    }
}

impl<C: Carrier> Drop for Cart<C> {
    fn drop(&mut self) {
        if thread::panicking() {
            tracing::error!("what was to be brought broke off in a panic; the rest goes on");
            self.lanes.start(self.carrier.clone(), self.to.clone());
        }
    }
}

fn locked<T>(it: &Mutex<T>) -> MutexGuard<'_, T> {
    it.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use tokio::sync::{Semaphore, oneshot};

    use super::*;

    /// Writes down what it brings, and fails or waits as the load says.
    struct Notebook {
        written: Mutex<Vec<&'static str>>,
        gate: Semaphore,
    }

    struct Word {
        says: &'static str,
        fails: usize,
        /// Told when it was brought; dropped when it never will be.
        done: Option<oneshot::Sender<()>>,
    }

    impl Carrier for Notebook {
        type Load = Word;

        async fn carry(self: &Arc<Notebook>, load: &mut Word) -> Tried {
            match load.says {
                "gate" => drop(self.gate.acquire().await),
                "panic" => panic!("as the test wants it"),
                _ => {}
            }
            if let Some(left) = load.fails.checked_sub(1) {
                load.fails = left;
                return Tried::Again { after: Some(Duration::from_millis(1)) };
            }
            locked(&self.written).push(load.says);
            if let Some(Err(())) = load.done.take().map(|it| it.send(())) {
                // Not every test waits for it.
            }
            Tried::Done
        }
    }

    struct Office {
        lanes: Arc<Lanes<Word>>,
        notebook: Arc<Notebook>,
        stop: watch::Sender<bool>,
    }

    impl Office {
        fn open() -> Office {
            let (stop, stopped) = watch::channel(false);
            let notebook = Notebook { written: Mutex::default(), gate: Semaphore::new(0) };
            Office { lanes: Lanes::new(stopped), notebook: Arc::new(notebook), stop }
        }

        fn push(&self, to: &str, says: &'static str, fails: usize) -> oneshot::Receiver<()> {
            let (done, brought) = oneshot::channel();
            self.lanes.push(&self.notebook, to, Word { says, fails, done: Some(done) });
            brought
        }

        fn written(&self) -> Vec<&'static str> {
            locked(&self.notebook.written).clone()
        }
    }

    const LONG: Duration = Duration::from_secs(60);

    #[tokio::test]
    async fn a_lane_keeps_its_order_whatever_fails() {
        let office = Office::open();
        office.push("a", "one", 3);
        office.push("a", "two", 0);
        office.push("a", "three", 1).await.unwrap();
        assert_eq!(office.written(), ["one", "two", "three"]);
        assert!(office.lanes.close(LONG).await);
        assert!(locked(&office.lanes.open).is_empty(), "an empty lane is closed");
    }

    #[tokio::test]
    async fn a_lane_that_waits_holds_up_no_other() {
        let office = Office::open();
        let first = office.push("a", "gate", 0);
        let second = office.push("a", "one", 0);
        office.push("b", "two", 0).await.unwrap();
        assert_eq!(office.written(), ["two"]);
        office.notebook.gate.add_permits(1);
        first.await.unwrap();
        second.await.unwrap();
        assert_eq!(office.written(), ["two", "gate", "one"]);
    }

    #[tokio::test]
    async fn at_the_end_nothing_overtakes_what_could_not_be_brought() {
        let office = Office::open();
        let lost = office.push("a", "one", usize::MAX);
        let behind = office.push("a", "two", 0);
        office.stop.send_replace(true);
        assert!(lost.await.is_err() && behind.await.is_err());
        assert!(office.push("a", "three", 0).await.is_err());
        office.push("b", "four", 0).await.unwrap();
        assert!(office.lanes.close(LONG).await);
        assert_eq!(office.written(), ["four"]);
    }

    #[tokio::test]
    async fn what_takes_too_long_at_the_end_is_broken_off() {
        let office = Office::open();
        let lost = office.push("a", "gate", 0);
        office.stop.send_replace(true);
        assert!(!office.lanes.close(Duration::from_millis(20)).await);
        assert!(lost.await.is_err());
        assert!(office.push("b", "late", 0).await.is_err());
        assert_eq!(office.written(), [""; 0]);
    }

    #[tokio::test]
    async fn a_panic_stops_no_lane() {
        let office = Office::open();
        let lost = office.push("a", "panic", 0);
        let next = office.push("a", "one", 0);
        assert!(lost.await.is_err());
        next.await.unwrap();
        assert_eq!(office.written(), ["one"]);
    }
}
