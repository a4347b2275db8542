//! Sends one reply to its place, and to others when that place is lost.
use std::sync::Arc;

use model::{ids::MatchId, reply::Reply};
use service::Outgoing;
use store::ThreadAt;

use crate::{
    Asked, Place, Thread,
    board::{self, Change},
    card,
    chat::{
        Abilities, Answer, Cause, ChatAdapter, Edits, ElsewhereReason, Posted, SentReply,
        StandingMessage, Target, Threads,
    },
    deliver,
    failure::Failure,
    lost, place,
    receipt::Receipt,
    render::thread,
    rendered::RenderedReply,
};

/// A sent message, and what remains to be recorded about it.
pub(crate) struct Sent {
    pub(crate) receipt: Receipt,
    /// People it pings who must be told in private.
    pub(crate) absent: Vec<String>,
    pub(crate) place: Place,
}

/// The reply being delivered and what it answers.
pub(crate) struct SendTask<'a, C: ChatAdapter> {
    pub(crate) chat: &'a Arc<C>,
    pub(crate) reply: Arc<RenderedReply<C>>,
    pub(crate) asked: Option<&'a Asked<C::Interaction>>,
    pub(crate) can: Abilities,
}

/// The result of a delivery, before the service records it.
pub(crate) enum DeliveryResult {
    Sent(Box<Sent>),
    Waits,
}

impl DeliveryResult {
    /// There is no message for the service to record.
    pub(crate) fn struck_out(outgoing: &Outgoing) -> DeliveryResult {
        let (receipt, place) = (deliver::strike_out(outgoing), Place::default());
        DeliveryResult::Sent(Box::new(Sent { receipt, absent: Vec::new(), place }))
    }
}

impl<C: ChatAdapter> SendTask<'_, C> {
    fn reply(&self) -> &Reply {
        &self.reply.outgoing.reply
    }

    /// Delivers a reply to its room: in the match's thread, otherwise in the room, otherwise in
    /// private to those it concerns.
    pub(crate) async fn to_room(&self, closed: Option<Failure>) -> Result<DeliveryResult, Failure> {
        if self.reply().card.as_ref().is_some_and(|card| card.changed) {
            return Ok(card::change(self).await);
        }
        let room = &self.reply.outgoing.room;
        let mut last = Place::room(room);
        let mut closed = closed;
        let has_answer = self.asked.is_some_and(|it| it.interaction.is_some());
        if closed.is_none() && !has_answer {
            let context = &self.reply.context;
            closed = match (context.answers_only, context.lost) {
                (true, _) => Some(Failure::nothing_to_answer()),
                (_, true) => Some(Failure::room_is_lost()),
                _ => None,
            };
        }
        if closed.is_none() {
            let (mut lead, opened) = (None, self.thread().await);
            for place in place::in_room(self.reply(), room, opened, self.asked, &self.can) {
                let failure = match self.show(&place, lead.as_deref()).await {
                    Ok(sent) => return Ok(DeliveryResult::Sent(Box::new(sent))),
                    Err(failure) if failure.cause.passes() => return Err(failure),
                    Err(failure) => failure,
                };
                if let (Some(of), Some(_)) = (self.reply().board_of(), &place.thread)
                    && self.can.threads == Threads::Opened
                {
                    tracing::info!(why = failure.why, "a thread can't be used");
                    self.keep_thread(of, None).await;
                    let cause = failure.cause;
                    lead = self.chat.why_elsewhere(ElsewhereReason::Thread { of, cause }).await;
                }
                closed = Some(failure);
                last = place;
            }
        }
        match closed {
            Some(failure) if failure.cause != Cause::Never => {
                lost::elsewhere(self, &last, failure).await
            }
            Some(failure) => Err(failure),
            None => Ok(DeliveryResult::struck_out(&self.reply.outgoing)),
        }
    }

    /// Returns the match's thread, opening it if needed.
    async fn thread(&self) -> Option<Thread> {
        let context = &self.reply.context;
        let Some(of) = self.reply().board_of().filter(|_| {
            self.can.threads == Threads::Opened && context.threads && context.thread.is_none()
        }) else {
            return thread(context);
        };
        let opened = match self.chat.open_thread(of, &self.reply).await {
            Ok(opened) => opened,
            Err(err) if C::classify(&err).passes() => {
                tracing::warn!(%err, "a thread couldn't be opened now");
                return None;
            }
            Err(err) => {
                tracing::info!(%err, "no thread can be opened");
                None
            }
        };
        self.keep_thread(of, opened.clone()).await;
        opened.map(|id| Thread { id, last: String::new() })
    }

    async fn keep_thread(&self, of: MatchId, thread: Option<String>) {
        let room = self.reply.outgoing.room.clone();
        let thread = ThreadAt { of, room, thread, last: String::new() };
        let kept = self
            .chat
            .dispatcher()
            .ask(move |service| service.keep(|tx| tx.keep_thread(C::CHAT, &thread)))
            .await;
        if let Err(err) = kept {
            tracing::error!(why = err.why, "a thread isn't kept");
        }
    }

    /// Shows a reply in a place: as an answer to a press, as an edit of the standing board, or as a
    /// new message.
    async fn show(&self, place: &Place, lead: Option<&str>) -> Result<Sent, Failure> {
        let SendTask { chat, reply, asked, can } = self;
        let here = asked.filter(|asked| {
            asked.place.room == place.room && asked.place.id(can.threads) == place.id(can.threads)
        });
        // Before sending, because a retry after sending would send it twice.
        let absent = chat.absent(reply, place, here).await.map_err(|err| Failure::of::<C>(&err))?;
        let standing = reply.context.board.as_ref();
        let pressed = reply.pressed.as_deref();
        let pressed = pressed.or(asked.and_then(|it| it.pressed.as_deref()));
        // Where the bot can't post, it edits while it can, to leave answers for later.
        let any = reply.context.answers_only && pressed.is_none();
        let edits = if any { Edits::Any } else { can.edits };
        let can = &Abilities { edits, ..*can };
        let change = board::change(self.reply(), standing, place, pressed, can);
        let sent = |posted: Option<Posted>, change| {
            let waits = !absent.is_empty();
            let receipt = board::receipt(reply, (place, posted.as_ref(), change), waits, can);
            let said = SentReply { reply, place, posted: posted.as_ref(), change, asked: *asked };
            chat.follow_up(said);
            Sent { receipt, absent: absent.clone(), place: place.clone() }
        };
        if let (Some(asked), Some(_)) = (here, self.reply().board_of())
            && asked.interaction.is_some()
        {
            match chat.answer(reply, asked, Answer::Board(place, change)).await {
                Ok(Some(posted)) => return Ok(sent(posted, change)),
                Ok(None) => {}
                Err(err) => {
                    tracing::info!(%err, "a press takes no answer; the board goes out by itself");
                    // It may have arrived although the chat didn't confirm it.
                    if C::classify(&err).passes()
                        && let Some(posted) = chat.find_posted(reply, place).await
                    {
                        return Ok(sent(Some(posted), change));
                    }
                }
            }
        }
        if let (Some(board), Change::InPlace) = (standing, change) {
            match chat.replace(StandingMessage::Board(board), reply).await {
                Ok(()) => {
                    let (place, message) = (board.place.clone(), board.message.clone());
                    return Ok(sent(Some(Posted { place, message, root: None }), change));
                }
                Err(err)
                    if C::classify(&err) == Cause::Never
                        || (reply.context.answers_only && !C::classify(&err).passes()) =>
                {
                    tracing::info!(%err, "a board can't be changed; a new one is posted");
                }
                Err(err) => return Err(Failure::of::<C>(&err)),
            }
        }
        if reply.late
            && self.reply().board.is_some()
            && let Some(posted) = chat.find_posted(reply, place).await
        {
            return Ok(sent(Some(posted), Change::New));
        }
        let target = Target { place, asked: here, lead, calls: None, elsewhere: false };
        let posted = chat.post(reply, target).await.map_err(|err| Failure::of::<C>(&err))?;
        Ok(sent(posted, Change::New))
    }
}
