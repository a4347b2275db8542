//! What a person may do in a channel they use from elsewhere: look, and write. Reckoned from roles and
//! overwrites; what isn't known counts as nothing.
use std::sync::{Arc, Weak};

use serde::Deserialize;
use serde_json::{Value, json};
use serenity::{
    http::Route,
    model::{
        Permissions, Timestamp,
        channel::{ChannelType, GuildChannel},
        guild::{Guild, PartialMember},
        id::{ChannelId, GuildId, RoleId, UserId},
    },
};
use service::{RoomFound, RoomLookup, RoomName, RoomQuestion, RoomRight};

use super::{
    bot::{Bot, number},
    rest_client::Call,
};

/// A member, as far as it decides what they may do.
#[derive(Deserialize)]
struct SeenMember {
    roles: Vec<RoleId>,
    /// Until when moderators let them only read.
    communication_disabled_until: Option<Timestamp>,
}

/// Returns how the service asks about channels, for as long as the bot runs.
pub(super) fn lookup(bot: &Arc<Bot>) -> RoomLookup {
    let bot: Weak<Bot> = Arc::downgrade(bot);
    Arc::new(move |asked| {
        let bot = bot.clone();
        Box::pin(async move { find(&*bot.upgrade()?, asked).await })
    })
}

/// Finds a channel or thread of a server, and what a person may do there.
async fn find(bot: &Bot, asked: RoomQuestion) -> Option<RoomFound> {
    let channel = ChannelId::new(number(&asked.room)?);
    let user_id = UserId::new(number(&asked.person)?);
    let guild_id = server_of(bot, channel).await?;
    bot.servers.find(&bot.rest, guild_id).await;
    let room = bot.servers.look(guild_id, |guild| seen(guild, channel).cloned())??;
    let route = Route::GuildMember { guild_id, user_id };
    let member = match bot.rest.ask::<SeenMember>(&Call::get(route)).await {
        Ok(member) => member,
        Err(err) => {
            tracing::debug!(%err, "what a person may do in a channel isn't known");
            return None;
        }
    };
    let permissions =
        bot.servers.look(guild_id, |guild| permissions(guild, &room, user_id, &member))?;
    let mut may = right(&room, permissions);
    let is_private = room.kind == ChannelType::PrivateThread;
    if is_private && !permissions.contains(Permissions::MANAGE_THREADS) {
        let route = Route::ChannelThreadMember { channel_id: channel, user_id };
        let is_in = bot.rest.ask::<Value>(&Call::get(route)).await.is_ok();
        may = if is_in { may } else { RoomRight::Nothing };
    }
    let (handle, server) = (asked.room, guild_id.to_string());
    let room = RoomName { handle, name: room.name, server, answers_only: false };
    Some(RoomFound { room, may })
}

/// Returns the server of a channel, and asks Discord if it isn't known.
async fn server_of(bot: &Bot, channel: ChannelId) -> Option<GuildId> {
    if let Some(server) = bot.servers.of_channel(channel) {
        return Some(server);
    }
    let route = Route::Channel { channel_id: channel };
    match bot.rest.ask::<Value>(&Call::get(route)).await {
        Ok(found) => Some(GuildId::new(number(found["guild_id"].as_str()?)?)),
        Err(err) => {
            tracing::debug!(%err, "a channel isn't known");
            None
        }
    }
}

/// Returns a channel where people talk, or a thread.
fn seen(guild: &Guild, id: ChannelId) -> Option<&GuildChannel> {
    let channel = guild.channels.get(&id);
    let talks = |it: &&GuildChannel| matches!(it.kind, ChannelType::Text | ChannelType::News);
    channel.filter(talks).or_else(|| guild.threads.iter().find(|thread| thread.id == id))
}

/// Returns a member's permissions in a channel; those in a thread are those in its channel.
fn permissions(
    guild: &Guild,
    room: &GuildChannel,
    user: UserId,
    SeenMember { roles, communication_disabled_until }: &SeenMember,
) -> Permissions {
    let of = match room.thread_metadata {
        Some(_) => room.parent_id.and_then(|parent| guild.channels.get(&parent)),
        None => Some(room),
    };
    let member = serde_json::from_value::<PartialMember>(json!({ "roles": roles }));
    let (Some(of), Ok(member)) = (of, member) else { return Permissions::empty() };
    let permissions = guild.partial_member_permissions_in(of, user, &member);
    let is_timed_out = communication_disabled_until.is_some_and(|it| Timestamp::now() < it);
    match is_timed_out && !permissions.administrator() {
        true => permissions & (Permissions::VIEW_CHANNEL | Permissions::READ_MESSAGE_HISTORY),
        false => permissions,
    }
}

fn right(room: &GuildChannel, permissions: Permissions) -> RoomRight {
    let writes = match room.thread_metadata {
        Some(_) => Permissions::SEND_MESSAGES_IN_THREADS,
        None => Permissions::SEND_MESSAGES,
    };
    if !permissions.contains(Permissions::VIEW_CHANNEL) {
        RoomRight::Nothing
    } else if permissions.contains(writes) {
        RoomRight::Write
    } else {
        RoomRight::Look
    }
}
