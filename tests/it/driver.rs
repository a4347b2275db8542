//! A chat in memory: the smallest driver of delivery, which can be told to fail.
use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use delivery::{
    Abilities, Answer, Asked, Cause, Change, ChatAdapter, Dispatcher, ElsewhereReason, Place,
    Posted, RenderedReply, StandingMessage, Target, Written,
    paint::{Form, Painted, painted},
};
use model::{ids::MatchId, reply::Reply, text::Text};
use render::Painter;
use service::{DeliveryContext, Drawing, Outgoing, Queue, Service};
use store::BoardMessage;
use tokio::sync::watch;

/// A reply with these words makes the service panic in the turn that prepares its delivery.
pub(crate) const PANICS: &str = "panic-here";

/// A message as the chat has it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Message {
    pub(crate) id: String,
    /// Its room, thread or private room.
    pub(crate) place: String,
    pub(crate) text: String,
    /// Whether it has a picture, and buttons if the match is played there.
    pub(crate) board: bool,
    /// What its buttons say.
    pub(crate) buttons: Vec<String>,
    /// Whether it has a film.
    pub(crate) film: bool,
    /// Whether it has a picture.
    pub(crate) pictured: bool,
    pub(crate) pings: Vec<String>,
    pub(crate) edits: usize,
}

/// An error of this chat, sorted by hand.
pub(crate) struct Refused(pub(crate) Cause);

/// The chat.
pub(crate) struct Memory {
    dispatcher: Dispatcher<Memory>,
    pub(crate) can: Abilities,
    world: Mutex<World>,
    changed: watch::Sender<u64>,
    stop: watch::Sender<bool>,
}

/// The messages of the chat, and what it refuses.
#[derive(Default)]
pub(crate) struct World {
    pub(crate) messages: Vec<Message>,
    /// Planned faults: of what, where, why and how often.
    faults: Vec<(&'static str, String, Cause, usize)>,
    /// People who accept no private messages.
    pub(crate) shut: BTreeSet<String>,
    /// People who are mentioned but not in the room.
    pub(crate) absent: BTreeSet<String>,
    /// What was tried, in this order.
    pub(crate) tried: Vec<String>,
    hidden: bool,
}

impl Memory {
    pub(crate) fn open(service: Service, can: Abilities) -> Arc<Memory> {
        Memory::with(Queue::open(service).0, can, World::default())
    }

    fn with(queue: Queue, can: Abilities, world: World) -> Arc<Memory> {
        let (stop, changed) = (watch::Sender::new(false), watch::Sender::new(0));
        let dispatcher = Dispatcher::new(queue, Arc::new(Painter::new()), stop.subscribe());
        Arc::new(Memory { dispatcher, can, world: Mutex::new(world), changed, stop })
    }

    /// Restarts the program; the messages of the chat stay.
    pub(crate) async fn restart(self: Arc<Memory>) -> Arc<Memory> {
        self.stop.send_replace(true);
        self.dispatcher.close(Duration::from_secs(60)).await;
        let left = self.dispatcher.service().ask(|service| service.unlisten(Memory::CHAT)).await;
        left.unwrap().unwrap();
        let messages = std::mem::take(&mut self.world().messages);
        let world = World { messages, ..World::default() };
        Memory::with(self.dispatcher.service().clone(), self.can, world)
    }

    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until something can be found in the chat.
    pub(crate) async fn until<T>(&self, find: impl Fn(&World) -> Option<T>) -> T {
        let mut changed = self.changed.subscribe();
        loop {
            if let Some(found) = find(&self.world()) {
                return found;
            }
            changed.changed().await.unwrap();
        }
    }

    /// Makes something fail in a place, `times` times.
    pub(crate) fn fail(&self, what: &'static str, place: &str, why: Cause, times: usize) {
        self.world().faults.push((what, place.to_owned(), why, times));
    }

    /// Delivers the next message without confirming it.
    pub(crate) fn hide_next(&self) {
        self.world().hidden = true;
    }

    fn attempt(&self, what: &'static str, place: &str) -> Result<(), Refused> {
        let mut world = self.world();
        world.tried.push(format!("{what} {place}"));
        let fault = world
            .faults
            .iter_mut()
            .find(|fault| fault.0 == what && fault.1 == place && 0 < fault.3);
        match fault {
            Some(fault) => {
                fault.3 -= 1;
                Err(Refused(fault.2))
            }
            None => Ok(()),
        }
    }

    /// Edits a message, which pings nobody.
    fn edit(&self, (place, message): (&str, &str), new: Message) -> Result<(), Refused> {
        self.attempt("replace", place)?;
        self.change(|world| {
            let Some(old) = world.messages.iter_mut().find(|it| it.id == message) else {
                return;
            };
            let (id, place, edits) = (old.id.clone(), old.place.clone(), old.edits + 1);
            *old = Message { id, place, edits, pings: Vec::new(), ..new };
        });
        Ok(())
    }

    fn change(&self, change: impl FnOnce(&mut World)) {
        change(&mut self.world());
        self.changed.send_modify(|count| *count += 1);
    }
}

impl World {
    pub(crate) fn said_in(&self, place: &str) -> Vec<&Message> {
        self.messages.iter().filter(|it| it.place == place).collect()
    }

    /// Returns the boards in a place.
    pub(crate) fn boards(&self, place: &str) -> Vec<&Message> {
        self.messages.iter().filter(|message| message.place == place && message.board).collect()
    }

    /// Removes all planned faults.
    pub(crate) fn faults_end(&mut self) {
        self.faults.clear();
    }

    pub(crate) fn tries(&self, what: &str) -> usize {
        self.tried.iter().filter(|it| it.starts_with(what)).count()
    }
}

impl std::fmt::Display for Refused {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "refused: {:?}", self.0)
    }
}

impl ChatAdapter for Memory {
    const CHAT: model::ids::Chat = model::ids::Chat::Console;
    type Body = Message;
    /// The message whose button was pressed.
    type Interaction = String;
    type Chore = ();
    type Pictures = Vec<Painted>;
    type Error = Refused;

    fn dispatcher(&self) -> &Dispatcher<Memory> {
        &self.dispatcher
    }

    fn abilities(&self) -> Abilities {
        self.can
    }

    fn classify(Refused(cause): &Refused) -> Cause {
        *cause
    }

    fn sentences(reply: &Reply) -> Vec<(String, String)> {
        assert!(!reply.whole().bare().contains(PANICS), "as the test wants it");
        Vec::new()
    }

    async fn enter(&self, room: &str) -> Result<bool, Refused> {
        self.attempt("enter", room).map(|()| false)
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
    ) -> Result<Message, Refused> {
        let called = outgoing.reply.mentions.iter();
        let pings = called.filter_map(|name| context.handles.get(name).cloned());
        let reply = &outgoing.reply;
        let board = !painted.is_empty() && (reply.menu.is_some() || reply.is_watched());
        let pictured = !painted.is_empty();
        let film = painted.iter().any(|it| it.form == Form::Gif);
        let choices = reply.menu.iter().flat_map(|menu| &menu.choices);
        let buttons = choices.map(|choice| choice.says.to_string()).collect();
        let (text, pings) = (text.bare(), pings.collect());
        Ok(Message { text, pings, board, buttons, film, pictured, ..Message::default() })
    }

    fn written(_: &RenderedReply<Memory>, text: &Text) -> Written {
        Written { plain: text.bare(), html: String::new() }
    }

    async fn post(
        &self,
        reply: &RenderedReply<Memory>,
        target: Target<'_, Memory>,
    ) -> Result<Option<Posted>, Refused> {
        let place = target.place.id(self.can.threads).to_owned();
        self.attempt("post", &place)?;
        let id = format!("m{}", self.world().messages.len() + 1);
        let lead = target.lead.map_or_else(String::new, |lead| format!("{lead}\n"));
        let text = format!("{lead}{}", reply.body.text);
        let message = Message { id: id.clone(), place: place.clone(), text, ..reply.body.clone() };
        let hidden = std::mem::take(&mut self.world().hidden);
        self.change(|it| it.messages.push(message));
        if hidden {
            Err(Refused(Cause::Offline))
        } else {
            Ok(Some(Posted { place, message: id, root: None }))
        }
    }

    async fn replace(
        &self,
        standing: StandingMessage<'_>,
        reply: &RenderedReply<Memory>,
    ) -> Result<(), Refused> {
        self.edit(standing.ids(), reply.body.clone())
    }

    async fn shrink(&self, board: &BoardMessage) -> Result<(), Refused> {
        let kept = Message { text: board.plain.clone(), ..Message::default() };
        self.edit(StandingMessage::Board(board).ids(), kept)
    }

    async fn answer(
        &self,
        reply: &RenderedReply<Memory>,
        asked: &Asked<String>,
        how: Answer<'_>,
    ) -> Result<Option<Option<Posted>>, Refused> {
        let board = reply.context.board.as_ref();
        match (how, board) {
            (Answer::Board(place, change @ (Change::InPlace | Change::HandOver)), Some(board)) => {
                self.attempt("answer", place.id(self.can.threads))?;
                match change {
                    Change::InPlace => self.replace(StandingMessage::Board(board), reply).await?,
                    Change::HandOver | Change::New => self.shrink(board).await?,
                }
                if change == Change::InPlace {
                    let (place, message) = (board.place.clone(), board.message.clone());
                    return Ok(Some(Some(Posted { place, message, root: None })));
                }
                reply.progress.shrunk.get_or_init(|| board.message.clone());
                let target =
                    Target { place, asked: Some(asked), lead: None, calls: None, elsewhere: false };
                self.post(reply, target).await.map(Some)
            }
            (Answer::Board(..) | Answer::Changed, _) => Ok(None),
            (Answer::Alone, _) => {
                let place = Place::room(&format!("{} alone", asked.by));
                let (place, asked) = (&place, Some(asked));
                let target = Target { place, asked, lead: None, calls: None, elsewhere: false };
                self.post(reply, target).await.map(Some)
            }
        }
    }

    async fn open_thread(
        &self,
        of: MatchId,
        reply: &RenderedReply<Memory>,
    ) -> Result<Option<String>, Refused> {
        self.attempt("thread", &reply.outgoing.room)?;
        Ok(Some(format!("thread {of}")))
    }

    async fn private_place(
        &self,
        handle: &str,
        _: Option<&str>,
        _: bool,
    ) -> Result<Place, Refused> {
        if self.world().shut.contains(handle) {
            Err(Refused(Cause::Closed))
        } else {
            Ok(Place::room(&format!("private {handle}")))
        }
    }

    async fn find_posted(&self, reply: &RenderedReply<Memory>, place: &Place) -> Option<Posted> {
        let place = place.id(self.can.threads).to_owned();
        let world = self.world();
        let same = |it: &&&Message| it.text == reply.body.text;
        let message = world.said_in(&place).iter().find(same)?.id.clone();
        Some(Posted { place, message, root: None })
    }

    async fn absent(
        &self,
        reply: &RenderedReply<Memory>,
        _: &Place,
        _: Option<&Asked<Self::Interaction>>,
    ) -> Result<Vec<String>, Refused> {
        let absent = &self.world().absent;
        Ok(reply.body.pings.iter().filter(|ping| absent.contains(*ping)).cloned().collect())
    }

    async fn why_elsewhere(&self, reason: ElsewhereReason<'_>) -> Option<String> {
        Some(match reason {
            ElsewhereReason::Thread { of, .. } => format!("Match #{of} goes on here."),
            ElsewhereReason::Room { place, .. } => format!("I can't write in {}.", place.room),
            ElsewhereReason::NotThere { place } => format!("You are not in {}.", place.room),
        })
    }
}
