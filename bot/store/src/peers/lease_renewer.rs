//! Keeps a process's leases, on a thread of its own beside the service.
use std::{
    sync::{
        Arc,
        mpsc::{self, Receiver, TryRecvError},
    },
    thread,
    time::{Duration, Instant},
};

use model::backoff::Backoff;
use tokio::sync::watch;

use super::{
    Duties, HeldShards, KeeperAccess, KeeperOrder, LeaseEnd, Peers,
    assign::{LAPSE, MARGIN, RENEWED, Wants},
};
use crate::{Lease, LeaseName, PAUSES, PeerLink, PeerNews, StoreError};

/// How long to wait for news at once, and so how long an order may wait.
const LOOK: Duration = Duration::from_millis(40);

/// How often to look for replies that a process left without a word.
const SEARCHED: Duration = Duration::from_secs(2);

/// How often to look whether the leases still hold.
const WATCHED: Duration = Duration::from_millis(100);

/// How often the log says that the database fails.
const COMPLAINS: Duration = Duration::from_secs(30);

impl Peers {
    /// Joins the processes that share a database. `matrix` says whether this one can have the Matrix
    /// account.
    pub fn join(side: PeerLink, matrix: bool) -> Result<Peers, StoreError> {
        let (duties, told) = watch::channel(Duties::none());
        let (left, looked) = watch::channel(0);
        let (orders, ordered) = mpsc::channel();
        let wants = Wants { member: side.member(), matrix, shards: 0 };
        let now = Instant::now();
        let (duties, lapse) = (ToldDuties(Arc::new(duties)), LeaseEnd::at(now));
        let mut keeper = LeaseRenewer {
            side,
            wants,
            leases: Vec::new(),
            duties: duties.clone(),
            left,
            lapse: lapse.clone(),
            renewed: now,
            searched: now,
            given_up: Vec::new(),
            leaving: None,
            complained: None,
        };
        keeper.renew()?;
        thread::spawn(move || keeper.run(&ordered));
        let end = lapse.clone();
        thread::spawn(move || duties.watch(&end));
        Ok(Peers { duties: told, left: looked, keeper: Some(KeeperAccess { orders, lapse }) })
    }
}

/// What the process was told of its duties. The keeper tells them, and who watches that it doesn't keep them for too long
/// while the database doesn't answer.
#[derive(Clone)]
struct ToldDuties(Arc<watch::Sender<Duties>>);

impl ToldDuties {
    /// Ends the duties when the leases lapse, until the process ends.
    fn watch(&self, end: &LeaseEnd) {
        while !self.0.is_closed() {
            // The keeper may just have renewed them.
            self.tell_if(|| end.is_past(), Duties::none());
            thread::sleep(WATCHED);
        }
    }

    fn tell(&self, duties: Duties) {
        self.tell_if(|| true, duties);
    }

    fn tell_if(&self, holds: impl FnOnce() -> bool, duties: Duties) {
        self.0.send_if_modified(|told| {
            let changed = holds() && *told != duties;
            if changed {
                let Duties { place, of, ticks, matrix, shards } = &duties;
                let shards = match shards {
                    HeldShards::All => 0,
                    HeldShards::Only { held, .. } => held.len(),
                };
                tracing::info!(place, of, ticks, matrix, shards, "the duties of this process");
                *told = duties;
            }
            changed
        });
    }
}

struct LeaseRenewer {
    side: PeerLink,
    wants: Wants,
    /// Those that held at the last look.
    leases: Vec<Lease>,
    duties: ToldDuties,
    left: watch::Sender<u64>,
    lapse: LeaseEnd,
    renewed: Instant,
    searched: Instant,
    /// The leases it gives up next.
    given_up: Vec<LeaseName>,
    /// Who waits for the end.
    leaving: Option<tokio::sync::oneshot::Sender<()>>,
    /// When the log last said that the leases can't be renewed.
    complained: Option<Instant>,
}

impl LeaseRenewer {
    fn run(mut self, orders: &Receiver<KeeperOrder>) {
        let mut backoff = Backoff::new(PAUSES);
        loop {
            match self.round(orders) {
                Ok(true) => backoff.works(Instant::now()),
                Ok(false) => return,
                Err(err) => {
                    if self.complained.is_none_or(|last| COMPLAINS <= last.elapsed()) {
                        tracing::warn!(%err, "the leases of this process can't be renewed");
                        self.complained = Some(Instant::now());
                    }
                    thread::sleep(backoff.next_pause());
                }
            }
        }
    }

    /// Returns whether to go on.
    fn round(&mut self, orders: &Receiver<KeeperOrder>) -> Result<bool, StoreError> {
        let mut due = RENEWED <= self.renewed.elapsed();
        loop {
            match orders.try_recv() {
                Ok(order) => due |= self.obey(order)?,
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    self.side.leave()?;
                    return Ok(false);
                }
            }
        }
        if !self.given_up.is_empty() {
            self.side.give_up(&self.given_up)?;
            let given_up = std::mem::take(&mut self.given_up);
            self.leases.retain(|lease| !given_up.contains(&lease.name));
        }
        if let Some(waiting) = self.leaving.take() {
            self.duties.tell(Duties::none());
            self.side.leave()?;
            // Nobody may wait any more.
            let _ = waiting.send(());
            return Ok(false);
        }
        let news = self.side.news(LOOK)?;
        if news.contains(&PeerNews::Outbox) || SEARCHED <= self.searched.elapsed() {
            self.searched = Instant::now();
            self.left.send_modify(|count| *count += 1);
        }
        if due || news.contains(&PeerNews::Leases) {
            self.renew()?;
        }
        Ok(true)
    }

    /// Tells whether the leases change by it.
    fn obey(&mut self, order: KeeperOrder) -> Result<bool, StoreError> {
        match order {
            KeeperOrder::Shards(count) => {
                self.wants.shards = count;
                return Ok(true);
            }
            KeeperOrder::GaveUp(number) => {
                let count = self.wants.count(&self.leases);
                self.given_up.push(LeaseName::Shard { count, shard: number });
                return Ok(true);
            }
            KeeperOrder::Take(turn, lapse, answer) => {
                let taken = self.side.take(turn.lease(), lapse)?;
                // It may no longer want to.
                let _ = answer.send(taken);
            }
            KeeperOrder::Done(turn) => self.given_up.push(turn.lease()),
            KeeperOrder::WithoutMatrix => {
                self.wants.matrix = false;
                self.given_up.push(LeaseName::Matrix);
                return Ok(true);
            }
            KeeperOrder::Leave(waiting) => self.leaving = Some(waiting),
        }
        Ok(false)
    }

    fn renew(&mut self) -> Result<(), StoreError> {
        // They hold from the moment when the database takes them, which is later.
        let asked = Instant::now();
        // What is wanted depends on what others have, and what is got on what was free.
        for _ in 0..2 {
            let wanted = self.wants.names(&self.leases);
            self.leases = self.side.renew(&wanted, LAPSE)?;
        }
        self.renewed = Instant::now();
        self.lapse.move_to(asked + LAPSE - MARGIN);
        if !self.lapse.is_past() {
            self.duties.tell(self.wants.duties(&self.leases));
        }
        Ok(())
    }
}
