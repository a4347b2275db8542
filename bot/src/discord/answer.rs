//! The answer to an interaction: the first word within three seconds, and each reply where its audience reads it.
//!
//! Whether a deferred answer is private is fixed when it is deferred, before it is known what there will be to say. So
//! what is deferred is always private, or says nothing at all: a command waits in private, a press waits unseen. What is
//! for the room then goes out as a message of its own, what is for the asker takes the place of the private answer, and
//! a private answer that nothing takes is removed.
//!
//! Above an answer that all can see Discord shows the command, and to whoever clicks it its options. So a command that may hold a choice
//! made in secret has no such answer: what is for the room is a message of its own there, too.
use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use reqwest::Method;
use serde::Deserialize;
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
    bot::Bot,
    message::DiscordMessage,
    rest_client::{Again, Body, Call},
    trouble::{Cause, Trouble},
};

/// How long the service may take before the answer is deferred. Discord waits three seconds, the way there included.
pub(super) const PROMPT: Duration = Duration::from_millis(1600);

/// The kinds of first answers, as Discord numbers them.
const MESSAGE: u8 = 4;
const DEFERRED: u8 = 5;
const DEFERRED_UNSEEN: u8 = 6;
const UPDATE: u8 = 7;
const OPTIONS: u8 = 8;
const FORM: u8 = 9;

/// An interaction that wants an answer.
pub(super) struct Answer {
    pub(super) id: InteractionId,
    pub(super) token: String,
    pub(super) channel: ChannelId,
    pub(super) asker: UserId,
    pub(super) kind: Pressed,
    /// What the bot may do there.
    pub(super) may: Option<Permissions>,
    /// The message that was pressed.
    pub(super) pressed: Option<MessageId>,
    /// Whether the press settles what its message asks: the other buttons there then lead nowhere.
    pub(super) settles: AtomicBool,
    state: Mutex<State>,
}

/// What the interaction was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pressed {
    /// A command.
    Command,
    /// A press on a message that all can see.
    Board,
    /// A press on a message that only the asker can see: a private answer takes its place.
    Private,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Fresh,
    /// A private answer is promised.
    Promised,
    /// The message that was pressed is the answer: it can still be changed.
    Unseen,
    /// The first word is said; whatever comes is a message of its own.
    Said,
    /// Too late: Discord takes no answer any more.
    Expired,
}

/// A message as Discord gives it back.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
pub(super) struct Posted {
    pub(super) id: MessageId,
    pub(super) channel_id: ChannelId,
}

/// What comes of a public answer.
#[derive(Debug)]
pub(super) enum Public {
    /// It is there; its message where Discord said which.
    Brought(Option<Posted>),
    /// It has to go out as a message of its own.
    NotHere,
}

impl Answer {
    pub(super) fn new(
        id: InteractionId,
        token: String,
        channel: ChannelId,
        asker: UserId,
        kind: Pressed,
        may: Option<Permissions>,
        pressed: Option<MessageId>,
    ) -> Answer {
        let (settles, state) = (AtomicBool::new(false), Mutex::new(State::Fresh));
        Answer { id, token, channel, asker, kind, may, pressed, settles, state }
    }

    /// Says that an answer will come, if nothing was said yet.
    pub(super) async fn defer(&self, bot: &Bot) {
        let mut state = self.state.lock().await;
        if *state != State::Fresh {
            return;
        }
        let (sheet, kind) = match self.kind {
            Pressed::Command => {
                (json!({ "type": DEFERRED, "data": { "flags": 64 } }), State::Promised)
            }
            Pressed::Board | Pressed::Private => {
                (json!({ "type": DEFERRED_UNSEEN }), State::Unseen)
            }
        };
        *state = match self.first(bot, Body::Json(sheet)).await {
            Ok(_) => kind,
            Err(err) if err.cause() == Cause::Answered => State::Said,
            Err(err) => {
                tracing::warn!(%err, "an answer could not be deferred");
                State::Expired
            }
        };
    }

    /// Answers where only the asker reads it.
    ///
    /// # Errors
    /// When Discord does not take it; it then has to go another way.
    pub(super) async fn private(&self, bot: &Bot, sheet: &DiscordMessage) -> Result<(), Trouble> {
        self.settle(bot).await?;
        let mut state = self.state.lock().await;
        match *state {
            State::Fresh => {
                let (kind, said) = match self.kind {
                    Pressed::Private => (UPDATE, State::Unseen),
                    Pressed::Command | Pressed::Board => (MESSAGE, State::Said),
                };
                match self.first(bot, sheet.answer(kind, kind == MESSAGE)).await {
                    Ok(_) => *state = said,
                    // It was tried again, and had arrived the first time.
                    Err(err) if err.cause() == Cause::Answered => *state = said,
                    Err(err) => {
                        if err.cause() == Cause::Expired {
                            *state = State::Expired;
                        }
                        return Err(err);
                    }
                }
            }
            State::Promised => {
                self.keep_promise(bot, sheet).await?;
                *state = State::Said;
            }
            State::Said | State::Unseen => self.follow(bot, sheet, true).await.map(|_| ())?,
            State::Expired => return Err(expired()),
        }
        Ok(())
    }

    /// Answers where all read it, as the first word; not possible any more after that.
    ///
    /// # Errors
    /// When Discord does not take it; it then has to go another way.
    pub(super) async fn public(
        &self,
        bot: &Bot,
        sheet: &DiscordMessage,
    ) -> Result<Public, Trouble> {
        if self.settle(bot).await? {
            return Ok(Public::Brought(Some(self.then(bot, sheet).await?)));
        }
        let mut state = self.state.lock().await;
        if *state != State::Fresh {
            return Ok(Public::NotHere);
        }
        match self.first(bot, sheet.answer(MESSAGE, false)).await {
            Ok(posted) => {
                *state = State::Said;
                Ok(Public::Brought(posted))
            }
            Err(err) if err.cause() == Cause::Answered => {
                *state = State::Said;
                Ok(Public::Brought(None))
            }
            Err(err) if err.cause() == Cause::Expired => {
                *state = State::Expired;
                Ok(Public::NotHere)
            }
            Err(err) => Err(err),
        }
    }

    /// Puts a message in the place of the one that was pressed. Tells whether that was possible: not after anything else was said.
    ///
    /// # Errors
    /// When Discord does not take it; the message then stays as it was.
    pub(super) async fn update(&self, bot: &Bot, sheet: &DiscordMessage) -> Result<bool, Trouble> {
        self.change(bot, sheet.answer(UPDATE, false), sheet.body(&[])).await
    }

    /// Takes the buttons off the message that was pressed, where the press has settled what it asks; the rest of it stays. Tells whether
    /// that was done.
    ///
    /// # Errors
    /// When Discord does not take it.
    async fn settle(&self, bot: &Bot) -> Result<bool, Trouble> {
        if self.kind != Pressed::Board || !self.settles.swap(false, Ordering::Relaxed) {
            return Ok(false);
        }
        // Nobody is called anew.
        let bare = json!({ "components": [], "allowed_mentions": { "parse": [] } });
        let first = json!({ "type": UPDATE, "data": bare.clone() });
        self.change(bot, Body::Json(first), Body::Json(bare)).await
    }

    /// Changes the message that was pressed, with the first word or after it.
    async fn change(&self, bot: &Bot, first: Body, later: Body) -> Result<bool, Trouble> {
        let mut state = self.state.lock().await;
        match *state {
            State::Fresh if self.kind != Pressed::Command => {
                match self.first(bot, first).await {
                    Ok(_) => *state = State::Unseen,
                    Err(err) if err.cause() == Cause::Answered => *state = State::Unseen,
                    Err(err) => {
                        if err.cause() == Cause::Expired {
                            *state = State::Expired;
                        }
                        return Err(err);
                    }
                }
                Ok(true)
            }
            State::Unseen => {
                let application_id = application(bot)?;
                let route = Route::WebhookOriginalInteractionResponse {
                    application_id,
                    token: &self.token,
                };
                bot.rest.tell(&Call::patch(route, later)).await.map(|()| true)
            }
            State::Fresh | State::Promised | State::Said | State::Expired => Ok(false),
        }
    }

    /// Says something below the message that was pressed, where all read it.
    ///
    /// # Errors
    /// When Discord does not take it.
    pub(super) async fn then(&self, bot: &Bot, sheet: &DiscordMessage) -> Result<Posted, Trouble> {
        self.follow(bot, sheet, false).await
    }

    /// Answers once more where all read it: works where the bot itself may not write.
    ///
    /// # Errors
    /// When Discord does not take it, or the first word was never said.
    pub(super) async fn instead(
        &self,
        bot: &Bot,
        sheet: &DiscordMessage,
    ) -> Result<Posted, Trouble> {
        let mut state = self.state.lock().await;
        if *state == State::Promised {
            // What follows first would take the place of the private answer that was promised, and its audience.
            let says = "I can't write in this channel, so only you can see this answer.";
            self.keep_promise(bot, &DiscordMessage::words(says)).await?;
            *state = State::Said;
        }
        self.follow(bot, sheet, false).await
    }

    /// Puts a private message in the place of the promise of one.
    async fn keep_promise(&self, bot: &Bot, sheet: &DiscordMessage) -> Result<(), Trouble> {
        let application_id = application(bot)?;
        let route =
            Route::WebhookOriginalInteractionResponse { application_id, token: &self.token };
        bot.rest.tell(&Call::patch(route, sheet.body(&[]))).await
    }

    async fn follow(
        &self,
        bot: &Bot,
        sheet: &DiscordMessage,
        private: bool,
    ) -> Result<Posted, Trouble> {
        let route = Route::WebhookFollowupMessages {
            application_id: application(bot)?,
            token: &self.token,
        };
        let flags = json!(if private { 64 | 4 } else { 4 });
        // Discord has no nonce here. Twice in private is better than not at all.
        let again = if private { Again::Harmless } else { Again::Unheard };
        bot.rest.ask(&Call::post(route, sheet.body(&[("flags", flags)]), again)).await
    }

    /// Ends the answer: a promise that nothing kept is taken back, and nobody is left waiting.
    pub(super) async fn finish(&self, bot: &Bot, done: bool) {
        let mut state = self.state.lock().await;
        let result = match *state {
            State::Promised => {
                let Ok(application_id) = application(bot) else { return };
                let route = Route::WebhookOriginalInteractionResponse {
                    application_id,
                    token: &self.token,
                };
                bot.rest.tell(&Call::delete(route)).await
            }
            State::Fresh if done => {
                let body = match self.kind {
                    Pressed::Command => DiscordMessage::words("Done.").answer(MESSAGE, true),
                    Pressed::Board | Pressed::Private => {
                        Body::Json(json!({ "type": DEFERRED_UNSEEN }))
                    }
                };
                self.first(bot, body).await.map(|_| ())
            }
            State::Fresh | State::Unseen | State::Said | State::Expired => Ok(()),
        };
        if *state != State::Unseen {
            *state = State::Said;
        }
        if let Err(err) = result {
            tracing::info!(%err, "an answer could not be ended");
        }
    }

    /// Offers completions for what is being typed.
    pub(super) async fn complete(&self, bot: &Bot, choices: serde_json::Value) {
        let body = json!({ "type": OPTIONS, "data": { "choices": choices } });
        if let Err(err) = self.first(bot, Body::Json(body)).await {
            // Whoever types goes on without them.
            tracing::debug!(%err, "completions were not taken");
        }
    }

    /// Opens a form.
    pub(super) async fn form(&self, bot: &Bot, form: serde_json::Value) {
        if let Err(err) = self.first(bot, Body::Json(json!({ "type": FORM, "data": form }))).await {
            tracing::warn!(%err, "a form could not be opened");
        }
    }

    /// Says the first word. Discord takes but one, so that trying again does no harm.
    async fn first(&self, bot: &Bot, body: Body) -> Result<Option<Posted>, Trouble> {
        #[derive(Deserialize)]
        struct Callback {
            resource: Option<Resource>,
        }
        #[derive(Deserialize)]
        struct Resource {
            message: Option<Posted>,
        }
        let route = Route::InteractionResponse { interaction_id: self.id, token: &self.token };
        let call = Call {
            method: Method::POST,
            route,
            query: "with_response=true",
            body,
            again: Again::Harmless,
        };
        let callback: Callback = bot.rest.ask(&call).await?;
        Ok(callback.resource.and_then(|it| it.message))
    }
}

fn application(bot: &Bot) -> Result<serenity::model::id::ApplicationId, Trouble> {
    let who =
        bot.who().ok_or_else(|| Trouble::Lost("the bot does not know itself yet".to_owned()))?;
    Ok(who.application)
}

fn expired() -> Trouble {
    Trouble::Refused { status: 404, code: 10062, says: "the interaction has expired".to_owned() }
}
