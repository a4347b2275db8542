//! An interaction, and the answers to it that need no reply of the service.
use std::time::{Duration, Instant};

use model::ids::MatchId;
use serde_json::json;
use serenity::{
    http::Route,
    model::{
        Permissions,
        id::{ApplicationId, ChannelId, InteractionId, MessageId, UserId},
    },
};

use super::{
    answer_state::{AnswerProgress, AnswerStage, AnswerState},
    answers_only::Presence,
    callback::{DEFERRED, DEFERRED_UNSEEN, MESSAGE, PostedMessage, UPDATE},
    error::{DiscordError, Rejection},
    message::DiscordMessage,
    rest_client::{Call, RequestBody, RestClient},
    words,
};

/// How long the service may take before the answer is deferred. Discord allows three seconds,
/// including network delays.
pub(super) const PROMPT: Duration = Duration::from_millis(1600);

/// How long the first answer may be on its way. Discord takes none after three seconds, and the last request needs a moment.
pub(super) const FIRST_WITHIN: Duration = Duration::from_millis(2900);

/// The kind of interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InteractionKind {
    /// A command.
    Command,
    /// A press on a public message.
    Board,
    /// A press on an ephemeral message; a private answer replaces it.
    Private,
}

/// An interaction that needs an answer.
pub(super) struct OpenInteraction {
    pub(super) id: InteractionId,
    pub(super) application: ApplicationId,
    pub(super) token: String,
    pub(super) channel: ChannelId,
    pub(super) asker: UserId,
    pub(super) kind: InteractionKind,
    /// The message that was pressed.
    pub(super) pressed: Option<MessageId>,
    /// The match whose board was pressed.
    pub(super) shows: Option<MatchId>,
    /// The bot's permissions in the channel.
    pub(super) may: Option<Permissions>,
    /// Whether the bot is in the channel.
    pub(super) presence: Presence,
    /// When it was made, which may be long before it was received.
    pub(super) since: Instant,
    pub(super) progress: AnswerProgress,
}

impl OpenInteraction {
    /// Defers the answer, unless it was already answered or deferred.
    pub(super) async fn defer(&self, rest: &RestClient) {
        let mut state = self.progress.attempt().await;
        if state.stage != AnswerStage::Fresh {
            return;
        }
        let (sheet, stage) = match self.kind {
            InteractionKind::Command => {
                (json!({ "type": DEFERRED, "data": { "flags": 64 } }), AnswerStage::Promised)
            }
            InteractionKind::Board | InteractionKind::Private => {
                (json!({ "type": DEFERRED_UNSEEN }), AnswerStage::Unseen)
            }
        };
        state.stage = match self.first(rest, RequestBody::Json(sheet)).await {
            Ok(_) => stage,
            Err(err) if err.cause() == Rejection::Answered => AnswerStage::Said,
            Err(err) => {
                tracing::warn!(%err, age = ?self.since.elapsed(), "an answer couldn't be deferred");
                AnswerStage::Expired
            }
        };
    }

    /// Shows the asker something that isn't the service's.
    ///
    /// # Errors
    /// If Discord rejects it or can't be reached.
    pub(super) async fn show(
        &self,
        rest: &RestClient,
        sheet: &DiscordMessage,
    ) -> Result<(), DiscordError> {
        let mut state = self.progress.attempt().await;
        self.say_in_private(rest, &mut state, sheet).await
    }

    /// Answers the asker only.
    ///
    /// # Errors
    /// If Discord rejects it or can't be reached; then it must be sent another way.
    pub(super) async fn say_in_private(
        &self,
        rest: &RestClient,
        state: &mut AnswerState,
        sheet: &DiscordMessage,
    ) -> Result<(), DiscordError> {
        match state.stage {
            AnswerStage::Fresh => {
                let (kind, said) = match self.kind {
                    InteractionKind::Private => (UPDATE, AnswerStage::Changed),
                    InteractionKind::Command | InteractionKind::Board => {
                        (MESSAGE, AnswerStage::Said)
                    }
                };
                match self.first(rest, sheet.answer(kind, kind == MESSAGE)).await {
                    Ok(_) => state.stage = said,
                    // An earlier attempt arrived, but its response was lost.
                    Err(err) if err.cause() == Rejection::Answered => state.stage = said,
                    Err(err) => {
                        if err.cause() == Rejection::Expired {
                            state.stage = AnswerStage::Expired;
                        }
                        return Err(err);
                    }
                }
            }
            AnswerStage::Promised => {
                self.keep_promise(rest, sheet).await?;
                state.stage = AnswerStage::Said;
            }
            AnswerStage::Said | AnswerStage::Unseen | AnswerStage::Changed => {
                state.use_follow_up(self.presence)?;
                self.follow(rest, sheet, true).await.map(|_| ())?;
            }
            AnswerStage::Expired => return Err(DiscordError::too_late()),
        }
        Ok(())
    }

    /// Removes the picture and buttons of the pressed message, and keeps its text.
    ///
    /// # Errors
    /// If Discord rejects it or can't be reached.
    pub(super) async fn strip(&self, rest: &RestClient) -> Result<bool, DiscordError> {
        let mut state = self.progress.attempt().await;
        let bare = json!({
            "components": [], "attachments": [], "allowed_mentions": { "parse": [] },
        });
        let first = json!({ "type": UPDATE, "data": bare.clone() });
        self.change(rest, &mut state, RequestBody::Json(first), RequestBody::Json(bare)).await
    }

    /// Edits the pressed message, as the first answer or after it. Returns false if the interaction was already
    /// answered otherwise.
    ///
    /// # Errors
    /// If Discord rejects it or can't be reached.
    pub(super) async fn change(
        &self,
        rest: &RestClient,
        state: &mut AnswerState,
        first: RequestBody,
        later: RequestBody,
    ) -> Result<bool, DiscordError> {
        match state.stage {
            AnswerStage::Fresh if self.kind != InteractionKind::Command => {
                match self.first(rest, first).await {
                    Err(err) if err.cause() != Rejection::Answered => {
                        if err.cause() == Rejection::Expired {
                            state.stage = AnswerStage::Expired;
                        }
                        return Err(err);
                    }
                    Ok(_) | Err(_) => state.stage = AnswerStage::Changed,
                }
                Ok(true)
            }
            AnswerStage::Unseen | AnswerStage::Changed => {
                rest.tell(&Call::patch(self.original(), later)).await?;
                state.stage = AnswerStage::Changed;
                Ok(true)
            }
            AnswerStage::Fresh
            | AnswerStage::Promised
            | AnswerStage::Said
            | AnswerStage::Expired => Ok(false),
        }
    }

    /// Returns where the first answer is edited and deleted.
    pub(super) fn original(&self) -> Route<'_> {
        let (application_id, token) = (self.application, self.token.as_str());
        Route::WebhookOriginalInteractionResponse { application_id, token }
    }

    /// Sends a public follow-up below the pressed message.
    ///
    /// # Errors
    /// If Discord rejects it or can't be reached.
    pub(super) async fn then(
        &self,
        rest: &RestClient,
        sheet: &DiscordMessage,
    ) -> Result<PostedMessage, DiscordError> {
        // Other answers don't wait until the picture is there.
        self.progress.attempt().await.use_follow_up(self.presence)?;
        self.follow_as_seen(rest, sheet).await
    }

    /// Sends a public follow-up that is counted already.
    ///
    /// # Errors
    /// If Discord rejects it or can't be reached.
    pub(super) async fn follow_as_seen(
        &self,
        rest: &RestClient,
        sheet: &DiscordMessage,
    ) -> Result<PostedMessage, DiscordError> {
        self.follow(rest, &self.as_seen(sheet), self.presence == Presence::Unseen).await
    }

    /// Sends a public follow-up, which works even where the bot can't post.
    ///
    /// # Errors
    /// If Discord rejects it, or there was no first answer.
    pub(super) async fn instead(
        &self,
        rest: &RestClient,
        sheet: &DiscordMessage,
    ) -> Result<PostedMessage, DiscordError> {
        let mut state = self.progress.attempt().await;
        if state.stage == AnswerStage::Promised {
            // The first follow-up would replace the deferred ephemeral answer and be ephemeral too.
            self.keep_promise(rest, &DiscordMessage::words(words::cannot_write_here())).await?;
            state.stage = AnswerStage::Said;
        }
        state.use_follow_up(self.presence)?;
        self.follow(rest, sheet, false).await
    }

    /// Tells the asker that there is no answer, unless there was one.
    pub(super) async fn say_it_failed(&self, rest: &RestClient) {
        let mut state = self.progress.attempt().await;
        let waits = [AnswerStage::Fresh, AnswerStage::Promised, AnswerStage::Unseen];
        if !waits.contains(&state.stage) {
            return;
        }
        let sheet = DiscordMessage::words(words::no_answer());
        if let Err(err) = self.say_in_private(rest, &mut state, &sheet).await {
            tracing::info!(%err, "that there is no answer couldn't be said");
        }
    }

    /// Finishes the answer: if there was none, sends `told`, and deletes an unused deferral.
    pub(super) async fn finish(&self, rest: &RestClient, done: bool, told: Option<&str>) {
        let mut state = self.progress.attempt().await;
        let result = match state.stage {
            AnswerStage::Promised => rest.tell(&Call::delete(self.original())).await,
            AnswerStage::Fresh if done => {
                let body = match self.kind {
                    InteractionKind::Command => {
                        DiscordMessage::words(told.unwrap_or("Done.")).answer(MESSAGE, true)
                    }
                    InteractionKind::Board | InteractionKind::Private => {
                        RequestBody::Json(json!({ "type": DEFERRED_UNSEEN }))
                    }
                };
                self.first(rest, body).await.map(|_| ())
            }
            AnswerStage::Fresh
            | AnswerStage::Unseen
            | AnswerStage::Changed
            | AnswerStage::Said
            | AnswerStage::Expired => Ok(()),
        };
        if ![AnswerStage::Unseen, AnswerStage::Changed].contains(&state.stage) {
            state.stage = AnswerStage::Said;
        }
        if let Err(err) = result {
            tracing::info!(%err, "an answer couldn't be ended");
        }
    }
}
