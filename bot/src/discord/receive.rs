//! Handles gateway events: interactions, messages to the bot, and changes of channels and messages.
use std::sync::{Arc, Weak};

use serenity::{
    async_trait,
    client::{Context, EventHandler},
    gateway::{ConnectionStage, ShardStageUpdateEvent},
    model::{
        application::Interaction,
        channel::{GuildChannel, Message, PartialGuildChannel},
        gateway::Ready,
        guild::{Guild, UnavailableGuild},
        id::{ChannelId, GuildId, MessageId},
    },
};

use super::{
    bot::{Bot, BotIdentity, CHAT},
    greet::greeting_places,
    interact::{answer_request, command, complete, component, form},
    message::DiscordMessage,
    request::{self, Speaker},
    words,
};
use crate::{
    command::Line,
    delivery::{Dispatcher, Joined, LostPlace},
    service::Request,
};

/// The event handler.
pub(super) struct Events {
    /// Weak, so that an open connection doesn't keep the bot, and with it the service, from
    /// closing.
    pub(super) bot: Weak<Bot>,
}

#[async_trait]
impl EventHandler for Events {
    async fn ready(&self, context: Context, ready: Ready) {
        tracing::info!(shard = ?ready.shard, guilds = ready.guilds.len(), "connected");
        let who = BotIdentity { application: ready.application.id, user: ready.user.id };
        if let Some(bot) = self.bot.upgrade() {
            bot.meet(who, context.cache);
            let user = who.user.to_string();
            bot.service(move |service| service.is_known_as(CHAT, &user)).await;
        }
    }

    async fn shard_stage_update(&self, _: Context, event: ShardStageUpdateEvent) {
        let ShardStageUpdateEvent { new, old, shard_id, .. } = event;
        match new {
            ConnectionStage::Connected => {
                tracing::info!(%shard_id, %old, "the shard is connected");
                if let Some(bot) = self.bot.upgrade() {
                    bot.shard_connects(shard_id.0);
                }
            }
            _ => tracing::info!(%shard_id, %old, %new, "the shard's connection changes"),
        }
    }

    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        let Some(bot) = self.bot.upgrade() else { return };
        if !bot.first_time(interaction.id().get()) {
            return;
        }
        bot.clone().spawn(async move {
            match interaction {
                Interaction::Command(it) => command(&bot, &it).await,
                Interaction::Component(it) => component(&bot, &it).await,
                Interaction::Modal(it) => form(&bot, &it).await,
                Interaction::Autocomplete(it) => complete(&bot, &it).await,
                _ => {}
            }
        });
    }

    async fn message(&self, _: Context, message: Message) {
        let Some(bot) = self.bot.upgrade() else { return };
        // Events are handled concurrently, so the first ones may arrive before the bot's own id is
        // known.
        if !bot.is_known().await {
            return;
        }
        let Some(who) = bot.who() else { return };
        // Ignore messages from bots, especially the bot's own.
        if message.author.bot || message.webhook_id.is_some() || !bot.first_time(message.id.get()) {
            return;
        }
        let mentioned = message.mentions.iter().any(|it| it.id == who.user);
        let answers =
            message.referenced_message.as_ref().is_some_and(|it| it.author.id == who.user);
        if message.guild_id.is_some() && !mentioned && !answers {
            return;
        }
        bot.clone().spawn(async move { typed(&bot, who, &message).await });
    }

    async fn message_delete(
        &self,
        _: Context,
        channel: ChannelId,
        message: MessageId,
        _: Option<GuildId>,
    ) {
        let Some(bot) = self.bot.upgrade() else { return };
        let (place, message) = (channel.to_string(), message.to_string());
        let of = bot.clone();
        bot.spawn(async move { Dispatcher::message_deleted(&of, &place, &message).await });
    }

    async fn message_delete_bulk(
        &self,
        _: Context,
        channel: ChannelId,
        messages: Vec<MessageId>,
        _: Option<GuildId>,
    ) {
        let Some(bot) = self.bot.upgrade() else { return };
        let of = bot.clone();
        bot.spawn(async move {
            for message in messages {
                let (place, message) = (channel.to_string(), message.to_string());
                Dispatcher::message_deleted(&of, &place, &message).await;
            }
        });
    }

    async fn thread_update(&self, _: Context, _: Option<GuildChannel>, thread: GuildChannel) {
        let Some(metadata) = thread.thread_metadata.filter(|it| it.archived || it.locked) else {
            return;
        };
        let Some(bot) = self.bot.upgrade() else { return };
        let (of, thread) = (bot.clone(), thread.id.to_string());
        bot.spawn(async move { Dispatcher::thread_closed(&of, &thread, metadata.locked).await });
    }

    async fn thread_delete(
        &self,
        _: Context,
        thread: PartialGuildChannel,
        _: Option<GuildChannel>,
    ) {
        let Some(bot) = self.bot.upgrade() else { return };
        let (of, thread) = (bot.clone(), thread.id.to_string());
        bot.spawn(async move { Dispatcher::thread_deleted(&of, &thread).await });
    }

    async fn channel_delete(&self, _: Context, channel: GuildChannel, _: Option<Vec<Message>>) {
        let Some(bot) = self.bot.upgrade() else { return };
        let (of, loss) = (bot.clone(), LostPlace::Room(channel.id.to_string()));
        bot.spawn(async move { Dispatcher::lost(&of, loss).await });
    }

    async fn guild_create(&self, _: Context, guild: Guild, is_new: Option<bool>) {
        let channels = guild.channels.keys().map(ToString::to_string).collect();
        let active = guild.threads.iter().map(|it| it.id.to_string()).collect();
        let Some(bot) = self.bot.upgrade() else { return };
        if is_new == Some(true) {
            let rooms = greeting_places(&guild).iter().map(ToString::to_string).collect();
            let joined = Joined { id: guild.id.to_string(), rooms, alone: false };
            let of = bot.clone();
            bot.spawn(async move {
                if let Err(why) = Dispatcher::greet(&of, joined).await {
                    tracing::info!(why, "a new server couldn't be greeted");
                }
            });
        }
        let of = bot.clone();
        bot.spawn(async move { Dispatcher::threads_asleep(&of, &channels, &active).await });
    }

    async fn guild_delete(&self, _: Context, guild: UnavailableGuild, _: Option<Guild>) {
        if !guild.unavailable {
            tracing::warn!(guild = %guild.id, "the bot was removed from a server");
            let Some(bot) = self.bot.upgrade() else { return };
            let (of, server) = (bot.clone(), guild.id.to_string());
            bot.spawn(async move {
                Dispatcher::forget_greeting(&of, &server).await;
                Dispatcher::lost(&of, LostPlace::Server(server)).await;
            });
        }
    }
}

/// Handles typed text: a direct message, a message that mentions the bot, or a reply to one of its
/// messages.
async fn typed(bot: &Arc<Bot>, who: BotIdentity, message: &Message) {
    let speaker = Speaker::of_message(bot, message).await;
    let line = request::without_mention(&message.content, who.user);
    if line.is_empty() && !message.mentions.iter().any(|it| it.id == who.user) {
        // Discord hides the text of a reply from a bot that it doesn't mention.
        return point_out(bot, message, words::cannot_read()).await;
    }
    let line = if line.is_empty() { "help".to_owned() } else { line };
    let attachment = match message.attachments.first().filter(|_| request::is_import(&line)) {
        Some(file) => match bot.rest.text_of(file).await {
            Ok(text) => Some(text),
            Err(refusal) => return point_out(bot, message, &refusal.says).await,
        },
        None => None,
    };
    let others = message.mentions.iter().filter(|it| it.id != who.user);
    let people = others
        .map(|it| request::person(it, it.member.as_ref().and_then(|it| it.nick.as_deref())))
        .collect();
    let (request, origin) =
        speaker.asks(format!("m{}", message.id), Line::Typed(line), people, None);
    answer_request(bot, Request { attachment, ..request }, origin, None).await;
}

/// Answers a message directly, without the service.
async fn point_out(bot: &Bot, message: &Message, says: &str) {
    let answer = DiscordMessage { answers: Some(message.id), ..DiscordMessage::words(says) };
    if let Err(err) = bot.send(&answer, message.channel_id, None).await {
        tracing::info!(%err, "an unreadable message couldn't be answered");
    }
}
