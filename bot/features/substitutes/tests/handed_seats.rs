//! Seats handed over beforehand, in competitions, with secrets and in files; players who delete their data, and restarts.
use model::reply::Audience;
use proof::{check_export, read_export};
use service::{RandomSource, Service};
use store::Store;

use crate::{
    absent_players::{lines, texts, thought},
    clocks::{timed, turn},
    room::{Room, started},
};

use super::substitutes::taken;

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

/// Bob, who keeps a planet secret, has been away from a rated match of Alien Checkers against Ann.
fn away(terms: &str) -> Room {
    let mut room = Room::new();
    room.all(&[&format!("ann: challenge @bob alien side=black {terms}"), "bob: accept"]);
    room.all(&["cat: help", "dan: help"]);
    room.begin(&["ann", "bob"], 1);
    while room.say("bob", "moves #1").iter().any(|it| it.refused.is_some()) {
        room.play_by(&["ann"], 1, 1);
    }
    room.wait(8 * DAY);
    room
}

/// Returns everything somebody can find out about match #1, in one text.
fn found_out(room: &mut Room, who: &str) -> String {
    let verbs = [
        "hand #1",
        "board #1",
        "board #1 text",
        "history #1",
        "moves #1",
        "export #1",
        "replay #1",
        "games",
        "info #1",
        "note #1",
        "mydata",
        "#1 what is my planet?",
        "share #1",
        "why #1",
        "watch #1",
        "ask #1 hand",
    ];
    let mut all = String::new();
    for verb in verbs {
        let said = room.say(who, verb);
        all.push_str(&format!("{said:?}\n"));
        for file in said.iter().filter_map(|it| it.file.as_ref()) {
            all.push_str(&file.body);
        }
    }
    all
}

/// Returns what is secret to somebody: how they win.
fn secret(room: &mut Room, who: &str) -> String {
    let hand = texts(&room.say(who, "hand #1"));
    let (_, goal) = hand.split_once("you win with ").expect("a planet");
    goal.split(';').next().unwrap().to_owned()
}

#[test]
fn a_secret_shown_to_the_other_sides_friend_makes_a_match_count_for_nobody_also_once_given_back() {
    for clock in ["clock=none", "clock=1d"] {
        let mut room = away(&format!("rated {clock}"));
        let own = secret(&mut room, "bob");
        room.wait(8 * DAY * i64::from(clock == "clock=none"));
        let asked = texts(&room.say("ann", "substitute #1 @cat"));
        assert!(
            asked.contains("then the match counts for nobody's rating, also if the seat"),
            "{asked}"
        );
        assert!(!found_out(&mut room, "cat").contains(&own), "before the seat is taken");
        let said = room.say("cat", "substitute take #1");
        let told = texts(&said);
        assert!(
            told.contains("Cat plays White for Bob. From now on they see what is secret"),
            "{told}"
        );
        let bob = "They see what is secret to you, so it no longer counts for ratings.";
        assert!(told.contains(bob), "{told}");
        for reply in said.iter().filter(|reply| format!("{reply:?}").contains(&own)) {
            let cat = room.one("cat", "hand #1").to;
            assert_eq!(reply.to, cat, "only Cat is told");
        }
        let told = texts(&room.say("cat", "substitute off #1"));
        assert!(told.contains("Cat has seen what is secret to Bob."), "{told}");
        assert!(!found_out(&mut room, "cat").contains(&own), "after the seat was given back");
        let told = texts(&room.say("bob", "resign #1 yes"));
        assert!(told.contains("so no rating changes"), "{told}");
        for who in ["ann", "bob", "cat"] {
            assert!(texts(&room.say(who, "profile")).contains("No rated matches yet"), "{who}");
        }
        assert_eq!(room.service.recount(false).unwrap().differ, [""; 0]);
    }
}

#[test]
fn who_comes_back_hears_who_has_seen_the_secret() {
    let mut room = away("rated clock=none");
    room.all(&["ann: substitute #1 anybody", "dan: substitute #1 take"]);
    let told = texts(&room.say("bob", "back #1"));
    assert!(told.contains("Bob is back and plays on."), "{told}");
    assert!(told.contains("Dan has seen what is secret to Bob."), "{told}");
}

#[test]
fn a_friend_whom_the_owner_named_sees_the_secret_and_the_match_counts_as_with_any_substitute() {
    let mut room = away("rated clock=none");
    let own = secret(&mut room, "bob");
    room.all(&["bob: vacation 5 days substitute @cat"]);
    assert!(!found_out(&mut room, "cat").contains(&own), "before Cat agrees");
    let told = texts(&room.say("cat", "yes"));
    assert!(told.contains("during the vacation. From now on they see what is secret"), "{told}");
    assert!(!told.contains("no longer counts"), "{told}");
    assert_eq!(secret(&mut room, "cat"), own);
    let told = texts(&room.say("bob", "vacation end"));
    assert!(told.contains("Cat has seen what is secret to Bob."), "{told}");
    let told = texts(&room.say("bob", "resign #1 yes"));
    assert!(!told.contains("no rating changes"), "{told}");
    assert!(texts(&room.say("ann", "profile")).contains("1 won"));
}

/// No way a seat changes hands shows its secret to anybody but the one who holds it.
#[test]
fn a_secret_is_seen_by_its_owner_and_who_plays_for_them_and_by_nobody_else() {
    let ways: [&[&str]; 6] = [
        &["ann: substitute #1 @cat"],
        &["ann: substitute #1 @cat", "cat: substitute #1 decline"],
        &["ann: substitute #1 anybody"],
        &["ann: substitute #1 @cat", "cat: substitute #1 take", "cat: substitute #1 off"],
        &["ann: substitute #1 @cat", "cat: substitute #1 take", "bob: back #1"],
        &["ann: substitute #1 bot"],
    ];
    for way in ways {
        let mut room = away("clock=none");
        let own = secret(&mut room, "bob");
        room.all(way);
        for who in ["ann", "cat", "dan"] {
            assert!(!found_out(&mut room, who).contains(&own), "{who} after {way:?}");
        }
        room.moderator = true;
        assert!(!found_out(&mut room, "dan").contains(&own), "a moderator after {way:?}");
    }
    let mut room = away("clock=none");
    let own = secret(&mut room, "bob");
    room.all(&["ann: substitute #1 @cat", "cat: substitute #1 take"]);
    assert!(found_out(&mut room, "cat").contains(&own), "it would be found");
    for who in ["ann", "bob", "dan"] {
        assert!(!found_out(&mut room, who).contains(&own), "{who} while Cat plays");
    }
}

#[test]
fn in_a_series_only_the_owner_names_who_sees_a_secret_and_by_name() {
    let mut room = Room::new();
    room.all(&[
        "ann: challenge @bob alien side=black clock=1d best of 3",
        "bob: accept",
        "cat: help",
    ]);
    room.begin(&["ann", "bob"], 1);
    while room.say("bob", "moves #1").iter().any(|it| it.refused.is_some()) {
        room.play_by(&["ann"], 1, 1);
    }
    // Beforehand, while Bob is there.
    let no = room.refused("bob", "substitute #1 anybody", "not-now");
    assert!(no.contains("sees what is secret to you, so ask somebody by name"), "{no}");
    assert!(
        !lines(&room.one("bob", "substitute #1")).contains(&"substitute #1 anybody".to_owned())
    );
    room.wait(2 * DAY);
    for line in ["substitute #1", "substitute #1 @cat", "substitute #1 anybody"] {
        let no = room.refused("ann", line, "not-now");
        assert!(no.contains("only Bob can name somebody for that"), "{line}: {no}");
    }
}

#[test]
fn a_hand_goes_with_the_seat_and_orders_and_notes_stay() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob alien side=first days=1", "bob: accept", "carol: help"]);
    room.say("ann", "note #1 my own plan");
    let own = texts(&room.say("ann", "hand #1"));
    room.wait(2 * DAY);
    room.refused("carol", "hand #1", "not-yours");
    room.all(&["bob: substitute #1 @carol"]);
    room.refused("carol", "hand #1", "not-yours");
    room.all(&["carol: yes"]);
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
    let running = room.file_of(1);
    assert!(running.contains("\"substitutes\"") && running.contains("\"Carol\""), "{running}");
    room.all(&["bob: resign #1 yes"]);
    let file = room.file_of(1);
    let read: serde_json::Value = serde_json::from_str(&file).unwrap();
    assert_eq!(read["seats"]["first"], "Ann");
    let other = &read["substitutes"][0];
    assert_eq!((&other["name"], &other["kind"]), (&"Carol".into(), &"friend".into()));
    let says = texts(&room.say("bob", "verify #1"));
    assert!(says.contains("The commitments name Ann as Black."), "{says}");
    assert_eq!(check_export(&file).unwrap().fault, None);
    assert!(read_export(&file, room.now).is_ok());
}

#[test]
fn who_deletes_their_data_leaves_the_seat_and_the_owner_loses_it() {
    let mut room = taken();
    turn(&mut room, "carol");
    let said = room.say("carol", "mydata delete yes");
    assert!(texts(&said).contains("Nobody plays for Ann any more."), "{said:?}");
    assert!(room.one("ann", "games").text.bare().contains("#1"));
    let file = room.file_of(1);
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
    let store = || {
        (0..100_000)
            .find_map(|_| Store::trial_at(&path, features::FEATURES.tables()).ok())
            .expect("a database")
    };
    let opened = || Service::new(store(), RandomSource::Repeatable(7), &features::FEATURES);
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
