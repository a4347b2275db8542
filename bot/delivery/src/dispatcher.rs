//! Puts replies into their queues: answers to requests, news from elsewhere, and what the last run
//! left in the outbox.
use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use model::{
    ids::{MatchId, OutboxId},
    reply::Reply,
    time::DAY,
};
use render::Painter;
use service::{Answered, AnsweredReply, InOrder, Listening, Outgoing, Queue, Service};
use store::{BoardMessage, ToldMessage, peers::Peers};
use tokio::sync::{mpsc::UnboundedReceiver, oneshot, watch};

use super::{
    card::CardEdit,
    chat::{Asked, ChatAdapter, Threads},
    fallback::Copies,
    place,
    presses::Presses,
    queue::DeliveryQueues,
    queue_key::{AnswerNumber, QueueKey},
    rendered::RenderedReply,
    under_way::{BoardUnderWay, BoardsUnderWay},
    upkeep,
};
use crate::{
    receipt::{Outdated, Receipt, tidy},
    send_task::Sent,
};

/// Delivers the replies of a chat.
pub struct Dispatcher<C: ChatAdapter> {
    service: Queue,
    painter: Arc<Painter>,
    queues: Arc<DeliveryQueues<Job<C>>>,
    passed: Mutex<HandedOverBoards>,
    pub(super) presses: Presses,
    pub(super) under_way: BoardsUnderWay,
    /// How many answers were queued.
    answers: AtomicU64,
    /// The newest board of each match for each room.
    newest: Mutex<HashMap<(MatchId, String), OutboxId>>,
}

/// What other chats or the time cause in a chat.
pub struct ChatNews(UnboundedReceiver<InOrder<Outgoing>>);

/// Messages of handed-over boards.
#[derive(Default)]
pub(super) struct HandedOverBoards {
    /// Those waiting to shrink, and those shrunk.
    pub(super) seen: HashSet<String>,
    /// Those shrunk that the service doesn't know about.
    pub(super) shrunk: Vec<String>,
}

/// A job in a queue.
pub enum Job<C: ChatAdapter> {
    Reply(Box<Delivery<C>>),
    Copies(Copies<C>),
    /// Shrinks a handed-over board, with how often that was tried.
    Shrink(BoardMessage, u32),
    /// Removes a message that folds, with how often that was tried.
    Remove(ToldMessage, u32),
    /// A deleted message, which may have been a board.
    Deleted(String),
    /// A card to be edited.
    Card(CardEdit<C>),
    Chore(C::Chore),
}

/// A reply to deliver.
pub struct Delivery<C: ChatAdapter> {
    pub(super) outgoing: Outgoing,
    /// Whether it is from before the start, so that it may already have been sent.
    pub(super) late: bool,
    pub(super) asked: Option<Arc<Asked<C::Interaction>>>,
    /// When it was first tried.
    pub(super) begun: Option<Instant>,
    /// Set by the first try.
    pub(super) rendered: Option<Arc<RenderedReply<C>>>,
    /// What remains to be recorded once it is sent.
    pub(super) sent: Option<Sent>,
    /// Notified when it is delivered; dropped when it won't be before the next start.
    pub(super) delivered: Option<oneshot::Sender<()>>,
    /// Held until it is out or given up, if it is a board.
    board: Option<BoardUnderWay>,
}

impl<C: ChatAdapter> Delivery<C> {
    fn new(outgoing: Outgoing) -> Delivery<C> {
        Delivery {
            outgoing,
            late: false,
            asked: None,
            begun: None,
            rendered: None,
            sent: None,
            delivered: None,
            board: None,
        }
    }
}

impl<C: ChatAdapter> Dispatcher<C> {
    /// Creates the queues. Call it in a Tokio runtime.
    pub fn new(
        service: Queue,
        painter: Arc<Painter>,
        stop: watch::Receiver<bool>,
    ) -> Dispatcher<C> {
        let queues = DeliveryQueues::new(stop);
        let (passed, presses, newest) = (Mutex::default(), Presses::default(), Mutex::default());
        let (answers, under_way) = (AtomicU64::default(), BoardsUnderWay::default());
        Dispatcher { service, painter, queues, passed, presses, under_way, answers, newest }
    }

    pub fn service(&self) -> &Queue {
        &self.service
    }

    pub fn painter(&self) -> &Arc<Painter> {
        &self.painter
    }

    /// Begins to listen, and queues what the last run left, or other processes. Call it before the first request, so
    /// that only old replies count as left over. Pass the news to [`Dispatcher::listen`].
    ///
    /// # Errors
    /// If the service fails or has closed.
    pub async fn begin(chat: &Arc<C>) -> anyhow::Result<ChatNews> {
        let Listening { news, left, passed } =
            chat.dispatcher().service().listen(C::CHAT).await??;
        Dispatcher::clear_away(chat, Outdated { boards: passed, ..Outdated::default() });
        Dispatcher::put_left(chat, left);
        Ok(ChatNews(news))
    }

    /// Queues replies of an earlier run or another process, which may have been sent.
    fn put_left(chat: &Arc<C>, left: Vec<(Outgoing, bool)>) {
        for (outgoing, late) in left {
            Dispatcher::put(chat, Delivery { late, ..Delivery::new(outgoing) }, None);
        }
    }

    /// Takes over what other processes leave, until the service closes; nothing if this process is
    /// alone on the database.
    pub async fn take_over(chat: &Arc<C>, mut peers: Peers) {
        while peers.left().await {
            let service = chat.dispatcher().service();
            let left = service.ask_in_order(C::CHAT, |service| service.left(C::CHAT)).await;
            let put = |left| Dispatcher::put_left(chat, left);
            match left.map(|left| left.pass_to(|left| left.map(put))) {
                Ok(Ok(())) => {}
                Ok(Err(err)) => tracing::warn!(%err, "replies of other processes wait"),
                Err(err) => tracing::warn!(%err, "replies of other processes wait"),
            }
        }
    }

    /// Delivers news from elsewhere until the service closes.
    pub async fn listen(chat: &Arc<C>, ChatNews(mut news): ChatNews) {
        while let Some(outgoing) = news.recv().await {
            let put = |outgoing| Dispatcher::put(chat, Delivery::new(outgoing), None);
            outgoing.comes().await.pass_to(put);
        }
    }

    /// Queues the replies of an answer. `asked` says what each is an answer to. Returns receivers that are notified
    /// on delivery, without those of replies that go to another room.
    pub fn answer(
        chat: &Arc<C>,
        answered: InOrder<Answered>,
        asked: impl Fn(&Outgoing) -> Arc<Asked<C::Interaction>>,
    ) -> Vec<oneshot::Receiver<()>> {
        let number = chat.dispatcher().number();
        let put = |AnsweredReply { outgoing, own }| {
            let asked = asked(&outgoing);
            if let (Some(pressed), None) = (&asked.pressed, outgoing.reply.refused) {
                chat.dispatcher().presses.note(pressed);
            }
            // A watched board has its own queue, and must not replace the answer.
            if outgoing.room != asked.place.room || outgoing.reply.is_watched() {
                Dispatcher::put(chat, Delivery::new(outgoing), None);
                return None;
            }
            Some(Dispatcher::put_answer(chat, outgoing, &asked, own.then_some(number)))
        };
        answered.pass_to(|answered| answered.replies.into_iter().filter_map(put).collect())
    }

    /// Queues an answer that isn't the service's. `own` tells whether only the asker may see it.
    pub fn say(
        chat: &Arc<C>,
        outgoing: Outgoing,
        asked: &Arc<Asked<C::Interaction>>,
        own: bool,
    ) -> oneshot::Receiver<()> {
        let number = chat.dispatcher().number();
        Dispatcher::put_answer(chat, outgoing, asked, own.then_some(number))
    }

    fn put_answer(
        chat: &Arc<C>,
        outgoing: Outgoing,
        asked: &Arc<Asked<C::Interaction>>,
        own: Option<AnswerNumber>,
    ) -> oneshot::Receiver<()> {
        let (sender, delivered) = oneshot::channel();
        let (asked, sender) = (Some(asked.clone()), Some(sender));
        let delivery = Delivery { asked, delivered: sender, ..Delivery::new(outgoing) };
        Dispatcher::put(chat, delivery, own);
        delivered
    }

    /// Queues a delivery. `own` is set for an answer that only the asker may see.
    fn put(chat: &Arc<C>, mut delivery: Delivery<C>, own: Option<AnswerNumber>) {
        delivery.board = chat.dispatcher().under_way.begins(&delivery.outgoing.reply);
        let Outgoing { id, room, reply } = &delivery.outgoing;
        if let (Some(of), Some(id)) = (reply.board_of(), *id) {
            chat.dispatcher().newest().insert((of, room.clone()), id);
        }
        let queue = place::queue(reply, room, delivery.asked.as_deref(), own);
        chat.dispatcher().push(chat, queue, Job::Reply(Box::new(delivery)));
    }

    fn number(&self) -> AnswerNumber {
        AnswerNumber(self.answers.fetch_add(1, Ordering::Relaxed))
    }

    /// Tells whether a newer board of a match waits for a room. It also tells what happened earlier
    /// in the turn.
    pub(super) fn is_overtaken(&self, room: &str, reply: &Reply, id: Option<OutboxId>) -> bool {
        let (Some(of), Some(id)) = (reply.board_of(), id) else { return false };
        let mut newest = self.newest();
        let key = (of, room.to_owned());
        match newest.get(&key) {
            Some(newest) if id < *newest => true,
            Some(_) | None => {
                newest.remove(&key);
                false
            }
        }
    }

    fn newest(&self) -> MutexGuard<'_, HashMap<(MatchId, String), OutboxId>> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a job of the chat's own behind the others of its place.
    pub fn queue(chat: &Arc<C>, place: &str, chore: C::Chore) {
        let queue = QueueKey::Chores(place.to_owned());
        chat.dispatcher().push(chat, queue, Job::Chore(chore));
    }

    pub(super) fn push(&self, chat: &Arc<C>, queue: QueueKey, job: Job<C>) {
        self.queues.push(chat, queue, job);
    }

    /// Forgets what is no longer needed, and retries to shrink handed-over boards.
    ///
    /// # Errors
    /// If the service fails or has closed.
    pub async fn sweep(chat: &Arc<C>) -> Result<(), String> {
        let now = model::host_clock::now().as_second();
        let sweep = move |service: &mut Service| {
            tidy(service, C::CHAT, now)?;
            service.keep(|tx| tx.passed(C::CHAT, None))
        };
        let boards = chat.dispatcher().ask(sweep).await.map_err(|failure| failure.why)?;
        Dispatcher::clear_away(chat, Outdated { boards, folded: Vec::new() });
        Ok(())
    }

    /// Folds what tells a room of a match that is over into one of its messages.
    pub async fn fold(chat: &Arc<C>, card: ToldMessage) {
        let now = model::host_clock::now().as_second();
        let folds = move |service: &mut Service| service.keep(|tx| tx.fold(C::CHAT, &card, now));
        let folded = upkeep::logged(chat.dispatcher().ask(folds).await).unwrap_or_default();
        Dispatcher::clear_away(chat, Outdated { boards: Vec::new(), folded });
    }

    /// Removes what should be gone of matches that are over, and closes their threads a day after the last word.
    ///
    /// # Errors
    /// If the service fails or has closed.
    pub async fn close_over(chat: &Arc<C>) -> Result<(), String> {
        let now = model::host_clock::now().as_second();
        let over = move |service: &mut Service| {
            service.keep(|tx| Ok((tx.folded(C::CHAT, now)?, tx.threads_over(C::CHAT, now - DAY)?)))
        };
        let (folded, threads) = chat.dispatcher().ask(over).await.map_err(|failure| failure.why)?;
        Dispatcher::clear_away(chat, Outdated { boards: Vec::new(), folded });
        if chat.abilities().threads == Threads::Opened {
            for at in threads {
                upkeep::close_thread(chat, at, now - DAY).await;
            }
        }
        Ok(())
    }

    /// Tells whether something that somebody waits for isn't out yet.
    pub fn is_waited_for(&self) -> bool {
        self.queues.is_waited_for()
    }

    /// Tells whether a board of a match is under way to one of its rooms.
    pub fn is_under_way(&self, of: MatchId) -> bool {
        self.under_way.has(of)
    }

    /// Tells whether a board is under way to a room of a match that shows a later step than this reply does.
    pub fn is_newer_under_way(&self, of: MatchId, than: &Reply) -> bool {
        self.under_way.has_newer(of, than)
    }

    /// Waits until no board of a match is under way to one of its rooms, but not for long.
    pub async fn board_out(&self, of: MatchId) {
        self.under_way.out(of).await;
    }

    /// Starts a task that is waited for before the program ends.
    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        if !self.queues.spawn(task) {
            tracing::info!("skipped: too late");
        }
    }

    /// Waits until everything is sent, up to the time limit. The rest stays in the outbox.
    pub async fn close(&self, within: Duration) {
        if !self.queues.close(within).await {
            tracing::warn!("not every answer got out; the rest goes out after the next start");
        }
        if !self.passed().shrunk.is_empty()
            && let Err(failure) = self.record(Receipt::default()).await
        {
            tracing::warn!(why = failure.why, "boards that have shrunk will shrink again");
        }
    }

    pub(super) fn passed(&self) -> MutexGuard<'_, HandedOverBoards> {
        self.passed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
