//! Time that does not count: vacations, which are bounded and seen by all, and pauses that both agree on.
use crate::{
    clocks::{timed, turn},
    room::Room,
};

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

#[test]
fn on_vacation_no_time_runs_and_everybody_sees_it() {
    let mut room = timed("days=2 hard");
    room.now += DAY;
    let said = room.one("ann", "vacation 10 days").text.bare();
    assert!(said.contains("Ann is on vacation for 10 d"), "{said}");
    assert!(room.wait(10 * DAY - HOUR).is_empty(), "nobody is reminded either");
    assert!(room.refused("bob", "claim", "not-now").contains("on vacation for another 1 h"));
    assert!(room.one("bob", "profile @ann").text.bare().contains("On vacation for another 1 h"));
    assert!(room.one("bob", "games").text.bare().contains("on vacation"));
    room.now += HOUR;
    assert!(room.one("ann", "games").text.bare().contains("to move, 1 d left"));
    let end = room.wait(DAY);
    assert!(end.last().unwrap().text.bare().contains("ran out of time"));
}

#[test]
fn turn_messages_say_who_is_on_vacation_also_in_matches_begun_meanwhile() {
    let mut room = timed("days=2");
    room.all(&["bob: vacation 3 days"]);
    room.now += HOUR;
    let text = turn(&mut room, "ann").text.bare();
    assert!(text.contains("Bob is on vacation for another 2 d 23 h."), "{text}");
    room.all(&["bob: challenge @cid trapdoor side=black days=1"]);
    let text = room.one("cid", "accept").text.bare();
    assert!(text.contains("Bob is on vacation"), "{text}");
    room.now += 2 * DAY;
    room.refused("cid", "claim", "not-now");
    // Whoever is on vacation may still play.
    room.all(&["bob: #2 spin", "bob: vacation end"]);
    assert!(!room.one("cid", "games").text.bare().contains("vacation"));
    room.now += DAY;
    room.all(&["cid: claim #2"]);
}

#[test]
fn vacations_are_bounded() {
    let mut room = Room::new();
    for (words, code) in [
        ("vacation 31 days", "too-much"),
        ("vacation 99999999999 days", "unreadable"),
        ("vacation 1h", "unreadable"),
        ("vacation -3 days", "unreadable"),
        ("vacation soon", "unreadable"),
        ("vacation end", "not-now"),
    ] {
        room.refused("ann", words, code);
    }
    assert!(room.one("ann", "vacation").text.bare().contains("You may take 30 d more"));
    room.all(&["ann: vacation 20 days"]);
    room.refused("ann", "vacation 1 day", "not-now");
    room.now += 5 * DAY;
    room.all(&["ann: vacation end"]);
    assert!(room.one("ann", "vacation").text.bare().contains("You may take 25 d more"));
    room.all(&["ann: vacation 25 days"]);
    room.now += 26 * DAY;
    assert!(room.refused("ann", "vacation 1 day", "too-much").contains("no time of vacation left"));
    room.now += 340 * DAY;
    room.all(&["ann: vacation 5 days"]);
}

#[test]
fn a_vacation_goes_back_with_the_clock_of_the_machine() {
    let mut room = timed("days=3");
    room.wait(DAY);
    room.all(&["ann: vacation 5 days"]);
    room.wait(DAY);
    // The program is started again, and the machine has another idea of the time.
    room.now -= 2 * DAY;
    room.desk.tick(room.now).unwrap();
    assert!(room.one("ann", "vacation").text.bare().contains("another 4 d"));
    assert!(room.refused("bob", "claim", "not-now").contains("on vacation for another 4 d"));
}

#[test]
fn a_pause_needs_both_and_stops_everything() {
    let mut room = timed("days=2 hard");
    room.now += DAY + HOUR;
    let asked = room.one("ann", "pause");
    assert!(asked.text.bare().contains("Ann would like to pause"), "{asked:?}");
    room.refused("ann", "pause accept", "not-now");
    room.refused("ann", "pause", "not-now");
    room.refused("cid", "pause #1 accept", "not-yours");
    room.all(&["bob: pause decline", "ann: pause", "bob: pause accept"]);
    assert!(room.wait(100 * DAY).is_empty());
    room.refused("bob", "claim", "not-now");
    room.refused("bob", "pause", "not-now");
    assert!(room.refused("ann", "spin", "not-now").contains("resume #1"));
    assert!(room.one("ann", "games").text.bare().contains("paused"));
    let back = room.one("ann", "resume");
    assert!(back.text.bare().contains("23 h left"), "{}", back.text.bare());
    assert!(back.turn_of.is_some() && !back.mentions.is_empty());
    room.refused("ann", "resume", "not-now");
    room.all(&["ann: spin"]);
    let end = room.wait(DAY);
    assert!(end.last().unwrap().text.bare().contains("ran out of time"));
}

#[test]
fn who_does_not_want_a_pause_is_not_asked_for_ever() {
    let mut room = timed("");
    for _ in 0..2 {
        room.all(&["ann: pause", "bob: pause decline"]);
    }
    room.refused("ann", "pause", "too-much");
    room.refused("bob", "pause decline", "not-now");
    turn(&mut room, "ann");
    room.all(&["ann: pause", "bob: pause"]);
    room.refused("bob", "spin", "not-now");
}

#[test]
fn a_pause_does_not_keep_anybody_from_giving_up() {
    let mut room = timed("days=2");
    room.all(&["ann: pause", "bob: pause accept", "ann: resign yes"]);
    assert!(room.wait(10 * DAY).is_empty());
}
