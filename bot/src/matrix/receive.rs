//! Listens: one sync after the other. What happened in a room is handled before the position is kept, and nothing twice.
use std::{collections::BTreeSet, time::Duration};

use anyhow::Context as _;
use matrix_sdk::{
    Room, RoomState,
    config::SyncSettings,
    deserialized_responses::{TimelineEvent, TimelineEventKind},
    room::MessagesOptions,
    ruma::{
        OwnedEventId, OwnedRoomId, RoomId, UInt,
        api::client::filter::{FilterDefinition, RoomEventFilter},
    },
    store::StateStoreDataKey,
    sync::{JoinedRoomUpdate, SyncResponse},
};
use serde::{Deserialize, Serialize};

use crate::service::Outgoing;

use super::{
    event::{Event, What},
    post::Post,
    request, rooms,
    side::Side,
    trust::Comparisons,
};

/// How long the server may wait for something to happen.
const LONG_POLL: Duration = Duration::from_secs(30);
/// How many events of a room come with one sync; what is more is fetched.
const TIMELINE: u32 = 50;
const PAGE: u32 = 100;
/// The most pages that are fetched for one room: 10,000 events.
const PAGES: usize = 100;
/// How long a message whose key is missing is still answered, in milliseconds.
const LATE_KEY: u64 = 15 * 60 * 1000;
/// After how long the room is told that a message cannot be read, in milliseconds. Keys often come a little later than what they open.
const KEY_IS_LATE: u64 = 25 * 1000;
/// The most messages whose keys are waited for.
const MOST_UNREADABLE: usize = 500;

/// A message that cannot be read yet.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Unreadable {
    room: OwnedRoomId,
    event: OwnedEventId,
    at: u64,
}

/// The bot's ears.
pub(super) struct Ears {
    side: Side,
    post: Post,
    /// What was left in the outbox by an earlier run.
    late: Vec<Outgoing>,
    unreadable: Vec<Unreadable>,
    comparisons: Comparisons,
}

/// What is done with the events that a room had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Past {
    /// They go on from what was handled last.
    GoesOn,
    /// Some between those and what was handled last may be missing.
    HasGap,
    /// They were there before the bot listened for the first time.
    NotMine,
}

impl Ears {
    pub(super) async fn new(side: Side, post: Post, late: Vec<Outgoing>) -> anyhow::Result<Ears> {
        let unreadable = side.note("unreadable".to_owned()).await?.unwrap_or_default();
        Ok(Ears { side, post, late, unreadable, comparisons: Comparisons::default() })
    }

    /// Syncs once and handles what happened since the bot listened last. On the very first time nothing old is answered.
    ///
    /// # Errors
    /// When the server refuses or cannot be reached, or the desk has closed.
    pub(super) async fn catch_up(&mut self) -> anyhow::Result<()> {
        let handled: Option<String> = self.side.note("position".to_owned()).await?;
        let stored =
            self.side.client.state_store().get_kv_data(StateStoreDataKey::SyncToken).await?;
        let stored = stored.and_then(|it| it.into_sync_token());
        let response = self.side.client.sync_once(settings(Duration::ZERO)).await?;
        // Now the rooms are known. What was left goes out before what is answered next.
        self.post.send(std::mem::take(&mut self.late), None);
        let past = match &handled {
            None => Past::NotMine,
            // The library keeps its position before the events are handled. Where the program ended in between, or the library's
            // store is new, they are fetched.
            Some(_) if handled != stored => Past::HasGap,
            Some(_) => Past::GoesOn,
        };
        self.take(response, past).await?;
        if past == Past::HasGap {
            for room in self.side.client.joined_rooms() {
                self.room(&room, JoinedRoomUpdate::default(), Past::HasGap).await?;
            }
        }
        for room in self.side.client.invited_rooms() {
            self.try_join(&room).await;
        }
        for room in self.side.client.joined_rooms() {
            if let Some(next) = room.successor_room() {
                self.follow(&room, &next.room_id, room.own_user_id()).await;
            }
        }
        Ok(())
    }

    /// Waits for the next thing that happens and handles it.
    ///
    /// # Errors
    /// When the server refuses or cannot be reached, or the desk has closed.
    pub(super) async fn listen(&mut self) -> anyhow::Result<()> {
        let response = self.side.client.sync_once(settings(LONG_POLL)).await?;
        self.take(response, Past::GoesOn).await
    }

    /// Handles a response, then keeps the position.
    async fn take(&mut self, response: SyncResponse, past: Past) -> anyhow::Result<()> {
        let SyncResponse { next_batch, rooms, to_device, .. } = response;
        for id in rooms.invited.keys() {
            if let Some(room) = self.side.client.get_room(id) {
                self.try_join(&room).await;
            }
        }
        for (id, update) in rooms.joined {
            if let Some(room) = self.side.client.get_room(&id) {
                self.room(&room, update, past).await?;
            }
        }
        for id in rooms.left.keys() {
            // When the bot comes back it begins anew.
            self.side.forget(seen_key(id)).await?;
        }
        self.comparisons.hear(&self.side, &to_device).await;
        self.comparisons.go_on().await;
        self.read_again().await?;
        if !next_batch.is_empty() {
            self.side.keep("position".to_owned(), &next_batch).await?;
        }
        Ok(())
    }

    async fn try_join(&self, room: &Room) {
        if let Err(err) = rooms::invited(&self.side, room).await {
            tracing::warn!(room = %room.room_id(), err = format!("{err:#}"), "an invitation could not be answered");
        }
    }

    async fn follow(&self, room: &Room, to: &RoomId, by: &matrix_sdk::ruma::UserId) {
        if let Err(err) = rooms::moved(&self.side, room, to, by).await {
            tracing::warn!(room = %room.room_id(), err = format!("{err:#}"), "a room could not be followed");
        }
    }

    /// Handles what happened in one room.
    async fn room(
        &mut self,
        room: &Room,
        update: JoinedRoomUpdate,
        past: Past,
    ) -> anyhow::Result<()> {
        let key = seen_key(room.room_id());
        let seen: Option<OwnedEventId> = self.side.note(key.clone()).await?;
        let timeline = update.timeline;
        let mut events: Vec<TimelineEvent> = timeline.events;
        if past != Past::NotMine && (timeline.limited || past == Past::HasGap) {
            let from = timeline.prev_batch;
            let missing = missing(room, from, seen.as_ref(), &events).await;
            // What cannot be fetched is lost; what came is not.
            match missing {
                Ok(mut earlier) => {
                    earlier.append(&mut events);
                    events = earlier;
                }
                Err(err) => {
                    tracing::warn!(room = %room.room_id(), err = format!("{err:#}"), "a gap could not be closed");
                }
            }
        }
        let events: Vec<(Event, TimelineEvent)> =
            events.into_iter().filter_map(|it| Some((Event::read(&it)?, it))).collect();
        let newest = events.last().map(|it| it.0.id.clone());
        let new = match past {
            Past::NotMine => &[],
            Past::GoesOn | Past::HasGap => since_i_came(&events, &self.side.me, seen.as_ref()),
        };
        let mut went = false;
        for (event, _) in new {
            went |= matches!(&event.what, What::Member { membership, who } if membership != "join" && *who != self.side.me);
            self.event(room, event).await?;
        }
        if let Some(newest) = newest.filter(|it| Some(it) != seen.as_ref()) {
            self.side.keep(key, &newest).await?;
        }
        if went && let Err(err) = rooms::leave_if_alone(&self.side, room).await {
            tracing::warn!(room = %room.room_id(), err = format!("{err:#}"), "an empty room could not be left");
        }
        Ok(())
    }

    /// Handles one event of a room.
    async fn event(&mut self, room: &Room, event: &Event) -> anyhow::Result<()> {
        match &event.what {
            What::Moved { to } => self.follow(room, to, &event.sender).await,
            _ if event.sender == self.side.me => {}
            What::Said(spoken) => {
                request::said(&self.side, &self.post, room, event, spoken).await?;
            }
            What::Pressed { on, key } => {
                request::pressed(&self.side, &self.post, room, event, on, key).await?;
            }
            What::Verification => {
                self.comparisons.asked(&self.side, &event.sender, event.id.as_str()).await;
            }
            What::Unreadable => {
                let (room, event, at) = (room.room_id().to_owned(), event.id.clone(), event.at);
                if self.unreadable.len() < MOST_UNREADABLE {
                    self.unreadable.push(Unreadable { room, event, at });
                    self.side.keep("unreadable".to_owned(), &self.unreadable).await?;
                }
            }
            What::Member { .. } | What::Other => {}
        }
        Ok(())
    }

    /// Looks whether the keys of messages have come that could not be read before.
    async fn read_again(&mut self) -> anyhow::Result<()> {
        if self.unreadable.is_empty() {
            return Ok(());
        }
        let now = u64::try_from(jiff::Timestamp::now().as_millisecond()).unwrap_or(0);
        let before = self.unreadable.len();
        let mut waiting = Vec::new();
        for it in std::mem::take(&mut self.unreadable) {
            let room = self.side.client.get_room(&it.room);
            let room = room.filter(|it| it.state() == RoomState::Joined);
            let Some(room) = room.filter(|_| now < it.at.saturating_add(LATE_KEY)) else {
                continue;
            };
            match room.event(&it.event, None).await {
                Ok(event) if !matches!(event.kind, TimelineEventKind::UnableToDecrypt { .. }) => {
                    if let Some(event) = Event::read(&event) {
                        self.event(&room, &event).await?;
                    }
                }
                Ok(_) | Err(_) => {
                    if KEY_IS_LATE < now.saturating_sub(it.at)
                        && let Err(err) = rooms::deaf(&self.side, &room, now).await
                    {
                        tracing::warn!(room = %room.room_id(), %err, "a room does not learn that it is not understood");
                    }
                    waiting.push(it);
                }
            }
        }
        self.unreadable = waiting;
        if self.unreadable.len() != before {
            self.side.keep("unreadable".to_owned(), &self.unreadable).await?;
        }
        Ok(())
    }
}

/// Returns those of a room's events that the bot has not handled: after the last one it saw, and after it was asked in.
fn since_i_came<'a>(
    events: &'a [(Event, TimelineEvent)],
    me: &matrix_sdk::ruma::UserId,
    seen: Option<&OwnedEventId>,
) -> &'a [(Event, TimelineEvent)] {
    if seen.is_some() {
        let known = events.iter().rposition(|(it, _)| Some(&it.id) == seen);
        return &events[known.map_or(0, |it| it + 1)..];
    }
    let mine = |is: &str| {
        events.iter().rposition(|(it, _)| {
            matches!(&it.what, What::Member { who, membership } if who == me && membership == is)
        })
    };
    // Whoever invites the bot may speak to it before it is there.
    &events[mine("invite").or_else(|| mine("join")).unwrap_or(0)..]
}

/// Fetches what lies between a part of a room's timeline and the last event that was handled, in order.
async fn missing(
    room: &Room,
    from: Option<String>,
    seen: Option<&OwnedEventId>,
    newer: &[TimelineEvent],
) -> anyhow::Result<Vec<TimelineEvent>> {
    let known: BTreeSet<OwnedEventId> = newer.iter().filter_map(|it| it.event_id()).collect();
    if seen.is_some_and(|it| known.contains(it)) {
        return Ok(Vec::new());
    }
    let mut backwards: Vec<TimelineEvent> = Vec::new();
    let mut from = from;
    for _ in 0..PAGES {
        let mut options = MessagesOptions::backward().from(from.as_deref());
        options.limit = UInt::from(PAGE);
        let page = room.messages(options).await.context("cannot fetch older messages")?;
        for event in page.chunk {
            let id = event.event_id();
            let mine = Event::read(&event).is_some_and(
                |it| matches!(it.what, What::Member { ref who, .. } if who == room.own_user_id()),
            );
            if id.as_ref() == seen {
                backwards.reverse();
                return Ok(backwards);
            }
            if id.is_none_or(|it| !known.contains(&it)) {
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

fn seen_key(room: &RoomId) -> String {
    format!("seen/{room}")
}

fn settings(patience: Duration) -> SyncSettings {
    let mut filter = FilterDefinition::with_lazy_loading();
    filter.room.timeline.limit = Some(UInt::from(TIMELINE));
    filter.room.ephemeral = RoomEventFilter::ignore_all();
    filter.presence = matrix_sdk::ruma::api::client::filter::Filter::ignore_all();
    SyncSettings::new().timeout(patience).filter(filter.into())
}
