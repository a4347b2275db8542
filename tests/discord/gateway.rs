//! The connection that sends events to the bot (gateway v10), and the shapes of its messages.
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::{net::TcpStream, sync::mpsc};
use tokio_tungstenite::tungstenite::{
    Message as Frame,
    protocol::{CloseFrame, frame::coding::CloseCode},
};

use crate::{
    rest,
    world::{APPLICATION, BOT, Discord, GUILD, World},
};

/// A connection of the bot.
#[derive(Clone)]
pub(crate) struct Line {
    pub(crate) frames: mpsc::UnboundedSender<Frame>,
    /// The last event's number.
    pub(crate) sequence: u64,
    pub(crate) shard: Value,
}

/// Serves one connection until it closes.
pub(crate) async fn serve(discord: Discord, stream: TcpStream) {
    let Ok(socket) = tokio_tungstenite::accept_async(stream).await else { return };
    let (mut out, mut heard) = socket.split();
    let (frames, mut waiting) = mpsc::unbounded_channel::<Frame>();
    let beat = discord.world(|it| it.beat);
    let hello = json!({ "op": 10, "d": { "heartbeat_interval": beat }, "s": null, "t": null });
    drop(frames.send(Frame::Text(hello.to_string())));
    tokio::spawn(async move {
        while let Some(frame) = waiting.recv().await {
            let last = matches!(frame, Frame::Close(_));
            if out.send(frame).await.is_err() || last {
                break;
            }
        }
    });
    while let Some(Ok(frame)) = heard.next().await {
        // Reading on after a close answers it.
        if let Frame::Text(text) = frame {
            let said: Value = serde_json::from_str(&text).expect("JSON");
            discord.world(|world| hear(world, &frames, &said));
        }
    }
    discord.world(|world| world.lines.retain(|it| !it.frames.same_channel(&frames)));
}

fn hear(world: &mut World, frames: &mpsc::UnboundedSender<Frame>, said: &Value) {
    let data = &said["d"];
    let send = |it: Value| drop(frames.send(Frame::Text(it.to_string())));
    match said["op"].as_u64() {
        Some(1) => {
            world.heartbeats += 1;
            if !world.silent {
                send(json!({ "op": 11, "d": null, "s": null, "t": null }));
            }
        }
        Some(2) => {
            world.greetings.push(("identify", data.clone()));
            if let Some(code) = world.refuses {
                drop(frames.send(close(code)));
                return;
            }
            let ready = json!({
                "v": 10,
                "user": rest::bot(),
                "guilds": [{ "id": GUILD.to_string(), "unavailable": true }],
                "session_id": format!("session-{}", world.greetings.len()),
                "resume_gateway_url": "ws://127.0.0.1:1",
                "shard": data["shard"],
                "application": { "id": APPLICATION.to_string(), "flags": 0 },
            });
            send(json!({ "op": 0, "t": "READY", "s": 1, "d": ready }));
            let mut line =
                Line { frames: frames.clone(), sequence: 1, shard: data["shard"].clone() };
            if data["shard"][0] == 0 {
                line.tell("GUILD_CREATE", guild(world));
            }
            world.lines.push(line);
        }
        Some(6) => {
            world.greetings.push(("resume", data.clone()));
            if !world.resumes {
                send(json!({ "op": 9, "d": false, "s": null, "t": null }));
                return;
            }
            let sequence = data["seq"].as_u64().unwrap_or(0) + 1;
            send(json!({ "op": 0, "t": "RESUMED", "s": sequence, "d": {} }));
            let shard = json!([0, 1]);
            world.lines.push(Line { frames: frames.clone(), sequence, shard });
        }
        _ => {}
    }
}

impl Line {
    /// Sends an event.
    pub(crate) fn tell(&mut self, name: &str, data: Value) {
        self.sequence += 1;
        let event = json!({ "op": 0, "t": name, "s": self.sequence, "d": data });
        // The bot may have disconnected.
        drop(self.frames.send(Frame::Text(event.to_string())));
    }

    /// Sends a frame that isn't an event.
    pub(crate) fn order(&self, op: u64, data: Value) {
        let order = json!({ "op": op, "d": data, "s": null, "t": null });
        drop(self.frames.send(Frame::Text(order.to_string())));
    }

    /// Closes the connection with a code.
    pub(crate) fn close(&self, code: u16) {
        drop(self.frames.send(close(code)));
    }
}

fn close(code: u16) -> Frame {
    Frame::Close(Some(CloseFrame { code: CloseCode::from(code), reason: "".into() }))
}

/// Returns the server as Discord shows it.
pub(crate) fn guild(world: &World) -> Value {
    let mut channels: Vec<u64> = world
        .channels
        .iter()
        .filter(|it| it.1.parent.is_none() && it.1.person.is_none())
        .map(|it| *it.0)
        .collect();
    channels.sort_unstable();
    let channels = channels.into_iter().map(|id| {
        json!({ "id": id.to_string(), "type": 0, "guild_id": GUILD.to_string(), "name": world.channels[&id].name, "position": 0, "permission_overwrites": [] })
    });
    // Archived threads aren't listed.
    let threads =
        world.channels.iter().filter(|(_, it)| it.parent.is_some() && !it.archived && !it.gone);
    json!({
        "id": GUILD.to_string(),
        "name": "Friends",
        "owner_id": "999",
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "roles": [{ "id": GUILD.to_string(), "name": "@everyone", "color": 0, "colors": { "primary_color": 0, "secondary_color": null, "tertiary_color": null }, "hoist": false, "position": 0, "permissions": "104324673", "managed": false, "mentionable": false, "flags": 0 }],
        "emojis": [],
        "features": [],
        "mfa_level": 0,
        "system_channel_flags": 0,
        "joined_at": "2026-01-01T00:00:00+00:00",
        "large": false,
        "member_count": world.members,
        "voice_states": [],
        "members": [{ "user": rest::bot(), "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": false, "mute": false, "flags": 0 }],
        "channels": channels.collect::<Vec<Value>>(),
        "threads": threads.map(|(id, _)| thread(world, *id)).collect::<Vec<Value>>(),
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "premium_tier": 0,
        "preferred_locale": "en-US",
        "nsfw_level": 0,
        "stickers": [],
        "premium_progress_bar_enabled": false,
    })
}

/// Returns a thread, or a channel, as Discord shows it.
pub(crate) fn thread(world: &World, id: u64) -> Value {
    let it = &world.channels[&id];
    json!({
        "id": id.to_string(),
        "type": if it.parent.is_some() { 11 } else { 0 },
        "guild_id": GUILD.to_string(),
        "parent_id": it.parent.map(|it| it.to_string()),
        "owner_id": it.owner.unwrap_or(BOT).to_string(),
        "name": it.name,
        "message_count": 1,
        "member_count": 1,
        "rate_limit_per_user": 0,
        "thread_metadata": {
            "archived": it.archived,
            "auto_archive_duration": 10080,
            "archive_timestamp": "2026-01-01T00:00:00+00:00",
            "locked": it.locked,
        },
    })
}
