//! Discord's limits from its documentation, where its API description allows more than Discord does.
use std::{
    collections::HashSet,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{http::Answer, world::World};

/// How many messages may be posted, and how many edited, in a channel within [`A_WHILE`].
const IN_A_CHANNEL: usize = 5;
/// The period of that limit, unless a test sets another.
pub(crate) const A_WHILE: Duration = Duration::from_secs(5);

/// Counts a request against the limit of its channel, if limits are enforced. Returns the refusal of a request over the limit; the
/// headers about the limit go to `room`.
pub(crate) fn take(
    world: &mut World,
    method: &str,
    path: &str,
    room: &mut Vec<(String, String)>,
) -> Option<Answer> {
    let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    let limit = match (method, &parts[..]) {
        ("POST", ["channels", channel, "messages"]) => format!("post {channel}"),
        ("PATCH", ["channels", channel, "messages", _]) => format!("change {channel}"),
        _ => return None,
    };
    if !world.limited {
        return None;
    }
    let (now, window) = (Instant::now(), world.window);
    let went = world.went.entry(limit).or_default();
    while went.front().is_some_and(|time| window <= now.duration_since(*time)) {
        went.pop_front();
    }
    let opens =
        went.front().map_or(window, |time| window.saturating_sub(now.duration_since(*time)));
    let refused = IN_A_CHANNEL <= went.len();
    if !refused {
        went.push_back(now);
    }
    let left = IN_A_CHANNEL.saturating_sub(went.len());
    let header = |name: &str, value: String| (format!("x-ratelimit-{name}"), value);
    room.push(header("limit", IN_A_CHANNEL.to_string()));
    room.push(header("remaining", left.to_string()));
    room.push(header("reset-after", format!("{:.3}", opens.as_secs_f64())));
    refused.then(|| {
        let body = json!({
            "message": "You are being rate limited.",
            "retry_after": opens.as_secs_f64(),
            "global": false,
        });
        Answer { status: 429, headers: Vec::new(), body: body.to_string().into_bytes() }
    })
}

/// Lists the limits that a message breaks.
pub(crate) fn of_message(message: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    let mut most = |what: &str, size: usize, most: usize| {
        if most < size {
            faults.push(format!("{what}: {size} is more than {most}"));
        }
    };
    let text = |field: &Value| field.as_str().map_or(0, |text| text.encode_utf16().count());
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    most("content", text(&message["content"]), 2000);
    most("attachments", list(&message["attachments"]).len(), 10);
    for attachment in list(&message["attachments"]) {
        most("alt text", text(&attachment["description"]), 1024);
    }
    let rows = list(&message["components"]);
    most("rows", rows.len(), 5);
    let mut ids = HashSet::new();
    let mut twice = Vec::new();
    for row in rows {
        let parts = list(&row["components"]);
        most("parts of a row", parts.len(), 5);
        most("rows without parts", usize::from(parts.is_empty()), 0);
        for part in parts {
            most("custom_id", text(&part["custom_id"]), 100);
            most("label", text(&part["label"]), 80);
            most("empty labels", usize::from(part["type"] == 2 && text(&part["label"]) == 0), 0);
            if !ids.insert(part["custom_id"].to_string()) {
                twice.push(format!("{} is there twice", part["custom_id"]));
            }
            let options = list(&part["options"]);
            most("options", options.len(), 25);
            let mut values = HashSet::new();
            for option in options {
                most("an option's label", text(&option["label"]), 100);
                most("an option's value", text(&option["value"]), 100);
                if !values.insert(option["value"].to_string()) {
                    twice.push(format!("the value {} is there twice", option["value"]));
                }
            }
        }
    }
    if message.get("allowed_mentions").is_none() {
        twice.push("nothing is said of mentions: everybody would be pinged".to_owned());
    }
    faults.extend(twice);
    faults
}

/// Lists the hints of a message that can't be done where they stand: a link or a line of the menu must name an entry that is registered,
/// with options that it has, and no words may follow a link. Where none is registered, nothing is judged.
pub(crate) fn of_hints(content: &str, commands: &Value) -> Vec<String> {
    let Some(commands) = commands.as_array().filter(|all| !all.is_empty()) else {
        return Vec::new();
    };
    let options = |part: &Value| part["options"].as_array().cloned().unwrap_or_default();
    // The options of an entry.
    let entry = |path: &str| {
        let mut names = path.split(' ');
        let top = names.next()?;
        let mut found = commands.iter().find(|command| command["name"] == top)?.clone();
        for name in names {
            found = options(&found).into_iter().find(|part| part["name"] == name)?;
        }
        let is_group = options(&found).iter().any(|part| part["type"] == 1);
        (!is_group).then(|| options(&found))
    };
    let mut faults = Vec::new();
    for part in content.split("</").skip(1) {
        let (link, after) = part.split_once('>').unwrap_or((part, ""));
        let path = link.split(':').next().unwrap_or_default();
        if entry(path).is_none() {
            faults.push(format!("no entry is called {path}: {content}"));
        }
        if after.starts_with(" `") {
            faults.push(format!("words can't follow the command {path}: {content}"));
        }
    }
    for line in
        content.split('`').skip(1).step_by(2).filter(|code| code.len() > 1 && code.starts_with('/'))
    {
        let words: Vec<&str> = line[1..].split(' ').collect();
        let named = words.iter().position(|word| word.contains(':')).unwrap_or(words.len());
        let Some(known) = entry(&words[..named].join(" ")) else {
            faults.push(format!("no entry takes {line}: {content}"));
            continue;
        };
        for option in words[named..].iter().filter_map(|word| Some(word.split_once(':')?.0)) {
            let is_name = option.bytes().all(|letter| letter.is_ascii_lowercase());
            if is_name && known.iter().all(|known| known["name"] != option) {
                faults.push(format!("{line} has no option {option}: {content}"));
            }
        }
        for needed in known.iter().filter(|known| known["required"] == true) {
            let name = needed["name"].as_str().unwrap_or_default();
            if !line.contains(&format!(" {name}:")) {
                faults.push(format!("{line} needs {name}: {content}"));
            }
        }
    }
    faults
}

/// Lists the limits that registered commands break.
pub(crate) fn of_commands(commands: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    let all = commands.as_array().expect("a list of commands");
    let slash = all.iter().filter(|option| option["type"] == 1).count();
    if 100 < slash || 15 < all.len() - slash {
        faults.push(format!("{} commands", all.len()));
    }
    for command in all {
        let whole: usize = strings(command).iter().map(|text| text.chars().count()).sum();
        if 8000 < whole {
            faults.push(format!("{}: {whole} characters", command["name"]));
        }
        let name = command["name"].as_str().unwrap_or("");
        let plain = |letter: char| {
            letter.is_lowercase() || letter.is_numeric() || letter == '-' || letter == '_'
        };
        if command["type"] == 1 && !((1..=32).contains(&name.len()) && name.chars().all(plain)) {
            faults.push(format!("the name {name}"));
        }
    }
    faults
}

fn strings(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(some) => some.iter().flat_map(strings).collect(),
        Value::Object(some) => some
            .iter()
            .filter(|(key, _)| {
                ["name", "description", "value", "choices", "options"].contains(&key.as_str())
            })
            .flat_map(|(_, it)| strings(it))
            .collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}
