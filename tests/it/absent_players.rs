//! Players who are away: the position settles the match, or the other side waits.
use model::{
    ids::MatchId,
    reply::{Audience, Reply},
};

use crate::{
    clocks::{timed, turn},
    room::Room,
};

const DAY: i64 = 24 * 3600;

/// Ann, who plays Black, has run out of time against Bob, and Carol is there.
pub(crate) fn late() -> Room {
    let mut room = timed("days=1");
    room.begin(&["ann", "bob"], 1);
    if !is_asked(&mut room, "ann") {
        turn(&mut room, "bob");
    }
    room.all(&["carol: help", "dan: help"]);
    room.wait(2 * DAY);
    room
}

/// Tells whether a person has something to decide in the match.
pub(crate) fn is_asked(room: &mut Room, who: &str) -> bool {
    let offers = room.service.offers(room.chat, &room.handle, who, Some(MatchId(1))).unwrap();
    !offers.is_empty()
}

pub(crate) fn texts(replies: &[Reply]) -> String {
    replies.iter().map(|it| it.text.bare()).collect::<Vec<_>>().join("\n---\n")
}

pub(crate) fn lines(reply: &Reply) -> Vec<String> {
    let menu = reply.menu.iter();
    menu.flat_map(|it| &it.choices).map(|it| it.says.to_string()).collect()
}

/// Ann is late in a position where Bob has four kings against her man.
fn lost_position() -> Room {
    let mut room = Room::new();
    room.all(&[
        "ann: challenge @bob draughts side=black days=2 from=B:B1:WK18,K19,K22,K23",
        "bob: accept",
    ]);
    room.wait(3 * DAY);
    room
}

/// Says a line again once the bot has thought about it.
pub(crate) fn thought(room: &mut Room, who: &str, words: &str) -> Vec<Reply> {
    let mut said = room.say(who, words);
    said.extend(room.think());
    said
}

#[test]
fn a_position_settles_a_match_in_a_day_where_the_bot_is_sure() {
    let mut room = lost_position();
    let said = thought(&mut room, "bob", "claim #1 settle");
    let text = texts(&said);
    assert!(
        text.contains("Bob wants the position to decide. I'm sure that Bob (White) wins"),
        "{text}"
    );
    assert!(said.iter().any(|reply| lines(reply) == ["back #1"]), "Ann is told: {said:?}");
    assert!(texts(&thought(&mut room, "bob", "claim #1 settle")).contains("already"));
    let said = room.wait(DAY);
    let end = texts(&said);
    assert!(end.contains("Bob (White) wins: the position was as good as decided"), "{end}");
    assert_eq!(room.service.recount(false).unwrap().differ, [""; 0]);
}

#[test]
fn a_match_to_be_settled_goes_on_if_the_absent_player_moves_or_is_back() {
    let mut room = lost_position();
    thought(&mut room, "bob", "claim #1 settle");
    let said = room.say("ann", "back");
    assert!(texts(&said).contains("Ann is back, so the match isn't settled"), "{said:?}");
    assert!(!texts(&room.wait(2 * DAY)).contains("wins"));
    thought(&mut room, "bob", "claim #1 settle");
    room.play_by(&["ann"], 1, 1);
    assert!(!texts(&room.wait(2 * DAY - 1)).contains("wins"), "a move is enough");
}

#[test]
fn nobody_settles_what_is_open_or_lost_by_accident() {
    let mut room = timed("days=1 unrated");
    room.wait(2 * DAY);
    let says = texts(&thought(&mut room, "bob", "claim #1 settle"));
    assert!(says.contains("not sure enough"), "{says}");
    let mut room = Room::new();
    room.all(&[
        "ann: challenge @bob draughts side=black days=2 from=B:BK10,K11,K14,K15:W32",
        "bob: accept",
    ]);
    room.refused("bob", "claim #1 settle", "not-now");
    room.wait(3 * DAY);
    let says = texts(&thought(&mut room, "bob", "claim #1 settle"));
    assert!(says.contains("By the position Ann wins match #1."), "{says}");
    assert!(texts(&thought(&mut room, "bob", "claim #1 settle yes")).contains("Ann (Black) wins"));
}

#[test]
fn a_rated_match_is_judged_only_for_who_takes_it_as_it_comes() {
    let mut room = timed("days=1 rated");
    room.wait(2 * DAY);
    let says = texts(&thought(&mut room, "bob", "claim #1 settle"));
    assert!(says.contains("for you or against you"), "{says}");
    let says = texts(&thought(&mut room, "bob", "claim #1 settle yes"));
    assert!(says.contains("not sure enough"), "{says}");
}

#[test]
fn waiting_tells_the_absent_player_and_nothing_else() {
    let mut room = late();
    let said = room.say("bob", "claim #1 wait");
    assert!(texts(&said).contains("Bob is waiting for you in match #1"), "{said:?}");
    assert!(said.iter().all(|reply| reply.to != Audience::Room));
    turn(&mut room, "ann");
}
