//! Requests that answer an interaction.
use reqwest::Method;
use serde::Deserialize;
use serde_json::json;
use serenity::{
    http::Route,
    model::id::{ChannelId, MessageId},
};

use super::{
    error::DiscordError,
    interaction::{FIRST_WITHIN, OpenInteraction},
    message::DiscordMessage,
    rest_client::{Again, Call, RequestBody, RestClient},
};

/// Discord's numbers for the kinds of first answers.
pub(super) const MESSAGE: u8 = 4;
pub(super) const DEFERRED: u8 = 5;
pub(super) const DEFERRED_UNSEEN: u8 = 6;
pub(super) const UPDATE: u8 = 7;
const OPTIONS: u8 = 8;
const FORM: u8 = 9;

/// A message as returned by Discord.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
pub(super) struct PostedMessage {
    pub(super) id: MessageId,
    pub(super) channel_id: ChannelId,
}

impl OpenInteraction {
    /// Replaces the deferred ephemeral answer.
    pub(super) async fn keep_promise(
        &self,
        rest: &RestClient,
        sheet: &DiscordMessage,
    ) -> Result<(), DiscordError> {
        rest.tell(&Call::patch(self.original(), sheet.body(&[]))).await
    }

    /// Sends a follow-up, which must be counted where Discord limits them.
    ///
    /// # Errors
    /// If Discord rejects it or can't be reached.
    pub(super) async fn follow(
        &self,
        rest: &RestClient,
        sheet: &DiscordMessage,
        private: bool,
    ) -> Result<PostedMessage, DiscordError> {
        let (application_id, token) = (self.application, self.token.as_str());
        let route = Route::WebhookFollowupMessages { application_id, token };
        let flags = json!(if private { 64 | 4 } else { 4 });
        // There is no nonce here. A repeated private message is better than none.
        let again = if private { Again::Harmless } else { Again::Unheard };
        rest.ask(&Call::post(route, sheet.body(&[("flags", flags)]), again)).await
    }

    /// Sends completions.
    pub(super) async fn complete(&self, rest: &RestClient, choices: serde_json::Value) {
        let body = json!({ "type": OPTIONS, "data": { "choices": choices } });
        if let Err(err) = self.first(rest, RequestBody::Json(body)).await {
            // People can still type the move.
            tracing::debug!(%err, "completions weren't taken");
        }
    }

    /// Opens a form. Returns whether Discord took it.
    pub(super) async fn form(&self, rest: &RestClient, form: serde_json::Value) -> bool {
        let body = RequestBody::Json(json!({ "type": FORM, "data": form }));
        let opened = self.first(rest, body).await;
        if let Err(err) = &opened {
            tracing::warn!(%err, "a form couldn't be opened");
        }
        opened.is_ok()
    }

    /// Sends the first answer. Discord accepts only one, so a retry is safe.
    ///
    /// # Errors
    /// If Discord rejects it, or would: it isn't sent after [`FIRST_WITHIN`].
    pub(super) async fn first(
        &self,
        rest: &RestClient,
        body: RequestBody,
    ) -> Result<Option<PostedMessage>, DiscordError> {
        #[derive(Deserialize)]
        struct Callback {
            resource: Option<Resource>,
        }
        #[derive(Deserialize)]
        struct Resource {
            message: Option<PostedMessage>,
        }
        let route = Route::InteractionResponse { interaction_id: self.id, token: &self.token };
        let call = Call {
            method: Method::POST,
            route,
            query: "with_response=true",
            body,
            again: Again::Harmless,
            until: Some((self.since + FIRST_WITHIN).into()),
        };
        let callback: Callback = rest.ask(&call).await?;
        Ok(callback.resource.and_then(|it| it.message))
    }
}
