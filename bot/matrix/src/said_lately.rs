//! What was said lately: which messages were taken, so that an edit of others counts as said, and what is said again and again.
use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use matrix_sdk::ruma::{EventId, OwnedEventId, OwnedRoomId, OwnedUserId, RoomId, UserId};

/// How long after a message its edit counts, in milliseconds.
const CORRECTED_WITHIN: u64 = 10 * 60 * 1000;

/// How many messages and people are remembered.
const REMEMBERED: usize = 2_000;

/// How often the same words are refused within [`A_WHILE`] before nothing is said to them: two bots that answer each other never end.
const TIRED: u32 = 5;
const A_WHILE: Duration = Duration::from_secs(60);

/// What was said since the start.
pub(super) struct SaidLately {
    /// Milliseconds since 1970.
    begun: u64,
    said: Mutex<SaidMessages>,
}

#[derive(Default)]
struct SaidMessages {
    /// The messages that something was done for, each with whether its author knows that an edit changes nothing.
    taken: VecDeque<(OwnedEventId, bool)>,
    refused: BTreeMap<(OwnedRoomId, OwnedUserId), RefusedWords>,
}

/// Words that were refused.
struct RefusedWords {
    words: String,
    since: Instant,
    times: u32,
}

impl Default for SaidLately {
    fn default() -> SaidLately {
        let begun = u64::try_from(model::host_clock::now().as_millisecond()).unwrap_or(0);
        SaidLately { begun, said: Mutex::default() }
    }
}

impl SaidLately {
    /// Notes that something was done for a message.
    pub(super) fn take(&self, message: &EventId) {
        let mut said = self.said();
        said.taken.push_back((message.to_owned(), false));
        if REMEMBERED < said.taken.len() {
            said.taken.pop_front();
        }
    }

    /// Tells whether the result of a message is known, and its edit is soon enough; both times are milliseconds since 1970.
    pub(super) fn knows(&self, message: u64, edit: u64) -> bool {
        self.begun <= message && edit.saturating_sub(message) < CORRECTED_WITHIN
    }

    /// Tells whether something was done for a message: nothing if not, otherwise whether that is asked for the first time.
    pub(super) fn is_taken(&self, message: &EventId) -> Option<bool> {
        let mut said = self.said();
        let taken = said.taken.iter_mut().find(|it| it.0 == message)?;
        Some(!std::mem::replace(&mut taken.1, true))
    }

    /// Notes that words were refused.
    pub(super) fn is_refused(&self, room: &RoomId, by: &UserId, words: &str) {
        let mut said = self.said();
        if REMEMBERED < said.refused.len() {
            said.refused.retain(|_, refused| refused.since.elapsed() < A_WHILE);
        }
        let new = || RefusedWords { words: words.to_owned(), since: Instant::now(), times: 0 };
        let refused = said.refused.entry((room.to_owned(), by.to_owned())).or_insert_with(new);
        if refused.words != words || A_WHILE <= refused.since.elapsed() {
            *refused = new();
        }
        refused.times += 1;
    }

    /// Tells whether somebody goes on saying what was refused.
    pub(super) fn is_stubborn(&self, room: &RoomId, by: &UserId, words: &str) -> bool {
        let said = self.said();
        said.refused.get(&(room.to_owned(), by.to_owned())).is_some_and(|refused| {
            let goes_on = refused.words == words && refused.since.elapsed() < A_WHILE;
            goes_on && TIRED <= refused.times
        })
    }

    fn said(&self) -> MutexGuard<'_, SaidMessages> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::{event_id, room_id, user_id};

    use super::*;

    #[test]
    fn what_was_taken_says_so_once_and_what_was_refused_may_be_corrected() {
        let lately = SaidLately::default();
        lately.take(event_id!("$1"));
        assert_eq!(lately.is_taken(event_id!("$1")), Some(true));
        assert_eq!(lately.is_taken(event_id!("$1")), Some(false));
        assert_eq!(lately.is_taken(event_id!("$2")), None);
        let said = lately.begun + 1;
        assert!(lately.knows(said, said + CORRECTED_WITHIN - 1));
        assert!(!lately.knows(said, said + CORRECTED_WITHIN), "too late");
        assert!(!lately.knows(lately.begun - 1, said), "its result isn't known");
    }

    #[test]
    fn the_same_words_are_refused_five_times() {
        let lately = SaidLately::default();
        let (room, by) = (room_id!("!r:x"), user_id!("@echo:x"));
        for _ in 0..TIRED {
            assert!(!lately.is_stubborn(room, by, "hm"));
            lately.is_refused(room, by, "hm");
        }
        assert!(lately.is_stubborn(room, by, "hm"));
        assert!(!lately.is_stubborn(room, by, "help"), "other words are heard");
        assert!(!lately.is_stubborn(room, user_id!("@ann:x"), "hm"));
        lately.is_refused(room, by, "ho");
        assert!(!lately.is_stubborn(room, by, "hm"), "they begin anew");
    }
}
