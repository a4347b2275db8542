//! What moderators can choose for a room, and nobody else.
use engine::refusal::Code;
use model::reply::Audience;
use service::RoomName;

use crate::room::{Room, started};

/// Opens a room whose speakers may manage it.
pub(crate) fn managed() -> Room {
    let mut room = started();
    room.moderator = true;
    room
}

#[test]
fn nobody_else_can_do_any_of_it() {
    let mut room = started();
    let before = room.one("ann", "admin").text.bare();
    for words in
        ["admin threads on", "admin prefix ?", "admin channels add", "admin limit person 1"]
    {
        room.refused("ann", words, "not-yours");
    }
    assert_eq!(room.one("ann", "admin").text.bare(), before);
    assert!(!before.contains("banned"), "who was sent away is told to moderators alone");
}

#[test]
fn odd_orders_change_nothing() {
    let mut room = managed();
    let before = room.one("cid", "admin").text.bare();
    for (words, code) in [
        ("admin everything", "unknown"),
        ("admin channels maybe", "unreadable"),
        ("admin channels remove", "not-now"),
        ("admin limit person", "unreadable"),
        ("admin limit person 0", "unreadable"),
        ("admin limit person -1", "unreadable"),
        ("admin limit person 99999999999", "unreadable"),
        ("admin limit dog 3", "unreadable"),
        ("admin limit person 3 4", "unreadable"),
    ] {
        room.refused("cid", words, code);
    }
    assert_eq!(room.one("cid", "admin").text.bare(), before);
    room.all(&["ann: spin"]);
}

#[test]
fn games_are_begun_in_allowed_channels_only_and_played_to_their_end_anywhere() {
    let mut room = managed();
    room.handle = "games".to_owned();
    let shown = room.one("cid", "admin channels add").text.bare();
    assert!(shown.contains("channels: `a room`"), "{shown}");
    room.refused("cid", "admin channels remove", "not-now");
    room.all(&["ann: challenge @bob trapdoor"]);
    room.handle = "room".to_owned();
    for words in ["challenge @bob trapdoor", "practice trapdoor 1", "league new trapdoor"] {
        let refused = room.refused("cid", words, "not-now");
        assert!(refused.contains("New games are off in a room; use a room"), "{words}: {refused}");
    }
    // What is only read begins nothing: the asker gets it, and the room isn't disturbed.
    for words in ["profile", "rules trapdoor"] {
        let told = room.one("cid", words);
        assert!(matches!(told.to, Audience::Only(_)), "{words}: {}", told.text.bare());
    }
    room.all(&[
        "ann: spin",
        "ann: board",
        "bob: games",
        "bob: mydata",
        "bob: help",
        "ann: resign yes",
    ]);
    room.refused("ann", "rematch", "not-now");
    room.all(&[
        "cid: admin channels add",
        "ann: rematch",
        "cid: admin channels all",
        "bob: profile",
    ]);
}

#[test]
fn a_thread_allows_what_its_channel_allows() {
    let mut room = managed();
    room.all(&["cid: admin channels add"]);
    let mut says = |thread: &str, of: Option<&str>, words: &str| {
        let mut request = room.request("ann", words);
        request.room.handle = thread.to_owned();
        request.thread_of = of.map(str::to_owned);
        room.service.handle(&request).remove(0).reply.refused
    };
    let challenge = "challenge trapdoor";
    assert_eq!(says("beside", None, challenge), Some(Code::NotNow));
    assert_eq!(says("talk", Some("beside"), challenge), Some(Code::NotNow));
    assert_eq!(says("games", Some("room"), challenge), None);
    // It is remembered for what is said elsewhere.
    assert_eq!(says("games", None, challenge), None);
}

#[test]
fn what_is_chosen_for_one_server_is_nothing_to_another() {
    let mut room = managed();
    room.all(&["cid: admin channels add", "cid: admin limit person 1"]);
    let mut request = room.request("ann", "challenge @bob trapdoor");
    request.room = RoomName {
        handle: "far".to_owned(),
        name: "far".to_owned(),
        server: "t".to_owned(),
        answers_only: false,
    };
    assert_eq!(room.service.handle(&request)[0].reply.refused, None);
}

#[test]
fn limits_hold_for_each_person_and_each_channel() {
    let mut room = managed();
    room.all(&["cid: admin limit person 1"]);
    assert!(
        room.refused("ann", "challenge @cid trapdoor", "too-much")
            .contains("Ann already has one match")
    );
    assert!(
        room.refused("cid", "challenge @bob trapdoor", "too-much")
            .contains("Bob already has one match")
    );
    room.all(&["cid: challenge trapdoor"]);
    room.refused("bob", "accept", "too-much");
    room.all(&["dan: accept", "cid: admin limit person off", "cid: admin limit channel 2"]);
    assert!(room.refused("ann", "challenge @cid trapdoor", "too-much").contains("Only 2 matches"));
    room.all(&["ann: resign #1 yes", "ann: challenge @cid trapdoor"]);
}
