//! Pages with the leaderboards of a server.
use engine::refusal::Code;
use features::FEATURES;
use model::reply::Reply;
use service::{SharedTable, shared_table};

use crate::room::Room;

/// Returns the key of a server's page from what `admin` shows.
fn page_of_server(replies: &[Reply]) -> Option<String> {
    let said: String = replies.iter().map(|it| it.text.bare()).collect();
    let (_, rest) = said.split_once("https://games.example/s/")?;
    Some(rest.chars().take_while(char::is_ascii_hexdigit).collect())
}

fn table(room: &mut Room, key: &str, list: &str, page: u32) -> Option<SharedTable> {
    let now = room.now;
    let mut lists = FEATURES.server_page().expect("servers have pages").lists.iter();
    let list = lists.find(|it| it.name == list).expect("a list");
    room.service.look(|tx| shared_table(&FEATURES, tx, key, list, None, page, now)).unwrap()
}

#[test]
fn leaderboards_of_a_server_have_a_page_while_its_moderators_want_it() {
    let mut room = Room::new();
    room.service.share_at(Some("https://games.example/".to_owned()));
    room.refused("ann", "admin pages on", "not-yours");
    room.moderator = true;
    assert_eq!(page_of_server(&room.say("ann", "admin")), None);
    let key = page_of_server(&room.say("ann", "admin pages on")).expect("an address");
    assert_eq!(page_of_server(&room.say("ann", "admin pages on")).as_ref(), Some(&key));
    let empty = table(&mut room, &key, "leaderboard", 1).unwrap();
    assert!(empty.chart.is_none() && empty.text.bare().contains("No rated matches"));

    room.all(&["ann: challenge @bob draughts", "bob: accept"]);
    room.play_about(1, 9);
    room.all(&["bob: resign #1 yes"]);
    for list in ["leaderboard", "season"] {
        let shown = table(&mut room, &key, list, 1).unwrap();
        assert!(shown.chart.is_some() && !shown.more, "{list}");
        let said = shown.text.bare();
        assert!(["ann", "bob"].iter().all(|name| said.to_lowercase().contains(name)), "{said}");
        assert!(table(&mut room, &key, list, 2).is_none(), "there is one page");
    }
    room.say("bob", "settings hidden yes");
    for list in ["leaderboard", "season"] {
        let said = table(&mut room, &key, list, 1).unwrap().text.bare();
        assert!(!said.to_lowercase().contains("bob"), "{said}");
    }
    room.say("ann", "admin pages off");
    assert!(table(&mut room, &key, "leaderboard", 1).is_none());
    let next = page_of_server(&room.say("ann", "admin pages on")).expect("an address");
    assert_ne!(next, key, "an address that was ended never comes back");
}

#[test]
fn a_bot_without_pages_offers_none_for_leaderboards() {
    let mut room = Room::new();
    room.moderator = true;
    let refused = room.say("ann", "admin pages on").remove(0);
    assert_eq!(refused.refused, Some(Code::NotNow));
    room.refused("ann", "admin pages maybe", "unreadable");
}
