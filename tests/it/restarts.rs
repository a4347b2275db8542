//! What continues after the program was started again: codes and limits.
use std::path::Path;

use serde_json::Value;
use service::PINGS;

use crate::{privacy::service, room::Room};

/// Starts the program again on the same database.
pub(crate) fn again(room: Room, path: &Path) -> Room {
    let now = room.now;
    drop(room);
    let mut room = Room::with(service(path));
    room.now = now;
    room.tick();
    room
}

#[test]
fn what_others_asked_is_answered_with_a_bare_yes_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.db");
    let mut room = Room::with(service(&path));
    room.all(&["ann: challenge @bob draughts side=first"]);
    let mut room = again(room, &path);
    room.all(&["bob: yes", "ann: 11-15", "ann: undo"]);
    let mut room = again(room, &path);
    room.all(&["bob: yes"]);
    room.refused("bob", "yes", "unknown");
    room.all(&["ann: 11-15", "bob: 22-17", "ann: resign"]);
    let mut room = again(room, &path);
    room.refused("ann", "yes", "unknown");
    room.all(&["ann: resign yes"]);
}

#[test]
fn wrong_codes_are_counted_over_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.db");
    let mut room = Room::with(service(&path));
    for _ in 0..3 {
        room.refused("ann", "accept K7QX", "unknown");
    }
    let mut room = again(room, &path);
    for _ in 0..2 {
        room.refused("ann", "accept K7QX", "unknown");
    }
    let mut room = again(room, &path);
    room.refused("ann", "accept K7QX", "too-much");
    room.refused("bob", "accept K7QX", "unknown");
    room.now += 10 * 60;
    room.refused("ann", "accept K7QX", "unknown");
}

#[test]
fn pings_are_counted_over_a_restart_and_follow_a_clock_that_was_set_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.db");
    let mut room = Room::with(service(&path));
    for n in 1..=PINGS {
        if n == PINGS / 2 {
            room = again(room, &path);
        }
        room.all(&["ann: challenge @bob trapdoor", &format!("ann: cancel {n}")]);
    }
    let mut room = again(room, &path);
    room.refused("ann", "challenge @bob trapdoor", "too-much");
    room.now -= 24 * 3600;
    room.service.tick(room.now).unwrap();
    let mut room = again(room, &path);
    let says = room.refused("ann", "challenge @bob trapdoor", "too-much");
    assert!(says.contains("Try again in 1 hour"), "an hour from now, not from then: {says}");
    let kept = |room: &mut Room| {
        let data = room.one("ann", "mydata export").file.unwrap().body;
        let data: Value = serde_json::from_str(&data).unwrap();
        data["kept"]["pings"].as_array().unwrap().len()
    };
    assert_eq!(kept(&mut room), PINGS);
    room.wait(3600);
    assert_eq!(kept(&mut room), 0, "after the hour they are deleted");
    room.all(&["ann: challenge @bob trapdoor"]);
}

#[test]
fn the_matches_of_a_server_are_listed_with_their_boards() {
    let mut room = Room::new();
    let none = room.one("zoe", "games live").text.bare();
    assert!(none.contains("No match is running on this server."), "{none}");
    room.all(&["ann: challenge @bob draughts side=first", "bob: accept"]);
    room.all(&["cid: challenge @dan trapdoor side=black", "dan: accept"]);
    room.all(&["ann: challenge @dan amtgard private", "dan: accept"]);
    let live = room.one("zoe", "games live");
    let text = live.text.bare();
    assert!(text.contains("2 matches are running on this server:"), "{text}");
    assert!(text.contains("#1 Draughts") && text.contains("Ann – Bob, Ann to move"), "{text}");
    assert!(!text.contains("#3") && live.mentions.is_empty(), "a private one isn't shown: {text}");
    let picture = live.picture.expect("small boards");
    assert_eq!((picture.eyes, picture.beside.len()), (None, 1));
    room.refused("zoe", "games live @bob", "unreadable");
}
