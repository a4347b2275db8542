//! The bot's main commands as state of a room (MSC4391), for clients that complete them. They are
//! published where the bot may send state without asking: in direct rooms that it makes, and in
//! rooms that gave it the power. Other clients don't show them.
use command::{Arg, ArgKind, Commands, Property, Verb};
use engine::games::GameId;
use matrix_sdk::{
    Room,
    ruma::{
        UserId,
        events::{AnyInitialStateEvent, StateEventType},
        serde::{Base64, Raw, base64::Standard},
    },
};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{adapter::AdapterContext, words};

/// The type of a command's description.
const DESCRIPTION: &str = "org.matrix.msc4391.command_description";
/// The key of a command in a message.
const COMMAND: &str = "org.matrix.msc4391.command";
/// The arguments that a client completes, in the order in which they are typed.
const TYPED: [(&str, ArgKind); 2] = [("who", ArgKind::Who), ("game", ArgKind::Game)];
/// The last argument: everything else behind the command, as it is typed.
const WORDS: &str = "words";

/// Lists the commands that people begin with; `help` lists the others.
fn published(commands: &Commands) -> impl Iterator<Item = Verb> {
    commands.iter().filter(|spec| spec.is(Property::Published)).map(|spec| spec.verb())
}

/// Describes the commands as the state that a new room begins with.
pub(super) fn initial_state(commands: &Commands, me: &UserId) -> Vec<Raw<AnyInitialStateEvent>> {
    let events = published(commands).map(|verb| {
        let (key, content) = (state_key(verb, me), description(verb));
        Raw::new(&json!({ "type": DESCRIPTION, "state_key": key, "content": content }))
    });
    // A JSON value can always be serialised.
    events.flatten().map(Raw::cast_unchecked).collect()
}

/// Publishes the commands in a room, if the bot may and they aren't there. Nothing waits for it.
pub(super) async fn publish(adapter: &AdapterContext, room: &Room) {
    let kind = StateEventType::from(DESCRIPTION);
    let may = room
        .power_levels()
        .await
        .is_ok_and(|levels| levels.user_can_send_state(&adapter.me, kind.clone()));
    if !may || adapter.is_limited() {
        return;
    }
    for verb in published(adapter.commands()) {
        let key = state_key(verb, &adapter.me);
        match room.get_state_event(kind.clone(), &key).await {
            Ok(None) => {}
            Ok(Some(_)) | Err(_) => continue,
        }
        if let Err(err) = room.send_state_event_raw(DESCRIPTION, &key, description(verb)).await {
            let why = adapter.unsent(&err);
            tracing::info!(%why, "the commands aren't described in a room");
            return;
        }
    }
}

/// Returns the line that a client sends as a command with arguments, if a message is one.
pub(super) fn line(content: &Value) -> Option<String> {
    let said = content.get(COMMAND)?;
    let command = said["command"].as_str()?;
    let given = |key: &str| {
        let value = &said["arguments"][key];
        value.as_str().or(value["id"].as_str()).unwrap_or_default().trim().to_owned()
    };
    let typed = TYPED.iter().map(|(key, _)| given(key));
    let parts = [command.to_owned()].into_iter().chain(typed).chain([given(WORDS)]);
    Some(parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "))
}

/// Describes an argument that a client completes.
fn parameter(key: &str, arg: &Arg) -> Value {
    let schema = match arg.kind {
        ArgKind::Game => {
            let literal = |game: &GameId| json!({ "schema_type": "literal", "value": game.name() });
            let games: Vec<Value> = GameId::ALL.iter().map(literal).collect();
            json!({ "schema_type": "union", "variants": games })
        }
        _ => json!({ "schema_type": "primitive", "type": "user_id" }),
    };
    json!({ "key": key, "optional": true, "schema": schema, "description": text(arg.says) })
}

fn text(says: &str) -> Value {
    json!({ "m.text": [{ "body": says }] })
}

/// Names the state of a command: the hash of the command and of who publishes it.
fn state_key(verb: Verb, me: &UserId) -> String {
    let hash = Sha256::digest(format!("{}{me}", verb.name()));
    // The type leaves out the padding, which a hash of this length has one of.
    format!("{}=", Base64::<Standard, _>::new(hash.as_slice()).encode())
}

fn description(verb: Verb) -> Value {
    let spec = verb.spec();
    let typed = TYPED.iter().filter_map(|(key, kind)| {
        let arg = spec.args.iter().find(|arg| arg.kind == *kind)?;
        Some(parameter(key, arg))
    });
    let mut parameters: Vec<Value> = typed.collect();
    let takes_more = parameters.len() < spec.args.len();
    if takes_more {
        parameters.push(json!({
            "key": WORDS,
            "optional": true,
            "schema": { "schema_type": "primitive", "type": "string" },
            "description": text(&words::what_else(spec.examples)),
        }));
    }
    let mut content = json!({
        "command": spec.name, "description": text(spec.says), "parameters": parameters,
    });
    if takes_more {
        content["fi.mau.tail_parameter"] = json!(WORDS);
    }
    content
}

#[cfg(test)]
mod tests {
    use command::Means;
    use matrix_sdk::ruma::user_id;

    use super::*;

    #[test]
    fn every_published_command_is_described_and_can_be_said_as_it_is_sent() {
        let me = user_id!("@bot:x.org");
        let state = initial_state(Commands::kernel(), me);
        assert_eq!(state.len(), published(Commands::kernel()).count());
        let mut keys: Vec<String> = Vec::new();
        for (event, verb) in state.iter().zip(published(Commands::kernel())) {
            let event: Value = event.deserialize_as_unchecked().unwrap();
            let content = &event["content"];
            assert_eq!(
                (&event["type"], &content["command"]),
                (&DESCRIPTION.into(), &verb.name().into())
            );
            assert!(!content["description"]["m.text"][0]["body"].as_str().unwrap().is_empty());
            keys.push(event["state_key"].as_str().unwrap().to_owned());
            let said = json!({ COMMAND: { "command": verb.name(), "arguments": {} } });
            let line = Commands::kernel().read(&line(&said).unwrap());
            assert!(!matches!(line.means, Means::Words(_)), "{verb:?} is a command");
        }
        assert!(keys.iter().all(|key| key.len() == 44 && key.ends_with('=')), "{keys:?}");
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), published(Commands::kernel()).count());
    }

    #[test]
    fn people_and_games_are_completed_by_their_kind_and_the_rest_is_said_in_words() {
        let find = |name| published(Commands::kernel()).find(|verb| verb.name() == name).unwrap();
        let content = description(find("challenge"));
        let parameters = content["parameters"].as_array().unwrap();
        let keys: Vec<&str> =
            parameters.iter().map(|given| given["key"].as_str().unwrap()).collect();
        assert_eq!(keys, ["who", "game", WORDS]);
        assert_eq!(parameters[0]["schema"]["type"], "user_id");
        let games = parameters[1]["schema"]["variants"].as_array().unwrap();
        assert_eq!(games.len(), GameId::ALL.len());
        for parameter in parameters {
            let says = parameter["description"]["m.text"][0]["body"].as_str().unwrap();
            assert!(says.contains(' ') && !says.starts_with('#'), "words: {says}");
        }
    }

    #[test]
    fn a_command_with_arguments_is_the_line_that_would_be_typed() {
        let said = json!({ COMMAND: { "command": "challenge", "arguments": { "words": "@bob:x trapdoor" } } });
        assert_eq!(line(&said).as_deref(), Some("challenge @bob:x trapdoor"));
        for who in [json!("@bob:x"), json!({ "type": "user_id", "id": "@bob:x" })] {
            let given =
                json!({ "who": who, "game": "trapdoor", "words": "side=black", "junk": [1] });
            let said = json!({ COMMAND: { "command": "challenge", "arguments": given } });
            assert_eq!(line(&said).as_deref(), Some("challenge @bob:x trapdoor side=black"));
        }
        assert_eq!(line(&json!({ "body": "/challenge" })), None);
        assert_eq!(line(&json!({ COMMAND: { "command": 1 } })), None);
    }
}
