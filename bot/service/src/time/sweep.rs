//! Deletes codes that are no longer valid, and pings that no longer count.
use model::time::HOUR;
use store::{StoreError, TimeMark};

use crate::Service;

/// Seconds between two times.
const EVERY: i64 = HOUR / 6;

impl Service {
    /// Deletes what is no longer valid, in a transaction of its own: requests of another process may
    /// hold such rows, and none of them has to wait for this.
    pub(crate) fn sweep_codes(&mut self, now: i64) -> Result<(), StoreError> {
        let last = self.store.transaction(|tx| tx.moment(TimeMark::SweptCodes))?;
        if last.is_some_and(|last| (last..last + EVERY).contains(&now)) {
            return Ok(());
        }
        self.store.transaction(|tx| {
            tx.forget_old_codes(now)?;
            tx.forget_pings(now - HOUR)?;
            tx.set_moment(TimeMark::SweptCodes, now)
        })
    }
}
