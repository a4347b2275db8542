//! Direct messages, and replies that wait because someone's direct messages are closed.
use delivery::{Offered, Place, RenderedReply};
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
    rest_client::{Again, Call, RequestBody},
    send::nonce,
};

/// Stands in for the page number in the nonce of a message that offers a private reply.
const ASKING: usize = 99;

impl Bot {
    /// Returns the direct channel of a person, opening it if needed.
    pub(super) async fn direct(&self, user: UserId, anew: bool) -> Result<ChannelId, DiscordError> {
        #[derive(Deserialize)]
        struct NewDirect {
            id: ChannelId,
        }
        let handle = user.to_string();
        let known = self
            .kept(move |service| service.keep(|tx| tx.private_place(CHAT, &handle)))
            .await
            .flatten();
        if !anew && let Some(id) = known.and_then(|it| number(&it.place)) {
            return Ok(ChannelId::new(id));
        }
        let body = RequestBody::Json(json!({ "recipient_id": user.to_string() }));
        // Opening it again returns the same channel, so a retry is safe.
        let call = Call::post(Route::UserMeDmChannels, body, Again::Harmless);
        let NewDirect { id } = self.rest.ask(&call).await?;
        let place = PrivatePlace { place: id.to_string(), declined_at: None };
        self.kept(move |service| {
            service.keep(|tx| tx.keep_private_place(CHAT, &user.to_string(), &place))
        })
        .await;
        Ok(id)
    }

    /// Posts a button for someone whose direct messages are closed. It fetches the private reply,
    /// which waits in the outbox.
    pub(super) async fn offer_to_fetch(
        &self,
        reply: &RenderedReply<Bot>,
        user: UserId,
        channel: ChannelId,
    ) -> Result<Offered, DiscordError> {
        let Some(reply) = reply.outgoing.id else { return Ok(Offered::Done) };
        let asked =
            self.kept(|service| service.keep(|tx| tx.fetches(CHAT))).await.unwrap_or_default();
        if asked.iter().any(|it| it.reply == reply) {
            return Ok(Offered::Waits);
        }
        let OutboxId(number) = reply;
        let offer = DiscordMessage::to_fetch(number, user);
        match self.send(&offer, channel, Some(nonce(number, ASKING, channel))).await {
            Ok(PostedMessage { id, channel_id }) => {
                self.withdraw_offers(Some(user)).await;
                let (place, message) = (channel_id.to_string(), id.to_string());
                let fetch = FetchAt { reply, handle: user.to_string(), place, message };
                self.kept(move |service| service.keep(|tx| tx.keep_fetch(CHAT, &fetch))).await;
                Ok(Offered::Waits)
            }
            Err(err) if err.cause() == Rejection::Passing => Err(err),
            Err(err) => {
                tracing::warn!(%err, "a private reply found nobody");
                Ok(Offered::Done)
            }
        }
    }

    /// Deletes offers for replies that are no longer in the outbox, for instance because a later
    /// reminder replaced them.
    pub(super) async fn withdraw_offers(&self, user: Option<UserId>) {
        // Read before the outbox, so that an offer made meanwhile isn't mistaken for an old one.
        let asked =
            self.kept(|service| service.keep(|tx| tx.fetches(CHAT))).await.unwrap_or_default();
        let Some(waiting) = self.kept(|service| service.undelivered(CHAT)).await else { return };
        for FetchAt { reply, handle, place, message } in asked {
            let waits = |it: &Outgoing| it.id == Some(reply);
            let is_meant = user.is_none_or(|it| Some(it.get()) == number(&handle));
            if !is_meant || waiting.iter().any(waits) {
                continue;
            }
            if let (Some(channel), Some(message)) = (number(&place), number(&message)) {
                let route = Route::ChannelMessage {
                    channel_id: ChannelId::new(channel),
                    message_id: MessageId::new(message),
                };
                let call = Call { again: Again::Never, ..Call::delete(route) };
                if let Err(err) = self.rest.tell(&call).await {
                    tracing::info!(%err, "a message that asks for a press stays");
                }
            }
            self.kept(move |service| service.keep(|tx| tx.forget_fetch(reply))).await;
        }
    }

    /// Forgets an offer.
    pub(super) async fn forget_offer(&self, number: i64) {
        self.kept(move |service| service.keep(|tx| tx.forget_fetch(OutboxId(number)))).await;
    }
}

/// Returns the people a reply pings, except the one who can see it.
pub(super) fn pinged_besides(
    RenderedReply { outgoing, context, .. }: &RenderedReply<Bot>,
    by: &str,
) -> Vec<String> {
    let called = outgoing.reply.mentions.iter().filter_map(|it| context.handles.get(it));
    called.filter(|it| *it != by).cloned().collect()
}

/// Returns the people a direct message mentions who can't read it.
pub(super) fn others_meant(reply: &RenderedReply<Bot>, place: &Place) -> Vec<String> {
    let RenderedReply { outgoing, context, .. } = reply;
    let own = place.thread.is_none() && place.room == outgoing.room;
    let Some(owner) = context.owner.as_ref().filter(|_| own) else { return Vec::new() };
    let called = outgoing.reply.mentions.iter().filter_map(|it| context.handles.get(it));
    called.filter(|it| *it != owner).cloned().collect()
}
