//! Challenges, several matches at once, rematches and stakes.
use model::{
    ids::{Chat, MatchId},
    reply::{Audience, Choice, Reply},
};

use crate::room::{Room, started};

#[test]
fn words_go_to_the_match_in_which_they_make_sense() {
    let mut room = started();
    room.all(&["ann: challenge @cid trapdoor side=white", "cid: accept"]);
    // Ann owes a spin in #1 only: in #2 it is Cid's turn.
    let reply = room.one("ann", "spin");
    assert_eq!(reply.board_of(), Some(MatchId(1)));
    room.all(&["ann: challenge @dan trapdoor side=black", "dan: accept"]);
    room.all(&["ann: challenge @eve trapdoor side=black", "eve: accept"]);
    let asked = room.refused("ann", "spin", "ambiguous");
    assert!(asked.contains("`play #3 spin`") && asked.contains("`play #4 spin`"), "{asked}");
    assert!(room.refused("ann", "moves", "ambiguous").contains("`moves #3`"));
    room.all(&["ann: #4 spin"]);
    assert_eq!(room.one("ann", "spin #3").board_of(), Some(MatchId(3)));
    // An answer goes to the match that asked, a number to the last list.
    room.all(&["dan: draw", "ann: draw decline", "ann: moves #4"]);
    assert_eq!(room.one("ann", "1").board_of(), Some(MatchId(4)));
}

#[test]
fn who_is_named_in_a_challenge_answers_it_from_anywhere() {
    let mut room = Room::new();
    room.all(&["bob: help", "ann: challenge @bob trapdoor side=black", "ann: challenge trapdoor"]);
    room.handle = "elsewhere".to_owned();
    room.refused("cid", "accept 1", "unknown");
    room.refused("bob", "accept 2", "unknown");
    let begun = room.say("bob", "accept");
    assert_eq!(begun.len(), 2, "told where the match is played, and where it was accepted");
    assert_eq!(begun.iter().filter(|it| it.board.is_some()).count(), 1);
    // Back where it was offered.
    room.handle = "room".to_owned();
    assert_eq!(room.one("ann", "spin").board_of(), Some(MatchId(1)));
    room.all(&["ann: challenge @bob trapdoor"]);
    room.handle = "elsewhere".to_owned();
    let declined = room.say("bob", "decline");
    assert_eq!(declined.iter().filter(|it| !it.mentions.is_empty()).count(), 1);
}

#[test]
fn a_rematch_is_for_the_same_terms_and_offered_once() {
    let mut room = started();
    room.all(&["ann: resign yes", "bob: challenge @ann trapdoor snap unrated days=1"]);
    let offer = room.one("ann", "rematch");
    assert!(
        offer.text.bare().contains("3 days + 1 day per turn, rated"),
        "an offer, not the acceptance of something else"
    );
    assert!(room.refused("ann", "rematch", "not-now").contains("cancel 3"));
    room.all(&["bob: rematch #1"]);
    assert!(room.one("ann", "board #2").text.bare().contains("Bob (Black) against Ann (White)"));
}

#[test]
fn words_of_the_house_are_read_among_those_of_the_game() {
    let mut room = Room::new();
    let offer = room.one("ann", "challenge @bob trapdoor white snap 3 days rated").text.bare();
    assert!(offer.contains("(snap), 3 days per turn, rated. Ann plays White"), "{offer}");
    let offer = room.one("ann", "challenge @bob trapdoor side black days 2").text.bare();
    assert!(offer.contains("2 days per turn") && offer.contains("Ann plays Black"), "{offer}");
    let offer = room.one("ann", "challenge @bob trapdoor 3days").text.bare();
    assert!(offer.contains("3 days per turn"), "{offer}");
    for odd in ["99 days", "white side=black", "white black", "side", "days", "days=3 4 days"] {
        room.refused("ann", &format!("challenge @bob trapdoor {odd}"), "unreadable");
    }
}

#[test]
fn a_challenge_lapses_and_limits_hold() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob trapdoor"]);
    room.now += 14 * 86_400;
    // He writes for the first time: what is due comes first.
    room.as_usual();
    room.refused("bob", "accept", "unknown");
    for days in 1..=10 {
        room.all(&[&format!("ann: challenge trapdoor days={days}")]);
    }
    room.refused("ann", "challenge trapdoor", "too-much");
    room.refused("ann", "accept 2", "not-yours");
    room.refused("cid", "cancel 2", "not-yours");
    let asked = room.refused("cid", "accept", "ambiguous");
    assert!(asked.contains("`accept 2`"), "{asked}");
    assert!(room.refused("ann", "decline 2", "not-yours").contains("cancel 2"));
    room.all(&["ann: cancel 2", "ann: challenge @cid trapdoor"]);
    room.refused("bob", "accept 12", "not-yours");
    room.all(&["cid: accept"]);
}

#[test]
fn a_few_challenges_wait_for_one_person_and_all_are_declined_at_once() {
    for chat in [Chat::Console, Chat::Discord, Chat::Matrix] {
        let mut room = Room::on(chat, Room::new().service);
        for days in 1..=5 {
            room.all(&[&format!("ann: challenge @bob trapdoor days={days}")]);
        }
        let refused = room.refused("ann", "challenge @bob alien", "too-much");
        assert!(refused.contains("5 of your challenges to answer"), "{refused}");
        room.all(&["cid: challenge @bob draughts", "cid: challenge @ann draughts"]);
        assert!(room.refused("bob", "decline", "ambiguous").contains("`decline all`"));
        let told = room.say("bob", "decline all");
        let says =
            |reply: &Reply| reply.text.bare().contains("declines challenges 1, 2, 3, 4, 5 and 6");
        let said: Vec<&Reply> = told.iter().filter(|it| says(it)).collect();
        let [said] = said[..] else { panic!("it is said once: {told:#?}") };
        assert_eq!((&said.to, said.mentions.len()), (&Audience::Room, 2), "both are told");
        room.refused("bob", "decline all", "unknown");
        room.all(&["ann: decline 7 all of it"]);
        // Somebody who has met a person isn't kept out by others.
        room.all(&["dan: challenge @bob draughts", "bob: accept"]);
        for other in ["eve", "fay"] {
            for days in 1..=5 {
                room.all(&[&format!("{other}: challenge @bob draughts days={days}")]);
            }
        }
        let refused = room.refused("gus", "challenge @bob draughts", "too-much");
        assert!(refused.contains("10 challenges to answer first"), "{refused}");
        room.all(&["dan: challenge @bob draughts"]);
    }
}

#[test]
fn matches_of_another_room_are_not_listed() {
    let mut room = started();
    room.handle = "elsewhere".to_owned();
    assert!(!room.one("cid", "games @ann").text.bare().contains("#1"));
    // A player takes their matches along.
    room.all(&["ann: board #1"]);
}

#[test]
fn ratings_follow_results_and_called_off_or_unrated_matches_leave_them() {
    let mut room = started();
    room.all(&["bob: abort yes"]);
    assert!(room.one("ann", "profile").text.bare().contains("No rated matches yet"));
    room.all(&["ann: challenge @bob trapdoor unrated", "bob: accept"]);
    room.begin(&["ann", "bob"], 2);
    room.all(&["ann: resign yes"]);
    assert!(room.one("ann", "profile").text.bare().contains("No rated matches yet"));
    room.all(&["ann: challenge @bob trapdoor", "bob: accept"]);
    room.begin(&["ann", "bob"], 3);
    room.all(&["ann: resign yes"]);
    assert!(room.one("ann", "profile").text.bare().contains("0 won, 1 lost"));
    assert!(room.one("ann", "profile @bob").text.bare().contains("1 won, 0 lost"));
}

#[test]
fn a_rematch_waits_and_changes_the_colours() {
    let mut room = started();
    room.all(&["ann: resign yes", "bob: rematch", "ann: rematch"]);
    let text = room.one("ann", "board #2").text.bare();
    assert!(text.contains("Bob (Black) against Ann (White)"), "{text}");
}

#[test]
fn lists_fit_into_a_message_and_say_what_they_leave_out() {
    let mut room = Room::new();
    for who in ["ann", "bob", "cid", "dan"] {
        for days in 1..=9 {
            let options = format!("continental snap days={days} side=black");
            let whom = if days < 3 { "@maximilian-bartholomew-smith " } else { "" };
            room.all(&[&format!("{who}: challenge {whom}trapdoor {options}")]);
        }
    }
    let games = room.one("maximilian-bartholomew-smith", "games").text.bare();
    assert!(games.contains("And 28 more.") && games.chars().count() < 2000, "{}", games.len());
}

#[test]
fn offers_name_the_match_where_there_are_several() {
    let mut room = started();
    room.all(&["ann: challenge @cid trapdoor side=black", "cid: accept", "ann: #1 spin"]);
    let asked = room.refused("ann", "1", "ambiguous");
    assert!(asked.contains("`moves #1`") && asked.contains("`moves #2`"), "{asked}");
    assert!(room.refused("ann", "#2 c3-d4", "illegal").contains("`play #2 spin`"));
    assert!(room.refused("ann", "#2 1", "not-now").contains("`moves #2`"));
    room.all(&["ann: #2 spin"]);
    let says = room.one("ann", "moves #1").menu.unwrap().choices[0].says.to_string();
    room.all(&[&format!("ann: {says}")]);
    assert!(room.refused("ann", "#1 1", "not-yours").contains("Bob's turn"));
}

#[test]
fn challenges_in_other_rooms_are_listed_for_whom_they_are_meant() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob trapdoor"]);
    room.handle = "elsewhere".to_owned();
    let games = room.one("bob", "games").text.bare();
    assert!(games.contains("1: Ann challenges Bob") && games.contains("(in a room)"), "{games}");
    assert!(!room.one("cid", "games").text.bare().contains("challenges"));
    assert!(!room.one("cid", "games @bob").text.bare().contains("challenges"));
}

#[test]
fn a_rematch_says_what_it_repeats_and_is_offered_once() {
    let mut room = started();
    room.all(&["ann: resign yes"]);
    let offer = room.one("ann", "rematch #1").text.bare();
    assert!(offer.contains("A rematch of #1, with sides swapped."), "{offer}");
    room.all(&["bob: accept"]);
    for who in ["ann", "bob"] {
        assert!(room.refused(who, "rematch #1", "not-now").contains("as #2"));
    }
    room.all(&["bob: resign #2 yes", "ann: rematch #2"]);
}

#[test]
fn lines_say_whose_turn_it_is_and_end_where_there_is_no_more_to_say() {
    let mut room = started();
    assert!(room.one("bob", "games").text.bare().contains("against Ann, waiting for Ann"));
    room.all(&["ann: spin", "ann: resign yes"]);
    let story = room.story(1);
    assert!(story.lines().all(|line| line == line.trim_end()), "{story:?}");
    room.all(&["ann: mydata delete yes"]);
    let board = room.one("bob", "board #1").text.bare();
    assert!(board.contains("\nA former player (Black) resigned"), "{board}");
}

#[test]
fn what_somebody_has_offered_already_is_not_offered_again() {
    let mut room = Room::new();
    for (line, other) in [
        ("challenge @bob trapdoor", "challenge @bob draughts"),
        ("challenge @bob trapdoor side=black", "challenge @cid trapdoor side=black"),
        ("challenge alien", "challenge alien unrated"),
    ] {
        room.all(&[&format!("ann: {line}")]);
        let says = room.refused("ann", line, "not-now");
        assert!(says.contains("is still open") && says.contains("`cancel "), "{line}: {says}");
        room.all(&[&format!("ann: {other}"), &format!("dan: {line}")]);
    }
    room.all(&["ann: cancel 1", "ann: challenge @bob trapdoor"]);
}

#[test]
fn another_match_of_two_people_is_no_rematch() {
    let mut room = Room::new();
    room.all(&[
        "ann: challenge @bob draughts side=black best=3",
        "bob: accept",
        "ann: challenge @bob draughts side=white",
        "bob: accept",
        "ann: abort #2 yes",
        "ann: abort #1 yes",
    ]);
    assert!(room.one("ann", "board #3").text.bare().contains("#3"), "it is played again");
    let told = room.one("ann", "rematch #2").text.bare();
    assert!(told.contains("A rematch of #2"), "{told}");
}

#[test]
fn a_button_names_people_and_games() {
    let mut room = Room::new();
    for line in ["challenge <@bob> to piecepak", "challenge <@bob> to piecepack clock=nine"] {
        let mut request = room.request("ann", line);
        request.mentioned = vec![room.request("bob", "").from];
        let replies = room.service.handle(&request);
        let menu = replies[0].reply.menu.clone().unwrap_or_default();
        for Choice { label, .. } in menu.choices {
            assert!(!label.contains('<'), "{line}: {label}");
            assert!(!label.contains("piecepack"), "{line}: {label}");
        }
    }
}
