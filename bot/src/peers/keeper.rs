//! Keeps a process's leases, on a thread of its own beside the service.
use std::{
    sync::mpsc::{self, Receiver, TryRecvError},
    thread,
    time::{Duration, Instant},
};

use tokio::sync::watch;

use super::{
    Duties, HeldShards, IDENTIFIED, Order, Peers,
    share::{LAPSE, MATRIX, RENEWED, Wants, bucket, shard},
};
use crate::store::{Lease, PeerLink, PeerNews, StoreError};

/// How long to wait for news at once, and so how long an order may wait.
const LOOK: Duration = Duration::from_millis(40);

/// How often to look for replies that a process left without a word.
const SEARCHED: Duration = Duration::from_secs(2);

/// How long before the lapse a process stops by itself that can't renew its leases.
const MARGIN: Duration = Duration::from_secs(3);

/// How often the log says that the database fails.
const COMPLAINS: Duration = Duration::from_secs(30);

impl Peers {
    /// Joins the processes that share a database. `matrix` says whether this one can have the Matrix
    /// account.
    ///
    /// # Errors
    /// If the database fails.
    pub fn join(side: PeerLink, matrix: bool) -> Result<Peers, StoreError> {
        let (duties, told) = watch::channel(Duties::none());
        let (left, looked) = watch::channel(0);
        let (orders, ordered) = mpsc::channel();
        let wants = Wants { member: side.member(), matrix, shards: 0 };
        let now = Instant::now();
        let mut keeper = Keeper {
            side,
            wants,
            leases: Vec::new(),
            duties,
            left,
            renewed: now,
            searched: now,
            given_up: Vec::new(),
            leaving: None,
            complained: None,
        };
        keeper.renew()?;
        thread::spawn(move || keeper.run(&ordered));
        Ok(Peers { duties: told, left: looked, orders: Some(orders) })
    }
}

struct Keeper {
    side: PeerLink,
    wants: Wants,
    /// Those that held at the last look.
    leases: Vec<Lease>,
    duties: watch::Sender<Duties>,
    left: watch::Sender<u64>,
    renewed: Instant,
    searched: Instant,
    /// The leases it gives up next.
    given_up: Vec<String>,
    /// Who waits for the end.
    leaving: Option<tokio::sync::oneshot::Sender<()>>,
    /// When the log last said that the leases can't be renewed.
    complained: Option<Instant>,
}

impl Keeper {
    fn run(mut self, orders: &Receiver<Order>) {
        loop {
            match self.round(orders) {
                Ok(true) => {}
                Ok(false) => return,
                Err(err) => {
                    if self.complained.is_none_or(|it| COMPLAINS <= it.elapsed()) {
                        tracing::warn!(%err, "the leases of this process can't be renewed");
                        self.complained = Some(Instant::now());
                    }
                    if LAPSE - MARGIN < self.renewed.elapsed() {
                        // Another process takes them soon.
                        self.tell(Duties::none());
                    }
                    thread::sleep(Duration::from_millis(300));
                }
            }
        }
    }

    /// Returns whether to go on.
    fn round(&mut self, orders: &Receiver<Order>) -> Result<bool, StoreError> {
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
            self.leases.retain(|it| !given_up.contains(&it.name));
        }
        if let Some(waiting) = self.leaving.take() {
            self.tell(Duties::none());
            self.side.leave()?;
            // Nobody may wait any more.
            let _ = waiting.send(());
            return Ok(false);
        }
        let news = self.side.news(LOOK)?;
        if news.contains(&PeerNews::Outbox) || SEARCHED <= self.searched.elapsed() {
            self.searched = Instant::now();
            self.left.send_modify(|it| *it += 1);
        }
        if due || news.contains(&PeerNews::Leases) {
            self.renew()?;
        }
        Ok(true)
    }

    /// Tells whether the leases change by it.
    fn obey(&mut self, order: Order) -> Result<bool, StoreError> {
        match order {
            Order::Shards(count) => {
                self.wants.shards = count;
                return Ok(true);
            }
            Order::GaveUp(number) => {
                self.given_up.push(shard(self.wants.count(&self.leases), number));
                return Ok(true);
            }
            Order::Identify(number, answer) => {
                let taken = self.side.take(&bucket(number), IDENTIFIED)?;
                // It may no longer want to.
                let _ = answer.send(taken);
            }
            Order::WithoutMatrix => {
                self.wants.matrix = false;
                self.given_up.push(MATRIX.to_owned());
                return Ok(true);
            }
            Order::Leave(waiting) => self.leaving = Some(waiting),
        }
        Ok(false)
    }

    fn renew(&mut self) -> Result<(), StoreError> {
        // What is wanted depends on what others have, and what is got on what was free.
        for _ in 0..2 {
            let wanted = self.wants.names(&self.leases);
            self.leases = self.side.renew(&wanted, LAPSE)?;
        }
        self.renewed = Instant::now();
        self.tell(self.wants.duties(&self.leases));
        Ok(())
    }

    fn tell(&self, duties: Duties) {
        self.duties.send_if_modified(|told| {
            let changed = *told != duties;
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
