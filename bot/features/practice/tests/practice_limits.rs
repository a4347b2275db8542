//! How many matches against the bot there may be, and which of them makes way for another.
use model::ids::MatchId;

use crate::room::Room;

#[test]
fn ten_matches_against_the_bot_are_enough_for_one_person() {
    let mut room = Room::usual();
    for _ in 0..10 {
        room.all(&["ann: practice trapdoor 1"]);
    }
    for _ in 0..100 {
        let refused = room.refused("ann", "practice trapdoor 1", "too-much");
        assert!(refused.contains("10 practice matches running"), "{refused}");
        assert!(refused.contains("resign #1"), "the oldest can be ended: {refused}");
    }
    // The one that stood still for longest makes way, and that is told.
    room.wait(3600);
    room.all(&["ann: practice trapdoor 1"]);
    assert!(!room.service.is_running(MatchId(1)).unwrap());
    assert!(room.service.is_running(MatchId(2)).unwrap());
    let told = room.story(1);
    assert!(told.contains("alled off"), "{told}");
    // They are no matches with people.
    room.moderator = true;
    room.all(&["ann: admin limit person 1"]);
    room.moderator = false;
    room.all(&["ann: challenge @bob trapdoor", "bob: accept"]);
    room.refused("ann", "challenge @cid trapdoor", "too-much");
}

#[test]
fn limits_for_a_person_and_a_channel_hold_for_matches_against_the_bot_too() {
    let mut room = Room::usual();
    room.moderator = true;
    room.all(&["cid: admin limit person 1", "ann: practice trapdoor 1"]);
    for words in ["practice draughts 1", "challenge bot draughts level=1", "practice alien 1 vs 2"]
    {
        let said = room.refused("ann", words, "too-much");
        assert!(said.contains("allow each person one match against me here"), "{said}");
    }
    room.all(&["cid: admin limit person off", "cid: admin limit channel 2"]);
    room.all(&["ann: practice draughts 1"]);
    let said = room.refused("bob", "practice draughts 1", "too-much");
    assert!(said.contains("2 matches against me can run in"), "{said}");
    room.all(&["ann: resign #1 yes", "bob: practice draughts 1"]);
    // One that nobody plays on keeps nobody else away.
    room.refused("cid", "practice draughts 1", "too-much");
    room.wait(4 * 86_400);
    room.all(&["cid: practice draughts 1"]);
}

#[test]
fn what_a_few_people_left_against_the_bot_keeps_nobody_else_out() {
    let mut room = Room::usual();
    for n in 0..30 {
        let line = format!("p{}: practice draughts 1 side=first", n / 10);
        room.all(&[&line]);
    }
    room.all(&["ann: practice draughts 1"]);
    // Where moderators allow only so many, a match of the person with most makes way, once it stands still.
    room.moderator = true;
    room.all(&["cid: admin limit channel 20"]);
    room.moderator = false;
    room.refused("bob", "practice draughts 1", "too-much");
    room.wait(3600);
    let said = room.say("bob", "practice draughts 1");
    let said: Vec<String> = said.iter().map(|it| it.text.bare()).collect();
    assert!(said.concat().contains("Nobody played on"), "{said:?}");
    assert!(!room.service.is_running(MatchId(1)).unwrap());
}
