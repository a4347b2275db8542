//! Signs of life: the time when the bot was not there costs nobody anything, and a clock put back changes nothing.
use engine::seat::Seat;

use crate::service::{Service, TICK};
use crate::store::{StoreError, Tx};

/// The name under which it is kept when the bot was last seen alive.
const ALIVE: &str = "alive";

/// Seconds for which a kept sign of life is good.
const BEAT: i64 = 20;
/// Seconds without a sign of life that are an outage while the program runs: three ticks. After a start any time is one.
const OUTAGE: i64 = 3 * TICK.as_secs() as i64;
/// Seconds by which a clock has to be put back to be followed; less is waited for.
const PUT_BACK: i64 = 120;

/// When the bot was last seen alive, in Unix seconds.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::service) struct Alive {
    /// Nothing before the first sign since the start.
    seen: Option<i64>,
    /// The last sign that was kept.
    kept: Option<i64>,
}

impl Service {
    /// Takes note that the clock was moved on to `now` on purpose: that is no outage.
    ///
    /// # Errors
    /// When the store fails.
    pub fn moved_on(&mut self, now: i64) -> Result<(), StoreError> {
        self.alive = Alive { seen: Some(now), kept: Some(now) };
        self.store.transaction(|tx| tx.set_moment(ALIVE, now))
    }

    /// Notes that the bot is alive. After a time when it was not, that time costs nobody anything: it is left out of every
    /// running match, and challenges stay open for longer. Where the clock was put back, all that was counted by it goes back.
    pub(in crate::service) fn wake(&mut self, now: i64) -> Result<(), StoreError> {
        let Alive { seen, kept } = self.alive;
        let least = if seen.is_some() { OUTAGE } else { 1 };
        let last = match seen {
            Some(it) => Some(it),
            None => self.store.transaction(|tx| tx.moment(ALIVE))?,
        };
        let gap = last.map_or(0, |it| now - it);
        if let Some(last) = last.filter(|_| least <= gap || gap <= -PUT_BACK) {
            tracing::info!(seconds = gap, "time is left out of every clock");
            self.store.transaction(|tx| {
                leave_out(tx, last, now)?;
                tx.set_moment(ALIVE, now)
            })?;
            if gap < 0 {
                self.brakes.clear();
            }
            self.alive = Alive { seen: Some(now), kept: Some(now) };
            return Ok(());
        }
        // A request may be a moment older than the tick before it.
        let now = last.map_or(now, |it| it.max(now));
        let is_kept = kept.is_some_and(|it| (it..it + BEAT).contains(&now));
        if !is_kept {
            self.store.transaction(|tx| tx.set_moment(ALIVE, now))?;
        }
        self.alive = Alive { seen: Some(now), kept: if is_kept { kept } else { Some(now) } };
        Ok(())
    }
}

/// Leaves out the time between two moments, or follows a clock that was put back from one to the other.
fn leave_out(tx: &Tx<'_>, last: i64, now: i64) -> Result<(), StoreError> {
    let gap = now - last;
    for mut row in tx.running()? {
        match gap {
            ..0 => row.timer.set_back(-gap),
            0.. => row.timer.leave_out(last, now),
        }
        for seat in Seat::BOTH {
            row.nudges.get_mut(seat).leave_out(gap);
        }
        // Looked at again at once.
        row.due = row.due.map(|_| now);
        tx.update_match(&row)?;
    }
    if gap < 0 {
        tx.set_back_vacations(last, -gap)?;
        tx.set_back_moments(now, -gap)?;
        tx.set_back_snoozes(now, -gap)?;
    }
    tx.put_off_challenges(gap)
}
