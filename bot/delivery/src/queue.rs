//! Queues replies per destination: in order for each, in parallel for different ones, retried until
//! they are sent or the program ends.
use std::{
    collections::{HashMap, VecDeque},
    future::poll_fn,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::Poll,
    time::Duration,
};

use tokio::{
    runtime::Handle,
    sync::watch,
    task::JoinSet,
    time::{sleep, timeout},
};

use super::queue_key::QueueKey;

/// The wait after the first failure, and the longest wait.
const FIRST_WAIT: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// Runs the jobs of the queues.
pub trait Worker: Send + Sync + 'static {
    type Job: Send + 'static;

    /// Tries a job. Changes to the job are kept for the next try.
    fn attempt(self: &Arc<Self>, job: &mut Self::Job) -> impl Future<Output = Attempt> + Send;
}

/// The result of a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// It is done, or a retry won't help.
    Done,
    /// It may work later; after this time, if known.
    Retry { after: Option<Duration> },
    /// One that came later goes first: after this time, all others of the queue are tried before it.
    Last { after: Duration },
}

/// A queue for each destination, kept while it has jobs.
pub struct DeliveryQueues<J> {
    stop: watch::Receiver<bool>,
    runtime: Handle,
    open: Mutex<HashMap<QueueKey, DeliveryQueue<J>>>,
    tasks: Mutex<Tasks>,
}

enum DeliveryQueue<J> {
    Open(VecDeque<J>),
    /// The program is ending and a job couldn't be done, so nothing may overtake it.
    GivenUp,
}

#[derive(Default)]
struct Tasks {
    running: JoinSet<()>,
    closed: bool,
}

/// The task of a queue.
struct QueueTask<W: Worker> {
    queues: Arc<DeliveryQueues<W::Job>>,
    worker: Arc<W>,
    to: QueueKey,
}

impl<J: Send + 'static> DeliveryQueues<J> {
    /// Creates the queues; `stop` becomes true when the program is ending. Call it in a Tokio
    /// runtime.
    pub fn new(stop: watch::Receiver<bool>) -> Arc<DeliveryQueues<J>> {
        let runtime = Handle::current();
        Arc::new(DeliveryQueues { stop, runtime, open: Mutex::default(), tasks: Mutex::default() })
    }

    /// Adds a job to the queue of its destination. It never blocks, so jobs are in the order of the
    /// calls.
    pub fn push<W: Worker<Job = J>>(self: &Arc<Self>, worker: &Arc<W>, to: QueueKey, job: J) {
        let mut open = locked(&self.open);
        match open.get_mut(&to) {
            Some(DeliveryQueue::Open(waiting)) => waiting.push_back(job),
            Some(DeliveryQueue::GivenUp) => {}
            None => {
                if self.start(worker.clone(), to.clone()) {
                    open.insert(to, DeliveryQueue::Open(VecDeque::from([job])));
                }
            }
        }
    }

    /// Tells whether something that somebody waits for isn't out yet.
    pub fn is_waited_for(&self) -> bool {
        locked(&self.open)
            .iter()
            .any(|(key, queue)| key.is_waited_for() && matches!(queue, DeliveryQueue::Open(_)))
    }

    /// Starts a task outside the queues that is also waited for at the end. Tells whether it
    /// started; it doesn't after the end.
    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) -> bool {
        let mut tasks = locked(&self.tasks);
        while tasks.running.try_join_next().is_some() {}
        if !tasks.closed {
            tasks.running.spawn_on(task, &self.runtime);
        }
        !tasks.closed
    }

    /// Waits until all jobs are done, up to the time limit, then cancels the rest. Tells whether
    /// all were done.
    pub async fn close(&self, within: Duration) -> bool {
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
        // Those waiting for a job learn that it was dropped.
        locked(&self.open).clear();
        false
    }

    /// Waits; tells whether the program is ending.
    pub async fn stopped_within(&self, wait: Duration) -> bool {
        let mut stop = self.stop.clone();
        tokio::select! {
            // The sender is gone, which also means the end.
            _ = stop.wait_for(|it| *it) => true,
            () = sleep(wait) => false,
        }
    }

    fn start<W: Worker<Job = J>>(self: &Arc<Self>, worker: Arc<W>, to: QueueKey) -> bool {
        let task = QueueTask { queues: self.clone(), worker, to };
        self.spawn(task.run())
    }

    /// Takes the next job from a queue, and removes an empty queue.
    fn next(&self, to: &QueueKey) -> Option<J> {
        let mut open = locked(&self.open);
        let Some(DeliveryQueue::Open(waiting)) = open.get_mut(to) else { return None };
        let next = waiting.pop_front();
        if next.is_none() {
            open.remove(to);
        }
        next
    }

    fn put_last(&self, to: &QueueKey, job: J) {
        if let Some(DeliveryQueue::Open(waiting)) = locked(&self.open).get_mut(to) {
            waiting.push_back(job);
        }
    }

    fn give_up(&self, to: &QueueKey) {
        // Dropping a job may notify someone, so it happens after the lock is released.
        let left = locked(&self.open).insert(to.clone(), DeliveryQueue::GivenUp);
        drop(left);
    }
}

impl<W: Worker> QueueTask<W> {
    async fn run(self) {
        while let Some(mut job) = self.queues.next(&self.to) {
            let mut wait = FIRST_WAIT;
            loop {
                let (pause, is_last) = match self.attempt(&mut job).await {
                    Attempt::Done => break,
                    Attempt::Retry { after } => (after.unwrap_or(wait), false),
                    Attempt::Last { after } => (after, true),
                };
                if self.queues.stopped_within(pause).await {
                    return self.queues.give_up(&self.to);
                }
                if is_last {
                    self.queues.put_last(&self.to, job);
                    break;
                }
                wait = (wait * 2).min(LONGEST_WAIT);
            }
        }
    }

    /// Tries a job. A job that panics is lost, and the queue continues.
    async fn attempt(&self, job: &mut W::Job) -> Attempt {
        let mut attempt = pin!(self.worker.attempt(job));
        poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| attempt.as_mut().poll(context))) {
            Ok(tried) => tried,
            Err(_) => {
                tracing::error!("a delivery ended in a panic; the rest goes on");
                Poll::Ready(Attempt::Done)
            }
        })
        .await
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use tokio::sync::{Semaphore, oneshot};

    use super::*;

    /// A test worker that writes down its jobs, and fails or waits as they say.
    struct Notebook {
        written: Mutex<Vec<&'static str>>,
        gate: Semaphore,
    }

    struct Word {
        says: &'static str,
        fails: usize,
        /// Notified when it is done; dropped when it never will be.
        done: Option<oneshot::Sender<()>>,
    }

    impl Worker for Notebook {
        type Job = Word;

        async fn attempt(self: &Arc<Notebook>, job: &mut Word) -> Attempt {
            match job.says {
                "gate" => drop(self.gate.acquire().await),
                "panic" => panic!("as the test wants it"),
                _ => {}
            }
            if let Some(left) = job.fails.checked_sub(1) {
                job.fails = left;
                return Attempt::Retry { after: Some(Duration::from_millis(1)) };
            }
            if job.says == "last" && !locked(&self.written).contains(&"first") {
                return Attempt::Last { after: Duration::from_millis(1) };
            }
            locked(&self.written).push(job.says);
            if let Some(Err(())) = job.done.take().map(|it| it.send(())) {
                // Not every test waits for it.
            }
            Attempt::Done
        }
    }

    struct World {
        queues: Arc<DeliveryQueues<Word>>,
        notebook: Arc<Notebook>,
        stop: watch::Sender<bool>,
    }

    impl World {
        fn open() -> World {
            let (stop, stopped) = watch::channel(false);
            let notebook = Notebook { written: Mutex::default(), gate: Semaphore::new(0) };
            World { queues: DeliveryQueues::new(stopped), notebook: Arc::new(notebook), stop }
        }

        fn push(&self, to: &str, says: &'static str, fails: usize) -> oneshot::Receiver<()> {
            let (done, delivered) = oneshot::channel();
            let word = Word { says, fails, done: Some(done) };
            self.queues.push(&self.notebook, QueueKey::Room(to.to_owned()), word);
            delivered
        }

        fn written(&self) -> Vec<&'static str> {
            locked(&self.notebook.written).clone()
        }
    }

    const LONG: Duration = Duration::from_secs(60);

    #[tokio::test]
    async fn a_queue_keeps_its_order_whatever_fails() {
        let world = World::open();
        world.push("a", "one", 3);
        world.push("a", "two", 0);
        world.push("a", "three", 1).await.unwrap();
        assert_eq!(world.written(), ["one", "two", "three"]);
        assert!(world.queues.close(LONG).await);
        assert!(locked(&world.queues.open).is_empty(), "an empty queue is removed");
    }

    #[tokio::test]
    async fn one_that_must_wait_for_a_later_one_lets_it_go_first() {
        let world = World::open();
        let gate = world.push("a", "gate", 0);
        let last = world.push("a", "last", 0);
        world.push("a", "first", 0);
        world.notebook.gate.add_permits(1);
        gate.await.unwrap();
        last.await.unwrap();
        assert_eq!(world.written(), ["gate", "first", "last"]);
    }

    #[tokio::test]
    async fn a_queue_that_waits_holds_up_no_other() {
        let world = World::open();
        let first = world.push("a", "gate", 0);
        let second = world.push("a", "one", 0);
        world.push("b", "two", 0).await.unwrap();
        assert_eq!(world.written(), ["two"]);
        world.notebook.gate.add_permits(1);
        first.await.unwrap();
        second.await.unwrap();
        assert_eq!(world.written(), ["two", "gate", "one"]);
    }

    #[tokio::test]
    async fn at_the_end_nothing_overtakes_what_could_not_be_brought() {
        let world = World::open();
        let lost = world.push("a", "one", usize::MAX);
        let behind = world.push("a", "two", 0);
        world.stop.send_replace(true);
        assert!(lost.await.is_err() && behind.await.is_err());
        assert!(world.push("a", "three", 0).await.is_err());
        world.push("b", "four", 0).await.unwrap();
        assert!(world.queues.close(LONG).await);
        assert_eq!(world.written(), ["four"]);
    }

    #[tokio::test]
    async fn what_takes_too_long_at_the_end_is_broken_off() {
        let world = World::open();
        let lost = world.push("a", "gate", 0);
        world.stop.send_replace(true);
        assert!(!world.queues.close(Duration::from_millis(20)).await);
        assert!(lost.await.is_err());
        assert!(world.push("b", "late", 0).await.is_err());
        assert_eq!(world.written(), [""; 0]);
    }

    #[tokio::test]
    async fn a_panic_stops_no_queue() {
        let world = World::open();
        let lost = world.push("a", "panic", 0);
        let next = world.push("a", "one", 0);
        assert!(lost.await.is_err());
        next.await.unwrap();
        assert_eq!(world.written(), ["one"]);
    }
}
