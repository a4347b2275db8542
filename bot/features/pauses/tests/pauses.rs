//! Pauses: both agree, and clocks stop.
use features::FEATURES;

use crate::{
    clocks::{timed, turn},
    room::Room,
};

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

/// Ann has to move in a paused match.
fn paused(clock: &str) -> Room {
    let mut room = timed(clock);
    room.all(&["ann: pause", "bob: pause accept"]);
    room
}

#[test]
fn whose_time_would_run_is_given_notice_of_the_end_of_a_pause() {
    let mut room = timed("clock=12h");
    room.now += 12 * HOUR - 1;
    room.all(&["ann: pause", "bob: pause accept"]);
    room.now += 20 * DAY;
    let said = room.one("bob", "resume");
    let text = said.text.bare();
    assert!(text.contains("The pause ends in 4 hours, or as soon as Ann says `resume #1`"), "{text}");
    assert_eq!(said.mentions.len(), 1);
    room.now += 1;
    room.refused("bob", "claim", "not-now");
    assert!(room.refused("bob", "resume", "not-now").contains("resumes in 4 hours at the latest"));
    assert!(room.one("bob", "board #1").refused.is_none());
    let said = room.wait(4 * HOUR - 2);
    assert!(said.is_empty(), "{said:?}");
    let said = room.wait(1);
    assert!(said[0].text.bare().contains("\nThe pause of match #1 is over."), "{said:?}");
    room.wait(1);
    assert!(room.one("bob", "claim").text.bare().contains("ran out of time"));
}

#[test]
fn whose_time_would_run_ends_a_pause_at_once() {
    let mut room = paused("days=2");
    room.all(&["ann: resume", "ann: spin"]);
    let mut room = paused("days=2");
    room.all(&["bob: resume", "ann: resume", "ann: spin"]);
    // A day at most, even without a clock.
    for clock in ["clock=slow", "clock=none"] {
        let mut room = paused(clock);
        assert!(room.one("bob", "resume").text.bare().contains("The pause ends in 1 day"), "{clock}");
    }
}

#[test]
fn a_pause_never_ends_by_notice_within_quiet_hours() {
    let mut room = paused("days=3");
    room.all(&["ann: settings quiet 22-7"]);
    room.now += 23 * HOUR;
    let said = room.one("bob", "resume").text.bare();
    assert!(said.contains("The pause ends in 1 day 8 hours"), "{said}");
}

#[test]
fn a_pause_needs_both_and_stops_everything() {
    let mut room = timed("days=2 hard");
    room.now += DAY + HOUR;
    let asked = room.one("ann", "pause");
    assert!(asked.text.bare().contains("Ann asks for a pause"), "{asked:?}");
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
    assert!(back.text.bare().contains("23 hours left"), "{}", back.text.bare());
    assert!(back.board.is_some() && !back.mentions.is_empty());
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

#[test]
fn whether_somebody_can_pause_is_a_question() {
    assert!(Room::new().request("ann", "can you pause").line.asks);
}

#[test]
fn a_request_is_answered_with_yes_and_no_in_any_of_their_forms() {
    let answer = |line: &str| FEATURES.commands().parse(line).unwrap().unwrap().line();
    for (word, meant) in [("y", "accept"), ("ok", "accept"), ("n", "decline"), ("NOPE", "decline")]
    {
        assert_eq!(answer(&format!("pause {word} #2")), format!("pause #2 {meant}"), "{word}");
    }
}
