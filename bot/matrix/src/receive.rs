//! The sync loop. Events are handled before the sync position is stored, and none is handled twice.
use std::{sync::Arc, time::Duration};

use delivery::Dispatcher;
use matrix_sdk::{
    Room, RoomState,
    config::SyncSettings,
    deserialized_responses::TimelineEvent,
    ruma::{
        OwnedEventId, OwnedRoomId, RoomId, UInt, UserId,
        api::client::filter::{FilterDefinition, RoomEventFilter},
    },
    store::StateStoreDataKey,
    sync::{JoinedRoomUpdate, LeftRoomUpdate, SyncResponse},
};
use model::ids::Chat;
use service::{RoomLoss, Service, metrics::Metrics};
use store::{Cursor, RoomsAt};

use super::{
    adapter::{AdapterContext, tag},
    backfill::{missing, since_i_came},
    background::{Background, BackgroundTask},
    chat::MatrixChat,
    direct,
    error::{self, Unsent},
    event::{EventContent, RoomEvent},
    invitations::{Invitations, Inviter},
    request, rights, rooms,
    trust::Comparisons,
    undecrypted::{Undecrypted, Unreadable},
};

/// The timeout of a long poll.
const LONG_POLL: Duration = Duration::from_secs(30);
/// How many events of a room one sync includes; more are fetched separately.
const TIMELINE: u32 = 50;
/// How often a failing event is tried before it is skipped.
const TRIES: u32 = 5;

/// Handles syncs.
pub(super) struct EventHandler {
    adapter: AdapterContext,
    chat: Arc<MatrixChat>,
    undecrypted: Undecrypted,
    background: Background,
    comparisons: Comparisons,
    invitations: Invitations,
    /// The last event that failed, and how often.
    stuck: Option<(OwnedEventId, u32)>,
}

/// Whether a timeline continues directly after what was handled before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Continuation {
    /// Without a gap.
    GoesOn,
    /// Some events may be missing in between.
    HasGap,
    /// These events are from before the bot's first sync.
    NotMine,
}

impl EventHandler {
    pub(super) async fn new(chat: Arc<MatrixChat>) -> anyhow::Result<EventHandler> {
        let adapter = chat.adapter.clone();
        let kept =
            adapter.ask(|service| service.keep(|tx| tx.keyless_events(Chat::Matrix))).await?;
        Ok(EventHandler {
            adapter,
            chat,
            undecrypted: Undecrypted::new(kept),
            background: Background::new(),
            comparisons: Comparisons::default(),
            invitations: Invitations::default(),
            stuck: None,
        })
    }

    /// Returns the counters.
    pub(super) fn metrics(&self) -> &Metrics {
        self.adapter.way.queue.metrics()
    }

    /// Syncs once and handles the events since the last sync. The very first sync ignores all
    /// earlier events.
    ///
    /// # Errors
    /// If the server refuses or can't be reached, or the service fails or has closed.
    pub(super) async fn catch_up(&mut self) -> anyhow::Result<()> {
        let position =
            |service: &mut Service| service.keep(|tx| tx.cursor(Chat::Matrix, Cursor::Position));
        let handled = self.adapter.ask(position).await?;
        let stored =
            self.adapter.client.state_store().get_kv_data(StateStoreDataKey::SyncToken).await?;
        let stored = stored.and_then(|it| it.into_sync_token());
        let response = self.adapter.client.sync_once(settings(Duration::ZERO)).await?;
        self.metrics().hear(Chat::Matrix);
        // Replies of the last run are sent before new ones.
        self.chat.knows_rooms();
        let past = match &handled {
            None => Continuation::NotMine,
            // The SDK stores its position before events are handled. After an interruption, or with
            // a new store, fetch the events in between.
            Some(_) if handled != stored => Continuation::HasGap,
            Some(_) => Continuation::GoesOn,
        };
        if past == Continuation::HasGap {
            // Fetch them before the position is stored, so that an interruption loses none.
            for room in self.adapter.client.joined_rooms() {
                if !response.rooms.joined.contains_key(room.room_id()) {
                    self.room(&room, JoinedRoomUpdate::default(), past).await?;
                }
            }
        }
        self.take(response, past).await?;
        for room in self.adapter.client.invited_rooms() {
            self.invited(&room).await?;
        }
        self.join_due();
        for room in self.adapter.client.joined_rooms() {
            if let Some(next) = room.successor_room() {
                let me = room.own_user_id().to_owned();
                self.follow(room, &next.room_id, &me);
            }
        }
        Ok(())
    }

    /// Waits for the next sync and handles it. After an error, call [`EventHandler::catch_up`] to
    /// find missed events.
    ///
    /// # Errors
    /// If the server refuses or can't be reached, or the service fails or has closed.
    pub(super) async fn listen(&mut self) -> anyhow::Result<()> {
        let response = self.adapter.client.sync_once(settings(LONG_POLL)).await?;
        self.metrics().hear(Chat::Matrix);
        self.take(response, Continuation::GoesOn).await
    }

    /// Handles a response, then stores the position.
    async fn take(&mut self, response: SyncResponse, past: Continuation) -> anyhow::Result<()> {
        let SyncResponse { next_batch, rooms, to_device, .. } = response;
        self.undecrypted.hear(&to_device);
        for id in rooms.invited.keys() {
            if let Some(room) = self.adapter.client.get_room(id) {
                self.invited(&room).await?;
            }
        }
        self.join_due();
        for (id, update) in rooms.joined {
            if let Some(room) = self.adapter.client.get_room(&id) {
                self.room(&room, update, past).await?;
            }
        }
        for (id, update) in &rooms.left {
            self.left(id, update).await?;
        }
        self.comparisons.hear(&self.adapter, &to_device).await;
        self.comparisons.go_on().await;
        self.read_again().await?;
        if !next_batch.is_empty() {
            let keeps = move |service: &mut Service| {
                service.keep(|tx| tx.keep_cursor(Chat::Matrix, Cursor::Position, &next_batch))
            };
            self.adapter.ask(keeps).await?;
        }
        Ok(())
    }

    /// Queues an invitation.
    async fn invited(&mut self, room: &Room) -> anyhow::Result<()> {
        // Ignore an invitation that can't be read; it may come again.
        let Ok(details) = room.invite_details().await else { return Ok(()) };
        let by = details.inviter_id;
        let handle = by.to_string();
        let inviter = if rooms::is_at_once(&self.adapter, room, &by) {
            Inviter::Host
        } else if self.adapter.ask(move |it| it.knows(Chat::Matrix, &handle)).await? {
            Inviter::Friend
        } else {
            Inviter::Stranger
        };
        self.invitations.wait_for(room.room_id().to_owned(), by, inviter);
        Ok(())
    }

    /// Joins the rooms whose invitations are due.
    fn join_due(&mut self) {
        let client = self.adapter.client.clone();
        let room = |id: &OwnedRoomId| {
            client.get_room(id).filter(|room| room.state() == RoomState::Invited)
        };
        self.invitations.keep(|id| room(id).is_some());
        let now = u64::try_from(direct::now()).unwrap_or(0);
        for room in self.invitations.due(now).iter().filter_map(room) {
            let chat = self.chat.clone();
            self.background.run(BackgroundTask::Join, room.room_id().to_owned(), async move {
                rooms::invited(&chat, &room).await
            });
        }
    }

    fn follow(&mut self, old: Room, to: &RoomId, by: &UserId) {
        let (chat, to, by) = (self.chat.clone(), to.to_owned(), by.to_owned());
        self.background.run(BackgroundTask::Follow, old.room_id().to_owned(), async move {
            rooms::moved(&chat, &old, &to, &by).await
        });
    }

    /// Cleans up after the bot has left a room. If it was removed, the players of the room's
    /// matches are told.
    async fn left(&mut self, id: &RoomId, update: &LeftRoomUpdate) -> anyhow::Result<()> {
        // If the bot is invited again, it starts anew there.
        let place = id.to_string();
        let forgets =
            move |service: &mut Service| service.keep(|tx| tx.forget_reading(Chat::Matrix, &place));
        self.adapter.ask(forgets).await?;
        Dispatcher::forget_greeting(&self.chat, id.as_str()).await;
        let me = &self.adapter.me;
        let mut events = update.timeline.events.iter().filter_map(RoomEvent::read);
        let removed = events.any(|event| {
            event.sender != *me
                && matches!(&event.what, EventContent::Member { who, .. } if who == me)
        });
        if removed {
            let (chat, room) = (self.chat.clone(), RoomsAt::Room(id.to_string()));
            self.background.run(BackgroundTask::Lost, id.to_owned(), async move {
                Dispatcher::lost(&chat, room, RoomLoss::Removed).await;
                Ok(())
            });
        }
        Ok(())
    }

    /// Handles the events of a room.
    async fn room(
        &mut self,
        room: &Room,
        update: JoinedRoomUpdate,
        past: Continuation,
    ) -> anyhow::Result<()> {
        let place = room.room_id().to_string();
        let of = place.clone();
        let seen = self
            .adapter
            .ask(move |service| service.keep(|tx| tx.newest_event(Chat::Matrix, &of)))
            .await?;
        let seen = seen.and_then(|id| OwnedEventId::try_from(id).ok());
        let timeline = update.timeline;
        let mut events: Vec<TimelineEvent> = timeline.events;
        if past != Continuation::NotMine && (timeline.limited || past == Continuation::HasGap) {
            let from = timeline.prev_batch;
            match missing(room, from, seen.as_ref(), &events).await {
                Ok(mut earlier) => {
                    earlier.append(&mut events);
                    events = earlier;
                }
                Err(err) => {
                    let why = format!("{err:#}");
                    if error::passes(err) {
                        anyhow::bail!("a gap can't be closed yet: {why}");
                    }
                    // Events that the server doesn't provide are lost, but the others are handled.
                    tracing::warn!(room = tag(room.room_id()), why, "a gap couldn't be closed");
                }
            }
        }
        let events: Vec<(RoomEvent, TimelineEvent)> = events
            .into_iter()
            .filter_map(|event| Some((RoomEvent::read(&event)?, event)))
            .collect();
        let newest = events.last().map(|it| it.0.id.clone());
        let new = match past {
            Continuation::NotMine => &[],
            Continuation::GoesOn | Continuation::HasGap => {
                since_i_came(&events, &self.adapter.me, seen.as_ref())
            }
        };
        let mut went = false;
        for (event, _) in new {
            went |= matches!(&event.what, EventContent::Member { membership, who, .. } if membership != "join" && *who != self.adapter.me);
            if let Err(err) = self.event(room, event).await {
                self.again_or_not(event, err)?;
            }
        }
        if let Some(newest) = newest.filter(|id| Some(id) != seen.as_ref()) {
            let keeps = move |service: &mut Service| {
                service.keep(|tx| tx.keep_newest_event(Chat::Matrix, &place, newest.as_str()))
            };
            self.adapter.ask(keeps).await?;
        }
        if went {
            let (adapter, room) = (self.adapter.clone(), room.clone());
            self.background.run(BackgroundTask::Leave, room.room_id().to_owned(), async move {
                rooms::leave_if_alone(&adapter, &room).await
            });
        }
        Ok(())
    }

    /// Returns the error, so that the event is tried again. After [`TRIES`] errors of the server,
    /// skips the event instead.
    fn again_or_not(&mut self, event: &RoomEvent, err: anyhow::Error) -> anyhow::Result<()> {
        if !err.is::<matrix_sdk::Error>() {
            return Err(err);
        }
        let before = self.stuck.take().filter(|it| it.0 == event.id).map_or(0, |it| it.1);
        if before + 1 < TRIES {
            self.stuck = Some((event.id.clone(), before + 1));
            return Err(err);
        }
        tracing::error!(event = %event.id, err = format!("{err:#}"), "an event couldn't be handled");
        Ok(())
    }

    /// Handles an event of a room.
    async fn event(&mut self, room: &Room, event: &RoomEvent) -> anyhow::Result<()> {
        match &event.what {
            EventContent::Moved { to } => self.follow(room.clone(), to, &event.sender),
            _ if event.sender == self.adapter.me => {}
            EventContent::Said(spoken) => {
                self.chat.pictures.hear(room.room_id(), spoken.thread.as_deref());
                request::said(&self.chat, room, event, spoken).await?;
            }
            EventContent::Pressed { on, key } => {
                request::pressed(&self.chat, room, event, on, key).await?;
            }
            EventContent::Redacted { on } => {
                let (place, on) = (room.room_id(), self.chat.words_beside(room, on).await);
                Dispatcher::message_deleted(&self.chat, place.as_str(), on.as_str()).await;
            }
            EventContent::Verification => {
                self.comparisons.asked(&self.adapter, &event.sender, event.id.as_str()).await;
            }
            EventContent::Unreadable { session } => {
                let room = room.room_id().to_owned();
                let one = Unreadable::new(room, event.id.clone(), event.at, session.clone());
                self.undecrypted.wait_for(one);
            }
            EventContent::Member { who, membership, .. } => {
                note_presence(&self.adapter, room, who, membership).await?;
                direct::heard(&self.adapter, room, event).await?;
            }
            EventContent::Powers => {
                let (chat, room) = (self.chat.clone(), room.clone());
                self.background.run(BackgroundTask::Lost, room.room_id().to_owned(), async move {
                    rights::check(&chat, &room).await;
                    Ok(())
                });
            }
            EventContent::Other => {}
        }
        Ok(())
    }

    /// Retries messages whose keys may have arrived.
    async fn read_again(&mut self) -> anyhow::Result<()> {
        let mut due = self.undecrypted.due().into_iter();
        while let Some(message) = due.next() {
            match self.read_late(&message).await {
                Ok(None) => {}
                Ok(Some(again)) => self.undecrypted.put_back(message, again),
                Err(err) => {
                    self.undecrypted.put_back(message, true);
                    due.for_each(|message| self.undecrypted.put_back(message, true));
                    return Err(err);
                }
            }
        }
        let now = u64::try_from(direct::now()).unwrap_or(0);
        for room in self.undecrypted.overdue(now) {
            let adapter = self.adapter.clone();
            self.background.run(BackgroundTask::SayUnreadable, room.clone(), async move {
                match adapter.client.get_room(&room) {
                    Some(room) => rooms::deaf(&adapter, &room, now).await,
                    None => Ok(()),
                }
            });
        }
        if let Some(all) = self.undecrypted.to_keep() {
            let keeps = move |service: &mut Service| {
                service.keep(|tx| tx.keep_keyless_events(Chat::Matrix, &all))
            };
            self.adapter.ask(keeps).await?;
            self.undecrypted.kept();
        }
        Ok(())
    }

    /// Handles a message whose key may have arrived. If it still can't be decrypted, returns
    /// whether to retry without another key.
    async fn read_late(&mut self, message: &Unreadable) -> anyhow::Result<Option<bool>> {
        let room = self.adapter.client.get_room(&message.room);
        let Some(room) = room.filter(|room| room.state() == RoomState::Joined) else {
            return Ok(None);
        };
        let event = match room.event(&message.event, None).await {
            Ok(event) => event,
            Err(err) => return Ok(Some(!Unsent::of(&err).lasts())),
        };
        match RoomEvent::read(&event) {
            Some(RoomEvent { what: EventContent::Unreadable { .. }, .. }) => {
                return Ok(Some(false));
            }
            Some(event) => self.event(&room, &event).await?,
            None => {}
        }
        Ok(None)
    }
}

/// Records that a person joined or left a room.
async fn note_presence(
    adapter: &AdapterContext,
    room: &Room,
    who: &UserId,
    membership: &str,
) -> anyhow::Result<()> {
    let (handle, room) = (who.to_string(), room.room_id().to_string());
    match membership {
        "join" => adapter.ask(move |service| service.is_there(Chat::Matrix, &handle, &room)).await,
        "leave" | "ban" => {
            let now = model::host_clock::now().as_second();
            adapter.ask(move |service| service.has_left(Chat::Matrix, &handle, now, &room)).await
        }
        _ => Ok(()),
    }
}

fn settings(patience: Duration) -> SyncSettings {
    let mut filter = FilterDefinition::with_lazy_loading();
    filter.room.timeline.limit = Some(UInt::from(TIMELINE));
    filter.room.ephemeral = RoomEventFilter::ignore_all();
    filter.presence = matrix_sdk::ruma::api::client::filter::Filter::ignore_all();
    SyncSettings::new().timeout(patience).filter(filter.into())
}
