//! What a request works with: the transaction, the asker, the room, and the replies.
pub mod fault;
pub mod insights;
pub mod link_secret;
pub mod loaded;
pub mod meet;
pub mod memory;
pub mod outgoing;
pub mod questions;
pub mod random_source;
pub mod request;
pub mod room_play;
pub mod room_week;
pub mod seam;
pub mod setting_row;

use std::cell::{Cell, RefCell};

use command::{Command, Verb, verbs};
use engine::chance::StepKey;
use model::{
    ids::{ChallengeId, Chat, MatchId, PersonId, RoomId},
    reply::{Choice, Privacy, Reply},
    text::Text,
};
use store::{Person, Room, StoreError, Tx};

use crate::context::{
    fault::Trace,
    memory::{InMemory, Settled},
    outgoing::Addressed,
    request::{Power, Request, Trigger},
};

/// A request being handled.
pub struct RequestContext<'a> {
    pub tx: &'a Tx<'a>,
    pub memory: &'a mut InMemory,
    /// What was due in matches of this request and was done before it.
    pub settled: Vec<Settled>,
    cause: Trigger<'a>,
    pub room: Room,
    /// The asker; for what was due, one of the people concerned.
    pub me: Person,
    pub now: i64,
    pub replies: Vec<Addressed>,
    /// The privacy of the answer, from the matches that were read for it.
    pub privacy: Cell<Privacy>,
    /// A challenge to this room that was meant but is closed.
    pub closed: Cell<Option<ChallengeId>>,
    /// Controls for what would work if the request is refused.
    pub controls: RefCell<Vec<Choice>>,
    /// What stays in the database even if the request is refused.
    pub traces: Vec<Trace>,
    /// The matches of the person who deleted their data.
    pub erased: Option<Vec<MatchId>>,
    /// The private rooms of the person who deleted their data.
    pub places: Vec<(Chat, String)>,
    /// The verb being handled.
    pub verb: Verb,
    /// The command being handled; none for words that may be a move.
    pub said: Option<Command>,
    /// The position of the match that a refusal is about; alternatives are for that one.
    pub asked_at: Cell<Option<(MatchId, StepKey)>>,
    /// Whether the asker was found to be allowed; see [`authority::decide::clear`](crate::authority::decide::clear).
    pub cleared: Cell<bool>,
    /// The matches where the bot may have to act now.
    pub calls: Vec<MatchId>,
}

impl<'a> RequestContext<'a> {
    pub fn new(
        tx: &'a Tx<'a>,
        memory: &'a mut InMemory,
        cause: Trigger<'a>,
        room: Room,
        me: Person,
        now: i64,
    ) -> RequestContext<'a> {
        let privacy = match cause {
            Trigger::Asked(_) => Privacy::Open,
            Trigger::Due => Privacy::Personal,
        };
        RequestContext {
            tx,
            memory,
            settled: Vec::new(),
            cause,
            room,
            me,
            now,
            replies: Vec::new(),
            privacy: Cell::new(privacy),
            closed: Cell::new(None),
            controls: RefCell::default(),
            traces: Vec::new(),
            erased: None,
            places: Vec::new(),
            verb: verbs::Play::VERB,
            said: None,
            asked_at: Cell::new(None),
            cleared: Cell::new(false),
            calls: Vec::new(),
        }
    }

    /// Returns the bot's own id in the request's chat.
    pub fn own_handle(&self) -> Option<&String> {
        self.request().and_then(|request| self.memory.own_handles.get(&request.chat))
    }

    /// Returns the asker; none for what was due.
    pub fn asker(&self) -> Option<PersonId> {
        self.request().map(|_| self.me.id)
    }

    /// Returns what was asked; nothing for what was due.
    pub fn request(&self) -> Option<&'a Request> {
        match self.cause {
            Trigger::Asked(request) => Some(request),
            Trigger::Due => None,
        }
    }

    /// Returns what the chat lets the asker manage.
    pub fn power(&self) -> Power {
        self.request().map_or(Power::Nothing, |it| it.power)
    }

    /// Replies in the room of the request.
    pub fn say(&mut self, reply: Reply) {
        self.replies.push(Addressed { room: self.room.clone(), reply, about: None });
    }

    /// Answers the asker, with the privacy that the matches read for it need.
    pub fn answer(&self, text: impl Into<Text>) -> Reply {
        Reply::answer(self.me.id, text).private(self.privacy.get())
    }

    /// Makes the answer at least this private.
    pub fn keep_private(&self, at_least: Privacy) {
        self.privacy.set(self.privacy.get().max(at_least));
    }

    /// Replies in the room of a match, wherever the request came from.
    pub fn say_in(&mut self, room: RoomId, reply: Reply) -> Result<(), StoreError> {
        let room = if room == self.room.id { self.room.clone() } else { self.tx.room(room)? };
        self.replies.push(Addressed { room, reply, about: None });
        Ok(())
    }
}
