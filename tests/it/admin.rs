//! What moderators can choose for a room, and nobody else.
use engine::refusal::Code;
use model::{
    ids::Chat,
    reply::{Audience, PickOf},
};
use service::{NoThreads, RoomName, RoomRight};

use crate::{
    delivery::service,
    room::{Room, described, started},
};

/// Opens a room whose speakers may manage it.
pub(crate) fn managed() -> Room {
    let mut room = started();
    room.moderator = true;
    room
}

#[test]
fn nobody_else_can_do_any_of_it() {
    let mut room = started();
    let before = room.one("ann", "admin").text.bare();
    for words in
        ["admin threads on", "admin prefix ?", "admin channels add", "admin limit person 1"]
    {
        room.refused("ann", words, "not-yours");
    }
    assert_eq!(room.one("ann", "admin").text.bare(), before);
    assert!(!before.contains("banned"), "who was sent away is told to moderators alone");
}

#[test]
fn odd_orders_change_nothing() {
    let mut room = managed();
    let before = room.one("cid", "admin").text.bare();
    for (words, code) in [
        ("admin everything", "unknown"),
        ("admin channels maybe", "unreadable"),
        ("admin channels remove", "not-now"),
        ("admin limit person", "unreadable"),
        ("admin limit person 0", "unreadable"),
        ("admin limit person -1", "unreadable"),
        ("admin limit person 99999999999", "unreadable"),
        ("admin limit dog 3", "unreadable"),
        ("admin limit person 3 4", "unreadable"),
    ] {
        room.refused("cid", words, code);
    }
    assert_eq!(room.one("cid", "admin").text.bare(), before);
    room.all(&["ann: spin"]);
}

#[test]
fn what_moderators_do_is_told_in_the_room_for_it() {
    let mut room = managed();
    room.handle = "log".to_owned();
    room.one("cid", "admin");
    room.refused("cid", "admin log everywhere", "unreadable");
    room.all(&["cid: admin log here"]);
    room.handle = "room".to_owned();
    let told = |room: &mut Room, words: &str| {
        let said = room.say("cid", words).into_iter().map(|reply| reply.text.bare());
        said.filter(|says| says.contains("Cid") && says.contains("admin threads on")).count()
    };
    assert_eq!(told(&mut room, "admin threads on"), 1);
    assert_eq!(told(&mut room, "admin threads"), 0, "it only looks");
    let logged = |room: &mut Room, words: &str| {
        let said = room.say("cid", words).into_iter().map(|reply| reply.text.bare());
        said.filter(|says| says.contains("a room: admin") || says.contains("room: admin"))
            .collect::<Vec<_>>()
    };
    for order in ["annul", "end"] {
        let note = if order == "end" { "draw" } else { "@everyone was rude" };
        assert_eq!(logged(&mut room, &format!("admin {order} #1 {note}")), [""; 0], "it asks");
    }
    room.all(&["cid: no"]);
    let told = logged(&mut room, "admin annul #1 yes @everyone was rude");
    let [told] = &told[..] else { panic!("{told:?}") };
    assert!(told.ends_with("annul #1 yes @everyone was rude"), "{told}");
}

#[test]
fn a_room_may_be_the_chronicle_of_its_server() {
    let mut room = managed();
    room.handle = "chronicle".to_owned();
    room.one("cid", "admin");
    room.all(&["cid: admin chronicle here"]);
    room.handle = "room".to_owned();
    let said = room.say("ann", "resign yes");
    let cards = said.iter().filter(|reply| reply.picture.is_some() && reply.board.is_none());
    assert_eq!(cards.count(), 1, "one card");
}

#[test]
fn games_are_begun_in_allowed_channels_only_and_played_to_their_end_anywhere() {
    let mut room = managed();
    room.handle = "games".to_owned();
    let shown = room.one("cid", "admin channels add").text.bare();
    assert!(shown.contains("channels: a room"), "{shown}");
    room.refused("cid", "admin channels remove", "not-now");
    room.all(&["ann: challenge @bob trapdoor"]);
    room.handle = "room".to_owned();
    for words in ["challenge @bob trapdoor", "practice trapdoor 1", "league new trapdoor"] {
        let refused = room.refused("cid", words, "not-now");
        assert!(refused.contains("New games are off in a room; ask a moderator"), "{refused}");
    }
    // A channel is named only to those who can see it.
    room.prepared.rooms = vec![described(Chat::Console, ("games", "cid"), RoomRight::Look)];
    let refused = room.refused("cid", "challenge @bob trapdoor", "not-now");
    assert!(refused.contains("New games are off in a room; use a room"), "{refused}");
    room.prepared.rooms.clear();
    // What is only read begins nothing: the asker gets it, and the room isn't disturbed.
    for words in ["profile", "rules trapdoor"] {
        let told = room.one("cid", words);
        assert!(matches!(told.to, Audience::Only(_)), "{words}: {}", told.text.bare());
    }
    room.all(&[
        "ann: spin",
        "ann: board",
        "bob: games",
        "bob: mydata",
        "bob: help",
        "ann: resign yes",
    ]);
    room.refused("ann", "rematch", "not-now");
    room.all(&[
        "cid: admin channels add",
        "ann: rematch",
        "cid: admin channels all",
        "bob: profile",
    ]);
}

#[test]
fn a_thread_allows_what_its_channel_allows() {
    let mut room = managed();
    room.all(&["cid: admin channels add"]);
    let mut says = |thread: &str, of: Option<&str>, words: &str| {
        let mut request = room.request("ann", words);
        request.room.handle = thread.to_owned();
        request.thread_of = of.map(str::to_owned);
        room.service.handle(&request).remove(0).reply.refused
    };
    let challenge = "challenge trapdoor";
    assert_eq!(says("beside", None, challenge), Some(Code::NotNow));
    assert_eq!(says("talk", Some("beside"), challenge), Some(Code::NotNow));
    assert_eq!(says("games", Some("room"), challenge), None);
    // It is remembered for what is said elsewhere.
    assert_eq!(says("games", None, "challenge draughts"), None);
}

#[test]
fn what_is_chosen_for_one_server_is_nothing_to_another() {
    let mut room = managed();
    room.all(&["cid: admin channels add", "cid: admin limit person 1"]);
    let mut request = room.request("ann", "challenge @bob trapdoor");
    request.room = RoomName {
        handle: "far".to_owned(),
        name: "far".to_owned(),
        server: "t".to_owned(),
        answers_only: false,
    };
    assert_eq!(room.service.handle(&request)[0].reply.refused, None);
}

#[test]
fn limits_hold_for_each_person_and_each_channel() {
    let mut room = managed();
    room.all(&["cid: admin limit person 1"]);
    assert!(
        room.refused("ann", "challenge @cid trapdoor", "too-much")
            .contains("Ann already has one match")
    );
    assert!(
        room.refused("cid", "challenge @bob trapdoor", "too-much")
            .contains("Bob already has one match")
    );
    room.all(&["cid: challenge trapdoor"]);
    room.refused("bob", "accept", "too-much");
    room.all(&["dan: accept", "cid: admin limit person off", "cid: admin limit channel 2"]);
    assert!(room.refused("ann", "challenge @cid trapdoor", "too-much").contains("Only 2 matches"));
    room.all(&["ann: resign #1 yes", "ann: challenge @cid trapdoor"]);
}

#[test]
fn what_cannot_be_done_in_a_place_is_said_when_it_is_set() {
    let mut room = Room::on(Chat::Discord, service());
    room.moderator = true;
    for (why, says) in
        [(NoThreads::Place, "text channel"), (NoThreads::Permission, "Create Public Threads")]
    {
        room.no_threads = Some(why);
        let refused = room.refused("cid", "admin threads on", "not-now");
        assert!(refused.contains(says), "{refused}");
        room.all(&["cid: admin threads off", "cid: admin threads"]);
    }
    room.no_threads = None;
    room.all(&["cid: admin threads on"]);
    assert!(room.refused("cid", "admin prefix ?", "not-now").contains("no prefix"));
    room.answers_only = true;
    for words in [
        "admin threads on",
        "admin log here",
        "admin chronicle here",
        "admin gazette sunday 18:00",
        "admin puzzle daily 18:00",
        "admin pair",
    ] {
        let refused = room.refused("cid", words, "not-now");
        assert!(refused.contains("can't post by myself"), "{words}: {refused}");
    }
    let mut room = Room::on(Chat::Matrix, service());
    room.moderator = true;
    assert!(room.refused("cid", "admin fold remove", "not-now").contains("can't take back"));
    room.all(&["cid: admin prefix ?"]);
}

#[test]
fn who_manages_a_server_picks_rooms_where_they_and_the_bot_can_write() {
    let mut room = Room::on(Chat::Discord, service());
    room.moderator = true;
    for handle in ["201", "202", "203", "204"] {
        room.handle = handle.to_owned();
        room.one("cid", "admin");
    }
    let may = [("202", RoomRight::Write), ("203", RoomRight::Look), ("204", RoomRight::Write)];
    room.prepared.rooms =
        may.map(|(handle, may)| described(Chat::Discord, (handle, "cid"), may)).to_vec();
    room.prepared.rooms[2].1.as_mut().expect("a room").is_mute = true;
    room.handle = "205".to_owned();
    room.one("cid", "admin");
    let mut forum = described(Chat::Discord, ("205", "cid"), RoomRight::Look);
    forum.1.as_mut().expect("a room").is_forum = true;
    room.prepared.rooms.push(forum);
    room.handle = "201".to_owned();
    let picked = |room: &mut Room| {
        let shown = room.one("cid", "admin").menu.expect("a menu").pickers;
        let rooms =
            shown.into_iter().filter(|picker| [PickOf::Rooms, PickOf::Forums].contains(&picker.of));
        rooms.map(|picker| (picker.says.to_string(), picker.picked)).collect::<Vec<_>>()
    };
    room.all(&["cid: admin channels <#201> <#202>", "cid: admin chronicle <#202>"]);
    let list = |handles: &[&str]| handles.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        picked(&mut room),
        [
            ("admin channels".to_owned(), list(&["201", "202"])),
            ("admin chronicle".to_owned(), list(&["202"])),
            ("admin log".to_owned(), list(&[])),
        ]
    );
    for words in ["admin log <#203>", "admin log <#204>", "admin channels <#201> <#203>"] {
        assert!(room.refused("cid", words, "not-now").contains("can't write"), "{words}");
    }
    for words in ["admin log <#205>", "admin chronicle <#205>"] {
        assert!(room.refused("cid", words, "not-now").contains("is a forum"), "{words}");
    }
    room.all(&["cid: admin channels <#205>"]);
    assert_eq!(picked(&mut room)[0].1, list(&["205"]), "games belong in its posts");
    room.refused("cid", "admin log <#999>", "unknown");
    room.all(&["cid: admin channels all", "cid: admin chronicle off"]);
    assert!(picked(&mut room).iter().all(|it| it.1.is_empty()));
    let shown = room.one("cid", "admin").menu.expect("a menu");
    assert!(shown.choices.len() <= 25, "they fit one menu beside the pickers");
    assert!(shown.pickers.iter().any(|it| it.of == PickOf::Roles));
    room.moderator = false;
    assert!(room.one("ann", "admin").menu.is_none());
}

#[test]
fn a_room_has_a_usual_game_and_clock() {
    let mut room = managed();
    let asks = room.one("ann", "challenge @cid");
    assert!(asks.card.is_none(), "{}", asks.text.bare());
    room.refused("cid", "admin game chess", "unknown");
    room.refused("cid", "admin clock sometimes", "unreadable");
    room.all(&["cid: admin game draughts", "cid: admin clock 1 day"]);
    let shown = room.one("cid", "admin").text.bare();
    assert!(shown.contains("game: `draughts`") && shown.contains("clock: `1 day"), "{shown}");
    let offer = room.one("ann", "challenge @cid").text.bare();
    assert!(offer.contains("Draughts") && offer.contains("1 day"), "{offer}");
    let named = room.one("ann", "challenge @dan trapdoor days=2").text.bare();
    assert!(named.contains("Trapdoor") && named.contains("2 days"), "{named}");
    room.all(&["cid: admin game off", "cid: admin clock off"]);
    assert!(room.one("bob", "challenge @dan").card.is_none());
    assert!(room.one("bob", "challenge @dan trapdoor").text.bare().contains("3 days"));
}
