//! Direct messages, and replies that wait because someone's direct messages are closed.
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use delivery::{OfferedReply, Place, RenderedReply};
use model::ids::OutboxId;
use serde::Deserialize;
use serde_json::json;
use serenity::{
    http::Route,
    model::id::{ChannelId, MessageId, UserId},
};
use service::Outgoing;
use store::{FetchAt, PrivatePlace};

use super::{
    bot::{Bot, CHAT, number},
    callback::PostedMessage,
    error::{DiscordError, Rejection},
    message::DiscordMessage,
    rest_client::{Again, Call, RequestBody, RestClient},
    send::{MessageNonce, NoncePart},
    service_access::ServiceAccess,
};

/// For how long nobody is told again in a channel that the answer is in their direct messages.
const HINTED: Duration = Duration::from_secs(10 * 60);

/// When people were told in a channel that the answer is in their direct messages.
#[derive(Default)]
pub(super) struct Hints(Mutex<HashMap<(ChannelId, String), Instant>>);

impl Hints {
    /// Returns whether someone has to be told so again, and records that they were.
    pub(super) fn is_due(&self, channel: ChannelId, handle: &str) -> bool {
        let mut hinted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        hinted.retain(|_, at| at.elapsed() < HINTED);
        hinted.insert((channel, handle.to_owned()), Instant::now()).is_none()
    }
}

/// Returns the direct channel of a person, opening it if needed.
///
/// # Errors
/// If Discord rejects it or can't be reached.
pub(super) async fn direct(
    user: UserId,
    anew: bool,
    rest: &RestClient,
    service: &ServiceAccess,
) -> Result<ChannelId, DiscordError> {
    #[derive(Deserialize)]
    struct NewDirect {
        id: ChannelId,
    }
    let handle = user.to_string();
    let known = service
        .kept(move |service| service.keep(|tx| tx.private_place(CHAT, &handle)))
        .await
        .flatten();
    if !anew && let Some(id) = known.and_then(|known| number(&known.place)) {
        return Ok(ChannelId::new(id));
    }
    let body = RequestBody::Json(json!({ "recipient_id": user.to_string() }));
    // Opening it again returns the same channel, so a retry is safe.
    let call = Call::post(Route::UserMeDmChannels, body, Again::Harmless);
    let NewDirect { id } = rest.ask(&call).await?;
    let place = PrivatePlace { place: id.to_string(), declined_at: None };
    service
        .kept(move |service| {
            service.keep(|tx| tx.keep_private_place(CHAT, &user.to_string(), &place))
        })
        .await;
    Ok(id)
}

/// Posts a button for someone whose direct messages are closed. It fetches the private reply,
/// which waits in the outbox.
///
/// # Errors
/// If Discord can't be reached.
pub(super) async fn offer_to_fetch(
    reply: &RenderedReply<Bot>,
    user: UserId,
    channel: ChannelId,
    rest: &RestClient,
    service: &ServiceAccess,
) -> Result<OfferedReply, DiscordError> {
    let Some(reply) = reply.outgoing.id else { return Ok(OfferedReply::Done) };
    let asked = service.kept(|service| service.keep(|tx| tx.fetches(CHAT))).await;
    if asked.unwrap_or_default().iter().any(|fetch| fetch.reply == reply) {
        return Ok(OfferedReply::Waits);
    }
    let offer = DiscordMessage::to_fetch(reply, user);
    let nonce = MessageNonce { reply, part: NoncePart::Offer, channel };
    match rest.post(&offer, channel, Some(nonce.to_string())).await {
        Ok(PostedMessage { id, channel_id }) => {
            withdraw_offers(Some(user), rest, service).await;
            let (place, message) = (channel_id.to_string(), id.to_string());
            let fetch = FetchAt { reply, handle: user.to_string(), place, message };
            service.kept(move |service| service.keep(|tx| tx.keep_fetch(CHAT, &fetch))).await;
            Ok(OfferedReply::Waits)
        }
        Err(err) if err.cause() == Rejection::Passing => Err(err),
        Err(err) => {
            tracing::warn!(%err, "a private reply found nobody");
            Ok(OfferedReply::Done)
        }
    }
}

/// Deletes offers for replies that are no longer in the outbox, for instance because a later
/// reminder replaced them: those to one person, or all.
pub(super) async fn withdraw_offers(
    user: Option<UserId>,
    rest: &RestClient,
    service: &ServiceAccess,
) {
    // Read before the outbox, so that an offer made meanwhile isn't mistaken for an old one.
    let asked = service.kept(|service| service.keep(|tx| tx.fetches(CHAT))).await;
    let Some(waiting) = service.kept(|service| service.undelivered(CHAT)).await else { return };
    for FetchAt { reply, handle, place, message } in asked.unwrap_or_default() {
        let waits = |outgoing: &Outgoing| outgoing.id == Some(reply);
        let is_meant = user.is_none_or(|user| Some(user.get()) == number(&handle));
        if !is_meant || waiting.iter().any(waits) {
            continue;
        }
        if let (Some(channel), Some(message)) = (number(&place), number(&message)) {
            let route = Route::ChannelMessage {
                channel_id: ChannelId::new(channel),
                message_id: MessageId::new(message),
            };
            let call = Call { again: Again::Never, ..Call::delete(route) };
            if let Err(err) = rest.tell(&call).await {
                tracing::info!(%err, "a message that asks for a press stays");
            }
        }
        forget_offer(service, reply).await;
    }
}

/// Forgets an offer.
pub(super) async fn forget_offer(service: &ServiceAccess, reply: OutboxId) {
    service.kept(move |service| service.keep(|tx| tx.forget_fetch(reply))).await;
}

/// Returns the people a reply pings, except the one who can see it.
pub(super) fn pinged_besides(
    RenderedReply { outgoing, context, .. }: &RenderedReply<Bot>,
    by: &str,
) -> Vec<String> {
    let called = outgoing.reply.mentions.iter().filter_map(|person| context.handles.get(person));
    called.filter(|handle| *handle != by).cloned().collect()
}

/// Returns the people a direct message mentions who can't read it.
pub(super) fn others_meant(reply: &RenderedReply<Bot>, place: &Place) -> Vec<String> {
    let RenderedReply { outgoing, context, .. } = reply;
    let own = place.thread.is_none() && place.room == outgoing.room;
    let Some(owner) = context.owner.as_ref().filter(|_| own) else { return Vec::new() };
    let called = outgoing.reply.mentions.iter().filter_map(|person| context.handles.get(person));
    called.filter(|handle| *handle != owner).cloned().collect()
}
