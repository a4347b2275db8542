//! What the tasks of the adapter share. Each part has its own state, and functions take the parts they need.
use std::sync::Arc;

use delivery::Dispatcher;
use model::ids::Chat;
use render::Painter;
use serenity::model::id::ChannelId;
use service::Queue;
use store::peers::Peers;
use tokio::sync::watch;

use super::{
    account::Account, answers_only::AnswersOnly, direct::Hints, emoji::BotEmoji,
    error::DiscordError, members::SeenMembers, receive::HeardIds, register::CommandRegistry,
    rest_client::RestClient, servers::Servers, service_access::ServiceAccess, tokens::EditTokens,
};

/// The chat of this adapter.
pub(super) const CHAT: Chat = Chat::Discord;

/// The parts of the bot.
pub(super) struct Bot {
    /// Sends all requests, within the limits.
    pub(super) rest: RestClient,
    pub(super) dispatcher: Dispatcher<Bot>,
    pub(super) service: ServiceAccess,
    pub(super) peers: Peers,
    pub(super) account: Account,
    pub(super) commands: CommandRegistry,
    pub(super) emoji: BotEmoji,
    pub(super) servers: Servers,
    pub(super) members: SeenMembers,
    pub(super) heard: HeardIds,
    pub(super) answers_only: AnswersOnly,
    pub(super) tokens: EditTokens,
    pub(super) hints: Hints,
    /// Becomes true when the program is ending.
    pub(super) stop: watch::Receiver<bool>,
}

impl Bot {
    /// Creates the bot. Call it in a Tokio runtime.
    pub(super) fn new(
        rest: RestClient,
        queue: Queue,
        painter: Arc<Painter>,
        peers: Peers,
        stop: watch::Receiver<bool>,
    ) -> Bot {
        Bot {
            rest,
            service: ServiceAccess::new(queue.clone()),
            dispatcher: Dispatcher::new(queue, painter, stop.clone()),
            peers,
            account: Account::default(),
            commands: CommandRegistry::default(),
            emoji: BotEmoji::default(),
            servers: Servers::default(),
            members: SeenMembers::default(),
            heard: HeardIds::default(),
            answers_only: AnswersOnly::default(),
            tokens: EditTokens::default(),
            hints: Hints::default(),
            stop,
        }
    }

    /// Waits until the program is ending.
    pub(super) async fn stopped(&self) {
        let mut stop = self.stop.clone();
        // An error means that the sender is gone, so the program is ending too.
        drop(stop.wait_for(|stops| *stops).await);
    }
}

/// Reads a Discord id.
pub(super) fn number(id: &str) -> Option<u64> {
    id.parse().ok().filter(|&id| 0 < id)
}

/// Reads the id of a channel, thread or direct channel.
pub(super) fn channel_of(place: &str) -> Result<ChannelId, DiscordError> {
    number(place).map(ChannelId::new).ok_or_else(nowhere)
}

/// The error for an id that isn't Discord's.
pub(super) fn nowhere() -> DiscordError {
    let says = "that isn't an id of Discord".to_owned();
    DiscordError::Refused { status: 400, code: 0, says }
}
