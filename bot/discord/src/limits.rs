//! Discord's rate limits. Each request reserves a slot first, so that waiting requests are never
//! all sent at once.
use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use reqwest::header::HeaderMap;
use serenity::http::{RatelimitingBucket, Route};
use tokio::{
    sync::Notify,
    time::{Instant, timeout_at},
};

/// How many buckets to keep before dropping expired ones.
const MOST_LIMITS: usize = 512;
/// The maximum number of requests per second over all processes of the bot, not counting answers to interactions. Discord
/// allows 50.
const A_SECOND: usize = 45;
/// The maximum for a process that the others may not know of yet.
const UNKNOWN_TO_OTHERS: usize = 5;
const SECOND: Duration = Duration::from_secs(1);
/// The longest wait when nothing says when a slot will be free.
const LOOK_AGAIN: Duration = Duration::from_secs(5);

/// A bucket: requests that share a rate limit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Limit {
    Bucket(RatelimitingBucket),
    /// Answers to an interaction have limits of their own, outside the global one.
    Answer {
        token: String,
        first: bool,
    },
}

/// All rate limits.
#[derive(Default)]
pub(super) struct Limits {
    all: Mutex<All>,
    /// Notified when a slot becomes free.
    free: Notify,
}

struct All {
    gates: HashMap<Limit, Gate>,
    /// How many requests this process may send in a second.
    a_second: usize,
    /// When the requests of the last second were sent.
    sent: VecDeque<Instant>,
    /// Only answers to interactions are sent before this time.
    closed: Option<Instant>,
}

impl Default for All {
    fn default() -> All {
        All { gates: HashMap::new(), a_second: A_SECOND, sent: VecDeque::new(), closed: None }
    }
}

/// The known state of one rate limit.
#[derive(Default)]
struct Gate {
    /// Requests left until `resets`; unknown before the first response of a period.
    left: Option<f64>,
    resets: Option<Instant>,
    /// No requests are sent before this time.
    closed: Option<Instant>,
    /// Requests in flight.
    flying: u32,
}

/// A slot reserved for one request, released when dropped.
pub(super) struct Reserved<'a> {
    limits: &'a Limits,
    limit: Limit,
}

impl Limit {
    /// Returns the bucket of a request.
    pub(super) fn of(route: &Route<'_>) -> Limit {
        match *route {
            Route::InteractionResponse { token, .. } => {
                Limit::Answer { token: token.to_owned(), first: true }
            }
            // serenity counts these per application; Discord counts each token.
            Route::WebhookOriginalInteractionResponse { token, .. }
            | Route::WebhookFollowupMessages { token, .. } => {
                Limit::Answer { token: token.to_owned(), first: false }
            }
            ref other => Limit::Bucket(other.ratelimiting_bucket()),
        }
    }

    fn is_answer(&self) -> bool {
        matches!(self, Limit::Answer { .. })
    }
}

impl Limits {
    /// Waits for a slot until a deadline. Returns `None` if there is none by then.
    pub(super) async fn take(&self, limit: &Limit, until: Option<Instant>) -> Option<Reserved<'_>> {
        loop {
            let freed = self.free.notified();
            let opens = match self.locked().take(limit, Instant::now()) {
                Ok(()) => return Some(Reserved { limits: self, limit: limit.clone() }),
                Err(opens) => opens,
            };
            let now = Instant::now();
            let look_again = match opens {
                Some(opens) if until.is_some_and(|it| it <= opens) => return None,
                Some(opens) => opens,
                None => now + LOOK_AGAIN,
            };
            if until.is_some_and(|it| it <= now) {
                return None;
            }
            // Wake up at whichever comes first, then check again.
            drop(timeout_at(until.map_or(look_again, |it| it.min(look_again)), freed).await);
        }
    }

    /// Reads the rate limit headers of a response.
    pub(super) fn read(&self, limit: &Limit, headers: &HeaderMap) {
        let number = |name: &str| headers.get(name)?.to_str().ok()?.parse::<f64>().ok();
        if let (Some(left), Some(after)) =
            (number("x-ratelimit-remaining"), number("x-ratelimit-reset-after"))
        {
            let now = Instant::now();
            let mut all = self.locked();
            all.gates.entry(limit.clone()).or_default().learn(left, now, seconds_of(after));
        }
    }

    /// Closes a bucket, or the global limit, until a time.
    pub(super) fn close(&self, limit: &Limit, everything: bool, until: Instant) {
        let mut all = self.locked();
        let closed = if everything && !limit.is_answer() {
            &mut all.closed
        } else {
            &mut all.gates.entry(limit.clone()).or_default().closed
        };
        *closed = Some(closed.map_or(until, |it| it.max(until)));
    }

    /// Keeps to the share of one of several processes.
    pub(super) fn share_with(&self, processes: usize) {
        self.locked().a_second = share(processes);
    }

    /// Keeps to what is left until the other processes know of this one.
    pub(super) fn begin_among_others(&self) {
        self.locked().a_second = UNKNOWN_TO_OTHERS;
    }

    fn locked(&self) -> MutexGuard<'_, All> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Reserved<'_> {
    fn drop(&mut self) {
        if let Some(gate) = self.limits.locked().gates.get_mut(&self.limit) {
            gate.flying = gate.flying.saturating_sub(1);
        }
        self.limits.free.notify_waiters();
    }
}

impl All {
    /// Reserves a slot.
    ///
    /// # Errors
    /// The time of the next slot; `None` if that depends on requests in flight.
    fn take(&mut self, limit: &Limit, now: Instant) -> Result<(), Option<Instant>> {
        if MOST_LIMITS < self.gates.len() {
            self.gates.retain(|_, it| !it.is_over(now));
        }
        if !limit.is_answer() {
            if let Some(closed) = self.closed.filter(|it| now < *it) {
                return Err(Some(closed));
            }
            while self.sent.front().is_some_and(|sent| *sent + SECOND <= now) {
                self.sent.pop_front();
            }
            if let Some(first) = self.sent.front().filter(|_| self.a_second <= self.sent.len()) {
                return Err(Some(*first + SECOND));
            }
        }
        self.gates.entry(limit.clone()).or_default().take(now)?;
        if !limit.is_answer() {
            self.sent.push_back(now);
        }
        Ok(())
    }
}

impl Gate {
    fn take(&mut self, now: Instant) -> Result<(), Option<Instant>> {
        if let Some(closed) = self.closed.filter(|it| now < *it) {
            return Err(Some(closed));
        }
        self.closed = None;
        if self.resets.is_some_and(|it| it <= now) {
            self.left = None;
            self.resets = None;
        }
        // One request at a time until a response of this period says how many are left. With a
        // sliding window it may be fewer than at the start of the last period.
        let left = self.left.unwrap_or(1.0) - f64::from(self.flying);
        if left < 1.0 {
            return Err(self.resets);
        }
        self.flying += 1;
        Ok(())
    }

    fn learn(&mut self, left: f64, now: Instant, after: Duration) {
        let same = self.resets.is_some_and(|it| now < it);
        // Responses can arrive out of order, so within a period the smallest number is the latest.
        self.left = Some(match self.left {
            Some(before) if same => before.min(left),
            Some(_) | None => left,
        });
        if !same {
            self.resets = Some(now + after);
        }
    }

    fn is_over(&self, now: Instant) -> bool {
        let past = |moment: Option<Instant>| moment.is_none_or(|it| it <= now);
        self.flying == 0 && past(self.closed) && past(self.resets)
    }
}

/// Returns how many requests one of several processes may send in a second.
fn share(processes: usize) -> usize {
    (A_SECOND / processes.max(1)).max(1)
}

/// Converts a number of seconds from a response.
pub(super) fn seconds_of(seconds: f64) -> Duration {
    const LONGEST: f64 = 3600.0;
    Duration::try_from_secs_f64(seconds.clamp(0.0, LONGEST)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serenity::model::id::{ChannelId, MessageId};

    use super::*;

    fn edits() -> Limit {
        let (channel_id, message_id) = (ChannelId::new(1), MessageId::new(2));
        Limit::of(&Route::ChannelMessage { channel_id, message_id })
    }

    #[test]
    fn one_goes_before_anything_is_known_and_then_as_many_as_there_is_room_for() {
        let mut gate = Gate::default();
        let now = Instant::now();
        assert!(gate.take(now).is_ok());
        assert!(gate.take(now).is_err(), "the first is under way");
        gate.learn(4.0, now, Duration::from_secs(5));
        gate.flying = 0;
        for _ in 0..4 {
            assert!(gate.take(now).is_ok());
        }
        let opens = gate.take(now).unwrap_err().expect("the end of the stretch");
        assert_eq!(opens, now + Duration::from_secs(5));
        gate.flying = 0;
        gate.learn(0.0, now, Duration::from_secs(5));
        assert!(gate.take(now).is_err());
        // The next period starts like the first one: one request at a time.
        assert!(gate.take(opens).is_ok() && gate.take(opens).is_err());
        gate.flying = 0;
        gate.learn(1.0, opens, Duration::from_secs(1));
        assert!(gate.take(opens).is_ok() && gate.take(opens).is_err());
    }

    #[test]
    fn answers_that_overtake_each_other_give_no_room_that_is_not_there() {
        let mut gate = Gate::default();
        let now = Instant::now();
        gate.learn(1.0, now, Duration::from_secs(5));
        gate.learn(3.0, now, Duration::from_secs(5));
        assert_eq!(gate.left, Some(1.0));
    }

    #[test]
    fn no_more_go_in_a_second_than_discord_takes_and_answers_are_not_counted() {
        let mut all = All::default();
        let now = Instant::now();
        let other = |n: u64| Limit::of(&Route::ChannelMessages { channel_id: ChannelId::new(n) });
        let gone = (1..100).filter(|&n| all.take(&other(n), now).is_ok()).count();
        assert_eq!(gone, A_SECOND);
        let answer = Limit::Answer { token: "t".to_owned(), first: true };
        assert!(all.take(&answer, now).is_ok());
        assert!(all.take(&edits(), now + SECOND).is_ok());
    }

    #[test]
    fn processes_together_send_no_more_than_one_alone() {
        assert_eq!(share(1), A_SECOND);
        for processes in 2..=A_SECOND {
            assert!(0 < share(processes) && processes * share(processes) <= A_SECOND);
        }
        const { assert!(A_SECOND + UNKNOWN_TO_OTHERS <= 50) };
        let now = Instant::now();
        let limits = Limits::default();
        limits.share_with(3);
        let other = |n: u64| Limit::of(&Route::ChannelMessages { channel_id: ChannelId::new(n) });
        let sent =
            |from: u64| (from..from + 99).filter(|&n| limits.locked().take(&other(n), now).is_ok());
        assert_eq!(sent(1).count(), 15);
        limits.share_with(1);
        assert_eq!(sent(100).count(), 30, "fewer processes leave more for each");
    }

    #[tokio::test]
    async fn whoever_waits_goes_when_another_one_is_back() {
        let limits = Limits::default();
        let first = limits.take(&edits(), None).await.unwrap();
        assert!(limits.take(&edits(), Some(Instant::now())).await.is_none());
        let limit = edits();
        let (second, ()) = tokio::join!(limits.take(&limit, None), async { drop(first) });
        assert!(second.is_some());
        limits.close(&edits(), false, Instant::now() + Duration::from_secs(60));
        drop(second);
        assert!(limits.take(&edits(), Some(Instant::now())).await.is_none());
    }
}
