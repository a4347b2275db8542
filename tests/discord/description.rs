//! Checks every request body against Discord's own API description (OpenAPI 3.1), if that is present.
use std::{
    env, fs,
    io::{Read, Write},
    path::PathBuf,
    sync::OnceLock,
};

use flate2::read::GzDecoder;
use serde_json::Value;

/// The variable with the path of the description, if it isn't next to the repository.
const PLACE: &str = "DISCORD_OPENAPI";

/// Finds where a request's body differs from Discord's schema; none if the schema isn't there.
pub(crate) fn faults(method: &str, path: &str, body: &Value) -> Vec<String> {
    let Some(description) = description() else { return Vec::new() };
    let Some((template, operation)) = operation(description, method, path) else {
        return vec![format!("{method} {path} is not described")];
    };
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
    if schema.is_null() {
        let empty = body.is_null();
        return if empty { Vec::new() } else { vec![format!("{method} {template} takes no body")] };
    }
    let mut faults = Vec::new();
    Check { description }.value(schema, body, template, true, &mut faults);
    faults
}

fn description() -> Option<&'static Value> {
    static DESCRIPTION: OnceLock<Option<Value>> = OnceLock::new();
    DESCRIPTION
        .get_or_init(|| {
            let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/discord-openapi.json.gz");
            let place = env::var_os(PLACE).map_or(PathBuf::from(beside), PathBuf::from);
            let Ok(packed) = fs::read(&place) else {
                // Not by `eprintln!`, which is hidden for a test that passes.
                let told = writeln!(
                    std::io::stderr(),
                    "Discord's description of its interface is not at {}: bodies are NOT checked against it, by its limits alone. Set {PLACE} \
                     to say where it is.",
                    place.display()
                );
                told.expect("the standard error takes a line");
                return None;
            };
            let mut text = String::new();
            GzDecoder::new(packed.as_slice()).read_to_string(&mut text).expect("it is packed by gzip");
            Some(serde_json::from_str(&text).expect("it is JSON"))
        })
        .as_ref()
}

/// Finds the operation of a path, such as `/channels/{channel_id}/messages`; words win over parameters.
fn operation<'a>(description: &'a Value, method: &str, path: &str) -> Option<(&'a str, &'a Value)> {
    let wanted: Vec<&str> = path.split('/').collect();
    let fits = |template: &&String| {
        let parts: Vec<&str> = template.split('/').collect();
        let same = |(a, b): (&&str, &&str)| a == b || a.starts_with('{');
        parts.len() == wanted.len() && parts.iter().zip(&wanted).all(same)
    };
    let paths = description["paths"].as_object()?;
    let found = paths.keys().filter(fits).min_by_key(|path| path.matches('{').count())?;
    let operation = paths[found].get(method.to_lowercase())?;
    Some((found, operation))
}

struct Check<'a> {
    description: &'a Value,
}

impl<'a> Check<'a> {
    /// `whole` is false for a part of an `allOf`, whose unknown fields another part may know.
    fn value(
        &self,
        schema: &'a Value,
        value: &Value,
        at: &str,
        whole: bool,
        faults: &mut Vec<String>,
    ) {
        let schema = self.resolve(schema);
        let mut fault = |what: String| faults.push(format!("{at}: {what}"));
        if let Some(kind) = schema.get("type")
            && !is_of(kind, value)
        {
            return fault(format!("{value} is no {kind}"));
        }
        if let Some(only) = schema.get("const")
            && only != value
        {
            return fault(format!("{value} is not {only}"));
        }
        if let Some(some) = schema.get("enum").and_then(Value::as_array)
            && !some.contains(value)
        {
            return fault(format!("{value} is none of {some:?}"));
        }
        let bound = |key: &str| schema.get(key).and_then(Value::as_f64);
        let size = match value {
            Value::String(text) => Some((text.chars().count() as f64, "Length")),
            Value::Array(list) => Some((list.len() as f64, "Items")),
            Value::Object(object) => Some((object.len() as f64, "Properties")),
            Value::Number(number) => number.as_f64().map(|number| (number, "imum")),
            Value::Null | Value::Bool(_) => None,
        };
        if let Some((size, of)) = size {
            for (key, wrong) in [
                ("min", bound(&format!("min{of}")).is_some_and(|it| size < it)),
                ("max", bound(&format!("max{of}")).is_some_and(|it| it < size)),
            ] {
                if wrong {
                    return fault(format!("{value} breaks {key}{of}"));
                }
            }
        }
        if schema["format"] == "snowflake"
            && value.as_str().is_some_and(|value| value.parse::<u64>().is_err())
        {
            return fault(format!("{value} is no id"));
        }
        for part in list(schema, "allOf") {
            self.value(part, value, at, false, faults);
        }
        for key in ["oneOf", "anyOf"] {
            self.one_of(list(schema, key), value, at, faults);
        }
        match value {
            Value::Object(fields) => self.fields(schema, fields, at, whole, faults),
            Value::Array(items) => {
                for (n, item) in items.iter().enumerate() {
                    if let Some(schema) = schema.get("items") {
                        self.value(schema, item, &format!("{at}[{n}]"), true, faults);
                    }
                }
                if schema["uniqueItems"] == true
                    && (1..items.len()).any(|nth| items[..nth].contains(&items[nth]))
                {
                    faults.push(format!("{at}: something is there twice"));
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    /// Checks a value against several schemas, one of which must fit; otherwise tells the faults by the nearest one.
    fn one_of(&self, some: &'a [Value], value: &Value, at: &str, faults: &mut Vec<String>) {
        let mut nearest = None;
        for schema in some {
            let mut tried = Vec::new();
            self.value(schema, value, at, true, &mut tried);
            if tried.is_empty() {
                return;
            }
            let is_of_another_kind = tried.iter().any(|it| it.ends_with(" is no \"null\""));
            let far = (is_of_another_kind, tried.len());
            if nearest.as_ref().is_none_or(|(least, _)| far < *least) {
                nearest = Some((far, tried));
            }
        }
        faults.extend(nearest.map(|it| it.1).unwrap_or_default());
    }

    fn fields(
        &self,
        schema: &'a Value,
        fields: &serde_json::Map<String, Value>,
        at: &str,
        whole: bool,
        faults: &mut Vec<String>,
    ) {
        for key in list(schema, "required").iter().filter_map(Value::as_str) {
            if !fields.contains_key(key) {
                faults.push(format!("{at}: {key} is missing"));
            }
        }
        for (key, value) in fields {
            if let Some(schema) = schema["properties"].get(key) {
                self.value(schema, value, &format!("{at}.{key}"), true, faults);
            } else if whole && !self.knows(schema, key) {
                faults.push(format!("{at}: {key} is not described"));
            }
        }
    }

    /// Tells whether a schema, or one that it is made of, has a field.
    fn knows(&self, schema: &'a Value, key: &str) -> bool {
        let schema = self.resolve(schema);
        let mut parts = ["allOf", "oneOf", "anyOf"].into_iter().flat_map(|it| list(schema, it));
        schema["properties"].get(key).is_some()
            || schema.get("additionalProperties").is_some_and(|it| *it != Value::Bool(false))
            || parts.any(|part| self.knows(part, key))
    }

    fn resolve(&self, schema: &'a Value) -> &'a Value {
        match schema.get("$ref").and_then(Value::as_str) {
            Some(path) => {
                let found = self.description.pointer(path.trim_start_matches('#'));
                self.resolve(found.expect("what is referred to is there"))
            }
            None => schema,
        }
    }
}

fn list<'a>(schema: &'a Value, key: &str) -> &'a [Value] {
    schema.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn is_of(kind: &Value, value: &Value) -> bool {
    let one = |kind: &str| match kind {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        other => panic!("a kind {other}"),
    };
    match kind {
        Value::Array(some) => some.iter().filter_map(Value::as_str).any(one),
        kind => kind.as_str().is_some_and(one),
    }
}

#[test]
fn bodies_that_discord_would_not_take_are_found() {
    if description().is_none() {
        return;
    }
    let path = "/channels/1/messages";
    let fine =
        serde_json::json!({ "content": "x", "allowed_mentions": { "parse": [], "users": ["1"] } });
    assert_eq!(faults("POST", path, &fine), [""; 0]);
    for odd in [
        serde_json::json!({ "content": "x".repeat(5000) }),
        serde_json::json!({ "contents": "x" }),
        serde_json::json!({ "content": 7 }),
        serde_json::json!({ "nonce": "x".repeat(26) }),
        serde_json::json!({ "components": [{ "type": 1, "components": [{ "type": 2, "style": 1, "custom_id": "x".repeat(101) }] }] }),
    ] {
        assert_ne!(faults("POST", path, &odd), [""; 0], "{odd}");
    }
    assert_ne!(faults("POST", "/nowhere", &fine), [""; 0]);
}
