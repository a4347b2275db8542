//! The bot's messages, as the local Discord makes and changes them.
use serde_json::Value;

use crate::{
    http::Answer,
    limits,
    rest::{Files, ok, refused, unknown},
    world::{Message, World},
};

/// Changes the message that was pressed: what is not named stays.
pub(crate) fn change(
    world: &mut World,
    id: u64,
    body: &Value,
    files: &Files,
    token: &str,
) -> Option<Message> {
    world.wrong.extend(limits::of_message(body));
    world.wrong.extend(limits::of_hints(
        body["content"].as_str().unwrap_or_default(),
        world.commands.values().next().unwrap_or(&Value::Null),
    ));
    let found = world.messages.iter_mut().find(|it| it.id == id)?;
    let list = |list: &Value| list.as_array().map_or(0, Vec::len);
    for (key, value) in body.as_object().expect("an object") {
        found.body[key] = value.clone();
    }
    if body.get("attachments").is_some() {
        found.files = files.clone();
    }
    found.token = Some(token.to_owned());
    found.by.push(token.to_owned());
    // Words stay of a board, of a question that is settled and of a challenge's card; what only the asker sees becomes the answer.
    let words =
        body.get("content").is_none_or(|body| body.as_str().unwrap_or("").starts_with("-# "));
    found.spent = (words || found.only.is_none())
        && list(&found.body["components"]) == 0
        && body["attachments"].as_array().is_none_or(Vec::is_empty);
    found.changes += 1;
    Some(found.clone())
}

/// Makes a message of the bot.
pub(crate) fn post(
    world: &mut World,
    channel: u64,
    body: &Value,
    files: &Files,
    only: Option<u64>,
    token: Option<String>,
) -> Message {
    world.wrong.extend(limits::of_message(body));
    world.wrong.extend(limits::of_hints(
        body["content"].as_str().unwrap_or_default(),
        world.commands.values().next().unwrap_or(&Value::Null),
    ));
    let named = body["attachments"].as_array().map_or(0, Vec::len);
    if named != files.len() {
        world.wrong.push(format!("{named} attachments are named and {} sent", files.len()));
    }
    if body["content"].as_str().unwrap_or("").is_empty() && files.is_empty() {
        world.wrong.push("an empty message".to_owned());
    }
    let id = world.next_id();
    let (body, files) = (body.clone(), files.clone());
    let by = token.clone().into_iter().collect();
    let made = Message { id, channel, body, files, only, token, spent: false, changes: 0, by };
    world.messages.push(made.clone());
    made
}

pub(crate) fn message(world: &mut World, channel: u64, body: &Value, files: &Files) -> Answer {
    let Some(place) = world.channels.get(&channel).filter(|it| !it.gone) else {
        return unknown(10003, "Unknown Channel");
    };
    let above =
        place.parent.and_then(|parent| world.channels.get(&parent)).cloned().unwrap_or_default();
    if place.mute || above.mute {
        return refused(403, 50001, "Missing Access");
    }
    if place.locked {
        return refused(400, 160_005, "Thread is locked");
    }
    if place.archived {
        return refused(400, 50083, "Thread is archived");
    }
    if place.no_files && !files.is_empty() {
        return refused(403, 50013, "Missing Permissions");
    }
    if place.person.is_some_and(|person| world.closed.contains(&person)) {
        return refused(403, 50007, "Cannot send messages to this user");
    }
    if place.person.is_some_and(|person| world.strangers.contains(&person)) {
        return refused(
            403,
            50278,
            "Cannot send messages to this user due to having no mutual guilds",
        );
    }
    if let Some(nonce) = body["nonce"].as_str().filter(|_| body["enforce_nonce"] == true) {
        let made = world.nonces.get(nonce).copied();
        if let Some(made) = made.and_then(|id| world.messages.iter().find(|it| it.id == id)) {
            return ok(made.json());
        }
        let made = post(world, channel, body, files, None, None);
        world.nonces.insert(nonce.to_owned(), made.id);
        return ok(made.json());
    }
    ok(post(world, channel, body, files, None, None).json())
}

pub(crate) fn edit(
    world: &mut World,
    channel: u64,
    message: u64,
    body: &Value,
    files: &Files,
) -> Answer {
    world
        .wrong
        .extend(body.get("allowed_mentions").map(|_| limits::of_message(body)).unwrap_or_default());
    let Some(place) = world.channels.get(&channel).filter(|it| !it.gone) else {
        return unknown(10003, "Unknown Channel");
    };
    if place.archived {
        return refused(400, 50083, "Thread is archived");
    }
    if place.no_files && !files.is_empty() {
        return refused(403, 50013, "Missing Permissions");
    }
    let found =
        world.messages.iter_mut().find(|kept| kept.id == message && kept.channel == channel);
    let Some(found) = found else { return unknown(10008, "Unknown Message") };
    for (key, value) in body.as_object().expect("an object") {
        if key == "attachments" {
            let kept: Vec<&str> = value
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|item| item["id"].as_str())
                .collect();
            let id = found.id;
            let mut n = 0;
            found.files.retain(|_| {
                n += 1;
                kept.contains(&(id * 10 + n - 1).to_string().as_str())
            });
        }
        found.body[key] = value.clone();
    }
    found.files.extend(files.iter().cloned());
    ok(found.json())
}
