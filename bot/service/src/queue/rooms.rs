//! Asks chats what the sayer of a request may do in rooms that it would use, before the request has
//! its turn again.
use std::{
    collections::HashMap,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use model::ids::Chat;

use super::{Answered, InOrder, NotDone, Queue, QueuedRequest};
use crate::{RoomFound, RoomQuestion};

/// How long a chat may take to answer. After that the room counts as unknown.
const PATIENCE: Duration = Duration::from_secs(20);

/// Finds one of a chat's rooms, and what a person may do there; nothing if the chat doesn't know it.
/// It must not hold a [`Queue`], because that keeps the service open.
pub type RoomLookup = Arc<
    dyn Fn(RoomQuestion) -> Pin<Box<dyn Future<Output = Option<RoomFound>> + Send>> + Send + Sync,
>;

/// Who is asked about the rooms of each chat.
#[derive(Default)]
pub(super) struct RoomLookups(Mutex<HashMap<Chat, RoomLookup>>);

impl RoomLookups {
    fn all(&self) -> MutexGuard<'_, HashMap<Chat, RoomLookup>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn find(&self, asked: &RoomQuestion) -> Option<RoomFound> {
        let lookup = self.all().get(&asked.chat).cloned()?;
        let found = tokio::time::timeout(PATIENCE, lookup(asked.clone())).await;
        found.unwrap_or_else(|_| {
            tracing::warn!(chat = asked.chat.name(), "a chat doesn't say what a room is");
            None
        })
    }
}

impl Queue {
    /// Has a chat asked about its rooms from now on.
    pub fn look_up_rooms(&self, chat: Chat, lookup: RoomLookup) {
        self.shared.rooms.all().insert(chat, lookup);
    }

    /// Has a request handled, again whenever a chat has said what it needs to know of a room.
    pub(super) async fn answer_knowing_rooms(
        &self,
        mut question: QueuedRequest,
    ) -> Result<InOrder<Answered>, NotDone> {
        let chat = question.request.chat;
        let mut before = Vec::new();
        loop {
            let asked = question.clone();
            let answered =
                self.ask_in_order(chat, move |service| Answered::of(service, &asked)).await;
            let mut answered = answered?;
            let Some(room) = answered.asks_room.take() else {
                drop(answered.replies.splice(..0, before));
                return Ok(answered);
            };
            // What was due is done already.
            before.append(&mut answered.replies);
            drop(answered);
            let found = self.shared.rooms.find(&room).await;
            question.request.prepared.rooms.push((room, found));
        }
    }
}
