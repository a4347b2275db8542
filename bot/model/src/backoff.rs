//! When to try again: one law for every server that the bot stays connected to, and for what failed.
use std::time::{Duration, Instant};

use rand::RngExt as _;

/// The pauses between attempts to connect to one server.
#[derive(Clone, Copy, Debug)]
pub struct Pauses {
    /// After the first failure. Each further one doubles it.
    pub shortest: Duration,
    pub longest: Duration,
    /// How long a connection has to work until earlier failures are forgotten.
    pub held: Duration,
}

/// Returns a pause that every failure but the first has doubled, up to the longest.
pub fn doubled(shortest: Duration, failures: u32, longest: Duration) -> Duration {
    shortest.saturating_mul(2_u32.saturating_pow(failures)).min(longest)
}

/// Counts the failures of one connection and says how long to wait before the next attempt.
#[derive(Clone, Debug)]
pub struct Backoff {
    pauses: Pauses,
    /// How often it has failed since it last held.
    failures: u32,
    /// Since when the present connection works.
    works_since: Option<Instant>,
}

impl Backoff {
    pub const fn new(pauses: Pauses) -> Backoff {
        Backoff { pauses, failures: 0, works_since: None }
    }

    /// Records that the present connection works. Connecting isn't enough: the server must have done
    /// what it is for.
    pub fn works(&mut self, now: Instant) {
        self.works_since.get_or_insert(now);
    }

    /// Forgets earlier failures though the connection hasn't held yet, where connecting again costs the server nothing.
    pub fn forgive(&mut self) {
        self.failures = 0;
    }

    /// Records that an attempt failed or a connection ended. Returns how long to wait before the next
    /// attempt: not at all after a connection that held, otherwise longer each time.
    ///
    /// `chance` is a random number from 0 to 1. It decides half of the pause, so that not everybody
    /// who lost the same server comes back at the same moment.
    pub(crate) fn pause(&mut self, now: Instant, chance: f64) -> Duration {
        let Pauses { shortest, longest, held } = self.pauses;
        let worked = self.works_since.take();
        if worked.is_some_and(|since| held <= now.saturating_duration_since(since)) {
            self.failures = 0;
            return Duration::ZERO;
        }
        let pause = doubled(shortest, self.failures, longest);
        self.failures = self.failures.saturating_add(1);
        pause.mul_f64(0.5 + chance / 2.0)
    }

    /// Does the same for now, by chance.
    pub fn next_pause(&mut self) -> Duration {
        self.pause(Instant::now(), rand::rng().random())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAUSES: Pauses = Pauses {
        shortest: Duration::from_secs(1),
        longest: Duration::from_secs(120),
        held: Duration::from_secs(30),
    };

    #[test]
    fn each_failure_doubles_the_pause_up_to_a_limit_and_half_of_it_is_chance() {
        let now = Instant::now();
        let pauses = |chance: f64| {
            let mut backoff = Backoff::new(PAUSES);
            [(); 9].map(|()| backoff.pause(now, chance).as_secs_f64())
        };
        assert_eq!(pauses(1.0), [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 120.0, 120.0]);
        assert_eq!(pauses(0.0), [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0]);
    }

    #[test]
    fn a_server_that_lets_in_and_closes_at_once_is_asked_less_and_less_often() {
        let mut backoff = Backoff::new(PAUSES);
        let mut now = Instant::now();
        let (mut connections, end) = (0, now + Duration::from_secs(24 * 3600));
        while now < end {
            connections += 1;
            backoff.works(now);
            now += backoff.pause(now, 0.5);
        }
        // Discord lets a bot begin a thousand sessions a day.
        assert!(connections < 1000, "{connections}");
        assert_eq!(backoff.pause(now, 1.0), PAUSES.longest);
    }

    #[test]
    fn only_a_connection_that_held_is_made_anew_at_once_and_only_once() {
        let mut backoff = Backoff::new(PAUSES);
        let began = Instant::now();
        for _ in 0..5 {
            backoff.pause(began, 1.0);
        }
        backoff.works(began);
        // What works still doesn't begin anew.
        backoff.works(began + PAUSES.held / 2);
        assert_eq!(backoff.pause(began + PAUSES.held, 1.0), Duration::ZERO);
        assert_eq!(backoff.pause(began + PAUSES.held, 1.0), PAUSES.shortest);
        backoff.works(began);
        let early = began + PAUSES.held - Duration::from_millis(1);
        assert_eq!(backoff.pause(early, 1.0), PAUSES.shortest * 2);
    }

    #[test]
    fn where_connecting_again_is_free_the_pauses_do_not_grow() {
        let mut backoff = Backoff::new(PAUSES);
        let now = Instant::now();
        for _ in 0..9 {
            backoff.works(now);
            backoff.forgive();
            assert_eq!(backoff.pause(now, 1.0), PAUSES.shortest);
        }
    }

    #[test]
    fn failures_without_end_never_overflow() {
        let mut backoff = Backoff::new(PAUSES);
        for _ in 0..100 {
            assert!(backoff.pause(Instant::now(), 1.0) <= PAUSES.longest);
        }
    }
}
