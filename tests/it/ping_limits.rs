//! Pings are limited: one law for every command.
use features::FEATURES;
use it::sample::part;
use model::{
    ids::{Chat, PersonId},
    reply::{Audience, Privacy, Reply},
};
use service::{DECLINED, PINGS};

use crate::{
    delivery::service,
    room::{Room, spoken},
};

/// What is said again and again with each command that might disturb Bob, by whom, with `{n}` for the number of the latest challenge.
/// Commands that are not here are tried with their examples.
const OVER_AND_OVER: &[(&str, &[&str])] = &[
    ("challenge", &["ann: challenge @bob trapdoor", "ann: cancel {n}"]),
    ("cancel", &["ann: challenge @bob trapdoor", "ann: cancel {n}"]),
    ("decline", &["bob: challenge @ann trapdoor", "ann: decline {n}"]),
    ("counter", &["bob: challenge @ann trapdoor", "ann: counter {n} days=2", "ann: cancel"]),
    ("accept", &["ann: challenge @bob trapdoor", "ann: accept {n}"]),
    ("vacation", &["ann: vacation 1 day", "ann: vacation end"]),
    ("undo", &["ann: undo #1"]),
    ("draw", &["ann: draw #1", "bob: draw #1 decline"]),
    ("pause", &["ann: pause #1", "bob: pause #1 decline"]),
    ("resume", &["ann: resume #1"]),
    ("rematch", &["ann: rematch #2", "ann: cancel {n}"]),
    ("import", &["ann: import @bob", "ann: cancel {n}"]),
    ("watch", &["cid: watch #1", "cid: watch #1 off"]),
    ("play", &["ann: play #1 nonsense"]),
];

/// Bob may be disturbed by someone that often with one command within an hour, boards of his
/// matches aside.
fn pings(replies: &[Reply], bob: PersonId) -> usize {
    let disturbs = |reply: &&Reply| {
        reply.board.is_none() && (reply.mentions.contains(&bob) || reply.to == Audience::Only(bob))
    };
    replies.iter().filter(disturbs).count()
}

#[test]
fn no_command_pings_somebody_else_without_end() {
    for spec in part(FEATURES.commands().iter()) {
        let mut room = Room::new();
        let offer = room.one("ann", "challenge @bob trapdoor side=black clock=slow");
        let bob = offer.mentions[0];
        room.all(&["bob: accept", "ann: spin"]);
        room.all(&["ann: challenge @bob trapdoor", "bob: accept 2", "bob: resign #2 yes"]);
        room.now += 3600;
        let listed = OVER_AND_OVER.iter().find(|it| it.0 == spec.name);
        let examples: Vec<String> =
            spec.examples.iter().map(|example| format!("ann: {example}")).collect();
        let lines = match listed {
            Some((_, lines)) => lines.iter().map(|&it| it.to_owned()).collect(),
            None => examples,
        };
        let mut disturbed = 0;
        for _ in 0..4 * PINGS {
            for line in &lines {
                let latest = newest_challenge(&mut room);
                let line = line.replace("{n}", &latest.to_string());
                let (who, words) = spoken(&line);
                let said = room.say(who, words);
                if who != "bob" {
                    disturbed += pings(&said, bob);
                }
            }
            room.now += 30;
            disturbed += pings(&room.wait(0), bob);
        }
        assert!(disturbed <= PINGS, "{}: {disturbed}", spec.name);
        if ["challenge", "cancel"].contains(&spec.name) {
            assert_eq!(disturbed, PINGS, "{}: nothing was asked for", spec.name);
        }
        if listed.is_none() {
            assert_eq!(
                disturbed, 0,
                "`{}` disturbs others, so it has to be in the list",
                spec.name
            );
        }
    }
}

/// Returns the number of the challenge made last.
fn newest_challenge(room: &mut Room) -> i64 {
    let games = room.say("zed", "games");
    let text: String = games.iter().map(|it| it.text.bare()).collect();
    let numbers = text.lines().filter_map(|line| {
        line.trim_start_matches(['-', '•', ' ']).split(':').next()?.parse().ok()
    });
    numbers.max().unwrap_or(0)
}

#[test]
fn whoever_was_pinged_often_is_left_alone_for_the_rest_of_the_hour() {
    let mut room = Room::new();
    for n in 1..=PINGS {
        room.all(&["ann: challenge @bob trapdoor", &format!("ann: cancel {n}")]);
    }
    let says = room.refused("ann", "challenge @bob trapdoor", "too-much");
    assert!(says.contains("pinged Bob 10 times in an hour"), "{says}");
    assert!(says.contains("Try again in 1 hour"), "{says}");
    room.all(&["ann: challenge @cid trapdoor", "bob: challenge @ann trapdoor"]);
    room.now += 3600;
    room.all(&["ann: challenge @bob trapdoor"]);
}

#[test]
fn many_together_ping_somebody_no_more_often_than_one_alone() {
    const SAYERS: [&str; 6] = ["ann", "cid", "dan", "eve", "fay", "gus"];
    for what in ["challenge @bob trapdoor", "challenge @bob draughts days=2"] {
        let mut room = Room::new();
        // Ann plays with Bob.
        let offer = room.one("ann", "challenge @bob trapdoor side=black");
        let bob = offer.mentions[0];
        room.all(&["bob: accept", "ann: spin"]);
        room.now += 3600;
        let mut disturbed = 0;
        for sayer in SAYERS.into_iter().skip(1) {
            // Wherever they say it.
            room.handle = format!("{sayer}'s room");
            for _ in 0..PINGS {
                let said = room.say(sayer, what);
                disturbed += pings(&said, bob);
                assert!(said.iter().all(|it| it.refused.is_none()), "{said:?}");
                let text: String = said.iter().map(|it| it.text.bare()).collect();
                let spared = text.contains("so this stands without a ping");
                assert_eq!(spared, pings(&said, bob) == 0, "{what}: {text}");
                let latest = newest_challenge(&mut room);
                room.all(&[&format!("{sayer}: cancel {latest}")]);
                room.now += 1;
            }
        }
        assert_eq!(disturbed, PINGS, "{what}");
        room.handle = "room".to_owned();
        assert_eq!(pings(&room.say("ann", "draw #1"), bob), 1, "who plays with him isn't held up");
        room.now += 3600;
        assert_eq!(pings(&room.say("cid", "challenge @bob alien"), bob), 1);
    }
}

#[test]
fn after_several_refusals_there_are_no_more_offers_that_day() {
    let mut room = Room::new();
    for n in 1..=DECLINED {
        room.all(&["ann: challenge @bob trapdoor", &format!("bob: decline {n}")]);
        room.now += 3600;
    }
    let says = room.refused("ann", "challenge @bob trapdoor", "too-much");
    assert!(says.contains("has declined 5 of your challenges in a day"), "{says}");
    room.all(&["bob: challenge @ann trapdoor", "ann: decline"]);
    room.now += 24 * 3600;
    room.all(&["ann: challenge @bob trapdoor"]);
}

#[test]
fn an_attack_taken_back_at_once_is_not_made_again_without_end() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob amtgard duel=stance side=first", "bob: accept"]);
    room.all(&["ann: b6-a5", "bob: c3-b4"]);
    // The challenge was a ping too.
    room.now += 3600;
    for _ in 0..PINGS {
        let asked = room.say("ann", "a5xb4");
        let called = asked.iter().any(|reply| reply.board.is_some() && reply.mentions.len() == 1);
        assert!(called, "Bob is asked, too: {asked:?}");
        room.all(&["ann: undo"]);
    }
    room.all(&["ann: a5xb4"]);
    let says = room.refused("ann", "undo", "too-much");
    assert!(says.contains("pinged Bob 10 times in an hour"), "{says}");
    room.now += 3600;
    room.all(&["ann: undo"]);
    // An undo without consent isn't limited.
    let mut room = Room::new();
    room.all(&["ann: challenge @bob amtgard names side=first", "bob: accept"]);
    for _ in 0..2 * PINGS {
        room.all(&["ann: name b6 Zed", "ann: undo"]);
    }
}

#[test]
fn a_room_is_not_flooded_with_challenges_to_anyone() {
    let mut room = Room::new();
    for n in 1..=PINGS {
        room.all(&["ann: challenge trapdoor", &format!("ann: cancel {n}")]);
    }
    let says = room.refused("ann", "challenge trapdoor", "too-much");
    assert!(says.contains("asked everybody here 10 times in an hour"), "{says}");
    room.all(&["ann: challenge @bob trapdoor", "bob: challenge trapdoor"]);
    room.handle = "elsewhere".to_owned();
    room.all(&["ann: challenge trapdoor"]);
    room.handle = "room".to_owned();
    room.now += 3600;
    room.all(&["ann: challenge trapdoor"]);
}

#[test]
fn another_offer_in_return_is_no_refusal() {
    let mut room = Room::new();
    for n in 0..=DECLINED {
        room.all(&["ann: challenge @bob trapdoor", &format!("bob: counter {} days=2", 2 * n + 1)]);
        room.all(&[&format!("bob: cancel {}", 2 * n + 2)]);
        room.now += 3600;
    }
}

#[test]
fn ending_a_match_is_never_held_up() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob trapdoor", "bob: accept"]);
    for n in 2..=PINGS {
        room.all(&["ann: challenge @bob trapdoor", &format!("ann: cancel {n}")]);
    }
    room.refused("ann", "draw", "too-much");
    room.all(&["bob: draw", "ann: draw accept"]);
}

#[test]
fn what_somebody_announces_over_and_over_is_told_to_them_alone() {
    let cases: [(&str, [&str; 2]); 2] = [
        ("ladder", ["ladder join draughts", "ladder leave draughts"]),
        ("league", ["league join", "league leave"]),
    ];
    for (what, lines) in cases {
        let mut room = Room::new();
        room.all(&["cid: league new draughts"]);
        let public =
            |replies: &[Reply]| replies.iter().filter(|it| it.to == Audience::Room).count();
        let mut told = 0;
        for n in 0..30 {
            let replies = room.say("ann", lines[n % 2]);
            assert!(!replies.is_empty(), "{what} is answered each time");
            assert!(replies.iter().all(|it| it.refused.is_none()), "{what}: {replies:?}");
            told += public(&replies);
        }
        assert_eq!(told, 2, "{what}");
        // Others are heard all the same, and so is Ann some minutes later.
        assert_eq!(public(&room.say("bob", lines[0])), 1, "{what}");
        room.now += 601;
        assert_eq!(public(&room.say("ann", lines[0])), 1, "{what}");
    }
}

#[test]
fn after_ten_public_answers_in_an_hour_a_person_is_answered_alone() {
    let mut room = Room::on(Chat::Discord, service());
    let public =
        |room: &mut Room, who: &str| room.one(who, "leaderboard everywhere").to == Audience::Room;
    for nth in 1..=10 {
        assert!(public(&mut room, "ann"), "{nth}");
    }
    assert!(!public(&mut room, "ann") && public(&mut room, "bob"));
    room.handle = "other".to_owned();
    assert!(public(&mut room, "ann"), "each room has its own");
    room.handle = "room".to_owned();
    room.now += 3600;
    assert!(public(&mut room, "ann"));
    let mut local = Room::new();
    assert!((0..20).all(|_| public(&mut local, "ann")), "nobody reads along at one screen");
}

#[test]
fn who_types_is_answered_and_refused_where_nobody_else_reads_once_a_room_has_read_enough() {
    for line in ["leaderboard everywhere", "rules trapdoor all", "help", "leaderbord of everything"]
    {
        let mut room = Room::on(Chat::Discord, service());
        let told = |room: &mut Room| {
            let mut request = room.request("ann", line);
            request.overheard = true;
            let said = room.service.handle(&request);
            let is_read =
                |reply: &Reply| reply.to == Audience::Room || reply.privacy == Privacy::Open;
            said.iter().filter(|it| is_read(&it.reply)).count()
        };
        let read = (0..60).filter(|_| 0 < told(&mut room)).count();
        assert!((1..=20).contains(&read), "{line}: {read}");
        room.now += 3600;
        assert!(0 < told(&mut room), "{line}");
    }
}

#[test]
fn who_is_banned_is_told_so_where_nobody_else_reads() {
    let mut room = Room::on(Chat::Discord, service());
    room.all(&["eve: games"]);
    room.moderator = true;
    room.all(&["ann: admin ban @eve"]);
    room.moderator = false;
    let told = room.one("eve", "rules trapdoor");
    assert!(told.refused.is_some() && told.privacy == Privacy::Personal, "{told:?}");
}

#[test]
fn people_choose_who_may_challenge_them() {
    let mut room = Room::new();
    room.all(&["bob: settings challenges known"]);
    let refused = room.refused("ann", "challenge @bob trapdoor", "not-now");
    assert!(refused.contains("You can't play with Bob now"), "{refused}");
    let known = refused;
    // Who challenges somebody may be answered.
    room.all(&["bob: challenge @ann trapdoor", "ann: counter quick", "bob: accept"]);
    room.all(&["ann: resign yes", "bob: settings challenges off"]);
    let refused = room.refused("cid", "challenge @bob trapdoor", "not-now");
    assert_eq!(refused, known, "whom somebody takes challenges from is theirs to tell");
    room.all(&["bob: settings challenges on", "cid: challenge @bob trapdoor"]);
}
