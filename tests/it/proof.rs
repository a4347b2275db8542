//! Exported matches: their form is the one written down, and false dice are found out.
use std::fs;

use bot::service::check_export;
use serde_json::Value;

use crate::{
    files::folder,
    room::{Room, started},
};

/// Plays a short match to its end and returns its file.
fn exported(room: &mut Room) -> String {
    room.all(&["ann: spin", "ann: resign yes"]);
    room.one("bob", "export #1").file.unwrap().body
}

/// Collects the keys of the objects that are of our form, not of some game's.
fn keys(value: &Value, out: &mut Vec<String>) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                out.push(key.clone());
                if !["options", "events", "start"].contains(&key.as_str()) {
                    keys(value, out);
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|it| keys(it, out)),
        _ => {}
    }
}

#[test]
fn every_key_of_a_file_is_described() {
    let page = fs::read_to_string(folder("../docs/export.md")).unwrap();
    let file: Value = serde_json::from_str(&exported(&mut started())).unwrap();
    assert!(page.contains(file["format"].as_str().unwrap()));
    let mut found = Vec::new();
    keys(&file, &mut found);
    assert!(20 < found.len());
    for key in found {
        let row = page.contains(&format!("`{key}`")) || page.contains(&format!("\"{key}\""));
        assert!(row, "docs/export.md does not describe `{key}`");
    }
}

#[test]
fn throws_are_kept_from_everybody_until_the_end() {
    let mut room = started();
    room.all(&["ann: spin"]);
    let running = room.one("bob", "export").file.unwrap().body;
    assert!(running.contains("\"throws\": null") && !running.contains("\"fell\""));
    room.all(&["ann: resign yes"]);
    let over = room.one("bob", "export #1").file.unwrap().body;
    assert!(over.contains("\"fell\"") && !over.contains("\"throws\": null"));
}

#[test]
fn a_false_throw_is_found_out() {
    let file = exported(&mut started());
    assert_eq!(check_export(&file).unwrap().fault, None);
    for of in [1, 2, 3, 4] {
        let (fell, other) = (format!("\"fell\": {of}"), format!("\"fell\": {}", of % 4 + 1));
        let forged = file.replace(&fell, &other);
        if forged != file {
            let fault = check_export(&forged).unwrap().fault.unwrap();
            assert!(fault.contains("fall otherwise"), "{fault}");
            return;
        }
    }
    panic!("nothing fell: {file}");
}
