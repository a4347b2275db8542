//! When a shard may begin a session: in turn, over all processes of the bot, and no more often in a day than Discord
//! allows. A bot that begins more sessions loses its token.
use std::{sync::Arc, time::Duration};

use serenity::model::gateway::SessionStartLimit;
use store::peers::{IDENTIFIED, Peers};
use tokio::{
    sync::Mutex,
    time::{Instant, sleep_until},
};

/// The period of Discord's limit.
const DAY: Duration = Duration::from_secs(24 * 3600);

/// The turns of the shards of this process.
#[derive(Clone)]
pub(super) struct Turns {
    starts: Arc<Mutex<Starts>>,
    /// When the next session of each bucket may begin.
    buckets: Arc<[Mutex<Option<Instant>>]>,
    peers: Peers,
}

/// The sessions that may still begin.
struct Starts {
    left: u64,
    /// How many there are in a day.
    total: u64,
    /// When there are as many again.
    renewed: Instant,
}

impl Turns {
    /// Creates the turns, by the limits that Discord names.
    pub(super) fn new(limit: &SessionStartLimit, peers: Peers) -> Turns {
        let renewed = Instant::now() + Duration::from_millis(limit.reset_after);
        let starts = Starts { left: limit.remaining.min(limit.total), total: limit.total, renewed };
        let buckets = limit.max_concurrency.max(1);
        Turns {
            starts: Arc::new(Mutex::new(starts)),
            buckets: (0..buckets).map(|_| Mutex::default()).collect(),
            peers,
        }
    }

    /// Waits until a shard may begin a session.
    pub(super) async fn turn(&self, shard: u32) {
        let bucket = shard as usize % self.buckets.len();
        let mut next = self.buckets[bucket].lock().await;
        if let Some(next) = *next {
            sleep_until(next).await;
        }
        // The others were told the same numbers, so each takes a share.
        let processes = self.peers.duties().borrow().of;
        let wait = self.starts.lock().await.take(processes, Instant::now());
        if let Some(renewed) = wait {
            tracing::error!(wait = ?renewed - Instant::now(), "Discord allows no new session for a while");
            sleep_until(renewed).await;
            self.starts.lock().await.take(processes, Instant::now());
        }
        self.peers.identify_turn(u32::try_from(bucket).unwrap_or(0)).await;
        *next = Some(Instant::now() + IDENTIFIED);
    }
}

impl Starts {
    /// Takes one of them. If there is none, returns when there are some again.
    fn take(&mut self, processes: usize, now: Instant) -> Option<Instant> {
        if self.renewed <= now {
            (self.left, self.renewed) = (self.total, now + DAY);
        }
        let share = u64::try_from(processes.max(1)).unwrap_or(1);
        if self.left < share {
            return Some(self.renewed);
        }
        self.left -= share;
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_sessions_begin_in_a_day_than_discord_allows_to_all_processes() {
        let now = Instant::now();
        let renewed = now + Duration::from_secs(60);
        let starts = || Starts { left: 10, total: 1000, renewed };
        let begun = |mut starts: Starts, processes: usize, at: Instant| {
            (0..2000).take_while(|_| starts.take(processes, at).is_none()).count()
        };
        assert_eq!([1, 2, 3].map(|it| begun(starts(), it, now)), [10, 5, 3]);
        assert_eq!(starts().take(11, now), Some(renewed));
        assert_eq!([1, 4].map(|it| begun(starts(), it, renewed)), [1000, 250]);
    }
}
