//! What `verify` says about a match.
use serde_json::Value;
use proof::check_export;

use crate::{
    fairness::{ended, fault, file, opened, second_check},
    room::{Room, started},
};

#[test]
fn a_check_says_who_ended_the_match() {
    for (lines, says) in [
        (&["ann: resign yes"][..], "A player called the match off"),
        (&["ann: draw", "bob: draw"], "The players agreed on a draw"),
        (&["ann: abort yes"], "A player called the match off"),
        (&["mod: admin annul #1 yes"], "A moderator called the match off"),
        (&["mod: admin end #1 white yes"], "A moderator ended the match"),
    ] {
        let mut room = started();
        room.moderator = true;
        room.all(lines);
        let file = room.file_of(1);
        let agrees = check_export(&file).unwrap().agrees;
        assert!(agrees.iter().any(|it| it.starts_with(says)), "{says}: {agrees:?}");
    }
    let mut room = Room::new();
    room.all(&["ann: challenge @bob trapdoor side=black days=1 hard", "bob: accept"]);
    room.wait(2 * 86_400);
    let told = room.one("bob", "verify #1").text.bare();
    assert!(told.contains("A player ran out of time"), "{told}");
}

#[test]
fn one_undo_is_told_of_as_one() {
    let mut room = started();
    room.play_on(1, 4);
    let undone = ["ann", "bob"].into_iter().find(|who| room.say(who, "undo")[0].refused.is_none());
    let other = if undone == Some("ann") { "bob" } else { "ann" };
    room.say(other, "undo accept");
    room.play_on(1, 2);
    room.all(&["ann: resign yes"]);
    let told = room.one("bob", "verify #1").text.bare();
    assert!(told.contains("3 of them were taken back, in 1 undo."), "{told}");
}

#[test]
fn both_commitments_were_shown_before_anything_fell() {
    for whom in ["@bob ", ""] {
        let (mut room, [offer, whole, begun]) = opened(&format!("challenge {whom}trapdoor"));
        let running = room.one("bob", "verify").text.bare();
        let file = ended(&mut room);
        let shown = |key: &Value| key.as_str().unwrap().to_owned();
        let [commitment, pledge] = [&file["commitment"], &file["bound"]["pledge"]].map(shown);
        assert!(
            offer.contains(&commitment[..8]) && begun.contains(&pledge[..8]),
            "{offer} {begun}"
        );
        assert!(
            !begun.contains(&pledge),
            "a message that is read by all has the beginning: {begun}"
        );
        assert!(begun.contains("`verify #1`") && whole.contains(&commitment), "{begun} {whole}");
        // Both in full, before anything is revealed.
        assert!(running.contains(&commitment) && running.contains(&pledge), "{running}");
        assert_eq!((fault(&file), second_check(&file, &[]).0), (None, true));
    }
}

#[test]
fn players_can_be_shown_until_they_are_forgotten_and_the_proof_holds_after() {
    for whom in ["@bob ", ""] {
        let (mut room, _) = opened(&format!("challenge {whom}amtgard duel=reeve reeve-name=Bob"));
        room.all(&["ann: resign yes"]);
        let before = file(&mut room);
        let told = room.one("ann", "verify #1").text.bare();
        for name in ["Ann", "Bob"] {
            assert!(told.contains(&format!("The commitments name {name} as ")), "{told}");
        }
        assert!(second_check(&before, &["--player", "console:bob"]).0);
        assert!(!second_check(&before, &["--player", "console:eve"]).0);
        room.all(&["bob: mydata delete yes"]);
        let told = room.one("ann", "verify #1").text.bare();
        assert!(told.contains("deleted their data, so who it was can't be checked."), "{told}");
        assert!(!told.contains("someone other than"), "{told}");
        let text = room.file_of(1);
        assert!(!text.contains("Bob"), "{text}");
        let after: Value = serde_json::from_str(&text).unwrap();
        let salts = after["bound"]["salts"].as_object().unwrap();
        assert_eq!(salts.values().filter(|it| it.is_null()).count(), 1);
        assert_eq!((fault(&after), second_check(&after, &[]).0), (None, true));
        assert!(second_check(&after, &["--player", "console:ann"]).0);
        assert!(!second_check(&after, &["--player", "console:bob"]).0);
        let both = |key: &str| before["bound"][key] == after["bound"][key];
        assert!(both("offer") && both("begun") && before["commitment"] == after["commitment"]);
    }
}
