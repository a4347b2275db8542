//! A bare yes or no answers the last question to that person, and nothing else.
use command::say;
use engine::refusal::Code;

use crate::room::{Room, started};

#[test]
fn yes_and_no_answer_the_one_open_question() {
    for (yes, no) in [("yes", "no"), ("y", "n"), ("ok", "nope"), ("Sure!", "No.")] {
        let mut room = Room::new();
        room.all(&["ann: challenge @bob trapdoor side=black"]);
        room.refused("ann", yes, "unknown");
        room.refused("cid", yes, "unknown");
        let begun = room.one("bob", yes).text.bare();
        assert!(begun.contains("#1 · "), "{begun}");
        room.all(&["ann: draw"]);
        let told = room.one("bob", no).text.bare();
        assert!(told.contains("Bob declines the draw"), "{told}");
        room.refused("bob", yes, "unknown");
        room.all(&["ann: spin"]);
        room.play_on(1, 1);
        room.all(&["ann: undo"]);
        let told = room.one("bob", yes).text.bare();
        assert!(told.contains("Bob agrees to take back"), "{told}");
        room.all(&["ann: resign"]);
        let left = room.one("ann", no).text.bare();
        assert!(left.contains("nothing changes"), "{left}");
        room.refused("ann", yes, "unknown");
        room.all(&["ann: abort"]);
        let told = room.one("ann", yes).text.bare();
        assert!(told.contains("called the match off"), "{told}");
    }
}

#[test]
fn what_is_deleted_takes_its_own_words() {
    let mut room = Room::new();
    room.all(&["ann: mydata delete"]);
    for yes in ["yes", "ok", "sure"] {
        let says = room.refused("ann", yes, "not-now");
        assert!(says.contains("a yes isn't enough. Say `mydata delete yes`"), "{says}");
    }
    let told = room.one("ann", "mydata delete yes").text.bare();
    assert!(told.contains("Done: the data is deleted."), "{told}");
}

#[test]
fn who_says_something_else_has_gone_on_from_a_question_about_their_own_words() {
    for between in ["jk jk", "lol", "hint", "board", "what happens then?"] {
        let mut room = started();
        room.all(&["ann: resign"]);
        room.say("ann", between);
        room.refused("ann", "ok", "unknown");
    }
}

#[test]
fn a_request_in_a_match_is_not_granted_by_words_about_challenges() {
    for joins in ["count me in", "join", "im in", "challenge accepted", "accepted", "oops"] {
        let mut room = started();
        room.all(&["ann: spin"]);
        room.play_on(1, 1);
        room.all(&["ann: draw"]);
        let told = room.say("bob", joins);
        assert!(told.iter().all(|told| !told.text.bare().contains("both agreed")), "{joins}");
    }
    let mut room = started();
    room.all(&["ann: draw"]);
    assert!(room.one("bob", "i accept").text.bare().contains("both agreed"));
}

#[test]
fn what_was_asked_long_ago_or_is_settled_waits_for_no_answer() {
    let mut room = started();
    room.all(&["ann: draw"]);
    room.now += 601;
    let says = room.refused("bob", "yes", "unknown");
    assert!(says.contains("in the last ten minutes"), "{says}");
    room.all(&["bob: draw decline", "ann: spin"]);
    room.play_on(1, 1);
    room.all(&["ann: undo", "bob: spin"]);
    room.refused("bob", "no", "unknown");
    room.all(&["ann: resign", "ann: resign yes"]);
    room.refused("ann", "yes", "unknown");
}

#[test]
fn where_several_questions_are_open_the_answer_names_them() {
    let mut room = started();
    room.all(&["ann: draw", "cid: challenge @bob trapdoor"]);
    let says = room.refused("bob", "yes", "ambiguous");
    for form in ["`draw #1 accept`", "`draw #1 decline`", "`accept 2`", "`decline 2`"] {
        assert!(says.contains(form), "{says}");
    }
    for (word, forms) in [
        ("decline", ["`draw #1 decline`", "`decline 2`"]),
        ("accept", ["`draw #1 accept`", "`accept 2`"]),
    ] {
        // Also when it was asked long ago.
        for _ in 0..2 {
            let says = room.refused("bob", word, "ambiguous");
            assert!(forms.iter().all(|form| says.contains(form)), "{word}: {says}");
            room.now += 700;
        }
    }
    room.all(&["bob: decline 2", "dan: challenge trapdoor"]);
    let told = room.one("bob", "decline").text.bare();
    assert!(told.contains("Bob declines the draw"), "what is open to anyone asks nobody: {told}");
    room.all(&["ann: draw"]);
    let told = room.one("bob", "accept").text.bare();
    assert!(told.contains("A draw"), "{told}");
}

#[test]
fn nobody_declines_what_is_open_to_anyone() {
    let mut room = Room::new();
    room.all(&["ann: challenge trapdoor", "dan: challenge trapdoor"]);
    assert!(room.refused("bob", "decline", "not-yours").contains("open to anyone"));
    room.all(&["ann: challenge @bob draughts", "cid: challenge @bob draughts"]);
    let says = room.refused("bob", "decline", "ambiguous");
    assert!(says.contains("`decline 3`") && says.contains("`decline 4`"), "{says}");
    assert!(!says.contains("`decline 1`") && !says.contains("`decline 2`"), "{says}");
    let says = room.refused("bob", "accept", "ambiguous");
    let order = ["`accept 3`", "`accept 4`", "`accept 1`"].map(|form| says.find(form));
    assert!(order.is_sorted() && order[0].is_some(), "{says}");
}

#[test]
fn what_ones_own_words_led_to_is_answered_first_unless_others_have_asked_since() {
    for since in [false, true] {
        let mut room = started();
        room.all(&["cid: challenge @bob trapdoor", "dan: challenge @bob draughts"]);
        room.now += 5;
        room.all(&["bob: resign #1"]);
        room.now += 5;
        if since {
            room.all(&["eve: challenge @bob alien"]);
            let says = room.refused("bob", "yes", "ambiguous");
            let forms = ["`accept 4`", "`resign #1`"].map(|form| says.find(form));
            assert!(forms[0].is_some() && forms[0] < forms[1], "the last comes first: {says}");
        } else {
            let told = room.one("bob", "yes").text.bare();
            assert!(told.contains("Bob (White) resigned"), "{told}");
            room.refused("bob", "yes", "ambiguous");
        }
    }
}

#[test]
fn a_word_that_is_a_move_is_never_taken_for_an_answer() {
    for asked in [false, true] {
        let mut room = Room::new();
        room.all(&["ann: challenge @bob metasoccer", "bob: accept"]);
        let moves = room.one("ann", "moves").refused.is_none();
        let (who, other) = if moves { ("ann", "bob") } else { ("bob", "ann") };
        if asked {
            room.all(&[&format!("{other}: draw")]);
            let says = room.refused(who, "ok", "ambiguous");
            assert!(says.contains("`draw #1 accept`") && says.contains("`play ok`"), "{says}");
        }
        // Here `ok` means ready.
        room.all(&[&format!("{who}: {}", if asked { "play ok" } else { "ok" })]);
        assert_eq!(room.one(who, "moves").refused, Some(Code::NotYours));
    }
}

#[test]
fn a_reason_to_decline_is_taken_from_a_field_of_its_own_or_with_its_challenge() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob draughts"]);
    room.refused("bob", "decline in sales", "unreadable");
    let mut request = room.request("bob", "decline");
    request.line = say!(Decline { reason: "no time" }).into();
    let told = room.service.handle(&request);
    assert!(told[0].reply.text.bare().contains("no time"), "{told:?}");
    room.all(&["ann: challenge @bob draughts", "bob: decline 2 no time"]);
}
