//! The next match that waits for a person: named below the turn they ended, never with a ping, and shown by `next`.
use model::{
    ids::Chat,
    reply::{Audience, Privacy, Reply},
};

use crate::{delivery::service, room::Room};

/// Opens draughts matches of Ann, who begins, against each of these people, each with a shorter clock.
fn opened(others: &[&str]) -> Room {
    let mut room = Room::new();
    for (n, other) in others.iter().enumerate() {
        room.all(&[
            &format!("ann: challenge @{other} draughts side=first days={}", 5 - n),
            &format!("{other}: accept"),
        ]);
    }
    room
}

fn says(reply: &Reply) -> Vec<String> {
    reply.menu.iter().flat_map(|it| &it.choices).map(|it| it.says.to_string()).collect()
}

fn is_next(line: &str) -> bool {
    line.starts_with("next")
}

#[test]
fn after_a_move_the_others_that_wait_are_named_to_the_player_alone() {
    let mut room = opened(&["bob", "carol", "dan"]);
    let board = room.one("ann", "play #1 11-15");
    let text = board.text.bare();
    assert!(!text.contains("more wait"), "a message that asks Bob says nothing for Ann: {text}");
    assert!(!says(&board).iter().any(|it| is_next(it)), "{board:?}");
    room.all(&["bob: play #1 22-18"]);
    room.all(&["ann: play #2 11-15", "ann: play #1 15x22"]);
    let text = room.one("ann", "play #3 11-15").text.bare();
    assert!(!text.contains("more wait"), "{text}");
}

#[test]
fn next_shows_the_most_urgent_match_and_then_the_one_after_it() {
    let mut room = opened(&["bob", "carol", "dan"]);
    room.now += 3600;
    let shown = room.one("ann", "next");
    let text = shown.text.bare();
    assert!(text.starts_with("#3 · Draughts · Ann – Dan\nAnn (Black)"), "{text}");
    assert!(matches!(shown.to, Audience::Only(_)) && shown.privacy == Privacy::Open);
    assert!(shown.board.is_none() && shown.mentions.is_empty(), "it is no other board");
    assert_eq!(shown.picture.as_ref().unwrap().of.0, 3);
    let offered = says(&shown);
    assert!(offered[0].contains(" #3 ") && offered.last().unwrap() == "next #3", "{offered:?}");
    let order = |room: &mut Room, line: &str| room.one("ann", line).picture.unwrap().of.0;
    assert_eq!(order(&mut room, "next #3"), 2);
    assert_eq!(order(&mut room, "next #2"), 1);
    assert_eq!(order(&mut room, "next #1"), 3, "and round again");
    room.all(&["ann: play #3 11-15"]);
    assert_eq!(order(&mut room, "next #3"), 2, "the one after a match that waits no more");
}

#[test]
fn where_nothing_waits_it_says_so() {
    let mut room = opened(&["bob"]);
    let text = room.one("ann", "next #1").text.bare();
    assert!(text.ends_with("No other match waits for you, only #1."), "{text}");
    room.all(&["ann: 11-15"]);
    assert_eq!(room.one("ann", "next").text.bare(), "No match waits for you.");
    assert_eq!(room.one("carol", "next").text.bare(), "No match waits for you.");
    let text = room.refused("carol", "next #1", "not-yours");
    assert_eq!(text.lines().next(), Some("You aren't playing in match #1."));
    room.refused("ann", "next #99", "unknown");
    room.refused("ann", "next #99999999999999999999", "unreadable");
}

#[test]
fn a_paused_match_does_not_wait_and_one_against_the_bot_comes_last() {
    let mut room = opened(&["bob", "carol"]);
    room.all(&["ann: practice draughts side=first", "ann: pause #2", "carol: pause #2"]);
    let shown = room.one("ann", "next");
    assert_eq!(shown.picture.unwrap().of.0, 1);
    assert_eq!(room.one("ann", "next #1").picture.unwrap().of.0, 3);
}

#[test]
fn a_private_match_and_one_of_another_room_are_named_in_private_alone() {
    let mut room = opened(&["bob"]);
    room.all(&["ann: challenge @carol draughts side=first private", "carol: accept"]);
    room.handle = "elsewhere".to_owned();
    room.all(&["ann: challenge @dan draughts side=first", "dan: accept"]);
    room.handle = "room".to_owned();
    let board = room.one("ann", "play #1 11-15");
    let text = board.text.bare();
    assert!(!text.contains("more") && !says(&board).iter().any(|it| is_next(it)), "{text}");
    room.all(&["bob: play #1 22-18"]);
    // Said elsewhere, the asker gets an answer of their own.
    room.handle = "elsewhere".to_owned();
    let told = room.say("ann", "play #2 11-15");
    let own: Vec<&Reply> =
        told.iter().filter(|reply| matches!(reply.to, Audience::Only(_))).collect();
    let [own] = &own[..] else { panic!("{told:?}") };
    let text = own.text.bare();
    assert!(text.ends_with("2 more wait for you: #3 with Dan, #1 with Bob."), "{text}");
    let shown = room.one("ann", "next #3");
    assert_eq!(shown.picture.unwrap().of.0, 1);
    room.all(&["carol: play #2 22-18", "ann: play #1 15x22", "ann: play #3 11-15"]);
    let shown = room.one("ann", "next");
    assert_eq!((shown.picture.unwrap().of.0, shown.privacy), (2, Privacy::Personal));
}

#[test]
fn secret_choices_are_shown_to_their_player_alone_the_single_ones_first() {
    for chat in [Chat::Discord, Chat::Console] {
        let mut room = Room::on(chat, service());
        room.all(&["ann: challenge @bob amtgard duel=stance", "bob: accept"]);
        let first = room.one("ann", "next");
        let who = if first.picture.is_some() { ["ann", "bob"] } else { ["bob", "ann"] };
        room.all(&[&format!("{}: b6-a5", who[0]), &format!("{}: c3-b4", who[1])]);
        let told = room.say(who[0], "a5xb4");
        let board = told.iter().find(|reply| reply.board.is_some()).expect("a board");
        // In other chats each has them in private.
        assert_eq!(says(board).contains(&"moves #1".to_owned()), chat == Chat::Discord);
        for shown in [room.one(who[1], "next"), room.one(who[1], "moves #1")] {
            assert_eq!(shown.privacy, Privacy::Secret, "{}", shown.text.bare());
            assert!(says(&shown).iter().any(|it| it.contains("stance")));
            let menu = shown.menu.as_ref().expect("a menu");
            let lasting: Vec<bool> =
                menu.choices.iter().map(|it| it.label.contains("from now on")).collect();
            assert!(lasting.is_sorted() && lasting.contains(&true), "{:?}", menu.choices);
        }
    }
}
