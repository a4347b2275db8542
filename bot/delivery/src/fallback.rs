//! Sends people in private what they can't read in the room.
use std::sync::Arc;

use model::{ids::CardOf, reply::Reply};
use service::{DeliveryContext, RequestError, Service};

use super::{
    Asked, Place,
    chat::{Cause, ChatAdapter, ElsewhereReason},
    failure::Failure,
    private,
    rendered::RenderedReply,
    words,
};
use crate::{
    receipt::Receipt,
    send_task::{DeliveryResult, SendTask},
};

/// The most people told in private.
const MOST: usize = 4;

/// Copies of a reply for people it pings who can't read it in the room.
pub struct Copies<C: ChatAdapter> {
    reply: Arc<RenderedReply<C>>,
    left: Vec<String>,
    place: Place,
}

impl<C: ChatAdapter> Copies<C> {
    pub(super) fn new(
        reply: Arc<RenderedReply<C>>,
        mut left: Vec<String>,
        place: Place,
    ) -> Copies<C> {
        left.truncate(MOST);
        Copies { reply, left, place }
    }
}

/// Returns the people concerned by a reply that can't be sent to its room: those it pings, the
/// asker, or if it pings nobody, the players it names.
pub(super) fn concerned<I>(
    reply: &Reply,
    context: &DeliveryContext,
    asked: Option<&Asked<I>>,
) -> Vec<String> {
    if context.answers_only && asked.is_none() && reply.goes_on() {
        // They are told when the turn ends.
        return Vec::new();
    }
    let called = reply.mentions.iter().filter_map(|person| context.handles.get(person)).cloned();
    let mut concerned: Vec<String> = Vec::new();
    for handle in asked.map(|it| it.by.clone()).into_iter().chain(called) {
        if !concerned.contains(&handle) {
            concerned.push(handle);
        }
    }
    let all = concerned.is_empty() && reply.board.is_some() && !reply.is_watched();
    // Who caused it elsewhere was told there.
    if all && !context.answers_only {
        concerned.extend(context.handles.values().cloned());
    }
    concerned.truncate(MOST);
    concerned
}

/// Tells those people why the bot can't write in the room, and the reply itself.
pub(super) async fn tell_concerned<C: ChatAdapter>(
    task: &SendTask<'_, C>,
    place: &Place,
    cause: Cause,
) -> Result<DeliveryResult, Failure> {
    let outgoing = &task.reply.outgoing;
    let context = &task.reply.context;
    let lead = if context.answers_only || (context.lost && task.asked.is_none()) {
        // The bot couldn't write there before either.
        None
    } else {
        task.chat.why_elsewhere(ElsewhereReason::Room { place, cause }).await
    };
    for handle in concerned(&outgoing.reply, &task.reply.context, task.asked) {
        if task.reply.progress.is_told(&handle) {
            continue;
        }
        match private::say_to(task, &handle, lead.as_deref()).await {
            Err(failure) if failure.cause.passes() => return Err(failure),
            Err(failure) => {
                tracing::warn!(why = failure.why, "a private reply couldn't be delivered");
                challenger_hears(task.chat, &outgoing.reply, &handle).await?;
            }
            Ok(_) => {}
        }
        task.reply.progress.tell(&handle);
    }
    Ok(DeliveryResult::struck_out(outgoing))
}

/// Has a challenger told that somebody couldn't be told of their challenge, if the reply is its card.
pub(super) async fn challenger_hears<C: ChatAdapter>(
    chat: &Arc<C>,
    reply: &Reply,
    handle: &str,
) -> Result<(), Failure> {
    let Some(card) = reply.card.as_ref().filter(|card| !card.changed) else { return Ok(()) };
    let CardOf::Challenge(of) = card.of else { return Ok(()) };
    let handle = handle.to_owned();
    let told = move |service: &mut Service| {
        let now = model::host_clock::now().as_second();
        service.tell_of_untold(C::CHAT, of, &handle, now);
        Ok::<_, RequestError>(())
    };
    chat.dispatcher().ask(told).await
}

/// Sends copies of a reply to people who couldn't read it, and marks it delivered when all have
/// one.
pub(super) async fn copy<C: ChatAdapter>(
    chat: &Arc<C>,
    copies: &mut Copies<C>,
) -> Result<(), Failure> {
    let Copies { reply, left, place } = copies;
    let task = SendTask { chat, reply: reply.clone(), asked: None, can: chat.abilities() };
    let lead = chat.why_elsewhere(ElsewhereReason::NotThere { place }).await;
    while let Some(handle) = left.first() {
        match private::say_to(&task, handle, lead.as_deref()).await {
            Err(failure) if failure.cause.passes() => return Err(failure),
            Err(failure) => {
                tracing::info!(why = failure.why, "a person can't be told in private");
                private::say_of(&task, &place.room, handle, words::closed_to_me()).await?;
                challenger_hears(chat, &reply.outgoing.reply, handle).await?;
            }
            Ok(_) => {}
        }
        left.remove(0);
    }
    let replies = reply.outgoing.id.into_iter().collect();
    let receipt = Receipt { replies, ..Receipt::default() };
    chat.dispatcher().record(receipt).await.map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{
        ids::{MatchId, PersonId},
        reply::BoardUpdate,
    };

    #[test]
    fn everybody_whom_a_reply_concerns_is_told_once() {
        let [ann, bob] = [PersonId(1), PersonId(2)];
        let handles = [(ann, "ann".to_owned()), (bob, "bob".to_owned())].into();
        let context = DeliveryContext { handles, ..DeliveryContext::default() };
        let asked = Asked::<()> {
            place: Place::room("room"),
            by: "ann".to_owned(),
            alone: false,
            talk: false,
            pressed: None,
            interaction: None,
        };
        let calls = Reply::room("Your turn.").mention(bob);
        assert_eq!(concerned(&calls, &context, Some(&asked)), ["ann", "bob"]);
        assert_eq!(concerned::<()>(&calls, &context, None), ["bob"]);
        let own = Reply::room("Go on.").mention(ann);
        assert_eq!(concerned(&own, &context, Some(&asked)), ["ann"]);
        let turn = Reply { board: Some(BoardUpdate::of(MatchId(1))), ..Reply::room("Go on.") };
        assert_eq!(concerned::<()>(&turn, &context, None), ["ann", "bob"]);
        assert_eq!(concerned::<()>(&Reply::room("Hello."), &context, None), [""; 0]);
    }
}
