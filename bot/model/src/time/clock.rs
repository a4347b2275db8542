//! The clock of a match: how much time there is, and what happens when it runs out.
use serde::{Deserialize, Serialize};

use super::{DAY, HOUR, MINUTE, duration, length};

/// The most time a clock may hold, in seconds.
const LONGEST: i64 = 60 * DAY;

/// The longest allowance for a choice out of turn, in seconds.
const ASIDE: i64 = DAY;

/// A clock. Each side has a bank of time, and gains some with each turn it ends. All times are in
/// seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    /// The starting time.
    pub start: i64,
    /// The gain of each turn.
    pub more: i64,
    /// The most a bank holds; at least `start`.
    pub cap: i64,
    /// Whether the bot ends the match when time runs out; otherwise the other side may claim it.
    pub hard: bool,
}

/// A clock with a name.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    pub name: &'static str,
    pub clock: Clock,
}

/// Why words aren't a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockError {
    Unreadable,
    /// It holds less than a minute or more than 60 days.
    OutOfReach,
    CapBelowStart,
}

/// The named clocks, fastest first.
pub const PRESETS: &[Preset] = &[
    Preset { name: "live", clock: bank(20 * MINUTE, MINUTE, 30 * MINUTE) },
    Preset { name: "fast", clock: bank(12 * HOUR, 3 * HOUR, DAY) },
    Preset { name: "daily", clock: Clock::daily() },
    Preset { name: "usual", clock: Clock::usual() },
    Preset { name: "slow", clock: bank(7 * DAY, 2 * DAY, 14 * DAY) },
];

const fn bank(start: i64, more: i64, cap: i64) -> Clock {
    Clock { start, more, cap, hard: false }
}

impl Clock {
    /// Returns the default clock: three days, one more a turn, at most five.
    pub const fn usual() -> Clock {
        bank(3 * DAY, DAY, 5 * DAY)
    }

    /// Returns the default clock of a quick match: a day for each turn.
    pub const fn daily() -> Clock {
        Clock::a_turn(DAY)
    }

    /// Returns the clock with `time` seconds for each turn.
    pub const fn a_turn(time: i64) -> Clock {
        bank(time, time, time)
    }

    /// Reads a clock: a name such as `slow`, a time for each turn such as `2d`, or a bank such as
    /// `3d+1d/5d` (starts with three days, gains one a turn, holds five; without the last part, two
    /// gains above the start). None for `none`.
    ///
    /// # Errors
    /// If the words are none of these, or the times are out of range.
    pub fn read(text: &str) -> Result<Option<Clock>, ClockError> {
        let text = text.trim().to_lowercase();
        if ["none", "off", "no"].contains(&text.as_str()) {
            return Ok(None);
        }
        if let Some(preset) = PRESETS.iter().find(|it| it.name == text) {
            return Ok(Some(preset.clock));
        }
        let time = |text: &str| length(text).ok_or(ClockError::Unreadable);
        let clock = match text.split_once('+') {
            None => Clock::a_turn(time(&text)?),
            Some((start, rest)) => {
                let (more, cap) = match rest.split_once('/') {
                    Some((more, cap)) => (more, Some(time(cap)?)),
                    None => (rest, None),
                };
                let (start, more) = (time(start)?, time(more)?);
                let cap = cap.unwrap_or(more.saturating_mul(2).saturating_add(start).min(LONGEST));
                bank(start, more, cap)
            }
        };
        let Clock { start, more, cap, hard: _ } = clock;
        match () {
            () if start < MINUTE || LONGEST < start.max(more).max(cap) => {
                Err(ClockError::OutOfReach)
            }
            () if cap < start => Err(ClockError::CapBelowStart),
            () => Ok(Some(clock)),
        }
    }

    /// Returns the time for one turn: what a turn gains, or the whole time if it gains nothing.
    pub(crate) fn a_move(&self) -> i64 {
        if 0 < self.more { self.more.min(self.cap) } else { self.start }
    }

    /// Returns the time for a choice out of turn: a day, or a third of a faster clock.
    pub fn aside(&self) -> i64 {
        ASIDE.min(self.start / 3)
    }

    /// Returns the bank after a turn that ended with `left` seconds in it.
    pub(crate) fn gained(&self, left: i64) -> i64 {
        let left = left.max(0);
        left.max((left + self.more).min(self.cap))
    }
}

impl std::fmt::Display for Clock {
    /// Writes the clock as commitments and exported files hold it: `2 days a move`, `3 days + 1 day
    /// a move up to 5 days`. This form must not change; people see that of [`super::clock`].
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Clock { start, more, cap, hard } = *self;
        let [first, gain, most] = [start, more, cap].map(duration);
        if start == more && start == cap {
            write!(f, "{gain} a move")?
        } else {
            write!(f, "{first} + {gain} a move up to {most}")?
        }
        f.write_str(if hard { " (hard)" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Clock {
        Clock::read(text).unwrap().unwrap()
    }

    #[test]
    fn clocks_are_read_by_name_by_turn_and_as_banks() {
        assert_eq!(read("usual"), read("3d+1d/5d"));
        assert_eq!(read("3d+1d"), read("usual"), "two turns' worth above the start");
        assert_eq!(read("Daily"), Clock::a_turn(DAY));
        assert_eq!(read("36h").to_string(), "1 day 12 hours a move");
        assert_eq!(read("2d").to_string(), "2 days a move");
        assert_eq!(
            read("3 days + 1 day / 5 days").to_string(),
            "3 days + 1 day a move up to 5 days"
        );
        assert_eq!(Clock::read("none"), Ok(None));
        let hard = Clock { hard: true, ..read("1d") };
        assert_eq!(hard.to_string(), "1 day a move (hard)");
    }

    #[test]
    fn impossible_clocks_are_no_clocks() {
        for (text, why) in [
            ("", ClockError::Unreadable),
            ("0d", ClockError::Unreadable),
            ("-3d", ClockError::Unreadable),
            ("3d+", ClockError::Unreadable),
            ("3d+1d/", ClockError::Unreadable),
            ("3d+1d/5d/6d", ClockError::Unreadable),
            ("sometime", ClockError::Unreadable),
            ("1s", ClockError::OutOfReach),
            ("61d", ClockError::OutOfReach),
            ("3d+99d/60d", ClockError::OutOfReach),
            ("3d+1d/99999d", ClockError::OutOfReach),
            ("3d+1d/2d", ClockError::CapBelowStart),
        ] {
            assert_eq!(Clock::read(text), Err(why), "{text}");
        }
    }

    #[test]
    fn every_preset_is_a_clock_one_may_agree_on() {
        for Preset { name, clock } in PRESETS {
            let Clock { start, more, cap, hard } = clock;
            assert!(MINUTE <= *start && start <= cap && *cap <= LONGEST && !hard, "{name}");
            assert!(0 < *more && 0 < clock.aside() && clock.aside() < *start, "{name}");
        }
        assert_eq!(Clock::read("usual"), Ok(Some(Clock::usual())));
    }

    #[test]
    fn a_bank_gains_up_to_its_cap() {
        let usual = read("usual");
        assert_eq!(usual.gained(3 * DAY), 4 * DAY);
        assert_eq!(usual.gained(5 * DAY - 10), 5 * DAY);
        assert_eq!(usual.gained(-DAY), DAY, "what is overdrawn is forgiven");
        assert_eq!(Clock::a_turn(DAY).gained(5), DAY);
    }
}
