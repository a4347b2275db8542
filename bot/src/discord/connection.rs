//! The connection of one shard: what it hears, and how it ends so that another process can go on with its session.
use std::{borrow::Cow, sync::Arc, time::Duration};

use futures_util::StreamExt as _;
use serde::Deserialize;
use serde_json::Value;
use serenity::model::event::Event;
use tokio::{sync::watch, time::timeout};
use twilight_gateway::{CloseFrame, Message, Shard, ShardState, error::ReceiveMessageErrorType};

use super::{
    bot::Bot, identify::Turns, receive, session::Session, shards::Running, submission, words,
};

/// The kinds of messages from the gateway.
const EVENT: u8 = 0;
const INVALID_SESSION: u8 = 9;
const HEARTBEAT_ACK: u8 = 11;

/// How long Discord may take to close a connection.
const CLOSED_WITHIN: Duration = Duration::from_secs(2);

/// How long a shard that leaves waits for what it has received to be handled. What isn't by then is received again by the
/// process that resumes the session.
const FINISHED_WITHIN: Duration = Duration::from_secs(1);

/// How a shard has to leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leave {
    /// So that its session can be resumed.
    InOrder,
    /// At once, because another process has it.
    AtOnce,
}

/// Why a shard ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShardLeft {
    AsAsked(Leave),
    /// Discord refuses the bot for this reason, and always will.
    Refused(&'static str),
    /// There have to be more shards.
    TooFew,
}

/// What comes before the content of a message.
#[derive(Deserialize)]
struct Head<'a> {
    op: u8,
    #[serde(rename = "s")]
    number: Option<u64>,
    #[serde(rename = "t", borrow)]
    kind: Option<Cow<'a, str>>,
}

/// Stays connected until the shard has to leave, or Discord refuses it.
pub(super) async fn run(bot: &Arc<Bot>, mut shard: Shard<Turns>, running: &Running) -> ShardLeft {
    let mut leaves = running.leaves();
    let leave = loop {
        let message = tokio::select! {
            biased;
            leave = asked(&mut leaves) => break leave,
            message = shard.next() => message,
        };
        match message {
            Some(Ok(Message::Text(text))) => hear(bot, &shard, running, &text),
            Some(Ok(Message::Close(frame))) => {
                let code = frame.map(|it| it.code);
                tracing::info!(shard = shard.id().number(), code, "the connection ends");
                if shard.state() == ShardState::FatallyClosed {
                    return refused(code);
                }
            }
            Some(Err(err)) if matches!(err.kind(), ReceiveMessageErrorType::Reconnect) => {
                tracing::warn!(shard = shard.id().number(), %err, "can't connect; trying again");
            }
            Some(Err(err)) => tracing::error!(%err, "a message of the gateway can't be read"),
            None => return refused(None),
        }
    };
    if leave == Leave::InOrder {
        close(bot, shard, running).await;
    }
    ShardLeft::AsAsked(leave)
}

async fn asked(leaves: &mut watch::Receiver<Option<Leave>>) -> Leave {
    match leaves.wait_for(Option::is_some).await.as_deref() {
        Ok(Some(leave)) => *leave,
        // Nobody holds the shard any more.
        Ok(None) | Err(_) => Leave::AtOnce,
    }
}

/// Ends the connection, so that Discord keeps the session and what happens from now on. Handles what comes before that.
async fn close(bot: &Arc<Bot>, mut shard: Shard<Turns>, running: &Running) {
    if !matches!(shard.state(), ShardState::Disconnected { .. }) {
        shard.close(CloseFrame::RESUME);
        let closed = async {
            while let Some(Ok(Message::Text(text))) = shard.next().await {
                hear(bot, &shard, running, &text);
            }
        };
        if timeout(CLOSED_WITHIN, closed).await.is_err() {
            tracing::info!(shard = shard.id().number(), "Discord doesn't close the connection");
        }
    }
    if let Some(session) = running.session() {
        // What takes longer is received again.
        drop(timeout(FINISHED_WITHIN, session.is_idle()).await);
    }
}

/// Tells why Discord refuses a shard for good.
fn refused(code: Option<u16>) -> ShardLeft {
    match code {
        Some(4004) => ShardLeft::Refused(words::authentication_failed()),
        Some(4010 | 4011) => ShardLeft::TooFew,
        Some(4013 | 4014) => ShardLeft::Refused(words::intents_not_allowed()),
        _ => ShardLeft::Refused(words::version_too_old()),
    }
}

fn hear(bot: &Arc<Bot>, shard: &Shard<Turns>, running: &Running, text: &str) {
    let head = match serde_json::from_str::<Head<'_>>(text) {
        Ok(head) => head,
        Err(err) => return tracing::error!(%err, "a message of the gateway has no head"),
    };
    match (head.op, head.number, head.kind) {
        (EVENT, Some(number), Some(kind)) => {
            running.hears();
            event(bot, shard, running, (number, &kind), text);
        }
        (HEARTBEAT_ACK, ..) => running.hears(),
        (INVALID_SESSION, ..) if shard.session().is_none() => {
            tracing::info!(shard = shard.id().number(), "the session has ended");
            running.have(None);
        }
        _ => {}
    }
}

fn event(
    bot: &Arc<Bot>,
    shard: &Shard<Turns>,
    running: &Running,
    (number, kind): (u64, &str),
    text: &str,
) {
    if let ("READY", Some(session), Some(address)) = (kind, shard.session(), shard.resume_url()) {
        let session = Session::new(session.id().to_owned(), address.to_owned(), number);
        running.have(Some(Arc::new(session)));
    }
    if let "READY" | "RESUMED" = kind {
        tracing::info!(shard = shard.id().number(), kind, "the shard is connected");
        bot.shard_connects(shard.id().number());
    }
    let Some(session) = running.session() else { return };
    if !receive::is_read(bot, kind, text) {
        return session.pass(number);
    }
    let event = match read(text) {
        Ok(event) => event,
        Err(err) => {
            tracing::warn!(%err, kind, "an event can't be read");
            return session.pass(number);
        }
    };
    let added = bot.servers.learn(&event);
    let (of, handling) = (bot.clone(), session.begin(number));
    bot.spawn(async move {
        receive::handle(&of, event, added).await;
        handling.finish();
    });
}

fn read(text: &str) -> serde_json::Result<Event> {
    let mut event: Value = serde_json::from_str(text)?;
    submission::flatten(&mut event);
    serde_json::from_value(event)
}
