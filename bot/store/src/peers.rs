//! The processes that share a database: which of them does what only one may do at a time. Each has a
//! lease for it, which the others take if it lapses. A process that is alone does everything.
mod assign;
mod lease_renewer;

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use model::ids::Chat;
use tokio::sync::{oneshot, watch};

/// How far apart sessions of one bucket begin. Discord wants five seconds between their arrivals, and the first may be on its way for
/// longer than the second.
pub const IDENTIFIED: Duration = Duration::from_millis(5_500);

/// How long a process may upload drawings before another one may too.
const UPLOADED: Duration = Duration::from_secs(60);

/// How long to wait before asking again for a turn.
const TURN_PAUSE: Duration = Duration::from_millis(250);

/// What a process does of what all of them share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duties {
    /// Its place among those that run, the oldest first, counted from 0.
    pub place: usize,
    /// How many run.
    pub of: usize,
    /// Whether it does what depends on time.
    pub ticks: bool,
    /// Whether it has the Matrix account.
    pub matrix: bool,
    /// Which of Discord's shards it has.
    pub shards: HeldShards,
}

/// The shards of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeldShards {
    /// All there are.
    All,
    /// Some.
    Only {
        /// How many there are, for all processes; 0 before one of them knows.
        count: u32,
        /// Those to run.
        held: BTreeSet<u32>,
        /// Those to hand over: stop them, keep their sessions, and call [`Peers::gave_up`]. Any other
        /// that isn't held belongs to another process by now.
        leaving: BTreeSet<u32>,
    },
}

impl Duties {
    /// Tells whether this process is connected to a chat, or about to.
    pub fn connects(&self, chat: Chat) -> bool {
        match chat {
            Chat::Console => true,
            Chat::Matrix => self.matrix,
            Chat::Discord => match &self.shards {
                HeldShards::All => true,
                HeldShards::Only { count, held, .. } => *count == 0 || !held.is_empty(),
            },
        }
    }

    /// What a process does that is alone.
    fn all() -> Duties {
        Duties { place: 0, of: 1, ticks: true, matrix: true, shards: HeldShards::All }
    }

    /// What a process does that has no lease.
    fn none() -> Duties {
        let shards = HeldShards::Only { count: 0, held: BTreeSet::new(), leaving: BTreeSet::new() };
        Duties { place: 0, of: 1, ticks: false, matrix: false, shards }
    }
}

/// Access to the other processes. Clones share it.
#[derive(Clone)]
pub struct Peers {
    duties: watch::Receiver<Duties>,
    /// Counts the moments when replies may have been left.
    left: watch::Receiver<u64>,
    /// None for a process that is alone.
    keeper: Option<KeeperAccess>,
}

/// Access to the keeper of the leases.
#[derive(Clone)]
struct KeeperAccess {
    orders: std::sync::mpsc::Sender<KeeperOrder>,
    lapse: LeaseEnd,
}

/// Until when the leases hold, as this process knows. Time passes here even while the database doesn't answer or the
/// process stands still.
#[derive(Clone)]
struct LeaseEnd(Arc<Mutex<Instant>>);

impl LeaseEnd {
    fn at(end: Instant) -> LeaseEnd {
        LeaseEnd(Arc::new(Mutex::new(end)))
    }

    fn is_past(&self) -> bool {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) <= Instant::now()
    }

    fn move_to(&self, end: Instant) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = end;
    }
}

/// What a process asks of its keeper.
enum KeeperOrder {
    /// How many shards there are.
    Shards(u32),
    /// A shard was stopped and its session kept.
    GaveUp(u32),
    /// It can't have the Matrix account.
    WithoutMatrix,
    /// May it do something now that only one may do for so long?
    Take(SharedTurn, Duration, oneshot::Sender<bool>),
    /// It has done it.
    Done(SharedTurn),
    /// It ends.
    Leave(oneshot::Sender<()>),
}

/// What the processes do in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SharedTurn {
    /// To identify in a bucket.
    Identify(u32),
    /// To upload drawings.
    Upload,
}

impl Peers {
    /// A process that is alone on its database.
    pub fn alone() -> Peers {
        // The senders go at once; what was sent last stays.
        let (duties, left) = (watch::channel(Duties::all()).1, watch::channel(0).1);
        Peers { duties, left, keeper: None }
    }

    /// Tells whether there can be no other process.
    pub fn are_alone(&self) -> bool {
        self.keeper.is_none()
    }

    /// Tells whether this process can still have what it was given. A process that stood still, or that lost the database,
    /// can't: the others have taken it by now, or soon do.
    pub fn is_current(&self) -> bool {
        self.keeper.as_ref().is_none_or(|it| !it.lapse.is_past())
    }

    /// Returns this process's duties, and when they change.
    pub fn duties(&self) -> watch::Receiver<Duties> {
        self.duties.clone()
    }

    /// Says how many shards Discord wants. If the processes were told different numbers, the one that
    /// is in use stays.
    pub fn wants_shards(&self, count: u32) {
        self.order(KeeperOrder::Shards(count));
    }

    /// Says that a shard was stopped and its session kept, so that another process takes it.
    pub fn gave_up(&self, shard: u32) {
        self.order(KeeperOrder::GaveUp(shard));
    }

    /// Says that this process can't have the Matrix account, so that another one tries.
    pub fn without_matrix(&self) {
        self.order(KeeperOrder::WithoutMatrix);
    }

    /// Waits until this process may identify a shard of a bucket: once in five seconds, over all
    /// processes. A process that is alone needn't wait here.
    pub async fn identify_turn(&self, bucket: u32) {
        self.turn(SharedTurn::Identify(bucket), IDENTIFIED).await;
    }

    /// Waits until no other process uploads drawings, and does it alone for a while.
    pub async fn upload_turn<T>(&self, upload: impl Future<Output = T>) -> T {
        self.turn(SharedTurn::Upload, UPLOADED).await;
        let done = upload.await;
        self.order(KeeperOrder::Done(SharedTurn::Upload));
        done
    }

    async fn turn(&self, turn: SharedTurn, lapse: Duration) {
        loop {
            let (answer, answered) = oneshot::channel();
            if !self.order(KeeperOrder::Take(turn, lapse, answer))
                || answered.await.unwrap_or(false)
            {
                return;
            }
            tokio::time::sleep(TURN_PAUSE).await;
        }
    }

    /// Waits until another process may have left replies; false if there will never be one.
    pub async fn left(&mut self) -> bool {
        self.left.changed().await.is_ok()
    }

    /// Ends the membership: others take over at once.
    pub async fn leave(&self) {
        let (done, ended) = oneshot::channel();
        if self.order(KeeperOrder::Leave(done)) {
            // The keeper may have ended before.
            drop(ended.await);
        }
    }

    /// Tells whether the order was given.
    fn order(&self, order: KeeperOrder) -> bool {
        self.keeper.as_ref().is_some_and(|keeper| keeper.orders.send(order).is_ok())
    }
}
