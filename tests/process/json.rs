//! The JSON of the local room, checked against `docs/room.schema.json`.
use std::fs;

use serde_json::{Value, json};

use crate::program::{repository, talk};

const MATCH: &str = "[1] ann: challenge bob trapdoor side=black\n[2] bob: accept\n[3] ann: moves\n[4] bob: spin\nann: leaderboard\nann: export #1\n# a note\nwait 1h\nwait for me\n[5] ann: draw\n[6] bob: draw\nann: draw\n";

fn objects(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
}

/// Checks a value by the part of JSON Schema that the file uses.
fn check(value: &Value, schema: &Value, at: &str) {
    if let Some(only) = schema.get("const") {
        assert_eq!(value, only, "{at}");
    }
    if let Some(Value::Array(all)) = schema.get("enum") {
        assert!(all.contains(value), "{at}: {value}");
    }
    let types = match schema.get("type") {
        Some(Value::Array(all)) => all.clone(),
        Some(one) => vec![one.clone()],
        None => Vec::new(),
    };
    let fits = |kind: &Value| match kind.as_str() {
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_i64(),
        Some("null") => value.is_null(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => false,
    };
    assert!(types.is_empty() || types.iter().any(fits), "{at}: {value} is none of {types:?}");
    if let (Some(items), Some(schema)) = (value.as_array(), schema.get("items")) {
        for (n, item) in items.iter().enumerate() {
            check(item, schema, &format!("{at}[{n}]"));
        }
    }
    let Some(fields) = value.as_object() else { return };
    for key in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
        assert!(fields.contains_key(key.as_str().unwrap()), "{at} has no {key}");
    }
    let known = schema.get("properties").and_then(Value::as_object);
    for (key, field) in fields {
        match known.and_then(|known| known.get(key)) {
            Some(schema) => check(field, schema, &format!("{at}.{key}")),
            None => {
                assert_ne!(schema.get("additionalProperties"), Some(&json!(false)), "{at}.{key}")
            }
        }
    }
}

#[test]
fn every_object_follows_the_schema() {
    let folder = tempfile::tempdir().unwrap();
    let schema = fs::read_to_string(repository("docs/room.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    let out = talk(folder.path(), &["--db", "a.db", "--seed", "7", "--json"], MATCH);
    let all = objects(&out);
    all.iter().enumerate().for_each(|(n, it)| check(it, &schema, &format!("object {n}")));
    for kind in ["board", "question", "answer", "refusal", "file", "note"] {
        assert!(all.iter().any(|object| object["kind"] == kind), "{kind}: {out}");
    }
}

#[test]
fn an_object_says_which_line_it_answers_and_which_is_the_last() {
    let folder = tempfile::tempdir().unwrap();
    let out = talk(folder.path(), &["--db", "a.db", "--seed", "7", "--json"], MATCH);
    let all = objects(&out);
    for id in ["1", "2", "3", "4", "5", "6"] {
        let of: Vec<&Value> = all.iter().filter(|object| object["request"] == id).collect();
        let done: Vec<bool> = of.iter().map(|object| object["done"] == true).collect();
        assert_eq!(done.iter().position(|it| *it), Some(of.len() - 1), "{id}: {of:?}");
    }
    let board = all.iter().find(|object| object["kind"] == "board").unwrap();
    assert_eq!((&board["game"], &board["match"]), (&json!("trapdoor"), &json!(1)));
    assert_eq!(board["to_move"], json!([{ "name": "Ann", "side": "Black", "seat": "first" }]));
    assert!(board["position"].as_str().unwrap().starts_with("B:W"), "{board}");
    assert!(!board["events"].as_array().unwrap().is_empty());
    let steps: Vec<i64> = all
        .iter()
        .filter(|object| object["kind"] == "board")
        .flat_map(|object| object["events"].as_array().unwrap())
        .map(|event| event["step"].as_i64().unwrap())
        .collect();
    assert!(steps.is_sorted_by(|a, b| a < b), "each step is told once: {steps:?}");
}

#[test]
fn what_a_computer_player_has_to_think_about_is_answered_under_its_id_and_without_a_note() {
    let folder = tempfile::tempdir().unwrap();
    let lines = "[1] ann: practice draughts 1 side=black\n[2] ann: hint\n[3] ann: why\n[4] ann: resign yes\n[5] ann: review\n";
    let out = talk(folder.path(), &["--db", "a.db", "--seed", "7", "--json"], lines);
    let all = objects(&out);
    assert!(all.iter().all(|object| object["kind"] != "note"), "{out}");
    for id in ["2", "3", "5"] {
        let of: Vec<&Value> = all.iter().filter(|object| object["request"] == id).collect();
        assert!(of.last().is_some_and(|object| object["done"] == true), "{id}: {out}");
    }
}

#[test]
fn an_id_said_twice_gets_the_same_again() {
    let folder = tempfile::tempdir().unwrap();
    let twice = "[1] ann: challenge bob trapdoor side=black\n[1] ann: challenge bob trapdoor side=black\nann: games\n";
    let out = talk(folder.path(), &["--db", "a.db", "--json"], twice);
    let all = objects(&out);
    assert_eq!(all[0], all[1]);
    assert_eq!(all[0]["request"], "1");
    let again = "[1] ann: challenge bob trapdoor side=black\n";
    let after = objects(&talk(folder.path(), &["--db", "a.db", "--json"], again));
    assert_eq!(
        (after.len(), &after[0]["kind"], &after[0]["done"]),
        (1, &json!("note"), &json!(true))
    );
}

#[test]
fn secrets_are_no_events_while_the_match_runs() {
    let folder = tempfile::tempdir().unwrap();
    let lines = "ann: challenge bob alien side=white\nbob: accept\nann: moves\n";
    let out = talk(folder.path(), &["--db", "a.db", "--seed", "3", "--json"], lines);
    for event in
        objects(&out).iter().flat_map(|object| object["events"].as_array().unwrap().clone())
    {
        assert_eq!((&event["events"], &event["throws"]), (&Value::Null, &Value::Null), "{event}");
    }
}
