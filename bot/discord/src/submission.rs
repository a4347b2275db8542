//! Forms with labels, menus and boxes. serenity reads only text fields, so each submitted value is
//! moved into one before serenity reads the form.
use serde_json::{Value, json};

/// Discord's numbers for a submitted form, a text field, and a menu of people.
const SUBMITTED: u64 = 5;
const TEXT: u64 = 4;
const PEOPLE: u64 = 5;

/// What several values of one field are joined by, and the parts of a person.
pub(super) const BETWEEN: char = '\n';

/// Gives a submitted form text fields only. Every other event stays as it is.
pub(super) fn flatten(event: &mut Value) {
    let told = &mut event["d"];
    if told["type"] != SUBMITTED {
        return;
    }
    let resolved = told["data"]["resolved"].clone();
    let rows = told.get_mut("data").and_then(|it| it.get_mut("components"));
    for row in rows.and_then(Value::as_array_mut).into_iter().flatten() {
        let Some(field) = row.get("component") else { continue };
        let field = json!({
            "type": TEXT, "custom_id": field["custom_id"], "value": value(field, &resolved),
        });
        *row = json!({ "type": 1, "components": [field] });
    }
}

/// Writes what was chosen in a field.
fn value(field: &Value, resolved: &Value) -> String {
    let word = |value: &Value| match value {
        Value::String(value) => value.clone(),
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
    use super::*;

    #[test]
    fn every_value_of_a_form_is_read() {
        let field = |field: Value| json!({ "type": 18, "id": 1, "component": field });
        let mut event = json!({ "t": "INTERACTION_CREATE", "s": 3, "op": 0, "d": { "type": 5, "data": {
            "custom_id": "form::challenge trapdoor",
            "resolved": { "users": { "7": { "id": "7", "username": "bob", "global_name": "Bob" } } },
            "components": [
                field(json!({ "type": 5, "custom_id": "who", "values": ["7"] })),
                field(json!({ "type": 21, "custom_id": "side", "value": "black" })),
                field(json!({ "type": 22, "custom_id": "options", "values": ["snap", "blocked"] })),
                { "type": 1, "components": [{ "type": 4, "custom_id": "words", "value": "x" }] },
            ],
        }}});
        flatten(&mut event);
        let rows = event["d"]["data"]["components"].as_array().unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let field = |row: &Value| row["components"][0].clone();
        let fields =
            rows.iter().map(field).map(|field| (text(&field["custom_id"]), text(&field["value"])));
        let expected =
            [("who", "7\n\nBob"), ("side", "black"), ("options", "snap\nblocked"), ("words", "x")];
        let expected = expected.map(|(key, value)| (key.to_owned(), value.to_owned()));
        assert_eq!(fields.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn everything_else_stays_as_it_was() {
        let press =
            json!({ "t": "INTERACTION_CREATE", "d": { "type": 3, "data": { "components": [] } } });
        for event in [press, json!({ "d": { "type": 5 } }), json!({ "t": "RESUMED", "d": null })] {
            let mut changed = event.clone();
            flatten(&mut changed);
            assert_eq!(changed, event);
        }
    }
}
