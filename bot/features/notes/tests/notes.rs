//! Notes: written by a player about a match, and shown to nobody else.
use command::Does;
use features::FEATURES;
use model::reply::{Audience, Privacy, Reply};

use crate::{
    link::{linked, on_matrix},
    room::{Room, started},
};

/// Says a line whose answer nobody else may read.
fn alone(room: &mut Room, who: &str, line: &str) -> String {
    let reply = room.one(who, line);
    let text = reply.text.bare();
    assert_eq!((reply.refused, reply.privacy), (None, Privacy::Secret), "{text}");
    assert!(matches!(reply.to, Audience::Only(_)), "{text}");
    text
}

fn exported(room: &mut Room, who: &str) -> String {
    room.one(who, "mydata export").file.expect("a file").body
}

#[test]
fn a_note_is_written_shown_replaced_and_deleted() {
    let mut room = started();
    let text = alone(&mut room, "ann", "note #1 Bob's  left side\nis weak");
    assert!(text.contains("Noted. You alone see it"), "{text}");
    assert!(alone(&mut room, "ann", "note #1").ends_with("Your note: Bob's left side is weak"));
    let text = alone(&mut room, "ann", "note keep G1 closed");
    assert!(text.ends_with("It replaces: Bob's left side is weak"), "{text}");
    let text = alone(&mut room, "ann", "note");
    assert!(text.ends_with("#1 keep G1 closed"), "{text}");
    alone(&mut room, "ann", "note #1 delete");
    room.refused("ann", "note #1 delete", "not-now");
    room.refused("ann", "note #1", "not-now");
    room.refused("ann", "note", "not-now");
}

#[test]
fn a_note_comes_with_the_board_for_its_writer_alone() {
    let mut room = started();
    room.all(&["ann: note #1 keep G1 closed"]);
    for line in ["board", "next"] {
        let told = room.say("ann", line);
        let [board, own] = &told[..] else { panic!("{told:?}") };
        assert!(board.picture.is_some() && !board.text.bare().contains("keep"));
        assert_eq!(own.text.bare(), "Your note on #1: keep G1 closed");
        assert_eq!(own.privacy, Privacy::Secret);
    }
    assert!(!room.file_of(1).contains("keep G1"));
    for (who, line) in [("bob", "board"), ("carol", "board #1"), ("bob", "games")] {
        let heard = |reply: &Reply| format!("{:?}", reply).contains("keep G1");
        assert!(!room.say(who, line).iter().any(heard), "{who}: {line}");
    }
    let request = room.request("ann", "note #1 keep G1 closed");
    assert!(room.service.may_be_secret(&request), "a chat shows the line to nobody else");
}

#[test]
fn only_players_write_and_nothing_grows_without_end() {
    let mut room = started();
    room.refused("carol", "note #1 hello", "not-yours");
    room.refused("ann", "note #99 hello", "unknown");
    let text = room.refused("ann", &format!("note #1 {}", "x".repeat(1001)), "too-much");
    assert!(text.starts_with("A note can have at most 1000 characters; this one has 1001."));
    for n in 0..1000 {
        room.say("ann", &format!("note #1 number {n}"));
    }
    assert!(alone(&mut room, "ann", "note #1").ends_with("number 999"));
    assert!(!exported(&mut room, "ann").contains("number 998"));
}

#[test]
fn a_note_outlives_its_match_and_goes_with_its_writer() {
    let mut room = started();
    room.all(&["ann: note #1 Bob likes the middle", "bob: note #1 Ann is Ann"]);
    room.all(&["ann: abort #1 yes"]);
    assert!(alone(&mut room, "ann", "note #1").contains("likes the middle"));
    assert!(exported(&mut room, "ann").contains("Bob likes the middle"));
    assert!(!exported(&mut room, "bob").contains("likes the middle"));
    room.all(&["ann: mydata delete yes"]);
    let text = alone(&mut room, "bob", "note #1");
    assert!(text.ends_with("a former player is a former player"), "{text}");
}

#[test]
fn all_are_listed_the_latest_first_and_each_player_has_their_own() {
    let mut room = started();
    room.all(&["ann: challenge @bob draughts", "bob: accept", "ann: note #1 one"]);
    room.now += 1;
    room.all(&["ann: note #2 two", "bob: note #1 four"]);
    assert!(alone(&mut room, "ann", "note").ends_with("- #2 two\n- #1 one"));
    room.now += 1;
    room.all(&["ann: note #1 three"]);
    assert!(alone(&mut room, "ann", "note").ends_with("- #1 three\n- #2 two"));
    alone(&mut room, "ann", "note #1 delete");
    assert!(alone(&mut room, "ann", "note").ends_with("#2 two"));
    assert!(alone(&mut room, "bob", "note #1").ends_with("Your note: four"));
}

#[test]
fn linked_accounts_share_their_notes_and_each_keeps_those_of_its_chat() {
    let mut room = started();
    room.all(&["ann: note #1 keep G1 closed"]);
    on_matrix(&mut room, "anna", "hello");
    linked(&mut room);
    let listed = |room: &mut Room| on_matrix(room, "anna", "note").remove(0);
    assert!(listed(&mut room).text.bare().ends_with("#1 keep G1 closed"));
    room.all(&["ann: unlink", "ann: unlink yes"]);
    assert!(listed(&mut room).refused.is_some());
    assert!(alone(&mut room, "ann", "note").ends_with("#1 keep G1 closed"));
}

#[test]
fn a_note_asks_nothing_and_only_its_deletion_deletes() {
    for line in ["note #1 what about b6", "note he took it but why"] {
        assert!(!FEATURES.commands().read(line).asks, "{line}");
    }
    let said = FEATURES.commands().parse("note #1 delete").unwrap().unwrap();
    assert_eq!(said.does(), Does::Deletes);
}
