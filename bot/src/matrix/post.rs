//! What is on its way to rooms: in order within a room, at the same time between rooms, again and again until the server has it.
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use matrix_sdk::ruma::{OwnedEventId, OwnedRoomId, OwnedUserId};
use tokio::{
    sync::mpsc::{self, UnboundedReceiver, UnboundedSender},
    task::JoinSet,
};

use super::{
    direct::Direct,
    send::{self, Unsent},
    side::Side,
};
use crate::service::Outgoing;

/// How long is waited after the first failure, and at most.
const FIRST_WAIT: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_secs(120);
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
}

/// One lane for each room. Clones lead to the same.
#[derive(Clone)]
pub(super) struct Post {
    side: Side,
    direct: Arc<Direct>,
    lanes: Arc<Mutex<Lanes>>,
}

#[derive(Default)]
struct Lanes {
    open: HashMap<String, UnboundedSender<Delivery>>,
    tasks: JoinSet<()>,
}

impl Post {
    pub(super) fn new(side: Side) -> Post {
        Post { side, direct: Arc::default(), lanes: Arc::default() }
    }

    /// Puts replies on their way.
    pub(super) fn send(&self, replies: Vec<Outgoing>, asked: Option<&Asked>) {
        let mut lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        for out in replies {
            let room = out.room.clone();
            let mut delivery = Delivery { out, asked: asked.cloned() };
            if let Some(lane) = lanes.open.get(&room) {
                match lane.send(delivery) {
                    Ok(()) => continue,
                    Err(back) => delivery = back.0,
                }
            }
            let (sender, receiver) = mpsc::unbounded_channel();
            drop(sender.send(delivery));
            lanes.open.insert(room, sender);
            lanes.tasks.spawn(lane(self.side.clone(), Arc::clone(&self.direct), receiver));
        }
    }

    /// Waits until everything is out, as long as that is worth while.
    pub(super) async fn close(&self) {
        let mut tasks = {
            let mut lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
            lanes.open.clear();
            std::mem::take(&mut lanes.tasks)
        };
        let all = async { while tasks.join_next().await.is_some() {} };
        if tokio::time::timeout(LAST_CALL, all).await.is_err() {
            tracing::warn!("not every answer got out; the rest goes out after the next start");
        }
    }
}

async fn lane(side: Side, direct: Arc<Direct>, mut deliveries: UnboundedReceiver<Delivery>) {
    while let Some(delivery) = deliveries.recv().await {
        deliver(&side, &direct, &delivery).await;
    }
}

/// Sends one reply, again where that may help.
async fn deliver(side: &Side, direct: &Direct, delivery: &Delivery) {
    let mut wait = FIRST_WAIT;
    loop {
        let why = match send::reply(side, direct, delivery).await {
            Ok(()) => return,
            Err(Unsent::Refused(why)) => {
                tracing::warn!(room = delivery.out.room, why, "the bot may not speak there");
                match send::excuse(side, direct, delivery).await {
                    Ok(()) => return,
                    Err(why) => why,
                }
            }
            Err(other) => other,
        };
        match why {
            Unsent::Later { why, after } => {
                tracing::warn!(why, "a message is not out yet");
                let mut way = side.way.clone();
                tokio::select! {
                    () = tokio::time::sleep(after.unwrap_or(wait)) => {}
                    // The outbox keeps it.
                    () = way.stopped() => return,
                }
                wait = (wait * 2).min(LONGEST_WAIT);
            }
            Unsent::Refused(why) | Unsent::Never(why) => {
                tracing::error!(room = delivery.out.room, why, "a message cannot be sent");
                return;
            }
        }
    }
}
