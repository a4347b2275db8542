//! Implements the delivery trait for the room in a browser: delivered replies are entries of its
//! log. Pictures are drawn when a browser requests them.
use std::sync::Arc;

use console::{ROOM, people};
use delivery::{
    Abilities, Cause, ChatAdapter, Dispatcher, Edits, ElsewhereReason, Place, Posted,
    RenderedReply, StandingMessage, Target, Threads, Written,
};
use model::{reply::Reply, text::Text};
use render::Painter;
use service::{DeliveryContext, Drawing, NotDone, Outgoing, Queue, RequestError, Service};
use store::BoardMessage;
use tokio::sync::watch;

use super::{entry::Told, journal::Journal};

/// The chat adapter of the room.
pub(super) struct WebChat {
    dispatcher: Dispatcher<WebChat>,
    journal: Arc<Journal>,
}

/// A rendered reply.
pub(super) struct ShownReply {
    told: Arc<Told>,
    /// The people it names or pings.
    people: Vec<String>,
}

/// Why something wasn't shown.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotShown {
    /// The board is too far up in the log, or no longer in it.
    #[error("the board is out of sight")]
    OutOfSight,
    #[error(transparent)]
    NotDone(#[from] NotDone),
}

impl WebChat {
    pub(super) fn new(
        queue: Queue,
        painter: Arc<Painter>,
        journal: Arc<Journal>,
        stop: watch::Receiver<bool>,
    ) -> Arc<WebChat> {
        let dispatcher = Dispatcher::new(queue, painter, stop);
        Arc::new(WebChat { dispatcher, journal })
    }
}

impl ChatAdapter for WebChat {
    const CHAT: model::ids::Chat = model::ids::Chat::Console;
    type Body = ShownReply;
    type Interaction = ();
    type Chore = ();
    type Pictures = Option<Drawing>;
    type Error = NotShown;

    fn dispatcher(&self) -> &Dispatcher<WebChat> {
        &self.dispatcher
    }

    fn abilities(&self) -> Abilities {
        Abilities {
            edits: Edits::Any,
            threads: Threads::FromBoard,
            quotes: false,
            // Private replies are collapsed until their reader opens them.
            sealed: true,
            numbers: false,
            longest: None,
        }
    }

    fn classify(err: &NotShown) -> Cause {
        match err {
            NotShown::OutOfSight | NotShown::NotDone(NotDone::Panicked) => Cause::Never,
            NotShown::NotDone(NotDone::Closed) => Cause::Offline,
        }
    }

    /// Does nothing: the room has no threads.
    async fn enter(&self, _: &str) -> Result<bool, NotShown> {
        Ok(true)
    }

    async fn paint(&self, drawing: Option<Drawing>, _: &Reply) -> Result<Option<Drawing>, String> {
        Ok(drawing)
    }

    async fn render(
        &self,
        outgoing: &Outgoing,
        _: &DeliveryContext,
        text: &Text,
        drawing: Option<Drawing>,
    ) -> Result<ShownReply, NotShown> {
        let mut reply = Reply { text: text.clone(), ..outgoing.reply.clone() };
        // The text already has it.
        if let Some(board) = &mut reply.board {
            board.earlier = None;
        }
        let (to, mentions, of) = (reply.to, reply.mentions.clone(), reply.board_of());
        let find = move |service: &mut Service| {
            let (to, mentioned) = people::names_in(service, to, &mentions)?;
            let by_room = of.map(|of| service.waits_for_room(of)).transpose()?;
            Ok::<_, RequestError>((to, mentioned, by_room == Some(true)))
        };
        let found = self.dispatcher.service().ask(find).await?;
        // People whose data was deleted have no name here.
        let (to, mut people, by_room) = found.unwrap_or_default();
        // Anyone in the room may answer, so somebody has to say who they are.
        let drawn = drawing.iter().filter(|_| !by_room);
        let sides =
            drawn.flat_map(|drawing| [&drawing.scene.sides.first, &drawing.scene.sides.second]);
        let to_move: Vec<&String> = sides.filter(|it| it.to_move).map(|it| &it.name).collect();
        let asked = match (&to, &people[..], &to_move[..]) {
            (Some(to), _, _) => Some(to.clone()),
            (None, [one], _) => Some(one.clone()),
            (None, _, [one]) => Some((*one).clone()),
            (None, _, _) => None,
        };
        people.extend(to.clone());
        let commands = self.dispatcher.service().commands();
        let told = Told { commands, reply, to, asked, drawing, left: None };
        Ok(ShownReply { told: Arc::new(told), people })
    }

    fn written(_: &RenderedReply<WebChat>, text: &Text) -> Written {
        Written { plain: text.bare(), html: String::new() }
    }

    async fn post(
        &self,
        reply: &RenderedReply<WebChat>,
        Target { place: _, asked: _, lead, calls: _, elsewhere: _ }: Target<'_, WebChat>,
    ) -> Result<Option<Posted>, NotShown> {
        let mut told = reply.body.told.clone();
        if let Some(lead) = lead {
            let text = &mut Arc::make_mut(&mut told).reply.text;
            *text = Text::Lines(vec![Text::plain(lead), text.clone()]);
        }
        if let (Some(_), Some(board)) = (told.reply.board_of(), &reply.context.board) {
            if let Some(entry) = entry(&board.message) {
                self.journal.pass(entry, Text::small(board.plain.as_str()));
            }
            reply.progress.shrunk.get_or_init(|| board.message.clone());
        }
        let entry = self.journal.tell(told, &reply.body.people);
        Ok(Some(Posted { place: ROOM.to_owned(), message: entry.to_string(), root: None }))
    }

    async fn replace(
        &self,
        standing: StandingMessage<'_>,
        reply: &RenderedReply<WebChat>,
    ) -> Result<(), NotShown> {
        let (_, message) = standing.ids();
        let told = reply.body.told.clone();
        if entry(message).is_some_and(|entry| self.journal.replace(entry, told)) {
            Ok(())
        } else {
            Err(NotShown::OutOfSight)
        }
    }

    async fn shrink(&self, board: &BoardMessage) -> Result<(), NotShown> {
        let entry = entry(&board.message).ok_or(NotShown::OutOfSight)?;
        self.journal.pass(entry, Text::small(board.plain.as_str()));
        Ok(())
    }

    async fn private_place(&self, _: &str, _: Option<&str>, _: bool) -> Result<Place, NotShown> {
        Ok(Place::room(ROOM))
    }

    async fn why_elsewhere(&self, _: ElsewhereReason<'_>) -> Option<String> {
        None
    }
}

/// Returns the log entry of a message. Those of earlier runs are no longer in the log.
fn entry(message: &str) -> Option<u64> {
    message.parse().ok()
}
