//! Several rooms: what is said where, the settings of a room, and what an adapter may ask.
use model::{
    ids::Chat,
    reply::{Audience, Reply},
};
use service::{Outgoing, PersonName, RoomName};
use store::{Cursor, RoomSettings};

use crate::room::{Room, started};

/// Says a line in another room of the same chat.
fn elsewhere(room: &mut Room, who: &str, words: &str) -> Vec<Outgoing> {
    let mut request = room.request(who, words);
    request.room = RoomName {
        handle: "dm".to_owned(),
        name: "alone".to_owned(),
        server: String::new(),
        answers_only: false,
    };
    room.service.handle(&request)
}

/// Opens a match where Ann has spun, with the game's menu.
fn spun() -> Room {
    let mut room = started();
    room.all(&["ann: spin"]);
    room
}

#[test]
fn a_step_from_elsewhere_is_told_in_the_room_of_the_match_and_to_the_asker() {
    let mut room = started();
    let replies = elsewhere(&mut room, "ann", "spin");
    let rooms: Vec<&str> = replies.iter().map(|it| it.room.as_str()).collect();
    assert_eq!(rooms, ["dm", "room"]);
    let [here, there] = &replies[..] else { unreachable!() };
    assert_eq!(here.reply.text, there.reply.text);
    assert!(here.reply.mentions.is_empty() && here.reply.board.is_none());
    assert!(there.reply.mentions.is_empty() && there.reply.board.is_some());
    assert!(there.reply.goes_on(), "she goes on herself, and is not called for what she did");
    assert_eq!(here.reply.menu, there.reply.menu, "a player there continues there");
}

#[test]
fn what_belongs_to_another_chat_goes_to_its_listener_and_waits_without_one() {
    let mut room = started();
    let mut heard = room.service.listen(Chat::Console);
    // The same person by the chat's own id: Matrix knows nobody called so, and a stranger is no player.
    let mut request = room.request("ann", "spin");
    request.chat = Chat::Matrix;
    request.from = PersonName { handle: "@ann:x".to_owned(), name: "ann".to_owned(), bot: false };
    let replies = room.service.handle(&request);
    assert!(replies.iter().all(|it| it.reply.refused.is_some()), "{replies:?}");
    assert!(heard.try_recv().is_err(), "a refusal stays where it was asked for");
}

#[test]
fn a_refusal_and_a_list_stay_where_they_were_asked_for() {
    let mut room = spun();
    for words in ["castle", "moves", "hand"] {
        let replies = elsewhere(&mut room, "ann", words);
        assert!(replies.iter().all(|it| it.room == "dm"), "{words}: {replies:?}");
        assert!(replies.iter().all(|message| matches!(message.reply.to, Audience::Only(_))));
    }
}

/// Follows every line of a menu, and returns the words at the ends.
fn ends(room: &mut Room, menu: &Reply) -> Vec<String> {
    let mut out = Vec::new();
    for choice in &menu.menu.as_ref().expect("a menu").choices {
        match choice.says.strip_prefix("moves ") {
            None => out.push(choice.says.to_string()),
            Some(_) => {
                let further = room.one("ann", &choice.says);
                out.extend(ends(room, &further));
            }
        }
    }
    out
}

#[test]
fn what_begins_so_is_listed_and_a_number_picks_from_it() {
    let mut room = spun();
    let menu = room.one("ann", "moves");
    let all = ends(&mut room, &menu);
    assert!(2 < all.len(), "{all:?}");
    let first = all[0].split_whitespace().nth(2).unwrap().to_owned();
    let begins = &first[..2];
    let some = room.one("ann", &format!("moves {begins}"));
    let some = ends(&mut room, &some);
    assert!(!some.is_empty() && some.len() < all.len());
    assert!(some.iter().all(|line| line.split_whitespace().nth(2).unwrap().starts_with(begins)));
    room.refused("ann", "moves zz", "illegal");
    room.one("ann", &format!("moves {begins}"));
    room.all(&["ann: 1"]);
}

#[test]
fn words_are_offered_to_whoever_may_say_them() {
    let mut room = spun();
    let menu = room.one("ann", "moves");
    let ends = ends(&mut room, &menu);
    let handle = room.handle.clone();
    let mut offers = |who: &str, room_handle: &str| {
        room.service.offers(Chat::Console, room_handle, who, None).unwrap()
    };
    let [offer] = &offers("ann", &handle)[..] else { panic!("one match waits for Ann") };
    let says: Vec<String> =
        offer.words.iter().map(|words| format!("play #{} {words}", offer.of)).collect();
    assert_eq!(says, ends);
    assert_eq!(Some(offer.at), menu.menu.unwrap().asked_at);
    assert_eq!(offers("ann", "dm").len(), 1, "from elsewhere, too");
    assert!(offers("bob", &handle).is_empty() && offers("nobody", &handle).is_empty());
}

#[test]
fn moderators_choose_how_a_room_is_run() {
    let mut room = Room::new();
    let shown = room.one("ann", "admin").text.bare();
    assert!(shown.contains("threads: `off`") && shown.contains("prefix: `!`"), "{shown}");
    room.refused("ann", "admin threads on", "not-yours");
    room.moderator = true;
    for (words, code) in [
        ("admin threads maybe", "unreadable"),
        ("admin prefix /", "unreadable"),
        ("admin prefix abc", "unreadable"),
        ("admin prefix !!!!!!", "unreadable"),
        ("admin colour", "unknown"),
    ] {
        room.refused("ann", words, code);
    }
    room.all(&["ann: admin threads on", "ann: admin prefix d!"]);
    let settings = room.service.room_settings(Chat::Console, "room").unwrap();
    assert_eq!(
        settings,
        RoomSettings { threads: true, prefix: "d!".to_owned(), ..RoomSettings::default() }
    );
    assert_eq!(room.service.room_settings(Chat::Console, "dm").unwrap(), RoomSettings::default());
}

#[test]
fn an_adapter_learns_the_ids_of_its_own_chat_and_keeps_how_far_it_has_read() {
    let mut room = Room::new();
    let offer = room.one("bob", "challenge @ann trapdoor");
    let ids = room.service.handles(Chat::Console, &offer.mentions).unwrap();
    assert_eq!(ids, [Some("ann".to_owned())]);
    assert_eq!(room.service.handles(Chat::Discord, &offer.mentions).unwrap(), [None]);
    room.service.keep(|tx| tx.keep_cursor(Chat::Console, Cursor::Position, "m9")).unwrap();
    let position =
        |room: &mut Room, chat| room.service.keep(|tx| tx.cursor(chat, Cursor::Position)).unwrap();
    assert_eq!(position(&mut room, Chat::Console).as_deref(), Some("m9"));
    assert_eq!(position(&mut room, Chat::Matrix), None);
}
