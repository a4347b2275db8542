//! Finds the events of a room that the bot hasn't handled: those after the last one it saw, or
//! after it was invited.
use std::collections::BTreeSet;

use anyhow::Context as _;
use matrix_sdk::{
    Room,
    deserialized_responses::TimelineEvent,
    room::MessagesOptions,
    ruma::{OwnedEventId, UInt, UserId},
};

use super::event::{EventContent, RoomEvent};

const PAGE: u32 = 100;
/// The maximum number of pages fetched for one room, together 10,000 events.
const PAGES: usize = 100;

/// Returns the events after the last one the bot saw. If it saw none, those after its invitation.
pub(super) fn since_i_came<'a>(
    events: &'a [(RoomEvent, TimelineEvent)],
    me: &UserId,
    seen: Option<&OwnedEventId>,
) -> &'a [(RoomEvent, TimelineEvent)] {
    if seen.is_some() {
        let known = events.iter().rposition(|(event, _)| Some(&event.id) == seen);
        return &events[known.map_or(0, |nth| nth + 1)..];
    }
    let mine = |is: &str| {
        events.iter().rposition(|(event, _)| {
            matches!(&event.what, EventContent::Member { who, membership, .. } if who == me && membership == is)
        })
    };
    // People may write to the bot after inviting it, before it has joined.
    &events[mine("invite").or_else(|| mine("join")).unwrap_or(0)..]
}

/// Fetches the events between the last handled event and a timeline, oldest first.
///
/// # Errors
/// If the server doesn't provide them.
pub(super) async fn missing(
    room: &Room,
    from: Option<String>,
    seen: Option<&OwnedEventId>,
    newer: &[TimelineEvent],
) -> anyhow::Result<Vec<TimelineEvent>> {
    let known: BTreeSet<OwnedEventId> = newer.iter().filter_map(|it| it.event_id()).collect();
    if seen.is_some_and(|id| known.contains(id)) {
        return Ok(Vec::new());
    }
    let mut backwards: Vec<TimelineEvent> = Vec::new();
    let mut from = from;
    for _ in 0..PAGES {
        let mut options = MessagesOptions::backward().from(from.as_deref());
        options.limit = UInt::from(PAGE);
        let page = room.messages(options).await.context("can't fetch older messages")?;
        for event in page.chunk {
            let id = event.event_id();
            let mine = RoomEvent::read(&event).is_some_and(
                |event| matches!(event.what, EventContent::Member { ref who, .. } if who == room.own_user_id()),
            );
            if id.as_ref() == seen {
                backwards.reverse();
                return Ok(backwards);
            }
            if id.is_none_or(|id| !known.contains(&id)) {
                backwards.push(event);
            }
            if seen.is_none() && mine {
                backwards.reverse();
                return Ok(backwards);
            }
        }
        match page.end {
            Some(end) => from = Some(end),
            None => break,
        }
    }
    backwards.reverse();
    Ok(backwards)
}
