//! Seats handed over beforehand, in competitions, with secrets and in files; players who delete their data, and restarts.
use model::reply::Audience;
use service::{RandomSource, Service, check_export};
use store::Store;

use crate::{
    clocks::{timed, turn},
    room::{Room, started},
    substitutes::{lines, taken, texts, thought},
};

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

#[test]
fn somebody_named_beforehand_plays_during_a_vacation() {
    let mut room = timed("days=1");
    room.all(&["carol: help"]);
    let said = room.say("ann", "vacation 5 days substitute @carol");
    let text = texts(&said);
    assert!(text.contains("Carol, will you play for Ann during the vacation?"), "{text}");
    assert!(room.refused("bob", "claim", "not-now").contains("on vacation"), "until she agrees");
    let said = room.say("carol", "yes");
    assert!(texts(&said).contains("Carol plays Black for Ann during the vacation."), "{said:?}");
    room.wait(HOUR);
    turn(&mut room, "carol");
    turn(&mut room, "bob");
    // Carol's time runs.
    room.wait(DAY);
    turn(&mut room, "carol");
    let said = room.wait(4 * DAY);
    assert!(texts(&said).contains("Ann is back and plays on."), "{said:?}");
    room.refused("carol", "moves #1", "not-yours");
}

#[test]
fn a_planned_vacation_hands_the_seats_over_when_it_begins_and_ends_early() {
    let mut room = timed("clock=30d");
    room.all(&["carol: help", "ann: vacation 5 days from tomorrow substitute @carol"]);
    room.all(&["carol: substitute take"]);
    assert!(!texts(&room.say("ann", "games")).contains("Carol"));
    let said = room.wait(2 * DAY);
    assert!(texts(&said).contains("Carol plays Black for Ann during the vacation."), "{said:?}");
    assert!(texts(&room.say("ann", "vacation end")).contains("Ann is back and plays on."));
    turn(&mut room, "ann");
    room.refused("ann", "vacation 5 days substitute @ann", "illegal");
}

#[test]
fn a_declined_vacation_is_an_ordinary_one() {
    let mut room = timed("days=1");
    room.all(&["carol: help", "ann: vacation 5 days substitute @carol", "carol: no"]);
    assert!(room.refused("bob", "claim", "not-now").contains("on vacation"));
    room.refused("carol", "substitute take", "not-now");
}

#[test]
fn in_a_series_one_is_asked_for_a_substitute_before_resigning() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob draughts side=black best of 3", "bob: accept", "carol: help"]);
    room.begin(&["ann", "bob"], 1);
    let asked = room.one("ann", "resign #1");
    assert_eq!(lines(&asked), ["resign #1 yes", "substitute #1"]);
    assert!(room.one("ann", "substitute #1").text.bare().contains("Who should play on for you?"));
    room.refused("ann", "substitute #1 bot", "not-now");
    room.all(&["ann: substitute #1 @carol", "carol: substitute #1 take"]);
    let games = room.one("carol", "games").text.bare();
    assert!(games.contains("Match 1 of a series, best of 3: Ann 0, Bob 0."), "{games}");
    let told = texts(&room.say("bob", "resign #1 yes"));
    assert!(told.contains("Match 2 of a series, best of 3: Ann 1, Bob 0."), "{told}");
    let mut alone = started();
    alone.begin(&["ann", "bob"], 1);
    assert_eq!(lines(&alone.one("ann", "resign #1")), ["resign #1 yes"], "as it is elsewhere");
    alone.refused("ann", "substitute #1", "not-now");
}

#[test]
fn who_is_named_for_a_vacation_plays_what_begins_in_it() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob draughts side=black best of 3", "bob: accept", "carol: help"]);
    room.begin(&["ann", "bob"], 1);
    room.all(&["ann: vacation 5 days substitute @carol", "carol: yes"]);
    let told = texts(&room.say("bob", "resign #1 yes"));
    assert!(told.contains("Match 2 of a series, best of 3"), "{told}");
    assert!(told.contains("Carol plays White for Ann during the vacation."), "{told}");
    room.all(&["bob: 11-15"]);
    room.refused("ann", "play #2 24-20", "not-yours");
    room.all(&["carol: 24-20"]);
    let said = room.wait(5 * DAY);
    assert!(texts(&said).contains("Ann is back and plays on."), "{said:?}");
}

#[test]
fn a_hand_goes_with_the_seat_and_orders_and_notes_stay() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob alien side=first days=1", "bob: accept", "carol: help"]);
    room.all(&["ann: note #1 my own plan"]);
    let own = texts(&room.say("ann", "hand #1"));
    room.wait(2 * DAY);
    room.refused("carol", "hand #1", "not-yours");
    room.all(&["bob: substitute #1 @carol", "carol: yes"]);
    assert_eq!(texts(&room.say("carol", "hand #1")), own);
    room.refused("ann", "hand #1", "not-yours");
    assert!(!texts(&room.say("carol", "note #1")).contains("my own plan"));
    let told = texts(&room.say("bob", "substitute #1"));
    assert!(!told.contains("settle"), "{told}");
    room.wait(2 * DAY);
    let says = texts(&thought(&mut room, "bob", "claim #1 settle"));
    assert!(says.contains("What is hidden decides here"), "{says}");
}

#[test]
fn a_private_match_is_offered_by_name_and_in_private() {
    let mut room = timed("days=1 private");
    room.all(&["carol: help", "dan: help"]);
    room.wait(2 * DAY);
    room.refused("carol", "board #1", "unknown");
    assert!(room.refused("bob", "substitute #1 anybody", "not-now").contains("private"));
    let said = room.say("bob", "substitute #1 @carol");
    assert!(said.iter().all(|it| it.to != Audience::Room), "{said:?}");
    room.refused("dan", "substitute #1 take", "unknown");
    room.all(&["carol: substitute #1 take"]);
    room.all(&["carol: board #1"]);
}

#[test]
fn a_match_with_a_handed_seat_is_exported_checked_and_read_again() {
    let mut room = taken();
    turn(&mut room, "carol");
    let running = room.one("bob", "export #1").file.unwrap().body;
    assert!(running.contains("\"substitutes\"") && running.contains("\"Carol\""), "{running}");
    room.all(&["bob: resign #1 yes"]);
    let file = room.one("bob", "export #1").file.unwrap().body;
    let read: serde_json::Value = serde_json::from_str(&file).unwrap();
    assert_eq!(read["seats"]["first"], "Ann");
    let other = &read["substitutes"][0];
    assert_eq!((&other["name"], &other["kind"]), (&"Carol".into(), &"friend".into()));
    let says = texts(&room.say("bob", "verify #1"));
    assert!(says.contains("The commitments name Ann as Black."), "{says}");
    assert_eq!(check_export(&file).unwrap().fault, None);
    let mut request = room.request("bob", "import @dan");
    request.attachment = Some(file);
    let said = room.service.handle(&request);
    assert!(said.iter().all(|it| it.reply.refused.is_none()), "{said:?}");
}

#[test]
fn who_deletes_their_data_leaves_the_seat_and_the_owner_loses_it() {
    let mut room = taken();
    turn(&mut room, "carol");
    let said = room.say("carol", "mydata delete yes");
    assert!(texts(&said).contains("Nobody plays for Ann any more."), "{said:?}");
    assert!(room.one("ann", "games").text.bare().contains("#1"));
    let file = room.one("bob", "export #1").file.unwrap().body;
    assert!(!file.contains("Carol") && file.contains("a former player"), "{file}");
    let mut room = taken();
    let said = room.say("ann", "mydata delete yes");
    assert!(texts(&said).contains("Bob (White) wins"), "{said:?}");
    assert!(room.one("carol", "games").text.bare().contains("no match"));
}

#[test]
fn a_restart_in_between_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.db");
    // A process that another test has just started can hold the file for a moment.
    let store = || (0..100_000).find_map(|_| Store::trial_at(&path).ok()).expect("a database");
    let opened = || Service::new(store(), RandomSource::Repeatable(7));
    let mut room = Room::with(opened());
    room.all(&["ann: challenge @bob trapdoor side=black days=1", "bob: accept", "carol: help"]);
    room.wait(2 * DAY);
    // No clock runs while the bot is off.
    let again = |room: Room, later: i64| {
        let now = room.now + later;
        drop(room);
        let mut room = Room::with(opened());
        room.now = now;
        room
    };
    let mut room = again(room, HOUR);
    room.all(&["bob: substitute #1 @carol"]);
    let mut room = again(room, HOUR);
    room.all(&["carol: substitute #1 take"]);
    let mut room = again(room, HOUR);
    turn(&mut room, "carol");
    let mut room = again(room, HOUR);
    room.all(&["ann: back #1"]);
    let mut room = again(room, 3 * DAY);
    room.tick();
    assert!(room.one("ann", "games").text.bare().contains("#1"));
    assert_eq!(room.service.recount(false).unwrap().differ, [""; 0]);
}
