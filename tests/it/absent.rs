//! Players who have left a match's room: the other side is told once, and needn't wait for ever.
use model::ids::Chat;

use crate::{clocks::timed, room::Room};

const DAY: i64 = 24 * 3600;

fn leaves(room: &mut Room, who: &str) -> Vec<String> {
    room.service.has_left(Chat::Console, who, room.now, "s").unwrap();
    let said = room.heard();
    assert!(said.iter().all(|reply| reply.mentions.len() == 1), "{said:?}");
    said.iter().map(|it| it.text.bare()).collect()
}

#[test]
fn that_somebody_has_left_is_told_once_and_the_rest_may_claim() {
    let mut room = timed("clock=slow");
    let told = leaves(&mut room, "ann");
    assert_eq!(
        told,
        [
            "Ann has left. Match #1 stays open: Bob can win it with `claim #1` once Ann runs out of time, or doesn't move for 3 days."
        ]
    );
    assert!(leaves(&mut room, "ann").is_empty(), "once");
    assert!(leaves(&mut room, "zed").is_empty(), "nobody plays with Zed");
    room.now += 3 * DAY - 1;
    room.refused("bob", "claim", "not-now");
    room.now += 1;
    room.handle = "elsewhere".to_owned();
    assert!(room.refused("bob", "claim", "not-now").contains("has left. Say `claim #"));
    room.handle = "room".to_owned();
    room.moderator = true;
    let says = room.refused("bob", "claim", "not-now");
    assert!(
        says.contains("has left. You can remove people here, so you can claim only when"),
        "nobody wins by throwing out: {says}"
    );
    room.moderator = false;
    let says = room.one("bob", "claim").text.bare();
    assert!(says.contains("\nAnn has left and didn't reply in time.\nBob (White) wins"), "{says}");
}

#[test]
fn whoever_plays_on_or_is_back_has_not_left() {
    let mut room = timed("clock=30d");
    leaves(&mut room, "ann");
    room.now += 2 * DAY;
    room.handle = "direct".to_owned();
    room.all(&["ann: #1 spin"]);
    room.handle = "room".to_owned();
    room.now += 2 * DAY;
    room.refused("bob", "claim", "not-now");
    room.service.is_there(Chat::Console, "ann", "s").unwrap();
    room.now += 4 * DAY;
    room.refused("bob", "claim", "not-now");
    assert_eq!(leaves(&mut room, "ann").len(), 1, "who leaves again is told of again");
    room.all(&["ann: games"]);
    room.now += 3 * DAY - 1;
    room.refused("bob", "claim", "not-now");
}

#[test]
fn who_has_left_is_on_no_list_of_the_server_and_nobody_accepts_their_challenge() {
    let mut room = Room::new();
    room.all(&["ann: challenge draughts"]);
    leaves(&mut room, "ann");
    let told = room.one("cid", "accept").text.bare();
    assert!(told.contains("Ann isn't there any more"), "{told}");
    assert!(room.one("cid", "games").text.bare().contains("no match"));
    let gone = |room: &mut Room| room.service.keep(|tx| tx.leavers(Chat::Console, "s")).unwrap();
    assert_eq!(gone(&mut room).len(), 1);
    room.now += 1;
    room.all(&["ann: challenge draughts", "cid: accept"]);
    assert_eq!(gone(&mut room).len(), 0, "they are back");
}
