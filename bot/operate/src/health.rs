//! Judges a snapshot: whether everything works and, if not, why.
use std::time::Duration;

use super::{snapshot::Snapshot, words};

/// How long a chat may be silent before that counts as a fault.
const SILENCE: Duration = Duration::from_secs(120);

/// How long a reply may wait for its chat, in seconds.
const OLDEST: i64 = 300;

/// The minimum free disk space, in bytes.
const ROOM: u64 = 100_000_000;

/// Returns the faults, each as a short phrase; empty if everything works.
pub(super) fn faults(sight: &Snapshot) -> Vec<String> {
    let mut faults = Vec::new();
    if !sight.answers {
        faults.push(words::no_answer());
    }
    for &(chat, heard) in &sight.chats {
        match heard {
            None => faults.push(words::never_heard_from(chat)),
            Some(ago) if SILENCE < ago => faults.push(words::silent(chat, ago)),
            Some(_) => {}
        }
        let (rows, age) = sight.waiting(chat);
        if OLDEST < age {
            faults.push(words::replies_wait(chat, rows, age));
        }
    }
    if let Err(err) = &sight.glance {
        faults.push(words::no_database(err));
    }
    if let Some(free) = sight.free.filter(|it| *it < ROOM) {
        faults.push(words::disk_is_full(free));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::{super::snapshot::example::well, *};
    use model::ids::Chat;
    use store::DatabaseSummary;

    fn fault(change: impl FnOnce(&mut Snapshot)) -> String {
        let mut sight = well();
        change(&mut sight);
        faults(&sight).join("; ")
    }

    #[test]
    fn each_thing_that_is_wrong_is_named() {
        assert_eq!(fault(|_| {}), "");
        assert!(fault(|sight| sight.answers = false).contains("doesn't answer"));
        assert_eq!(
            fault(|sight| sight.chats.push((Chat::Matrix, None))),
            "matrix was never heard from"
        );
        let silent = fault(|sight| sight.chats[0].1 = Some(SILENCE + Duration::from_secs(1)));
        assert_eq!(silent, "discord was last heard from 121 s ago");
        let rows = |made_at| {
            move |sight: &mut Snapshot| {
                let outbox = vec![(Chat::Discord, 3, made_at), (Chat::Matrix, 9, 1)];
                sight.glance = Ok(DatabaseSummary { outbox, ..DatabaseSummary::default() });
            }
        };
        assert_eq!(fault(rows(1_000_000 - OLDEST)), "");
        let late = fault(rows(1_000_000 - OLDEST - 1));
        assert_eq!(late, "3 replies wait for discord, the oldest for 301 s");
        assert!(
            fault(|sight| sight.glance = Err("gone".to_owned())).contains("can't be read: gone")
        );
        assert!(fault(|sight| sight.free = Some(5_000_000)).contains("only 5 MB are free"));
        assert_eq!(fault(|sight| sight.free = None), "");
    }
}
