//! What is on its way to rooms and people: each has a lane of its own.
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use matrix_sdk::ruma::{OwnedEventId, OwnedRoomId, OwnedUserId};

use super::{
    direct::Direct,
    send::{self, Later},
    side::Side,
};
use crate::{
    lanes::{Carrier, Lanes, Tried},
    reply::{Audience, Privacy},
    service::Outgoing,
};

/// How long deliveries may go on when the program ends; the outbox keeps what is not out by then.
const LAST_CALL: Duration = Duration::from_secs(8);

/// The message that is answered.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) room: OwnedRoomId,
    pub(super) event: OwnedEventId,
    pub(super) thread: Option<OwnedEventId>,
    pub(super) by: OwnedUserId,
    /// The words may have been talk between people; see [`super::words::is_talk`].
    pub(super) talk: bool,
}

/// A reply to deliver.
pub(super) struct Delivery {
    pub(super) out: Outgoing,
    pub(super) asked: Option<Asked>,
    /// When it was first tried.
    pub(super) begun: Option<Instant>,
}

/// Where replies are handed in. Clones lead to the same.
#[derive(Clone)]
pub(super) struct Post {
    carriage: Arc<Carriage>,
    lanes: Arc<Lanes<Delivery>>,
}

struct Carriage {
    side: Side,
    direct: Direct,
}

impl Post {
    pub(super) fn new(side: Side) -> Post {
        let lanes = Lanes::new(side.way.stop.clone());
        Post { carriage: Arc::new(Carriage { side, direct: Direct::default() }), lanes }
    }

    /// Puts replies on their way.
    pub(super) fn send(&self, replies: Vec<Outgoing>, asked: Option<&Asked>) {
        for out in replies {
            let to = match (out.reply.to, out.reply.privacy, asked) {
                (Audience::Room, _, _) => out.room.clone(),
                (Audience::Only(_), Privacy::Open, Some(asked)) => asked.room.to_string(),
                // Whoever cannot be reached in private holds up nobody but themselves.
                (Audience::Only(person), _, _) => format!("person {person}"),
            };
            let delivery = Delivery { out, asked: asked.cloned(), begun: None };
            self.lanes.push(&self.carriage, &to, delivery);
        }
    }

    /// Waits until everything is out, as long as that is worth while.
    pub(super) async fn close(&self) {
        if !self.lanes.close(LAST_CALL).await {
            tracing::warn!("not every answer got out; the rest goes out after the next start");
        }
    }
}

impl Carrier for Carriage {
    type Load = Delivery;

    /// Sends one reply.
    async fn carry(self: &Arc<Carriage>, delivery: &mut Delivery) -> Tried {
        let Carriage { side, direct } = self.as_ref();
        let tried = delivery.begun.get_or_insert_with(Instant::now).elapsed();
        match send::bring(side, direct, delivery, tried).await {
            Ok(()) => Tried::Done,
            Err(Later { why, after }) => {
                tracing::warn!(why, "a message is not out yet");
                Tried::Again { after }
            }
        }
    }
}
