//! People: what they press and type, as Discord reports it to the bot.
use std::time::Instant;

use serde_json::{Value, json};

use crate::{
    interaction::Interaction,
    rest,
    world::{APPLICATION, BOT, CHANNEL, Discord, Message, Outside, World},
};

/// The bot's permissions unless a test sets others: all.
const MAY: u64 = 0x3f_ffff_ffff_ffff;
/// What it may do where it isn't: attach files, embed links and mention everyone.
const OUTSIDE_MAY: u64 = 1 << 15 | 1 << 14 | 1 << 17;
const USE_EXTERNAL_APPS: u64 = 1 << 50;

/// Someone on the server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Person {
    pub(crate) id: u64,
    pub(crate) name: &'static str,
    /// Where they are.
    pub(crate) channel: u64,
    pub(crate) moderator: bool,
}

pub(crate) const ANN: Person = Person { id: 1, name: "Ann", channel: CHANNEL, moderator: true };
pub(crate) const BOB: Person = Person { id: 2, name: "Bob", channel: CHANNEL, moderator: false };
pub(crate) const EVE: Person = Person { id: 3, name: "Eve", channel: CHANNEL, moderator: false };

impl Person {
    pub(crate) fn at(self, channel: u64) -> Person {
        Person { channel, ..self }
    }

    /// Uses a slash command; returns the interaction's token.
    pub(crate) fn slash(self, discord: &Discord, name: &str, options: Value) -> String {
        self.interacts(discord, 2, below(discord, slash(name, options)), None)
    }

    /// Uses the command on someone.
    pub(crate) fn on_user(self, discord: &Discord, whom: Person) -> String {
        let data = json!({
            "id": "5",
            "name": "Challenge to a game",
            "type": 2,
            "target_id": whom.id.to_string(),
            "resolved": resolved(&[whom]),
        });
        self.interacts(discord, 2, data, None)
    }

    /// Types into an option with completion.
    pub(crate) fn types_in(
        self,
        discord: &Discord,
        command: &str,
        option: &str,
        typed: &str,
    ) -> String {
        let mut data = slash(command, json!({ option: typed }));
        data["options"][0]["focused"] = json!(true);
        self.interacts(discord, 4, below(discord, data), None)
    }

    /// Presses a button, or picks from a menu.
    pub(crate) fn presses(self, discord: &Discord, message: &Message, label: &str) -> String {
        let id = message.choice(label);
        self.presses_id(discord, message, &id)
    }

    /// Uses a command as Discord sends it.
    pub(crate) fn says(self, discord: &Discord, mut data: Value) -> String {
        data["resolved"] = resolved(&[ANN, BOB, EVE]);
        let mut itself = Person { id: BOT, name: "Draughtsman", ..ANN }.with_member();
        itself["bot"] = json!(true);
        resolve(&mut data["resolved"], &itself);
        self.interacts(discord, 2, data, None)
    }

    /// Picks from one of Discord's own lists.
    pub(crate) fn picks(
        self,
        discord: &Discord,
        message: &Message,
        id: &str,
        kind: u64,
        values: &[u64],
    ) -> String {
        let values: Vec<String> = values.iter().map(u64::to_string).collect();
        let resolved = resolved(&[ANN, BOB, EVE]);
        let data = json!({ "custom_id": id, "component_type": kind, "values": values, "resolved": resolved });
        self.interacts(discord, 3, data, Some(message))
    }

    pub(crate) fn presses_id(self, discord: &Discord, message: &Message, id: &str) -> String {
        let rows = message.body["components"].as_array().cloned().unwrap_or_default();
        let parts =
            rows.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default());
        let menu = parts.into_iter().find(|part| {
            part["options"]
                .as_array()
                .is_some_and(|options| options.iter().any(|option| option["value"] == id))
        });
        let data = match menu {
            Some(menu) => {
                json!({ "custom_id": menu["custom_id"], "component_type": 3, "values": [id] })
            }
            None => json!({ "custom_id": id, "component_type": 2 }),
        };
        self.interacts(discord, 3, data, Some(message))
    }

    /// Fills in a form that the bot opened.
    pub(crate) fn fills_in(self, discord: &Discord, form: &Value, words: &str) -> String {
        let field = &form["components"][0]["components"][0]["custom_id"];
        let data = json!({
            "custom_id": form["custom_id"],
            "components": [{ "type": 1, "components": [{ "type": 4, "custom_id": field, "value": words }] }],
        });
        self.interacts(discord, 5, data, None)
    }

    /// Submits a form with labels. What is given by the id of its field is chosen or typed; other fields stay as they are.
    pub(crate) fn submits(
        self,
        discord: &Discord,
        form: &Value,
        on: &Message,
        given: &[(&str, &[&str])],
    ) -> String {
        let data = json!({
            "custom_id": form["custom_id"],
            "components": filled_in(form, given),
            "resolved": resolved(&[ANN, BOB, EVE]),
        });
        self.interacts(discord, 5, data, Some(on))
    }

    /// Returns the server they are on; none in direct messages.
    fn server(self, world: &World) -> Option<u64> {
        let direct = world.channels.get(&self.channel).is_some_and(|it| it.person.is_some());
        (!direct).then(|| world.guild_of(self.channel))
    }

    /// Types a message.
    pub(crate) fn types(self, discord: &Discord, words: &str) -> u64 {
        self.answers(discord, words, None)
    }

    /// Types a reply to a message of the bot.
    pub(crate) fn answers(self, discord: &Discord, words: &str, to: Option<&Message>) -> u64 {
        self.writes(discord, words, to, json!([]))
    }

    /// Types a message with a file, as Discord reports it.
    pub(crate) fn attaches(self, discord: &Discord, words: &str, file: Value) -> u64 {
        self.writes(discord, words, None, json!([file]))
    }

    fn writes(
        self,
        discord: &Discord,
        words: &str,
        to: Option<&Message>,
        attachments: Value,
    ) -> u64 {
        discord.world(|world| {
            let id = world.next_id();
            let mut event = self.message(world, id, words, to);
            event["attachments"] = attachments;
            world.tell(self.server(world), "MESSAGE_CREATE", &event);
            id
        })
    }

    fn message(self, world: &World, id: u64, words: &str, to: Option<&Message>) -> Value {
        let direct = world.channels.get(&self.channel).is_some_and(|it| it.person.is_some());
        let people = [ANN, BOB, EVE]
            .into_iter()
            .filter(|person| words.contains(&format!("<@{}>", person.id)));
        let mut mentions: Vec<Value> = people.map(|it| it.with_member()).collect();
        if words.contains(&format!("<@{BOT}>")) {
            mentions.push(rest::bot());
        }
        // The bot sees the content only of messages addressed to it.
        let shown = direct || words.contains(&format!("<@{BOT}>"));
        let mut event = json!({
            "id": id.to_string(),
            "channel_id": self.channel.to_string(),
            "author": self.user(),
            "content": if shown { words } else { "" },
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": null,
            "tts": false,
            "mention_everyone": false,
            "mentions": mentions,
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "pinned": false,
            "type": if to.is_some() { 19 } else { 0 },
        });
        if !direct {
            event["guild_id"] = json!(world.guild_of(self.channel).to_string());
            event["member"] = json!({ "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": false, "mute": false, "nick": self.name, "flags": 0 });
        }
        if let Some(to) = to {
            event["referenced_message"] = to.json();
            event["message_reference"] =
                json!({ "message_id": to.id.to_string(), "channel_id": to.channel.to_string() });
        }
        event
    }

    fn interacts(
        self,
        discord: &Discord,
        kind: u64,
        data: Value,
        message: Option<&Message>,
    ) -> String {
        discord.world(|world| {
            let id = world.next_id();
            let token = format!("token-{id}");
            let event = self.interaction(world, id, &token, kind, data, message);
            world.interactions.insert(
                token.clone(),
                Interaction {
                    id,
                    channel: self.channel,
                    person: self.id,
                    sent: Instant::now(),
                    first: None,
                    first_body: Value::Null,
                    original: None,
                    removed: false,
                    followed: 0,
                    expired: false,
                    pressed: message.map(|it| it.id),
                    event: event.clone(),
                },
            );
            world.tell(self.server(world), "INTERACTION_CREATE", &event);
            token
        })
    }

    fn interaction(
        self,
        world: &World,
        id: u64,
        token: &str,
        kind: u64,
        data: Value,
        message: Option<&Message>,
    ) -> Value {
        let channel = &world.channels[&self.channel];
        if let Some(outside) = channel.outside {
            return self.outside_interaction(world, outside, (id, token), kind, data, message);
        }
        let may = if channel.no_files { MAY & !(1 << 15) } else { MAY };
        let mut event = json!({
            "id": id.to_string(),
            "application_id": APPLICATION.to_string(),
            "type": kind,
            "data": data,
            "channel_id": self.channel.to_string(),
            "channel": {
                "id": self.channel.to_string(),
                "type": if channel.parent.is_some() { 11 } else { 0 },
                "parent_id": channel.parent.map(|it| it.to_string()),
                "name": channel.name,
            },
            "token": token,
            "version": 1,
            "app_permissions": may.to_string(),
            "locale": "en-US",
            "entitlements": [],
            "authorizing_integration_owners": {},
            "context": 0,
            "attachment_size_limit": 10_485_760,
        });
        if channel.person.is_some() {
            event["user"] = self.user();
            event["context"] = json!(1);
        } else {
            let may = if self.moderator { 1 << 5 } else { 0 };
            event["guild_id"] = json!(world.guild_of(self.channel).to_string());
            event["guild_locale"] = json!("en-US");
            event["member"] = json!({
                "user": self.user(), "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": false, "mute": false,
                "nick": self.name, "permissions": may.to_string(), "flags": 0,
            });
        }
        if let Some(message) = message {
            event["message"] = message.json();
        }
        event
    }

    /// Reports an interaction where only Ann has the bot.
    fn outside_interaction(
        self,
        world: &World,
        outside: Outside,
        (id, token): (u64, &str),
        kind: u64,
        mut data: Value,
        message: Option<&Message>,
    ) -> Value {
        let server = matches!(outside, Outside::Server | Outside::Strict);
        let shape = match outside {
            Outside::Two => 1,
            Outside::Group => 3,
            Outside::Server | Outside::Strict => 0,
        };
        let name = &world.channels[&self.channel].name;
        let name = if name.is_empty() { Value::Null } else { json!(name) };
        let mut event = json!({
            "id": id.to_string(),
            "application_id": APPLICATION.to_string(),
            "type": kind,
            "channel_id": self.channel.to_string(),
            "channel": { "id": self.channel.to_string(), "type": shape, "name": name },
            "token": token,
            "version": 1,
            "app_permissions": OUTSIDE_MAY.to_string(),
            "locale": "en-US",
            "entitlements": [],
            "authorizing_integration_owners": { "1": ANN.id.to_string() },
            "context": if server { 0 } else { 2 },
            "attachment_size_limit": 10_485_760,
        });
        if server {
            let may = if outside == Outside::Strict { 0 } else { USE_EXTERNAL_APPS };
            event["guild_id"] = json!(self.channel.to_string());
            event["guild_locale"] = json!("en-US");
            event["member"] = json!({
                "user": self.user(), "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": false, "mute": false,
                "nick": self.name, "permissions": may.to_string(), "flags": 0,
            });
        } else {
            event["user"] = self.user();
            // Nobody is a member of anything there.
            if let Some(resolved) = data.get_mut("resolved").and_then(Value::as_object_mut) {
                resolved.remove("members");
            }
        }
        event["data"] = data;
        if let Some(message) = message {
            event["message"] = message.json();
        }
        event
    }

    fn user(self) -> Value {
        json!({ "id": self.id.to_string(), "username": format!("user{}", self.id), "discriminator": "0", "avatar": null })
    }

    fn with_member(self) -> Value {
        let mut user = self.user();
        user["member"] = json!({ "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": false, "mute": false, "nick": self.name, "flags": 0 });
        user
    }
}

/// Puts a command where it is registered: by itself, or in a group.
fn below(discord: &Discord, mut data: Value) -> Value {
    let name = data["name"].clone();
    let all = discord.wait("commands", |world| {
        let mut all = world.commands.values().filter_map(Value::as_array).flatten().cloned();
        let first = all.next()?;
        Some(std::iter::once(first).chain(all).collect::<Vec<Value>>())
    });
    if name == "admin" {
        data["name"] = json!("draughtsman");
    }
    let entries = all.iter().flat_map(|group| {
        let parts = group["options"].as_array().into_iter().flatten();
        parts.filter(|part| part["type"] == 1).map(move |part| (group, part))
    });
    let options = data["options"].as_array().cloned().unwrap_or_default();
    for (group, part) in entries {
        let what = part["options"].as_array().and_then(|it| it.first());
        let shared = what.filter(|option| option["name"] == "what" && option["required"] == true);
        let choices = shared.and_then(|option| option["choices"].as_array()).into_iter().flatten();
        let chosen = choices.clone().any(|choice| choice["value"] == name);
        let options = match chosen {
            true => in_shared(&name, &options),
            false if part["name"] == name => options.clone(),
            false => continue,
        };
        data["options"] = json!([{ "name": part["name"], "type": 1, "options": options }]);
        data["name"] = group["name"].clone();
        break;
    }
    data
}

/// Puts the options of a command into an entry that is for several: what it has no option for is said in words.
fn in_shared(name: &Value, options: &[Value]) -> Vec<Value> {
    let has = |option: &Value| ["match", "who"].iter().any(|name| option["name"] == *name);
    let (own, rest): (Vec<&Value>, Vec<&Value>) = options.iter().partition(|it| has(it));
    let word = |option: &Value| match (&option["value"], option["name"].as_str()) {
        (Value::Bool(true), Some(name)) => name.to_owned(),
        (Value::String(text), _) => text.clone(),
        (value, Some("challenge" | "page" | "step")) => value.to_string(),
        (value, name) => format!("{}={value}", name.unwrap_or_default()),
    };
    let what = json!({ "name": "what", "type": 3, "value": name });
    let words: Vec<String> = rest.iter().map(|option| word(option)).collect();
    let words = (!words.is_empty())
        .then(|| json!({ "name": "words", "type": 3, "value": words.join(" ") }));
    std::iter::once(what).chain(own.into_iter().cloned()).chain(words).collect()
}

/// Returns the fields of a form as Discord sends them.
fn filled_in(form: &Value, given: &[(&str, &[&str])]) -> Vec<Value> {
    let labels = form["components"].as_array().expect("labels").iter();
    let filled = labels.map(|label| {
        let field = &label["component"];
        let given = given.iter().find(|it| field["custom_id"] == it.0).map(|it| it.1);
        let options = field["options"].as_array().cloned().unwrap_or_default();
        let people = field["default_values"].as_array().cloned().unwrap_or_default();
        let chosen = options.iter().filter(|option| option["default"] == true);
        let before =
            chosen.map(|option| &option["value"]).chain(people.iter().map(|person| &person["id"]));
        let before = before.chain(field.get("value")).filter_map(Value::as_str);
        let values = given.map_or_else(|| before.collect::<Vec<&str>>(), <[&str]>::to_vec);
        for value in values.iter().filter(|_| !options.is_empty()) {
            assert!(options.iter().any(|option| option["value"] == *value), "{value} in {field}");
        }
        let mut component =
            json!({ "type": field["type"], "custom_id": field["custom_id"], "id": 2 });
        match field["type"].as_u64() {
            Some(4) => component["value"] = json!(values.first().unwrap_or(&"")),
            Some(21) => component["value"] = json!(values.first()),
            _ => component["values"] = json!(values),
        }
        json!({ "type": 18, "id": 1, "component": component })
    });
    filled.collect()
}

/// Makes the data of a slash command from its options by name; a person fills the option of that kind.
fn slash(name: &str, options: Value) -> Value {
    let each = options.as_object().expect("options by name").iter().map(|(name, value)| {
        let kind = match value {
            Value::Object(object) if object.contains_key("attachment") => 11,
            Value::Bool(_) => 5,
            Value::Number(_) => 4,
            Value::Object(_) => 6,
            _ => 3,
        };
        let value = value
            .get("attachment")
            .map(|value| &value["id"])
            .or(value.get("user"))
            .unwrap_or(value);
        json!({ "name": name, "type": kind, "value": value })
    });
    let mut resolved = resolved(&[ANN, BOB, EVE]);
    for user in options.as_object().into_iter().flatten().filter_map(|it| it.1.get("is")) {
        resolve(&mut resolved, user);
    }
    for file in options.as_object().into_iter().flatten().filter_map(|it| it.1.get("attachment")) {
        resolved["attachments"][file["id"].as_str().expect("an id")] = file.clone();
    }
    json!({ "id": "4", "name": name, "type": 1, "options": each.collect::<Vec<Value>>(), "resolved": resolved })
}

/// Returns a person as the value of an option.
pub(crate) fn whom(person: Person) -> Value {
    json!({ "user": person.id.to_string(), "is": person.with_member() })
}

fn resolved(people: &[Person]) -> Value {
    let mut resolved = json!({ "users": {}, "members": {} });
    for person in people {
        resolve(&mut resolved, &person.with_member());
    }
    resolved
}

/// Adds a user with their membership to the people a command resolves.
fn resolve(resolved: &mut Value, user: &Value) {
    let id = user["id"].as_str().expect("a user has an id").to_owned();
    let mut user = user.clone();
    let mut member = user["member"].take();
    member["permissions"] = json!("0");
    user.as_object_mut().expect("a user is an object").remove("member");
    resolved["users"][&id] = user;
    resolved["members"][&id] = member;
}
