//! Forms with labels, menus and boxes. serenity reads only text fields, so each submitted value is
//! moved into one before serenity sees it.
use std::io::Read as _;

use flate2::read::ZlibDecoder;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

/// Discord's numbers for a submitted form, a text field, and a menu of people.
const SUBMITTED: u64 = 5;
const TEXT: u64 = 4;
const PEOPLE: u64 = 5;
/// The largest compressed message that is looked into; forms are far smaller.
const LARGEST: usize = 1 << 16;
/// The largest form.
const LARGEST_FORM: u64 = 1 << 20;

/// What several values of one field are joined by, and the parts of a person.
pub(super) const BETWEEN: char = '\n';

/// Has submitted forms changed, on all connections.
pub(super) fn read_forms() {
    tokio_tungstenite::change_incoming(changed);
}

fn changed(message: Message) -> Message {
    let flat = match &message {
        Message::Text(text) => flattened(text),
        Message::Binary(bytes) if bytes.len() < LARGEST => {
            let mut text = String::new();
            let read = ZlibDecoder::new(&bytes[..]).take(LARGEST_FORM).read_to_string(&mut text);
            read.ok().and_then(|_| flattened(&text))
        }
        _ => None,
    };
    flat.map_or(message, Message::Text)
}

/// Writes a submitted form with text fields only; nothing if it isn't one.
fn flattened(text: &str) -> Option<String> {
    if !text.contains("\"INTERACTION_CREATE\"") || !text.contains("\"component\"") {
        return None;
    }
    let mut event: Value = serde_json::from_str(text).ok()?;
    let told = event.get_mut("d").filter(|it| it["type"] == SUBMITTED)?;
    let data = told.get_mut("data")?;
    let resolved = data.get("resolved").cloned().unwrap_or_default();
    for row in data.get_mut("components")?.as_array_mut()? {
        let Some(field) = row.get("component") else { continue };
        let field = json!({
            "type": TEXT, "custom_id": field["custom_id"], "value": value(field, &resolved),
        });
        *row = json!({ "type": 1, "components": [field] });
    }
    Some(event.to_string())
}

/// Writes what was chosen in a field.
fn value(field: &Value, resolved: &Value) -> String {
    let word = |it: &Value| match it {
        Value::String(it) => it.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    };
    let all = match &field["values"] {
        Value::Array(values) => values.iter().map(word).collect(),
        _ => vec![word(&field["value"])],
    };
    match all.first() {
        Some(id) if field["type"] == PEOPLE => person(id, resolved),
        _ => all.join(&BETWEEN.to_string()),
    }
}

/// Writes a person: the id, whether it is a bot, and the name.
fn person(id: &str, resolved: &Value) -> String {
    let (user, member) = (&resolved["users"][id], &resolved["members"][id]);
    let names = [&member["nick"], &user["global_name"], &user["username"]];
    let name = names.into_iter().find_map(Value::as_str).unwrap_or(id);
    let bot = user["bot"].as_bool().unwrap_or(false);
    [id, if bot { "bot" } else { "" }, name].join(&BETWEEN.to_string())
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::{Compression, write::ZlibEncoder};

    use super::*;

    fn submitted() -> Value {
        let field = |field: Value| json!({ "type": 18, "id": 1, "component": field });
        json!({ "t": "INTERACTION_CREATE", "s": 3, "op": 0, "d": { "type": 5, "data": {
            "custom_id": "form::challenge trapdoor",
            "resolved": { "users": { "7": { "id": "7", "username": "bob", "global_name": "Bob" } } },
            "components": [
                field(json!({ "type": 5, "custom_id": "who", "values": ["7"] })),
                field(json!({ "type": 21, "custom_id": "side", "value": "black" })),
                field(json!({ "type": 22, "custom_id": "options", "values": ["snap", "blocked"] })),
                { "type": 1, "components": [{ "type": 4, "custom_id": "words", "value": "x" }] },
            ],
        }}})
    }

    fn fields(message: Message) -> Vec<(String, String)> {
        let event: Value = serde_json::from_str(&message.into_text().unwrap()).unwrap();
        let rows = event["d"]["data"]["components"].as_array().unwrap().clone();
        let text = |it: &Value| it.as_str().unwrap().to_owned();
        let field = |it: &Value| it["components"][0].clone();
        rows.iter().map(field).map(|it| (text(&it["custom_id"]), text(&it["value"]))).collect()
    }

    #[test]
    fn every_value_of_a_form_is_read_packed_or_not() {
        let text = submitted().to_string();
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(text.as_bytes()).unwrap();
        let expected =
            [("who", "7\n\nBob"), ("side", "black"), ("options", "snap\nblocked"), ("words", "x")];
        let expected = expected.map(|(key, value)| (key.to_owned(), value.to_owned()));
        for message in [Message::Text(text), Message::Binary(packed.finish().unwrap())] {
            assert_eq!(fields(changed(message)), expected);
        }
    }

    #[test]
    fn everything_else_stays_as_it_was() {
        let pressed = json!({ "t": "INTERACTION_CREATE", "d": { "type": 3, "x": "component" } });
        for text in [pressed.to_string(), "{\"component\"".to_owned(), String::new()] {
            assert_eq!(changed(Message::Text(text.clone())), Message::Text(text));
        }
        let odd = Message::Binary(vec![1, 2, 3]);
        assert_eq!(changed(odd.clone()), odd);
    }
}
