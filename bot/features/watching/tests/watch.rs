//! Watching a match from another room: who hears about it, and what stays private.
use engine::refusal::Code;
use model::{
    ids::Chat,
    reply::{Audience, Reply},
};
use service::{Outgoing, RoomName, RoomPresence};

use crate::{
    authority::{
        Is::{Allowed as Y, Denied as N},
        decides,
    },
    room::{Room, started},
};

/// Says a line in another room.
fn from(room: &mut Room, handle: &str, who: &str, words: &str) -> Vec<Outgoing> {
    let mut request = room.request(who, words);
    request.room = RoomName {
        handle: handle.to_owned(),
        name: "elsewhere".to_owned(),
        server: String::new(),
        answers_only: false,
    };
    room.service.handle(&request)
}

fn ok(replies: &[Outgoing]) {
    assert!(replies.iter().all(|it| it.reply.refused.is_none()), "{replies:?}");
}

fn refused(replies: &[Outgoing], code: &str) {
    let found: Vec<_> = replies.iter().map(|it| it.reply.refused.map(Code::name)).collect();
    assert_eq!(found, [Some(code)], "{replies:?}");
}

#[test]
fn people_who_watch_hear_each_turn_once_in_private_without_pings_and_controls() {
    let mut room = started();
    ok(&from(&mut room, "dm", "cid", "watch #1"));
    let heard = |replies: Vec<Outgoing>| -> Vec<Reply> {
        ok(&replies);
        replies.into_iter().filter(|it| it.room == "dm").map(|it| it.reply).collect()
    };
    let request = room.request("ann", "spin");
    assert_eq!(heard(room.service.handle(&request)), [], "the turn goes on");
    let words = room.service.offers(Chat::Console, "room", "ann", None).unwrap();
    let request = room.request("ann", &words[0].words[0]);
    let told = heard(room.service.handle(&request));
    let [watched] = &told[..] else { panic!("{told:?}") };
    assert!(matches!(watched.to, Audience::Only(_)) && watched.mentions.is_empty());
    assert!(watched.menu.is_none() && watched.board.is_none() && watched.picture.is_some());
    let says = watched.text.bare();
    assert!(says.contains("Ann spins") && says.contains("Ann moves"), "the whole turn: {says}");
    assert_eq!(says.matches("#1").count(), 1, "the match is named once: {says}");
    assert!(from(&mut room, "dm", "cid", "watch")[0].reply.text.bare().contains("Match #1"));

    let request = room.request("ann", "resign yes");
    let end = heard(room.service.handle(&request));
    assert!(end[0].text.bare().contains("called off"), "{end:?}");
    let none = from(&mut room, "dm", "cid", "watch")[0].reply.text.bare();
    assert!(none.contains("You aren't watching a match"), "with its end the watching ends: {none}");
    refused(&from(&mut room, "dm", "cid", "watch #1"), "over");
}

#[test]
fn a_room_that_watches_has_a_board_of_its_own_that_nobody_there_can_use() {
    let mut room = started();
    refused(&from(&mut room, "hall", "cid", "watch #1 here"), "not-yours");
    room.moderator = true;
    let begun = from(&mut room, "hall", "cid", "watch #1 here");
    ok(&begun);
    let boards = |told: &[Outgoing]| -> Vec<Reply> {
        let own =
            told.iter().filter(|message| message.room == "hall" && message.reply.board.is_some());
        own.map(|it| it.reply.clone()).collect()
    };
    assert_eq!(boards(&begun).len(), 1, "it begins with the board of now");
    ok(&from(&mut room, "hall", "dan", "watch #1 here"));
    room.moderator = false;
    let request = room.request("ann", "spin");
    let told = room.service.handle(&request);
    let hall = boards(&told);
    assert_eq!(told.iter().filter(|it| it.room == "hall").count(), 1, "{told:?}");
    let [board] = &hall[..] else { panic!("{told:?}") };
    assert!(board.is_watched() && board.goes_on() && board.to == Audience::Room, "{board:?}");
    assert!(board.menu.is_none() && board.mentions.is_empty());
    assert!(board.board.as_ref().is_some_and(|board| board.left.is_some()));
    let own = told.iter().find(|it| it.room != "hall").expect("the board of the match's room");
    assert_eq!((&board.picture, &board.text), (&own.reply.picture, &own.reply.text));
    // A player who plays from there sees the room's board, and nothing else.
    let words = room.service.offers(Chat::Console, "room", "ann", None).unwrap();
    let told = from(&mut room, "hall", "ann", &format!("play #1 {}", words[0].words[0]));
    ok(&told);
    assert_eq!(told.iter().filter(|it| it.room == "hall").count(), 1, "{told:?}");
    assert!(!boards(&told)[0].goes_on());
    // With the end, its last board is told, and nothing more.
    let request = room.request("bob", "resign yes");
    assert_eq!(boards(&room.service.handle(&request)).len(), 1);
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
    assert!(one.board.is_some(), "nobody else is told");
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
    for words in ["board #1", "verify #1"] {
        ok(&from(&mut room, "far", "cid", words));
    }
    let offer = room.one("dan", "challenge @eve trapdoor private side=black").text.bare();
    assert!(offer.contains("rated, private"), "{offer}");
    room.all(&["eve: accept", "dan: spin"]);
    for words in ["board #2", "verify #2", "watch #2"] {
        refused(&from(&mut room, "far", "cid", words), "unknown");
        room.refused("cid", words, "unknown");
    }
    for words in ["board #2", "verify #2"] {
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
    // Everyone reads what she hears in a room.
    assert!(!room.one("eve", "profile @dan").text.bare().contains("#2"));
    room.company = RoomPresence::Alone;
    assert!(room.one("eve", "profile @dan").text.bare().contains("#2"));
    room.company = RoomPresence::Many;
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
        assert!(said.iter().any(|message| message.reply.text.bare().contains("ran out of time")));
    }
}

#[test]
fn where_a_match_is_watched_it_is_decided_as_where_it_is_played() {
    // It is played in their room, so they see it anyway.
    decides(vec![("watch #1 here", [Y, Y, Y, Y, Y, Y, Y, N, N, Y])]);
}
