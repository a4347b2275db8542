//! The address of a person's own boards: it stays the same until its owner ends it, and nobody else is told it.
use model::ids::Chat;
use service::{LinkSecret, RandomSource, Service, person_at_link};
use store::{BoardLink, Store};

use crate::room::Room;

/// The hash of the key `0…0`, an address from before, of which only the hash is left.
const OLD: &str = "84e0c0eafaa95a34c293f278ac52e45ce537bab5e752a00e6959a13ae103b65a";

/// Opens a room on a database, as a host with this secret does at each start.
fn opened(path: &std::path::Path, secret: LinkSecret) -> Room {
    let store = Store::trial_at(path, features::FEATURES.tables()).unwrap();
    let mut service = Service::new(store, RandomSource::Repeatable(7), &features::FEATURES);
    service.share_at(Some("http://a".to_owned()));
    service.link_by(secret);
    Room::with(service)
}

/// Returns the key in the address that somebody is told, alone.
fn told(room: &mut Room, who: &str, words: &str) -> String {
    let reply = room.one(who, words);
    assert!(matches!(reply.to, model::reply::Audience::Only(_)), "{reply:?}");
    let text = reply.text.bare();
    let (_, key) = text.split_once("http://a/p/").unwrap_or_else(|| panic!("{words}: {text}"));
    let opens = reply.opens.expect("a page to open").address;
    assert!(text.contains(&opens), "{text} names {opens}");
    key[..32].to_owned()
}

/// Tells whether an address shows a player's boards.
fn is_open(room: &mut Room, key: &str) -> bool {
    room.service.look(|tx| person_at_link(tx, key)).unwrap().is_some()
}

#[test]
fn an_address_is_the_same_after_a_restart_until_its_owner_ends_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.db");
    let (secret, lost) = (LinkSecret::drawn(), LinkSecret::drawn());
    let mut room = opened(&path, secret);
    let first = told(&mut room, "ann", "link board");
    assert_eq!(told(&mut room, "ann", "link board"), first);
    assert_ne!(told(&mut room, "bob", "link board"), first, "each has their own");
    drop(room);
    let mut room = opened(&path, secret);
    assert_eq!(told(&mut room, "ann", "link board"), first);
    drop(room);
    // Where the host has lost its secret another address is told, and the one that somebody kept works on.
    let mut room = opened(&path, lost);
    let second = told(&mut room, "ann", "link board");
    assert_ne!(second, first);
    assert_eq!(told(&mut room, "ann", "link board"), second);
    assert!(is_open(&mut room, &first) && is_open(&mut room, &second));
    // Another in its place ends all of them, and so does `off`.
    let third = told(&mut room, "ann", "link board new");
    assert!(!is_open(&mut room, &first) && !is_open(&mut room, &second));
    assert!(is_open(&mut room, &third));
    room.all(&["ann: link board off"]);
    assert!(!is_open(&mut room, &third));
    assert_ne!(told(&mut room, "ann", "link board"), third, "an ended address stays ended");
}

#[test]
fn an_address_of_which_only_a_hash_is_left_stays_valid_until_it_is_ended() {
    let mut room = Room::new();
    room.service.share_at(Some("http://a".to_owned()));
    room.all(&["ann: games"]);
    let link = BoardLink { hash: OLD.to_owned(), salt: None };
    let put = |tx: &store::Tx<'_>| {
        let ann = tx.person_by_handle(Chat::Console, "ann")?.expect("she has spoken");
        tx.add_board_link(ann.id, &link, 1)
    };
    room.service.keep(put).unwrap();
    let old = "0".repeat(32);
    assert!(is_open(&mut room, &old));
    let key = told(&mut room, "ann", "link board");
    assert!(is_open(&mut room, &old) && is_open(&mut room, &key));
    room.all(&["ann: link board off"]);
    assert!(!is_open(&mut room, &old) && !is_open(&mut room, &key));
}

#[test]
fn a_board_is_opened_at_its_match_and_who_does_not_play_it_is_told_no_key() {
    let mut room = Room::usual();
    room.service.share_at(Some("http://a".to_owned()));
    room.all(&["ann: challenge @bob draughts", "bob: accept"]);
    for _ in 0..2 {
        let reply = room.one("ann", "link board #1");
        assert!(reply.opens.expect("a page").address.ends_with("/match?of=1"));
    }
    let words = room.one("cid", "link board #1").text.bare();
    assert!(words.contains("You don't play in match #1") && !words.contains("http"), "{words}");
    let kept = |tx: &store::Tx<'_>| {
        let cid = tx.person_by_handle(Chat::Console, "cid")?.expect("he has spoken");
        tx.board_links(cid.id)
    };
    assert_eq!(
        room.service.keep(kept).unwrap(),
        [],
        "nobody gets an address that they didn't ask for"
    );
    // A private match is none of anybody else's.
    room.all(&["ann: challenge @bob draughts private", "bob: accept"]);
    let refused = room.one("cid", "link board #2");
    assert!(refused.refused.is_some() && refused.opens.is_none(), "{refused:?}");
}

#[test]
fn an_address_waits_in_no_outbox() {
    let mut room = Room::new();
    room.service.share_at(Some("http://a".to_owned()));
    let asked = room.request("ann", "link board");
    room.service.handle(&asked);
    let waiting = room.service.undelivered(Chat::Console).unwrap();
    assert!(!waiting.is_empty());
    let stored: Vec<String> = room
        .service
        .keep(|tx| Ok(tx.outbox(Chat::Console)?.into_iter().map(|row| row.body).collect()))
        .unwrap();
    assert!(stored.iter().all(|body| !body.contains("/p/")), "{stored:?}");
}
