//! What happens when something that delivery relies on is gone: a deleted board, a thread that is
//! locked, deleted or asleep.
use std::{collections::HashSet, sync::Arc};

use model::{
    ids::MatchId,
    reply::{BoardUpdate, Reply},
};
use service::{Outgoing, RequestError, Service};
use store::{BoardMessage, ThreadAt};

use super::{
    Cause, Change, Dispatcher, Job, Place,
    chat::{ChatAdapter, ElsewhereReason, SentReply, Target, Threads},
    failure::Failure,
    menus::MenuToKeep,
    queue_key::QueueKey,
    render::thread,
    rendered::{Progress, RenderedReply},
    words,
};

impl<C: ChatAdapter> Dispatcher<C> {
    /// Reports that a message was deleted. It is looked up after earlier replies in its room,
    /// because it may be the board of one.
    pub async fn message_deleted(chat: &Arc<C>, place: &str, message: &str) {
        let room = match within(chat, place).await {
            Some(thread) => thread.room,
            None => place.to_owned(),
        };
        let job = Job::Deleted(message.to_owned());
        chat.dispatcher().push(chat, QueueKey::Room(room), job);
    }

    /// Wakes the thread of a running match that was archived; if that fails, or the thread is
    /// locked, the match continues in the room.
    pub async fn thread_closed(chat: &Arc<C>, thread: &str, locked: bool) {
        let Some(at) = in_use(chat, thread).await else { return };
        let cause = if locked {
            Some(Cause::Locked)
        } else {
            chat.wake_thread(thread).await.err().map(|it| C::classify(&it))
        };
        if let Some(cause) = cause.filter(|it| !it.passes()) {
            leave_thread(chat, at, cause).await;
        }
    }

    /// Moves a match back to its room after its thread was deleted.
    pub async fn thread_deleted(chat: &Arc<C>, thread: &str) {
        if let Some(at) = in_use(chat, thread).await {
            leave_thread(chat, at, Cause::Gone).await;
        }
    }

    /// Handles the archived threads of some rooms: those of running matches are woken, others
    /// forgotten.
    pub async fn threads_asleep(chat: &Arc<C>, rooms: &HashSet<String>, active: &HashSet<String>) {
        let all = chat.dispatcher().ask(|service| service.keep(|tx| tx.threads(C::CHAT))).await;
        for ThreadAt { of, room, thread, .. } in logged(all).unwrap_or_default() {
            let Some(thread) = thread.filter(|thread| !active.contains(thread)) else { continue };
            if !rooms.contains(&room) {
                continue;
            }
            if runs(chat, of).await {
                Dispatcher::thread_closed(chat, &thread, false).await;
            } else {
                forget_threads(chat, of).await;
            }
        }
    }

    /// Posts the boards of running matches again in a room that the bot came back to, with a ping
    /// for those who are asked. `why` is said first. Boards that still stand there shrink.
    pub async fn boards_again(chat: &Arc<C>, room: &str, matches: &[MatchId], why: &str) {
        for &of in matches {
            post_again(chat, of, room.to_owned(), why.to_owned()).await;
        }
    }
}

/// Closes the thread of a match that is over, unless somebody wrote there after a time. What can't be closed is forgotten.
pub(super) async fn close_thread<C: ChatAdapter>(chat: &Arc<C>, at: ThreadAt, quiet_since: i64) {
    let ThreadAt { of, thread: Some(thread), .. } = at else { return };
    let is_done = match chat.close_thread(&thread, quiet_since).await {
        Ok(is_closed) => is_closed,
        Err(err) => {
            tracing::info!(%err, "the thread of a match that is over stays open");
            !C::classify(&err).passes()
        }
    };
    if is_done {
        forget_threads(chat, of).await;
    }
}

async fn forget_threads<C: ChatAdapter>(chat: &Arc<C>, of: MatchId) {
    let forgotten = move |service: &mut Service| service.keep(|tx| tx.forget_threads(C::CHAT, of));
    logged(chat.dispatcher().ask(forgotten).await);
}

/// Posts the standing board of a match again after it was deleted.
pub(super) async fn deleted<C: ChatAdapter>(chat: &Arc<C>, message: &str) {
    let message = message.to_owned();
    let found =
        chat.dispatcher().ask(move |service| service.keep(|tx| tx.lose_board(C::CHAT, &message)));
    let Some(BoardMessage { of, room, .. }) = logged(found.await).flatten() else { return };
    post_again(chat, of, room, words::board_deleted(of)).await;
}

/// Posts the board of a match again in a room, after saying why.
pub(crate) async fn post_again<C: ChatAdapter>(
    chat: &Arc<C>,
    of: MatchId,
    room: String,
    why: String,
) {
    let now = model::host_clock::now().as_second();
    let posted = move |service: &mut Service| {
        service.post_board_again(C::CHAT, &room, of, &why, now);
        Ok::<_, RequestError>(())
    };
    logged(chat.dispatcher().ask(posted).await);
}

/// Returns the match that is played in a thread, with its room.
async fn within<C: ChatAdapter>(chat: &Arc<C>, thread: &str) -> Option<ThreadAt> {
    let thread = thread.to_owned();
    let found =
        chat.dispatcher().ask(move |service| service.keep(|tx| tx.thread_by_id(C::CHAT, &thread)));
    logged(found.await).flatten()
}

/// Returns the same if the match is running.
async fn in_use<C: ChatAdapter>(chat: &Arc<C>, thread: &str) -> Option<ThreadAt> {
    let at = within(chat, thread).await?;
    runs(chat, at.of).await.then_some(at)
}

/// Tells whether a match is running, as far as known.
async fn runs<C: ChatAdapter>(chat: &Arc<C>, of: MatchId) -> bool {
    logged(chat.dispatcher().ask(move |service| service.is_running(of)).await).unwrap_or(true)
}

async fn leave_thread<C: ChatAdapter>(chat: &Arc<C>, at: ThreadAt, cause: Cause) {
    let (of, room) = (at.of, at.room.clone());
    let left = ThreadAt { thread: None, last: String::new(), ..at };
    logged(
        chat.dispatcher()
            .ask(move |service| service.keep(|tx| tx.keep_thread(C::CHAT, &left)))
            .await,
    );
    let says = chat.why_elsewhere(ElsewhereReason::Thread { of, cause }).await.unwrap_or_default();
    post_again(chat, of, room, says).await;
}

/// Sends a reply of delivery's own, which is tried once: in a chat whose threads are part of the
/// room, in the thread of the match it is about.
pub(super) async fn say<C: ChatAdapter>(
    chat: &Arc<C>,
    place: &Place,
    reply: Reply,
    about: Option<MatchId>,
) -> Result<(), Failure> {
    let (can, asked) = (chat.abilities(), place.clone());
    let room = place.room.clone();
    let context = chat.dispatcher().ask(move |service| {
        let outgoing = Outgoing { id: None, room, reply };
        let mut place = asked;
        if let (Some(of), Threads::FromBoard) = (about, can.threads) {
            let probe = Reply { board: Some(BoardUpdate::of(of)), ..Reply::room("") };
            let at = Outgoing { id: None, room: outgoing.room.clone(), reply: probe };
            place.thread = thread(&service.context(C::CHAT, &at)?);
        }
        let context = service.context(C::CHAT, &outgoing)?;
        if can.numbers && outgoing.reply.menu.is_some() {
            let menu = MenuToKeep { outgoing: &outgoing, handles: &context.handles };
            let menus = menu.wherever::<()>(&place, None, None);
            service.keep(|tx| tx.keep_menus(C::CHAT, &menus, None))?;
        }
        Ok::<_, RequestError>((outgoing, context, place))
    });
    let (outgoing, context, place) = context.await?;
    if (context.answers_only || context.lost) && place.room == outgoing.room {
        return Err(Failure::nothing_to_answer());
    }
    let text = outgoing.reply.text.clone();
    let painted = if outgoing.reply.begins.is_some() {
        chat.paint(None, &outgoing.reply).await.unwrap_or_else(|why| {
            tracing::warn!(why, "a greeting has no picture");
            C::Pictures::default()
        })
    } else {
        C::Pictures::default()
    };
    let body = chat.render(&outgoing, &context, &text, painted).await;
    let body = body.map_err(|err| Failure::of::<C>(&err))?;
    let (late, pressed, progress) = (false, None, Progress::default());
    let reply = Arc::new(RenderedReply { outgoing, context, body, late, pressed, progress });
    let target = Target { place: &place, asked: None, lead: None, calls: None, elsewhere: false };
    let posted = chat.post(&reply, target).await.map_err(|err| Failure::of::<C>(&err))?;
    let (posted, change) = (posted.as_ref(), Change::New);
    chat.follow_up(SentReply { reply: &reply, place: &place, posted, change, asked: None });
    Ok(())
}

/// Logs a failure of the store and returns nothing.
pub(crate) fn logged<T>(result: Result<T, Failure>) -> Option<T> {
    result.map_err(|Failure { why, .. }| tracing::error!(why, "the store failed")).ok()
}
