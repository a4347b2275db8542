//! The queues of delivery: jobs with the same key wait for each other.
use model::ids::{MatchId, PersonId};

/// What a queue is for. Rooms and places are the chat's ids.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum QueueKey {
    /// What is said in a room.
    Room(String),
    /// The replays of a room, because nothing else waits until they are drawn and sent.
    Films(String),
    /// The boards of a match that a room watches, because its own matches wait for no edit of those.
    Watched { of: MatchId, room: String },
    /// What a person is told in private.
    Person(PersonId),
    /// What only the asker sees in answer to an interaction.
    Answer(AnswerNumber),
    /// Copies of a reply for people who can't read it in the room, by the first of them.
    Copies(String),
    /// The cards of a place that are edited.
    Cards(String),
    /// The boards of a place that were handed over and shrink.
    OldBoards(String),
    /// The chat's own jobs in a place.
    Chores(String),
}

impl QueueKey {
    /// Tells whether somebody waits for what is in the queue.
    pub(crate) fn is_waited_for(&self) -> bool {
        match self {
            QueueKey::Room(_) | QueueKey::Person(_) | QueueKey::Answer(_) | QueueKey::Copies(_) => {
                true
            }
            QueueKey::Films(_)
            | QueueKey::Watched { .. }
            | QueueKey::Cards(_)
            | QueueKey::OldBoards(_)
            | QueueKey::Chores(_) => false,
        }
    }
}

/// Tells the answers apart that the dispatcher has queued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AnswerNumber(pub(crate) u64);
