//! What continues after the program was started again: series and orders in advance.
use std::path::Path;

use crate::{privacy::service, room::Room};

/// Starts the program again on the same database.
fn again(room: Room, path: &Path) -> Room {
    let now = room.now;
    drop(room);
    let mut room = Room::with(service(path));
    room.now = now;
    room.tick();
    room
}

#[test]
fn a_series_goes_on_after_a_restart_with_its_score() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.db");
    let mut room = Room::with(service(&path));
    room.all(&["ann: challenge @bob draughts side=black best of 3", "bob: accept"]);
    room.begin(&["ann", "bob"], 1);
    let mut room = again(room, &path);
    let told = room.say("bob", "resign #1 yes");
    let all = told.iter().map(|it| it.text.bare()).collect::<Vec<_>>().join("\n");
    assert!(all.contains("Match 2 of a series, best of 3: Ann 1, Bob 0."), "{all}");
    let pings: Vec<_> = told.iter().flat_map(|it| &it.mentions).collect();
    assert_eq!(pings.len(), 1, "the other side is pinged once, by the next board: {told:?}");
    assert!(told[0].mentions.is_empty() && told[1].turn_of.map(|it| it.0) == Some(2));
    let mut room = again(room, &path);
    room.begin(&["ann", "bob"], 2);
    let told = room.say("bob", "resign #2 yes");
    let all = told.iter().map(|it| it.text.bare()).collect::<Vec<_>>().join("\n");
    assert!(all.contains("Ann wins the series, best of 3: Ann 2, Bob 0."), "{all}");
}

#[test]
fn an_order_in_advance_is_played_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.db");
    let mut room = Room::with(service(&path));
    room.all(&["ann: challenge @bob draughts side=first", "bob: accept", "ann: 11-15"]);
    room.all(&["ann: if 22-18 then 15x22"]);
    let mut room = again(room, &path);
    let kept = room.one("ann", "if").text.bare();
    assert!(kept.contains("1: `if c3-d4 then e5xc3`"), "{kept}");
    let told = room.one("bob", "22-18").text.bare();
    assert!(told.contains("Bob moves c3-d4.\nAnn plays e5xc3 and captures d4."), "{told}");
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
