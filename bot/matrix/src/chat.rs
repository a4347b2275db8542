//! Implements the delivery trait for Matrix. Each message is an event, any board can be edited, and
//! a match's thread starts with its board.
use std::{
    collections::BTreeMap,
    convert::Infallible,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use delivery::{
    Abilities, Asked, Cause, Change, ChatAdapter, Dispatcher, Edits, ElsewhereReason, Posted,
    RenderedReply, SentReply, StandingMessage, Target, Threads, Written, asked_first,
    paint::{Painted, StepFilm, number, painted},
};
use matrix_sdk::{
    Room, RoomState,
    ruma::{EventId, OwnedEventId, OwnedTransactionId, RoomId, TransactionId, UserId},
};
use model::{
    reply::{Audience, BoardReaders, Privacy, Reply},
    text::Text,
};
use service::{DeliveryContext, Drawing, Outgoing};
use store::BoardMessage;
use tokio::sync::watch;

use super::{
    adapter::{AdapterContext, Handles, title},
    buttons::{self, Questions, Reactions},
    content::{self, RoomPlace},
    direct::{self, DirectRooms},
    error::Unsent,
    html::Bodies,
    pictures::{self, BoardPictures, FilmToSend, Following, LatePictures, LineLeft, PutUp},
    room_sender::{Message, RoomSender},
    said_lately::SaidLately,
    say_reply::{self, called, embedded, is_private, tells_step, worded},
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
    pub(super) dispatcher: Dispatcher<MatrixChat>,
    pub(super) pictures: BoardPictures,
    pub(super) questions: Questions,
    pub(super) lately: SaidLately,
    /// Becomes true once the rooms are known, after the first sync.
    known: watch::Sender<bool>,
}

/// A rendered reply.
pub(super) struct RenderedBody {
    pub(super) text: Text,
    pub(super) painted: Vec<Painted>,
    /// The film to draw and send after it.
    film: Option<StepFilm>,
    pub(super) handles: Handles,
    /// The prefix of all transaction ids for the reply, by which the server recognises a retry.
    mark: String,
    following: Mutex<Following>,
}

impl RenderedBody {
    /// Returns what follows the reply once it is out.
    pub(super) fn following(&self) -> MutexGuard<'_, Following> {
        self.following.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The pictures of a reply, and a film that follows.
#[derive(Default)]
pub(super) struct BoardPainted {
    painted: Vec<Painted>,
    film: Option<StepFilm>,
}

/// A job beside the messages that somebody waits for.
pub(super) enum Chore {
    Signs(Box<Reactions>),
    Line(Box<LineLeft>),
    /// Takes the signs off a question that was answered.
    Over(Room, OwnedEventId),
    Film(Box<FilmToSend>),
}

impl MatrixChat {
    pub(super) fn new(adapter: AdapterContext) -> MatrixChat {
        let way = &adapter.way;
        let dispatcher = Dispatcher::new(way.queue.clone(), way.painter.clone(), way.stop.clone());
        let (direct, known) = (DirectRooms::default(), watch::Sender::new(false));
        let (pictures, questions) = (BoardPictures::default(), Questions::default());
        let lately = SaidLately::default();
        MatrixChat { adapter, direct, dispatcher, pictures, questions, lately, known }
    }

    /// Starts the deliveries that wait for the first sync.
    pub(super) fn knows_rooms(&self) {
        self.known.send_replace(true);
    }

    /// Waits until everything is sent, for at most [`LAST_CALL`].
    pub(super) async fn close(&self) {
        self.dispatcher.close(LAST_CALL).await;
    }

    /// Waits until what somebody waits for is out, or the program is ending. Tells whether there is room
    /// for what can be left out.
    pub(super) async fn calm(&self) -> bool {
        self.makes_way(false).await
    }

    /// Lets words go before a picture that somebody waits for: only for seconds, because words that can't be sent must not hold it up.
    pub(super) async fn words_first(&self) {
        self.makes_way(true).await;
    }

    async fn makes_way(&self, shortly: bool) -> bool {
        let mut stop = self.adapter.way.clone();
        tokio::select! {
            calm = self.adapter.calm(shortly, || self.dispatcher.is_waited_for()) => calm,
            () = stop.stopped() => true,
        }
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

    pub(super) async fn sender<'a>(
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
}

impl ChatAdapter for MatrixChat {
    const CHAT: model::ids::Chat = model::ids::Chat::Matrix;
    type Body = RenderedBody;
    type Interaction = Infallible;
    type Chore = Chore;
    type Pictures = BoardPainted;
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

    async fn paint(
        &self,
        mut drawing: Option<Drawing>,
        reply: &Reply,
    ) -> Result<BoardPainted, String> {
        let menu = reply.menu.as_ref().filter(|_| !is_private(reply));
        if let (Some(drawing), Some(menu)) = (&mut drawing, menu) {
            number(drawing, menu);
        }
        // The film of a step takes longer than its board, which waits for nothing.
        let film = drawing.as_mut().filter(|_| tells_step(reply)).and_then(StepFilm::taken_from);
        let film = film.filter(|_| reply.board.is_some());
        let painted = painted(self.dispatcher().painter(), drawing, reply).await?;
        Ok(BoardPainted { painted, film })
    }

    async fn render(
        &self,
        outgoing: &Outgoing,
        context: &DeliveryContext,
        text: &Text,
        BoardPainted { painted, film }: BoardPainted,
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
        Ok(RenderedBody { text, painted, film, handles, mark, following: Mutex::default() })
    }

    fn written(reply: &RenderedReply<MatrixChat>, text: &Text) -> Written {
        let line = match reply.outgoing.reply.board_of() {
            Some(of) => &words::in_short(of, text),
            None => text,
        };
        let Bodies { plain, html } = Bodies::of(line, &reply.body.handles);
        Written { plain, html }
    }

    async fn post(
        &self,
        reply: &RenderedReply<MatrixChat>,
        target: Target<'_, MatrixChat>,
    ) -> Result<Option<Posted>, Unsent> {
        let part = if target.lead.is_some() { "-excuse" } else { "" };
        let sender = self.sender(&target.place.room, &reply.body, part).await?;
        let said = &reply.outgoing.reply;
        let secret = matches!(said.to, Audience::Only(_)) && Privacy::Advice <= said.privacy;
        if !sender.encrypted && secret {
            sender.warn_once().await?;
        }
        self.say(&sender, reply, target).await.map(Some)
    }

    async fn replace(
        &self,
        standing: StandingMessage<'_>,
        reply: &RenderedReply<MatrixChat>,
    ) -> Result<(), Unsent> {
        let (place, message) = standing.ids();
        let event = EventId::parse(message).map_err(Unsent::never)?;
        let sender = self.sender(place, &reply.body, "").await?;
        let (said, at) = (&reply.outgoing.reply, say_reply::in_thread(reply));
        let (put_up, mut picture) = match standing {
            StandingMessage::Board(board) => {
                if self.pictures.is_far(sender.room.room_id(), &at) {
                    return Err(Unsent::never(words::FAR_UP));
                }
                // First, because the words of an earlier version can't be edited.
                let before = self.pictures.beside(&sender.room, &event, board.of).await?;
                (self.put_up(&sender, reply).await?, before)
            }
            StandingMessage::Card { .. } => {
                // The match that it began is more urgent.
                self.calm().await;
                (PutUp::default(), None)
            }
        };
        let of = said.board_of();
        if let (Some(of), Some(first)) = (of, put_up.drawn.first()) {
            picture = Some(self.show_board(&sender, reply, (of, first), &at).await?);
        }
        let text = worded(reply, put_up.is_seen, None);
        let menu = embedded(reply);
        let message = Message {
            text: &text,
            menu: menu.as_ref(),
            called: &[],
            answers: false,
            picture: picture.as_ref(),
            below: None,
        };
        let handles = match standing {
            StandingMessage::Board(_) => sender.handles.clone(),
            StandingMessage::Card { .. } => self.with_begun(&sender, &text).await,
        };
        let linked = RoomSender { handles: &handles, ..sender.clone() };
        linked.say(message, &RoomPlace::Main, Some(&event)).await?;
        if let Some(of) = of {
            self.pictures.keep(sender.room.room_id(), of, &event, picture);
        }
        if put_up.waits {
            let (words, upload) = (event.clone(), put_up.upload);
            reply.body.following().pictures = Some(LatePictures { at, words, upload });
        }
        if menu.is_none() {
            buttons::take_off(&self.adapter, &sender.room, &event).await;
        }
        Ok(())
    }

    async fn shrink(&self, board: &BoardMessage) -> Result<(), Unsent> {
        let event = EventId::parse(&board.message).map_err(Unsent::never)?;
        self.adapter.is_now_over(&event);
        self.calm().await;
        let bodies = Bodies { plain: board.plain.clone(), html: board.html.clone() };
        let content = content::replace(content::notice(&bodies), &event);
        let id =
            OwnedTransactionId::from(format!("{}-passed-{}", self.adapter.mark, board.message));
        let room = self.joined(&board.place)?;
        self.adapter.send(&room, "m.room.message", content, &id).await?;
        buttons::take_off(&self.adapter, &room, &event).await;
        Ok(())
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
        let called = called(reply, None, None);
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
        // The message itself sounds.
        if self.adapter.is_limited() {
            return;
        }
        let event = asked.place.answers.as_deref().and_then(|id| EventId::parse(id).ok());
        let (Ok(room), Some(event)) = (self.joined(&asked.place.room), event) else { return };
        let id = OwnedTransactionId::from(format!("{}-point", reply.body.mark));
        let content = content::reaction(&event, "✉️");
        if let Err(why) = self.adapter.send(&room, "m.reaction", content, &id).await {
            tracing::info!(%why, "the way to the direct room couldn't be shown");
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
        if let Some(of) = reply.outgoing.reply.board_of() {
            self.pictures.is_out(&place.room, of, reply.outgoing.id);
        }
        let menu = reply.outgoing.reply.numbered_menu();
        let menu = menu.filter(|_| !is_private(&reply.outgoing.reply));
        let event = posted.and_then(|posted| EventId::parse(&posted.message).ok());
        if let (Some(menu), Some(to), Ok(room)) = (menu, event, self.joined(&place.room)) {
            let (menu, mark) = (menu.in_lines(), reply.body.mark.clone());
            let (said, changed) = (&reply.outgoing.reply, change == Change::InPlace);
            // Others can be pressed again: they are lists of what can be looked at.
            let asks = said.text.bare().lines().any(|line| line.ends_with('?'));
            if said.board.is_none() && said.card.is_none() && asks {
                self.questions.asked(room.room_id(), &to, &menu);
            }
            let reactions = Box::new(Reactions { room, to, menu, mark, changed });
            Dispatcher::queue(self, &place.room, Chore::Signs(reactions));
        }
        self.follow(reply, &place.room);
        if let (Some(film), true) = (&reply.body.film, change != Change::InPlace) {
            let at = pictures::after(place, posted.and_then(|it| it.root.as_deref()));
            let (film, body, room) = (film.clone(), reply.clone(), place.room.clone());
            let film = FilmToSend { film, body, room, at };
            Dispatcher::queue(self, &place.room, Chore::Film(Box::new(film)));
        }
    }

    async fn work(self: &Arc<MatrixChat>, chore: &mut Chore) {
        match chore {
            Chore::Signs(signs) => buttons::place(self, signs).await,
            Chore::Line(left) => {
                if let Err(why) = pictures::leave_line(self, left).await {
                    tracing::info!(%why, "an earlier picture stays");
                }
            }
            Chore::Over(room, question) => buttons::take_off(&self.adapter, room, question).await,
            Chore::Film(film) => {
                if let Err(why) = self.send_film(film).await {
                    tracing::info!(%why, "a film isn't sent");
                }
            }
        }
    }
}
