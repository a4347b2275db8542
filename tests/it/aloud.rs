//! How much of a board is read aloud to whom, and warnings at the times that a player chose.
use model::{
    ids::{Chat, PersonId},
    reply::{Audience, Reply},
};
use service::RoomPresence;

use crate::room::{Room, started};

fn alt(replies: &[Reply]) -> String {
    let picture = replies.iter().find_map(|it| it.picture.as_ref());
    picture.expect("a board").alt.clone()
}

#[test]
fn a_room_of_several_readers_hears_the_position_and_a_player_alone_what_they_chose() {
    for (company, all) in [(RoomPresence::Many, true), (RoomPresence::Alone, false)] {
        let mut room = Room::new();
        room.as_usual();
        room.company = company;
        room.say("ann", "settings reading short");
        room.say("ann", "practice draughts 1 side=black");
        let told = alt(&room.say("ann", "b6-a5"));
        assert_eq!(told.contains("Rank 8: black men"), all, "{told}");
        assert!(told.contains("Rank 5: black man a5."), "{told}");
    }
}

#[test]
fn boards_are_written_in_words_and_drawn_in_characters_on_demand_alone() {
    let mut room = started();
    room.say("ann", "settings text on");
    for reading in ["usual", "short", "normal", "full"] {
        room.say("ann", &format!("settings reading {reading}"));
        let board = room.one("ann", "board").text.bare();
        assert!(!board.contains("h  g  f") && board.contains("Rank 8: black men b8"), "{board}");
        assert_eq!(board.contains("Knobs: G1 green"), reading == "full", "{board}");
        assert!(room.one("ann", "board text").text.bare().contains("h  g  f"), "{reading}");
    }
    let body = room.one("ann", "mydata export").file.expect("a file").body;
    assert!(body.contains("\"reading\": \"full\"") || body.contains("\"reading\":\"full\""));
    assert!(room.refused("ann", "settings reading loud", "unreadable").contains("short"));
}

#[test]
fn a_long_list_is_told_nine_at_a_time_and_a_number_brings_the_next_list() {
    let mut room = Room::new();
    room.as_usual();
    room.say("ann", "settings text on");
    room.say("bob", "settings text on");
    room.all(&["ann: challenge @bob metasoccer quick", "bob: accept"]);
    let who = if room.one("ann", "moves").refused.is_some() { "bob" } else { "ann" };
    let numbers = |text: &str| -> Vec<usize> {
        text.lines().filter_map(|line| line.split_once(". ")?.0.parse().ok()).collect()
    };
    let first = room.one(who, "what can I do").text.bare();
    assert_eq!(numbers(&first), (1..=9).collect::<Vec<_>>(), "{first}");
    assert!(first.contains("1. Roll the Chess die"), "{first}");
    let more = room.one(who, "more").text.bare();
    let told = numbers(&more);
    assert!(first.contains("Say `more` for 10"), "{first}");
    assert!(told.first() == Some(&10) && told.len() <= 9, "{more}");
    assert!(room.refused(who, "more", "illegal").contains("from 1 to"));
    let list = room.one(who, "1").text.bare();
    assert!(list.contains("): ") && numbers(&list).first() == Some(&1), "{list}");
    // Who doesn't go by numbers gets no list.
    let typed = room.say(who, "end");
    assert!(typed.iter().all(|reply| numbers(&reply.text.bare()).is_empty()), "{typed:?}");
}

#[test]
fn warnings_come_when_so_much_time_is_left() {
    let mut room = Room::new();
    room.all(&["ann: settings warnings 1h 10m"]);
    room.all(&["ann: challenge @bob draughts side=black days=1", "bob: accept"]);
    let ann = PersonId(1);
    let name = room.service.name_of(Chat::Console, ann).expect("a person");
    assert_eq!(name, "Ann");
    let told = |replies: Vec<Reply>| -> Vec<String> {
        let own = replies.into_iter().filter(|it| it.to == Audience::Only(ann));
        own.map(|it| it.text.bare()).collect()
    };
    assert_eq!(told(room.wait(22 * 3600)), [""; 0], "the usual reminders don't come");
    let first = told(room.wait(3600 + 60));
    assert!(matches!(&first[..], [only] if only.contains("1 hour left")), "{first:?}");
    let second = told(room.wait(50 * 60));
    assert!(matches!(&second[..], [only] if only.contains("10 minutes left")), "{second:?}");
    let says = room.one("ann", "remind").text.bare();
    assert!(says.contains("You're warned when you have 1 hour and 10 minutes left."), "{says}");
    let says = room.refused("ann", "settings warnings soon", "unreadable");
    assert!(says.contains("1h 10m"), "{says}");
}
