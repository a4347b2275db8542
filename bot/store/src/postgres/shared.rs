//! Transactions on a server, also where several processes write.
use std::{cell::RefCell, thread, time::Duration};

use rand::RngExt as _;
use sha2::{Digest as _, Sha256};

use super::{
    link::{Clash, Link},
    open::ServerDatabase,
    transaction::{BEGIN, NUMBER, ServerTransaction},
};
use crate::{StoreError, Subject, ThisProcess, Tx};

/// How often a transaction is tried that clashes with those of other processes.
const TRIES: u32 = 60;

/// How often it is tried beside the others. Then it waits until they have ended, and they wait for it.
const BESIDE: u32 = 2;

/// How many of these a clash over a key costs: it may be a bug, which would stay.
const OVER_A_KEY: u32 = 12;

/// The longest pause between two tries.
const LONGEST_PAUSE: Duration = Duration::from_millis(50);

/// Tells the locks of subjects from those of other programs.
const SUBJECTS: i64 = 0x4472_6775_0000_0000;

/// The lock that a transaction has alone if it clashes again and again, and others share. It comes before those of subjects.
const TURN: i64 = SUBJECTS - 1;

impl ServerDatabase {
    /// Runs `f` in a transaction: committed if `f` returns `Ok`, rolled back otherwise. It is run
    /// again if another process was in the way.
    pub(crate) fn transaction<T, E: From<StoreError>>(
        &self,
        own: &ThisProcess,
        subjects: &[Subject<'_>],
        mut f: impl FnMut(&Tx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        if !self.is_shared() {
            return self.transaction_once(own, f);
        }
        let (mut tries, mut pause) = (0, Duration::from_millis(2));
        loop {
            let how = if tries < BESIDE { RunsAs::Beside } else { RunsAs::Alone };
            let locks = self.wait_for(how, subjects)?;
            self.take_clash();
            let done = run(own, locks.transaction()?, &mut f);
            tries += match (done, self.take_clash()) {
                (Err(_), Some(Clash::Order)) if tries < TRIES => 1,
                (Err(_), Some(Clash::Key)) if tries < TRIES => OVER_A_KEY,
                (done, _) => return done,
            };
            drop(locks);
            thread::sleep(pause.mul_f64(rand::rng().random_range(0.2..1.0)));
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Does the same, but `f` runs once.
    pub(crate) fn transaction_once<T, E: From<StoreError>>(
        &self,
        own: &ThisProcess,
        f: impl FnOnce(&Tx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        run(own, self.begin()?, f)
    }

    /// Waits until no other process handles one of these subjects, or anything at all, and begins a transaction then. The locks are
    /// only taken to wait instead of clashing; without them the result would be the same.
    fn wait_for(
        &self,
        how: RunsAs,
        subjects: &[Subject<'_>],
    ) -> Result<TakenLocks<'_>, StoreError> {
        let mut keys: Vec<i64> = subjects.iter().map(key).collect();
        // The same order everywhere, so that nobody waits in a circle.
        keys.sort_unstable();
        keys.dedup();
        let mut locks = TakenLocks { server: self, free: RefCell::default(), begun: None };
        if keys.is_empty() && how == RunsAs::Beside {
            return Ok(locks);
        }
        let of_turn = match how {
            RunsAs::Beside => "_shared",
            RunsAs::Alone => "",
        };
        let subjects = |function: &str| -> String {
            keys.iter().map(|key| format!("SELECT {function}({key});")).collect()
        };
        // What is read for a lock is no part of the transaction.
        let take = format!(
            "SELECT pg_advisory_lock{of_turn}({TURN});{}BEGIN;COMMIT;{BEGIN};{NUMBER}",
            subjects("pg_advisory_lock")
        );
        // It goes on behind a commit.
        let free = format!(
            ";{}SELECT pg_advisory_unlock{of_turn}({TURN})",
            subjects("pg_advisory_unlock")
        );
        match self.on_link(|link| link.plain(&take)) {
            Ok(numbers) => locks.begun = numbers.into_iter().next_back(),
            // If somebody holds one for long, the transaction finds out by itself.
            Err(StoreError::Busy(_)) => {}
            Err(err) => return Err(err),
        }
        locks.free.replace(free);
        Ok(locks)
    }
}

/// How a transaction runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RunsAs {
    Beside,
    Alone,
}

/// Runs `f` in a transaction.
fn run<T, E: From<StoreError>>(
    own: &ThisProcess,
    transaction: ServerTransaction<'_>,
    f: impl FnOnce(&Tx<'_>) -> Result<T, E>,
) -> Result<T, E> {
    let tx = Tx::remote(transaction, own);
    let value = f(&tx)?;
    tx.commit()?;
    Ok(value)
}

/// Locks that are freed with the commit, or when this is dropped.
pub(super) struct TakenLocks<'a> {
    server: &'a ServerDatabase,
    /// The statements that free them; one that wasn't taken stays as it is.
    pub(super) free: RefCell<String>,
    /// The number of the transaction that was begun with them.
    begun: Option<String>,
}

impl TakenLocks<'_> {
    /// Returns the transaction that was begun, or begins one.
    fn transaction(&self) -> Result<ServerTransaction<'_>, StoreError> {
        match &self.begun {
            Some(number) => Ok(self.server.begun(number, self)),
            None => self.server.begin(),
        }
    }
}

impl Drop for TakenLocks<'_> {
    fn drop(&mut self) {
        let free = self.free.take();
        if !free.is_empty() && self.server.on_open_link(|link| link.plain(&free).is_err()) {
            // With the connection the locks end.
            self.server.give_up_link();
        }
    }
}

/// Returns the number of a subject's lock.
fn key(of: &Subject<'_>) -> i64 {
    let named = match of {
        Subject::Room(chat, handle) => format!("room/{}/{handle}", chat.name()),
        Subject::Person(chat, handle) => format!("person/{}/{handle}", chat.name()),
        Subject::Match(id) => format!("match/{}", id.0),
    };
    let hash = Sha256::digest(named.as_bytes());
    SUBJECTS | hash.iter().take(4).fold(0, |key, &byte| key << 8 | i64::from(byte))
}

impl ServerDatabase {
    /// Uses the connection, which is made anew if it is broken.
    pub(super) fn on_link<T>(
        &self,
        call: impl Fn(&mut Link) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut link = self.open_link()?;
        let done = link.as_mut().map_or(Err(StoreError::Undone), &call);
        match done {
            // The server may have closed it since the last request.
            Err(StoreError::Lost { .. }) => call(link.insert(self.connect()?)),
            other => other,
        }
    }
}
