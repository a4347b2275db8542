//! Called-off matches, and what is told and kept of them.
use model::reply::Reply;
use proof::check_export;

use crate::room::{Room, started};

/// Plays match `of` of Ann and Bob until each side has ended two turns.
pub(crate) fn begun(of: i64) -> Room {
    let mut room = started();
    room.begin(&["ann", "bob"], of);
    room
}

/// Returns the lines of the buttons below a reply.
fn offered(reply: &Reply) -> Vec<&str> {
    reply.menu.iter().flat_map(|it| &it.choices).map(|it| &*it.says).collect()
}

#[test]
fn leaving_before_the_second_turns_have_ended_calls_the_match_off() {
    for (words, says) in [
        ("resign", "Bob (White) resigned before both sides had finished two turns"),
        ("abort", "Bob (White) called the match off before both sides had finished two turns"),
    ] {
        for steps in [0, 3] {
            let mut room = started();
            room.play_on(1, steps);
            let asked = room.one("bob", &format!("{words} #1")).text.bare();
            assert!(asked.contains("? It won't count."), "{asked}");
            assert!(asked.contains("number 1 of the 3 you may"), "{asked}");
            let told = room.one("bob", &format!("{words} #1 yes"));
            assert_eq!(offered(&told), ["rematch #1"], "there is nothing to review");
            let told = told.text.bare();
            assert!(told.contains(says) && told.contains("doesn't count"), "{told}");
            assert!(room.one("ann", "profile").text.bare().contains("No rated matches yet"));
            assert!(room.story(1).contains(says));
            let file = room.file_of(1);
            let json: serde_json::Value = serde_json::from_str(&file).unwrap();
            assert_eq!(json["end"]["ending"]["called-off"]["by"], "second", "{words}");
            assert_eq!(check_export(&file).unwrap().fault, None);
            assert_eq!(room.service.recount(false).unwrap().matches, 0);
        }
    }
    let mut room = begun(1);
    room.refused("bob", "abort #1 yes", "not-now");
    let told = room.one("bob", "resign #1 yes");
    assert_eq!(offered(&told), ["rematch #1", "review #1"]);
    let told = told.text.bare();
    assert!(told.contains("Ann (Black) wins") && told.contains("Ann: "), "{told}");
    assert_eq!(room.service.recount(false).unwrap().matches, 1);
}

#[test]
fn whoever_calls_off_too_often_resigns_and_hears_so_before() {
    let mut room = Room::new();
    for of in 1..=5 {
        room.all(&["ann: challenge @bob trapdoor side=black", "bob: accept"]);
        let asked = room.one("ann", &format!("abort #{of}")).text.bare();
        let told = room.one("ann", &format!("abort #{of} yes")).text.bare();
        if of <= 3 {
            assert!(asked.contains(&format!("number {of} of the 3 you may")), "{asked}");
            assert!(told.contains("called the match off"), "{told}");
        } else {
            let why = "called off 3 matches in the last 30 days";
            assert!(asked.contains(why) && asked.contains("Bob wins"), "{asked}");
            assert!(told.contains(why) && told.contains("Bob (White) wins"), "{told}");
            assert!(told.contains("Ann: ") && !told.contains("Bob: "), "only she pays: {told}");
            assert!(asked.contains("Bob's rating stays the same"), "{asked}");
        }
    }
    // Only the one who called off is affected, and after a month it is forgotten.
    room.all(&["ann: challenge @bob trapdoor side=black", "bob: accept"]);
    assert!(room.one("bob", "resign").text.bare().contains("number 1 of the 3 you may"));
    room.all(&["ann: draw", "bob: draw"]);
    room.now += 30 * 86_400 + 1;
    room.all(&["ann: challenge @bob trapdoor side=black", "bob: accept"]);
    assert!(room.one("ann", "resign").text.bare().contains("number 1 of the 3 you may"));
    let rate = "Ann has called off 3 of 6 matches (50%)";
    assert!(room.one("bob", "profile @ann").text.bare().contains(rate));
    room.all(&["ann: resign yes"]);
    let offer = room.one("ann", "challenge @bob trapdoor").text.bare();
    assert!(offer.contains("Ann has called off 4 of 7 matches (57%)"), "{offer}");
    assert!(!offer.contains("Bob has called off"), "{offer}");
    let offer = room.one("bob", "challenge @ann trapdoor").text.bare();
    assert!(offer.contains("Ann has called off"), "{offer}");
}

#[test]
fn two_who_agree_cannot_make_a_rating_of_matches_left_at_once() {
    let mut room = Room::new();
    for of in 1..=9 {
        room.all(&["ann: challenge @bob trapdoor side=black", "bob: accept"]);
        room.all(&[&format!("ann: resign #{of} yes")]);
        room.now += 3600;
    }
    assert!(room.one("bob", "profile").text.bare().contains("No rated matches yet"));
    assert!(room.one("cid", "profile @ann").text.bare().contains("0 won, 6 lost"));
    let file = room.file_of(9);
    assert!(file.contains(r#""left": "first""#), "{file}");
    assert_eq!(check_export(&file).unwrap().fault, None);
    let recount = room.service.recount(false).unwrap();
    assert_eq!((recount.matches, recount.differ), (6, Vec::new()));
}

#[test]
fn a_match_that_has_begun_stays_so_when_its_turns_are_taken_back() {
    let mut room = begun(1);
    let answer = |room: &mut Room| {
        for (who, other) in [("ann", "bob"), ("bob", "ann")] {
            let asked = room.say(who, "undo");
            if asked[0].refused.is_none() && asked[0].menu.is_some() {
                return room.say(other, "undo accept")[0].refused.is_none();
            }
        }
        false
    };
    while answer(&mut room) && 1 < room.one("ann", "board").picture.unwrap().step {
        room.now += 3600;
    }
    assert!(room.one("ann", "board").picture.unwrap().step <= 1, "back at the start");
    for who in ["ann", "bob"] {
        room.refused(who, "abort", "not-now");
        assert!(room.one(who, "resign").text.bare().contains("resign match #1"));
    }
}

#[test]
fn a_match_from_a_position_is_shown_and_never_rated() {
    let mut room = Room::new();
    let offer = room.one("ann", "challenge @bob trapdoor side=black from=B:W32:B1-12");
    let text = offer.text.bare();
    assert!(text.contains("(from a position), ") && text.contains(", unrated."), "{text}");
    assert!(text.contains("A match from a set position isn't rated"), "{text}");
    assert!(offer.text.has_block() && !text.contains("At stake"), "{text}");
    room.refused("ann", "challenge @bob trapdoor rated from=B:W32:B1-12", "illegal");
    let counter = room.say("bob", "counter 1 rated days=2").remove(1).text.bare();
    assert!(counter.contains("2 days per turn, unrated"), "{counter}");
    room.all(&["ann: accept"]);
    room.begin(&["ann", "bob"], 1);
    let end = room.one("bob", "resign yes").text.bare();
    assert!(end.contains("wins") && !end.contains("Ann: "), "{end}");
    let again = room.one("ann", "rematch").text.bare();
    assert!(again.contains("unrated"), "{again}");
    assert_eq!(room.service.recount(false).unwrap().matches, 0);
}

#[test]
fn whoever_has_run_out_of_time_cannot_call_the_match_off() {
    for word in ["abort", "resign"] {
        let mut room = Room::new();
        room.all(&["ann: challenge @bob trapdoor side=black", "bob: accept"]);
        room.now += 4 * 86_400;
        let asked = room.one("ann", word).text.bare();
        assert!(asked.contains("run out of time"), "{asked}");
        let end = room.one("ann", &format!("{word} yes")).text.bare();
        assert!(end.contains("Bob (White) wins"), "{end}");
        assert!(room.one("bob", "profile").text.bare().contains("1 won"));
    }
}
