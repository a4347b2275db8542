//! Undo by consent: the request says which steps go and what was seen, and what was seen is dealt again.
use std::{collections::BTreeSet, fs, process::Command};

use model::reply::Reply;
use proof::check_export;
use serde_json::Value;

use crate::{
    files::{below, folder},
    room::{Room, started},
};

/// Opens a match where Ann has the first seat.
fn opened(game: &str) -> Room {
    let mut room = Room::new();
    room.all(&[&format!("ann: challenge @bob {game} side=first"), "bob: accept"]);
    room
}

/// Asks for an undo and returns the question.
fn asked(room: &mut Room, who: &str) -> String {
    let reply = room.one(who, "undo");
    let says: Vec<String> =
        reply.menu.iter().flat_map(|it| &it.choices).map(|it| it.says.to_string()).collect();
    assert_eq!(says, ["undo #1 accept", "undo #1 decline"]);
    reply.text.bare()
}

#[test]
fn a_request_names_what_goes_and_what_has_been_seen() {
    let mut room = opened("amtgard");
    room.all(&["ann: b6-a5"]);
    let text = asked(&mut room, "ann");
    assert!(text.contains("\nAnn asks to take back `b6-a5`. Allow it, Bob?"), "{text}");
    room.all(&["bob: c3-d4", "ann: a5-b4"]);
    let text = asked(&mut room, "bob");
    let says = "Bob asks to take back `c3-d4` and everything since: Ann's `a5-b4`. Allow it, Ann?";
    assert!(text.contains(says), "{text}");
    let mut room = started();
    room.all(&["ann: spin"]);
    room.play_on(1, 1);
    room.all(&["bob: spin"]);
    let text = asked(&mut room, "ann");
    assert!(
        text.contains("and everything since: Bob's `spin`. Seen since: the wheel was spun."),
        "{text}"
    );
}

#[test]
fn a_request_does_not_say_what_was_answered_in_private() {
    let mut room = opened("amtgard duel=stance");
    room.all(&["ann: b6-a5", "bob: c3-b4", "ann: a5xb4", "bob: stance bold"]);
    let text = asked(&mut room, "ann");
    assert!(text.contains("`a5xb4` and everything since: Bob's sealed choice. Allow"), "{text}");
    assert!(!text.contains("bold"));
    let text = room.one("bob", "undo accept").text.bare();
    assert!(text.contains("Bob agrees to take back Ann's `a5xb4`."), "{text}");
}

#[test]
fn undo_in_reply_to_a_request_says_that_it_agrees() {
    for words in ["undo", "undo accept"] {
        let mut room = opened("amtgard");
        room.all(&["ann: b6-a5", "bob: c3-d4", "ann: undo"]);
        let text = room.one("bob", words).text.bare();
        assert!(text.contains("Bob agrees to take back Ann's `b6-a5`."), "{words}: {text}");
    }
}

#[test]
fn nobody_is_given_back_time_that_was_up() {
    let mut room = opened("trapdoor clock=12h");
    room.all(&["ann: spin"]);
    room.play_on(1, 1);
    room.all(&["bob: spin"]);
    room.play_on(1, 1);
    room.all(&["ann: undo"]);
    room.now += 13 * 3600;
    for words in ["undo", "undo accept"] {
        let says = room.refused("bob", words, "not-now");
        assert!(says.contains("Ann's time is up") && says.contains("claim #1"), "{says}");
    }
    room.all(&["bob: undo decline", "bob: claim"]);
}

#[test]
fn a_request_stays_short() {
    let mut room = opened("metasoccer");
    room.play_on(1, 40);
    let asks = |room: &mut Room| {
        ["ann", "bob"].into_iter().find_map(|who| {
            let reply = room.say(who, "undo").remove(0);
            reply.refused.is_none().then(|| reply.text.bare())
        })
    };
    let text = asks(&mut room).unwrap();
    assert!(text.chars().count() < 700, "{text}");
}

#[test]
fn what_comes_after_an_undo_by_consent_is_not_what_was_seen() {
    let mut room = opened("alien");
    let mut cards = BTreeSet::new();
    for _ in 0..12 {
        // Undo requests are limited by the hour.
        room.now += 1200;
        let text = room.one("ann", "b6-a5").text.bare();
        let line = text.lines().find(|it| it.contains("turns up")).expect("a card").to_owned();
        cards.insert(line);
        assert!(asked(&mut room, "ann").contains(" was turned up. Allow it"));
        let back = room.one("bob", "undo accept").text.bare();
        assert!(
            back.contains("Whatever was hidden from both of you has been reshuffled."),
            "{back}"
        );
    }
    // Of 19 cards twelve draws show 9 kinds on the average; four or fewer would come once in ten million times.
    assert!(4 < cards.len(), "{cards:?}");
    room.all(&["ann: resign yes"]);
    let file = room.file_of(1);
    let report = check_export(&file).unwrap();
    assert_eq!(report.fault, None);
    assert!(report.agrees.iter().any(|it| it.contains("12 of them were taken back, in 12 undos.")));
}

#[test]
fn a_flick_is_taken_back_by_consent() {
    let mut room = opened("piecepack tremor=none");
    room.play_on(1, 8);
    let shot = ["ann", "bob"].into_iter().find(|who| room.say(who, "undo")[0].refused.is_none());
    let board = room.one("ann", "board").picture.unwrap();
    assert!(shot.is_some() && board.step == 8, "nothing is taken back yet");
}

/// Plays with undos of both kinds and returns the file.
fn with_undos() -> String {
    let mut room = opened("amtgard names");
    room.all(&["ann: name b6 Zed", "ann: undo", "ann: b6-a5", "bob: c3-d4", "ann: undo"]);
    room.all(&["bob: undo accept", "ann: d6-c5", "bob: c3-b4", "ann: resign yes"]);
    room.file_of(1)
}

#[test]
fn every_undo_is_in_the_file_and_none_can_be_hidden_or_claimed() {
    let good = with_undos();
    assert_eq!(check_export(&good).unwrap().fault, None);
    let value: Value = serde_json::from_str(&good).unwrap();
    let undos = |value: &Value| -> Vec<String> {
        let steps = value["steps"].as_array().unwrap().iter();
        steps.filter_map(|step| Some(step.get("undo")?.as_str()?.to_owned())).collect()
    };
    assert_eq!(undos(&value), ["alone", "agreed"]);
    let fault = |forge: &dyn Fn(&mut Vec<Value>)| {
        let mut value = value.clone();
        forge(value["steps"].as_array_mut().unwrap());
        check_export(&value.to_string()).unwrap().fault.expect("a fault")
    };
    let nth = |steps: &[Value], nth: usize| {
        steps.iter().enumerate().filter(|(_, step)| step.get("undo").is_some()).nth(nth).unwrap().0
    };
    for n in [0, 1] {
        let hidden = fault(&|steps| {
            steps.remove(nth(steps, n));
        });
        assert!(hidden.contains("is out of place"), "{hidden}");
    }
    let alone = fault(&|steps| {
        let at = nth(steps, 1);
        steps[at]["undo"] = "alone".into();
    });
    assert!(alone.contains("needed consent"), "{alone}");
}

#[test]
fn files_of_the_first_form_still_hold() {
    let files = below(&folder("saves/exports"), "json");
    assert!(!files.is_empty());
    let mut check = Command::new("python3");
    check.arg(folder("proof/verify.py"));
    for path in &files {
        let file = fs::read_to_string(path).unwrap();
        assert!(file.contains("draughtsman-match/1") && file.contains("\"take\": 3"), "with undos");
        let report = check_export(&file).unwrap();
        assert_eq!(report.fault, None, "{}", path.display());
        check.arg(path);
    }
    let told = check.output().unwrap();
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stdout));
}

#[test]
fn both_checks_hold_every_game_with_undos() {
    let place = tempfile::tempdir().unwrap();
    let mut check = Command::new("python3");
    check.arg(folder("proof/verify.py"));
    for (game, settings) in it::sample::some_variations() {
        let settings: Vec<&str> =
            settings.split(' ').filter(|it| !it.starts_with("side=")).collect();
        let mut room = opened(&format!("{} {}", game.name(), settings.join(" ")));
        for _ in 0..4 {
            room.play_about(1, 5);
            for who in ["ann", "bob"] {
                let taken = |reply: &Reply| reply.refused.is_none() && reply.menu.is_some();
                if room.say(who, "undo").iter().any(taken) {
                    room.say(if who == "ann" { "bob" } else { "ann" }, "undo accept");
                }
            }
        }
        room.all(&["ann: resign yes"]);
        let file = room.file_of(1);
        assert!(file.contains("\"undo\": \""), "{game}: nothing was taken back");
        assert_eq!(check_export(&file).unwrap().fault, None, "{game} {settings:?}");
        let path = place.path().join(format!(
            "{}-{}.json",
            game.name(),
            settings.join("-").replace('/', "")
        ));
        fs::write(&path, file).unwrap();
        check.arg(path);
    }
    let told = check.output().unwrap();
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stdout));
}
