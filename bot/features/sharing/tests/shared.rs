//! Shared matches: a page shows what the room sees, and an unknown address reveals nothing.
use engine::{games::GameId, refusal::Code};
use features::FEATURES;
use model::{
    ids::{Chat, MatchId},
    reply::Reply,
};
use service::{BoardPage, BoardViewer, BoardWish, board_page, drawing, match_film, shared_match};

use crate::{
    room::Room,
    sealed::{offered, rooms},
};

/// Where the pages of matches are.
const PAGES: &str = "https://games.example/";

/// Opens a room where matches can be shared.
fn with_pages() -> Room {
    let mut room = Room::new();
    room.service.share_at(Some(PAGES.to_owned()));
    room
}

/// Returns the key of the address that a reply gives.
fn key(replies: &[Reply]) -> Option<String> {
    let said: String = replies.iter().map(|it| it.text.bare()).collect();
    let (_, rest) = said.split_once("https://games.example/m/")?;
    let key: String = rest.chars().take_while(char::is_ascii_hexdigit).collect();
    assert_eq!(key.len(), 32, "{said}");
    Some(key)
}

/// Writes everything on a page except the match number.
fn written(page: BoardPage) -> String {
    let BoardPage { of: _, game, at, last, left: _, goal, players, scene, theme, alt, told, .. } = page;
    assert!(!goal.is_empty(), "{game:?}: how one wins");
    let BoardPage { asked, asks, in_private, secrets, hand, verdict, winner, .. } = page;
    let BoardPage { film, seat, shared, moved, table: _, .. } = page;
    format!(
        "{game:?} {at:?} {last} {goal} {players:?} {scene:?} {theme} {alt} {told:?} {asked:?} {asks:?} \
         {in_private:?} {secrets:?} {hand:?} {verdict:?} {winner:?} {film:?} {seat:?} {shared} {moved:?}"
    )
}

fn page(room: &mut Room, key: &str, step: Option<u32>) -> Option<BoardPage> {
    let viewer = BoardViewer::Anyone(key.to_owned());
    let (as_whom, of) = ((Chat::Console, &viewer), MatchId(0));
    let wish = BoardWish { of, step, near: None };
    room.service.look(|tx| board_page(&FEATURES, tx, as_whom, wish, 0)).unwrap()
}

#[test]
fn a_page_shows_what_the_room_sees() {
    for &game in GameId::ALL {
        let mut room = with_pages();
        let words = format!("ann: challenge @bob {} side=first", game.name());
        room.all(&[&words, "bob: accept"]);
        room.play_about(1, 9);
        let key = key(&room.say("ann", "share #1")).unwrap();
        let shown = room.say("cid", "board #1").into_iter().find_map(|it| it.picture).unwrap();
        let shown = model::reply::Picture { clocks: [None, None], left: [None, None], ..shown };
        let scene = room.service.look(|tx| drawing(tx, &shown)).unwrap().scene;
        let page = page(&mut room, &key, None).unwrap();
        assert_eq!(page.scene, scene, "{}", game.name());
        let anyone = BoardViewer::Anyone(key.clone());
        let as_whom = (Chat::Console, &anyone);
        let film = room.service.look(|tx| match_film(&FEATURES, tx, as_whom, MatchId(0))).unwrap();
        let shared = room.service.look(|tx| shared_match(&FEATURES, tx, &key)).unwrap();
        assert!(film.is_some() && shared.is_some_and(|it| it.row.end.is_none()));
    }
}

#[test]
fn whatever_is_chosen_in_secret_the_page_is_the_same() {
    let pages = |pick: usize| -> Vec<(String, String)> {
        let chosen = |(name, mut room): (String, Room)| {
            room.service.share_at(Some(PAGES.to_owned()));
            let key = key(&room.say("ann", "share #1")).unwrap();
            let words = offered(&mut room, "ann").swap_remove(pick);
            let reply = room.say("ann", &format!("play #1 {words}")).remove(0);
            assert_eq!(reply.refused, None, "{name}: {words}");
            (name, written(page(&mut room, &key, None).unwrap()))
        };
        rooms().into_iter().map(chosen).collect()
    };
    assert_eq!(pages(0), pages(1));
}

#[test]
fn only_players_share_and_either_ends_it() {
    let mut room = with_pages();
    room.all(&["ann: challenge @bob trapdoor side=black", "bob: accept"]);
    assert_eq!(room.say("cid", "share #1")[0].refused, Some(Code::NotYours));
    let first = key(&room.say("ann", "share #1")).unwrap();
    assert_eq!(key(&room.say("bob", "share #1")).as_ref(), Some(&first), "one match, one address");
    assert!(page(&mut room, &first, None).is_some());
    assert!(page(&mut room, &first, Some(999)).is_none());
    room.say("bob", "share #1 off");
    assert!(page(&mut room, &first, None).is_none());
    assert_eq!(room.say("bob", "share #1 off")[0].refused, Some(Code::NotNow));
    let second = key(&room.say("ann", "share #1")).unwrap();
    assert_ne!(first, second, "an address that was ended never comes back");
    assert!(page(&mut room, &first, None).is_none());
}

#[test]
fn a_private_match_takes_the_word_of_both_and_a_forgotten_player_ends_it() {
    let mut room = with_pages();
    room.all(&["ann: challenge @bob trapdoor private", "bob: accept"]);
    let said = room.say("ann", "share #1");
    assert_eq!(key(&said), None);
    assert!(
        said.iter().any(|reply| reply
            .menu
            .as_ref()
            .is_some_and(|menu| menu.choices[0].says == "share #1"))
    );
    assert_eq!(key(&room.say("ann", "share #1")), None, "once is as good as twice");
    let key = key(&room.say("bob", "share #1")).unwrap();
    assert!(page(&mut room, &key, None).is_some());
    room.say("bob", "mydata delete yes");
    assert!(page(&mut room, &key, None).is_none());
}

#[test]
fn without_pages_nothing_is_shared() {
    let mut room = Room::new();
    room.all(&["ann: challenge @bob trapdoor", "bob: accept"]);
    let refused = room.say("ann", "share #1").remove(0);
    assert_eq!(refused.refused, Some(Code::NotNow));
    if let Some(past) = FEATURES.past() {
        let film = (past.film)(MatchId(1), None).line();
        assert!(refused.text.bare().contains(&film), "{}", refused.text.bare());
    }
}

#[test]
fn who_asks_for_a_board_in_a_match_of_others_is_told_its_page() {
    let mut room = with_pages();
    room.all(&["ann: challenge @bob draughts", "bob: accept", "ann: share #1"]);
    let reply = room.one("cid", "link board #1");
    let page = reply.opens.expect("the page of the match").address;
    assert!(page.starts_with(PAGES) && reply.text.bare().contains(&page), "{page}");
}
