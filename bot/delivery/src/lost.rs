//! Rooms that the bot lost, until the chat says that it can write there again: their matches go on in private.
use std::sync::Arc;

use model::{ids::MatchId, reply::Reply};
use service::{LostMatch, RequestError, RoomLoss, Service};
use store::{Room, RoomsAt};

use super::{
    Dispatcher,
    chat::{Cause, ChatAdapter},
    failure::Failure,
    fallback,
    place::Place,
    receipt::Outdated,
    send_task::{DeliveryResult, SendTask},
    upkeep::{logged, post_again},
    words,
};

impl Cause {
    /// Returns how a room is lost by an error of this kind, if it is.
    fn loses(self) -> Option<RoomLoss> {
        match self {
            Cause::Gone => Some(RoomLoss::Deleted),
            Cause::Forbidden | Cause::Closed => Some(RoomLoss::Forbidden),
            Cause::Locked => Some(RoomLoss::Locked),
            Cause::Later { .. } | Cause::Behind | Cause::Last | Cause::Offline | Cause::Never => {
                None
            }
        }
    }
}

impl<C: ChatAdapter> Dispatcher<C> {
    /// Reports that rooms are lost. Players of their matches go on in private, and are told why, once.
    pub async fn lost(chat: &Arc<C>, place: RoomsAt, loss: RoomLoss) {
        if let Err(Failure { why, .. }) = lose(chat, (place, loss), None).await {
            tracing::error!(why, "the loss of a room couldn't be told");
        }
    }

    /// Reports that the bot can write in rooms again. If it had lost them, their matches go on there.
    pub async fn found(
        chat: &Arc<C>,
        place: RoomsAt,
        is_found: impl Fn(&Room) -> bool + Send + 'static,
    ) {
        let now = now();
        let found = move |service: &mut Service| service.find_rooms(C::CHAT, is_found, &place, now);
        for (of, room) in logged(chat.dispatcher().ask(found).await).unwrap_or_default() {
            post_again(chat, of, room, words::room_is_back(of)).await;
            let passed =
                move |service: &mut Service| service.keep(|tx| tx.passed(C::CHAT, Some(of)));
            let passed = logged(chat.dispatcher().ask(passed).await);
            let boards = passed.unwrap_or_default();
            Dispatcher::clear_away(chat, Outdated { boards, ..Outdated::default() });
        }
    }
}

fn now() -> i64 {
    model::host_clock::now().as_second()
}

/// Remembers that rooms are lost, and goes on with their matches in private. `reply` is what
/// couldn't be delivered there.
async fn lose<C: ChatAdapter>(
    chat: &Arc<C>,
    (place, loss): (RoomsAt, RoomLoss),
    reply: Option<Reply>,
) -> Result<(), Failure> {
    let (at, of) = (place.clone(), reply.as_ref().and_then(Reply::board_of));
    let played = move |service: &mut Service| service.played_at(C::CHAT, &at, of);
    let matches: Vec<LostMatch> = chat.dispatcher().ask(played).await?;
    let mut handles: Vec<String> =
        matches.iter().flat_map(|it| &it.sides).map(|it| it.1.clone()).collect();
    handles.sort();
    handles.dedup();
    for handle in handles {
        match chat.private_place(&handle, None, false).await {
            Ok(Place { room, .. }) => {
                let meets =
                    move |service: &mut Service| service.meets_in_private(C::CHAT, &handle, &room);
                chat.dispatcher().ask(meets).await?;
            }
            Err(err) if C::classify(&err).passes() => return Err(Failure::of::<C>(&err)),
            Err(err) => tracing::info!(%err, "a person can't be reached in private"),
        }
    }
    let loses = move |service: &mut Service| {
        service.lose_rooms(C::CHAT, (&place, loss), &matches, reply.as_ref(), now())
    };
    chat.dispatcher().ask(loses).await
}

/// Remembers that a person takes no private messages, so that those who wait for them are told.
pub(super) async fn takes_no_messages<C: ChatAdapter>(
    chat: &Arc<C>,
    handle: &str,
) -> Result<(), Failure> {
    let handle = handle.to_owned();
    let place = move |service: &mut Service| service.keep(|tx| tx.private_place(C::CHAT, &handle));
    match chat.dispatcher().ask(place).await? {
        Some(own) => lose(chat, (RoomsAt::Room(own.place), RoomLoss::Forbidden), None).await,
        None => Ok(()),
    }
}

/// Decides what happens to a reply that can't be delivered to its room: what belongs to a match goes on
/// in private, other things are told to those they concern.
pub(super) async fn elsewhere<C: ChatAdapter>(
    task: &SendTask<'_, C>,
    place: &Place,
    failure: Failure,
) -> Result<DeliveryResult, Failure> {
    let (outgoing, context) = (&task.reply.outgoing, &task.reply.context);
    if context.answers_only {
        tracing::debug!(why = failure.why, "it goes by direct message");
        return fallback::tell_concerned(task, place, failure.cause).await;
    }
    let board = outgoing.reply.board_of().filter(|_| !outgoing.reply.is_watched());
    match failure.cause.loses() {
        Some(_) if context.lost => bring(task, board).await?,
        Some(loss) => {
            tracing::warn!(why = failure.why, "the bot may not speak there");
            let lost = (RoomsAt::Room(outgoing.room.clone()), loss);
            lose(task.chat, lost, board.map(|_| outgoing.reply.clone())).await?;
        }
        None => return Err(failure),
    }
    // What is said in a private room is for nobody else.
    if board.is_some() || outgoing.reply.is_watched() || context.owner.is_some() {
        return Ok(DeliveryResult::struck_out(outgoing));
    }
    fallback::tell_concerned(task, place, failure.cause).await
}

/// Brings a reply about a match to those who were in a room before it was lost.
async fn bring<C: ChatAdapter>(
    task: &SendTask<'_, C>,
    board: Option<MatchId>,
) -> Result<(), Failure> {
    if board.is_none() {
        return Ok(());
    }
    let (room, reply) = (task.reply.outgoing.room.clone(), task.reply.outgoing.reply.clone());
    let brings = move |service: &mut Service| {
        service.bring_elsewhere(C::CHAT, &room, &reply, now());
        Ok::<_, RequestError>(())
    };
    task.chat.dispatcher().ask(brings).await
}
