//! Why something can't be played: what was refused is explained again, and a card without a target says what it lacks.
use crate::room::Room;

fn said(room: &mut Room, who: &str, words: &str) -> String {
    room.say(who, words).iter().map(|reply| reply.text.bare()).collect()
}

#[test]
fn a_question_why_after_a_refusal_tells_that_reason_until_something_is_played() {
    let mut room = Room::new();
    room.all(&[
        "ann: challenge @bob draughts side=black unrated clock=none",
        "bob: accept",
        "ann: b6-a5",
        "bob: c3-d4",
    ]);
    room.refused("ann", "d8-e5", "illegal");
    for words in ["why cant i do that", "ugh why not", "how's that not allowed"] {
        let told = said(&mut room, "ann", words);
        assert!(told.contains("`d8-e5` can't be played"), "{words}: {told}");
        assert!(told.contains("diagonal"), "{words}: {told}");
    }
    // Who was refused nothing hears whose turn it is.
    let told = said(&mut room, "bob", "why cant i do that");
    assert!(!told.contains("d8-e5") && told.contains("Ann's turn"), "{told}");
    // A square in the question asks about that square.
    let told = said(&mut room, "ann", "why can't I move b8");
    assert!(!told.contains("d8-e5"), "{told}");
    room.all(&["ann: a7-b6", "bob: g3-f4"]);
    let told = said(&mut room, "ann", "why cant i do that");
    assert!(!told.contains("d8-e5"), "{told}");
}

#[test]
fn a_card_that_cannot_be_chosen_says_what_it_lacks() {
    let mut room = Room::new();
    for match_ in 1..=80 {
        room.all(&["ann: challenge @bob alien side=black unrated clock=none", "bob: accept"]);
        let turned = said(&mut room, "ann", "f6-e5");
        if turned.contains("Antimatter has no target") {
            let told = said(&mut room, "ann", "why cant i use that card");
            assert!(told.contains("Antimatter needs a 2x2 area"), "{told}");
            assert!(!told.contains("Nothing stops you"), "{told}");
            return;
        }
        room.all(&[&format!("ann: resign #{match_} yes")]);
    }
    panic!("no match turned up Antimatter at once");
}

#[test]
fn what_was_refused_where_a_choice_is_secret_is_not_told_again() {
    let mut room = Room::new();
    room.all(&[
        "ann: challenge @bob amtgard open=side side=black unrated clock=none",
        "bob: accept",
    ]);
    let refused = room.one("ann", "b6-a5");
    assert!(refused.refused.is_some(), "{}", refused.text.bare());
    let told = said(&mut room, "ann", "why cant i do that");
    assert!(!told.is_empty() && !told.contains("b6-a5"), "{told}");
}
