//! Detects outages, which cost nobody time, and clocks that were set back.
use engine::seat::Seat;
use store::{StoreError, TimeMark, Tx};

use crate::{
    Service, TICK,
    context::seam::{Hooks, TimeGap},
};

/// Seconds between stored signs of life.
const BEAT: i64 = 20;
/// Seconds without a sign of life that count as an outage while the program runs: three ticks.
/// After a start, any gap counts.
const OUTAGE: i64 = 3 * TICK.as_secs() as i64;
/// How far the clock has to be set back to be followed, in seconds; smaller differences are waited
/// for.
const PUT_BACK: i64 = 120;

/// When the bot was last alive, in Unix seconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outage {
    /// None before the first sign since the start.
    seen: Option<i64>,
    /// The last stored sign.
    kept: Option<i64>,
}

impl Service {
    /// Records that the clock was moved to `now` on purpose, which isn't an outage.
    pub fn moved_on(&mut self, now: i64) -> Result<(), StoreError> {
        self.alive = Outage { seen: Some(now), kept: Some(now) };
        self.store.transaction(|tx| tx.set_moment(TimeMark::ALIVE, now))
    }

    /// Records a sign of life. After an outage, that time is left out of every running match, and
    /// challenges stay open longer. If the clock was set back, all times are moved back.
    pub fn wake(&mut self, now: i64) -> Result<(), StoreError> {
        let Outage { seen, kept } = self.alive;
        let with_others = 1 < self.peers;
        let least = match (seen, with_others) {
            // The others' last sign may be that old.
            (_, true) => OUTAGE + BEAT,
            (Some(_), false) => OUTAGE,
            (None, false) => 1,
        };
        let last = match seen {
            Some(seen) if now - seen < least => Some(seen),
            Some(seen) if self.store.member().is_none() => Some(seen),
            _ => self.store.transaction(|tx| tx.moment(TimeMark::ALIVE))?.max(seen),
        };
        let gap = last.map_or(0, |last| now - last);
        // The clocks of several machines needn't agree.
        let is_put_back = !with_others && gap <= -PUT_BACK;
        if let Some(last) = last.filter(|_| least <= gap || is_put_back) {
            let (features, figures) = (self.memory.features, self.metrics());
            self.store.transaction(|tx| {
                // Another process may have done it.
                if tx
                    .moment(TimeMark::ALIVE)?
                    .is_some_and(|alive| last < alive && now - alive < least)
                {
                    return Ok(());
                }
                tracing::info!(seconds = gap, "time is left out of every clock");
                leave_out(tx, last, now)?;
                let gap = TimeGap { from: last, to: now };
                Hooks { tx, features, figures: &figures }.time_left_out(&gap)?;
                tx.set_moment(TimeMark::ALIVE, now)
            })?;
            self.alive = Outage { seen: Some(now), kept: Some(now) };
            return Ok(());
        }
        // A request may be slightly older than the tick before it.
        let now = last.map_or(now, |it| it.max(now));
        let is_kept = kept.is_some_and(|kept| (kept..kept + BEAT).contains(&now));
        if !is_kept {
            self.store.transaction(|tx| tx.set_moment(TimeMark::ALIVE, now))?;
        }
        self.alive = Outage { seen: Some(now), kept: if is_kept { kept } else { Some(now) } };
        Ok(())
    }
}

/// Leaves out the time between two moments, or moves times back with the clock.
fn leave_out(tx: &Tx<'_>, last: i64, now: i64) -> Result<(), StoreError> {
    let gap = now - last;
    let (running, unreadable) = tx.readable_running()?;
    if 0 < unreadable {
        // They are due as they are, and fail by themselves.
        tracing::error!(unreadable, "matches can't be read; no time is left out in them");
    }
    for mut row in running {
        match gap {
            ..0 => row.timer.set_back(-gap),
            0.. => row.timer.leave_out(last, now),
        }
        for seat in Seat::BOTH {
            row.nudges.get_mut(seat).leave_out(gap);
        }
        // Checked again at once.
        row.due = row.due.map(|_| now);
        tx.update_match(&row)?;
    }
    if gap < 0 {
        tx.set_back_moments(now, -gap)?;
        tx.set_back_snoozes(now, -gap)?;
        tx.set_back_codes(-gap)?;
        tx.set_back_pings(-gap)?;
    }
    tx.put_off_challenges(gap)
}
