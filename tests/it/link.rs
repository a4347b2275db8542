//! One person in two chats: shown by a code, and from then on one rating and one list of games.
use bot::{
    reply::{Audience, Reply},
    service::{Outgoing, PersonName, Request, RoomName},
    store::Chat,
};

use crate::{
    privacy::{desk, holding},
    room::Room,
};

/// Says a line in a Matrix room and returns the replies there.
fn on_matrix(room: &mut Room, who: &str, words: &str) -> Vec<Reply> {
    let person =
        |who: &str| PersonName { handle: format!("@{who}:x"), name: who.to_owned(), bot: false };
    let marked = words.split_whitespace().filter_map(|it| it.strip_prefix('@'));
    let request = Request {
        chat: Chat::Matrix,
        room: RoomName { handle: "!m:x".to_owned(), name: "m".to_owned(), server: String::new() },
        from: person(who),
        mentioned: marked.map(person).collect(),
        ..room.request("nobody", words)
    };
    room.desk.handle(&request).into_iter().map(|Outgoing { reply, .. }| reply).collect()
}

fn text(replies: &[Reply]) -> String {
    replies.iter().map(|it| it.text.bare()).collect::<Vec<_>>().join("\n")
}

/// Asks for a code in the local room.
fn code(room: &mut Room, who: &str) -> String {
    let reply = room.one(who, "link");
    assert!(matches!(reply.to, Audience::Only(_)), "a code is shown to one person");
    let text = reply.text.bare();
    text.split('`').nth(1).expect("a code in the text").to_owned()
}

/// Makes Ann of the local room and Anna on Matrix one person.
fn linked(room: &mut Room) {
    let says = code(room, "ann");
    let replies = on_matrix(room, "anna", &says);
    assert_eq!(replies[0].refused, None, "{}", text(&replies));
}

/// Has two people in the local room begin a match and the second resign it.
fn won(room: &mut Room, winner: &str, loser: &str) {
    room.all(&[&format!("{winner}: challenge @{loser} trapdoor"), &format!("{loser}: accept")]);
    let of = running(room, winner);
    room.begin(&[winner, loser], of);
    room.all(&[&format!("{loser}: resign #{of} yes")]);
}

/// Returns the number of a match that runs.
fn running(room: &mut Room, who: &str) -> i64 {
    let games = room.one(who, "games");
    let board = games.menu.unwrap().choices.remove(0).says;
    board.trim_start_matches("board #").parse().unwrap()
}

fn won_on_matrix(room: &mut Room, winner: &str, loser: &str) {
    for (who, words) in
        [(winner, format!("challenge @{loser} trapdoor")), (loser, "accept".to_owned())]
    {
        let replies = on_matrix(room, who, &words);
        assert!(replies.iter().all(|it| it.refused.is_none()), "{words}: {}", text(&replies));
    }
    // Each side ends two turns, so that it counts.
    while text(&on_matrix(room, loser, "resign")).contains("second turn") {
        let found = [winner, loser].into_iter().find_map(|who| {
            let handle = format!("@{who}:x");
            let offers = room.desk.offers(Chat::Matrix, "!m:x", &handle, None).unwrap();
            Some((who, offers.into_iter().next()?.words.remove(0)))
        });
        let (who, words) = found.expect("somebody owes a decision");
        on_matrix(room, who, &format!("play {words}"));
    }
    let replies = on_matrix(room, loser, "resign yes");
    assert!(text(&replies).contains("wins"), "{}", text(&replies));
}

#[test]
fn linked_people_have_one_rating_made_of_all_their_matches() {
    let mut apart = Room::new();
    won(&mut apart, "ann", "bob");
    apart.now += 60;
    won_on_matrix(&mut apart, "anna", "dora");
    apart.now += 60;
    linked(&mut apart);
    let mut always = Room::new();
    won(&mut always, "ann", "bob");
    always.now += 60;
    linked(&mut always);
    won_on_matrix(&mut always, "anna", "dora");
    always.now += 60;
    for words in ["profile", "leaderboard everywhere"] {
        let made_anew = text(&apart.say("ann", words));
        assert_eq!(made_anew, text(&always.say("ann", words)), "as if they had always been one");
        assert!(made_anew.contains("2 won, 0 lost"), "{made_anew}");
        assert_eq!(made_anew, text(&on_matrix(&mut apart, "anna", words)), "in both chats");
    }
}

#[test]
fn linked_people_have_one_list_of_games_and_move_from_either_chat() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob trapdoor side=black", "bob: accept"]);
    linked(&mut room);
    assert!(text(&on_matrix(&mut room, "anna", "games")).contains("#1"));
    let replies = on_matrix(&mut room, "anna", "spin");
    assert!(text(&replies).contains("Ann spins"), "{}", text(&replies));
    assert!(text(&room.say("ann", "board")).contains("Ann"));
    let handles = |room: &mut Room, chat| {
        let me = room.one("ann", "settings").to;
        let Audience::Only(me) = me else { panic!("settings are private") };
        room.desk.handles(chat, &[me]).unwrap()
    };
    assert_eq!(handles(&mut room, Chat::Matrix), [Some("@anna:x".to_owned())]);
    assert_eq!(handles(&mut room, Chat::Console), [Some("ann".to_owned())]);
    assert_eq!(handles(&mut room, Chat::Discord), [None]);
}

#[test]
fn nobody_becomes_two_people_of_one_chat() {
    let mut room = Room::new();
    won(&mut room, "ann", "bob");
    linked(&mut room);
    let says = code(&mut room, "bob");
    let replies = on_matrix(&mut room, "anna", &says);
    assert_eq!(replies[0].refused.as_deref(), Some("illegal"));
    assert!(text(&room.say("bob", "profile")).contains("0 won, 1 lost"));
}

#[test]
fn a_code_is_said_once_in_another_chat_and_soon() {
    let mut room = Room::new();
    let refused = |replies: Vec<Reply>| replies[0].refused.clone();
    let says = code(&mut room, "ann");
    assert!(room.refused("bob", &says, "illegal").contains("another chat"));
    assert_eq!(
        refused(on_matrix(&mut room, "anna", &says)).as_deref(),
        Some("unknown"),
        "it is used up"
    );
    let says = code(&mut room, "ann");
    room.now += 10 * 60;
    assert_eq!(
        refused(on_matrix(&mut room, "anna", &says)).as_deref(),
        Some("unknown"),
        "it is too late"
    );
    for _ in 0..4 {
        on_matrix(&mut room, "anna", "link AAAA-AAAA");
    }
    assert_eq!(refused(on_matrix(&mut room, "anna", "link AAAA")).as_deref(), Some("too-much"));
    linked_by(&mut room, "eve");
    assert_eq!(
        refused(on_matrix(&mut room, "eve", &code(&mut Room::new(), "ann"))).as_deref(),
        Some("unknown")
    );
}

/// Makes Ann and somebody on Matrix one; a code may be written in any case and without its line.
fn linked_by(room: &mut Room, who: &str) {
    let says = code(room, "ann").replace('-', "").to_lowercase();
    assert_eq!(on_matrix(room, who, &says)[0].refused, None);
}

#[test]
fn a_room_that_moves_takes_its_matches_along() {
    let mut room = Room::new();
    let said = [("ann", "challenge @bob trapdoor side=black"), ("bob", "accept")];
    for (who, words) in said {
        on_matrix(&mut room, who, words);
    }
    let running = room.desk.move_room(Chat::Matrix, "!m:x", "!new").unwrap();
    assert_eq!(running.len(), 1);
    let request = Request {
        chat: Chat::Matrix,
        from: PersonName { handle: "@ann:x".to_owned(), name: "ann".to_owned(), bot: false },
        room: RoomName { handle: "!new".to_owned(), name: "m".to_owned(), server: String::new() },
        ..room.request("nobody", "spin")
    };
    let told = room.desk.handle(&request);
    assert!(told.iter().all(|it| it.room == "!new") && told[0].reply.refused.is_none());
    assert!(room.desk.move_room(Chat::Matrix, "!nowhere", "!x").unwrap().is_empty());
}

#[test]
fn a_ban_holds_for_whoever_is_linked_by_the_id_of_the_chat_it_is_in() {
    let mut room = Room::new();
    room.moderator = true;
    room.all(&["ann: help", "bob: help"]);
    linked(&mut room);
    let told = on_matrix(&mut room, "dora", "admin ban @anna");
    assert_eq!(told[0].refused, None, "{}", text(&told));
    let refused = |replies: &[Reply]| replies[0].refused.is_some();
    assert!(refused(&on_matrix(&mut room, "anna", "challenge trapdoor")));
    assert!(!refused(&room.say("ann", "challenge trapdoor")), "only there");
    let told = on_matrix(&mut room, "dora", "admin unban @anna");
    assert_eq!(told[0].refused, None, "{}", text(&told));
    assert!(!refused(&on_matrix(&mut room, "anna", "challenge trapdoor")));
}

#[test]
fn what_is_kept_of_linked_people_is_given_and_deleted_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.db");
    let mut room = Room::with(desk(&path));
    let say = |room: &mut Room, words: &str| room.all(&[&format!("zanzibar: {words}")]);
    say(&mut room, "challenge @bob trapdoor");
    on_matrix(&mut room, "quagga", "challenge @dora trapdoor places=1");
    on_matrix(&mut room, "dora", "challenge trapdoor places=3");
    on_matrix(&mut room, "quagga", "accept 3");
    let says = code(&mut room, "zanzibar");
    on_matrix(&mut room, "quagga", &says);
    say(&mut room, "vacation 3 days");
    let data = room.one("zanzibar", "mydata export").file.unwrap().body;
    let data: serde_json::Value = serde_json::from_str(&data).unwrap();
    assert_eq!(data["known_as"].as_array().unwrap().len(), 2, "{data}");
    assert_eq!(data["known_as"][1]["id"], "@quagga:x");
    assert_eq!((&data["accepted"][0], data["vacations"].as_array().unwrap().len()), (&3.into(), 1));
    say(&mut room, "mydata delete yes");
    drop(room);
    for name in ["zanzibar", "quagga"] {
        assert_eq!(holding(folder.path(), name), [""; 0], "{name}");
    }
}
