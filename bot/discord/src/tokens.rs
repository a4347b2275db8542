//! Edits messages with the tokens of the interactions that made or changed them. Such edits don't
//! count against the limits of a channel, and work where the bot isn't.
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use serenity::{http::Route, model::id::MessageId};

use super::{
    error::DiscordError,
    interaction::OpenInteraction,
    rest_client::{Call, RequestBody, RestClient},
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
    /// Records which message an interaction created or edited.
    pub(super) fn made(&self, open: &Arc<OpenInteraction>, message: MessageId) {
        let mut messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
        if MOST < messages.len() {
            messages.retain(|_, open| open.is_usable());
        }
        messages.insert(message, open.clone());
    }

    /// Edits a message with the token of the interaction that made or changed it.
    ///
    /// # Errors
    /// If no valid token can edit it, or Discord rejects the edit.
    pub(super) async fn edit(
        &self,
        rest: &RestClient,
        message: MessageId,
        body: RequestBody,
    ) -> Result<(), DiscordError> {
        let open = self.of(message).ok_or(DiscordError::NotThere)?;
        let (application_id, token) = (open.application, open.token.as_str());
        let route = if open.pressed == Some(message) {
            open.original()
        } else {
            Route::WebhookFollowupMessage { application_id, token, message_id: message }
        };
        rest.tell(&Call::patch(route, body)).await
    }

    fn of(&self, message: MessageId) -> Option<Arc<OpenInteraction>> {
        let messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
        messages.get(&message).filter(|open| open.is_usable()).cloned()
    }
}

impl OpenInteraction {
    /// Returns whether Discord still accepts its token.
    pub(super) fn is_usable(&self) -> bool {
        self.since.elapsed() < USED_FOR
    }
}
