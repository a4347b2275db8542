//! What stands in line to go out on Discord: replies and what belongs in between, in the lane of the room or person they go to.
use std::{
    future::poll_fn,
    sync::{Arc, PoisonError, atomic::Ordering},
    task::{Poll, ready},
};

use serenity::model::id::{ChannelId, MessageId, UserId};
use tokio::sync::oneshot;

use super::{
    answer::{Answer, Asked},
    bot::{Bot, CHAT, number},
    parcel::Parcel,
    send::{Brought, Origin, Path},
};
use crate::{
    lanes::{Carrier, Tried},
    reply::{Audience, Privacy},
    service::{Fault, Outgoing, Request, Service},
    store::{BoardAt, PersonId, PrivatePlace},
};

/// Something in a lane.
pub(super) enum Load {
    Reply(Box<Letter>),
    /// A reply for those who cannot read it where it was said, one after the other.
    Copy(Arc<Parcel>, Vec<UserId>),
    /// A message was deleted: to be looked at when what came before it in its room has been said.
    Deleted(ChannelId, MessageId),
    /// A board whose place another one has taken: its picture and its buttons go.
    Passed(BoardAt),
}

/// A reply and how it is brought.
pub(super) struct Letter {
    outgoing: Outgoing,
    /// Whether it was left from before the start, so that it may have been said already.
    late: bool,
    origin: Option<Arc<Origin>>,
    answer: Option<Arc<Answer>>,
    /// Made at the first try.
    parcel: Option<Arc<Parcel>>,
    /// Told when it has been brought; dropped when it will not be before the next start.
    brought: Option<oneshot::Sender<()>>,
}

impl Letter {
    fn new(outgoing: Outgoing) -> Letter {
        Letter { outgoing, late: false, origin: None, answer: None, parcel: None, brought: None }
    }

    /// Makes a letter that answers an interaction, and what tells that it was brought.
    pub(super) fn answering(
        outgoing: Outgoing,
        origin: Arc<Origin>,
        answer: Option<Arc<Answer>>,
    ) -> (Letter, oneshot::Receiver<()>) {
        let (brought, done) = oneshot::channel();
        let brought = Some(brought);
        (Letter { origin: Some(origin), answer, brought, ..Letter::new(outgoing) }, done)
    }

    fn path(&self) -> Path<'_> {
        Path { origin: self.origin.as_deref(), answer: self.answer.as_deref() }
    }

    /// Names the lane: what a room is told is one, what somebody is told in private another, and an answer that only the asker
    /// sees needs no order at all. `asker` is whom the service knows the asker as.
    fn lane(&self, asker: Option<PersonId>) -> String {
        let room = format!("room {}", self.outgoing.room);
        match (self.outgoing.reply.to, &self.answer, &self.origin) {
            (Audience::Room, _, _) => room,
            (Audience::Only(person), Some(answer), _) if asker == Some(person) => {
                format!("answer {}", answer.id)
            }
            (Audience::Only(person), None, Some(origin))
                if asker == Some(person)
                    && (origin.alone || self.outgoing.reply.privacy == Privacy::Open) =>
            {
                room
            }
            (Audience::Only(person), _, _) => format!("person {person}"),
        }
    }
}

impl Bot {
    /// Takes up what was left from the last time, and what happens elsewhere from now on.
    ///
    /// # Errors
    /// When the store fails.
    pub(super) fn begin(self: &Arc<Bot>, service: &mut Service) -> Result<(), Fault> {
        let mut heard_of = self.heard_of.lock().unwrap_or_else(PoisonError::into_inner);
        *heard_of = Some(service.listen(CHAT));
        for board in service.passed(CHAT)? {
            self.put_passed_in_line(board);
        }
        for outgoing in service.undelivered(CHAT)? {
            self.put_in_line(Letter { late: true, ..Letter::new(outgoing) }, None);
        }
        Ok(())
    }

    /// Puts in line what is to be said because of what happens elsewhere, until the service closes.
    pub(super) async fn hear_of(self: &Arc<Bot>) {
        loop {
            // In line before anybody else can take it for not yet told: so the order is that of the service.
            let heard = poll_fn(|context| {
                let mut heard_of = self.heard_of.lock().unwrap_or_else(PoisonError::into_inner);
                let Some(heard_of) = heard_of.as_mut() else { return Poll::Ready(None) };
                let outgoing = ready!(heard_of.poll_recv(context));
                Poll::Ready(outgoing.map(|it| self.put_in_line(Letter::new(it), None)))
            });
            if heard.await.is_none() {
                return;
            }
        }
    }

    /// Has the service carry out a request and puts what it says in line, before anybody asks it for anything else. Returns whether
    /// there was an answer and no refusal, and what tells that each reply was brought.
    pub(super) fn carry_out(
        self: &Arc<Bot>,
        service: &mut Service,
        request: &Request,
        origin: &Arc<Origin>,
        answer: Option<&Arc<Answer>>,
    ) -> (bool, Vec<oneshot::Receiver<()>>) {
        // Above a public answer to a command everybody sees the command, and can look up what was said to it.
        let is_hidden =
            answer.is_some_and(|it| it.kind == Asked::Command) && service.may_be_secret(request);
        let replies = service.handle(request);
        if origin.alone {
            let place = PrivatePlace { place: origin.room.clone(), declined_at: None };
            // After it, since who had their data deleted is known no more.
            if let Err(err) = service.keep_private_place(CHAT, &request.from.handle, &place) {
                tracing::error!(%err, "whose direct messages these are cannot be kept");
            }
        }
        // What it said before because of something else goes out before.
        let mut heard_of = self.heard_of.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some(Ok(outgoing)) = heard_of.as_mut().map(|it| it.try_recv()) {
            self.put_in_line(Letter::new(outgoing), None);
        }
        let done = !replies.is_empty() && replies.iter().all(|it| it.reply.refused.is_none());
        if let Some(answer) = answer.filter(|_| !done) {
            // What was refused is still to be settled.
            answer.settles.store(false, Ordering::Relaxed);
        }
        let mut brought = Vec::new();
        for outgoing in replies {
            if outgoing.room != origin.room {
                self.put_in_line(Letter::new(outgoing), None);
                continue;
            }
            let asker = match outgoing.reply.to {
                Audience::Room => None,
                Audience::Only(person) => {
                    Some(person).filter(|_| is_asker(service, person, origin))
                }
            };
            let is_public = outgoing.reply.to == Audience::Room;
            let answer = answer.filter(|_| !(is_hidden && is_public)).cloned();
            let (letter, told) = Letter::answering(outgoing, origin.clone(), answer);
            self.put_in_line(letter, asker);
            brought.push(told);
        }
        (done, brought)
    }

    pub(super) fn put_in_line(self: &Arc<Bot>, letter: Letter, asker: Option<PersonId>) {
        let lane = letter.lane(asker);
        self.lanes.push(self, &lane, Load::Reply(Box::new(letter)));
    }

    /// Puts a reply in line for those who cannot read it where it was said.
    pub(super) fn put_copy_in_line(self: &Arc<Bot>, parcel: &Arc<Parcel>, users: Vec<UserId>) {
        let Some(first) = users.first() else { return };
        self.lanes.push(self, &format!("copy {first}"), Load::Copy(parcel.clone(), users));
    }

    /// Looks at a deleted message when what came before it in its room has been said.
    pub(super) async fn put_deletion_in_line(
        self: &Arc<Bot>,
        channel: ChannelId,
        message: MessageId,
    ) {
        let room = self.match_inside(channel).await.map_or(channel, |(_, parent)| parent);
        self.lanes.push(self, &format!("room {room}"), Load::Deleted(channel, message));
    }

    /// Puts in line that a board has been passed on. Nothing else waits for it.
    pub(super) fn put_passed_in_line(self: &Arc<Bot>, board: BoardAt) {
        let lane = format!("passed {}", board.place);
        self.lanes.push(self, &lane, Load::Passed(board));
    }

    async fn bring(self: &Arc<Bot>, letter: &mut Letter) -> Brought {
        let parcel = match &letter.parcel {
            Some(parcel) => parcel.clone(),
            None => {
                let made = self.make_ready(&letter.outgoing, letter.late, letter.path()).await;
                let Some(made) = made else { return Brought::NotYet };
                letter.parcel.insert(Arc::new(made)).clone()
            }
        };
        let brought = self.deliver(&parcel, letter.outgoing.reply.to, letter.path()).await;
        if brought != Brought::NotYet
            && let Some(told) = letter.brought.take()
            && told.send(()).is_err()
        {
            tracing::debug!("whoever asked waits no more");
        }
        brought
    }
}

impl Carrier for Bot {
    type Load = Load;

    async fn carry(self: &Arc<Bot>, load: &mut Load) -> Tried {
        if !self.is_known().await {
            return Tried::Again { after: None };
        }
        let brought = match load {
            Load::Reply(letter) => self.bring(letter).await,
            Load::Copy(parcel, users) => self.deliver_copies(parcel, users).await,
            Load::Deleted(channel, message) => {
                self.deleted(*channel, *message).await;
                Brought::Done
            }
            Load::Passed(board) => {
                self.shrink(board).await;
                Brought::Done
            }
        };
        match brought {
            Brought::Done | Brought::Waits => Tried::Done,
            Brought::NotYet => Tried::Again { after: None },
        }
    }
}

fn is_asker(service: &mut Service, person: PersonId, origin: &Origin) -> bool {
    let handle =
        service.handles(CHAT, &[person]).ok().and_then(|it| it.into_iter().next().flatten());
    handle.and_then(|it| number(&it)) == Some(origin.asker.get())
}
