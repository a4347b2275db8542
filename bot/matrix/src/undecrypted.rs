//! Messages whose keys haven't arrived. They are fetched again only when a key arrives that may
//! decrypt them.
use matrix_sdk::{
    deserialized_responses::ProcessedToDeviceEvent,
    ruma::{OwnedEventId, OwnedRoomId},
};
use serde_json::Value;
use store::KeylessEvent;

/// How long such a message is still answered, in milliseconds.
const LATE_KEY: u64 = 15 * 60 * 1000;
/// How long to wait for a key before telling the room that a message can't be decrypted, in
/// milliseconds. Keys often arrive a little later than their messages.
const KEY_IS_LATE: u64 = 25 * 1000;
/// The maximum number of messages waiting for keys; beyond that the oldest are dropped.
const MOST: usize = 500;
/// How many to try between two syncs.
const AT_ONCE: usize = 20;

/// A message that can't be decrypted yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unreadable {
    pub(super) room: OwnedRoomId,
    pub(super) event: OwnedEventId,
    /// Milliseconds since 1970.
    pub(super) at: u64,
    /// The id of the key's session.
    pub(super) session: Option<String>,
    /// The key may have arrived.
    due: bool,
    /// The room has been told.
    told: bool,
}

impl Unreadable {
    pub(super) fn new(
        room: OwnedRoomId,
        event: OwnedEventId,
        at: u64,
        session: Option<String>,
    ) -> Unreadable {
        Unreadable { room, event, at, session, due: false, told: false }
    }
}

/// All undecrypted messages, oldest first.
#[derive(Default)]
pub(super) struct Undecrypted {
    waiting: Vec<Unreadable>,
    changed: bool,
}

impl Undecrypted {
    /// Restores stored messages. All are tried once, because keys may have arrived meanwhile.
    pub(super) fn new(kept: Vec<KeylessEvent>) -> Undecrypted {
        let waiting = kept.into_iter().filter_map(|kept| {
            let room = OwnedRoomId::try_from(kept.place).ok()?;
            let event = OwnedEventId::try_from(kept.event).ok()?;
            let at = u64::try_from(kept.at).ok()?;
            Some(Unreadable { due: true, ..Unreadable::new(room, event, at, kept.session) })
        });
        Undecrypted { waiting: waiting.collect(), changed: false }
    }

    pub(super) fn wait_for(&mut self, one: Unreadable) {
        if self.waiting.iter().any(|it| it.event == one.event) {
            return;
        }
        if MOST <= self.waiting.len() {
            self.waiting.remove(0);
        }
        self.waiting.push(one);
        self.changed = true;
    }

    /// Looks for room keys in to-device events.
    pub(super) fn hear(&mut self, events: &[ProcessedToDeviceEvent]) {
        if self.waiting.is_empty() {
            return;
        }
        for event in events {
            let Ok(raw) = event.to_raw().deserialize_as_unchecked::<Value>() else { continue };
            if !matches!(raw["type"].as_str(), Some("m.room_key" | "m.forwarded_room_key")) {
                continue;
            }
            let content = &raw["content"];
            if let (Some(room), Some(session)) =
                (content["room_id"].as_str(), content["session_id"].as_str())
            {
                self.key_came(room, session);
            }
        }
    }

    fn key_came(&mut self, room: &str, session: &str) {
        for message in self.waiting.iter_mut().filter(|it| it.room == room) {
            message.due |= message.session.as_deref().is_none_or(|it| it == session);
        }
    }

    /// Removes and returns some whose keys may have arrived.
    pub(super) fn due(&mut self) -> Vec<Unreadable> {
        let mut due = Vec::new();
        self.waiting.retain(|message| {
            let take = message.due && due.len() < AT_ONCE;
            if take {
                due.push(message.clone());
            }
            !take
        });
        self.changed |= !due.is_empty();
        due
    }

    /// Puts one back; with `again` it is retried even without a new key.
    pub(super) fn put_back(&mut self, one: Unreadable, again: bool) {
        let at = self.waiting.partition_point(|it| it.at <= one.at);
        self.waiting.insert(at, Unreadable { due: again, ..one });
        self.changed = true;
    }

    /// Drops those that are too old, and returns the rooms to tell, each once.
    pub(super) fn overdue(&mut self, now: u64) -> Vec<OwnedRoomId> {
        let before = self.waiting.len();
        self.waiting.retain(|message| now < message.at.saturating_add(LATE_KEY));
        self.changed |= self.waiting.len() != before;
        let mut rooms = Vec::new();
        for message in &mut self.waiting {
            if !message.told && KEY_IS_LATE < now.saturating_sub(message.at) {
                message.told = true;
                if !rooms.contains(&message.room) {
                    rooms.push(message.room.clone());
                }
            }
        }
        rooms
    }

    /// Returns all of them if they changed since they were last stored.
    pub(super) fn to_keep(&self) -> Option<Vec<KeylessEvent>> {
        let kept = self.waiting.iter().map(|message| KeylessEvent {
            event: message.event.to_string(),
            place: message.room.to_string(),
            at: i64::try_from(message.at).unwrap_or(i64::MAX),
            session: message.session.clone(),
        });
        self.changed.then(|| kept.collect())
    }

    /// Records that all of them are stored.
    pub(super) fn kept(&mut self) {
        self.changed = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unreadable(n: u64, session: Option<&str>) -> Unreadable {
        let event = OwnedEventId::try_from(format!("$e{n}")).unwrap();
        let room = OwnedRoomId::try_from("!r:x").unwrap();
        Unreadable::new(room, event, n, session.map(str::to_owned))
    }

    fn events(of: &[Unreadable]) -> Vec<&str> {
        of.iter().map(|it| it.event.as_str()).collect()
    }

    #[test]
    fn only_what_a_key_may_open_is_tried_again() {
        let mut late = Undecrypted::default();
        for (n, session) in [(1, Some("a")), (2, Some("b")), (3, None), (1, Some("a"))] {
            late.wait_for(unreadable(n, session));
        }
        assert_eq!(late.due(), []);
        late.key_came("!other:x", "a");
        assert_eq!(late.due(), []);
        late.key_came("!r:x", "a");
        let due = late.due();
        assert_eq!(events(&due), ["$e1", "$e3"]);
        let [first, third] = <[_; 2]>::try_from(due).unwrap();
        late.put_back(third, false);
        late.put_back(first, true);
        assert_eq!(events(&late.due()), ["$e1"]);
        let kept = late.to_keep().unwrap();
        assert_eq!(kept.iter().map(|it| &*it.event).collect::<Vec<_>>(), ["$e2", "$e3"]);
        late.kept();
        assert_eq!(late.to_keep(), None);
    }

    #[test]
    fn what_was_kept_is_tried_once_and_given_up_in_time() {
        let mut late = Undecrypted::default();
        (0..30).for_each(|n| late.wait_for(unreadable(n, Some("a"))));
        let mut late = Undecrypted::new(late.to_keep().unwrap());
        assert_eq!((late.due().len(), late.due().len(), late.due().len()), (AT_ONCE, 10, 0));
        late.wait_for(unreadable(1, None));
        late.wait_for(unreadable(KEY_IS_LATE, None));
        assert_eq!(late.overdue(KEY_IS_LATE + 2).len(), 1);
        assert_eq!(late.overdue(KEY_IS_LATE + 2), Vec::<OwnedRoomId>::new());
        late.overdue(LATE_KEY + 1);
        assert_eq!(late.to_keep().unwrap().len(), 1);
    }

    #[test]
    fn there_is_an_end_to_what_is_waited_for() {
        let mut late = Undecrypted::default();
        (0..MOST as u64 + 7).for_each(|n| late.wait_for(unreadable(n, None)));
        let kept = late.to_keep().unwrap();
        assert_eq!((kept.len(), kept[0].at), (MOST, 7));
    }
}
