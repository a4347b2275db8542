//! Counters of the program, read by the status pages. They are only numbers under labels from
//! closed lists, so they contain no names and no texts.
use std::{
    array,
    collections::{BTreeMap, HashMap},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicI64, AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use command::{Commands, Verb};
use model::ids::{Chat, OutboxId};
use tokio::sync::Notify;

/// The upper bounds of a [`Histogram`]'s buckets, in microseconds; there is one more bucket above.
pub const BOUNDS: [u64; 14] = [
    500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
    2_500_000, 5_000_000, 10_000_000,
];

/// How many replies in delivery are timed.
const MOST_ON_THEIR_WAY: usize = 4096;

/// A number that only grows.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

/// A number that goes up and down.
#[derive(Debug, Default)]
pub struct Gauge(AtomicI64);

/// How often something took how long.
#[derive(Debug, Default)]
pub struct Histogram {
    parts: [AtomicU64; BOUNDS.len() + 1],
    micros: AtomicU64,
}

/// One figure for each chat.
#[derive(Debug, Default)]
pub struct PerChat<T>([T; Chat::ALL.len()]);

/// One counter for each command. A line without a command counts as `play`.
#[derive(Debug)]
pub struct PerVerb(Vec<(Verb, Counter)>);

/// One counter for each job of what is due.
#[derive(Debug, Default)]
pub struct PerJob(Mutex<BTreeMap<&'static str, u64>>);

/// All counters of a service.
#[derive(Debug)]
pub struct Metrics {
    /// Requests, by chat and command.
    pub requests: PerChat<PerVerb>,
    /// Refused requests.
    pub refusals: PerChat<PerVerb>,
    /// How long requests waited for the service.
    pub waited: Histogram,
    /// How long the service took for each.
    pub worked: Histogram,
    /// The time from a reply's commit until the chat had it.
    pub delivery_times: PerChat<Histogram>,
    /// How many requests are waiting.
    pub queue: Gauge,
    /// How many computer players are thinking.
    pub minds: Gauge,
    /// How often a chat's server asked to wait (429).
    pub held_up: PerChat<Counter>,
    /// How often the connection to a chat was lost and restored.
    pub reconnects: PerChat<Counter>,
    /// How often a tick was more than a second late.
    pub late_ticks: Counter,
    /// Copies of the database that couldn't be made.
    pub failed_backups: Counter,
    /// How many panics there were.
    pub panics: Counter,
    /// What was due and couldn't be done, by its job.
    pub failed_jobs: PerJob,
    heard: PerChat<Mutex<Option<Instant>>>,
    first_heard: PerChat<Notify>,
    on_their_way: Mutex<HashMap<OutboxId, (Chat, Instant)>>,
}

impl Counter {
    pub fn count(&self) {
        self.0.fetch_add(1, Relaxed);
    }

    pub fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

impl Gauge {
    pub fn set(&self, to: i64) {
        self.0.store(to, Relaxed);
    }

    /// Adds to it.
    pub fn add(&self, by: i64) {
        self.0.fetch_add(by, Relaxed);
    }

    pub fn get(&self) -> i64 {
        self.0.load(Relaxed)
    }
}

impl Histogram {
    pub fn observe(&self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let part = BOUNDS.partition_point(|&it| it < micros);
        self.parts[part].fetch_add(1, Relaxed);
        self.micros.fetch_add(micros, Relaxed);
    }

    /// Returns how many were within each bound, cumulatively, and last the total.
    pub fn within(&self) -> [u64; BOUNDS.len() + 1] {
        let mut sum = 0;
        array::from_fn(|part| {
            sum += self.parts[part].load(Relaxed);
            sum
        })
    }

    /// Returns the total time.
    pub fn sum(&self) -> Duration {
        Duration::from_micros(self.micros.load(Relaxed))
    }
}

impl<T> PerChat<T> {
    pub fn of(&self, chat: Chat) -> &T {
        &self.0[chat as usize]
    }
}

impl PerVerb {
    fn new(commands: &Commands) -> PerVerb {
        PerVerb(commands.iter().map(|spec| (spec.verb(), Counter::default())).collect())
    }

    /// Records a command.
    pub fn count(&self, verb: Verb) {
        let own = self.0.iter().filter(|(counted, _)| *counted == verb);
        own.for_each(|(_, counter)| counter.count());
    }

    /// Returns every counter with the name of its command.
    pub fn each(&self) -> impl Iterator<Item = (&'static str, &Counter)> {
        self.0.iter().map(|(verb, counter)| (verb.name(), counter))
    }
}

impl PerJob {
    pub fn count(&self, job: &'static str) {
        *locked(&self.0).entry(job).or_default() += 1;
    }

    /// Returns the jobs that have failed, and how often.
    pub fn each(&self) -> Vec<(&'static str, u64)> {
        locked(&self.0).iter().map(|(job, count)| (*job, *count)).collect()
    }
}

impl Metrics {
    pub fn new(commands: &Commands) -> Metrics {
        let per_verb = || PerChat(array::from_fn(|_| PerVerb::new(commands)));
        Metrics {
            requests: per_verb(),
            refusals: per_verb(),
            waited: Histogram::default(),
            worked: Histogram::default(),
            delivery_times: PerChat::default(),
            queue: Gauge::default(),
            minds: Gauge::default(),
            held_up: PerChat::default(),
            reconnects: PerChat::default(),
            late_ticks: Counter::default(),
            failed_backups: Counter::default(),
            panics: Counter::default(),
            failed_jobs: PerJob::default(),
            heard: PerChat::default(),
            first_heard: PerChat::default(),
            on_their_way: Mutex::default(),
        }
    }

    /// Runs something so that a panic costs only it: a transaction that is open is rolled back. The panic is counted,
    /// and logged by what it was; nothing is returned then.
    pub fn guarded<T>(&self, what: &str, run: impl FnOnce() -> T) -> Option<T> {
        let done = catch_unwind(AssertUnwindSafe(run)).ok();
        if done.is_none() {
            self.panics.count();
            tracing::error!(what, "this ended in a panic; all else goes on");
        }
        done
    }

    /// Records that a chat's server was heard from just now.
    pub fn hear(&self, chat: Chat) {
        self.hear_at(chat, Instant::now());
    }

    /// Records when a chat's server was heard from.
    pub fn hear_at(&self, chat: Chat, at: Instant) {
        let before = locked(self.heard.of(chat)).replace(at);
        if before.is_none() {
            self.first_heard.of(chat).notify_waiters();
        }
    }

    /// Waits until a chat's server was heard from.
    pub async fn first_heard(&self, chat: Chat) {
        // Subscribe before checking, so that nothing in between is missed.
        let heard = self.first_heard.of(chat).notified();
        if self.last_heard(chat).is_none() {
            heard.await;
        }
    }

    /// Returns how long ago a chat's server was heard from, if it was.
    pub fn last_heard(&self, chat: Chat) -> Option<Duration> {
        locked(self.heard.of(chat)).map(|it| it.elapsed())
    }

    /// Records that a reply was committed and is being delivered.
    pub fn sends(&self, chat: Chat, id: OutboxId) {
        let mut ways = locked(&self.on_their_way);
        // With that many waiting, the time of each no longer matters.
        if ways.len() < MOST_ON_THEIR_WAY {
            ways.insert(id, (chat, Instant::now()));
        }
    }

    /// Records that a chat has a reply. Replies from before the start have no time.
    pub fn brings(&self, id: OutboxId) {
        if let Some((chat, since)) = locked(&self.on_their_way).remove(&id) {
            self.delivery_times.of(chat).observe(since.elapsed());
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // The data is valid at any moment.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_counted_in_the_part_they_fit_into() {
        let histogram = Histogram::default();
        for micros in [0, 500, 501, 999_999, 10_000_000, 10_000_001] {
            histogram.observe(Duration::from_micros(micros));
        }
        let within = histogram.within();
        assert_eq!(within[..2], [2, 3]);
        assert_eq!(within[10..], [4, 4, 4, 5, 6]);
        assert_eq!(histogram.sum(), Duration::from_micros(21_001_001));
    }

    #[test]
    fn each_command_has_a_counter_of_its_own() {
        let counters = PerVerb::new(Commands::kernel());
        for spec in Commands::kernel().iter() {
            counters.count(spec.verb());
        }
        counters.count(command::verbs::Help::VERB);
        for (name, counter) in counters.each() {
            assert_eq!(counter.get(), 1 + u64::from(name == "help"), "{name}");
        }
    }

    #[test]
    fn a_gauge_goes_up_and_down() {
        let gauge = Gauge::default();
        gauge.set(2);
        gauge.add(-3);
        assert_eq!(gauge.get(), -1);
    }

    #[test]
    fn a_reply_is_timed_once() {
        let figures = Metrics::new(Commands::kernel());
        figures.sends(Chat::Matrix, OutboxId(1));
        for _ in 0..2 {
            figures.brings(OutboxId(1));
            figures.brings(OutboxId(2));
        }
        assert_eq!(figures.delivery_times.of(Chat::Matrix).within().last(), Some(&1));
        assert_eq!(figures.delivery_times.of(Chat::Discord).within().last(), Some(&0));
    }

    #[tokio::test]
    async fn when_a_chat_was_heard_is_known_of_each() {
        let figures = Metrics::new(Commands::kernel());
        let waits = figures.first_heard(Chat::Discord);
        let hears = async { figures.hear(Chat::Discord) };
        tokio::join!(waits, hears);
        figures.first_heard(Chat::Discord).await;
        assert!(figures.last_heard(Chat::Discord).is_some());
        assert_eq!(figures.last_heard(Chat::Matrix), None);
    }
}
