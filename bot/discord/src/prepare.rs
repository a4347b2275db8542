//! Asks Discord for what a line needs before its request has its turn: the role that champions get,
//! and the channels that it names.
use command::{role_named, rooms_named};
use model::reply::RoleObstacle;
use serenity::model::{
    channel::ChannelType,
    id::{ChannelId, GuildId},
};
use service::{Power, Preparation, Request, RoomName};

use super::{
    bot::{Bot, number},
    rest_client::RestClient,
    roles,
    servers::Servers,
};

/// Adds to a request what its line needs.
pub(super) async fn prepare(bot: &Bot, request: Request) -> Request {
    let mut rooms = Vec::new();
    for id in rooms_named(&request.line) {
        rooms.extend(room(&bot.rest, &bot.servers, &request.room.server, &id).await);
    }
    let role = match role_named(&request.line) {
        Some(role) if request.power == Power::Server => Some(asked(bot, &request, role).await),
        Some(_) | None => None,
    };
    Request { prepared: Preparation { role, rooms, zone: None }, ..request }
}

async fn asked(bot: &Bot, request: &Request, role: String) -> (String, Option<RoleObstacle>) {
    let Request { room, from, .. } = request;
    let why = match roles::why_not(bot, &room.server, &role, &from.handle).await {
        Ok(why) => why,
        Err(err) => {
            tracing::warn!(%err, "the roles of a server can't be asked for");
            Some(RoleObstacle::Unknown)
        }
    };
    (role, why)
}

/// Names a channel of a server, whether or not anybody used the bot there.
async fn room(rest: &RestClient, servers: &Servers, server: &str, id: &str) -> Option<RoomName> {
    let (guild_id, channel) = (GuildId::new(number(server)?), ChannelId::new(number(id)?));
    servers.find(rest, guild_id).await;
    let name = servers.look(guild_id, |guild| {
        let channel = guild.channels.get(&channel)?;
        let talks = matches!(channel.kind, ChannelType::Text | ChannelType::News);
        talks.then(|| channel.name.clone())
    })??;
    let (handle, server) = (id.to_owned(), server.to_owned());
    Some(RoomName { handle, name, server, answers_only: false })
}
