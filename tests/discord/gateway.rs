//! The connection that sends events to the bot (gateway v10), and the shapes of its messages.
use std::{
    io::Write,
    time::{Duration, Instant},
};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::{net::TcpStream, sync::mpsc};
use tokio_tungstenite::tungstenite::{
    Message as Frame,
    handshake::server::Request,
    protocol::{CloseFrame, frame::coding::CloseCode},
};

use crate::{
    rest,
    world::{APPLICATION, BOT, Channel, Discord, GUILD, Message, World},
};

/// How far apart sessions begin.
pub(crate) const APART: Duration = Duration::from_secs(5);

/// Where sessions are resumed.
const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
const SEND_MESSAGES: u64 = 1 << 11 | 1 << 38;
const ATTACH_FILES: u64 = 1 << 15;
const RESUME: &str = "/resume";

/// When the gateway ends each connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ends {
    /// Before it has said anything.
    AtOnce,
    /// When a session should begin or be resumed.
    Greeted,
    /// When a session should be resumed.
    Resumed,
    /// Once a session has begun or was resumed.
    Begun,
}

/// A session of a shard.
#[derive(Clone)]
pub(crate) struct Line {
    session: String,
    /// Its connection; none while the bot isn't connected.
    frames: Option<mpsc::UnboundedSender<Frame>>,
    /// The last event's number.
    pub(crate) sequence: u64,
    /// The number of the shard, and how many there are.
    pub(crate) shard: (u64, u64),
    /// What was sent, for a connection that resumes the session.
    sent: Vec<Value>,
    /// Whether Discord has closed the connection.
    closed: bool,
}

/// Serves one connection until it closes.
pub(crate) async fn serve(discord: Discord, stream: TcpStream) {
    let (mut resumes, mut packs) = (false, false);
    #[expect(clippy::result_large_err, reason = "the type of an answer that refuses")]
    let look = |request: &Request, answer| {
        resumes = request.uri().path().starts_with(RESUME);
        packs = request.uri().query().is_some_and(|it| it.contains("compress=zstd-stream"));
        Ok(answer)
    };
    let Ok(socket) = tokio_tungstenite::accept_hdr_async(stream, look).await else { return };
    let ends = discord.world(|world| {
        world.connected.push(Instant::now());
        world.ends
    });
    let (mut out, mut heard) = socket.split();
    if let Some((Ends::AtOnce, code)) = ends {
        // Without a code the connection just breaks.
        if let Some(code) = code {
            drop(out.send(close(code)).await);
        }
        return;
    }
    let (frames, mut waiting) = mpsc::unbounded_channel::<Frame>();
    let beat = discord.world(|it| it.beat);
    let hello = json!({ "op": 10, "d": { "heartbeat_interval": beat }, "s": null, "t": null });
    drop(frames.send(Frame::Text(hello.to_string())));
    tokio::spawn(async move {
        let mut packer = packs.then(|| zstd::Encoder::new(Vec::new(), 1).expect("a packer"));
        while let Some(frame) = waiting.recv().await {
            let last = matches!(frame, Frame::Close(_));
            let frame = match (frame, &mut packer) {
                (Frame::Text(text), Some(packer)) => Frame::Binary(packed(packer, &text)),
                (frame, _) => frame,
            };
            if out.send(frame).await.is_err() || last {
                break;
            }
        }
    });
    let mut code = None;
    while let Some(Ok(frame)) = heard.next().await {
        // Reading on after a close answers it.
        match frame {
            Frame::Text(text) => {
                let said: Value = serde_json::from_str(&text).expect("JSON");
                discord.world(|world| hear(&discord, world, &frames, resumes, &said));
            }
            Frame::Close(frame) => code = frame.map(|it| u16::from(it.code)),
            _ => {}
        }
    }
    discord.world(|world| {
        let here = |line: &Line| line.frames.as_ref().is_some_and(|it| it.same_channel(&frames));
        let Some(at) = world.lines.iter().position(here) else { return };
        let mut line = world.lines.remove(at);
        // The bot ends the session by these codes; after others and broken connections it can be resumed.
        if line.closed || !matches!(code, Some(1000 | 1001)) {
            (line.frames, line.closed) = (None, false);
            world.asleep.push(line);
        }
    });
}

/// Tells whether a shard may begin a session now, and records it. There is one bucket.
fn may_identify(world: &mut World, shard: u64) -> bool {
    let now = Instant::now();
    let early = world.identified.last().is_some_and(|identified| now < identified.1 + APART);
    world.identified.push((shard, now));
    !(early && world.paced)
}

/// Packs a message as the next part of a stream.
fn packed(packer: &mut zstd::Encoder<'_, Vec<u8>>, text: &str) -> Vec<u8> {
    packer.write_all(text.as_bytes()).and_then(|()| packer.flush()).expect("room in memory");
    std::mem::take(packer.get_mut())
}

fn hear(
    discord: &Discord,
    world: &mut World,
    frames: &mpsc::UnboundedSender<Frame>,
    resumes: bool,
    said: &Value,
) {
    let data = &said["d"];
    let send = |event: Value| drop(frames.send(Frame::Text(event.to_string())));
    let invalid = || send(json!({ "op": 9, "d": false, "s": null, "t": null }));
    match said["op"].as_u64() {
        Some(1) => {
            world.heartbeats += 1;
            if !world.silent {
                send(json!({ "op": 11, "d": null, "s": null, "t": null }));
            }
        }
        Some(2) => {
            world.greetings.push(("identify", data.clone()));
            if resumes {
                world.wrong.push("a new session where sessions are resumed".to_owned());
            }
            if let Some(code) = world.refuses.or(world.closes(Ends::Greeted)) {
                drop(frames.send(close(code)));
                return;
            }
            let number = |at: usize| data["shard"][at].as_u64().expect("a number");
            let shard = (number(0), number(1));
            if !may_identify(world, shard.0) {
                return invalid();
            }
            let mut line = Line {
                session: format!("session-{}", world.greetings.len()),
                frames: Some(frames.clone()),
                sequence: 0,
                shard,
                sent: Vec::new(),
                closed: false,
            };
            let servers = world.servers.iter().copied().filter(|server| line.is_of(Some(*server)));
            let servers: Vec<u64> = servers.collect();
            let ready = json!({
                "v": 10,
                "user": rest::bot(),
                "guilds": servers.iter().map(|it| json!({ "id": it.to_string(), "unavailable": true })).collect::<Vec<Value>>(),
                "session_id": line.session,
                "resume_gateway_url": format!("{}{RESUME}", discord.address.replace("http", "ws")),
                "shard": data["shard"],
                "application": { "id": APPLICATION.to_string(), "flags": 0 },
            });
            line.tell("READY", ready);
            for id in servers {
                line.tell("GUILD_CREATE", server(world, id));
            }
            if let Some(code) = world.closes(Ends::Begun) {
                line.close(code);
            }
            world.lines.push(line);
        }
        Some(6) => {
            world.greetings.push(("resume", data.clone()));
            if let Some(code) = world.closes(Ends::Greeted).or(world.closes(Ends::Resumed)) {
                drop(frames.send(close(code)));
                return;
            }
            if !resumes {
                world.wrong.push("a session is resumed where new ones begin".to_owned());
            }
            let number = data["seq"].as_u64().expect("a number");
            let of = |line: &Line| data["session_id"] == *line.session && number <= line.sequence;
            // A connection that broke may not have been noticed yet.
            let known = match (world.asleep.iter().position(of), world.lines.iter().position(of)) {
                _ if !world.resumes => None,
                (Some(at), _) => Some(world.asleep.remove(at)),
                (_, at) => at.map(|at| world.lines.remove(at)),
            };
            let Some(mut line) = known else { return invalid() };
            line.frames = Some(frames.clone());
            for event in line.sent.iter().filter(|sent| sent["s"].as_u64() > Some(number)) {
                send(event.clone());
            }
            line.tell("RESUMED", json!({}));
            if let Some(code) = world.closes(Ends::Begun) {
                line.close(code);
            }
            world.lines.push(line);
        }
        _ => {}
    }
}

impl Line {
    /// Sends an event.
    pub(crate) fn tell(&mut self, name: &str, data: Value) {
        self.sequence += 1;
        let event = json!({ "op": 0, "t": name, "s": self.sequence, "d": data });
        self.send(Frame::Text(event.to_string()));
        self.sent.push(event);
    }

    /// Sends a frame that isn't an event.
    pub(crate) fn order(&self, op: u64, data: Value) {
        let order = json!({ "op": op, "d": data, "s": null, "t": null });
        self.send(Frame::Text(order.to_string()));
    }

    /// Closes the connection with a code.
    pub(crate) fn close(&mut self, code: u16) {
        self.closed = true;
        self.send(close(code));
    }

    /// Tells whether the shard gets the events of a server, or of direct messages.
    pub(crate) fn is_of(&self, server: Option<u64>) -> bool {
        server.map_or(0, |server| (server >> 22) % self.shard.1) == self.shard.0
    }

    fn send(&self, frame: Frame) {
        if let Some(frames) = &self.frames {
            // The bot may have disconnected.
            drop(frames.send(frame));
        }
    }
}

impl World {
    /// Returns the code by which connections end at this moment, if they do.
    fn closes(&self, at: Ends) -> Option<u16> {
        self.ends.filter(|it| it.0 == at).and_then(|it| it.1)
    }

    /// Tells the shard of a server, or of direct messages, about an event, also while it isn't connected.
    pub(crate) fn tell(&mut self, server: Option<u64>, name: &str, data: &Value) {
        let all = self.lines.iter_mut().chain(&mut self.asleep);
        for line in all.filter(|it| it.is_of(server)) {
            line.tell(name, data.clone());
        }
    }
}

fn close(code: u16) -> Frame {
    Frame::Close(Some(CloseFrame { code: CloseCode::from(code), reason: "".into() }))
}

/// Returns the usual server as Discord shows it.
pub(crate) fn guild(world: &World) -> Value {
    server(world, GUILD)
}

/// Returns a server as Discord shows it.
pub(crate) fn server(world: &World, id: u64) -> Value {
    let here = |server: &u64| world.guild_of(*server) == id;
    let mut channels: Vec<u64> = world
        .channels
        .iter()
        .filter(|&(_, channel)| channel.parent.is_none() && channel.person.is_none())
        .map(|it| *it.0)
        .filter(here)
        .collect();
    channels.sort_unstable();
    let channels = channels.into_iter().map(|channel| {
        json!({ "id": channel.to_string(), "type": world.channels[&channel].kind.unwrap_or(0), "guild_id": id.to_string(), "name": world.channels[&channel].name, "position": 0, "permission_overwrites": overwrites(world, channel) })
    });
    // Archived threads aren't listed.
    let threads = world
        .channels
        .iter()
        .filter(|(_, channel)| channel.parent.is_some() && !channel.archived && !channel.gone);
    let threads = threads.filter(|it| here(it.0));
    json!({
        "id": id.to_string(),
        "name": "Friends",
        "owner_id": "999",
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "roles": [{ "id": id.to_string(), "name": "@everyone", "color": 0, "colors": { "primary_color": 0, "secondary_color": null, "tertiary_color": null }, "hoist": false, "position": 0, "permissions": "274982231617", "managed": false, "mentionable": false, "flags": 0 }],
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

/// Returns what roles and people may do in a channel besides, or may not.
fn overwrites(world: &World, channel: u64) -> Vec<Value> {
    let listed = |id: u64, kind: u64, allow: u64, deny: u64| json!({ "id": id.to_string(), "type": kind, "allow": allow.to_string(), "deny": deny.to_string() });
    let more = world.overwrites.iter().filter(|it| it.0 == channel);
    let more = more.map(|&(_, role, allow)| listed(role, 0, allow, 0));
    let denied = world.denied.iter().filter(|it| it.0 == channel);
    let denied = denied.map(|&(_, person, deny)| listed(person, 1, 0, deny));
    let Channel { mute, no_files, threads, .. } = world.channels[&channel];
    let own = if mute { SEND_MESSAGES } else { 0 } | if no_files { ATTACH_FILES } else { 0 };
    let given = if threads { CREATE_PUBLIC_THREADS } else { 0 };
    let own = (0 < own + given).then(|| listed(BOT, 1, given, own));
    more.chain(denied).chain(own).collect()
}

/// Returns a server as it is shown to who asks for it.
pub(crate) fn without_events(mut server: Value) -> Value {
    let shown = server.as_object_mut().expect("a server");
    let members = shown.remove("member_count");
    for event in [
        "joined_at",
        "large",
        "voice_states",
        "members",
        "channels",
        "threads",
        "presences",
        "stage_instances",
        "guild_scheduled_events",
    ] {
        shown.remove(event);
    }
    shown.insert("approximate_member_count".to_owned(), members.expect("a number"));
    server
}

/// Returns a thread, or a channel, as Discord shows it.
pub(crate) fn thread(world: &World, id: u64) -> Value {
    let channel = &world.channels[&id];
    json!({
        "id": id.to_string(),
        "type": if channel.parent.is_some() { 11 } else { 0 },
        "guild_id": world.guild_of(id).to_string(),
        "parent_id": channel.parent.map(|channel| channel.to_string()),
        "last_message_id": world.messages.iter().rfind(|it| it.channel == id).map(|it| it.id.to_string()),
        "owner_id": channel.owner.unwrap_or(BOT).to_string(),
        "name": channel.name,
        "permission_overwrites": overwrites(world, id),
        "message_count": 1,
        "member_count": 1,
        "rate_limit_per_user": 0,
        "thread_metadata": channel.parent.map(|_| json!({
            "archived": channel.archived,
            "auto_archive_duration": 10080,
            "archive_timestamp": "2026-01-01T00:00:00+00:00",
            "locked": channel.locked,
        })),
    })
}

impl Message {
    /// Returns the message as Discord shows it.
    pub(crate) fn json(&self) -> Value {
        let attachments: Vec<Value> = self.files.iter().enumerate().map(|(n, (name, bytes))| {
            json!({ "id": (self.id * 10 + n as u64).to_string(), "filename": name, "size": bytes.len(), "url": "http://x/y", "proxy_url": "http://x/y" })
        }).collect();
        json!({
            "id": self.id.to_string(),
            "channel_id": self.channel.to_string(),
            "author": { "id": BOT.to_string(), "username": "draughtsman", "discriminator": "0000", "avatar": null, "bot": true },
            "content": self.content(),
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": null,
            "tts": false,
            "mention_everyone": false,
            "mentions": [],
            "mention_roles": [],
            "attachments": attachments,
            "embeds": [],
            "pinned": false,
            "type": 0,
            "flags": if self.only.is_some() { 64 } else { 0 },
            "components": self.body["components"].as_array().cloned().unwrap_or_default(),
        })
    }
}
