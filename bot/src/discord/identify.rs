//! When a shard may begin a session: in turn, over all processes of the bot.
use std::{sync::Arc, time::Duration};

use serenity::model::gateway::SessionStartLimit;
use tokio::{
    sync::{Mutex, oneshot},
    time::{Instant, sleep_until},
};
use twilight_gateway::queue::{InMemoryQueue, Queue};

use crate::peers::{IDENTIFIED, Peers};

/// The turns of the shards of this process.
#[derive(Clone)]
pub(super) struct Turns {
    own: InMemoryQueue,
    /// When the next session of each bucket may begin.
    buckets: Arc<[Mutex<Option<Instant>>]>,
    peers: Peers,
}

impl Turns {
    /// Creates the turns, by the limits that Discord names.
    pub(super) fn new(limit: &SessionStartLimit, peers: Peers) -> Turns {
        let narrow = |it: u64| u32::try_from(it).unwrap_or(u32::MAX);
        let (remaining, total) = (narrow(limit.remaining), narrow(limit.total));
        let buckets = u16::try_from(limit.max_concurrency).unwrap_or(1).max(1);
        let resets = Duration::from_millis(limit.reset_after);
        let own = InMemoryQueue::new(buckets, remaining.min(total), resets, total);
        Turns { own, buckets: (0..buckets).map(|_| Mutex::default()).collect(), peers }
    }
}

impl Queue for Turns {
    fn enqueue(&self, shard: u32) -> oneshot::Receiver<()> {
        let (mut turn, waits) = oneshot::channel();
        let own = self.own.enqueue(shard);
        let (buckets, peers) = (self.buckets.clone(), self.peers.clone());
        let bucket = shard as usize % buckets.len();
        let wait = async move {
            if own.await.is_err() {
                return;
            }
            let mut next = buckets[bucket].lock().await;
            if let Some(next) = *next {
                sleep_until(next).await;
            }
            peers.identify_turn(u32::try_from(bucket).unwrap_or(0)).await;
            *next = Some(Instant::now() + IDENTIFIED);
        };
        tokio::spawn(async move {
            tokio::select! {
                () = wait => {}
                // The shard has left.
                () = turn.closed() => return,
            }
            // It may leave just now.
            turn.send(()).ok();
        });
        waits
    }
}
