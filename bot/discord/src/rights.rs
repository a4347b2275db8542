//! What people may do in channels they use from elsewhere, and the bot itself where it plays: look, and write.
//! Reckoned from roles and overwrites; what isn't known counts as nothing.
use std::sync::{Arc, Weak};

use delivery::Dispatcher;
use serde::Deserialize;
use serde_json::{Value, json};
use serenity::{
    http::Route,
    model::{
        Permissions, Timestamp,
        channel::{ChannelType, GuildChannel},
        guild::{Guild, Member, PartialMember},
        id::{ChannelId, GuildId, RoleId, UserId},
    },
};
use service::{NoThreads, RoomFound, RoomLookup, RoomLoss, RoomName, RoomQuestion, RoomRight};
use store::RoomsAt;

use super::{
    account::Account,
    bot::{Bot, CHAT, number},
    members::is_not_there,
    request::THREADS,
    rest_client::Call,
    servers::Servers,
};

/// A member, as far as it decides what they may do.
#[derive(Deserialize)]
struct ReckonedMember {
    roles: Vec<RoleId>,
    /// Until when moderators let them only read.
    communication_disabled_until: Option<Timestamp>,
}

/// Returns how the service asks about channels, for as long as the bot runs.
pub(super) fn lookup(bot: &Arc<Bot>) -> RoomLookup {
    let bot: Weak<Bot> = Arc::downgrade(bot);
    Arc::new(move |asked| {
        let bot = bot.clone();
        Box::pin(async move {
            let bot = bot.upgrade()?;
            find(&bot, asked).await
        })
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
    let member = match bot.rest.ask::<ReckonedMember>(&Call::get(route)).await {
        Ok(member) => member,
        Err(err) if is_not_there(&err) => {
            let (handle, server) = (asked.room, guild_id.to_string());
            let room = RoomName { handle, name: room.name, server, answers_only: false };
            let may = RoomRight::Nothing;
            return Some(RoomFound { room, may, is_mute: false, is_forum: false });
        }
        Err(err) => {
            tracing::debug!(%err, "what a person may do in a channel isn't known");
            return None;
        }
    };
    let permissions =
        bot.servers.look(guild_id, |guild| permissions(guild, &room, user_id, &member))?;
    let mut may = right(&room, permissions);
    let is_forum = room.kind == ChannelType::Forum;
    let is_private = room.kind == ChannelType::PrivateThread;
    if is_private && !permissions.contains(Permissions::MANAGE_THREADS) {
        let route = Route::ChannelThreadMember { channel_id: channel, user_id };
        let is_in = bot.rest.ask::<Value>(&Call::get(route)).await.is_ok();
        may = if is_in { may } else { RoomRight::Nothing };
    }
    let own = own_permissions(&bot.servers, &bot.account, channel);
    let is_mute = own.is_some_and(|own| right(&room, own) < RoomRight::Write);
    let (handle, server) = (asked.room, guild_id.to_string());
    let room = RoomName { handle, name: room.name, server, answers_only: false };
    Some(RoomFound { room, may, is_mute, is_forum })
}

/// Returns the bot's own permissions in a channel or thread, if they are known.
pub(super) fn own_permissions(
    servers: &Servers,
    account: &Account,
    channel: ChannelId,
) -> Option<Permissions> {
    let (server, me) = (servers.of_channel(channel)?, account.who()?.user);
    servers.look(server, |guild| {
        Some(permissions(guild, seen(guild, channel)?, me, &own_member(guild, me)?))
    })?
}

/// Returns why the bot can't open threads in a room of a server, as far as is known.
pub(super) fn no_threads(
    servers: &Servers,
    account: &Account,
    room: ChannelId,
) -> Option<NoThreads> {
    let needs = Permissions::CREATE_PUBLIC_THREADS | Permissions::SEND_MESSAGES_IN_THREADS;
    let kind = servers.look(servers.of_channel(room)?, |guild| {
        let channel = guild.channels.get(&room);
        channel.map_or(ChannelType::PublicThread, |channel| channel.kind)
    })?;
    match kind {
        ChannelType::Text | ChannelType::News => {
            let may = own_permissions(servers, account, room)?;
            (!may.contains(needs)).then_some(NoThreads::Permission)
        }
        _ => Some(NoThreads::Place),
    }
}

/// Returns the bot as a member of a server, as far as events have told.
fn own_member(guild: &Guild, me: UserId) -> Option<ReckonedMember> {
    let Member { roles, communication_disabled_until, .. } = guild.members.get(&me)?;
    let (roles, until) = (roles.clone(), *communication_disabled_until);
    Some(ReckonedMember { roles, communication_disabled_until: until })
}

/// Looks where on a server the bot can write: rooms of running matches are lost where it can't any
/// more, and lost ones found where it can again.
pub(super) async fn check(bot: &Arc<Bot>, guild_id: GuildId, place: RoomsAt) {
    let at = place.clone();
    let known = bot.service.kept(move |service| service.lost_and_used(CHAT, &at)).await;
    let Some((lost, used)) = known.filter(|(lost, used)| !lost.is_empty() || !used.is_empty())
    else {
        return;
    };
    let Some(who) = bot.account.who() else { return };
    bot.servers.find(&bot.rest, guild_id).await;
    let own = match bot.servers.look(guild_id, |guild| own_member(guild, who.user)).flatten() {
        Some(own) => own,
        None => {
            let route = Route::GuildMember { guild_id, user_id: who.user };
            match bot.rest.ask(&Call::get(route)).await {
                Ok(own) => own,
                Err(err) => return tracing::info!(%err, "the bot isn't known on a server"),
            }
        }
    };
    let state = |room: &str| {
        let channel = ChannelId::new(number(room)?);
        bot.servers.look(guild_id, |guild| {
            let room = seen(guild, channel)?;
            let may = permissions(guild, room, who.user, &own);
            let locked = room.thread_metadata.is_some_and(|thread| thread.locked)
                && !may.contains(Permissions::MANAGE_THREADS);
            let loss = if locked { RoomLoss::Locked } else { RoomLoss::Forbidden };
            Some((locked || right(room, may) < RoomRight::Write).then_some(loss))
        })?
    };
    for room in lost {
        if state(&room) == Some(None) {
            Dispatcher::found(bot, RoomsAt::Room(room), |_| true).await;
        }
    }
    for room in used {
        if let Some(Some(loss)) = state(&room) {
            Dispatcher::lost(bot, RoomsAt::Room(room), loss).await;
        }
    }
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

/// Returns a channel where people talk, a forum, or a thread.
fn seen(guild: &Guild, id: ChannelId) -> Option<&GuildChannel> {
    let channel = guild.channels.get(&id);
    let talks = |channel: &&GuildChannel| {
        matches!(channel.kind, ChannelType::Text | ChannelType::News | ChannelType::Forum)
    };
    channel.filter(talks).or_else(|| guild.threads.iter().find(|thread| thread.id == id))
}

/// Returns a member's permissions in a channel; those in a thread are those in its channel.
fn permissions(
    guild: &Guild,
    room: &GuildChannel,
    user: UserId,
    ReckonedMember { roles, communication_disabled_until }: &ReckonedMember,
) -> Permissions {
    let of = if THREADS.contains(&room.kind) {
        room.parent_id.and_then(|parent| guild.channels.get(&parent))
    } else {
        Some(room)
    };
    let member = serde_json::from_value::<PartialMember>(json!({ "roles": roles }));
    let (Some(of), Ok(member)) = (of, member) else { return Permissions::empty() };
    let permissions = guild.partial_member_permissions_in(of, user, &member);
    let is_timed_out = communication_disabled_until.is_some_and(|it| Timestamp::now() < it);
    if is_timed_out && !permissions.administrator() {
        permissions & (Permissions::VIEW_CHANNEL | Permissions::READ_MESSAGE_HISTORY)
    } else {
        permissions
    }
}

/// Returns what permissions allow in a room. In a forum itself nobody writes, only in its posts.
fn right(room: &GuildChannel, permissions: Permissions) -> RoomRight {
    let writes = if THREADS.contains(&room.kind) {
        Permissions::SEND_MESSAGES_IN_THREADS
    } else {
        Permissions::SEND_MESSAGES
    };
    if !permissions.contains(Permissions::VIEW_CHANNEL) {
        RoomRight::Nothing
    } else if permissions.contains(writes) && room.kind != ChannelType::Forum {
        RoomRight::Write
    } else {
        RoomRight::Look
    }
}
