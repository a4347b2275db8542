//! A feature is one folder and one line in a list: all that it adds is there, and comes where it should.
use model::time::DAY;
use serde_json::{Value, json};

use super::{FEATURE, TABLES};
use crate::room::Room;

fn profile(room: &mut Room) -> String {
    room.one("ann", "profile @bob").text.bare()
}

#[test]
fn a_command_of_a_small_feature_is_read_helped_with_and_counted_on_a_profile() {
    let mut room = Room::with_feature(&FEATURE);
    room.all(&["bob: help"]);
    assert!(!profile(&mut room).contains("Thanked"));
    assert_eq!(room.one("ann", "thanks @bob").text.bare(), "Ann thanks Bob.");
    assert_eq!(room.one("cid", "thank you @bob").text.bare(), "Cid thanks Bob.");
    assert!(profile(&mut room).contains("Thanked 2 times in a year."));
    assert!(room.refused("ann", "thanks @ann", "not-now").contains("yourself"));
    assert!(room.refused("ann", "thanks", "unreadable").contains("thanks @bob"));
    let help = room.one("ann", "help thanks").text.bare();
    assert!(help.contains("Profiles count the thanks of a year."), "{help}");
    room.wait(366 * DAY);
    assert!(!profile(&mut room).contains("Thanked"));
}

#[test]
fn its_setting_is_listed_and_holds() {
    let mut room = Room::with_feature(&FEATURE);
    let off = room.one("bob", "settings thanks off").text.bare();
    assert!(off.contains("thanks: `off`"), "{off}");
    let refusal = room.refused("ann", "thanks @bob", "not-now");
    assert_eq!(refusal, "Bob doesn't want to be thanked.");
}

#[test]
fn its_line_follows_the_end_of_a_match() {
    let mut room = Room::with_feature(&FEATURE);
    room.all(&["ann: challenge @bob draughts", "bob: accept"]);
    room.begin(&["ann", "bob"], 1);
    let told = room.say("bob", "resign #1 yes");
    let told: Vec<String> = told.iter().map(|it| it.text.bare()).collect();
    assert!(told.concat().contains("Was it a good one? `thanks @"), "{told:?}");
}

#[test]
fn what_it_keeps_is_exported_and_deleted() {
    let mut room = Room::with_feature(&FEATURE);
    room.all(&["bob: help", "ann: thanks @bob", "bob: thanks @ann"]);
    let export = room.one("ann", "mydata export").file.expect("a file").body;
    let export: Value = serde_json::from_str(&export).unwrap();
    assert_eq!(export["kept"]["thanks"].as_array().map(Vec::len), Some(2), "{export}");
    assert_eq!(export["kept"]["thanks"][0]["at"], json!(room.now));
    room.all(&["ann: mydata delete yes"]);
    let left = room.one("bob", "mydata export").file.expect("a file").body;
    let left: Value = serde_json::from_str(&left).unwrap();
    assert_eq!(left["kept"]["thanks"], json!([]));
    static PARTS: &[&store::Tables] = &[&store::KERNEL, &TABLES];
    assert_eq!(store::table_faults(PARTS).unwrap(), Vec::<String>::new());
}

#[test]
fn the_feature_that_contributing_shows_is_this_one() {
    let source = include_str!("mod.rs");
    let page = include_str!("../../../CONTRIBUTING.md");
    let (shown, _) = source.split_once("\nfn thanks_for").unwrap();
    assert!(page.contains(shown), "CONTRIBUTING.md shows another feature than thanks/mod.rs");
    let section = page.split("\n## ").find(|it| it.starts_with("Adding a feature\n")).unwrap();
    let words = section.split("```").step_by(2).flat_map(str::split_whitespace).count();
    assert!(words <= 300, "the section has {words} words");
}
