//! Exported matches have the documented format, and false dice are detected.
use std::{fs, process::Command};

use proof::{check_export, check_export_by};
use serde_json::Value;

use crate::{
    files::folder,
    room::{Room, started},
};

/// Plays a short match to its end and returns its file.
fn exported(room: &mut Room) -> String {
    room.all(&["ann: spin", "ann: resign yes"]);
    room.file_of(1)
}

/// Collects the keys of the format's own objects, not those of a game.
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
    let running = room.file_of(1);
    assert!(running.contains("\"throws\": null") && !running.contains("\"fell\""));
    room.all(&["ann: resign yes"]);
    let over = room.file_of(1);
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
            assert!(fault.contains(": the dice differ from the file."), "{fault}");
            return;
        }
    }
    panic!("nothing fell: {file}");
}

#[test]
fn a_match_of_another_time_is_found_out() {
    let mut room = started();
    let file = exported(&mut room);
    let fault = |file: &str, now| check_export_by(file, now).unwrap().fault;
    let ahead = |now| {
        let agrees = check_export_by(&file, now).unwrap().agrees;
        agrees.iter().any(|it| it.contains("it's dated in the future"))
    };
    assert_eq!(fault(&file, room.now), None);
    assert!(ahead(room.now - 2 * 86_400) && !ahead(room.now));
    for at in [-5, room.now - 2 * 86_400] {
        let early = file.replacen("\"at\": ", &format!("\"at\": {at}, \"x\": "), 1);
        assert!(
            fault(&early, room.now).unwrap().contains("That match has a date before its start."),
            "{at}"
        );
    }
}

#[test]
fn the_second_check_goes_through_every_file() {
    let folder_of_files = tempfile::tempdir().unwrap();
    let good = exported(&mut started());
    let files = [
        ("zero.json", good.replace("\"of\": ", "\"of\": 0, \"x\": ")),
        ("deep.json", "[".repeat(200_000)),
        ("list.json", "[]".to_owned()),
        ("good.json", good),
    ];
    let mut check = Command::new("python3");
    check.arg(folder("proof/verify.py")).current_dir(folder_of_files.path());
    for (name, body) in &files {
        fs::write(folder_of_files.path().join(name), body).unwrap();
        check.arg(name);
    }
    let told = check.output().unwrap();
    let (lines, faults) =
        [told.stdout, told.stderr].map(|output| String::from_utf8(output).unwrap()).into();
    assert_eq!((told.status.code(), faults.as_str()), (Some(1), ""));
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert!(lines[..3].iter().all(|it| it.contains("DOES NOT HOLD")), "{lines:?}");
    assert!(lines[3].starts_with("good.json: holds"), "{lines:?}");
}
