//! Handles gateway events: interactions, messages to the bot, and changes of channels and messages.
use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};

use command::{Verb, say};
use delivery::{Dispatcher, Joined};
use serenity::model::{
    application::Interaction,
    channel::Message,
    event::Event,
    guild::Guild,
    id::{ChannelId, GuildId, MessageId},
};
use service::{Request, RoomLoss};
use store::RoomsAt;

use super::{
    account::{Account, BotIdentity},
    ask_service::answer_request,
    bot::Bot,
    greet::greeting_places,
    interact::{command, complete, component, form},
    menu::as_said,
    message::DiscordMessage,
    request::{self, MessageKey, Speaker},
    rest_client::RestClient,
    rights, words,
};

/// The kinds of events that are read.
const READ: [&str; 18] = [
    "READY",
    "GUILD_CREATE",
    "GUILD_UPDATE",
    "GUILD_DELETE",
    "GUILD_MEMBER_UPDATE",
    "GUILD_ROLE_CREATE",
    "GUILD_ROLE_UPDATE",
    "GUILD_ROLE_DELETE",
    "CHANNEL_CREATE",
    "CHANNEL_UPDATE",
    "CHANNEL_DELETE",
    "THREAD_CREATE",
    "THREAD_UPDATE",
    "THREAD_DELETE",
    "INTERACTION_CREATE",
    "MESSAGE_DELETE",
    "MESSAGE_DELETE_BULK",
    MESSAGE,
];
const MESSAGE: &str = "MESSAGE_CREATE";

/// How many interactions and messages to remember before clearing the list.
const MOST_HEARD: usize = 4096;

/// The interactions and messages handled since the start; the service knows earlier ones.
#[derive(Default)]
pub(super) struct HeardIds(Mutex<HashSet<u64>>);

impl HeardIds {
    /// Returns whether an interaction or message is new, and records it.
    fn is_new(&self, id: u64) -> bool {
        let mut heard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if MOST_HEARD < heard.len() {
            heard.clear();
        }
        heard.insert(id)
    }
}

/// Tells whether the bot has to read an event. Most are messages of people who talk with each other.
pub(super) fn is_read(account: &Account, kind: &str, text: &str) -> bool {
    let Some(who) = account.who() else { return false };
    let addressed = || !text.contains("\"guild_id\"") || text.contains(&who.user.to_string());
    // Only what changes for the bot itself is told without a privileged intent.
    READ.contains(&kind) && (kind != MESSAGE || addressed())
}

/// Handles an event. `added` tells whether a server has just added the bot.
pub(super) async fn handle(bot: &Arc<Bot>, event: Event, added: bool) {
    match event {
        Event::InteractionCreate(event) => interaction(bot, &event.interaction).await,
        Event::MessageCreate(event) => message(bot, &event.message).await,
        Event::MessageDelete(event) => {
            message_deleted(bot, event.channel_id, event.message_id).await
        }
        Event::MessageDeleteBulk(event) => {
            for message in event.ids {
                message_deleted(bot, event.channel_id, message).await;
            }
        }
        Event::ThreadUpdate(event) => {
            let thread = event.thread.id.to_string();
            if let Some(state) =
                event.thread.thread_metadata.filter(|state| state.archived || state.locked)
            {
                Dispatcher::thread_closed(bot, &thread, state.locked).await;
            }
            rights::check(bot, event.thread.guild_id, RoomsAt::Room(thread)).await;
        }
        Event::ThreadCreate(event) => {
            let thread = RoomsAt::Room(event.thread.id.to_string());
            rights::check(bot, event.thread.guild_id, thread).await;
        }
        Event::ThreadDelete(event) => {
            let thread = event.thread.id.to_string();
            Dispatcher::thread_deleted(bot, &thread).await;
            Dispatcher::lost(bot, RoomsAt::Room(thread), RoomLoss::Deleted).await;
        }
        Event::ChannelDelete(event) => {
            let channel = RoomsAt::Channel(event.channel.id.to_string());
            Dispatcher::lost(bot, channel, RoomLoss::Deleted).await;
        }
        Event::ChannelCreate(event) => {
            let channel = RoomsAt::Channel(event.channel.id.to_string());
            rights::check(bot, event.channel.guild_id, channel).await;
        }
        Event::ChannelUpdate(event) => {
            let channel = RoomsAt::Channel(event.channel.id.to_string());
            rights::check(bot, event.channel.guild_id, channel).await;
        }
        Event::GuildRoleCreate(event) => check_server(bot, event.role.guild_id).await,
        Event::GuildRoleUpdate(event) => check_server(bot, event.role.guild_id).await,
        Event::GuildRoleDelete(event) => check_server(bot, event.guild_id).await,
        Event::GuildMemberUpdate(event) => check_server(bot, event.guild_id).await,
        Event::GuildCreate(event) => server(bot, &event.guild, added).await,
        Event::GuildDelete(event) if !event.guild.unavailable => {
            tracing::warn!(guild = %event.guild.id, "the bot was removed from a server");
            let server = event.guild.id.to_string();
            Dispatcher::forget_greeting(bot, &server).await;
            Dispatcher::lost(bot, RoomsAt::Server(server), RoomLoss::Removed).await;
        }
        _ => {}
    }
}

async fn interaction(bot: &Arc<Bot>, interaction: &Interaction) {
    if !bot.heard.is_new(interaction.id().get()) {
        return;
    }
    match interaction {
        Interaction::Command(interaction) => command(bot, interaction).await,
        Interaction::Component(interaction) => component(bot, interaction).await,
        Interaction::Modal(interaction) => form(bot, interaction).await,
        Interaction::Autocomplete(interaction) => complete(bot, interaction).await,
        _ => {}
    }
}

async fn message(bot: &Arc<Bot>, message: &Message) {
    let Some(who) = bot.account.who() else { return };
    // Ignore messages from bots, especially the bot's own.
    if message.author.bot || message.webhook_id.is_some() {
        return;
    }
    let mentioned = message.mentions.iter().any(|it| it.id == who.user);
    let answers = message.referenced_message.as_ref().is_some_and(|it| it.author.id == who.user);
    let addressed = message.guild_id.is_none() || mentioned || answers;
    if addressed && bot.heard.is_new(message.id.get()) {
        typed(bot, who, message).await;
    }
}

async fn message_deleted(bot: &Arc<Bot>, channel: ChannelId, message: MessageId) {
    Dispatcher::message_deleted(bot, &channel.to_string(), &message.to_string()).await;
}

/// Handles what Discord tells about a server at the start of a session, or when it adds the bot. A session that another
/// process began may tell it again, so only the time says that the bot is new there.
async fn server(bot: &Arc<Bot>, guild: &Guild, added: bool) {
    let joined = guild.joined_at.timestamp_millis();
    if added && !bot.rest.clock.is_long_ago(joined, Instant::now()) {
        let rooms = greeting_places(guild).iter().map(ToString::to_string).collect();
        let joined = Joined { id: guild.id.to_string(), rooms, alone: false };
        if let Err(why) = Dispatcher::greet(bot, joined).await {
            tracing::info!(why, "a new server couldn't be greeted");
        }
    }
    let channels = guild.channels.keys().map(ToString::to_string).collect();
    let active = guild.threads.iter().map(|it| it.id.to_string()).collect();
    Dispatcher::threads_asleep(bot, &channels, &active).await;
    check_server(bot, guild.id).await;
}

async fn check_server(bot: &Arc<Bot>, server: GuildId) {
    rights::check(bot, server, RoomsAt::Server(server.to_string())).await;
}

/// Handles typed text: a direct message, a message that mentions the bot, or a reply to one of its
/// messages.
async fn typed(bot: &Arc<Bot>, who: BotIdentity, message: &Message) {
    let speaker = Speaker::of_message(bot, message).await;
    let line = request::without_mention(&message.content, who.user);
    let line = as_said(bot.service.commands(), &line);
    // A mention in the middle of a sentence may be talk about the bot.
    let talk = message.guild_id.is_some() && request::is_mentioned(&line, who.user);
    if line.is_empty() && !message.mentions.iter().any(|it| it.id == who.user) {
        // Discord hides the text of a reply from a bot that it doesn't mention.
        return point_out(&bot.rest, message, words::cannot_read()).await;
    }
    let line = if line.is_empty() { say!(Help).into() } else { bot.service.commands().read(&line) };
    let attachment = match message.attachments.first().zip(line.verb().and_then(Verb::file)) {
        Some((file, wanted)) => match bot.rest.text_of(file, wanted).await {
            Ok(text) => Some(text),
            Err(refusal) => return point_out(&bot.rest, message, &refusal.says).await,
        },
        None => None,
    };
    let others = message.mentions.iter().filter(|it| it.id != who.user);
    let people = others
        .map(|user| {
            request::person(user, user.member.as_ref().and_then(|member| member.nick.as_deref()))
        })
        .collect();
    let (request, origin) = speaker.asks(MessageKey::Typed(message.id), line, people, None);
    let origin = request::Origin { talk, ..origin };
    answer_request(bot, Request { attachment, ..request }, origin, None).await;
}

/// Answers a message directly, without the service.
async fn point_out(rest: &RestClient, message: &Message, says: &str) {
    let answer = DiscordMessage { answers: Some(message.id), ..DiscordMessage::words(says) };
    if let Err(err) = rest.post(&answer, message.channel_id, None).await {
        tracing::info!(%err, "an unreadable message couldn't be answered");
    }
}
