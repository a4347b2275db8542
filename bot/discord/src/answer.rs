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
use std::{
    sync::{
        OnceLock,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use model::ids::MatchId;
use serde_json::json;
use serenity::{
    http::Route,
    model::{
        Permissions,
        id::{ChannelId, InteractionId, MessageId, UserId},
    },
};
use tokio::sync::Mutex;

use super::{
    answers_only::Presence,
    board_first::BoardFirst,
    bot::Bot,
    callback::{DEFERRED, DEFERRED_UNSEEN, MESSAGE, PostedMessage, UPDATE, application},
    error::{DiscordError, Rejection},
    message::DiscordMessage,
    rest_client::{Call, RequestBody},
    words,
};
use crate::answer_state::{AnswerState, Pressed, Public};

/// How long the service may take before the answer is deferred. Discord allows three seconds,
/// including network delays.
pub(super) const PROMPT: Duration = Duration::from_millis(1600);

/// How long the first answer may be on its way. Discord takes none after three seconds, and the last request needs a moment.
pub(super) const FIRST_WITHIN: Duration = Duration::from_millis(2900);

/// An interaction that needs an answer.
pub(super) struct OpenInteraction {
    pub(super) id: InteractionId,
    pub(super) token: String,
    pub(super) channel: ChannelId,
    pub(super) asker: UserId,
    pub(super) kind: Pressed,
    /// The bot's permissions in the channel.
    pub(super) may: Option<Permissions>,
    /// Whether the bot is in the channel.
    pub(super) presence: Presence,
    /// When it was made, which may be long before it was received.
    pub(super) since: Instant,
    /// The number of follow-ups sent, counted where Discord limits them.
    pub(super) follow_ups: AtomicUsize,
    /// The match whose board was pressed.
    pub(super) shows: OnceLock<MatchId>,
    /// Whether the command must stay hidden from others.
    pub(super) hides: AtomicBool,
    /// The message that was pressed.
    pub(super) pressed: Option<MessageId>,
    /// Whether the press settles the message, so that its buttons must be removed.
    pub(super) settles: AtomicBool,
    /// The line of the form that was submitted; a refusal offers to change it.
    pub(super) form: OnceLock<String>,
    /// The public reply in one line, for the asker if nothing else answers the command.
    pub(super) told: OnceLock<String>,
    /// Whether private replies wait for a board.
    pub(super) board_first: BoardFirst,
    state: Mutex<AnswerState>,
}

impl OpenInteraction {
    pub(super) fn new(
        id: InteractionId,
        token: String,
        channel: ChannelId,
        asker: UserId,
        (kind, pressed): (Pressed, Option<MessageId>),
        (may, presence): (Option<Permissions>, Presence),
        since: Instant,
    ) -> OpenInteraction {
        OpenInteraction {
            id,
            token,
            channel,
            asker,
            kind,
            may,
            presence,
            since,
            follow_ups: AtomicUsize::new(0),
            shows: OnceLock::new(),
            hides: AtomicBool::new(false),
            pressed,
            settles: AtomicBool::new(false),
            form: OnceLock::new(),
            told: OnceLock::new(),
            board_first: BoardFirst::default(),
            state: Mutex::new(AnswerState::Fresh),
        }
    }

    /// Returns whether it was answered and can have follow-ups.
    pub(super) fn is_finished(&self) -> bool {
        let state = self.state.try_lock();
        state.is_ok_and(|it| ![AnswerState::Fresh, AnswerState::Expired].contains(&*it))
    }

    /// Defers the answer, unless it was already answered or deferred.
    pub(super) async fn defer(&self, bot: &Bot) {
        let mut state = self.state.lock().await;
        let _told = self.board_first.attempt();
        if *state != AnswerState::Fresh {
            return;
        }
        let (sheet, kind) = match self.kind {
            Pressed::Command => {
                (json!({ "type": DEFERRED, "data": { "flags": 64 } }), AnswerState::Promised)
            }
            Pressed::Board | Pressed::Private => {
                (json!({ "type": DEFERRED_UNSEEN }), AnswerState::Unseen)
            }
        };
        *state = match self.first(bot, RequestBody::Json(sheet)).await {
            Ok(_) => kind,
            Err(err) if err.cause() == Rejection::Answered => AnswerState::Said,
            Err(err) => {
                tracing::warn!(%err, age = ?self.since.elapsed(), "an answer couldn't be deferred");
                AnswerState::Expired
            }
        };
    }

    /// Answers the asker only.
    ///
    /// # Errors
    /// If Discord rejects it or can't be reached; then it must be sent another way.
    pub(super) async fn private(
        &self,
        bot: &Bot,
        sheet: &DiscordMessage,
    ) -> Result<(), DiscordError> {
        self.board_first.wait(&self.state, AnswerState::Fresh).await;
        let mut state = self.state.lock().await;
        self.settle(bot, &mut state).await?;
        match *state {
            AnswerState::Fresh => {
                let (kind, said) = match self.kind {
                    Pressed::Private => (UPDATE, AnswerState::Changed),
                    Pressed::Command | Pressed::Board => (MESSAGE, AnswerState::Said),
                };
                match self.first(bot, sheet.answer(kind, kind == MESSAGE)).await {
                    Ok(_) => *state = said,
                    // An earlier attempt arrived, but its response was lost.
                    Err(err) if err.cause() == Rejection::Answered => *state = said,
                    Err(err) => {
                        if err.cause() == Rejection::Expired {
                            *state = AnswerState::Expired;
                        }
                        return Err(err);
                    }
                }
            }
            AnswerState::Promised => {
                self.keep_promise(bot, sheet).await?;
                *state = AnswerState::Said;
            }
            AnswerState::Said | AnswerState::Unseen | AnswerState::Changed => {
                self.follow(bot, sheet, true).await.map(|_| ())?;
            }
            AnswerState::Expired => return Err(DiscordError::too_late()),
        }
        Ok(())
    }

    /// Answers publicly: as the first answer, or as a follow-up to the message that the press
    /// edited.
    ///
    /// # Errors
    /// If Discord rejects it or can't be reached; then it must be sent another way.
    pub(super) async fn public(
        &self,
        bot: &Bot,
        sheet: &DiscordMessage,
    ) -> Result<Public, DiscordError> {
        let mut state = self.state.lock().await;
        let _told = self.board_first.attempt();
        self.settle(bot, &mut state).await?;
        if self.presence != Presence::Member {
            return self.only_answers(bot, &mut state, sheet).await.map(Public::Brought);
        }
        if *state == AnswerState::Changed {
            return Ok(Public::Brought(Some(self.follow(bot, sheet, false).await?)));
        }
        if *state != AnswerState::Fresh {
            return Ok(Public::NotHere);
        }
        match self.first(bot, sheet.answer(MESSAGE, false)).await {
            Ok(posted) => {
                *state = AnswerState::Said;
                Ok(Public::Brought(posted))
            }
            Err(err) if err.cause() == Rejection::Answered => {
                *state = AnswerState::Said;
                Ok(Public::Brought(None))
            }
            Err(err) if err.cause() == Rejection::Expired => {
                *state = AnswerState::Expired;
                Ok(Public::NotHere)
            }
            Err(err) => Err(err),
        }
    }

    /// Answers publicly where the bot can't post: as the first answer or a follow-up.
    async fn only_answers(
        &self,
        bot: &Bot,
        state: &mut AnswerState,
        sheet: &DiscordMessage,
    ) -> Result<Option<PostedMessage>, DiscordError> {
        let unseen = self.presence == Presence::Unseen;
        let begun = match *state {
            AnswerState::Expired => return Err(DiscordError::NotThere),
            AnswerState::Fresh if self.hides.load(Ordering::Relaxed) => {
                // Above a public answer everyone could look up the command.
                let taken = DiscordMessage::words(words::only_you_see_the_command());
                self.first(bot, taken.answer(MESSAGE, true)).await.map(|_| None)
            }
            AnswerState::Fresh => {
                self.first(bot, self.as_seen(sheet).answer(MESSAGE, unseen)).await.map(Some)
            }
            AnswerState::Promised => {
                // The first follow-up would replace the deferred answer and be ephemeral too.
                let below = DiscordMessage::words(words::answer_is_below());
                self.keep_promise(bot, &below).await.map(|()| None)
            }
            AnswerState::Unseen | AnswerState::Changed | AnswerState::Said => Ok(None),
        };
        if let (Ok(_), AnswerState::Fresh | AnswerState::Promised) = (&begun, *state) {
            *state = AnswerState::Said;
        }
        let posted = match begun {
            Ok(Some(posted)) => Ok(posted),
            Ok(None) => self.then(bot, sheet).await.map(Some),
            Err(err) => Err(err),
        };
        posted.map_err(|err| match err.cause() {
            Rejection::Expired => {
                *state = AnswerState::Expired;
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
        bot: &Bot,
        sheet: &DiscordMessage,
    ) -> Result<bool, DiscordError> {
        // The lock keeps other replies to the press from answering first or removing the buttons.
        let mut state = self.state.lock().await;
        let _told = self.board_first.attempt();
        let settles = self.settles.swap(false, Ordering::Relaxed);
        let (first, later) = (sheet.answer(UPDATE, false), sheet.body(&[]));
        let done = self.change(bot, &mut state, first, later).await;
        if settles && !matches!(done, Ok(true)) {
            self.settles.store(true, Ordering::Relaxed);
        }
        done
    }

    /// Removes the buttons of a message that the press has settled, and keeps the rest.
    ///
    /// # Errors
    /// If Discord rejects it or can't be reached.
    async fn settle(&self, bot: &Bot, state: &mut AnswerState) -> Result<(), DiscordError> {
        if self.kind != Pressed::Board || !self.settles.swap(false, Ordering::Relaxed) {
            return Ok(());
        }
        // Don't ping anyone again.
        let bare = json!({ "components": [], "allowed_mentions": { "parse": [] } });
        let first = json!({ "type": UPDATE, "data": bare.clone() });
        let done = self.change(bot, state, RequestBody::Json(first), RequestBody::Json(bare)).await;
        match done {
            // The reply itself goes out another way.
            Err(_) if *state == AnswerState::Expired => Ok(()),
            other => other.map(|_| ()),
        }
    }

    /// Removes the picture and buttons of the pressed message, and keeps its text.
    ///
    /// # Errors
    /// If Discord rejects it or can't be reached.
    pub(super) async fn strip(&self, bot: &Bot) -> Result<bool, DiscordError> {
        let mut state = self.state.lock().await;
        let _told = self.board_first.attempt();
        let bare = json!({
            "components": [], "attachments": [], "allowed_mentions": { "parse": [] },
        });
        let first = json!({ "type": UPDATE, "data": bare.clone() });
        self.change(bot, &mut state, RequestBody::Json(first), RequestBody::Json(bare)).await
    }

    /// Edits the pressed message, as the first answer or after it.
    async fn change(
        &self,
        bot: &Bot,
        state: &mut AnswerState,
        first: RequestBody,
        later: RequestBody,
    ) -> Result<bool, DiscordError> {
        match *state {
            AnswerState::Fresh if self.kind != Pressed::Command => {
                match self.first(bot, first).await {
                    Err(err) if err.cause() != Rejection::Answered => {
                        if err.cause() == Rejection::Expired {
                            *state = AnswerState::Expired;
                        }
                        return Err(err);
                    }
                    Ok(_) | Err(_) => *state = AnswerState::Changed,
                }
                Ok(true)
            }
            AnswerState::Unseen | AnswerState::Changed => {
                bot.rest.tell(&Call::patch(self.original(bot)?, later)).await?;
                *state = AnswerState::Changed;
                Ok(true)
            }
            AnswerState::Fresh
            | AnswerState::Promised
            | AnswerState::Said
            | AnswerState::Expired => Ok(false),
        }
    }

    /// Returns where the first answer is edited and deleted.
    fn original(&self, bot: &Bot) -> Result<Route<'_>, DiscordError> {
        let application_id = application(bot)?;
        Ok(Route::WebhookOriginalInteractionResponse { application_id, token: &self.token })
    }

    /// Sends a public follow-up below the pressed message.
    ///
    /// # Errors
    /// If Discord rejects it or can't be reached.
    pub(super) async fn then(
        &self,
        bot: &Bot,
        sheet: &DiscordMessage,
    ) -> Result<PostedMessage, DiscordError> {
        let unseen = self.presence == Presence::Unseen;
        self.follow(bot, &self.as_seen(sheet), unseen).await
    }

    /// Sends a public follow-up, which works even where the bot can't post.
    ///
    /// # Errors
    /// If Discord rejects it, or there was no first answer.
    pub(super) async fn instead(
        &self,
        bot: &Bot,
        sheet: &DiscordMessage,
    ) -> Result<PostedMessage, DiscordError> {
        let mut state = self.state.lock().await;
        if *state == AnswerState::Promised {
            // The first follow-up would replace the deferred ephemeral answer and be ephemeral too.
            self.keep_promise(bot, &DiscordMessage::words(words::cannot_write_here())).await?;
            *state = AnswerState::Said;
        }
        self.follow(bot, sheet, false).await
    }

    /// Finishes the answer: sends a short one if there was none, and deletes an unused deferral.
    pub(super) async fn finish(&self, bot: &Bot, done: bool) {
        let mut state = self.state.lock().await;
        let result = match *state {
            AnswerState::Promised => {
                let Ok(original) = self.original(bot) else { return };
                bot.rest.tell(&Call::delete(original)).await
            }
            AnswerState::Fresh if done => {
                let body = match self.kind {
                    Pressed::Command => {
                        let told = self.told.get().map_or("Done.", String::as_str);
                        DiscordMessage::words(told).answer(MESSAGE, true)
                    }
                    Pressed::Board | Pressed::Private => {
                        RequestBody::Json(json!({ "type": DEFERRED_UNSEEN }))
                    }
                };
                self.first(bot, body).await.map(|_| ())
            }
            AnswerState::Fresh
            | AnswerState::Unseen
            | AnswerState::Changed
            | AnswerState::Said
            | AnswerState::Expired => Ok(()),
        };
        if ![AnswerState::Unseen, AnswerState::Changed].contains(&*state) {
            *state = AnswerState::Said;
        }
        if let Err(err) = result {
            tracing::info!(%err, "an answer couldn't be ended");
        }
    }
}
