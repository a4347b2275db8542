//! Tests of what is stored about places.
use serde_json::json;

use super::{
    super::{
        Store,
        tests::example::{fresh, new_match, within, world},
    },
    *,
};

fn place(id: &str) -> PrivatePlace {
    PrivatePlace { place: id.to_owned(), declined_at: None }
}

#[test]
fn a_private_place_is_found_from_both_ends_and_kept_of_known_people_only() {
    fresh(|tx| {
        world(tx);
        tx.keep_private_place(Chat::Discord, "a1", &place("7")).unwrap();
        tx.keep_private_place(Chat::Discord, "nobody", &place("8")).unwrap();
        assert_eq!(tx.private_place(Chat::Discord, "a1").unwrap(), Some(place("7")));
        assert_eq!(tx.alone_in(Chat::Discord, "7").unwrap().as_deref(), Some("a1"));
        assert_eq!(tx.alone_in(Chat::Matrix, "7").unwrap(), None);
        assert_eq!(tx.alone_in(Chat::Discord, "8").unwrap(), None);
        let declined = PrivatePlace { declined_at: Some(5), ..place("9") };
        tx.keep_private_place(Chat::Discord, "a1", &declined).unwrap();
        assert_eq!(tx.private_place(Chat::Discord, "a1").unwrap(), Some(declined));
    });
}

#[test]
fn the_menu_of_a_place_and_that_of_a_person_there_are_kept_apart() {
    fresh(|tx| {
        world(tx);
        let keep = |only: Option<&str>, body| {
            let only = only.map(str::to_owned);
            let (place, spot) = ("!r".to_owned(), MenuSpot::Main);
            tx.keep_menu(Chat::Discord, &MenuAt { place, spot, only, body }).unwrap();
        };
        keep(None, json!(1));
        keep(None, json!(2));
        keep(Some("a1"), json!(3));
        keep(Some("nobody"), json!(4));
        let all = |handle| tx.menus(Chat::Discord, "!r", &MenuSpot::Main, handle).unwrap();
        assert_eq!(all("a1"), [json!(2), json!(3)]);
        assert_eq!(all("nobody"), [json!(2)]);
    });
}

#[test]
fn a_match_has_one_standing_board_in_each_room() {
    fresh(|tx| {
        let of = tx.add_match(&new_match(&world(tx))).unwrap();
        let keep = |room: &str, message: &str| {
            let [room, message] = [room, message].map(str::to_owned);
            let (plain, html) = (String::new(), String::new());
            let board = BoardMessage {
                of,
                place: room.clone(),
                room,
                message,
                plain,
                html,
                answers_only: false,
            };
            tx.keep_board(Chat::Discord, &board).unwrap();
        };
        [("own", "1"), ("other", "2"), ("own", "3")]
            .into_iter()
            .for_each(|(of, place)| keep(of, place));
        let stands = |room: &str| tx.standing(Chat::Discord, of, room).unwrap();
        assert_eq!(stands("own").map(|it| it.message).as_deref(), Some("3"));
        assert_eq!(stands("other").map(|it| it.message).as_deref(), Some("2"));
        let passed = tx.passed(Chat::Discord, Some(of)).unwrap();
        assert_eq!(passed.iter().map(|it| &*it.message).collect::<Vec<_>>(), ["1"]);
    });
}

#[test]
fn what_stands_in_a_private_place_goes_with_it() {
    fresh(|tx| {
        let world = world(tx);
        let of = tx.add_match(&new_match(&world)).unwrap();
        tx.keep_private_place(Chat::Discord, "a1", &place("777")).unwrap();
        let room = tx.meet_room(Chat::Discord, "777", "direct messages", "").unwrap().id;
        for (place, message) in [("777", "1"), ("888", "2")] {
            let [place, message, plain, html] = [place, message, "", ""].map(str::to_owned);
            let room = place.clone();
            let board = BoardMessage { of, room, place, message, plain, html, answers_only: false };
            tx.keep_board(Chat::Discord, &board).unwrap();
        }
        for place in ["777", "888"] {
            tx.keep_newest_event(Chat::Discord, place, "1").unwrap();
            tx.keep_greeting(Chat::Discord, place, true).unwrap();
        }
        let fetch = FetchAt {
            reply: OutboxId(4),
            handle: "a1".to_owned(),
            place: "888".to_owned(),
            message: "3".to_owned(),
        };
        tx.keep_fetch(Chat::Discord, &fetch).unwrap();
        assert_eq!(tx.fetches(Chat::Discord).unwrap(), [fetch]);
        for (chat, place) in tx.forget_places(world.ann).unwrap() {
            tx.forget_room(chat, &place).unwrap();
        }
        assert_eq!(tx.boards(Chat::Discord).unwrap().len(), 1);
        assert_eq!(tx.board_at(Chat::Discord, "2").unwrap().map(|it| it.of), Some(of));
        assert_eq!(tx.fetches(Chat::Discord).unwrap(), []);
        for (place, stays) in [("777", false), ("888", true)] {
            let newest = tx.newest_event(Chat::Discord, place).unwrap();
            assert_eq!(newest.is_some(), stays);
            assert_eq!(tx.is_greeted(Chat::Discord, place).unwrap(), stays);
        }
        assert_eq!(tx.room_by_handle(Chat::Discord, "777").unwrap(), None);
        assert_eq!(tx.room(room).unwrap().name, "a room");
    });
}

#[test]
fn boards_that_lose_their_picture_are_found_by_an_index_of_their_own() {
    within(&mut Store::in_memory().unwrap(), |tx| {
        let plan = tx.is_found_by_an_index(&passed());
        assert!(plan.contains("boards_passed"), "{plan}");
    });
}
