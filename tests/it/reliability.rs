//! How reliable a player is: turns in time, the median answer, matches called off; and what newcomers may have running.
use crate::room::Room;

const HOUR: i64 = 3600;

/// Ann begins a match of draughts with one day a turn.
pub(crate) fn opened(terms: &str) -> Room {
    let mut room = Room::new();
    room.all(&[&format!("ann: challenge @bob draughts side=first days=1 {terms}"), "bob: accept"]);
    room
}

/// Says a line after some time, and lets the service look at the time before.
pub(crate) fn after(room: &mut Room, seconds: i64, line: &str) {
    room.wait(seconds);
    room.all(&[line]);
}

pub(crate) fn profile(room: &mut Room, who: &str) -> String {
    room.one(who, "profile").text.bare()
}

#[test]
fn a_profile_says_how_many_turns_were_in_time_and_how_long_they_took() {
    let mut room = opened("");
    assert!(!profile(&mut room, "ann").contains("in time"));
    after(&mut room, HOUR, "ann: 11-15");
    after(&mut room, 2 * HOUR, "bob: 24-20");
    after(&mut room, 3 * HOUR, "ann: 8-11");
    after(&mut room, HOUR, "bob: 28-24");
    assert!(!profile(&mut room, "ann").contains("in time"), "two turns say little");
    after(&mut room, 30 * HOUR, "ann: 9-14");
    let text = profile(&mut room, "ann");
    let says = "Ann was in time in 2 of the last 3 turns, usually after 3 hours.";
    assert!(text.contains(says), "{text}");
    let card = room.one("bob", "challenge @ann draughts").text.bare();
    assert!(card.contains(says) && !card.contains("Bob was in time"), "{card}");
    let file = room.one("ann", "mydata export").file.unwrap().body;
    assert!(file.contains("\"in_time\""), "{file}");
    room.all(&["ann: mydata delete yes"]);
    let file = room.one("bob", "mydata export").file.unwrap().body;
    assert!(file.contains("\"in_time\""), "only hers are gone: {file}");
}

#[test]
fn practice_tells_nothing() {
    let mut room = Room::new();
    room.all(&["ann: practice draughts 1 side=first"]);
    room.all(&["ann: 11-15"]);
    room.think();
    assert!(!profile(&mut room, "ann").contains("in time"));
}

#[test]
fn newcomers_may_have_three_matches_and_one_more_for_each_they_finish() {
    let mut room = Room::new();
    room.moderator = true;
    let shown = room.one("mod", "admin limit trust").text.bare();
    assert!(shown.contains("limit by trust: `on`"), "{shown}");
    room.moderator = false;
    for other in ["bob", "carol", "dan"] {
        room.all(&[
            &format!("ann: challenge @{other} draughts side=first"),
            &format!("{other}: accept"),
        ]);
    }
    let text = room.refused("ann", "challenge @eve draughts", "too-much");
    assert!(text.starts_with("Ann has finished 0 matches and may have 3 running here."), "{text}");
    let text = room.refused("eve", "challenge @ann draughts", "too-much");
    assert!(text.starts_with("Ann has finished"), "{text}");
    room.begin(&["ann", "bob"], 1);
    room.all(&["bob: resign #1 yes"]);
    room.all(&["ann: challenge @eve draughts", "eve: accept"]);
    let text = room.one("ann", "challenge @fay draughts");
    assert_eq!(text.refused, None, "one finished, three running: a fourth is allowed");
    room.all(&["fay: accept"]);
    room.refused("ann", "challenge @gus draughts", "too-much");
    room.moderator = true;
    for wrong in ["admin limit trust 3", "admin limit trust maybe"] {
        room.refused("mod", wrong, "unreadable");
    }
    let shown = room.one("mod", "admin limit trust off").text.bare();
    assert!(shown.contains("limit by trust: `off`"), "{shown}");
    room.moderator = false;
    room.all(&["ann: challenge @gus draughts"]);
}
