//! Edits messages with the tokens of the interactions that made or changed them. Such edits don't
//! count against the limits of a channel, and work where the bot isn't.
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use serenity::{http::Route, model::id::MessageId};

use super::{
    bot::Bot,
    callback::PostedMessage,
    error::DiscordError,
    interaction::OpenInteraction,
    rest_client::{Call, RequestBody},
};

/// How long an interaction is used. Discord accepts its token for fifteen minutes.
const USED_FOR: Duration = Duration::from_secs(14 * 60);
/// How many messages to remember before forgetting those whose tokens have expired.
const MOST: usize = 4096;

/// The interaction that can edit a message.
#[derive(Default)]
pub(super) struct EditTokens {
    messages: Mutex<HashMap<MessageId, Arc<OpenInteraction>>>,
}

impl EditTokens {
    /// Records that an interaction created or edited a message.
    pub(super) fn made(&self, answer: &Arc<OpenInteraction>, message: MessageId) {
        let mut messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
        if MOST < messages.len() {
            messages.retain(|_, it| it.is_usable());
        }
        messages.insert(message, answer.clone());
    }

    fn of(&self, message: MessageId) -> Option<Arc<OpenInteraction>> {
        let messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
        messages.get(&message).filter(|it| it.is_usable()).cloned()
    }
}

impl OpenInteraction {
    /// Returns whether Discord still accepts its token.
    pub(super) fn is_usable(&self) -> bool {
        self.since.elapsed() < USED_FOR
    }
}

impl Bot {
    /// Edits a message with the token of the interaction that made or changed it.
    ///
    /// # Errors
    /// If no valid token can edit it, or Discord rejects the edit.
    pub(super) async fn edit_by_token(
        &self,
        message: MessageId,
        body: RequestBody,
    ) -> Result<(), DiscordError> {
        let answer = self.tokens.of(message).ok_or(DiscordError::NotThere)?;
        let who = self.who().ok_or(DiscordError::NotThere)?;
        let (application_id, token) = (who.application, answer.token.as_str());
        let route = match answer.pressed == Some(message) {
            true => Route::WebhookOriginalInteractionResponse { application_id, token },
            false => Route::WebhookFollowupMessage { application_id, token, message_id: message },
        };
        self.rest.tell(&Call::patch(route, body)).await
    }
}

/// Records what an interaction posted or changed.
pub(super) fn note(bot: &Bot, answer: &Arc<OpenInteraction>, posted: Option<PostedMessage>) {
    if let Some(PostedMessage { id, .. }) = posted {
        bot.tokens.made(answer, id);
    }
}
