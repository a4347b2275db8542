//! Commitments, seals and lots: all are in the file, and none can be changed unnoticed.
use std::{fs, process::Command};

use proof::check_export;
use serde_json::{Value, json};

use crate::{files::folder, room::Room};

const HOUR: i64 = 3600;

/// Opens a match between Ann and Bob and returns what was said: the challenge and the beginning.
pub(crate) fn opened(challenge: &str) -> (Room, [String; 3]) {
    let mut room = Room::new();
    let offer = room.one("ann", challenge).text.bare();
    let whole = room.one("bob", "stakes").text.bare();
    let begun = room.one("bob", "accept word=plum").text.bare();
    (room, [offer, whole, begun])
}

/// Ends a match and returns its file.
pub(crate) fn ended(room: &mut Room) -> Value {
    room.all(&["ann: resign yes"]);
    file(room)
}

pub(crate) fn file(room: &mut Room) -> Value {
    serde_json::from_str(&room.file_of(1)).unwrap()
}

pub(crate) fn fault(file: &Value) -> Option<String> {
    check_export(&file.to_string()).unwrap().fault
}

/// Has the second program check a file; returns whether it holds, and what it says.
pub(crate) fn second_check(file: &Value, more: &[&str]) -> (bool, String) {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("match.json");
    fs::write(&path, file.to_string()).unwrap();
    let mut check = Command::new("python3");
    let told = check.arg(folder("proof/verify.py")).args(more).arg(path).output().unwrap();
    (told.status.success(), String::from_utf8_lossy(&told.stdout).into_owned())
}

#[test]
fn nothing_that_was_bound_can_be_changed() {
    let (mut room, _) = opened("challenge @bob trapdoor wheel=3:2:1 clock=daily word=pear");
    let good = ended(&mut room);
    assert_eq!((fault(&good), second_check(&good, &[]).0), (None, true));
    let offered: Value = serde_json::from_str(good["bound"]["offer"].as_str().unwrap()).unwrap();
    let mut other = offered.clone();
    other["to"] = Value::Null;
    for (place, value) in [
        ("/options/snap", json!(true)),
        ("/options/wheel", json!("2:1:1")),
        ("/clock", json!("2 days a move")),
        ("/words/first", json!("fig")),
        ("/tag", json!("0000000000000000")),
        ("/commitment", good["bound"]["pledge"].clone()),
        ("/bound/pledge", good["commitment"].clone()),
        ("/bound/offer", json!(other.to_string())),
        ("/bound/toss/fell", json!(3 - good["bound"]["toss"]["fell"].as_i64().unwrap())),
        ("/bound/toss", Value::Null),
    ] {
        let mut forged = good.clone();
        *forged.pointer_mut(place).unwrap_or_else(|| panic!("{place}")) = value;
        assert!(fault(&forged).is_some(), "{place}");
        assert!(!second_check(&forged, &[]).0, "{place}");
    }
    // Annulling a result isn't forgery; making one rated is.
    let mut unrated = good.clone();
    unrated["rated"] = json!(false);
    assert_eq!(fault(&unrated), None);
    let (mut room, _) = opened("challenge @bob trapdoor unrated");
    let mut rated = ended(&mut room);
    rated["rated"] = json!(true);
    assert!(fault(&rated).unwrap().contains("the rating"));
}

#[test]
fn the_toss_for_the_sides_is_checked_and_asked_sides_need_none() {
    let mut seats = Vec::new();
    for n in 0..12 {
        let mut room = Room::new();
        room.all(&[&format!("ann: challenge @bob trapdoor word={n}"), "bob: accept"]);
        let file = ended(&mut room);
        let report = check_export(&file.to_string()).unwrap();
        assert_eq!((report.fault, second_check(&file, &[]).0), (None, true));
        assert!(report.agrees.iter().any(|it| it.starts_with("The toss gave the challenger")));
        seats.push(file["seats"]["first"].to_string());
    }
    seats.sort();
    seats.dedup();
    assert_eq!(seats.len(), 2, "either may have the first seat");
    let (mut room, _) = opened("challenge @bob trapdoor side=white");
    let file = ended(&mut room);
    let agrees = check_export(&file.to_string()).unwrap().agrees;
    assert!(agrees.iter().any(|it| it == "The challenger asked for White."), "{agrees:?}");
    assert!(second_check(&file, &[]).0);
}

#[test]
fn a_choice_made_in_private_is_sealed_when_it_is_made() {
    let (mut room, _) = opened("challenge @bob amtgard duel=stance side=first");
    room.all(&["ann: b6-a5", "bob: c3-b4", "ann: a5xb4"]);
    let said = room.say("bob", "stance bold");
    let told: String = said.iter().map(|it| it.text.bare()).collect();
    let running = file(&mut room);
    let step = |file: &Value| file["steps"].as_array().unwrap()[4].clone();
    let seal = step(&running)["seal"].as_str().unwrap().to_owned();
    assert!(told.contains(&format!("sealed as `{}`", &seal[..16])), "{told}");
    assert_eq!(step(&running)["written"], Value::Null);
    room.all(&["ann: stance guard"]);
    let over = ended(&mut room);
    assert_eq!(
        (&step(&over)["seal"], &step(&over)["written"]),
        (&json!(seal), &json!("stance bold"))
    );
    let agrees = check_export(&over.to_string()).unwrap().agrees;
    assert!(agrees.iter().any(|it| it == "All 2 sealed choices match their seals."), "{agrees:?}");
    assert!(second_check(&over, &[]).0);
    for forge in ["seal", "written"] {
        let mut forged = over.clone();
        let other = if forge == "seal" { "0".repeat(64) } else { "stance steady".to_owned() };
        forged["steps"][4][forge] = json!(other);
        assert!(fault(&forged).is_some(), "{forge}");
        let (holds, says) = second_check(&forged, &[]);
        assert!(!holds && says.contains("doesn't match its seal"), "{says}");
    }
}

#[test]
fn a_choice_by_lot_follows_from_the_secret() {
    let (mut room, _) = opened("challenge @bob amtgard duel=stance side=first clock=daily");
    room.all(&["ann: b6-a5", "bob: c3-b4", "ann: a5xb4"]);
    room.wait(9 * HOUR);
    let file = ended(&mut room);
    let lots: Vec<usize> = (0..file["steps"].as_array().unwrap().len())
        .filter(|n| file["steps"][n].get("lot").is_some())
        .collect();
    assert!(!lots.is_empty(), "nothing was chosen by default");
    let agrees = check_export(&file.to_string()).unwrap().agrees;
    assert!(agrees.iter().any(|it| it.contains("made by default, correctly")), "{agrees:?}");
    assert_eq!((fault(&file), second_check(&file, &[]).0), (None, true));
    let fell = &file["steps"][lots[0]]["lot"][0]["fell"];
    let mut forged = file.clone();
    forged["steps"][lots[0]]["lot"][0]["fell"] = json!(fell.as_i64().unwrap() % 3 + 1);
    assert!(fault(&forged).unwrap().contains("the default choice"));
    let (holds, says) = second_check(&forged, &[]);
    assert!(!holds && says.contains("the lot"), "{says}");
}
