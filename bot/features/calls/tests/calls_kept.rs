//! Which calls stay, which fall away, and which count for nothing.
use crate::{absent_players::texts, room::Room};

use super::calls::{alone, call, open, running, table};

/// A match of Draughts, on which Cid has called Bob before anything was played.
fn called_at_the_start() -> Room {
    let mut room = open();
    room.now += 60;
    room.all(&["ann: challenge @bob draughts side=black", "bob: accept"]);
    call(&mut room, "cid", "call #1 bob 90");
    room
}

#[test]
fn a_call_stays_where_the_match_goes_back_to_its_position() {
    let mut room = called_at_the_start();
    room.all(&["ann: 11-15", "ann: undo", "bob: undo accept", "ann: 12-16"]);
    assert!(alone(&mut room, "cid", "calls #1").text.bare().contains("You called Bob 90%"));
    room.all(&["bob: 24-20", "ann: 8-12", "bob: 28-24"]);
    let end = texts(&room.say("ann", "resign #1 yes"));
    assert!(end.contains("One person called this match; best: Cid, +"), "{end}");
}

#[test]
fn who_made_a_call_is_told_why_it_fell_away() {
    let mut room = called_at_the_start();
    room.all(&["ann: 11-15"]);
    call(&mut room, "dan", "call #1 ann 90");
    room.all(&["ann: undo", "bob: undo accept", "ann: 12-16"]);
    let says = alone(&mut room, "dan", "calls #1").text.bare();
    assert!(says.contains("that step was taken back, so the call fell away"), "{says}");
    // The side that was called keeps its name while somebody plays on for it.
    room.all(&["ann: vacation 5 days substitute @cid", "cid: yes"]);
    let says = alone(&mut room, "cid", "calls #1").text.bare();
    assert!(says.contains("You called Bob 90% at the start, but have taken part since"), "{says}");
}

#[test]
fn of_matches_between_the_same_two_five_count_for_a_caller() {
    let mut room = running();
    for of in 1..=7 {
        call(&mut room, "cid", &format!("call #{of} ann 97"));
        room.play_by(&["ann", "bob"], of, 1);
        room.all(&[&format!("bob: resign #{of} yes")]);
        room.now += 60;
        room.all(&["ann: challenge @bob trapdoor side=black"]);
        room.all(&["bob: accept"]);
        room.begin(&["ann", "bob"], of + 1);
    }
    let shown = table(&mut room);
    assert!(shown.contains("Cid: +") && shown.contains("points, 5 calls"), "{shown}");
}
