//! The HTTP API: what each request does, and how Discord would answer it.
use std::time::Instant;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::{Value, json};

use crate::{
    description, gateway,
    http::{self, Answer, Request},
    limits,
    messages::{change, edit, message, post},
    world::{APPLICATION, BOT, Channel, Discord, GUILD, Message, Seen, World},
};

/// The most time for the first answer to an interaction, in milliseconds.
const FIRST_ANSWER: u128 = 3000;

/// How many messages may follow the first answer where the bot isn't.
const FOLLOW_UPS: usize = 5;

/// The most bytes of an emoji, and the most emoji of an application.
const LARGEST_EMOJI: usize = 256 * 1024;
const MOST_EMOJI: usize = 2000;

pub(crate) type Files = Vec<(String, Vec<u8>)>;

/// Answers a request, or fails it as a test has asked.
pub(crate) async fn handle(discord: &Discord, request: Request) -> Answer {
    let arrived = Instant::now();
    let Request { method, path, query, headers, body } = request;
    if let Some(number) = path.strip_prefix("/files/") {
        if let Some(fault) = discord.fault(&method, &path) {
            tokio::time::sleep(fault.wait).await;
        }
        return file(discord, &method, number, &headers);
    }
    let path = path.strip_prefix("/api/v10").map(str::to_owned);
    let Some(path) = path else { return refused(404, 0, "not the interface of this version") };
    if headers.get("authorization").is_none_or(|it| !it.starts_with("Bot ")) {
        return refused(401, 0, "401: Unauthorized");
    }
    let (body, files, wrong) = read(&headers, &body);
    discord.world(|world| world.wrong.extend(wrong));
    let fault = discord.fault(&method, &path);
    let mut answer = None;
    if let Some(fault) = &fault {
        tokio::time::sleep(fault.wait).await;
        if !fault.done {
            answer = fault.answer.clone();
        }
    }
    discord.world(|world| {
        let mut room = Vec::new();
        let held_up = match answer {
            None => limits::take(world, &method, &path, &mut room),
            Some(_) => None,
        };
        let mut answer = answer.or(held_up).unwrap_or_else(|| {
            let call = Call {
                method: &method,
                path: &path,
                query: &query,
                body: &body,
                files: &files,
                arrived,
            };
            let done = act(discord, world, &call);
            let Some(fault) = fault else { return done };
            let mut answer = fault.answer.unwrap_or(done);
            answer.headers.extend(fault.headers);
            answer
        });
        answer.headers.extend(room);
        let status = answer.status;
        // Where a test offers no emoji, asking for them is nobody's fault.
        if world.emoji.is_some() || !path.ends_with("/emojis") {
            world.seen.push(Seen { method, path, body, status, at: Instant::now() });
        }
        answer
    })
}

/// Serves an attachment to anyone who knows its address.
fn file(
    discord: &Discord,
    method: &str,
    number: &str,
    headers: &std::collections::HashMap<String, String>,
) -> Answer {
    discord.world(|world| {
        if headers.contains_key("authorization") {
            world.wrong.push("the token is shown to where files are kept".to_owned());
        }
        let path = format!("/files/{number}");
        let found = number.parse().ok().and_then(|id| world.files.get(&id)).cloned();
        let status = if found.is_some() { 200 } else { 404 };
        let method = method.to_owned();
        world.seen.push(Seen { method, path, body: Value::Null, status, at: Instant::now() });
        Answer { status, headers: Vec::new(), body: found.unwrap_or_default() }
    })
}

/// Reads a body: its JSON, its files, and the faults of their names.
fn read(
    headers: &std::collections::HashMap<String, String>,
    body: &[u8],
) -> (Value, Files, Vec<String>) {
    let kind = headers.get("content-type").map_or("", String::as_str);
    if kind.starts_with("multipart/") {
        let parts = http::parts(kind, body);
        let json = parts.iter().find(|it| it.name == "payload_json").expect("payload_json");
        let wrong = parts.iter().filter_map(|part| {
            let is = match part.bytes.as_slice() {
                [0x89, b'P', b'N', b'G', ..] => "image/png",
                [b'G', b'I', b'F', b'8', ..] => "image/gif",
                _ => return None,
            };
            let said = part.kind.as_deref().unwrap_or("nothing");
            (said != is).then(|| format!("{:?} is called {said} and is {is}", part.file))
        });
        let files = parts.iter().filter_map(|part| Some((part.file.clone()?, part.bytes.clone())));
        let json = serde_json::from_slice(&json.bytes).expect("JSON");
        return (json, files.collect(), wrong.collect());
    }
    let json =
        if body.is_empty() { Value::Null } else { serde_json::from_slice(body).expect("JSON") };
    (json, Vec::new(), Vec::new())
}

/// A request, and when it arrived: a fault that keeps it waiting makes nobody late.
struct Call<'a> {
    method: &'a str,
    path: &'a str,
    query: &'a str,
    body: &'a Value,
    files: &'a Files,
    arrived: Instant,
}

fn act(discord: &Discord, world: &mut World, call: &Call<'_>) -> Answer {
    let Call { method, path, query, body, files, .. } = *call;
    let wrong = description::faults(method, path, body);
    world.wrong.extend(wrong);
    let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    let id = |text: &str| text.parse::<u64>().unwrap_or(0);
    if let ["channels", channel, ..] = parts[..]
        && world.is_outside(id(channel))
    {
        return refused(403, 50001, "Missing Access");
    }
    match (method, parts.as_slice()) {
        ("GET", ["gateway"]) => ok(json!({ "url": discord.address.replace("http", "ws") })),
        ("GET", ["gateway", "bot"]) => ok(json!({
            "url": discord.address.replace("http", "ws"),
            "shards": world.shards,
            "session_start_limit": { "total": 1000, "remaining": world.starts.0, "reset_after": world.starts.1, "max_concurrency": 1 },
        })),
        ("GET", ["users", "@me"]) => ok(
            json!({ "id": BOT.to_string(), "username": "draughtsman", "discriminator": "0000", "avatar": null, "bot": true }),
        ),
        ("GET", ["oauth2", "applications", "@me"]) => {
            ok(json!({ "id": APPLICATION.to_string(), "name": "draughtsman" }))
        }
        ("GET", ["guilds", guild]) if world.servers.contains(&id(guild)) => {
            assert_eq!(query, "with_counts=true");
            ok(gateway::without_events(gateway::server(world, id(guild))))
        }
        ("GET", ["guilds", guild, "channels"]) if world.servers.contains(&id(guild)) => {
            ok(gateway::server(world, id(guild))["channels"].take())
        }
        ("GET", ["guilds", guild, "threads", "active"]) if world.servers.contains(&id(guild)) => {
            ok(json!({ "threads": gateway::server(world, id(guild))["threads"], "members": [] }))
        }
        ("GET", ["users", "@me", "guilds"]) => ok(
            json!([{ "id": GUILD.to_string(), "name": "a server", "permissions": world.permissions.to_string() }]),
        ),
        ("GET", ["applications", _, .., "commands"]) => {
            ok(world.commands.get(path).cloned().unwrap_or(json!([])))
        }
        ("PUT", ["applications", _, .., "commands"]) => {
            world.wrong.extend(limits::of_commands(body));
            world.wrong.extend(limits::of_hints(include_str!("../../docs/discord.md"), body));
            let mut kept = body.clone();
            for attachment in kept.as_array_mut().expect("a list") {
                attachment["id"] = json!(world.next_id().to_string());
                attachment["application_id"] = json!(APPLICATION.to_string());
            }
            world.commands.insert(path.to_owned(), kept.clone());
            ok(kept)
        }
        (_, ["applications", _, "emojis", ..]) => emoji(world, method, parts.get(3), body),
        ("POST", ["interactions", _, token, "callback"]) => {
            assert_eq!(query, "with_response=true");
            callback(world, token, call)
        }
        (_, ["webhooks", _, token, ..])
            if world.interactions.get(*token).is_none_or(|it| it.expired) =>
        {
            refused(401, 50027, "Invalid Webhook Token")
        }
        (_, ["webhooks", _, token, ..]) if world.interactions[*token].first.is_none() => {
            unknown(10015, "Unknown Webhook")
        }
        ("PATCH", ["webhooks", _, token, "messages", "@original"]) => {
            promised(world, token, body, files)
        }
        ("DELETE", ["webhooks", _, token, "messages", "@original"]) => {
            let of = world.interactions.get_mut(*token).expect("it is there");
            if of.promise_is_gone() {
                return unknown(10008, "Unknown Message");
            }
            let original = of.original.take();
            of.removed = true;
            world.messages.retain(|message| Some(message.id) != original);
            Answer { status: 204, ..Answer::default() }
        }
        // The first follow-up replaces a deferred answer and keeps its audience.
        ("POST", ["webhooks", _, token]) if world.interactions[*token].is_promised() => {
            promised(world, token, body, files)
        }
        ("PATCH", ["webhooks", _, token, "messages", message]) => {
            let channel = world.interactions[*token].channel;
            let own =
                |known: &Message| known.id == id(message) && known.by.iter().any(|it| it == token);
            if world.messages.iter().any(own) {
                edit(world, channel, id(message), body, files)
            } else {
                unknown(10008, "Unknown Message")
            }
        }
        ("POST", ["webhooks", _, token]) => {
            let of = world.interactions.get_mut(*token).expect("it is there");
            of.followed += 1;
            let of = of.clone();
            if world.is_outside(of.channel) && FOLLOW_UPS < of.followed {
                world.wrong.push("one follow-up more than Discord takes".to_owned());
                return refused(400, 40094, "This interaction has reached its maximum follow-ups");
            }
            let only = of.only(world, &body["flags"]);
            ok(post(world, of.channel, body, files, only, Some((*token).to_owned())).json())
        }
        ("GET", ["channels", channel, "messages"]) => {
            assert_eq!(query, "limit=50");
            match world.channels.get(&id(channel)) {
                Some(channel) if channel.gone => unknown(10003, "Unknown Channel"),
                Some(channel) if channel.mute => refused(403, 50001, "Missing Access"),
                Some(_) => {
                    let all = world.said_in(id(channel)).into_iter().rev().take(50);
                    ok(all.map(Message::json).collect())
                }
                None => unknown(10003, "Unknown Channel"),
            }
        }
        ("POST", ["channels", _, "typing"]) => {
            Answer { status: 204, headers: Vec::new(), body: Vec::new() }
        }
        ("POST", ["channels", channel, "messages"]) => message(world, id(channel), body, files),
        // By a token the bot edits what it can't see.
        ("PATCH", ["channels", channel, "messages", _])
            if world
                .channels
                .get(&id(channel))
                .is_some_and(|channel| channel.mute && !channel.gone) =>
        {
            refused(403, 50001, "Missing Access")
        }
        ("PATCH", ["channels", channel, "messages", message]) => {
            edit(world, id(channel), id(message), body, files)
        }
        ("DELETE", ["channels", channel, "messages", message]) => {
            let before = world.messages.len();
            world.messages.retain(|known| known.id != id(message) || known.channel != id(channel));
            if world.messages.len() < before {
                Answer { status: 204, ..Answer::default() }
            } else {
                unknown(10008, "Unknown Message")
            }
        }
        ("POST", ["channels", channel, "threads"]) => {
            let parent = id(channel);
            if world.channels.get(&parent).is_none_or(|it| it.gone) {
                return unknown(10003, "Unknown Channel");
            }
            if !world.channels[&parent].threads {
                return refused(403, 50013, "Missing Permissions");
            }
            let name = body["name"].as_str().expect("a name").to_owned();
            let id = world.next_id();
            world.channels.insert(id, Channel { parent: Some(parent), name, ..Channel::default() });
            ok(gateway::thread(world, id))
        }
        ("GET", ["channels", channel]) => match world.channels.get(&id(channel)) {
            Some(found) if !found.gone => ok(gateway::thread(world, id(channel))),
            Some(_) | None => unknown(10003, "Unknown Channel"),
        },
        ("PATCH", ["channels", channel]) => {
            let id = id(channel);
            match world.channels.get_mut(&id) {
                Some(channel) if channel.gone => unknown(10003, "Unknown Channel"),
                Some(channel) if channel.locked => refused(403, 50013, "Missing Permissions"),
                // What is archived changes only together with that.
                Some(channel) if channel.archived && body["archived"] != false => {
                    refused(400, 50083, "Thread is archived")
                }
                Some(channel) => {
                    if let Some(name) = body["name"].as_str() {
                        name.clone_into(&mut channel.name);
                    }
                    channel.hidden_after =
                        body["auto_archive_duration"].as_u64().or(channel.hidden_after);
                    channel.archived = body["archived"].as_bool().unwrap_or(channel.archived);
                    ok(gateway::thread(world, id))
                }
                None => unknown(10003, "Unknown Channel"),
            }
        }
        ("POST", ["users", "@me", "channels"]) => {
            let person = id(body["recipient_id"].as_str().unwrap_or(""));
            let known = world.direct.get(&person).copied();
            let channel = known.unwrap_or_else(|| {
                let id = world.next_id();
                world.direct.insert(person, id);
                world.channels.insert(id, Channel { person: Some(person), ..Channel::default() });
                id
            });
            ok(json!({ "id": channel.to_string(), "type": 1 }))
        }
        ("GET", ["guilds", guild, "members", person]) if world.servers.contains(&id(guild)) => {
            let had = world.had_roles.iter().filter(|it| it.0 == id(person));
            let roles = match id(person) {
                BOT => world.own_roles.clone(),
                _ => had.map(|it| it.1.to_string()).collect(),
            };
            if world.left.contains(&id(person)) {
                unknown(10007, "Unknown Member")
            } else {
                ok(json!({ "user": { "id": person }, "roles": roles }))
            }
        }
        ("GET", ["guilds", guild, "roles"]) if id(guild) == GUILD => ok(json!(world.roles)),
        ("PUT" | "DELETE", ["guilds", guild, "members", person, "roles", role])
            if id(guild) == GUILD =>
        {
            if world.left.contains(&id(person)) {
                return unknown(10007, "Unknown Member");
            }
            let holder = (id(person), id(role));
            world.role_holders.retain(|it| *it != holder);
            if method == "PUT" {
                world.role_holders.push(holder);
            }
            Answer { status: 204, ..Answer::default() }
        }
        _ => {
            world.wrong.push(format!("{method} {path} is not known here"));
            refused(404, 0, "404: Not Found")
        }
    }
}

/// Answers a request about emoji.
fn emoji(world: &mut World, method: &str, id: Option<&&str>, body: &Value) -> Answer {
    let next = world.next_id();
    let Some(all) = &mut world.emoji else { return refused(403, 50013, "Missing Permissions") };
    match (method, id) {
        ("GET", None) => ok(json!({ "items": all })),
        ("POST", None) => {
            let name = &body["name"];
            let image = body["image"].as_str().unwrap_or_default();
            let png = image.strip_prefix("data:image/png;base64,").expect("a picture");
            let png = BASE64_STANDARD.decode(png).expect("base64");
            let taken = all.iter().any(|emoji| emoji["name"] == *name);
            if LARGEST_EMOJI < png.len() || all.len() == MOST_EMOJI || taken {
                return refused(400, 50035, "Invalid Form Body");
            }
            let emoji = json!({ "id": next.to_string(), "name": name });
            all.push(emoji.clone());
            Answer { status: 201, ..ok(emoji) }
        }
        ("DELETE", Some(id)) => {
            let before = all.len();
            all.retain(|emoji| emoji["id"] != **id);
            if all.len() < before {
                Answer { status: 204, ..Answer::default() }
            } else {
                unknown(10014, "Unknown Emoji")
            }
        }
        _ => refused(405, 0, "405: Method Not Allowed"),
    }
}

/// Replaces the first answer, deferred or given.
fn promised(world: &mut World, token: &str, body: &Value, files: &Files) -> Answer {
    let of = world.interactions[token].clone();
    if of.promise_is_gone() {
        return unknown(10008, "Unknown Message");
    }
    if let Some(pressed) = of.original.filter(|_| of.original == of.pressed) {
        return match change(world, pressed, body, files, token) {
            Some(changed) => ok(changed.json()),
            None => unknown(10008, "Unknown Message"),
        };
    }
    let before = of.original.and_then(|id| world.messages.iter().position(|it| it.id == id));
    let only = match before {
        Some(at) => world.messages[at].only,
        None => of.only(world, &of.first_body["data"]["flags"]),
    };
    let made = post(world, of.channel, body, files, only, Some(token.to_owned()));
    if let Some(at) = before {
        world.messages.remove(at);
    }
    world.interactions.get_mut(token).expect("it is there").original = Some(made.id);
    ok(made.json())
}

fn callback(world: &mut World, token: &str, call: &Call<'_>) -> Answer {
    let Call { body, files, arrived, .. } = *call;
    let Some(of) = world.interactions.get(token).cloned() else {
        return unknown(10062, "Unknown interaction");
    };
    let after = arrived.saturating_duration_since(of.sent);
    if of.expired {
        return unknown(10062, "Unknown interaction");
    }
    if of.first.is_some() {
        return refused(400, 40060, "Interaction has already been acknowledged.");
    }
    if FIRST_ANSWER < after.as_millis() {
        world.wrong.push(format!("the first answer came after {after:?}"));
        return unknown(10062, "Unknown interaction");
    }
    let kind = body["type"].as_u64().expect("a type");
    let data = &body["data"];
    let ephemeral = of.only(world, &data["flags"]);
    let made = match kind {
        4 => Some(post(world, of.channel, data, files, ephemeral, Some(token.to_owned()))),
        7 => of.pressed.and_then(|id| change(world, id, data, files, token)),
        // The pressed message can be changed later.
        6 => of.pressed.and_then(|id| world.messages.iter().find(|it| it.id == id).cloned()),
        _ => None,
    };
    let entry = world.interactions.get_mut(token).expect("it is there");
    entry.first = Some((kind, after));
    entry.first_body = body.clone();
    entry.original = made.as_ref().map(|it| it.id);
    ok(json!({
        "interaction": { "id": "1", "type": 2 },
        "resource": { "type": kind, "message": made.map(|it| it.json()) },
    }))
}

pub(crate) fn ok(body: Value) -> Answer {
    Answer { status: 200, headers: Vec::new(), body: body.to_string().into_bytes() }
}

pub(crate) fn unknown(code: u64, says: &str) -> Answer {
    refused(404, code, says)
}

pub(crate) fn refused(status: u16, code: u64, says: &str) -> Answer {
    Answer {
        status,
        headers: Vec::new(),
        body: json!({ "code": code, "message": says }).to_string().into_bytes(),
    }
}

/// Returns the bot as Discord shows it.
pub(crate) fn bot() -> Value {
    json!({ "id": BOT.to_string(), "username": "draughtsman", "discriminator": "0000", "avatar": null, "bot": true })
}
