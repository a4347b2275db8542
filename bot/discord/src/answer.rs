//! Answers interactions within Discord's three seconds, and sends each reply where its audience
//! can read it.
//!
//! Whether a deferred answer is ephemeral must be decided when it is deferred, before the reply is
//! known. So a deferred command always shows an ephemeral "thinking" message, and a deferred press
//! shows nothing. Public replies are then sent as separate messages, and private replies replace
//! the ephemeral message. It is deleted if it isn't used.
//!
//! Above a public answer Discord shows the command, and its options to anyone who clicks it. So
//! the public replies to a command that may contain a secret choice are separate messages too.
use std::{ops::Deref, sync::Arc};

use serde_json::json;

use super::{
    answer_state::{AnswerStage, AnswerState},
    answers_only::Presence,
    callback::{MESSAGE, PostedMessage, UPDATE},
    error::{DiscordError, Rejection},
    interaction::{InteractionKind, OpenInteraction},
    message::DiscordMessage,
    rest_client::{RequestBody, RestClient},
    words,
};

/// An interaction, and how its replies answer it.
pub(super) struct InteractionAnswer {
    pub(super) open: Arc<OpenInteraction>,
    pub(super) plan: AnswerPlan,
}

/// How the replies to an interaction answer it, as decided when all of them are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AnswerPlan {
    /// Whether the command must stay hidden from others.
    pub(super) hides: bool,
    /// Whether the press settles the message, so that its buttons must be removed.
    pub(super) settles: bool,
    /// Whether a board takes the first answer, so that private replies wait for it.
    pub(super) board_first: bool,
}

/// The result of a public answer.
#[derive(Debug)]
pub(super) enum PublicAnswer {
    /// It was sent, with the message if Discord returned it.
    Sent(Option<PostedMessage>),
    /// It must be a separate message.
    NotHere,
}

impl InteractionAnswer {
    /// Answers the asker only.
    ///
    /// # Errors
    /// If Discord rejects it or can't be reached; then it must be sent another way.
    pub(super) async fn private(
        &self,
        rest: &RestClient,
        message: &DiscordMessage,
    ) -> Result<(), DiscordError> {
        if self.plan.board_first {
            self.progress.begun().await;
        }
        let mut state = self.progress.attempt().await;
        self.settle(rest, &mut state).await?;
        self.say_in_private(rest, &mut state, message).await
    }

    /// Answers publicly: as the first answer, or as a follow-up to the message that the press
    /// edited.
    ///
    /// # Errors
    /// If Discord rejects it or can't be reached; then it must be sent another way.
    pub(super) async fn public(
        &self,
        rest: &RestClient,
        message: &DiscordMessage,
    ) -> Result<PublicAnswer, DiscordError> {
        let mut state = self.progress.attempt().await;
        self.settle(rest, &mut state).await?;
        if self.presence != Presence::Member {
            return self.only_answers(rest, &mut state, message).await.map(PublicAnswer::Sent);
        }
        if state.stage == AnswerStage::Changed {
            return Ok(PublicAnswer::Sent(Some(self.follow(rest, message, false).await?)));
        }
        if state.stage != AnswerStage::Fresh {
            return Ok(PublicAnswer::NotHere);
        }
        match self.first(rest, message.answer(MESSAGE, false)).await {
            Ok(posted) => {
                state.stage = AnswerStage::Said;
                Ok(PublicAnswer::Sent(posted))
            }
            Err(err) if err.cause() == Rejection::Answered => {
                state.stage = AnswerStage::Said;
                Ok(PublicAnswer::Sent(None))
            }
            Err(err) if err.cause() == Rejection::Expired => {
                state.stage = AnswerStage::Expired;
                Ok(PublicAnswer::NotHere)
            }
            Err(err) => Err(err),
        }
    }

    /// Answers publicly where the bot can't post: as the first answer or a follow-up.
    async fn only_answers(
        &self,
        rest: &RestClient,
        state: &mut AnswerState,
        message: &DiscordMessage,
    ) -> Result<Option<PostedMessage>, DiscordError> {
        let unseen = self.presence == Presence::Unseen;
        let begun = match state.stage {
            AnswerStage::Expired => return Err(DiscordError::NotThere),
            AnswerStage::Fresh if self.plan.hides => {
                // Above a public answer everyone could look up the command.
                let taken = DiscordMessage::words(words::only_you_see_the_command());
                self.first(rest, taken.answer(MESSAGE, true)).await.map(|_| None)
            }
            AnswerStage::Fresh => {
                self.first(rest, self.as_seen(message).answer(MESSAGE, unseen)).await.map(Some)
            }
            AnswerStage::Promised => {
                // The first follow-up would replace the deferred answer and be ephemeral too.
                let below = DiscordMessage::words(words::answer_is_below());
                self.keep_promise(rest, &below).await.map(|()| None)
            }
            AnswerStage::Unseen | AnswerStage::Changed | AnswerStage::Said => Ok(None),
        };
        if let (Ok(_), AnswerStage::Fresh | AnswerStage::Promised) = (&begun, state.stage) {
            state.stage = AnswerStage::Said;
        }
        let posted = match begun {
            Ok(Some(posted)) => Ok(posted),
            Ok(None) => match state.use_follow_up(self.presence) {
                Ok(()) => self.follow_as_seen(rest, message).await.map(Some),
                Err(err) => Err(err),
            },
            Err(err) => Err(err),
        };
        posted.map_err(|err| match err.cause() {
            Rejection::Expired => {
                state.stage = AnswerStage::Expired;
                DiscordError::NotThere
            }
            _ => err,
        })
    }

    /// Replaces the pressed message. Returns false if the interaction was already answered
    /// otherwise.
    ///
    /// # Errors
    /// If Discord rejects it; the message is then unchanged.
    pub(super) async fn update(
        &self,
        rest: &RestClient,
        message: &DiscordMessage,
    ) -> Result<bool, DiscordError> {
        // An attempt keeps other replies to the press from answering first or removing the buttons.
        let mut state = self.progress.attempt().await;
        self.replace(rest, &mut state, message).await
    }

    /// Does the same with a private menu, unless a reply to its press stands there already.
    ///
    /// # Errors
    /// As [`InteractionAnswer::update`].
    pub(super) async fn close(
        &self,
        rest: &RestClient,
        message: &DiscordMessage,
    ) -> Result<bool, DiscordError> {
        let mut state = self.progress.attempt().await;
        match state.stage {
            AnswerStage::Changed => Ok(true),
            _ => self.replace(rest, &mut state, message).await,
        }
    }

    async fn replace(
        &self,
        rest: &RestClient,
        state: &mut AnswerState,
        message: &DiscordMessage,
    ) -> Result<bool, DiscordError> {
        let (first, later) = (message.answer(UPDATE, false), message.body(&[]));
        let done = self.change(rest, state, first, later).await?;
        state.is_settled |= done;
        Ok(done)
    }

    /// Removes the buttons of a message that the press has settled, and keeps the rest.
    ///
    /// # Errors
    /// If Discord rejects it or can't be reached.
    async fn settle(&self, rest: &RestClient, state: &mut AnswerState) -> Result<(), DiscordError> {
        let settles = self.plan.settles && self.kind == InteractionKind::Board;
        if !settles || std::mem::replace(&mut state.is_settled, true) {
            return Ok(());
        }
        // Don't ping anyone again.
        let bare = json!({ "components": [], "allowed_mentions": { "parse": [] } });
        let first = json!({ "type": UPDATE, "data": bare.clone() });
        let done =
            self.change(rest, state, RequestBody::Json(first), RequestBody::Json(bare)).await;
        match done {
            // The reply itself goes out another way.
            Err(_) if state.stage == AnswerStage::Expired => Ok(()),
            other => other.map(|_| ()),
        }
    }
}

impl Deref for InteractionAnswer {
    type Target = OpenInteraction;

    fn deref(&self) -> &OpenInteraction {
        &self.open
    }
}
