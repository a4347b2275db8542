//! What the service does when time passes, in this order: ends matches, plays defaults, deletes old
//! data.
use std::time::Duration;

use store::StoreError;

use crate::{Service, context::seam::DueJob, ratings, thinking, time, unfinished};

/// How often [`Service::tick`] must be called at least; a gap of several times this is an outage.
pub const TICK: Duration = Duration::from_secs(5);

/// All that becomes due in the kernel. A later job sees what an earlier one has done.
pub(crate) const JOBS: &[DueJob] = &[
    time::attend::MATCHES,
    unfinished::UNFINISHED,
    time::lapse::CHALLENGES,
    thinking::luck::LUCK,
    time::sweep::CODES,
    time::sweep::OLD_MESSAGES,
    ratings::standing::SEASONS,
];

/// What comes after all else: features, too, do what is due in matches.
const LAST: &DueJob = &time::attend::NEXT_LOOKS;

impl Service {
    /// Does what is due: matches end on time, defaults are played, challenges
    /// expire. It is committed, and sent to the listeners of the chats. Returns when something is
    /// next due.
    ///
    /// Call it every [`TICK`], earlier if it returned so, and whenever time has passed.
    ///
    /// # Errors
    /// If nothing can be stored now. What fails by itself costs only itself, and is tried again later.
    pub fn tick(&mut self, now: i64) -> Result<Option<i64>, StoreError> {
        let awake = self.wake(now);
        // Who waits for a thought is answered, even if only with why it can't be stored.
        self.take_thoughts(now);
        awake?;
        if self.leads {
            self.do_due(self.memory.features.due().chain([LAST]), now)
        } else {
            // Another process does it.
            Ok(None)
        }
    }
}

/// Returns how long to wait for the next tick: until something is due, in Unix seconds, and at most
/// [`TICK`].
pub fn until_tick(now_ms: i64, next: Option<i64>) -> Duration {
    let left =
        next.and_then(|next| u64::try_from(next.saturating_mul(1000).saturating_sub(now_ms)).ok());
    left.filter(|it| 0 < *it).map_or(TICK, |left| Duration::from_millis(left).min(TICK))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_tick_comes_when_something_is_due_and_never_late() {
        let ms = |now, next| until_tick(now, next).as_millis();
        assert_eq!(ms(7_250, Some(9)), 1_750, "to the very second");
        for next in [None, Some(99), Some(7), Some(i64::MIN), Some(i64::MAX)] {
            assert_eq!(ms(7_250, next), TICK.as_millis(), "{next:?}");
        }
    }
}
