//! Watching a match from another room: who hears about it, and what stays private.
use bot::{
    reply::Audience,
    service::{Outgoing, RoomName},
};

use crate::room::{Room, started};

/// Says a line in another room.
fn from(room: &mut Room, handle: &str, who: &str, words: &str) -> Vec<Outgoing> {
    let mut request = room.request(who, words);
    request.room =
        RoomName { handle: handle.to_owned(), name: "elsewhere".to_owned(), server: String::new() };
    room.service.handle(&request)
}

fn ok(replies: &[Outgoing]) {
    assert!(replies.iter().all(|it| it.reply.refused.is_none()), "{replies:?}");
}

fn refused(replies: &[Outgoing], code: &str) {
    let found: Vec<_> = replies.iter().map(|it| it.reply.refused.as_deref()).collect();
    assert_eq!(found, [Some(code)], "{replies:?}");
}

#[test]
fn turns_are_told_to_whoever_watches_and_ping_nobody() {
    let mut room = started();
    ok(&from(&mut room, "dm", "cid", "watch #1"));
    let request = room.request("ann", "spin");
    let replies = room.service.handle(&request);
    let (watched, played): (Vec<_>, Vec<_>) = replies.iter().partition(|it| it.room == "dm");
    let ([watched], [played]) = (&watched[..], &played[..]) else { panic!("{replies:?}") };
    assert!(matches!(watched.reply.to, Audience::Only(_)) && played.reply.to == Audience::Room);
    assert!(watched.reply.mentions.is_empty() && played.reply.goes_on);
    assert!(watched.reply.menu.is_none() && watched.reply.turn_of.is_none());
    assert_eq!(watched.reply.picture, played.reply.picture);
    assert!(watched.reply.text.bare().contains("Ann spins"), "{}", watched.reply.text.bare());
    assert!(from(&mut room, "dm", "cid", "watch")[0].reply.text.bare().contains("Match #1"));

    let request = room.request("ann", "resign yes");
    let end = room.service.handle(&request);
    assert!(end.iter().any(|it| it.room == "dm" && it.reply.text.bare().contains("called off")));
    let none = from(&mut room, "dm", "cid", "watch")[0].reply.text.bare();
    assert!(none.contains("You aren't watching a match"), "with its end the watching ends: {none}");
    refused(&from(&mut room, "dm", "cid", "watch #1"), "over");
}

#[test]
fn a_room_is_told_once_and_only_if_its_moderators_say_so() {
    let mut room = started();
    refused(&from(&mut room, "hall", "cid", "watch #1 here"), "not-yours");
    room.moderator = true;
    ok(&from(&mut room, "hall", "cid", "watch #1 here"));
    ok(&from(&mut room, "hall", "dan", "watch #1 here"));
    room.moderator = false;
    let request = room.request("ann", "spin");
    let told = room.service.handle(&request);
    let hall: Vec<_> = told.iter().filter(|it| it.room == "hall").collect();
    assert!(hall.len() == 1 && hall[0].reply.to == Audience::Room, "{told:?}");
}

#[test]
fn watching_stops_when_one_says_so() {
    let mut room = started();
    room.all(&["eve: challenge @fay trapdoor side=black", "fay: accept"]);
    for words in ["watch #1", "watch #2", "watch #1 off"] {
        ok(&from(&mut room, "dm", "cid", words));
    }
    refused(&from(&mut room, "dm", "cid", "watch #1 off"), "not-now");
    let one = room.one("ann", "spin");
    assert!(one.turn_of.is_some(), "nobody else is told");
    ok(&from(&mut room, "dm", "cid", "watch off"));
    room.one("eve", "spin");
    refused(&from(&mut room, "dm", "ann", "watch #1"), "not-now");
    refused(&from(&mut room, "dm", "cid", "watch #99"), "unknown");
    assert!(room.refused("cid", "watch #1", "not-now").contains("in this room"));
}

#[test]
fn a_watcher_who_leaves_is_told_no_more() {
    let mut room = started();
    ok(&from(&mut room, "dm", "cid", "watch #1"));
    ok(&from(&mut room, "dm", "cid", "mydata delete yes"));
    room.one("ann", "spin");
}

#[test]
fn public_matches_are_looked_up_from_anywhere_and_private_ones_by_their_players() {
    let mut room = started();
    room.all(&["ann: spin"]);
    for words in ["board #1", "history #1", "export #1", "verify #1"] {
        ok(&from(&mut room, "far", "cid", words));
    }
    let offer = room.one("dan", "challenge @eve trapdoor private side=black").text.bare();
    assert!(offer.contains("rated, private"), "{offer}");
    room.all(&["eve: accept", "dan: spin"]);
    for words in ["board #2", "history #2", "export #2", "export #2 pdn", "verify #2", "watch #2"] {
        refused(&from(&mut room, "far", "cid", words), "unknown");
        room.refused("cid", words, "unknown");
    }
    for words in ["board #2", "history #2", "verify #2"] {
        let own = from(&mut room, "far", "eve", words);
        assert!(matches!(own[0].reply.to, Audience::Only(_)), "{words}: {own:?}");
    }
    assert!(!room.one("cid", "games @dan").text.bare().contains("#2"));
    assert_eq!(
        room.one("cid", "board").picture.unwrap().of.0,
        1,
        "the last one that is not private"
    );
    room.all(&["dan: resign yes"]);
    assert!(!room.one("cid", "profile @dan").text.bare().contains("#2"));
    assert!(room.one("eve", "profile @dan").text.bare().contains("#2"));
    let again = room.one("dan", "rematch #2").text.bare();
    assert!(again.contains("private"), "{again}");
}

#[test]
fn a_stranger_who_names_a_private_match_as_it_runs_out_learns_nothing() {
    for words in ["moves #1", "resign #1", "#1 spin", "play #1 spin"] {
        let mut room = Room::new();
        room.all(&["ann: challenge @bob trapdoor private days=1 hard side=black", "bob: accept"]);
        room.handle = "elsewhere".to_owned();
        room.now += 2 * 86_400;
        room.service.moved_on(room.now).unwrap();
        let request = room.request("zed", words);
        let said = room.service.handle(&request);
        let here: Vec<String> = said
            .iter()
            .filter(|it| it.room == "elsewhere")
            .map(|it| it.reply.text.bare())
            .collect();
        assert_eq!(here.len(), 1, "{words}: {here:?}");
        assert!(here[0].contains("There is no match #1 here"), "{words}: {here:?}");
        assert!(said.iter().any(|it| it.reply.text.bare().contains("ran out of time")));
    }
}
