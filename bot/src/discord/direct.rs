//! What is for one person: in an answer that only they see, as a reply where it was typed, in direct messages, or kept until they press for it.
use serde::Deserialize;
use serde_json::json;
use serenity::{
    http::Route,
    model::id::{ChannelId, MessageId, UserId},
};

use super::{
    answer::{Answer, Posted},
    bot::{Bot, CHAT, number},
    parcel::{Parcel, nonce, pinged},
    send::{Brought, Origin, Path},
    sheet::Sheet,
    trouble::{Cause, Trouble},
    wire::{Again, Body, Call},
};
use crate::{
    reply::Privacy,
    service::Outgoing,
    store::{FetchAt, OutboxId, PrivatePlace},
};

/// What stands for a page in the nonce of a message that asks somebody to press.
const ASKING: usize = 99;

impl Bot {
    /// Says a reply to one person: where only they read the answer, else where they asked if it is no secret, else in direct messages,
    /// else on demand.
    pub(super) async fn whisper(&self, parcel: &Parcel, user: UserId, path: Path<'_>) -> Brought {
        if let Some(answer) = path.answer.filter(|it| it.asker == user) {
            match self.confide(parcel, answer).await {
                Ok(()) => return Brought::Done,
                Err(err) if err.cause() == Cause::Passing => return self.not_yet(&err),
                Err(err) => tracing::info!(%err, "a private answer has to go another way"),
            }
        }
        let here = path.origin.filter(|it| it.asker == user);
        if let Some(origin) = here.filter(|it| it.alone) {
            return match self.say_at(parcel, origin.channel, None, Path::default()).await {
                Err(err) if err.cause() == Cause::Passing => self.not_yet(&err),
                Ok(_) | Err(_) => Brought::Done,
            };
        }
        if let Some(origin) = here.filter(|_| path.answer.is_none() && !is_private(parcel)) {
            match self.say_at(parcel, origin.channel, None, path).await {
                Ok(_) => return Brought::Done,
                Err(err) if err.cause() == Cause::Passing => return self.not_yet(&err),
                Err(err) => tracing::info!(%err, "a reply has to go another way"),
            }
        }
        match self.say_to(parcel, user, None).await {
            Ok(()) => {
                if let Some(origin) = here {
                    self.hint(origin).await;
                }
                Brought::Done
            }
            Err(err) if err.cause() == Cause::Passing => self.not_yet(&err),
            Err(err) => {
                tracing::info!(%err, "no direct message reaches somebody");
                self.offer_to_fetch(parcel, user, here).await
            }
        }
    }

    async fn confide(&self, parcel: &Parcel, answer: &Answer) -> Result<(), Trouble> {
        for (n, sheet) in parcel.sheets.iter().enumerate().skip(parcel.said_in(None)) {
            answer.private(self, sheet).await?;
            parcel.was_said(None, n + 1);
        }
        Ok(())
    }

    /// Says in the room of a reply that somebody could not be told of it.
    pub(super) async fn say_closed(&self, parcel: &Parcel, user: UserId) {
        let Some(channel) = number(&parcel.room).map(ChannelId::new) else { return };
        let sheet = Sheet::words(format!("<@{user}> takes no direct messages from me."));
        if let Err(err) = self.post(&sheet, channel, None).await {
            tracing::info!(%err, "that could not be said either");
        }
    }

    /// Says a reply to somebody in direct messages.
    pub(super) async fn say_to(
        &self,
        parcel: &Parcel,
        user: UserId,
        lead: Option<&str>,
    ) -> Result<(), Trouble> {
        let channel = self.direct(user, false).await?;
        match self.say_at(parcel, channel, lead, Path::default()).await {
            // The note was of another time.
            Err(err) if err.cause() == Cause::Gone => {
                let channel = self.direct(user, true).await?;
                self.say_at(parcel, channel, lead, Path::default()).await.map(|_| ())
            }
            other => other.map(|_| ()),
        }
    }

    /// Returns the direct messages with somebody, begun where there are none yet.
    pub(super) async fn direct(&self, user: UserId, anew: bool) -> Result<ChannelId, Trouble> {
        #[derive(Deserialize)]
        struct Opened {
            id: ChannelId,
        }
        let handle = user.to_string();
        let known = self.kept(move |service| service.private_place(CHAT, &handle)).await.flatten();
        if !anew && let Some(id) = known.and_then(|it| number(&it.place)) {
            return Ok(ChannelId::new(id));
        }
        let body = Body::Json(json!({ "recipient_id": user.to_string() }));
        // To open them twice gives the same ones.
        let call = Call::post(Route::UserMeDmChannels, body, Again::Harmless);
        let Opened { id } = self.wire.ask(&call).await?;
        let place = PrivatePlace { place: id.to_string(), declined_at: None };
        self.kept(move |service| service.keep_private_place(CHAT, &user.to_string(), &place)).await;
        Ok(id)
    }

    /// Tells whoever typed where others read it that the answer is in their direct messages.
    async fn hint(&self, origin: &Origin) {
        let sheet = Sheet {
            answers: origin.message,
            ..Sheet::words("I have answered you in a direct message.")
        };
        if let Err(err) = self.post(&sheet, origin.channel, None).await {
            tracing::info!(%err, "a hint could not be given");
        }
    }

    /// Asks somebody who takes no direct messages to press for what is theirs alone; it waits in the outbox until then.
    async fn offer_to_fetch(
        &self,
        parcel: &Parcel,
        user: UserId,
        here: Option<&Origin>,
    ) -> Brought {
        let room = number(&parcel.room).map(ChannelId::new);
        let (Some(OutboxId(id)), Some(channel)) = (parcel.id, here.map(|it| it.channel).or(room))
        else {
            return Brought::Done;
        };
        let reply = OutboxId(id);
        let asked = self.kept(|service| service.fetches(CHAT)).await.unwrap_or_default();
        if asked.iter().any(|it| it.reply == reply) {
            return Brought::Waits;
        }
        let sheet = Sheet::to_fetch(id, user);
        match self.post(&sheet, channel, Some(nonce(id, ASKING, channel))).await {
            Ok(Posted { id, channel_id }) => {
                self.withdraw_offers(Some(user)).await;
                let (place, message) = (channel_id.to_string(), id.to_string());
                let fetch = FetchAt { reply, handle: user.to_string(), place, message };
                self.kept(move |service| service.keep_fetch(CHAT, &fetch)).await;
                Brought::Waits
            }
            Err(err) if err.cause() == Cause::Passing => self.not_yet(&err),
            Err(err) => {
                tracing::warn!(%err, "a private reply found nobody");
                Brought::Done
            }
        }
    }

    /// Deletes the messages that ask somebody, or anybody, to press for what waits no longer, as when a later reminder took its
    /// place.
    pub(super) async fn withdraw_offers(&self, user: Option<UserId>) {
        // Before it is asked what waits: else an offer made meanwhile would be taken for an old one.
        let asked = self.kept(|service| service.fetches(CHAT)).await.unwrap_or_default();
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
                if let Err(err) = self.wire.tell(&call).await {
                    tracing::info!(%err, "a message that asks for a press stays");
                }
            }
            self.kept(move |service| service.forget_fetch(reply)).await;
        }
    }

    /// Forgets that somebody was asked to press for a reply.
    pub(super) async fn forget_offer(&self, number: i64) {
        self.kept(move |service| service.forget_fetch(OutboxId(number))).await;
    }
}

/// Tells whether a reply to one person is not for others to read.
fn is_private(parcel: &Parcel) -> bool {
    parcel.privacy != Privacy::Open
}

/// Returns whom a reply in somebody's direct messages concerns, and who cannot read it there.
pub(super) fn others_meant(parcel: &Parcel, channel: ChannelId) -> Vec<UserId> {
    let own = Some(channel.get()) == number(&parcel.room);
    match parcel.context.owner.as_deref().and_then(number).filter(|_| own) {
        Some(owner) => pinged(parcel).into_iter().filter(|it| it.get() != owner).collect(),
        None => Vec::new(),
    }
}
