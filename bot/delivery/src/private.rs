//! Replies to one person: as an answer only they see, where they asked if it isn't secret, in
//! private, or offered as a button.
use model::{
    reply::{Audience, Reply},
    span,
    text::Text,
};
use service::{DeliveryContext, Service};

use super::{
    Asked, Change, Place, board,
    chat::{Answer, Cause, ChatAdapter, ElsewhereReason, OfferedReply, Posted, SentReply, Target},
    deliver,
    failure::Failure,
    fallback, lost,
    menus::MenuToKeep,
    place::{self, PrivateWay},
    rendered::RenderedReply,
    upkeep, words,
};
use crate::{
    receipt::Receipt,
    send_task::{DeliveryResult, SendTask, Sent},
};

/// How long nothing is tried for a person who takes no private messages, in seconds.
const PATIENCE: i64 = 24 * 3600;

/// Sends a reply to one person.
pub(super) async fn to_one<C: ChatAdapter>(
    task: &SendTask<'_, C>,
    handle: &str,
) -> Result<DeliveryResult, Failure> {
    let SendTask { chat, reply, asked, can } = task;
    let outgoing = &reply.outgoing;
    let own = asked.filter(|it| it.by == *handle);
    let mut lead = None;
    let mut closed = None;
    for way in place::for_one(outgoing.reply.privacy, own, is_long(task), can) {
        let failure = match &way {
            PrivateWay::Answer => {
                let Some(own) = own else { continue };
                match chat.answer(reply, own, Answer::Alone).await {
                    Ok(Some(_)) => return Ok(DeliveryResult::struck_out(outgoing)),
                    Ok(None) => continue,
                    Err(err) => Failure::of::<C>(&err),
                }
            }
            PrivateWay::Here(place) => match say_there(task, place, (None, None)).await {
                Ok(posted) => {
                    let card = board::card_at(outgoing, posted.as_ref());
                    let receipt = Receipt { card, ..deliver::strike_out(outgoing) };
                    let (absent, place) = (Vec::new(), Place::default());
                    return Ok(DeliveryResult::Sent(Box::new(Sent { receipt, absent, place })));
                }
                Err(failure) => {
                    let cause = failure.cause;
                    if !cause.passes() {
                        lead = chat.why_elsewhere(ElsewhereReason::Room { place, cause }).await;
                    }
                    failure
                }
            },
            // Nobody else can be asked to call them.
            PrivateWay::Private if is_shut(&reply.context) => Failure::takes_no_messages(),
            PrivateWay::Private => match say_to(task, handle, lead.as_deref()).await {
                Ok(place) => {
                    if let Some(own) = own.filter(|it| it.place.room != place.room)
                        && lead.is_none()
                        && !reply.context.answers_only
                    {
                        chat.hint(reply, own).await;
                    }
                    return Ok(DeliveryResult::struck_out(outgoing));
                }
                Err(failure) => failure,
            },
        };
        if failure.cause.passes() || (failure.cause == Cause::Never && way != PrivateWay::Answer) {
            return Err(failure);
        }
        tracing::info!(why = failure.why, "a private reply has to go another way");
        if way == PrivateWay::Private {
            closed = Some(own.map_or_else(|| Place::room(&outgoing.room), |it| it.place.clone()));
        }
    }
    let Some(place) = closed else { return Ok(DeliveryResult::struck_out(outgoing)) };
    if reply.context.lost && own.is_none() {
        lost::takes_no_messages(chat, handle).await?;
        return Ok(DeliveryResult::struck_out(outgoing));
    }
    if outgoing.reply.card.is_some() {
        // The challenger can ask them in another way.
        fallback::challenger_hears(chat, &outgoing.reply, handle).await?;
        return Ok(DeliveryResult::struck_out(outgoing));
    }
    match chat.offer(reply, handle, &place).await {
        Ok(Some(OfferedReply::Waits)) => return Ok(DeliveryResult::Waits),
        Ok(Some(OfferedReply::Done)) => {}
        Ok(None) => {
            say_of(task, &place.room, handle, words::cannot_open_direct_room()).await?;
        }
        Err(err) => return Err(Failure::of::<C>(&err)),
    }
    Ok(DeliveryResult::struck_out(outgoing))
}

/// Tells whether a person took no private message lately, and the room is lost where they could be
/// called.
fn is_shut(context: &DeliveryContext) -> bool {
    let lately = model::host_clock::now().as_second() - PATIENCE;
    context.lost && context.shut.is_some_and(|since| lately < since)
}

/// Tells whether an answer is too long for a room.
fn is_long<C: ChatAdapter>(task: &SendTask<'_, C>) -> bool {
    let SendTask { reply, asked, can, .. } = task;
    let here = asked.is_some_and(|asked| !asked.alone && asked.place.room == reply.outgoing.room);
    let lines = || reply.outgoing.reply.text.bare().lines().count();
    here && reply.context.threads && can.longest.is_some_and(|longest| longest < lines())
}

/// Sends a reply in a person's private room. Returns the room.
pub(super) async fn say_to<C: ChatAdapter>(
    task: &SendTask<'_, C>,
    handle: &str,
    lead: Option<&str>,
) -> Result<Place, Failure> {
    let own = task.asked.filter(|it| it.by == *handle).map(|it| it.place.room.as_str());
    let asked_in = match task.reply.outgoing.reply.to {
        Audience::Only(_) => own.or(Some(task.reply.outgoing.room.as_str())),
        Audience::Room | Audience::Asker => None,
    };
    let mut anew = false;
    loop {
        let place = task.chat.private_place(handle, asked_in, anew).await;
        let place = place.map_err(|err| Failure::of::<C>(&err))?;
        let calls = Some(handle).filter(|_| must_learn(task, handle));
        match say_there(task, &place, (lead, calls)).await {
            Ok(_) => return Ok(place),
            // The stored room no longer works.
            Err(failure) if failure.cause == Cause::Gone && !anew => anew = true,
            Err(failure) => return Err(failure),
        }
    }
}

/// Tells whether a person must learn of a message in a private room: it is for them and answers
/// nothing they said, or it pings them.
fn must_learn<C: ChatAdapter>(task: &SendTask<'_, C>, handle: &str) -> bool {
    let RenderedReply { outgoing, context, .. } = &*task.reply;
    match outgoing.reply.to {
        Audience::Only(_) => task.asked.is_none_or(|asked| asked.by != handle),
        Audience::Room | Audience::Asker => outgoing
            .reply
            .mentions
            .iter()
            .any(|person| context.handles.get(person).is_some_and(|it| it == handle)),
    }
}

/// Sends a reply to a private place. Returns its last message. `lead` is said first, and `calls` is the person it must reach.
async fn say_there<C: ChatAdapter>(
    task: &SendTask<'_, C>,
    place: &Place,
    (lead, calls): (Option<&str>, Option<&str>),
) -> Result<Option<Posted>, Failure> {
    let SendTask { chat, reply, asked, can } = task;
    if can.numbers && reply.outgoing.reply.menu.is_some() {
        let asked = asked.map(Asked::plain);
        let menu = MenuToKeep { outgoing: &reply.outgoing, handles: &reply.context.handles };
        let menus = menu.wherever(place, None, asked.as_ref());
        let keep = move |service: &mut Service| {
            service
                .keep(|tx| tx.keep_menus(C::CHAT, &menus, asked.as_ref().map(|it| it.by.as_str())))
        };
        chat.dispatcher().ask(keep).await?;
    }
    let elsewhere = calls.is_none() && asked.is_some_and(|asked| asked.place.room != place.room);
    let target = Target { place, asked: None, lead, calls, elsewhere };
    let posted = chat.post(reply, target).await.map_err(|err| Failure::of::<C>(&err))?;
    if lead.is_none() {
        let (posted, change) = (posted.as_ref(), Change::New);
        chat.follow_up(SentReply { reply, place, posted, change, asked: *asked });
    }
    Ok(posted)
}

/// Sends a sentence about someone to a room.
pub(super) async fn say_of<C: ChatAdapter>(
    task: &SendTask<'_, C>,
    room: &str,
    handle: &str,
    says: &str,
) -> Result<(), Failure> {
    let known = task.reply.context.handles.iter().find(|it| it.1 == handle);
    let Some((&id, _)) = known else { return Ok(()) };
    let named = task.chat.dispatcher().ask(move |service| service.name_of(C::CHAT, id)).await?;
    let says = span![Text::Person { id, name: named }, says];
    match upkeep::say(task.chat, &Place::room(room), Reply::room(says).mention(id), None).await {
        Err(failure) if failure.cause.passes() => Err(failure),
        Err(Failure { why, .. }) => {
            tracing::info!(why, "neither a private reply nor the note about it could be delivered");
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}
