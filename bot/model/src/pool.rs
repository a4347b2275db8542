//! A bounded thread pool for long computations.
use std::{
    num::NonZero,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::Instant,
};

use tokio::sync::Notify;

/// Most threads of a pool.
const MOST: usize = 4;

/// A computation. It returns nothing while it isn't finished, and is called again after others that
/// wait.
pub type Work<T> = Box<dyn FnMut() -> Option<T> + Send>;

/// The priority of a computation, highest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// Someone waits for it in a match.
    Soon,
    /// It is long and can wait.
    Late,
}

/// A thread pool with its results. Threads start with the first computation and end with the pool.
pub struct Pool<T> {
    shared: Arc<Shared<T>>,
    threads: usize,
}

struct Shared<T> {
    state: Mutex<PoolState<T>>,
    /// Notifies the threads of a new computation.
    more: Condvar,
    /// Notifies a waiting thread of a result.
    less: Condvar,
    ready: Arc<Notify>,
}

struct PoolState<T> {
    waiting: Vec<PoolJob<T>>,
    running: usize,
    done: Vec<T>,
    /// How many were added so far, to keep their order.
    count: u64,
    started: usize,
    closed: bool,
}

struct PoolJob<T> {
    /// Not to be started before.
    from: Instant,
    rank: Priority,
    order: u64,
    work: Work<T>,
}

impl<T: Send + 'static> Pool<T> {
    /// Creates a pool of at most `threads` threads.
    pub fn new(threads: usize) -> Pool<T> {
        let state = PoolState {
            waiting: Vec::new(),
            running: 0,
            done: Vec::new(),
            count: 0,
            started: 0,
            closed: false,
        };
        let shared = Shared {
            state: Mutex::new(state),
            more: Condvar::new(),
            less: Condvar::new(),
            ready: Arc::default(),
        };
        Pool { shared: Arc::new(shared), threads: threads.max(1) }
    }

    /// Returns half of this machine's threads.
    pub fn usual_threads() -> usize {
        (thread::available_parallelism().map_or(1, NonZero::get) / 2).clamp(1, MOST)
    }

    /// Adds a computation that starts at a moment at the earliest.
    pub fn put(&self, from: Instant, rank: Priority, work: Work<T>) {
        let mut state = lock(&self.shared);
        let order = state.count;
        state.count += 1;
        state.waiting.push(PoolJob { from, rank, order, work });
        if state.started < self.threads {
            state.started += 1;
            let shared = self.shared.clone();
            thread::spawn(move || attend(&shared));
        }
        drop(state);
        self.shared.more.notify_all();
    }

    /// Takes the results since the last call.
    pub fn take(&self) -> Vec<T> {
        std::mem::take(&mut lock(&self.shared).done)
    }

    /// Returns a receiver for new results.
    pub fn ready(&self) -> Arc<Notify> {
        self.shared.ready.clone()
    }

    /// Returns how many computations are running.
    pub fn running(&self) -> usize {
        lock(&self.shared).running
    }

    /// Tells whether anything is unfinished, or there are results to take.
    pub fn is_busy(&self) -> bool {
        let state = lock(&self.shared);
        !state.waiting.is_empty() || 0 < state.running || !state.done.is_empty()
    }

    /// Waits until there is a result, or nothing is left to do.
    pub fn wait(&self) {
        let mut state = lock(&self.shared);
        while state.done.is_empty() && (!state.waiting.is_empty() || 0 < state.running) {
            state = self.shared.less.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl<T> Drop for Pool<T> {
    fn drop(&mut self) {
        let mut state = lock(&self.shared);
        state.closed = true;
        state.waiting.clear();
        drop(state);
        self.shared.more.notify_all();
    }
}

fn lock<T>(shared: &Shared<T>) -> MutexGuard<'_, PoolState<T>> {
    shared.state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The loop of a thread.
fn attend<T>(shared: &Shared<T>) {
    let mut state = lock(shared);
    loop {
        if state.closed {
            return;
        }
        let now = Instant::now();
        let due = state.waiting.iter().enumerate().filter(|(_, it)| it.from <= now);
        let first = due.min_by_key(|(_, task)| (task.rank, task.order)).map(|(at, _)| at);
        let Some(at) = first else {
            let next = state.waiting.iter().map(|it| it.from).min();
            state = match next {
                Some(at) => {
                    let woken = shared.more.wait_timeout(state, at.saturating_duration_since(now));
                    woken.unwrap_or_else(PoisonError::into_inner).0
                }
                None => shared.more.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
            continue;
        };
        let mut job = state.waiting.swap_remove(at);
        state.running += 1;
        drop(state);
        let came = catch_unwind(AssertUnwindSafe(|| (job.work)()));
        state = lock(shared);
        state.running -= 1;
        match came {
            Ok(Some(found)) => state.done.push(found),
            Ok(None) => {
                job.order = state.count;
                state.count += 1;
                state.waiting.push(job);
                continue;
            }
            Err(_) => tracing::error!("something that was worked out beside the service failed"),
        }
        shared.ready.notify_one();
        shared.less.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::mpsc, time::Duration};

    use super::*;

    /// Takes results until there are `count`.
    fn taken(pool: &Pool<u32>, count: usize) -> Vec<u32> {
        let mut all = Vec::new();
        while all.len() < count {
            pool.wait();
            all.extend(pool.take());
        }
        all
    }

    #[test]
    fn one_thread_works_by_rank_and_then_in_order() {
        let pool = Pool::new(1);
        let (open, opened) = mpsc::channel::<()>();
        let now = Instant::now();
        pool.put(now, Priority::Soon, Box::new(move || opened.recv().ok().map(|()| 0)));
        pool.put(now, Priority::Late, Box::new(|| Some(3)));
        pool.put(now, Priority::Soon, Box::new(|| Some(1)));
        pool.put(now, Priority::Soon, Box::new(|| Some(2)));
        assert!(pool.is_busy() && pool.take().is_empty());
        open.send(()).unwrap();
        assert_eq!(taken(&pool, 4), [0, 1, 2, 3]);
        assert!(!pool.is_busy());
    }

    #[test]
    fn what_is_long_lets_others_in_between_its_parts() {
        let pool = Pool::new(1);
        let (open, opened) = mpsc::channel::<()>();
        let mut parts = 0;
        let long = move || {
            // The second part starts while the short one waits.
            if parts == 0 {
                opened.recv().ok()?;
            }
            parts += 1;
            (parts == 5).then_some(5)
        };
        pool.put(Instant::now(), Priority::Late, Box::new(long));
        pool.put(Instant::now(), Priority::Soon, Box::new(|| Some(1)));
        open.send(()).unwrap();
        assert_eq!(taken(&pool, 2), [1, 5]);
    }

    #[test]
    fn what_fails_takes_nothing_else_with_it() {
        let pool = Pool::new(1);
        pool.put(Instant::now(), Priority::Soon, Box::new(|| panic!("on purpose")));
        pool.put(Instant::now(), Priority::Soon, Box::new(|| Some(1)));
        assert_eq!(taken(&pool, 1), [1]);
    }

    #[test]
    fn nothing_begins_before_its_moment() {
        let pool = Pool::new(1);
        let from = Instant::now() + Duration::from_millis(30);
        let late = move || Some(u32::from(from <= Instant::now()));
        pool.put(from, Priority::Soon, Box::new(late));
        pool.put(Instant::now(), Priority::Late, Box::new(|| Some(7)));
        assert_eq!(taken(&pool, 2), [7, 1]);
    }
}
