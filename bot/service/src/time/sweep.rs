//! Deletes what is no longer needed: codes that have expired, pings that no longer count, ids of old messages.
use model::time::{DAY, HOUR};
use store::{StoreError, TimeMark, Tx};

use crate::{
    Service,
    context::seam::{DueJob, Hooks},
    due::is_over,
};

/// Seconds between two looks at codes.
const OFTEN: i64 = HOUR / 6;

/// How many days the id of a handled message is kept.
const REMEMBERED_DAYS: i64 = 60;

/// Deletes codes and pings. Requests of another process may hold such rows, and none of them has to wait for more than
/// this.
pub(crate) const CODES: DueJob = DueJob {
    name: "codes",
    due: |tx, now| once_every(tx, TimeMark::SWEPT_CODES, OFTEN, now),
    next: None,
    act: |service, _, now| {
        let (features, figures) = (service.memory.features, service.memory.figures.clone());
        service.store.transaction(|tx| {
            tx.forget_old_codes(now)?;
            tx.forget_pings(now - HOUR)?;
            Hooks { tx, features, figures: &figures }.lapsed(now)?;
            Ok(tx.set_moment(TimeMark::SWEPT_CODES, now)?)
        })
    },
};

/// Once a day forgets message ids, and lets features do what they do then.
pub(crate) const OLD_MESSAGES: DueJob = DueJob {
    name: "old_messages",
    due: |tx, now| once_every(tx, TimeMark::SWEPT, DAY, now),
    next: None,
    act: |service, _, now| {
        service.sweep(now)?;
        let (features, figures) = (service.memory.features, service.memory.figures.clone());
        service.store.transaction(|tx| {
            Hooks { tx, features, figures: &figures }.swept()?;
            Ok(tx.set_moment(TimeMark::SWEPT, now)?)
        })
    },
};

impl Service {
    /// Forgets message ids so old that no chat can send them again.
    pub fn sweep(&mut self, now: i64) -> Result<(), StoreError> {
        self.store.transaction(|tx| tx.forget_handled(now - REMEMBERED_DAYS * DAY))
    }
}

/// Lists one thing to do, unless it was done within so many seconds.
fn once_every(tx: &Tx<'_>, mark: TimeMark, span: i64, now: i64) -> Result<Vec<i64>, StoreError> {
    Ok(if is_over(tx, mark, span, now)? { vec![0] } else { Vec::new() })
}
