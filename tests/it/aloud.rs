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
fn words_below_a_message_leave_out_characters_for_those_who_chose_how_much_is_read() {
    let mut room = started();
    room.say("ann", "settings text on");
    assert!(room.one("ann", "board").text.bare().contains("h  g  f"), "a board in characters");
    room.say("ann", "settings reading normal");
    let board = room.one("ann", "board").text.bare();
    assert!(!board.contains("h  g  f") && board.contains("Rank 8: black men b8"), "{board}");
    room.say("ann", "settings reading full");
    let board = room.one("ann", "board").text.bare();
    assert!(board.contains("Knobs: G1 green"), "{board}");
    let body = room.one("ann", "mydata export").file.expect("a file").body;
    assert!(body.contains("\"reading\": \"full\"") || body.contains("\"reading\":\"full\""));
    assert!(room.refused("ann", "settings reading loud", "unreadable").contains("short"));
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
    assert!(matches!(&first[..], [only] if only.contains("1 h left")), "{first:?}");
    let second = told(room.wait(50 * 60));
    assert!(matches!(&second[..], [only] if only.contains("10 min left")), "{second:?}");
    let says = room.one("ann", "remind").text.bare();
    assert!(says.contains("You're warned when you have 1 h and 10 min left."), "{says}");
    let says = room.refused("ann", "settings warnings soon", "unreadable");
    assert!(says.contains("1h 10m"), "{says}");
}
