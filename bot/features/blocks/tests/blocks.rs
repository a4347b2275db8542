//! Blocks: nothing new begins between two of whom one wants nothing of the other.
use model::reply::{Audience, Privacy};

use crate::room::{Room, started};

const QUICK: &str = "challenge @bob draughts";

/// Says a line whose answer nobody else may read, and returns it.
fn alone(room: &mut Room, who: &str, line: &str) -> String {
    let reply = room.one(who, line);
    let text = reply.text.bare();
    assert_eq!((reply.refused, reply.privacy), (None, Privacy::Secret), "{text}");
    assert!(matches!(reply.to, Audience::Only(_)), "{text}");
    text
}

#[test]
fn who_is_blocked_hears_the_same_as_from_somebody_who_takes_no_challenges() {
    let mut room = started();
    room.all(&["bob: settings challenges off"]);
    let off = room.refused("carol", QUICK, "not-now");
    room.all(&["bob: settings challenges on"]);
    assert!(alone(&mut room, "bob", "block @carol").contains("They aren't told."));
    assert_eq!(room.refused("carol", QUICK, "not-now"), off);
    let own = room.refused("bob", "challenge @carol draughts", "not-now");
    assert!(own.starts_with("You block Carol"), "{own}");
    assert!(alone(&mut room, "bob", "block").contains("Carol"));
    alone(&mut room, "bob", "block off @carol");
    room.refused("bob", "block off @carol", "not-now");
    room.refused("bob", "block", "not-now");
    room.all(&[&format!("carol: {QUICK}")]);
}

#[test]
fn open_challenges_of_who_is_blocked_are_declined_and_others_stay() {
    let mut room = started();
    room.all(&["carol: challenge @bob draughts", "carol: challenge @bob trapdoor", "dan: challenge @bob draughts"]);
    let text = alone(&mut room, "bob", "block @carol");
    assert!(text.contains("declined their two challenges"), "{text}");
    room.all(&["bob: accept"]);
}

#[test]
fn an_open_challenge_is_for_neither_of_two_of_whom_one_blocks_the_other() {
    let mut room = started();
    alone(&mut room, "bob", "block @carol");
    room.all(&["carol: challenge anyone draughts"]);
    room.refused("bob", "accept", "not-now");
    room.all(&["dan: accept", "bob: challenge anyone draughts"]);
    room.refused("carol", "accept", "not-now");
    room.all(&["dan: accept"]);
}

#[test]
fn what_two_play_goes_on_and_neither_a_rematch_nor_a_seat_brings_them_together_again() {
    let mut room = started();
    alone(&mut room, "bob", "block @ann");
    room.all(&["ann: board #1", "ann: resign #1 yes"]);
    room.refused("ann", "rematch #1", "not-now");
    room.refused("bob", "rematch #1", "not-now");
}

#[test]
fn one_blocks_other_people_alone_and_not_without_end() {
    let mut room = started();
    for whom in ["@bob", "bot"] {
        room.refused("bob", &format!("block {whom}"), "unknown");
    }
    room.refused("bob", "block off", "not-now");
    let request = room.request("bob", "block @carol");
    assert!(room.service.may_be_secret(&request), "a chat shows the line to nobody else");
}

#[test]
fn that_somebody_is_blocked_is_told_where_nobody_else_reads() {
    let mut room = started();
    let off = ["dan: settings challenges off", "bob: block @carol", "carol: challenge anyone draughts"];
    room.all(&off);
    let told = [
        ("bob", "challenge @carol draughts"),
        ("bob", "accept"),
        ("carol", QUICK),
        ("carol", "challenge @dan draughts"),
    ];
    for (who, line) in told {
        let reply = room.one(who, line);
        let text = reply.text.bare();
        assert_eq!((reply.privacy, reply.mentions.len()), (Privacy::Personal, 0), "{line}: {text}");
        assert!(reply.refused.is_some(), "{line}: {text}");
    }
}
