//! Implements the delivery trait for Matrix. Each message is an event, any board can be edited, and
//! a match's thread starts with its board.
use std::{collections::BTreeMap, convert::Infallible, sync::Arc, time::Duration};

use delivery::{
    Abilities, Asked, Cause, Change, ChatAdapter, Dispatcher, Edits, ElsewhereReason, Posted,
    RenderedReply, SentReply, StandingMessage, Target, Threads, Written, asked_first, in_words,
    paint::{Painted, painted},
};
use matrix_sdk::{
    Room, RoomState,
    ruma::{EventId, OwnedEventId, OwnedTransactionId, OwnedUserId, RoomId, TransactionId, UserId},
};
use model::{
    ids::MatchId,
    reply::{Audience, BoardReaders, Menu, Privacy, Reply},
    text::Text,
};
use service::{DeliveryContext, Drawing, Outgoing};
use store::BoardMessage;
use tokio::sync::watch;

use super::{
    adapter::{AdapterContext, Handles, title},
    buttons::{self, Reactions},
    content::{self, EmbeddedMenu},
    direct::{self, DirectRooms},
    error::Unsent,
    html::Bodies,
    room_sender::RoomSender,
    words,
};

/// The maximum number of lines of an answer in a room; a longer one gets a thread.
const SHORT: usize = 12;

/// How long delivery may continue once the program is stopping. The outbox keeps the rest.
const LAST_CALL: Duration = Duration::from_secs(8);

/// The chat.
pub(super) struct MatrixChat {
    pub(super) adapter: AdapterContext,
    direct: DirectRooms,
    dispatcher: Dispatcher<MatrixChat>,
    /// Becomes true once the rooms are known, after the first sync.
    known: watch::Sender<bool>,
}

/// A rendered reply.
pub(super) struct RenderedBody {
    text: Text,
    painted: Vec<Painted>,
    handles: Handles,
    /// The prefix of all transaction ids for the reply, by which the server recognises a retry.
    mark: String,
}

impl MatrixChat {
    pub(super) fn new(adapter: AdapterContext) -> MatrixChat {
        let way = &adapter.way;
        let dispatcher = Dispatcher::new(way.queue.clone(), way.painter.clone(), way.stop.clone());
        let (direct, known) = (DirectRooms::default(), watch::Sender::new(false));
        MatrixChat { adapter, direct, dispatcher, known }
    }

    /// Starts the deliveries that wait for the first sync.
    pub(super) fn knows_rooms(&self) {
        self.known.send_replace(true);
    }

    /// Waits until everything is sent, for at most [`LAST_CALL`].
    pub(super) async fn close(&self) {
        self.dispatcher.close(LAST_CALL).await;
    }

    /// Returns a room that the bot has joined.
    fn joined(&self, room: &str) -> Result<Room, Unsent> {
        let room = RoomId::parse(room).ok().and_then(|id| self.adapter.client.get_room(&id));
        room.filter(|room| room.state() == RoomState::Joined)
            .ok_or_else(|| Unsent::Refused("the bot isn't in the room".to_owned()))
    }

    /// Returns a link that opens a board in any client.
    async fn address(&self, board: &BoardMessage) -> Option<String> {
        let room = self.joined(&board.place).ok()?;
        let event = EventId::parse(&board.message).ok()?;
        match room.matrix_to_event_permalink(event).await {
            Ok(link) => Some(link.to_string()),
            Err(err) => {
                tracing::info!(%err, "a board has no link");
                None
            }
        }
    }

    async fn sender<'a>(
        &'a self,
        room: &str,
        body: &'a RenderedBody,
        part: &str,
    ) -> Result<RoomSender<'a>, Unsent> {
        let room = self.joined(room)?;
        let encrypted = room.latest_encryption_state().await?.is_encrypted();
        let mark = format!("{}{part}", body.mark);
        Ok(RoomSender { adapter: &self.adapter, room, encrypted, mark, handles: &body.handles })
    }

    /// Sends a reply; with `instead`, as an edit of that earlier event.
    async fn say(
        &self,
        sender: &RoomSender<'_>,
        reply: &RenderedReply<MatrixChat>,
        (place, lead): (&content::RoomPlace, Option<&str>),
        instead: Option<&OwnedEventId>,
    ) -> Result<OwnedEventId, Unsent> {
        let (said, body) = (&reply.outgoing.reply, &reply.body);
        let drawn = sender.put_up(&body.painted).await?;
        let text = match drawn.is_empty() {
            true => in_words(said, body.text.clone()),
            false => body.text.clone(),
        };
        let text = match lead {
            Some(lead) => Text::Lines(vec![Text::plain(lead), text]),
            None => text,
        };
        let called = if lead.is_none() { called(reply) } else { Vec::new() };
        let menu = said.menu.clone().map(|menu| EmbeddedMenu { menu, private: is_private(said) });
        sender.say(&text, drawn, menu.as_ref(), &called, place, instead).await
    }
}

impl ChatAdapter for MatrixChat {
    const CHAT: model::ids::Chat = model::ids::Chat::Matrix;
    type Body = RenderedBody;
    type Interaction = Infallible;
    type Chore = Box<Reactions>;
    type Pictures = Vec<Painted>;
    type Error = Unsent;

    fn dispatcher(&self) -> &Dispatcher<MatrixChat> {
        &self.dispatcher
    }

    fn abilities(&self) -> Abilities {
        Abilities {
            edits: Edits::Any,
            threads: Threads::FromBoard,
            quotes: false,
            sealed: false,
            numbers: true,
            longest: Some(SHORT),
        }
    }

    fn classify(err: &Unsent) -> Cause {
        match err {
            Unsent::Refused(_) => Cause::Forbidden,
            Unsent::Offline(_) => Cause::Offline,
            Unsent::Later { after, .. } => Cause::Later { after: *after },
            Unsent::Never(_) => Cause::Never,
        }
    }

    async fn connected(&self) -> bool {
        let mut known = self.known.subscribe();
        let mut stop = self.adapter.way.clone();
        tokio::select! {
            biased;
            known = known.wait_for(|it| *it) => known.is_ok(),
            () = stop.stopped() => false,
        }
    }

    async fn enter(&self, room: &str) -> Result<bool, Unsent> {
        Ok(direct::is_direct(&self.joined(room)?).await?)
    }

    async fn paint(&self, drawing: Option<Drawing>, reply: &Reply) -> Result<Vec<Painted>, String> {
        painted(self.dispatcher().painter(), drawing, reply).await
    }

    async fn render(
        &self,
        outgoing: &Outgoing,
        context: &DeliveryContext,
        text: &Text,
        painted: Vec<Painted>,
    ) -> Result<RenderedBody, Unsent> {
        let known = context.handles.iter();
        let people =
            known.filter_map(|(id, handle)| Some((*id, UserId::parse(handle).ok()?))).collect();
        let mut boards = BTreeMap::new();
        for (of, board) in &context.boards {
            if let Some(address) = self.address(board).await {
                boards.insert(*of, address);
            }
        }
        let handles = Handles { people, boards };
        let mark = match outgoing.id {
            Some(id) => format!("{}-{}", self.adapter.mark, id.0),
            None => format!("{}-{}", self.adapter.mark, TransactionId::new()),
        };
        let text = asked_first(&outgoing.reply, context, text);
        Ok(RenderedBody { text, painted, handles, mark })
    }

    fn written(reply: &RenderedReply<MatrixChat>, text: &Text) -> Written {
        let Bodies { plain, html } = Bodies::of(text, &reply.body.handles);
        Written { plain, html }
    }

    async fn post(
        &self,
        reply: &RenderedReply<MatrixChat>,
        Target { place, asked: _, lead }: Target<'_, MatrixChat>,
    ) -> Result<Option<Posted>, Unsent> {
        let part = if lead.is_some() { "-excuse" } else { "" };
        let sender = self.sender(&place.room, &reply.body, part).await?;
        let said = &reply.outgoing.reply;
        let secret = matches!(said.to, Audience::Only(_)) && Privacy::Advice <= said.privacy;
        if !sender.encrypted && secret {
            sender.warn_once().await?;
        }
        let at = content::RoomPlace::of(place);
        let event = self.say(&sender, reply, (&at, lead), None).await?;
        if let (Some(file), None) = (&said.file, lead) {
            sender.attach(file, &at).await?;
        }
        Ok(Some(Posted { place: place.room.clone(), message: event.to_string() }))
    }

    async fn replace(
        &self,
        standing: StandingMessage<'_>,
        reply: &RenderedReply<MatrixChat>,
    ) -> Result<(), Unsent> {
        let (place, message) = standing.ids();
        let event = EventId::parse(message).map_err(Unsent::never)?;
        let sender = self.sender(place, &reply.body, "").await?;
        let at = content::RoomPlace::Main;
        self.say(&sender, reply, (&at, None), Some(&event)).await.map(|_| ())
    }

    async fn shrink(&self, board: &BoardMessage) -> Result<(), Unsent> {
        let event = EventId::parse(&board.message).map_err(Unsent::never)?;
        let bodies = Bodies { plain: board.plain.clone(), html: board.html.clone() };
        let content = content::replace(content::notice(&bodies), &event);
        let id = format!("{}-passed-{}", self.adapter.mark, board.message);
        let room = self.joined(&board.place)?;
        let sent = room.send_raw("m.room.message", content);
        let sent = sent.with_transaction_id(&OwnedTransactionId::from(id)).await;
        let sent = sent.map(|_| ()).map_err(Unsent::from);
        if let Err(Unsent::Later { .. } | Unsent::Offline(_)) = &sent {
            self.adapter.limited();
        }
        sent
    }

    async fn open_thread(
        &self,
        _: MatchId,
        _: &RenderedReply<MatrixChat>,
    ) -> Result<String, Unsent> {
        Err(Unsent::never("a thread begins with its first message"))
    }

    async fn private_place(
        &self,
        handle: &str,
        asked_in: Option<&str>,
        _: bool,
    ) -> Result<delivery::Place, Unsent> {
        let user = UserId::parse(handle).map_err(Unsent::never)?;
        let asked_in = asked_in.and_then(|room| RoomId::parse(room).ok());
        let room = self.direct.room(&self.adapter, &user, asked_in.as_deref()).await?;
        Ok(delivery::Place::room(room.room_id().as_str()))
    }

    async fn absent(
        &self,
        reply: &RenderedReply<MatrixChat>,
        place: &delivery::Place,
        _: Option<&Asked<Self::Interaction>>,
    ) -> Result<Vec<String>, Unsent> {
        let called = called(reply);
        if called.is_empty() {
            return Ok(Vec::new());
        }
        let present = direct::joined(&self.joined(&place.room)?).await?;
        let absent = called.into_iter().filter(|user| !present.contains(user));
        Ok(absent.map(|it| it.to_string()).collect())
    }

    async fn why_elsewhere(&self, reason: ElsewhereReason<'_>) -> Option<String> {
        let (ElsewhereReason::Room { place, .. } | ElsewhereReason::NotThere { place }) = reason
        else {
            return None;
        };
        let room = RoomId::parse(&place.room).ok().and_then(|id| self.adapter.client.get_room(&id));
        let name = match &room {
            Some(room) => title(room).await,
            None => place.room.clone(),
        };
        Some(match reason {
            ElsewhereReason::NotThere { .. } => words::not_in_room(&name),
            _ => words::cannot_write_in(&name),
        })
    }

    async fn hint(&self, reply: &RenderedReply<MatrixChat>, asked: &Asked<Infallible>) {
        let event = asked.place.answers.as_deref().and_then(|id| EventId::parse(id).ok());
        let (Ok(room), Some(event)) = (self.joined(&asked.place.room), event) else { return };
        let id = OwnedTransactionId::from(format!("{}-point", reply.body.mark));
        let content = content::reaction(&event, "✉️");
        let sent = room.send_raw("m.reaction", content).with_transaction_id(&id).await;
        if let Err(err) = sent {
            tracing::info!(%err, "the way to the direct room couldn't be shown");
        }
    }

    fn follow_up(self: &Arc<MatrixChat>, said: SentReply<'_, MatrixChat>) {
        let SentReply { reply, place, posted, change, asked: _ } = said;
        let board = reply.outgoing.reply.board.as_ref();
        let thinks = board.is_some_and(|board| board.readers == BoardReaders::BotThinks);
        if let (true, Ok(room)) = (thinks, self.joined(&place.room)) {
            tokio::spawn(async move {
                if let Err(err) = room.typing_notice(true).await {
                    tracing::debug!(%err, "typing couldn't be shown");
                }
            });
        }
        let menu = reply.outgoing.reply.menu.as_ref();
        // A board that was edited because nobody is pinged may have had nothing to press.
        let bare = change != Change::InPlace
            || reply.outgoing.reply.board.as_ref().is_some_and(|board| board.in_place);
        let menu = menu.filter(|_| !is_private(&reply.outgoing.reply) && bare);
        let event = posted.and_then(|posted| EventId::parse(&posted.message).ok());
        if let (Some(menu), Some(to), Ok(room)) = (menu, event, self.joined(&place.room)) {
            let (menu, mark) = (Menu::clone(menu), reply.body.mark.clone());
            let reactions = Box::new(Reactions { room, to, menu, mark });
            Dispatcher::queue(self, &place.room, reactions);
        }
    }

    async fn work(self: &Arc<MatrixChat>, signs: &mut Box<Reactions>) {
        buttons::place(&self.adapter, signs).await;
    }
}

/// Returns the people a reply pings.
fn called(reply: &RenderedReply<MatrixChat>) -> Vec<OwnedUserId> {
    let called = reply.outgoing.reply.mentions.iter();
    called.filter_map(|person| reply.body.handles.people.get(person).cloned()).collect()
}

/// Returns whether only one person may know which choice is taken from a reply's menu. Otherwise
/// reactions work for it.
fn is_private(reply: &Reply) -> bool {
    matches!(reply.to, Audience::Only(_)) && reply.privacy != Privacy::Open
}
