//! What is on its way to rooms and people: each has a lane of its own.
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use matrix_sdk::ruma::{OwnedEventId, OwnedRoomId, OwnedUserId};

use super::{
    buttons::{self, Signs},
    direct::Direct,
    send::{self, After, Later},
    side::Side,
    trail,
};
use crate::{
    lanes::{Carrier, Lanes, Tried},
    reply::{Audience, Privacy},
    service::Outgoing,
    store::BoardAt,
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
    /// A sign was pressed: nobody can press it on the same message again.
    pub(super) by_sign: bool,
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
    lanes: Arc<Lanes<Load>>,
}

struct Carriage {
    side: Side,
    direct: Direct,
    lanes: Arc<Lanes<Load>>,
}

/// What stands in a lane.
enum Load {
    Reply(Box<Delivery>),
    /// A board whose place another one has taken: it shrinks to its words.
    Passed(BoardAt),
    /// Signs to put under a message.
    Signs(Box<Signs>),
}

impl Post {
    pub(super) fn new(side: Side) -> Post {
        let lanes = Lanes::new(side.way.stop.clone());
        let carriage = Carriage { side, direct: Direct::default(), lanes: lanes.clone() };
        Post { carriage: Arc::new(carriage), lanes }
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
            self.lanes.push(&self.carriage, &to, Load::Reply(Box::new(delivery)));
        }
    }

    /// Has boards that were passed on shrink, as those that were left from the last time.
    pub(super) fn shrink(&self, boards: Vec<BoardAt>) {
        self.carriage.shrink(boards);
    }

    /// Waits until everything is out, as long as that is worth while.
    pub(super) async fn close(&self) {
        if !self.lanes.close(LAST_CALL).await {
            tracing::warn!("not every answer got out; the rest goes out after the next start");
        }
    }
}

impl Carriage {
    fn shrink(self: &Arc<Carriage>, boards: Vec<BoardAt>) {
        for board in boards {
            let lane = format!("passed {}", board.place);
            self.lanes.push(self, &lane, Load::Passed(board));
        }
    }
}

impl Carrier for Carriage {
    type Load = Load;

    /// Sends one reply, or one of the things that nobody waits for.
    async fn carry(self: &Arc<Carriage>, load: &mut Load) -> Tried {
        let Carriage { side, direct, lanes: _ } = self.as_ref();
        let delivery = match load {
            Load::Reply(delivery) => delivery,
            Load::Passed(board) => {
                trail::shrink(side, board).await;
                return Tried::Done;
            }
            Load::Signs(signs) => {
                buttons::place(side, signs).await;
                return Tried::Done;
            }
        };
        let tried = delivery.begun.get_or_insert_with(Instant::now).elapsed();
        match send::bring(side, direct, delivery, tried).await {
            Ok(After { passed, signs }) => {
                self.shrink(passed);
                if let Some(signs) = signs {
                    let lane = format!("signs {}", signs.room.room_id());
                    self.lanes.push(self, &lane, Load::Signs(Box::new(signs)));
                }
                Tried::Done
            }
            Err(Later { why, after }) => {
                tracing::warn!(why, "a message is not out yet");
                Tried::Again { after }
            }
        }
    }
}
